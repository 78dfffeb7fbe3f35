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
//! # What can come about
//!
//! Leave out that a card which moves is no longer where it was, and that a cell which is entered is no longer empty. Then
//! what can come about only grows, and is soon known: a card can come to each cell that can become empty and has a cell to
//! its left to which its predecessor can come, and to column 1 as the rule has it; a cell can become empty if it is, or if
//! its card can go anywhere. All that happens in a game is among it. So where some card cannot come to its goal, the rows
//! cannot be given to the suits in this way.
//!
//! A card that stands at its goal and moves has to come back: two moves that the count above does not have. Let `R(0)` be
//! what can come about if no such card moves, and `R(n + 1)` what can come about if those of `R(n)` may move, and also each
//! one that has somewhere to go in `R(n)`. In a solution where `k` of these cards move, all that happens before the first
//! of them moves is in `R(0)`, so that this one may move in `R(1)`, all that happens before the second moves is in `R(1)`,
//! and so on; everything is in `R(k)`. So if `n` is the first with all goals in `R(n)`, at least `n` of these cards move.
//!
//! # Where a card can wait
//!
//! A card that moves twice or more enters at some time a cell that is not its goal. If no more than `n` cards move that
//! stand at their goals, that cell is one of those it can enter in `R(n)`. So the cards that break the cycles are to be
//! found among those that have such a cell. Or one card more moves that stands at its goal now. In short, the bound is
//!
//! ```text
//! misplaced + 2 n + the less of (breaks among the cards that can wait in R(n)) and (breaks among all + 2)
//! ```

use kibitzer_core::Heuristic;
use kibitzer_games::gaps::{First, Gaps};

use super::super::board::{Board, Frame, GAP, Step, read};
use super::cycles::{fewest_breaks, fewest_breaks_among};
use super::relaxed::Relaxed;

/// Misplaced cards, those among them that must move twice, and those at their goals that must move and come back: never
/// more than the moves of a shortest solution.
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
        let mut moves: [u32; 24] = std::array::from_fn(|number| self.moves(frame, board, ASSIGNMENTS[number]));
        let mut best = u32::MAX;
        loop {
            let (next, &least) = moves.iter().enumerate().min_by_key(|(_, moves)| **moves)?;
            if least >= best {
                return (best < u32::MAX).then_some(best);
            }
            moves[next] = u32::MAX;
            match more(frame, board, ASSIGNMENTS[next], best - least) {
                Ok(more) => best = best.min(least + more),
                // What can come about when any card may move is the same whatever the assignment.
                Err(whole) => {
                    for (moves, rows) in moves.iter_mut().zip(ASSIGNMENTS) {
                        if *moves < u32::MAX && !whole.reaches_all(frame, rows) {
                            *moves = u32::MAX;
                        }
                    }
                }
            }
        }
    }

    /// How many cards are misplaced at least; `None` where the rows cannot be given to the suits.
    pub(super) fn misplaced(&self, frame: Frame, board: &Board) -> Option<u32> {
        let least = ASSIGNMENTS.into_iter().map(|rows| self.moves(frame, board, rows)).min();
        least.filter(|&least| least < u32::MAX)
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

/// How many moves are needed beyond one for each misplaced card, if each suit goes to its row; counted no further than
/// `most`. If that is impossible, what can come about.
fn more(frame: Frame, board: &Board, rows: [u8; 4], most: u32) -> Result<u32, Box<Relaxed>> {
    let goal = |card: u8| goal(rows, card);
    let mut misplaced: u64 = 0;
    for card in frame.cards() {
        misplaced |= u64::from(board.place(card) != goal(card)) << card;
    }
    let mut relaxed = Relaxed::new(frame, board, misplaced);
    let mut at_home = 0;
    loop {
        relaxed.close(frame, board);
        if members(misplaced).all(|card| relaxed.reaches(card, goal(card))) {
            break;
        }
        if !relaxed.release(frame) {
            return Err(Box::new(relaxed));
        }
        at_home += 2;
        if at_home >= most {
            // What is left to count cannot be less, but it may be impossible, which is worth more to know.
            return if relaxed.can_end(frame, board, misplaced, rows) { Ok(most) } else { Err(Box::new(relaxed)) };
        }
    }
    Ok(at_home + twice(frame, board, rows, misplaced, &relaxed, most - at_home))
}

/// Where a card goes in the end.
pub(super) fn goal(rows: [u8; 4], card: u8) -> u8 {
    16 * rows[usize::from(card >> 4)] + (card & 15)
}

/// How many misplaced cards move twice at least, if each suit goes to its row; counted no further than `most`.
fn twice(frame: Frame, board: &Board, rows: [u8; 4], misplaced: u64, relaxed: &Relaxed, most: u32) -> u32 {
    let mut waiting = misplaced;
    let waits = |waiting: u64, card: u8| waiting >> card & 1 == 1;
    // The cards that must go before this one, as far as they are waiting.
    let before = |waiting: u64, card: u8| {
        let predecessor = if card & 15 > 0 && waits(waiting, card - 1) { 1_u64 << (card - 1) } else { 0 };
        let there = board.at(goal(rows, card));
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
    let can_wait = |card: u8| relaxed.entered(frame, card) & !(1 << goal(rows, card)) != 0;
    let waiters = members(waiting).filter(|&card| can_wait(card)).fold(0, |set, card| set | 1 << card);
    if waiters == waiting {
        return by_any;
    }
    fewest_breaks_among(waiters, waiting, arrows, more).unwrap_or(more)
}

#[expect(clippy::cast_possible_truncation, reason = "bits are below 64")]
pub(super) fn members(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(first)
    })
}
