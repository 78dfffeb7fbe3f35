//! What a candidate costs on a deal, or in a pair of games.

use std::fmt::{self, Display};
use std::ops::Range;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use kibitzer_catalog::{Cancel, Room, SolverSpec};

use super::Tuning;
use crate::arena::{Contestant, GameRecord, Match, Side};
use crate::experiment::{Experiment, Run};
use crate::measure::Algorithm;
use crate::stats::Estimate;

/// What is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Fewer positions expanded. A deal that is given up counts ten times.
    Nodes,
    /// Less processor time, in microseconds. A deal that is given up counts ten times.
    Time,
    /// More deals solved.
    Solved,
    /// More points against the options one began with.
    Score,
}

/// What a deal that is given up counts, as is usual where searches are tuned (Hutter et al. 2009).
const GIVEN_UP: f64 = 10.0;

/// Moves at random that begin a game for two.
const OPENING: u32 = 4;

impl Goal {
    /// What is to be little.
    pub(super) const fn cost(self) -> &'static str {
        match self {
            Goal::Nodes => "the number of nodes",
            Goal::Time => "the time",
            Goal::Solved => "the share of deals not solved",
            Goal::Score => "the share of points lost",
        }
    }

    /// A cost as a table shows it.
    pub(super) fn shown(self, cost: Estimate) -> Estimate {
        match self {
            Goal::Nodes | Goal::Time => cost,
            Goal::Solved | Goal::Score => Estimate {
                value: 100.0 * (1.0 - cost.value),
                low: 100.0 * (1.0 - cost.high),
                high: 100.0 * (1.0 - cost.low),
            },
        }
    }
}

impl Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Goal::Nodes => "nodes a deal",
            Goal::Time => "CPU us a deal",
            Goal::Solved => "solved, percent",
            Goal::Score => "points, percent",
        })
    }
}

/// Whether the goal fits the game.
pub(super) fn check(tuning: &Tuning) -> Result<()> {
    match (tuning.game.room(), tuning.goal) {
        (Room::Puzzle(room), Goal::Nodes | Goal::Time | Goal::Solved) => {
            for seeds in [tuning.train, tuning.test] {
                if seeds.last() > room.last_seed() {
                    bail!("{} has no deal {}, only up to {}", tuning.game, seeds.last(), room.last_seed());
                }
            }
            Ok(())
        }
        (Room::Duel(_), Goal::Score) => Ok(()),
        (Room::Puzzle(_), Goal::Score) => bail!("{} has no score: tune nodes, time or solved", tuning.game),
        (Room::Duel(_), _) => bail!("{} is a game for two: tune score", tuning.game),
    }
}

/// The costs of each candidate on each of the deals.
pub(super) fn costs(
    tuning: &Tuning,
    specs: &[SolverSpec],
    deals: Range<u64>,
    cancel: &Cancel,
) -> Result<Vec<Vec<f64>>> {
    match tuning.goal {
        Goal::Score => specs.iter().map(|spec| games(tuning, spec, deals.clone(), cancel)).collect(),
        Goal::Nodes | Goal::Time | Goal::Solved => searches(tuning, specs, deals, cancel),
    }
}

fn searches(tuning: &Tuning, specs: &[SolverSpec], deals: Range<u64>, cancel: &Cancel) -> Result<Vec<Vec<f64>>> {
    let algorithm = |spec: &SolverSpec| Algorithm { with: spec.to_string(), learns_from: None };
    let algorithms = specs.iter().map(algorithm).collect();
    let experiment = Experiment::of_searches("tune", tuning.game, deals.into(), algorithms, tuning.budget);
    let run = Run {
        experiment: &experiment,
        is_quick: false,
        threads: tuning.threads,
        is_watched: tuning.is_watched,
        cancel: cancel.clone(),
    };
    let found = run.run(None)?;
    let metric = |name: &str| found.metrics.iter().position(|metric| *metric == name).context("a number of searches");
    let (unknown, solved, expanded, micros) =
        (metric("unknown")?, metric("solved")?, metric("expanded")?, metric("micros")?);
    let mut costs = vec![Vec::new(); specs.len()];
    for record in &found.records {
        let factor = if record.numbers[unknown] > 0.0 { GIVEN_UP } else { 1.0 };
        costs[record.algorithm].push(match tuning.goal {
            Goal::Nodes => factor * record.numbers[expanded],
            Goal::Time => factor * record.numbers[micros],
            Goal::Solved | Goal::Score => 1.0 - record.numbers[solved],
        });
    }
    Ok(costs)
}

/// The points that a candidate loses in each pair of games against the options one began with.
fn games(tuning: &Tuning, spec: &SolverSpec, pairs: Range<u64>, cancel: &Cancel) -> Result<Vec<f64>> {
    let room = tuning.game.duel()?;
    let arena = Match {
        game: tuning.game,
        players: [
            Contestant::read(&spec.to_string(), room.as_ref())?,
            Contestant::read(&tuning.base.to_string(), room.as_ref())?,
        ],
        games: 2 * (pairs.end - pairs.start),
        opening_plies: OPENING,
        // Pairs that were not played together have other openings.
        seed: tuning.seed ^ pairs.start.rotate_left(20),
        budget: tuning.budget,
        patience: Duration::from_secs(10),
        threads: tuning.threads,
        is_watched: tuning.is_watched,
    };
    let lost = |game: &GameRecord| match game.winner {
        Some(Side::A) => 0.0,
        Some(Side::B) => 1.0,
        None => 0.5,
    };
    let finish = arena.run(cancel)?;
    Ok(finish.games.chunks_exact(2).map(|pair| pair.iter().map(lost).sum::<f64>() / 2.0).collect())
}
