//! Boards to be drawn.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A board, cell by cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Board {
    /// What kind of board it is.
    pub kind: BoardKind,
    /// How many rows there are.
    pub rows: usize,
    /// How many columns the widest row has.
    pub columns: usize,
    /// The cells, row by row from the top, each row from the left.
    pub cells: Vec<Cell>,
    /// What is written beside the rows, where they have names.
    pub row_labels: Vec<String>,
    /// What is written under the columns, where they have names.
    pub column_labels: Vec<String>,
}

/// The kinds of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BoardKind {
    /// Cards in a rectangle.
    Cards,
    /// Columns that stones fall into.
    Columns,
    /// Hexagons, each row shifted against the next by half a cell.
    Hexagons,
}

/// A cell of a board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cell {
    /// Its name in this service, which is the same in all positions of the board: `r2c3`.
    pub id: String,
    /// Its row, from the top, counted from 0.
    pub row: usize,
    /// Its column, from the left of its row, counted from 0.
    pub column: usize,
    /// Where its middle is, to the right, in widths of a cell; the first of an unshifted row is at 0.
    pub x: f64,
    /// What players call it, where cells have names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The card that lies here, on top.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// How many cards lie here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// What a gap waits for, in a few words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wants: Option<String>,
    /// Whether the card lies where it belongs for good.
    #[serde(skip_serializing_if = "is_false", default)]
    pub settled: bool,
    /// Whose stone lies here, 1 or 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<u8>,
    /// Whether it was the last to come.
    #[serde(skip_serializing_if = "is_false", default)]
    pub last: bool,
    /// Whether it is part of what ended the game.
    #[serde(skip_serializing_if = "is_false", default)]
    pub winning: bool,
    /// What a stone would do here at once, for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threat: Option<Threat>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Card {
    /// Its name, as in `TH`.
    pub name: String,
    /// Its rank: one of `A23456789TJQK`.
    pub rank: String,
    /// Its suit: one of `CDHS`.
    pub suit: String,
}

/// What a stone would do at once on a free cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Threat {
    /// It would win for the side to move.
    Wins,
    /// It would win for the other side.
    OtherWins,
    /// It would win for either.
    BothWin,
    /// It would lose for the side to move.
    Loses,
    /// It would win for the other side, and lose for the side to move.
    Traps,
}
