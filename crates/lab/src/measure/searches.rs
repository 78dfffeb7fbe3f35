//! Searches on deals.

use std::num::NonZeroUsize;

use anyhow::{Context, Result, bail};
use kibitzer_catalog::{Budget, Cancel, PuzzleRoom, SolverSpec, SplitMix, Stop, TextSolver};

use super::{Measure, Setting, Worker, real};
use crate::Finding;
use crate::experiment::{Ended, Part, Which};
use crate::parallel::CpuClock;

pub(super) const METRICS: &[&str] =
    &["games", "solved", "unsolvable", "unknown", "expanded", "visited", "generated", "length", "micros"];

/// Searches of one game. Each solution is replayed by the rules, and two searches that contradict each other are an error.
///
/// Where a part of the deals asks for several games, each search is let loose so many times with other luck.
pub struct Searches {
    room: Box<dyn PuzzleRoom>,
    algorithms: Vec<SolverSpec>,
    budget: Budget,
    threads: NonZeroUsize,
    cancel: Cancel,
}

struct Searcher<'a> {
    plan: &'a Searches,
    solvers: Vec<Box<dyn TextSolver>>,
    judge: Box<dyn TextSolver>,
    findings: Vec<Finding>,
}

impl Searches {
    pub(super) fn new(setting: &Setting<'_>) -> Result<Searches> {
        let mut room = setting.game.puzzle()?;
        setting.models.map_or(Ok(()), |models| models.hand_to(&mut *room))?;
        let algorithms = setting.algorithms.iter().map(|algorithm| Ok(room.algorithm(&algorithm.with)?));
        let algorithms = algorithms.collect::<Result<_>>()?;
        Ok(Searches {
            room,
            algorithms,
            budget: setting.budget,
            threads: setting.threads,
            cancel: setting.cancel.clone(),
        })
    }
}

impl Measure for Searches {
    fn metrics(&self) -> &'static [&'static str] {
        METRICS
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        let exact = self.room.algorithm("exact").expect("every puzzle has an exact search");
        Box::new(Searcher {
            plan: self,
            solvers: self.algorithms.iter().map(|spec| self.room.solver(spec)).collect(),
            judge: self.room.solver(&exact),
            findings: Vec::new(),
        })
    }
}

impl Worker for Searcher<'_> {
    fn measure(&mut self, part: &Part, seed: u64, wanted: &[usize], sums: &mut [Vec<f64>]) -> Result<bool> {
        let position = self.plan.room.deal(seed)?;
        if part.which == Which::Solvable && !self.can_be_won(&position)? {
            return Ok(false);
        }
        self.findings.clear();
        for (&index, sums) in wanted.iter().zip(sums) {
            for game in 0..part.games {
                if part.games > 1 {
                    let spec = self.plan.algorithms[index].with_seed(luck(seed, game));
                    self.solvers[index] =
                        self.plan.room.solver(&spec.context("several games are for searches with luck")?);
                }
                let numbers = self.solve(index, &position).with_context(|| format!("seed {seed}"))?;
                sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
            }
        }
        if let Some([solver, refuter]) = contradiction(&self.findings) {
            let name = |index: usize| &self.plan.algorithms[wanted[index / usize::try_from(part.games).unwrap_or(1)]];
            bail!("seed {seed}: {} solves it, {} says unsolvable: one of them is wrong", name(solver), name(refuter));
        }
        Ok(true)
    }
}

impl Searcher<'_> {
    /// Lets one search loose and gives its numbers.
    fn solve(&mut self, index: usize, position: &str) -> Result<[f64; METRICS.len()]> {
        let plan = self.plan;
        let clock = CpuClock::start(plan.threads);
        let answer = self.solvers[index].solve(position, plan.budget, &plan.cancel);
        let micros = clock.elapsed().as_secs_f64() * 1e6;
        let answer = answer.with_context(|| plan.algorithms[index].to_string())?;
        if answer.stopped_by() == Some(Stop::Cancelled) {
            return Err(Ended.into());
        }
        let finding = Finding::from(&answer.verdict);
        self.findings.push(finding);
        let is = |wanted: Finding| real((finding == wanted).into());
        let stats = &answer.stats;
        Ok([
            1.0,
            is(Finding::Solved),
            is(Finding::Unsolvable),
            is(Finding::Unknown),
            real(stats.expanded),
            real(stats.expanded + stats.duplicates),
            real(stats.generated),
            real(answer.moves().len() as u64),
            micros,
        ])
    }

    fn can_be_won(&mut self, position: &str) -> Result<bool> {
        let answer = self.judge.solve(position, Budget::default(), &Cancel::default())?;
        Ok(Finding::from(&answer.verdict) == Finding::Solved)
    }
}

/// The luck of one game on one deal, whatever else is played.
const fn luck(seed: u64, game: u64) -> u64 {
    SplitMix::new(seed << 32 ^ game).next_u64()
}

/// One that solved a deal and one that refuted it, if there are such.
fn contradiction(findings: &[Finding]) -> Option<[usize; 2]> {
    let first = |wanted| findings.iter().position(|&finding| finding == wanted);
    Some([first(Finding::Solved)?, first(Finding::Unsolvable)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_solution_and_a_refutation_contradict() {
        use Finding::{Solved, Unknown, Unsolvable};
        assert_eq!(contradiction(&[Unknown, Unsolvable, Solved]), Some([2, 1]));
        assert_eq!(contradiction(&[Solved, Unsolvable, Solved]), Some([0, 1]));
        for agreed in [&[Solved, Unknown, Solved][..], &[Unsolvable, Unsolvable], &[Unknown], &[]] {
            assert_eq!(contradiction(agreed), None);
        }
    }
}
