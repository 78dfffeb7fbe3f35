//! A tree search that looks for promising positions, and a best-first search that goes on from there: the hybrid that
//! Darmanger, Gombas and Radomski (2024, section 11.1) propose.

use std::ops::ControlFlow;

use kibitzer_core::{Heuristic, Puzzle};

use crate::scored_tree::Line;
use crate::{BestFirst, Budget, Meter, Observer, Report, ScoredTree, Solver, Stats, Stop, Verdict};

/// First the tree search. If it meets a goal, best-first search looks for shorter ways from positions on its path; if it
/// does not, best-first search goes on from the positions with the highest scores that were met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeThenBestFirst<F, H> {
    /// The first search.
    pub tree: ScoredTree<F>,
    /// The second.
    pub finish: BestFirst<H>,
    /// From how many positions the second search goes on.
    pub starts: usize,
    /// How many positions it may expand from each.
    pub nodes: u64,
}

impl<P, F, H> Solver<P> for TreeThenBestFirst<F, H>
where
    P: Puzzle,
    F: Fn(&P) -> f64,
    H: Heuristic<P>,
{
    fn solve(&mut self, start: &P, budget: Budget, observer: &mut dyn Observer<P>) -> Report<Verdict<P::Move>> {
        let mut meter = Meter::new(budget, observer);
        let outcome = self.run(start, budget, &mut meter);
        meter.report(outcome)
    }
}

impl<F, H> TreeThenBestFirst<F, H> {
    fn run<P>(&mut self, start: &P, budget: Budget, meter: &mut Meter<'_, P>) -> Result<Verdict<P::Move>, Stop>
    where
        P: Puzzle,
        F: Fn(&P) -> f64,
        H: Heuristic<P>,
    {
        let mut best = Best { lines: Vec::new(), most: self.starts };
        let found = self.tree.search(start, meter, &mut |line| best.meet(line))?;
        if let Some(moves) = found {
            return Ok(Verdict::Solved(self.shorten(start, &moves, budget, meter)));
        }
        for line in best.lines {
            if let Verdict::Solved(rest) = self.go_on(&line.end, budget, meter)? {
                let whole: Vec<P::Move> = line.moves.into_iter().chain(rest).collect();
                return Ok(Verdict::Solved(self.shorten(start, &whole, budget, meter)));
            }
        }
        Ok(Verdict::Unknown(Stop::GaveUp))
    }

    /// A path that is no longer: without its loops, and with the best ends that are found from positions on it. Running
    /// out of time ends this and loses nothing.
    fn shorten<P>(&mut self, start: &P, moves: &[P::Move], budget: Budget, meter: &mut Meter<'_, P>) -> Vec<P::Move>
    where
        P: Puzzle,
        H: Heuristic<P>,
    {
        let mut moves = without_loops(start, moves);
        // From the start, from the middle, and so on: the nearer to the goal, the surer an answer.
        for place in 0..self.starts {
            let kept = moves.len() * place / self.starts;
            let from = moves[..kept].iter().fold(start.clone(), |state, mv| state.after(*mv));
            match self.go_on(&from, budget, meter) {
                Ok(Verdict::Solved(rest)) => {
                    if kept + rest.len() < moves.len() {
                        moves.truncate(kept);
                        moves.extend(rest);
                    }
                    // The best end is known, and what lies behind is a part of it.
                    break;
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
        moves
    }

    /// The second search, from one position.
    fn go_on<P>(&mut self, from: &P, budget: Budget, meter: &mut Meter<'_, P>) -> Result<Verdict<P::Move>, Stop>
    where
        P: Puzzle,
        H: Heuristic<P>,
    {
        let nodes = Some(meter.nodes_left().min(self.nodes));
        let share = Budget { nodes, time: meter.time_left(), bytes: budget.bytes };
        let Report { verdict, stats } = self.finish.solve(from, share, &mut Watching(meter));
        meter.expand_elsewhere(stats.expanded);
        for _ in 0..stats.generated {
            meter.generate();
        }
        // Whose limit it was: that of the whole, or that of this part.
        meter.look()?;
        if meter.nodes_left() == 0 && !matches!(verdict, Verdict::Solved(_)) {
            return Err(Stop::Nodes);
        }
        Ok(verdict)
    }
}

/// The lines that lead to the highest scores, the highest first, each position once.
struct Best<P: Puzzle> {
    lines: Vec<Line<P>>,
    most: usize,
}

impl<P: Puzzle> Best<P> {
    fn meet(&mut self, line: &Line<P>) {
        let worst = self.lines.last().map_or(f64::NEG_INFINITY, |line| line.score);
        if self.lines.len() == self.most && line.score <= worst {
            return;
        }
        if self.lines.iter().any(|known| known.end.key() == line.end.key()) {
            return;
        }
        let place = self.lines.partition_point(|known| known.score >= line.score);
        self.lines.insert(place, line.clone());
        self.lines.truncate(self.most);
    }
}

/// The same path with everything left out that leads back to a position it has been at.
fn without_loops<P: Puzzle>(start: &P, moves: &[P::Move]) -> Vec<P::Move> {
    let mut keys = vec![start.key()];
    let mut state = start.clone();
    for mv in moves {
        state.play(*mv);
        let key = state.key();
        match keys.iter().position(|known| *known == key) {
            Some(place) => keys.truncate(place + 1),
            None => keys.push(key),
        }
    }
    // A position may have come back as a mirror image: the moves are found again by the keys.
    let mut state = start.clone();
    let step = |key: &P::Key| {
        let mv = state.moves().find(|mv| state.after(*mv).key() == *key);
        let mv = mv.expect("equal keys have equal futures");
        state.play(mv);
        mv
    };
    keys[1..].iter().map(step).collect()
}

/// Lets the second search ask the meter of the whole.
struct Watching<'a, 'b, G>(&'a mut Meter<'b, G>);

impl<G> Observer<G> for Watching<'_, '_, G> {
    fn tick(&mut self, _: &Stats) -> ControlFlow<()> {
        if self.0.look().is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
