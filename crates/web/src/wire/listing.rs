//! What exists: games, their options, searches and theirs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// All games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Catalog {
    /// The version of the program.
    pub version: String,
    /// The games.
    pub games: Vec<Game>,
    /// The most that requests may ask for.
    pub limits: Limits,
}

/// The most that requests may ask for, so that forms need not know it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// The seconds of an answer.
    pub answer_seconds: f64,
    /// The seconds of a search that is watched.
    pub watch_seconds: f64,
    /// The nodes of a step.
    pub step_nodes: u64,
    /// The deals of a race.
    pub race_deals: u64,
    /// The nodes of a search on a deal of a race.
    pub race_nodes: u64,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Game {
    /// Its name in this service.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Whether one plays it alone.
    pub kind: GameKind,
    /// What it is, in a line.
    pub help: String,
    /// Its options, written after its name and a colon as in `birds:rows=5,cols=5`.
    pub options: Vec<Parameter>,
    /// The position before the first move, where it is always the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The number of the last deal; the first is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_seed: Option<u64>,
    /// The levels of deals, where they are measured.
    pub levels: Vec<String>,
    /// How often a game may be dealt anew.
    pub redeals: u32,
    /// The engines to play against, the weakest first.
    pub engines: Vec<Engine>,
    /// The searches that can be watched, the usual one first.
    pub searches: Vec<Search>,
    /// The searches that decide positions, which is what solutions and races are made with; the usual one first.
    pub solvers: Vec<Search>,
}

/// How many play a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameKind {
    /// One.
    Puzzle,
    /// Two.
    Duel,
}

/// An engine to play against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Engine {
    /// What it is called.
    pub level: String,
    /// The search behind it.
    pub with: String,
}

/// A search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Search {
    /// Its name.
    pub name: String,
    /// What it does, in a line.
    pub help: String,
    /// Who described it.
    pub source: String,
    /// Its options, written after its name and a colon as in `mcts:iterations=1000,c=0.3`.
    pub options: Vec<Parameter>,
}

/// An option of a game or a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Parameter {
    /// What is written before the `=`.
    pub name: String,
    /// What it does, in a line.
    pub help: String,
    /// What may be written after it.
    pub values: Values,
}

/// What may be written for an option, and what holds where nothing is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Values {
    /// A whole number.
    Whole {
        /// Where nothing is written.
        default: u64,
        /// The least.
        min: u64,
        /// The most.
        max: u64,
    },
    /// A number.
    Real {
        /// Where nothing is written.
        default: f64,
        /// The least.
        min: f64,
        /// The most.
        max: f64,
    },
    /// One of a few words.
    Word {
        /// Where nothing is written.
        default: String,
        /// The words.
        words: Vec<String>,
    },
    /// A word, or one of some others with a hyphen and a number after it, as in `swaps-20`.
    Counted {
        /// Where nothing is written; it has no number.
        default: String,
        /// The words that have one.
        words: Vec<String>,
        /// The largest number.
        max: u64,
    },
}
