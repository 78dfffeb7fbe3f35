//! Iterative-deepening A*: shortest solutions in the memory of one path.

use kibitzer_core::{Heuristic, Puzzle};

use crate::dfs::{Closed, End, Walk};
use crate::{Budget, Meter, Observer, Report, Solver, Stop, Verdict};

/// Walks depth-first through all paths of moves made plus moves left within a bound, then raises the bound to the least
/// that exceeded it (Korf, "Depth-first iterative-deepening", Artificial Intelligence 27, 1985).
///
/// A solution found is a shortest one, provided that the heuristic never overestimates. `Unsolvable` means that a walk
/// ended without being cut by its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdaStar<H> {
    /// The moves left, at a guess that never exceeds the truth.
    pub heuristic: H,
}

impl<P: Puzzle, H: Heuristic<P>> Solver<P> for IdaStar<H> {
    fn solve(&mut self, start: &P, budget: Budget, observer: &mut dyn Observer<P>) -> Report<Verdict<P::Move>> {
        let mut meter = Meter::new(budget, observer);
        let outcome = self.run(start, &mut meter);
        meter.report(outcome)
    }
}

impl<H> IdaStar<H> {
    fn run<P>(&self, start: &P, meter: &mut Meter<'_, P>) -> Result<Verdict<P::Move>, Stop>
    where
        P: Puzzle,
        H: Heuristic<P>,
    {
        let mut walk = Walk::new(&self.heuristic, Closed::Path);
        // The first walk is cut at once, by the estimate of the start, or ends at once.
        let mut bound = 0;
        loop {
            match walk.run(start, Some(bound), meter)? {
                End::Goal(path) => return Ok(Verdict::Solved(path)),
                End::Exhausted { cut: Some(cut) } => bound = cut,
                End::Exhausted { cut: None } => return Ok(Verdict::Unsolvable),
            }
        }
    }
}
