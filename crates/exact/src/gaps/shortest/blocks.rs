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
//!
//! Where column 1 has more gaps, let a card that is no lowest one go into it from another column. More moves into column 1
//! may follow it; it can change places with them, which leaves the sum as it is, so let it be the last of these. Then comes a
//! move elsewhere, for the game is not won yet, and that one depends on it, or they could change places. The same is true of
//! each such move among those into column 1. A move can depend on two of them only by entering the cell that one left
//! behind the card of the other. So here it is enough to look at a move into column 1 with one that depends on it, and at two
//! with one that depends on both.
//!
//! # Why one order is enough
//!
//! Where two moves of a block follow each other and the second does not depend on the first, they may change places: both
//! still depend on some move before them, and the position after the block is the same. Of all orders that come about in
//! this way take the one whose cards are the least, compared one after the other. In it, a move that does not depend on the
//! one right before it is made by a higher card. If column 1 now opens before the end, the block ends there, at a position of
//! a shortest solution as well. The order of cards is the same however the rows lie.
//!
//! # What no shortest solution has
//!
//! No card moves twice in a row: it could have gone straight to where it comes, since that cell was empty already and its
//! left neighbour was there. So after a move into column 1 another card enters the cell that was left, or comes to stand
//! behind the card, unless all is won; and a position whose shortest known way ends with a move of some card need not move it
//! first: a shortest solution that did would be as long as one that is too long.

use kibitzer_games::gaps::First;
use kibitzer_search::Stop;

use super::super::board::{Board, Frame, GAP, NOWHERE, Step, WALL, is_first, is_lowest};
use super::ledger::NEVER;
use super::outlook::{OnCycles, Outlook};

/// The most moves in a block that follow the first. With more, fewer positions are kept, but more are seen again and again.
const FOLLOWERS: usize = 9;

/// The number of no card.
pub(super) const NOBODY: u8 = WALL;

/// Which blocks are asked for.
pub(super) struct Wanted<'a> {
    /// What is needed before them, and which cards are on cycles then.
    pub(super) outlook: &'a (Outlook, OnCycles),
    /// The moves of a block and what is needed after it are no more than this.
    pub(super) most: u8,
    /// The card that does not move first.
    pub(super) last: u8,
}

/// What a walk came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Walked {
    /// Positions within blocks whose moves were tried.
    pub(super) within: u64,
    /// The least `most` with which more blocks may be found.
    pub(super) beyond: Option<u8>,
}

/// Where a block leads.
pub(super) struct Reached<'a> {
    pub(super) board: &'a Board,
    pub(super) outlook: &'a Outlook,
    pub(super) steps: &'a [Step],
    /// The moves of the block and what is needed after it.
    pub(super) total: u8,
}

/// The blocks of a position, being walked through.
struct Walk<'a, F> {
    frame: Frame,
    board: &'a mut Board,
    on_cycles: &'a OnCycles,
    most: u8,
    steps: [Step; 1 + FOLLOWERS],
    length: usize,
    walked: Walked,
    arrive: F,
}

