//! What is answered about positions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::board::Board;

/// A deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Deal {
    /// The game with its options, as the rest of the service wants it.
    pub game: String,
    /// The number of the deal.
    pub seed: u64,
    /// The position.
    pub position: String,
}

/// All that there is to see of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Look {
    /// The game with its options.
    pub game: String,
    /// The position that the moves started from, in its usual form.
    pub start: String,
    /// The moves played since, each in its usual form.
    pub moves: Vec<String>,
    /// The position now.
    pub position: String,
    /// The board to be drawn.
    pub board: Board,
    /// The legal moves.
    pub legal: Vec<LegalMove>,
    /// Whose turn it is, 1 or 2; of a puzzle nobody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u8>,
    /// Whether the game goes on.
    pub state: State,
    /// Who won, 1 or 2, where somebody did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<u8>,
    /// How often the cards that lie wrong may be dealt anew in one game, where they may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redeals: Option<u32>,
    /// What else there is to say, in a sentence without a full stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// A move that can be made, and where on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LegalMove {
    /// The move in the notation of the game.
    #[serde(rename = "move")]
    pub mv: String,
    /// The cell whose card moves, by its id; nothing where something new is put down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The cell it goes to; nothing where no cell is meant, as with `swap`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It does.
    Playing,
    /// It is won: a puzzle is solved, or one side of a duel has won.
    Won,
    /// Nobody won.
    Draw,
    /// A puzzle has no move left.
    Stuck,
}

/// What is proved of a position: of a puzzle whether it can be won, of a duel who wins, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    /// The puzzle can be won.
    Solved,
    /// It cannot: a proof.
    Unsolvable,
    /// The side to move wins.
    Win,
    /// Nobody does.
    Draw,
    /// The other side wins.
    Loss,
    /// The search ended before it knew.
    Unknown,
}

/// Why a search ended before it knew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StoppedBy {
    /// The limit on nodes.
    Nodes,
    /// The limit on time.
    Time,
    /// The limit on memory.
    Memory,
    /// It was told to, or nobody listened any more.
    Cancelled,
    /// No limit: it is not made to know more.
    GaveUp,
}

/// Whether the game can still be won.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    /// What is known of the position.
    pub verdict: Word,
    /// The exact score for the side to move, where the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Of a solved puzzle, the moves of the solution that was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// Moves that are proved to be best.
    pub best: Vec<String>,
    /// The same in the words of a player, as in `can still be won`.
    pub says: String,
    /// Positions that were looked at.
    pub expanded: u64,
    /// The time it took, in millionths of a second.
    pub micros: u64,
    /// Why nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<StoppedBy>,
}

/// What each legal move leads to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Verdicts {
    /// The moves, the best first.
    pub moves: Vec<Weighed>,
    /// Positions that were looked at.
    pub expanded: u64,
    /// The time it took, in millionths of a second.
    pub micros: u64,
}

/// What is known of a move, for the side that makes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Weighed {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it leads to, where that is proved.
    pub verdict: Word,
    /// Its estimated value from -1 to 1, where the search estimates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Its exact score, where the search knows one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// How often it was tried, where the search counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
}

/// Where a game went wrong.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Mistake {
    /// What was found.
    pub found: Found,
    /// The number of the move after which the verdict changed for the last time, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// That move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// Who made it, 1 or 2; of a puzzle nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<u8>,
    /// What was proved of the position before it, for the side to move there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Word>,
    /// What was proved after it, for the same side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Word>,
    /// Moves that were proved to be better.
    pub better: Vec<String>,
    /// The same in the words of a player, as in `lost since move 7, 3D-2D; 4S-7S would still have won`.
    pub says: String,
    /// The time it took, in millionths of a second.
    pub micros: u64,
}

/// What came of looking for a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// A move that changed the verdict.
    Mistake,
    /// Nothing is lost.
    None,
    /// It could not be won from the start.
    FromTheStart,
    /// It is lost, but since when could not be proved in time.
    Unknown,
}

/// A move to make, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hint {
    /// The move; none where none helps.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The reason in the words of a player: a sentence without a full stop.
    pub reason: String,
    /// What is known of the position.
    pub verdict: Word,
    /// The moves that the hint expects to follow.
    pub line: Vec<String>,
    /// The time it took, in millionths of a second.
    pub micros: u64,
}

/// Moves that win a puzzle, or the play that is expected of both sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Solution {
    /// What is known of the position.
    pub verdict: Word,
    /// The moves from the position at hand.
    pub moves: Vec<String>,
    /// Whether it is proved that no solution has fewer.
    pub shortest: bool,
    /// The search that found them.
    pub with: String,
    /// Positions that were looked at.
    pub expanded: u64,
    /// The time it took, in millionths of a second.
    pub micros: u64,
    /// Why nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<StoppedBy>,
}

/// The move of an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reply {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it does, where the game has words for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub does: Option<String>,
    /// The search behind it.
    pub with: String,
    /// What it thought.
    pub thought: Thought,
}

/// What an engine thinks of a position. Numbers are for the side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Thought {
    /// The moves, the best first.
    pub moves: Vec<Weighed>,
    /// What is proved of the position.
    pub verdict: Word,
    /// Its exact score, where the search knows one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// The line that it expects.
    pub line: Vec<String>,
    /// The playouts behind the numbers, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
    /// Positions that were looked at.
    pub expanded: u64,
    /// The time it took, in millionths of a second.
    pub micros: u64,
    /// What ended it, where it did not find all that it looks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<StoppedBy>,
}
