//! What is kept as JSON. Nothing else in this crate knows serde.

use serde::{Deserialize, Serialize};

/// What the folder of a census holds: `census.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the layout of the part files.
    pub format: u32,
    /// The game as the command line writes it.
    pub game: String,
    /// The limits of each search; empty where there are none.
    pub limits: String,
    /// The seeds of a whole part.
    pub part_size: u64,
    /// The first seed.
    pub first_seed: u64,
    /// The last seed.
    pub last_seed: u64,
}

/// The numbers of a census: `summary.json`. It follows from the rows alone, so it repeats from run to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The game as the command line writes it.
    pub game: String,
    /// The limits of each search; empty where there are none.
    pub limits: String,
    /// The first seed.
    pub first_seed: u64,
    /// The last seed.
    pub last_seed: u64,
    /// Whether every seed from the first to the last was counted.
    pub complete: bool,
    /// The deals that were counted.
    pub deals: u64,
    /// Those with a solution.
    pub solved: Count,
    /// Those proved to have none.
    pub unsolvable: Count,
    /// Those the search gave up on.
    pub unknown: Count,
    /// The unsolvable deals that need no search.
    pub plain: Plain,
    /// Positions expanded per deal.
    pub nodes: Nodes,
}

/// A number of deals, and its share of all.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Count {
    /// How many.
    pub count: u64,
    /// Of all deals.
    pub share: f64,
    /// The 95% interval of Wilson, the lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The deals that are plainly unsolvable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plain {
    /// What shows it.
    pub reason: String,
    /// How many of the unsolvable deals.
    pub count: u64,
}

/// How many positions were expanded per deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Nodes {
    /// The mean.
    pub mean: f64,
    /// The median.
    pub median: u64,
    /// 99% of the deals took at most this many.
    pub p99: u64,
    /// The most.
    pub max: u64,
    /// The first seed that took the most.
    pub max_seed: u64,
}

/// As JSON over several lines, with a line break at the end.
///
/// # Panics
/// Never: the records above have only names for keys.
#[must_use]
pub fn to_json<T: Serialize>(record: &T) -> String {
    serde_json::to_string_pretty(record).expect("plain records are JSON") + "\n"
}

/// As JSON on one line, without a line break.
///
/// # Panics
/// Never: the records above have only names for keys.
#[must_use]
pub fn to_json_line<T: Serialize>(record: &T) -> String {
    serde_json::to_string(record).expect("plain records are JSON")
}

/// Reads a manifest.
///
/// # Errors
/// If the text is not one.
pub fn read_manifest(text: &str) -> serde_json::Result<Manifest> {
    serde_json::from_str(text)
}

/// What one search did in a race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lane {
    /// The game as the command line writes it.
    pub game: String,
    /// The first seed.
    pub first_seed: u64,
    /// The last seed.
    pub last_seed: u64,
    /// The search as the command line writes it.
    pub search: String,
    /// Deals it solved.
    pub solved: u64,
    /// Deals it proved unsolvable.
    pub unsolvable: u64,
    /// Deals it gave up on.
    pub unknown: u64,
    /// Positions expanded per deal, given-up ones included.
    pub nodes: RaceNodes,
    /// Moves of a solution, if there is any.
    pub mean_length: Option<f64>,
    /// Time of the search itself per deal; it does not repeat.
    pub mean_micros: f64,
}

/// Positions expanded per deal in a race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceNodes {
    /// The mean.
    pub mean: f64,
    /// The median.
    pub median: u64,
    /// The most.
    pub max: u64,
}
