//! What is kept as JSON. Nothing else in this crate knows serde.

use serde::{Deserialize, Serialize};

use crate::Finding;

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
    /// What share of the deals can be won, whatever the unknown ones are; only if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winnable: Option<Winnable>,
    /// The unsolvable deals that need no search.
    pub plain: Plain,
    /// Positions expanded per deal.
    pub nodes: Nodes,
}

impl Summary {
    /// The deals with a finding.
    #[must_use]
    pub const fn count(&self, finding: Finding) -> Count {
        match finding {
            Finding::Solved => self.solved,
            Finding::Unsolvable => self.unsolvable,
            Finding::Unknown => self.unknown,
        }
    }
}

/// The deals that can be won, with those that are unknown counted either way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Winnable {
    /// If all unknown deals are lost.
    pub at_least: Count,
    /// If all of them can be won.
    pub at_most: Count,
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

/// How far a census is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Status {
    /// The folder.
    pub folder: String,
    /// The game as the command line writes it.
    pub game: String,
    /// The limits of each search; empty where there are none.
    pub limits: String,
    /// The first seed.
    pub first_seed: u64,
    /// The last seed.
    pub last_seed: u64,
    /// The deals.
    pub deals: Progress,
    /// The files.
    pub parts: Progress,
    /// The bytes of the files that are there.
    pub bytes: u64,
    /// Whether the file system has locks; otherwise nobody knows what is running.
    pub has_locks: bool,
    /// Deals decided in a second of late; none if nothing is running, or too little was done.
    pub rate: Option<f64>,
    /// How long the rest takes at this rate.
    pub remaining_seconds: Option<f64>,
    /// The shards of the division in use; none if there is none.
    pub shards: Option<Shards>,
}

/// How many there are, and how many of them are in which state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// In all.
    pub all: u64,
    /// There.
    pub done: u64,
    /// Not there yet, and in a shard that somebody is at work on.
    pub running: u64,
    /// Not there, and nobody is at work on them.
    pub missing: u64,
}

/// The shards of a census.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shards {
    /// How many there are.
    pub of: u64,
    /// All their parts are there, and nobody is at work on them.
    pub finished: ShardList,
    /// Somebody is at work on them.
    pub running: ShardList,
    /// Some of their parts are missing, and nobody is at work on them.
    pub waiting: ShardList,
}

/// Some of the shards of a census.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShardList {
    /// How many.
    pub count: u64,
    /// Which, as `sbatch --array=` takes them: `1-3,7`.
    pub list: String,
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

/// Reads a summary.
///
/// # Errors
/// If the text is not one.
pub fn read_summary(text: &str) -> serde_json::Result<Summary> {
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

/// A row of an experiment's table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RowRecord {
    /// The experiment.
    pub experiment: String,
    /// Whether only a sample was measured.
    pub quick: bool,
    /// The row.
    pub row: String,
    /// Its algorithm with all options.
    pub with: String,
    /// The part of the deals.
    pub part: String,
    /// How many deals count.
    pub deals: u64,
    /// One for each column.
    pub cells: Vec<CellRecord>,
}

/// A cell of an experiment's table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellRecord {
    /// The column.
    pub column: String,
    /// What the paper prints.
    pub paper: Option<f64>,
    /// What was measured.
    pub ours: Option<f64>,
    /// Its 95% interval, the lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// The numbers of a match, for side a.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchResult {
    /// The game as the command line writes it.
    pub game: String,
    /// Where the openings came from.
    pub seed: u64,
    /// The games that were to be played.
    pub asked: u64,
    /// The games that were.
    pub games: usize,
    /// Won by a.
    pub wins: u64,
    /// Won by nobody.
    pub draws: u64,
    /// Won by b.
    pub losses: u64,
    /// The share of the points that a got.
    pub score: Option<f64>,
    /// The 95% interval of a's share in pairs of games, the lower end; none without a pair.
    pub score_low: Option<f64>,
    /// The upper end.
    pub score_high: Option<f64>,
    /// How much stronger a is; none where that is without bounds.
    pub elo: Option<f64>,
    /// The 95% interval, the lower end; none where there is none.
    pub elo_low: Option<f64>,
    /// The upper end.
    pub elo_high: Option<f64>,
    /// One side.
    pub a: SideResult,
    /// The other.
    pub b: SideResult,
}

/// What one side of a match did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideResult {
    /// The engine as the command line writes it.
    pub player: String,
    /// How many moves it made.
    pub moves: u64,
    /// Its time for a move, by the clock.
    pub mean_micros: f64,
    /// Its time for a move, by the processor; none for programs.
    pub mean_cpu_micros: Option<f64>,
    /// Games it lost because it did not answer, or not with a legal move.
    pub faults: usize,
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayedGame {
    /// Which, counted from 1.
    pub number: u64,
    /// Who began: `a` or `b`.
    pub first: &'static str,
    /// The position that they began from.
    pub opening: String,
    /// The position at the end.
    pub position: String,
    /// Who won, if anybody did.
    pub winner: Option<&'static str>,
    /// Why the loser lost, if not on the board.
    pub fault: Option<String>,
}
