//! Searches against each other on the same deals.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use kibitzer_catalog::{Answer, Budget, Cancel, GameSpec, PuzzleRoom, SolverSpec, TextSolver};

use crate::progress::Progress;
use crate::record::{Lane, RaceNodes};
use crate::stats::Histogram;
use crate::tables::{Table, grouped};
use crate::{Finding, parallel};

/// A race to be run.
#[derive(Clone, Debug)]
pub struct Race {
    /// The game.
    pub game: GameSpec,
    /// The deals; not empty, and all of them exist.
    pub seeds: Range<u64>,
    /// The searches, all of this game.
    pub contenders: Vec<SolverSpec>,
    /// The limits of each search on each deal.
    pub budget: Budget,
    /// How many threads work. Counts do not depend on it, unless time is limited.
    pub threads: NonZeroUsize,
    /// Whether a bar shows how far it is.
    pub is_watched: bool,
}

/// How a race ended.
#[derive(Clone, Debug)]
pub struct Finish {
    /// The game.
    pub game: GameSpec,
    /// The deals.
    pub seeds: Range<u64>,
    /// One for each contender, in their order.
    pub contenders: Vec<Contender>,
    /// What each said about each deal, in the order of seeds, then of contenders.
    rows: Vec<RaceRow>,
}

/// What one search did.
#[derive(Clone, Debug, Default)]
pub struct Contender {
    /// The search as the command line writes it.
    pub search: String,
    /// Deals solved, unsolvable and unknown.
    pub counts: [u64; 3],
    /// Positions expanded on each deal.
    pub nodes: Histogram,
    /// Positions expanded on each deal that was decided.
    pub decided: Histogram,
    /// Moves of each solution.
    pub lengths: Histogram,
    /// Time spent searching, of all deals together.
    pub time: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RaceRow {
    seed: u64,
    contender: usize,
    word: &'static str,
    nodes: u64,
    length: Option<usize>,
}

/// What one thread has seen.
struct Runner {
    solvers: Vec<Box<dyn TextSolver>>,
    contenders: Vec<Contender>,
    /// What each contender says about the deal at hand.
    findings: Vec<Finding>,
    rows: Vec<RaceRow>,
}

impl Race {
    /// Runs every search on every deal. Each solution is replayed by the rules.
    ///
    /// # Errors
    /// If the game is no puzzle, a solution does not replay, or one search solves what another proves unsolvable: one of them is broken.
    pub fn run(&self) -> Result<Finish> {
        let room = self.game.puzzle()?;
        let deals = self.seeds.end - self.seeds.start;
        let progress = if self.is_watched { Progress::of(deals, "deals") } else { Progress::silent() };
        let start = || Runner {
            solvers: self.contenders.iter().map(|spec| room.solver(spec)).collect(),
            contenders: self.contenders.iter().map(Contender::new).collect(),
            findings: vec![Finding::Unknown; self.contenders.len()],
            rows: Vec::new(),
        };
        let runners = parallel::for_each(self.threads, self.seeds.clone(), start, |runner, seed| {
            progress.advance(1);
            self.deal(room.as_ref(), runner, seed)
        })?;
        progress.finish();
        let mut contenders: Vec<_> = self.contenders.iter().map(Contender::new).collect();
        let mut rows = Vec::new();
        for runner in runners {
            contenders.iter_mut().zip(&runner.contenders).for_each(|(sum, part)| sum.merge(part));
            rows.extend(runner.rows);
        }
        rows.sort_unstable();
        Ok(Finish { game: self.game, seeds: self.seeds.clone(), contenders, rows })
    }

