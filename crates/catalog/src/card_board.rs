//! Cards on a table as data, for whoever draws them.

use std::fmt::Write;

/// The cells of a board with cards, row by row, all rows of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardBoard {
    /// The rows from the top.
    pub rows: Vec<Vec<CardCell>>,
}

/// What lies in one cell, and what can be done there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardCell {
    /// What lies there.
    pub content: CardContent,
    /// The legal moves of the card, or into the gap.
    pub moves: Vec<String>,
}

/// What lies in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardContent {
    /// A card.
    Card {
        /// The card.
        face: CardFace,
        /// Whether it lies where it belongs, behind others that do.
        is_settled: bool,
    },
    /// A gap.
    Gap {
        /// What may enter it.
        fits: Fits,
    },
}

/// What may enter a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fits {
    /// Nothing.
    Nothing,
    /// One card.
    Card(CardFace),
    /// All cards of a rank, which is named.
    Rank(String),
    /// Any card.
    Any,
}

/// A card by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardFace {
    /// The name, as in `TH`.
    pub name: String,
    /// The suit.
    pub suit: Suit,
}

/// A suit, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suit {
    /// Clubs.
    Clubs,
    /// Diamonds.
    Diamonds,
    /// Hearts.
    Hearts,
    /// Spades.
    Spades,
}

impl CardCell {
    /// The cell in four characters: a card, or a gap with what fits it in brackets.
    #[must_use]
    pub fn text(&self) -> String {
        match &self.content {
            CardContent::Card { face, .. } => format!(" {} ", face.name),
            CardContent::Gap { fits: Fits::Nothing } => " -- ".to_string(),
            CardContent::Gap { fits: Fits::Card(face) } => format!("({})", face.name),
            CardContent::Gap { fits: Fits::Rank(rank) } => format!("({rank}?)"),
            CardContent::Gap { fits: Fits::Any } => "(??)".to_string(),
        }
    }

    /// The suit of the card, or of the one that fits the gap.
    #[must_use]
    pub fn suit(&self) -> Option<Suit> {
        match &self.content {
            CardContent::Card { face, .. } | CardContent::Gap { fits: Fits::Card(face) } => Some(face.suit),
            CardContent::Gap { .. } => None,
        }
    }
}

impl CardBoard {
    /// The numbers of the columns, above cells of four characters.
    #[must_use]
    pub fn heading(&self) -> String {
        let columns = self.rows.first().map_or(0, Vec::len);
        let mut line = "  ".to_string();
        for column in 1..=columns {
            write!(line, "{column:>3} ").expect("a String takes any text");
        }
        line.trim_end().to_string()
    }

    /// The board in lines, with the numbers of rows and columns.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = vec![self.heading()];
        for (number, row) in (1..).zip(&self.rows) {
            let cells: String = row.iter().map(CardCell::text).collect();
            lines.push(format!("{number} {cells}").trim_end().to_string());
        }
        lines.join("\n")
    }
}
