//! Birds of a Feather, decided.

use kibitzer_games::birds::{Birds, BothGraphs, Flight};
use kibitzer_search::{Budget, Closed, DepthFirst, Observer, Report, Solver, Verdict};

/// Decides any position, with a proof.
#[derive(Debug, Default)]
pub struct Exact {}

impl Solver<Birds> for Exact {
    fn solve(
        &mut self,
        start: &Birds,
        budget: Budget,
        observer: &mut dyn Observer<Birds>,
    ) -> Report<Verdict<Flight>> {
        DepthFirst { heuristic: BothGraphs, closed: Closed::All }.solve(start, budget, observer)
    }
}
