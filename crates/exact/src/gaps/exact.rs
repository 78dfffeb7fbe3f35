//! The one solver that decides any position of Gaps.

use kibitzer_games::gaps::{First, Gaps, Shift};
use kibitzer_search::{Budget, Observer, Report, Solver, Verdict};

use super::{Deep, Roam, Scheduler};

/// Decides any position, by what suits the rule of its first column. Keeps its memory from one to the next.
#[derive(Debug, Default)]
pub struct Exact {
    suit: Deep,
    lowest: Scheduler,
    any: Roam,
}

impl Solver<Gaps> for Exact {
    fn solve(&mut self, start: &Gaps, budget: Budget, observer: &mut dyn Observer<Gaps>) -> Report<Verdict<Shift>> {
        match start.first() {
            First::Suit => self.suit.solve(start, budget, observer),
            First::Lowest => self.lowest.solve(start, budget, observer),
            First::Any => self.any.solve(start, budget, observer),
        }
    }
}
