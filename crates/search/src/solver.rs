//! The one door to every search.

use kibitzer_core::Puzzle;

use crate::{Budget, Observer, Report, Verdict};

/// A configured search. Object-safe, so that rivals can stand in one list.
pub trait Solver<P: Puzzle> {
    /// Searches from `start` until it knows or the budget is spent.
    fn solve(&mut self, start: &P, budget: Budget, observer: &mut dyn Observer<P>) -> Report<Verdict<P::Move>>;
}
