//! Searches against each other on the same deals.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::time::Duration;

use anyhow::Result;
use kibitzer_catalog::{Budget, Cancel, GameSpec, SolverSpec};

use crate::Finding;
use crate::experiment::{Experiment, Record, Run};
use crate::measure::{Algorithm, ModelFile};
use crate::record::{Lane, RaceNodes};
use crate::seeds::Seeds;
use crate::stats::Histogram;
use crate::tables::{Table, grouped};

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
    /// Models that searches use in place of those that come along.
    pub models: Option<ModelFile>,
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
    /// Processor time spent searching, of all deals together.
    pub time: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RaceRow {
    seed: u64,
    contender: usize,
    word: &'static str,
    nodes: u64,
    length: Option<u64>,
}

impl Race {
    /// Runs every search on every deal. Each solution is replayed by the rules.
    ///
    /// # Errors
    /// If the game is no puzzle, a solution does not replay, or one search solves what another proves unsolvable: one of them is broken.
    ///
    /// # Panics
    /// Never: searches have these numbers.
    pub fn run(&self) -> Result<Finish> {
        let experiment = self.experiment();
        let run = Run {
            experiment: &experiment,
            is_quick: false,
            threads: self.threads,
            is_watched: self.is_watched,
            cancel: Cancel::default(),
        };
        let found = run.run(None)?;
        let metric =
            |name: &str| found.metrics.iter().position(|metric| *metric == name).expect("searches have these numbers");
        let (unsolvable, solved) = (metric("unsolvable"), metric("solved"));
        let (expanded, length, micros) = (metric("expanded"), metric("length"), metric("micros"));
        let mut contenders: Vec<_> = self.contenders.iter().map(Contender::new).collect();
        let mut rows = Vec::new();
        for Record { seed, algorithm, numbers, .. } in &found.records {
            let finding = match (numbers[solved] > 0.0, numbers[unsolvable] > 0.0) {
                (true, _) => Finding::Solved,
                (_, true) => Finding::Unsolvable,
                _ => Finding::Unknown,
            };
            let length = (finding == Finding::Solved).then(|| whole(numbers[length]));
            let (nodes, time) = (whole(numbers[expanded]), Duration::from_secs_f64(numbers[micros] / 1e6));
            for (index, spec) in self.contenders.iter().enumerate() {
                // A search that was named twice ran once.
                if experiment.algorithms[*algorithm].with == spec.to_string() {
                    contenders[index].add(finding, nodes, length, time);
                    rows.push(RaceRow { seed: *seed, contender: index, word: finding.word(), nodes, length });
                }
            }
        }
        rows.sort_unstable();
        Ok(Finish { game: self.game, seeds: self.seeds.clone(), contenders, rows })
    }

    fn experiment(&self) -> Experiment {
        let mut algorithms: Vec<Algorithm> = Vec::new();
        for spec in &self.contenders {
            let algorithm = Algorithm { with: spec.to_string(), learns_from: None };
            if !algorithms.contains(&algorithm) {
                algorithms.push(algorithm);
            }
        }
        let seeds = Seeds::from(self.seeds.clone());
        let models = self.models.clone();
        Experiment { models, ..Experiment::of_searches("race", self.game, seeds, algorithms, self.budget) }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts are whole and small")]
fn whole(number: f64) -> u64 {
    number as u64
}

impl Contender {
    fn new(spec: &SolverSpec) -> Contender {
        Contender { search: spec.to_string(), ..Contender::default() }
    }

    fn add(&mut self, finding: Finding, nodes: u64, length: Option<u64>, time: Duration) {
        self.counts[finding as usize] += 1;
        self.nodes.add(nodes);
        self.time += time;
        if finding != Finding::Unknown {
            self.decided.add(nodes);
        }
        if let Some(length) = length {
            self.lengths.add(length);
        }
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
            "CPU time a deal",
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
