//! The moves of a position, where a move into column 1 comes together with the moves that it is made for.
//!
//! Under `any` every card may enter a gap in column 1, and nearly all of these moves are good for nothing. What they are
//! for shows soon: somebody enters the cell that was left, or comes to stand behind the card that moved.
//!
//! # Why some solution is left
//!
//! Let two moves follow each other, first card `x` from `c` to `d`, then card `y` to `f`. They can change places unless
//! `y` is `x`; or `f` is `c`, the cell that `x` left; or `y` comes to stand behind `x`, which is `y = x + 1` and
//! `f = d + 1`; or `y` is the card left of `d` behind which `x` went, `y = x - 1`, if `d` is not in column 1. For
//! otherwise `f` was a gap already, for it is not `c`; the left neighbour of `f` was there already; `x` still has its gap
//! and its left neighbour when `y` has moved; and the position after both is the same. Else the second *depends* on the
//! first.
//!
//! Take a position, and among its shortest solutions one whose moves into column 1 come as late as possible: the sum of
//! their numbers is the highest. Let the first move of a *block* go into column 1 where there is one gap in it, from
//! another column. Then column 1 is full. As long as it is, no further move goes there. Of these moves each one depends on
//! some move of the block before it: else it could change places with all of them, one after the other, and the first
//! move of the block would come later. So it is enough to look at blocks, where each move depends on an earlier one of
//! its block, up to the position where column 1 has a gap again, or which is won, or any other that is reached on the way
//! there: from that one too some shortest solution is left, by the same reason.

use kibitzer_games::gaps::First;
use kibitzer_search::Stop;

use super::super::board::{Board, Frame, GAP, Step, is_first, is_lowest};

/// The most moves in a block that follow the first. With more, fewer positions are kept, but more are seen again and again.
const FOLLOWERS: usize = 4;

/// The blocks of a position, being walked through.
pub(super) struct Blocks<'a, F> {
    frame: Frame,
    board: &'a mut Board,
    steps: Vec<Step>,
    /// Positions within blocks whose moves were tried.
    within: u64,
    arrive: F,
}

/// Calls `arrive` with the position after each block, or each move that is one alone, and with its steps; gives the
/// number of positions within blocks whose moves were tried. The board is then as it was, unless `arrive` failed.
pub(super) fn blocks<F>(frame: Frame, board: &mut Board, arrive: F) -> Result<u64, Stop>
where
    F: FnMut(&Board, &[Step]) -> Result<(), Stop>,
{
    let open = gaps_in_first_column(frame, board);
    let mut blocks = Blocks { frame, board, steps: Vec::with_capacity(1 + FOLLOWERS), within: 0, arrive };
    for gap in 0..usize::from(frame.rows) {
        for step in steps_into(frame, blocks.board, gap) {
            let is_block = open == 1 && is_first(step.to) && !is_first(step.from);
            blocks.take(step, gap, if is_block { FOLLOWERS } else { 0 })?;
        }
    }
    Ok(blocks.within)
}

impl<F: FnMut(&Board, &[Step]) -> Result<(), Stop>> Blocks<'_, F> {
    /// Makes a step, and then so many more that depend on the steps made.
    fn take(&mut self, step: Step, gap: usize, followers: usize) -> Result<(), Stop> {
        self.board.play(step, gap);
        self.steps.push(step);
        let ends = followers == 0 || gaps_in_first_column(self.frame, self.board) > 0 || self.board.is_goal(self.frame);
        if ends {
            (self.arrive)(self.board, &self.steps)?;
        } else {
            self.within += 1;
            for gap in 0..usize::from(self.frame.rows) {
                if let Some(next) = self.board.step_into(gap)
                    && self.steps.iter().any(|&step| depends(next, step))
                {
                    self.take(next, gap, followers - 1)?;
                }
            }
        }
        self.steps.pop();
        self.board.undo(step, gap);
        Ok(())
    }
}

/// Whether a step can change places with one before it: not if it depends on that.
fn depends(next: Step, step: Step) -> bool {
    next.card == step.card
        || next.to == step.from
        || next.card == step.card + 1 && next.to == step.to + 1
        || next.card + 1 == step.card && !is_first(step.to)
}

fn gaps_in_first_column(frame: Frame, board: &Board) -> usize {
    (0..frame.rows).filter(|row| board.at(16 * row) == GAP).count()
}

/// The steps into a gap.
fn steps_into(frame: Frame, board: &Board, gap: usize) -> impl Iterator<Item = Step> + use<> {
    let to = board.gaps[gap];
    let places = board.places;
    let enters = is_first(to) && frame.rule != First::Suit;
    let entering = frame.cards().filter(move |&card| enters && (frame.rule == First::Any || is_lowest(card)));
    let entering = entering.map(move |card| Step { card, from: places[usize::from(card)], to });
    let following = if enters { None } else { board.step_into(gap) };
    following.into_iter().chain(entering)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use kibitzer_games::gaps::Shuffle;

    use super::super::super::{board::read, twin::deal};
    use super::*;

    fn all_steps(frame: Frame, board: &Board) -> Vec<(Step, usize)> {
        let gaps = 0..usize::from(frame.rows);
        gaps.flat_map(|gap| steps_into(frame, board, gap).map(move |step| (step, gap))).collect()
    }

    fn after(board: &Board, step: Step) -> Board {
        let gap = board.gaps.iter().position(|&gap| gap == step.to).expect("a gap");
        let mut board = board.clone();
        board.play(step, gap);
        board.gaps.sort_unstable();
        board
    }

    #[test]
    fn steps_that_do_not_depend_change_places() {
        let (mut swapped, mut kept) = (0, 0);
        for first in First::ALL {
            for seed in 0..60 {
                let (frame, board, _) = read(&deal(4, 7, first, Shuffle::Swaps(25), seed));
                for (step, _) in all_steps(frame, &board) {
                    let middle = after(&board, step);
                    for (next, _) in all_steps(frame, &middle) {
                        let can_swap = all_steps(frame, &board).iter().any(|&(other, _)| other == next) && {
                            let other = after(&board, next);
                            all_steps(frame, &other).iter().any(|&(last, _)| last == step)
                                && after(&other, step) == after(&middle, next)
                        };
                        let depends = depends(next, step);
                        assert!(depends || can_swap, "{step:?} {next:?} {board:?}");
                        *(if depends { &mut kept } else { &mut swapped }) += 1;
                    }
                }
            }
        }
        assert!(swapped > 1_000 && kept > 1_000, "{swapped} of {}", swapped + kept);
    }

    #[test]
    fn blocks_are_legal_and_leave_the_board_as_it_was() {
        let mut long = HashSet::new();
        for seed in 0..60 {
            let (frame, board, _) = read(&deal(4, 8, First::Any, Shuffle::Swaps(25), seed));
            let mut walked = board.clone();
            blocks(frame, &mut walked, |reached, steps| {
                let mut replayed = board.clone();
                for &step in steps {
                    assert!(all_steps(frame, &replayed).iter().any(|&(legal, _)| legal == step), "{step:?}");
                    replayed = after(&replayed, step);
                }
                assert_eq!(replayed.cells, reached.cells);
                long.insert(steps.len());
                Ok(())
            })
            .expect("nothing stops it");
            assert_eq!(walked, board);
        }
        assert!(long.contains(&1) && long.contains(&(1 + FOLLOWERS)), "{long:?}");
    }
}
