//! The board and its rules.

use kibitzer_core::{Game, Payoff, Puzzle, Value};

use crate::bits::members;
use crate::cards::Card;

use super::heuristics::Placed;

/// The largest number of rows: there are four suits.
pub(super) const MAX_ROWS: usize = 4;
/// The largest number of columns: there are thirteen ranks.
pub(super) const MAX_COLUMNS: usize = 13;
/// The largest number of cells. Cell `row * MAX_COLUMNS + column`, whatever the size of the board.
pub(super) const CELLS: usize = MAX_ROWS * MAX_COLUMNS;

/// A cell that the board does not have.
const OUTSIDE: u8 = 0;
/// A gap. Cards are one more than their number, so that a cell has six bits.
const GAP: u8 = 53;
const CELL_BITS: u32 = 6;
/// A card that is not in play lies nowhere.
const NOWHERE: u8 = u8::MAX;

/// The suits in the order of the rows that they are tied to under [`First::Suit`], and of the rows of a solved board:
/// clubs, hearts, spades, diamonds, as Solvitaire has them.
pub(super) const ROW_ORDER: [u8; 4] = [0, 2, 3, 1];

/// How many rows and columns a board has: 1 to 4 and 1 to 13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    rows: u8,
    columns: u8,
}

impl Size {
    /// The board of the whole deck.
    pub const STANDARD: Size = Size { rows: 4, columns: 13 };

    /// A size, if there is such a board.
    #[must_use]
    pub const fn new(rows: usize, columns: usize) -> Option<Size> {
        if rows >= 1 && rows <= MAX_ROWS && columns >= 1 && columns <= MAX_COLUMNS {
            #[expect(clippy::cast_possible_truncation, reason = "both are at most 13")]
            Some(Size { rows: rows as u8, columns: columns as u8 })
        } else {
            None
        }
    }

    /// The number of rows, of suits and of gaps.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns, one more than that of ranks.
    #[must_use]
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// The number of cards.
    #[must_use]
    pub const fn cards(self) -> usize {
        self.rows() * (self.columns() - 1)
    }
}

/// Which cards may enter a gap in the first column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum First {
    /// Any card: the rule of Darmanger, Gombas and Radomski (2024).
    Any,
    /// Any card of the lowest rank: the usual rule.
    #[default]
    Lowest,
    /// The card of the lowest rank and of the suit that the row is tied to: Solvitaire's basic variant.
    Suit,
}

impl First {
    /// All rules.
    pub const ALL: [First; 3] = [First::Any, First::Lowest, First::Suit];
}

/// A card goes into a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shift {
    /// The card.
    pub card: Card,
    /// The row of the gap, counted from 0; written from 1.
    pub row: u8,
    /// The column of the gap, counted from 0; written from 1.
    pub column: u8,
}

/// A position of Gaps, with the rule of its first column.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Gaps {
    size: Size,
    first: First,
    lowest: u8,
    cells: [u8; CELLS],
    /// Where each card lies, by its number.
    places: [u8; Card::COUNT],
    /// The cells without a card.
    free: u64,
    cards: u64,
}

/// What decides the future of a position: what lies in each row, whichever row it is, except where rows are tied to
/// suits. Six bits a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GapsKey([u64; 5]);

impl Gaps {
    /// A board of this size with gaps everywhere; the parser and the dealer fill it.
    pub(super) fn empty(size: Size, first: First, lowest: u8) -> Gaps {
        let mut board =
            Gaps { size, first, lowest, cells: [OUTSIDE; CELLS], places: [NOWHERE; Card::COUNT], free: 0, cards: 0 };
        for row in 0..size.rows() {
            for column in 0..size.columns() {
                let cell = row * MAX_COLUMNS + column;
                board.cells[cell] = GAP;
                board.free |= 1 << cell;
            }
        }
        board
    }

