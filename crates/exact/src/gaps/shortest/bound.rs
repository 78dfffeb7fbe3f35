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
//! [`fewest_breaks`](super::cycles::fewest_breaks)). Cards that stand at their goals may move too; that costs more and breaks no cycle, because each
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
use kibitzer_games::gaps::Gaps;

use super::super::board::{Board, Frame, read};
use super::ledger::{ASSIGNMENTS, Homes, Ledger, NEVER, goal, least};
use super::relaxed::Relaxed;
use super::tangle::{Tangle, members};

/// Misplaced cards, those among them that must move twice, and those at their goals that must move and come back: never
/// more than the moves of a shortest solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needed;

impl Heuristic<Gaps> for Needed {
    fn estimate(&self, position: &Gaps) -> Option<u32> {
        let (frame, board, _) = read(position);
        needed(frame, &board, 0).map(u32::from)
    }
}

/// The bound, or `floor` where that is more; `None` where the rows cannot be given to the suits, so that there is no
/// solution.
pub(super) fn needed(frame: Frame, board: &Board, floor: u8) -> Option<u8> {
    needed_by(&Ledger::new(frame, board), frame, board, floor)
}

/// The same with the ledger of the position.
pub(super) fn needed_by(ledger: &Ledger, frame: Frame, board: &Board, floor: u8) -> Option<u8> {
    let mut moves = ledger.moves(frame, board);
    let mut best = NEVER;
    let start = Start::new(frame, board);
    loop {
        let fewest = least(&moves);
        if fewest >= best || best <= floor {
            return (best < NEVER).then_some(best.max(floor));
        }
        let next = moves.iter().position(|&moves| moves == fewest)?;
        moves[next] = NEVER;
        match start.more(frame, board, ASSIGNMENTS[next], best - fewest) {
            Ok(more) => best = best.min(fewest + more),
            // What can come about when any card may move is the same whatever the assignment.
            Err(whole) => {
                for (moves, rows) in moves.iter_mut().zip(ASSIGNMENTS) {
                    if *moves < NEVER && !whole.reaches_all(frame, rows) {
                        *moves = NEVER;
                    }
                }
            }
        }
    }
}

/// What all assignments share.
struct Start {
    relaxed: Relaxed,
    homes: Homes,
}

impl Start {
    fn new(frame: Frame, board: &Board) -> Self {
        Self { relaxed: Relaxed::new(frame, board), homes: Homes::new(frame, board) }
    }

    /// How many moves are needed beyond one for each misplaced card, if each suit goes to its row; counted no further than
    /// `most`. If that is impossible, what can come about.
    fn more(&self, frame: Frame, board: &Board, rows: [u8; 4], most: u8) -> Result<u8, Box<Relaxed>> {
        let misplaced = self.homes.misplaced(frame, rows);
        let tangle = Tangle::new(frame, board, rows, misplaced, most);
        if tangle.breaks >= most {
            return Ok(most);
        }
        let mut relaxed = self.relaxed;
        relaxed.let_move(misplaced);
        let mut at_home = 0;
        loop {
            relaxed.close(frame, board);
            if members(misplaced).all(|card| relaxed.reaches(card, goal(rows, card))) {
                break;
            }
            if !relaxed.release(frame) {
                return Err(Box::new(relaxed));
            }
            at_home += 2;
            if at_home + tangle.breaks >= most {
                // What is left to count cannot be less, but it may be impossible, which is worth more to know.
                return if relaxed.can_end(frame, board, misplaced, rows) { Ok(most) } else { Err(Box::new(relaxed)) };
            }
        }
        Ok(at_home + tangle.breaks_among_waiters(frame, rows, &relaxed, most - at_home))
    }
}
