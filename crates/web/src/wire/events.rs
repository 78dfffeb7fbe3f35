//! What running searches tell, event by event.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::answers::{StoppedBy, Weighed, Word};
use super::problem::Problem;

/// An event of a search that is watched; its name is that of the event in the stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum WatchEvent {
    /// It begins.
    Job(Job),
    /// How far it is; several times a second.
    Progress(Progress),
    /// Its tree, where it has one; when that has changed.
    Tree(Tree),
    /// It has ended.
    Done(Done),
    /// It has failed.
    Problem(Problem),
}

/// A search that runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Job {
    /// Its name for `/api/jobs/{id}`.
    pub id: String,
    /// The search with all its options.
    pub with: String,
    /// The position it looks at.
    pub position: String,
    /// How long it searches at most, pauses aside.
    pub seconds: f64,
    /// The memory it may hold, in bytes.
    pub bytes: u64,
}

/// How far a search is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Progress {
    /// Whether it runs or waits.
    pub state: JobState,
    /// Nodes or playouts so far.
    pub nodes: u64,
    /// Nodes or playouts a second, since the last event.
    pub nodes_per_second: f64,
    /// The time it has searched, in millionths of a second.
    pub micros: u64,
    /// The memory it holds, in bytes.
    pub bytes: u64,
    /// How deep it has looked.
    pub depth: u32,
    /// What is proved of the position so far.
    pub verdict: Word,
    /// The best line so far, or the deepest that was looked at where none is better.
    pub line: Vec<String>,
    /// What it thinks of each move.
    pub moves: Vec<Weighed>,
}

/// Whether a search runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// It runs.
    Running,
    /// It waits to be told to go on.
    Paused,
    /// It was told to end.
    Stopping,
}

/// A part of a search tree: the lines that were visited most, and those that were asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tree {
    /// The nodes; parents come before their children, and the first is the position itself.
    pub nodes: Vec<TreeNode>,
    /// How many nodes the whole tree has.
    pub size: u64,
    /// Whether it has stopped growing, because its memory is full.
    pub full: bool,
}

/// A node of a search tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TreeNode {
    /// The move that leads here; none for the position itself.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The index of its parent in the list; none for the position itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// How often it was visited.
    pub visits: u64,
    /// Its estimated value from -1 to 1 for the side that made the move, where the search estimates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// What is proved of it, for the side that made the move.
    pub verdict: Word,
    /// How many children it has in the tree, shown or not.
    pub children: usize,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Done {
    /// What is known of the position.
    pub verdict: Word,
    /// The moves of the solution, or the line that it expects.
    pub line: Vec<String>,
    /// Whether it is proved that no solution has fewer moves.
    pub shortest: bool,
    /// What it thinks of each move.
    pub moves: Vec<Weighed>,
    /// Nodes or playouts.
    pub nodes: u64,
    /// The time it searched, in millionths of a second.
    pub micros: u64,
    /// The most memory it held, in bytes.
    pub bytes: u64,
    /// Why it ended before it knew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<StoppedBy>,
}

/// An event of a race; its name is that of the event in the stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum RaceEvent {
    /// It begins.
    Start(RaceStart),
    /// A search has finished a deal.
    Deal(RaceDeal),
    /// It has ended.
    Done(RaceDone),
    /// It has failed.
    Problem(Problem),
}

/// A race that begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RaceStart {
    /// Its name for `/api/jobs/{id}`.
    pub id: String,
    /// The searches with all their options.
    pub searches: Vec<String>,
    /// The first deal.
    pub first_seed: u64,
    /// How many deals there are.
    pub deals: u64,
}

/// What a search made of a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RaceDeal {
    /// The number of the deal.
    pub seed: u64,
    /// Which search, counted from 0.
    pub search: usize,
    /// What it found.
    pub verdict: Word,
    /// Positions that it expanded.
    pub nodes: u64,
    /// The moves of its solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// The time it took, in millionths of a second.
    pub micros: u64,
}

/// How a race ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RaceDone {
    /// One for each search.
    pub lanes: Vec<RaceLane>,
    /// How many deals each search decided within so many nodes, as a drawing.
    pub plot: String,
    /// Whether all deals were run by all searches.
    pub complete: bool,
    /// The command that runs the same race.
    pub command: String,
}

/// What one search did in a race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RaceLane {
    /// The search with all its options.
    pub with: String,
    /// Deals it solved.
    pub solved: u64,
    /// Deals it proved to be unsolvable.
    pub unsolvable: u64,
    /// Deals it did not decide.
    pub unknown: u64,
    /// The mean of the positions it expanded on a deal.
    pub mean_nodes: f64,
    /// The median.
    pub median_nodes: u64,
    /// The most.
    pub most_nodes: u64,
    /// The mean number of moves of its solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_length: Option<f64>,
    /// The mean time on a deal, in millionths of a second.
    pub mean_micros: f64,
}

/// What became of an order to a running search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JobAnswer {
    /// Its name.
    pub id: String,
    /// Whether it runs now.
    pub state: JobState,
}
