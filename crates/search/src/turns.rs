//! Playing a puzzle turn by turn, as a person does.

use std::ops::ControlFlow;

use kibitzer_core::Puzzle;

use crate::{Analysis, Budget, Meter, Observer, Report, Solver, Stats, Stop, Thinker, Verdict, Watch};

/// A thinker that makes the move it likes best, turn by turn, and never takes one back: one game, which solves the
/// puzzle or says nothing about it. It thinks about each position afresh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnByTurn<T>(
    /// Who thinks.
    pub T,
);

impl<P: Puzzle, T: Thinker<P>> Solver<P> for TurnByTurn<T> {
    fn solve(&mut self, start: &P, budget: Budget, observer: &mut dyn Observer<P>) -> Report<Verdict<P::Move>> {
        let mut meter = Meter::new(budget, observer);
        let outcome = self.game(start, budget, &mut meter);
        meter.report(outcome)
    }
}

impl<T> TurnByTurn<T> {
    fn game<P: Puzzle>(&mut self, start: &P, budget: Budget, meter: &mut Meter<'_, P>) -> Result<Verdict<P::Move>, Stop>
    where
        T: Thinker<P>,
    {
        let (mut position, mut line) = (start.clone(), Vec::new());
        while !position.is_goal() {
            self.0.forget();
            let left = Budget { nodes: budget.nodes.map(|_| meter.nodes_left()), time: meter.time_left(), ..budget };
            let thought = self.0.think(&position, left, &mut Look(meter));
            meter.expand_elsewhere(thought.stats.expanded);
            // The position itself is one more that was seen, so that games without a thought obey limits, too.
            meter.expand_unseen()?;
            // Stuck. Others might not have been.
            let Some(best) = thought.verdict.moves.first() else { return Ok(Verdict::Unknown(Stop::GaveUp)) };
            position.play(best.mv);
            line.push(best.mv);
        }
        Ok(Verdict::Solved(line))
    }
}

/// Lets a thinker ask the meter of the whole game whether to go on.
struct Look<'a, 'b, G>(&'a mut Meter<'b, G>);

impl<G, M> Watch<M> for Look<'_, '_, G> {
    fn look(&mut self, _: &Stats, _: &dyn Fn() -> Analysis<M>) -> ControlFlow<()> {
        if self.0.look().is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
