//! How many moves are needed at least.
//!
//! Say which row each suit goes to in the end. Then each card has one goal. A card that is not there, a *misplaced* one,
//! moves at least once. Suppose that it moves exactly once; then it goes straight to its goal, and before that
//!
//! - the card that stands there now has left: it is misplaced too, since the goal is not its own;
//! - its predecessor has come to its goal, which is the cell to the left, if it is misplaced and moves once as well.
//!
//! Draw an arrow for each such *before*, whichever card it comes from. On a cycle of arrows not every card can move
//! exactly once, since the moves would have no first. So at least as many misplaced cards as it takes to break all
//! cycles move twice or more, and the bound is the number of misplaced cards plus that number (see
//! [`fewest_breaks`]). Cards that stand at their goals may move too; that costs more and breaks no cycle, because each
//! arrow rests on the cards at its two ends alone. The bound of a position is the least over all ways to give rows to
//! suits.
//!
//! # Where a card can wait
//!
//! A card that moves twice or more stands at some time, after a move, at a cell that is not its goal. If no card moves
//! that stands at its goal now, then either that cell is behind its predecessor, which is then itself away from its goal
//! and so misplaced now; or it is in column 1, which is possible for all cards under `any` and for lowest ones under
//! `lowest`, and for them only if some cell of column 1 does not hold now what it holds in the end. So the cards that
//! break the cycles are to be found among those that *can wait*: cards with a misplaced predecessor, and those that may
//! use column 1. Or a card moves that stands at its goal now, and comes back: two moves more. The bound takes the less of
//! the two.

use kibitzer_core::Heuristic;
use kibitzer_games::gaps::{First, Gaps};

use super::super::board::{Board, Frame, GAP, Step, is_lowest, read};
use super::cycles::{fewest_breaks, fewest_breaks_among};

/// Misplaced cards, and those among them that must move twice: never more than the moves of a shortest solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needed;

impl Heuristic<Gaps> for Needed {
    fn estimate(&self, position: &Gaps) -> Option<u32> {
        let (frame, board, _) = read(position);
        Ledger::new(frame, &board).needed(frame, &board)
    }
}

/// How many cards of each suit would be misplaced if it went to each row; kept up to date from move to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ledger {
    misplaced: [[u8; 4]; 4],
}

impl Ledger {
    pub(super) fn new(frame: Frame, board: &Board) -> Self {
        let mut ledger = Self { misplaced: [[frame.ranks(); 4]; 4] };
        for card in frame.cards() {
            ledger.arrive(card, board.place(card));
        }
        ledger
    }

    fn arrive(&mut self, card: u8, cell: u8) {
        if cell & 15 == card & 15 {
            self.misplaced[usize::from(card >> 4)][usize::from(cell >> 4)] -= 1;
        }
    }

    /// The ledger after a step.
    pub(super) fn after(mut self, step: Step) -> Self {
        let Step { card, from, to } = step;
        if from & 15 == card & 15 {
            self.misplaced[usize::from(card >> 4)][usize::from(from >> 4)] += 1;
        }
        self.arrive(card, to);
        self
    }

    /// The bound; `None` where the rows cannot be given to the suits, so that there is no solution.
    pub(super) fn needed(&self, frame: Frame, board: &Board) -> Option<u32> {
        let moves: [u32; 24] = std::array::from_fn(|number| self.moves(frame, board, ASSIGNMENTS[number]));
        let (first, &least) = moves.iter().enumerate().min_by_key(|(_, moves)| **moves)?;
        if least == u32::MAX {
            return None;
        }
        let mut best = least + twice(frame, board, ASSIGNMENTS[first], u32::MAX);
        for (number, assignment) in ASSIGNMENTS.into_iter().enumerate() {
            if number != first && moves[number] < best {
                best = moves[number] + twice(frame, board, assignment, best - moves[number]);
            }
        }
        Some(best)
    }

    /// How many cards are misplaced if the suits go to these rows; the highest number if they cannot.
    fn moves(&self, frame: Frame, board: &Board, rows: [u8; 4]) -> u32 {
        let mut sum = 0;
        for suit in 0..4_u8 {
            let row = rows[usize::from(suit)];
            if suit >= frame.rows {
                // Rows and suits beyond the board go to each other, so that each assignment counts once.
                if row != suit {
                    return u32::MAX;
                }
                continue;
            }
            // Under `suit` a lowest card goes to its own row, unless it already stands at the beginning of another.
            if frame.rule == First::Suit && row != suit && board.place(16 * suit) != 16 * row {
                return u32::MAX;
            }
            sum += u32::from(self.misplaced[usize::from(suit)][usize::from(row)]);
        }
        sum
    }
}

/// All ways to give rows to suits, as the row of each suit.
const ASSIGNMENTS: [[u8; 4]; 24] = {
    let mut all = [[0; 4]; 24];
    let mut count = 0;
    let mut code = 0_u8;
    while count < 24 {
        let rows = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        if 1 << rows[0] | 1 << rows[1] | 1 << rows[2] | 1 << rows[3] == 15 {
            all[count] = rows;
            count += 1;
        }
        code = code.wrapping_add(1);
    }
    all
};

/// How many misplaced cards move twice at least, if each suit goes to its row; counted no further than `most`.
fn twice(frame: Frame, board: &Board, rows: [u8; 4], most: u32) -> u32 {
    let goal = |card: u8| 16 * rows[usize::from(card >> 4)] + (card & 15);
    let mut waiting: u64 = 0;
    for card in frame.cards().filter(|&card| board.place(card) != goal(card)) {
        waiting |= 1 << card;
    }
    let misplaced = waiting;
    let waits = |waiting: u64, card: u8| waiting >> card & 1 == 1;
    // The cards that must go before this one, as far as they are waiting.
    let before = |waiting: u64, card: u8| {
        let predecessor = if card & 15 > 0 && waits(waiting, card - 1) { 1_u64 << (card - 1) } else { 0 };
        let there = board.at(goal(card));
        if there != GAP && waits(waiting, there) { predecessor | 1 << there } else { predecessor }
    };
    // Cards that wait for nobody are on no cycle, nor are those that wait for these alone.
    loop {
        let whole = waiting;
        for card in members(whole) {
            if before(waiting, card) == 0 {
                waiting &= !(1 << card);
            }
        }
        if waiting == whole {
            break;
        }
    }
    if waiting == 0 {
        return 0;
    }
    let mut arrows = [0; 64];
    for card in members(waiting) {
        arrows[usize::from(card)] = before(waiting, card);
    }
    let by_any = fewest_breaks(waiting, arrows, most);
    // Saying that two more moves are needed costs nothing where the limit is lower.
    let more = most.min(by_any.saturating_add(2));
    if by_any == more {
        return by_any;
    }
    let room = frame.cards().any(|card| is_lowest(card) && misplaced >> card & 1 == 1);
    let can_wait = |card: u8| {
        let lowest = is_lowest(card);
        let behind = !lowest && misplaced >> (card - 1) & 1 == 1;
        behind
            || room
                && match frame.rule {
                    First::Any => true,
                    First::Lowest => lowest,
                    First::Suit => false,
                }
    };
    let waiters = members(waiting).filter(|&card| can_wait(card)).fold(0, |set, card| set | 1 << card);
    if waiters == waiting {
        return by_any;
    }
    fewest_breaks_among(waiters, waiting, arrows, more).unwrap_or(more)
}

#[expect(clippy::cast_possible_truncation, reason = "bits are below 64")]
fn members(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(first)
    })
}
