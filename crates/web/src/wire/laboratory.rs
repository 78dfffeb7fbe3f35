//! Experiments and what came of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The experiments that come with the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Experiments {
    /// In the order of the command line.
    pub experiments: Vec<ExperimentEntry>,
}

/// An experiment in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExperimentEntry {
    /// Its name.
    pub id: String,
    /// What it is about, in a line.
    pub title: String,
    /// The game.
    pub game: String,
    /// The paper that is redone, where there is one, as in `Roberson & Sperduto 2019`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paper: Option<String>,
    /// Whether its results come with the program.
    pub has_results: bool,
}

/// An experiment with its results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Experiment {
    /// Its name.
    pub id: String,
    /// What it is about, in a line.
    pub title: String,
    /// The game.
    pub game: String,
    /// The paper that is redone, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paper: Option<Paper>,
    /// What is done, in a few sentences.
    pub about: String,
    /// The command that does it.
    pub command: String,
    /// The results, where they come with the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Table>,
    /// Which deals were measured, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deals: Option<String>,
    /// The drawings, by their addresses.
    pub plots: Vec<String>,
    /// What differs from the paper and why.
    pub differs: String,
}

/// A paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Paper {
    /// Its title.
    pub title: String,
    /// Who wrote it.
    pub authors: Vec<String>,
    /// When.
    pub year: i64,
}

/// A table of results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Table {
    /// The heads of its columns; the first is that of the rows' names.
    pub columns: Vec<TableColumn>,
    /// The rows, each with a text for every column.
    pub rows: Vec<Vec<String>>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableColumn {
    /// Its head.
    pub title: String,
    /// Whether its numbers are the paper's; the column after it then has ours.
    pub is_paper: bool,
}
