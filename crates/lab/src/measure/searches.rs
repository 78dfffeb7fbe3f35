//! Searches on deals.

use std::num::NonZeroUsize;

use anyhow::{Context, Result, bail};
use kibitzer_catalog::{Budget, Cancel, GameSpec, PuzzleRoom, SolverSpec, SplitMix, Stop, TextSolver};

use super::{Measure, ModelFile, Setting, Worker, real};
use crate::Finding;
use crate::experiment::{Ended, Part, Which};
use crate::parallel::CpuClock;

pub(super) const METRICS: &[&str] = &[
    "games",
    "solved",
    "unsolvable",
    "unknown",
    "stopped",
    "expanded",
    "visited",
    "generated",
    "length",
    "micros",
    "solved_expanded",
    "solved_micros",
    "within_1s",
    "within_10s",
    "within_60s",
];

/// The seconds of processor time of the last three.
const LIMITS: [f64; 3] = [1.0, 10.0, 60.0];

/// Searches on deals. Each solution is replayed by the rules, and two searches that contradict each other are an error.
///
/// Where a part of the deals asks for several games, each search is let loose so many times with other luck.
pub struct Searches {
    algorithms: Vec<String>,
    models: Option<ModelFile>,
    threads: NonZeroUsize,
    cancel: Cancel,
}

struct Searcher<'a> {
    plan: &'a Searches,
    /// The game of the part at hand; parts come one after the other.
    table: Option<Table>,
    findings: Vec<Finding>,
}

/// All that is needed to measure on one game.
struct Table {
    game: GameSpec,
    room: Box<dyn PuzzleRoom>,
    algorithms: Vec<SolverSpec>,
    /// Those that have been needed.
    solvers: Vec<Option<Box<dyn TextSolver>>>,
    /// Who knows which deals can be won, if that was asked.
    judge: Option<Box<dyn TextSolver>>,
}

impl Searches {
    pub(super) fn new(setting: &Setting<'_>) -> Result<Searches> {
        let searches = Searches {
            algorithms: setting.algorithms.iter().map(|algorithm| algorithm.with.clone()).collect(),
            models: setting.models.cloned(),
            threads: setting.threads,
            cancel: setting.cancel.clone(),
        };
        // Mistakes are told before anything is measured.
        searches.table(setting.game)?;
        Ok(searches)
    }

    fn table(&self, game: GameSpec) -> Result<Table> {
        let mut room = game.puzzle()?;
        self.models.as_ref().map_or(Ok(()), |models| models.hand_to(&mut *room))?;
        let algorithms = self.algorithms.iter().map(|with| Ok(room.algorithm(with)?)).collect::<Result<Vec<_>>>()?;
        let solvers = algorithms.iter().map(|_| None).collect();
        Ok(Table { game, room, algorithms, solvers, judge: None })
    }
}

impl Measure for Searches {
    fn metrics(&self) -> &'static [&'static str] {
        METRICS
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Searcher { plan: self, table: None, findings: Vec::new() })
    }
}

impl Worker for Searcher<'_> {
    fn measure(&mut self, part: &Part, seed: u64, wanted: &[usize], sums: &mut [Vec<f64>]) -> Result<bool> {
        if self.table.as_ref().is_none_or(|table| table.game != part.game) {
            self.table = Some(self.plan.table(part.game)?);
        }
        let table = self.table.as_mut().context("it was laid above")?;
        let position = table.room.deal(seed)?;
        if part.which == Which::Solvable && !table.can_be_won(&position)? {
            return Ok(false);
        }
        self.findings.clear();
        for (&index, sums) in wanted.iter().zip(sums) {
            for game in 0..part.games {
                if part.games > 1 {
                    let spec = table.algorithms[index].with_seed(luck(seed, game));
                    let spec = spec.context("several games are for searches with luck")?;
                    table.solvers[index] = Some(table.room.solver(&spec));
                }
                let (finding, numbers) =
                    self.plan.solve(table, index, &position, part.budget).with_context(|| format!("seed {seed}"))?;
                self.findings.push(finding);
                sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
            }
        }
        if let Some([solver, refuter]) = contradiction(&self.findings) {
            let name = |index: usize| &table.algorithms[wanted[index / usize::try_from(part.games).unwrap_or(1)]];
            bail!("seed {seed}: {} solves it, {} says unsolvable: one of them is wrong", name(solver), name(refuter));
        }
        Ok(true)
    }
}

impl Searches {
    /// Lets one search loose and gives what it says, and its numbers.
    fn solve(
        &self,
        table: &mut Table,
        index: usize,
        position: &str,
        budget: Budget,
    ) -> Result<(Finding, [f64; METRICS.len()])> {
        let Table { room, algorithms, solvers, .. } = table;
        let solver = solvers[index].get_or_insert_with(|| room.solver(&algorithms[index]));
        let clock = CpuClock::start(self.threads);
        let answer = solver.solve(position, budget, &self.cancel);
        let micros = clock.elapsed().as_secs_f64() * 1e6;
        let answer = answer.with_context(|| algorithms[index].to_string())?;
        let stop = answer.stopped_by();
        if stop == Some(Stop::Cancelled) {
            return Err(Ended.into());
        }
        let finding = Finding::from(&answer.verdict);
        let is = |wanted: Finding| real((finding == wanted).into());
        let (stats, won) = (&answer.stats, is(Finding::Solved));
        let within = LIMITS.map(|seconds| real(was_decided_within(seconds, finding, micros).into()));
        let numbers = [
            1.0,
            won,
            is(Finding::Unsolvable),
            is(Finding::Unknown),
            real(matches!(stop, Some(Stop::Time | Stop::Nodes | Stop::Memory)).into()),
            real(stats.expanded),
            real(stats.expanded + stats.duplicates),
            real(stats.generated),
            real(answer.moves().len() as u64),
            micros,
            won * real(stats.expanded),
            won * micros,
            within[0],
            within[1],
            within[2],
        ];
        Ok((finding, numbers))
    }
}

impl Table {
    fn can_be_won(&mut self, position: &str) -> Result<bool> {
        let judge = match &mut self.judge {
            Some(judge) => judge,
            judge => judge.insert(self.room.solver(&self.room.algorithm("exact")?)),
        };
        let answer = judge.solve(position, Budget::default(), &Cancel::default())?;
        Ok(Finding::from(&answer.verdict) == Finding::Solved)
    }
}

/// Whether there was an answer within so many seconds of processor time, whatever limits there were.
fn was_decided_within(seconds: f64, finding: Finding, micros: f64) -> bool {
    finding != Finding::Unknown && micros <= seconds * 1e6
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
    fn what_is_unknown_was_not_decided_however_fast() {
        assert!(was_decided_within(1.0, Finding::Unsolvable, 1e6));
        assert!(!was_decided_within(1.0, Finding::Solved, 1e6 + 1.0));
        assert!(!was_decided_within(1.0, Finding::Unknown, 1.0));
    }

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