    fn deal(&self, room: &dyn PuzzleRoom, runner: &mut Runner, seed: u64) -> Result<()> {
        let position = room.deal(seed)?;
        for (index, (solver, contender)) in runner.solvers.iter_mut().zip(&mut runner.contenders).enumerate() {
            let answer = solver.solve(&position, self.budget, &Cancel::default());
            let answer = answer.with_context(|| format!("seed {seed}: {}", contender.search))?;
            let finding = Finding::from(&answer.verdict);
            runner.findings[index] = finding;
            runner.rows.push(RaceRow::new(seed, index, &answer));
            contender.add(finding, &answer);
        }
        if let Some([solver, refuter]) = contradiction(&runner.findings) {
            let [solver, refuter] = [solver, refuter].map(|index| &runner.contenders[index].search);
            bail!("seed {seed}: {solver} solves it, {refuter} says unsolvable: one of them is wrong");
        }
        Ok(())
    }
}

/// One that solved a deal and one that refuted it, if there are such.
fn contradiction(findings: &[Finding]) -> Option<[usize; 2]> {
    let first = |wanted| findings.iter().position(|&finding| finding == wanted);
    Some([first(Finding::Solved)?, first(Finding::Unsolvable)?])
}

impl RaceRow {
    fn new(seed: u64, contender: usize, answer: &Answer) -> RaceRow {
        let length = (Finding::from(&answer.verdict) == Finding::Solved).then(|| answer.moves().len());
        RaceRow { seed, contender, word: answer.word(), nodes: answer.stats.expanded, length }
    }
}

impl Contender {
    fn new(spec: &SolverSpec) -> Contender {
        Contender { search: spec.to_string(), ..Contender::default() }
    }

    fn add(&mut self, finding: Finding, answer: &Answer) {
        self.counts[finding as usize] += 1;
        self.nodes.add(answer.stats.expanded);
        self.time += answer.stats.elapsed;
        if finding != Finding::Unknown {
            self.decided.add(answer.stats.expanded);
        }
        if finding == Finding::Solved {
            self.lengths.add(answer.moves().len() as u64);
        }
    }

    fn merge(&mut self, other: &Contender) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self.nodes.merge(&other.nodes);
        self.decided.merge(&other.decided);
        self.lengths.merge(&other.lengths);
        self.time += other.time;
    }

    fn time_per_deal(&self) -> Duration {
        self.time / u32::try_from(self.nodes.total().max(1)).unwrap_or(u32::MAX)
    }
}

impl Finish {
    /// One row for each search.
    #[must_use]
    pub fn table(&self) -> Table {
        let title = format!("{}, seeds {}..={}", self.game, self.seeds.start, self.seeds.end - 1);
        let mut table = Table::new([
            title.as_str(),
            "solved",
            "unsolvable",
            "unknown",
            "nodes: mean",
            "median",
            "most",
            "moves: mean",
            "time a deal",
        ]);
        for contender in &self.contenders {
            let Contender { search, counts, nodes, lengths, .. } = contender;
            table.row([
                search.clone(),
                grouped(counts[Finding::Solved as usize]),
                grouped(counts[Finding::Unsolvable as usize]),
                grouped(counts[Finding::Unknown as usize]),
                grouped(format!("{:.1}", nodes.mean().unwrap_or(0.0))),
                grouped(nodes.percentile(50).unwrap_or(0)),
                grouped(nodes.max().unwrap_or(0)),
                lengths.mean().map_or("-".to_string(), |mean| format!("{mean:.1}")),
                format!("{:.1?}", contender.time_per_deal()),
            ]);
        }
        table
    }

    /// One record for each search.
    #[must_use]
    pub fn lanes(&self) -> Vec<Lane> {
        let lane = |contender: &Contender| Lane {
            game: self.game.to_string(),
            first_seed: self.seeds.start,
            last_seed: self.seeds.end - 1,
            search: contender.search.clone(),
            solved: contender.counts[Finding::Solved as usize],
            unsolvable: contender.counts[Finding::Unsolvable as usize],
            unknown: contender.counts[Finding::Unknown as usize],
            nodes: RaceNodes {
                mean: contender.nodes.mean().unwrap_or(0.0),
                median: contender.nodes.percentile(50).unwrap_or(0),
                max: contender.nodes.max().unwrap_or(0),
            },
            mean_length: contender.lengths.mean(),
            mean_micros: contender.time_per_deal().as_secs_f64() * 1e6,
        };
        self.contenders.iter().map(lane).collect()
    }

    /// What each search said about each deal, as comma-separated values. Without times, so that it repeats.
    #[must_use]
    pub fn deals(&self) -> String {
        let mut text = "seed,search,verdict,nodes,length\n".to_string();
        for RaceRow { seed, contender, word, nodes, length } in &self.rows {
            // A search with several options has commas in its name.
            let search = &self.contenders[*contender].search;
            let length = length.map(|length| length.to_string()).unwrap_or_default();
            writeln!(text, "{seed},\"{search}\",{word},{nodes},{length}").expect("a String takes any text");
        }
        text
    }
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