/// Calls `arrive` after each block that is wanted, or each move that is one alone. The board is then as it was, unless `arrive`
/// failed.
pub(super) fn blocks<F>(frame: Frame, board: &mut Board, wanted: &Wanted<'_>, arrive: F) -> Result<Walked, Stop>
where
    F: FnMut(&Reached<'_>) -> Result<(), Stop>,
{
    let open = (0..frame.rows).filter(|row| board.at(16 * row) == GAP).count();
    let steps = [Step { card: NOBODY, from: 0, to: 0 }; 1 + FOLLOWERS];
    let (outlook, on_cycles) = wanted.outlook;
    let walked = Walked::default();
    let mut walk = Walk { frame, board, on_cycles, most: wanted.most, steps, length: 0, walked, arrive };
    for gap in 0..usize::from(frame.rows) {
        for step in steps_into(frame, walk.board, gap).filter(|step| step.card != wanted.last) {
            let enters = is_first(step.to) && !is_first(step.from);
            let followers = match open {
                1 if enters => FOLLOWERS,
                2.. if enters && !is_lowest(step.card) => 1,
                _ => 0,
            };
            if followers < FOLLOWERS || leads_on(walk.board, step) {
                walk.take(step, gap, outlook, followers)?;
            }
        }
    }
    Ok(walk.walked)
}

impl<F: FnMut(&Reached<'_>) -> Result<(), Stop>> Walk<'_, F> {
    /// Makes a step, and then so many more that depend on the steps made.
    fn take(&mut self, step: Step, gap: usize, before: &Outlook, followers: usize) -> Result<(), Stop> {
        let is_first_of_card = self.steps[..self.length].iter().all(|earlier| earlier.card != step.card);
        let outlook = before.after(step, is_first_of_card, self.on_cycles);
        self.board.play(step, gap);
        self.steps[self.length] = step;
        self.length += 1;
        let needed = outlook.needed(self.frame, self.board);
        let total = needed.saturating_add(byte(self.length));
        if total > self.most {
            if needed < NEVER {
                self.walked.beyond = Some(self.walked.beyond.map_or(total, |beyond| beyond.min(total)));
            }
        } else if followers == 0 || needed == 0 || is_first(step.from) {
            let (board, steps) = (&*self.board, &self.steps[..self.length]);
            (self.arrive)(&Reached { board, outlook: &outlook, steps, total })?;
        } else {
            self.walked.within += 1;
            for gap in 0..usize::from(self.frame.rows) {
                if is_first(self.board.gaps[gap]) {
                    if let Some(next) = self.makes_way(gap) {
                        self.take(next, gap, &outlook, followers)?;
                    }
                } else if let Some(next) = self.board.step_into(gap).filter(|&next| self.goes_on(next)) {
                    self.take(next, gap, &outlook, followers - 1)?;
                }
            }
        }
        self.length -= 1;
        self.board.undo(step, gap);
        Ok(())
    }

    /// The step into a second gap of column 1 that lets a card come behind the one that entered the first.
    fn makes_way(&self, gap: usize) -> Option<Step> {
        let [Step { card, to, .. }] = self.steps[..self.length] else { return None };
        let from = to + 1;
        let step = Step { card: self.board.at(from), from, to: self.board.gaps[gap] };
        let is_card = self.board.place(step.card) == from;
        (is_card && step.card != card + 1 && self.board.place(card + 1) != NOWHERE).then_some(step)
    }

    /// Whether a step goes on with a block, in the one order of its moves that is looked at.
    #[inline]
    fn goes_on(&self, next: Step) -> bool {
        let steps = &self.steps[..self.length];
        let last = steps[steps.len() - 1];
        let depends_on_any = || steps.iter().any(|&step| depends(next, step));
        next.card != last.card && (depends(next, last) || next.card > last.card && depends_on_any())
    }
}

/// Whether a step can change places with one before it: not if it depends on that.
fn depends(next: Step, step: Step) -> bool {
    next.card == step.card
        || next.to == step.from
        || next.card == step.card + 1 && next.to == step.to + 1
        || next.card + 1 == step.card && !is_first(step.to)
}

/// Whether another card can enter the cell that is left for column 1, or come behind the card there; or whether the step may
/// be the last of all.
fn leads_on(board: &Board, step: Step) -> bool {
    let Step { card, from, to } = step;
    let left = if from - 1 == to { card } else { board.at(from - 1) };
    let enters = left + 1 != card && board.place(left + 1) != NOWHERE;
    let follows = board.at(to + 1) == GAP && board.place(card + 1) != NOWHERE;
    enters || follows || is_lowest(card)
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

/// The length of a block.
#[expect(clippy::cast_possible_truncation, reason = "blocks are short")]
pub(super) fn byte(length: usize) -> u8 {
    length as u8
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
            let wanted = Wanted { outlook: &Outlook::plain(frame, &board), most: NEVER, last: NOBODY };
            blocks(frame, &mut walked, &wanted, |Reached { board: reached, steps, .. }| {
                let mut replayed = board.clone();
                for &step in *steps {
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
