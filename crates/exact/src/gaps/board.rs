//! The board as the searches hold it: two tables of bytes that name each other, laid out so that a move needs no case.
//!
//! ```text
//! cell = 16 * row + column      card = 16 * suit + rank      (rank 0 is the lowest, suit i belongs to row i)
//!
//! column   0 ........ C-1    C ... 14    15
//! row 0    cards and gaps    WALL        15 = the code before card 16, the lowest of suit 1
//! row 1    cards and gaps    WALL        31
//! ...
//! ```
//!
//! The card that fits behind a card is its code plus one; a code that is no card has the place [`NOWHERE`]. The cell left
//! of column 1 is column 15 of the row before, which holds the code before the lowest card of the row's suit: so the
//! rule `suit` is the rule of all other cells. The other two rules ask about column 1 apart.

use kibitzer_games::cards::Card;
use kibitzer_games::gaps::{First, Gaps, Shift};

/// What a gap holds: no card, and the code after it is none either.
pub(super) const GAP: u8 = 13;

/// What the cells beyond the last column hold, and all cells of rows that do not exist.
pub(super) const WALL: u8 = 12;

/// The place of a card that does not exist.
pub(super) const NOWHERE: u8 = 14;

/// Whether a code is that of a lowest card.
#[inline]
pub(super) fn is_lowest(card: u8) -> bool {
    card.trailing_zeros() >= 4
}

/// Whether a cell is in column 1.
#[inline]
pub(super) fn is_first(cell: u8) -> bool {
    cell.trailing_zeros() >= 4
}

/// How many rows and columns there are, and the rule of column 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// 1 to 4.
    pub(super) rows: u8,
    /// 1 to 13.
    pub(super) columns: u8,
    pub(super) rule: First,
}

impl Frame {
    /// How many cards a suit has.
    pub(super) fn ranks(self) -> u8 {
        self.columns - 1
    }

    /// All cards, suit by suit.
    pub(super) fn cards(self) -> impl Iterator<Item = u8> {
        (0..self.rows).flat_map(move |suit| (0..self.ranks()).map(move |rank| 16 * suit + rank))
    }

    /// All cells, row by row.
    pub(super) fn cells(self) -> impl Iterator<Item = u8> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| 16 * row + column))
    }
}

/// The cards of a position by the codes they go by here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names {
    lowest: u8,
    suits: [u8; 4],
}

impl Names {
    fn code(self, card: Card) -> u8 {
        let suit = self.suits.iter().position(|&suit| suit == card.suit()).expect("the suits in play are listed");
        #[expect(clippy::cast_possible_truncation, reason = "there are four suits")]
        let suit = suit as u8;
        16 * suit + card.rank() - self.lowest
    }

    /// A step as the game has it.
    pub(super) fn shift(self, step: Step) -> Shift {
        let number = 4 * (self.lowest + (step.card & 15)) + self.suits[usize::from(step.card >> 4)];
        let card = Card::new(number).expect("codes of cards in play");
        Shift { card, row: step.to >> 4, column: step.to & 15 }
    }
}

/// A position as the searches hold it, with the names to go back by.
#[expect(clippy::cast_possible_truncation, reason = "at most four rows and thirteen columns")]
pub(super) fn read(position: &Gaps) -> (Frame, Board, Names) {
    let (rows, columns) = (position.size().rows(), position.size().columns());
    let frame = Frame { rows: rows as u8, columns: columns as u8, rule: position.first() };
    let mut names = Names { lowest: position.lowest(), suits: [u8::MAX; 4] };
    for (name, suit) in names.suits.iter_mut().zip(position.suits()) {
        *name = suit;
    }
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let contents = cells.map(|(row, column)| position.card(row, column).map(|card| names.code(card)));
    (frame, Board::new(frame, contents), names)
}

/// A card goes to the cell of a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) card: u8,
    pub(super) from: u8,
    pub(super) to: u8,
}

/// Where everything is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// What a cell holds.
    pub(super) cells: [u8; 64],
    /// Where a card is.
    pub(super) places: [u8; 64],
    /// The cells of the gaps, in no order; one for each row, then cells of walls.
    pub(super) gaps: [u8; 4],
}

impl Board {
    /// The board whose cells, row by row, hold these cards.
    ///
    /// # Panics
    /// If there are more gaps than rows.
    pub(super) fn new(frame: Frame, contents: impl IntoIterator<Item = Option<u8>>) -> Self {
        let mut board = Self { cells: [WALL; 64], places: [NOWHERE; 64], gaps: [NOWHERE; 4] };
        for row in 0..frame.rows {
            let before = (16 * row).wrapping_sub(1) & 63;
            board.cells[usize::from(before)] = before;
        }
        let mut gaps = 0;
        for (cell, content) in frame.cells().zip(contents) {
            board.cells[usize::from(cell)] = content.unwrap_or(GAP);
            if let Some(card) = content {
                board.places[usize::from(card)] = cell;
            } else {
                board.gaps[gaps] = cell;
                gaps += 1;
            }
        }
        board
    }

    /// What a cell holds.
    #[inline]
    pub(super) fn at(&self, cell: u8) -> u8 {
        self.cells[usize::from(cell & 63)]
    }

    /// Where a card is; [`NOWHERE`] for a code that is no card.
    #[inline]
    pub(super) fn place(&self, card: u8) -> u8 {
        self.places[usize::from(card & 63)]
    }

    /// The step into a gap behind its left neighbour, under `suit` in column 1 too.
    #[inline]
    pub(super) fn step_into(&self, gap: usize) -> Option<Step> {
        let to = self.gaps[gap];
        let card = self.at(to.wrapping_sub(1)).wrapping_add(1) & 63;
        let from = self.place(card);
        (from != NOWHERE).then_some(Step { card, from, to })
    }

    /// Moves a card into a gap, by the number of the gap.
    #[inline]
    pub(super) fn play(&mut self, step: Step, gap: usize) {
        debug_assert_eq!(self.gaps[gap], step.to);
        self.put(step.card, step.from, step.to);
        self.gaps[gap] = step.from;
    }

    /// Takes a step back.
    #[inline]
    pub(super) fn undo(&mut self, step: Step, gap: usize) {
        debug_assert_eq!(self.gaps[gap], step.from);
        self.put(step.card, step.to, step.from);
        self.gaps[gap] = step.to;
    }

    #[inline]
    fn put(&mut self, card: u8, from: u8, to: u8) {
        self.cells[usize::from(from & 63)] = GAP;
        self.cells[usize::from(to & 63)] = card;
        self.places[usize::from(card & 63)] = to;
    }

    /// Whether every row holds one suit in order from column 1.
    pub(super) fn is_goal(&self, frame: Frame) -> bool {
        (0..frame.rows).all(|row| {
            let start = 16 * row;
            let first = self.at(start);
            frame.ranks() == 0
                || is_lowest(first) && (0..frame.ranks()).all(|rank| self.at(start + rank) == first + rank)
        })
    }
}
