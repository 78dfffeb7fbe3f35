//! Cards on a table as data, with the places that moves go from and to, for whoever draws them and drags them about.

/// The cells of a puzzle with cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardLayout {
    /// The rows from the top, all of one length; `None` is an empty cell.
    pub rows: Vec<Vec<Option<Pile>>>,
    /// The legal moves.
    pub steps: Vec<Step>,
}

/// Cards that lie on one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pile {
    /// The card on top, as in `TH`.
    pub card: String,
    /// How many there are.
    pub size: usize,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// How it is written.
    pub mv: String,
    /// Where it takes cards from.
    pub from: Place,
    /// Where it puts them.
    pub to: Place,
}

/// A cell, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The row from the top.
    pub row: usize,
    /// The column from the left.
    pub column: usize,
}