    /// Puts a card that is not in play into a gap.
    pub(super) fn put(&mut self, row: usize, column: usize, card: Card) {
        let cell = row * MAX_COLUMNS + column;
        debug_assert!(self.free >> cell & 1 == 1 && self.cards >> card.number() & 1 == 0, "{card} cannot be put there");
        self.cards |= 1 << card.number();
        self.fill(cell, card.number());
    }

    #[expect(clippy::cast_possible_truncation, reason = "cells and cards are below 52")]
    fn fill(&mut self, cell: usize, number: usize) {
        self.cells[cell] = number as u8 + 1;
        self.places[number] = cell as u8;
        self.free &= !(1 << cell);
    }

    fn lift(&mut self, cell: usize) {
        self.cells[cell] = GAP;
        self.free |= 1 << cell;
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The rule of the first column.
    #[must_use]
    pub const fn first(&self) -> First {
        self.first
    }

    /// The same cards under another rule.
    #[must_use]
    pub const fn with_first(self, first: First) -> Gaps {
        Gaps { first, ..self }
    }

    /// The rank of the lowest cards, 0 for aces; 0 on a board without cards.
    #[must_use]
    pub const fn lowest(&self) -> u8 {
        self.lowest
    }

    /// The rank of the highest cards; that of the lowest on a board without cards.
    #[must_use]
    pub const fn highest(&self) -> u8 {
        self.lowest + (self.size.columns - 1).saturating_sub(1)
    }

    /// The suits in play, in the order of the rows that they are tied to.
    pub fn suits(&self) -> impl Iterator<Item = u8> {
        ROW_ORDER.into_iter().filter(|suit| self.cards >> (4 * self.lowest + suit) & 1 == 1)
    }

    /// The suit that a row is tied to under [`First::Suit`]; `None` on a board without cards.
    #[must_use]
    pub fn suit_of_row(&self, row: usize) -> Option<u8> {
        self.suits().nth(row)
    }

    /// The card in a row and a column, both counted from 0; `None` where there is a gap or no cell.
    #[must_use]
    pub fn card(&self, row: usize, column: usize) -> Option<Card> {
        let on_board = row < self.size.rows() && column < self.size.columns();
        if on_board { self.card_in(row * MAX_COLUMNS + column) } else { None }
    }

    /// The row and the column of a card, both counted from 0; `None` if it is not in play.
    #[must_use]
    pub fn place(&self, card: Card) -> Option<(usize, usize)> {
        let cell = usize::from(self.places[card.number()]);
        (self.cards >> card.number() & 1 == 1).then_some((cell / MAX_COLUMNS, cell % MAX_COLUMNS))
    }

    /// The cards in play, in the order of their numbers.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        members(self.cards).map(card_numbered)
    }

    /// The gaps row by row, each as its row and its column, counted from 0.
    pub fn gaps(&self) -> impl Iterator<Item = (usize, usize)> {
        members(self.free).map(|cell| (cell / MAX_COLUMNS, cell % MAX_COLUMNS))
    }

    /// The cards that may enter a gap here, or could if there were one: bit `n` is card number `n`.
    #[must_use]
    pub fn entrants(&self, row: usize, column: usize) -> u64 {
        if row < self.size.rows() && column < self.size.columns() {
            self.entering(row * MAX_COLUMNS + column)
        } else {
            0
        }
    }

    fn entering(&self, cell: usize) -> u64 {
        if !cell.is_multiple_of(MAX_COLUMNS) {
            // The next rank of the same suit is four numbers on; beyond the highest nothing is in play.
            return self.card_in(cell - 1).map_or(0, |left| 1 << (left.number() + 4) & self.cards);
        }
        let of_suit = |suit: u8| 1 << (4 * self.lowest + suit) & self.cards;
        match self.first {
            First::Any => self.cards,
            First::Lowest => (0..4).fold(0, |lowest, suit| lowest | of_suit(suit)),
            First::Suit => self.suit_of_row(cell / MAX_COLUMNS).map_or(0, of_suit),
        }
    }

