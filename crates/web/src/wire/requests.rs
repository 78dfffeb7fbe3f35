//! What is asked. A field that nobody reads is refused, so that a misspelt one is not lost.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::text::{GameText, List, MoveText, Moves, Patience, PositionText, Seconds, Seed, SpecText, Text, Whole};

/// How long a search may be watched.
pub type WatchTime = Seconds<10, 60_000>;

/// How many nodes a search goes at a step.
pub type Steps = Whole<1, 1_000_000>;

/// How many deals a race has.
pub type RaceDeals = Whole<1, 200>;

/// How many nodes a search of a race may spend on a deal.
pub type RaceNodes = Whole<1, 10_000_000>;

/// Where a game stands: the position it began with, and the moves played since.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LookRequest {
    /// The game, with options after a colon.
    pub game: GameText,
    /// The position that the moves start from; games for two start with the empty board where none is given.
    pub position: Option<PositionText>,
    /// The moves played since.
    #[serde(default)]
    pub moves: Moves,
}

/// A question about a position that takes a search.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskRequest {
    /// The game, with options after a colon.
    pub game: GameText,
    /// The position that the moves start from.
    pub position: Option<PositionText>,
    /// The moves played since.
    #[serde(default)]
    pub moves: Moves,
    /// How long to search at most; a second where nothing is said.
    pub seconds: Option<Patience>,
}

/// Asks for a deal.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DealRequest {
    /// The puzzle, with options after a colon.
    pub game: GameText,
    /// The number of the deal, or where to begin to look for one; a random one where nothing is said.
    pub seed: Option<Seed>,
    /// How hard it shall be for a person, where the game has levels.
    pub level: Option<Level>,
    /// Whether only deals will do that are proved to be winnable.
    #[serde(default)]
    pub solvable: bool,
}

/// How hard a deal is for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Hardly any move loses.
    Easy,
    /// Some do.
    Medium,
    /// Many do.
    Hard,
    /// Most do.
    Expert,
}

/// Asks for the cards that lie wrong to be dealt anew.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RedealRequest {
    /// The puzzle, with options after a colon.
    pub game: GameText,
    /// The position that the moves start from.
    pub position: Option<PositionText>,
    /// The moves played since.
    #[serde(default)]
    pub moves: Moves,
    /// The luck of the new deal; a random one where nothing is said.
    pub seed: Option<Seed>,
}

/// Asks for moves that win.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolutionRequest {
    /// The game, with options after a colon.
    pub game: GameText,
    /// The position that the moves start from.
    pub position: Option<PositionText>,
    /// The moves played since.
    #[serde(default)]
    pub moves: Moves,
    /// How long to search at most; five seconds where nothing is said.
    pub seconds: Option<Patience>,
    /// Whether only a solution will do that is proved to be a shortest one.
    #[serde(default)]
    pub shortest: bool,
    /// The search; the fastest where nothing is said.
    pub with: Option<SpecText>,
}

/// Asks an engine for its move.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplyRequest {
    /// The game for two, with options after a colon.
    pub game: GameText,
    /// The position that the moves start from.
    pub position: Option<PositionText>,
    /// The moves played since.
    #[serde(default)]
    pub moves: Moves,
    /// How long to think at most; a second where nothing is said.
    pub seconds: Option<Patience>,
    /// One of the levels that the catalog lists for the game; the middle one where nothing is said.
    pub level: Option<Text<40>>,
    /// A search in place of a level.
    pub with: Option<SpecText>,
    /// Where its luck comes from; anywhere where nothing is said.
    pub seed: Option<Seed>,
}

/// Asks for a search to be watched.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WatchQuery {
    /// The game, with options after a colon.
    pub game: GameText,
    /// The position that the moves start from.
    pub position: Option<PositionText>,
    /// The moves played since, with spaces between them.
    pub moves: Option<Text<16_000>>,
    /// The search; the first of the catalog where nothing is said.
    pub with: Option<SpecText>,
    /// How long to search at most, pauses aside; ten where nothing is said.
    pub seconds: Option<WatchTime>,
    /// How many nodes or playouts at most.
    pub nodes: Option<Whole<1, 1_000_000_000>>,
    /// Whether it starts paused, to be looked at step by step.
    pub paused: Option<bool>,
}

/// Asks for searches to race on the same deals.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RaceQuery {
    /// The puzzle, with options after a colon.
    pub game: GameText,
    /// The searches, with spaces between them.
    pub with: Text<1_200>,
    /// The first deal; 0 where nothing is said.
    pub seed: Option<Seed>,
    /// How many deals; 20 where nothing is said.
    pub deals: Option<RaceDeals>,
    /// The nodes of each search on each deal, at most; 100,000 where nothing is said.
    pub nodes: Option<RaceNodes>,
    /// How long the whole race may take; 30 where nothing is said.
    pub seconds: Option<Seconds<100, 60_000>>,
}

/// Tells a running search what to do.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobRequest {
    /// What to do.
    pub action: Action,
    /// For `step`: how many nodes or playouts to go; one where nothing is said.
    pub nodes: Option<Steps>,
    /// For `open` and `close`: the moves from the position to the node of the tree.
    #[serde(default)]
    pub line: List<MoveText, 200>,
}

/// What a running search can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// To wait.
    Pause,
    /// To go on.
    Resume,
    /// To go on for a few nodes and wait.
    Step,
    /// To end, and say what it knows.
    Stop,
    /// To show the children of a node of its tree, whatever their visits.
    Open,
    /// To show them no longer.
    Close,
}
