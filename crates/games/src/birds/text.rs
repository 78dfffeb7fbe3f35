//! Positions, moves and sizes as text. The notation is described in `docs/notation.md`.

use std::fmt::{self, Debug, Display};
use std::num::NonZeroU8;
use std::str::FromStr;

use thiserror::Error;

use crate::cards::{Card, NotACard};

use super::board::{Birds, Flight, MAX_SIDE, Size, Stack};

/// Text that is not a position, and where it went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadBirds {
    /// One cell is wrong.
    #[error("row {row}, column {column}: {problem}")]
    Cell {
        /// The row, counted from 1.
        row: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong there.
        problem: Problem,
    },
    /// The rows have different lengths.
    #[error("row {row} has {found} cells, but row 1 has {expected}")]
    Ragged {
        /// The row, counted from 1.
        row: usize,
        /// Its cells.
        found: usize,
        /// The cells of the first row.
        expected: usize,
    },
    /// No board has this many rows and columns.
    #[error("{0}")]
    Size(BadSize),
    /// Only empty cells.
    #[error("there is no card on the board")]
    Empty,
    /// The stacks hold more cards than a deck.
    #[error("the stacks hold {cards} cards, but a deck has 52")]
    TooManyCards {
        /// The cards in all stacks.
        cards: u32,
    },
}

/// What is wrong with one cell.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// Not a card at all.
    #[error(transparent)]
    Card(#[from] NotACard),
    /// The number of cards after the `x` is not one from 1 to 49.
    #[error("'{found}' is not a number of cards from 1 to 49")]
    Count {
        /// The text after the `x`.
        found: String,
    },
    /// The card lies elsewhere, too.
    #[error("{card} is already in row {row}, column {column}")]
    Duplicate {
        /// The card.
        card: Card,
        /// The row where it came first, counted from 1.
        row: usize,
        /// The column where it came first, counted from 1.
        column: usize,
    },
}

/// A number of rows and columns that no board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a board of {rows} x {columns} cells is not between 1 x 2 and 7 x 7")]
pub struct BadSize {
    /// The rows asked for.
    pub rows: usize,
    /// The columns asked for.
    pub columns: usize,
}

/// Text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadFlight {
    /// There are not two cards with a hyphen between them.
    #[error("'{found}' is not a move: write the bird, a hyphen and where it goes, as in 3D-2D")]
    Shape {
        /// The text.
        found: String,
    },
    /// One of the two is not a card.
    #[error("in the move '{found}', {problem}")]
    Card {
        /// The text of the whole move.
        found: String,
        /// The card that is none.
        problem: NotACard,
    },
}

impl FromStr for Birds {
    type Err = BadBirds;

    fn from_str(text: &str) -> Result<Birds, BadBirds> {
        let rows: Vec<Vec<&str>> = text.split('/').map(|row| row.split_whitespace().collect()).collect();
        let columns = rows[0].len();
        if let Some((row, cells)) = rows.iter().enumerate().find(|(_, cells)| cells.len() != columns) {
            return Err(BadBirds::Ragged { row: row + 1, found: cells.len(), expected: columns });
        }
        let size = Size::new(rows.len(), columns).ok_or(BadBirds::Size(BadSize { rows: rows.len(), columns }))?;
        let mut board = Birds::empty(size);
        for (row, cells) in rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                if let Some(stack) = read_cell(cell, &board).map_err(|problem| BadBirds::Cell {
                    row: row + 1,
                    column: column + 1,
                    problem,
                })? {
                    board.put(row * MAX_SIDE + column, stack);
                }
            }
        }
        let cards = board.stacks().map(|(_, _, stack)| u32::from(stack.size.get())).sum();
        match cards {
            0 => Err(BadBirds::Empty),
            1..=52 => Ok(board),
            _ => Err(BadBirds::TooManyCards { cards }),
        }
    }
}

/// Reads `8C`, `8Cx3` or `--`; `board` holds the cells before this one.
fn read_cell(text: &str, board: &Birds) -> Result<Option<Stack>, Problem> {
    if text == "--" {
        return Ok(None);
    }
    let (card, size) = match text.split_once(['x', 'X']) {
        // Where the part before the x is no card, the x belongs to the mistake: quote the whole cell.
        Some((card, count)) if card.parse::<Card>().is_ok() => {
            let read = count.bytes().all(|digit| digit.is_ascii_digit()).then(|| count.parse::<NonZeroU8>().ok());
            let size = read.flatten().filter(|size| size.get() <= 49);
            (card, size.ok_or_else(|| Problem::Count { found: count.to_string() })?)
        }
        _ => (text, NonZeroU8::MIN),
    };
    let top: Card = card.parse()?;
    match board.stacks().find(|(_, _, stack)| stack.top == top) {
        Some((row, column, _)) => Err(Problem::Duplicate { card: top, row: row + 1, column: column + 1 }),
        None => Ok(Some(Stack { top, size })),
    }
}

impl Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.top)?;
        if self.size > NonZeroU8::MIN {
            write!(f, "x{}", self.size)?;
        }
        Ok(())
    }
}

impl Display for Birds {
    /// One line; with `{:#}`, a picture: a line a row, cells aligned, without slashes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |row, column| self.stack(row, column).map_or_else(|| "--".to_string(), |stack| stack.to_string());
        let width = self.stacks().map(|(_, _, stack)| stack.to_string().len()).max().unwrap_or(2);
        for row in 0..self.size.rows() {
            if row > 0 {
                f.write_str(if f.alternate() { "\n" } else { " / " })?;
            }
            for column in 0..self.size.columns() {
                let text = cell(row, column);
                match (f.alternate(), column) {
                    (_, 0) => {}
                    (true, _) => f.write_str("  ")?,
                    (false, _) => f.write_str(" ")?,
                }
                if f.alternate() && column + 1 < self.size.columns() {
                    write!(f, "{text:width$}")?;
                } else {
                    f.write_str(&text)?;
                }
            }
        }
        Ok(())
    }
}

impl Debug for Birds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl Display for Flight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.bird, self.onto)
    }
}

impl FromStr for Flight {
    type Err = BadFlight;

    fn from_str(text: &str) -> Result<Flight, BadFlight> {
        let (bird, onto) = text.split_once('-').ok_or_else(|| BadFlight::Shape { found: text.to_string() })?;
        let read = |card: &str| card.parse().map_err(|problem| BadFlight::Card { found: text.to_string(), problem });
        Ok(Flight { bird: read(bird)?, onto: read(onto)? })
    }
}