    fn card_in(&self, cell: usize) -> Option<Card> {
        self.cells[cell].checked_sub(1).and_then(Card::new)
    }

    /// The rows as numbers of six bits a cell.
    pub(super) fn rows(&self) -> [u128; MAX_ROWS] {
        let mut rows = [0; MAX_ROWS];
        for (row, cells) in rows.iter_mut().zip(self.cells.as_chunks::<MAX_COLUMNS>().0) {
            *row = cells.iter().fold(0, |row, cell| row << CELL_BITS | u128::from(*cell));
        }
        rows
    }
}

fn card_numbered(number: usize) -> Card {
    u8::try_from(number).ok().and_then(Card::new).expect("sets of cards hold numbers of cards")
}

impl Game for Gaps {
    type Move = Shift;
    type Key = GapsKey;

    /// By the gap, row by row, then by the card.
    fn moves(&self) -> impl Iterator<Item = Shift> {
        members(self.free).flat_map(move |cell| {
            #[expect(clippy::cast_possible_truncation, reason = "cells are below 52")]
            let (row, column) = ((cell / MAX_COLUMNS) as u8, (cell % MAX_COLUMNS) as u8);
            members(self.entering(cell)).map(move |number| Shift { card: card_numbered(number), row, column })
        })
    }

    fn play(&mut self, shift: Shift) {
        let to = usize::from(shift.row) * MAX_COLUMNS + usize::from(shift.column);
        let number = shift.card.number();
        debug_assert!(to < CELLS && self.free & self.cell_bit(shift) != 0, "{shift} does not lead into a gap");
        debug_assert!(self.entering(to) >> number & 1 == 1, "{shift} is illegal");
        let from = usize::from(self.places[number]);
        self.lift(from);
        self.fill(to, number);
    }

    fn key(&self) -> GapsKey {
        let mut rows = self.rows();
        if self.first != First::Suit {
            rows.sort_unstable();
        }
        // Four rows of 78 bits make 312; the rule has the last eight of 320.
        let [a, b, c, d] = rows;
        let rule = self.first as u128;
        let low = a | b << 78;
        let middle = b >> 50 | c << 28 | d << 106;
        #[expect(clippy::cast_possible_truncation, reason = "halves are what is wanted")]
        let words =
            [low as u64, (low >> 64) as u64, middle as u64, (middle >> 64) as u64, (d >> 22 | rule << 56) as u64];
        GapsKey(words)
    }
}

impl Gaps {
    fn cell_bit(&self, shift: Shift) -> u64 {
        let on_board = usize::from(shift.row) < self.size.rows() && usize::from(shift.column) < self.size.columns();
        if on_board { 1 << (usize::from(shift.row) * MAX_COLUMNS + usize::from(shift.column)) } else { 0 }
    }
}

impl Puzzle for Gaps {
    fn is_goal(&self) -> bool {
        self.cells.as_chunks::<MAX_COLUMNS>().0[..self.size.rows()].iter().all(|row| {
            // Next to each other in a row of one suit, numbers differ by four.
            let cards = &row[..self.size.columns() - 1];
            cards.first().is_none_or(|first| *first != GAP && (*first - 1) / 4 == self.lowest)
                && cards.windows(2).all(|pair| pair[1] != GAP && pair[0] + 4 == pair[1])
        })
    }
}

impl Payoff for Gaps {
    const ALTERNATES: bool = false;

    fn ended(&self) -> Option<Value> {
        let is_over = self.moves().next().is_none();
        is_over.then_some(if self.is_goal() { Value::Win } else { Value::Loss })
    }

    /// A goal is worth 1, anything else the share of cards that are in place.
    fn worth(&self, ended: Value) -> f32 {
        match ended {
            Value::Win => 1.0,
            #[expect(clippy::cast_possible_truncation, reason = "a share needs no more than f32 holds")]
            Value::Draw | Value::Loss => self.share_placed(Placed::Assigned) as f32,
        }
    }
}
