//! What can come about if no card ever leaves its place and no gap is ever filled; see [`bound`](super::bound).

use kibitzer_games::gaps::First;

use super::super::board::{Board, Frame, is_first, is_lowest};
use super::bound::{goal, members};

/// Column 1 of four rows; the lowest cards have the same numbers.
const FIRST: u64 = 0x0001_0001_0001_0001;

/// What has come about so far, as sets of cells and of cards, one bit each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relaxed {
    /// Where a card can come.
    at: [u64; 64],
    /// The cards that can come to a cell: the same turned round.
    who: [u64; 64],
    /// The cells that can become empty.
    empty: u64,
    /// Those among them that have not been looked at since a card might enter.
    fresh: u64,
    cards: u64,
    /// Cards that may move.
    free: u64,
}

impl Relaxed {
    /// The beginning, when nothing has come about but what is there.
    pub(super) fn new(frame: Frame, board: &Board, free: u64) -> Self {
        let gaps = &board.gaps[..usize::from(frame.rows)];
        let empty = gaps.iter().fold(0, |empty, gap| empty | 1 << gap);
        let mut relaxed = Self { at: [0; 64], who: [0; 64], empty, fresh: empty, cards: 0, free };
        for card in frame.cards() {
            let place = board.place(card);
            relaxed.at[usize::from(card & 63)] = 1 << place;
            relaxed.who[usize::from(place & 63)] = 1 << card;
            relaxed.cards |= 1 << card;
        }
        relaxed
    }

    /// The cells that a card can enter.
    pub(super) fn entered(&self, frame: Frame, card: u8) -> u64 {
        let behind = if is_lowest(card) { 0 } else { self.at[usize::from(card - 1)] << 1 };
        let first = match frame.rule {
            First::Any => FIRST,
            First::Lowest if is_lowest(card) => FIRST,
            // The lowest card of a suit has the number of the first cell of its row.
            First::Suit if is_lowest(card) => 1 << card,
            First::Lowest | First::Suit => 0,
        };
        (behind | first) & self.empty
    }

    /// The cards that can enter an empty cell, if they may move.
    #[inline]
    fn entering(&self, frame: Frame, cell: u8) -> u64 {
        if !is_first(cell) {
            return self.who[usize::from((cell - 1) & 63)] << 1 & self.cards;
        }
        match frame.rule {
            First::Any => self.cards,
            First::Lowest => self.cards & FIRST,
            First::Suit => self.cards & 1 << cell,
        }
    }

    /// Whether a card can come to a cell.
    #[inline]
    pub(super) fn reaches(&self, card: u8, cell: u8) -> bool {
        self.at[usize::from(card & 63)] >> cell & 1 == 1
    }

    /// Whether all cards can come to their goals, if the suits go to these rows.
    pub(super) fn reaches_all(&self, frame: Frame, rows: [u8; 4]) -> bool {
        frame.cards().all(|card| self.reaches(card, goal(rows, card)))
    }

    /// Adds all that can come about by the cards that may move.
    pub(super) fn close(&mut self, frame: Frame, board: &Board) {
        while self.fresh != 0 {
            #[expect(clippy::cast_possible_truncation, reason = "bits are below 64")]
            let cell = self.fresh.trailing_zeros() as u8;
            self.fresh &= self.fresh - 1;
            for card in members(self.entering(frame, cell) & self.free & !self.who[usize::from(cell & 63)]) {
                self.arrive(board, card, cell);
            }
        }
    }

    /// A card can come to a cell, and the next ones behind it as far as there are gaps.
    #[inline]
    fn arrive(&mut self, board: &Board, mut card: u8, mut cell: u8) {
        loop {
            self.at[usize::from(card & 63)] |= 1 << cell;
            self.who[usize::from(cell & 63)] |= 1 << card;
            let left = 1 << board.place(card) & !self.empty;
            self.empty |= left;
            self.fresh |= left;
            (card, cell) = (card + 1, cell + 1);
            let goes_on = self.empty >> (cell & 63) & 1 == 1 && self.free >> (card & 63) & 1 == 1;
            if !goes_on || self.reaches(card, cell) {
                return;
            }
        }
    }

    /// Lets each card move that has somewhere to go; whether there is one more than before.
    pub(super) fn release(&mut self, frame: Frame) -> bool {
        let more = members(self.empty).fold(0, |more, cell| more | self.entering(frame, cell)) & !self.free;
        self.free |= more;
        self.fresh = self.empty;
        more != 0
    }

    /// Whether all misplaced cards can come to their goals when any card may move; all of that has come about then.
    pub(super) fn can_end(&mut self, frame: Frame, board: &Board, misplaced: u64, rows: [u8; 4]) -> bool {
        loop {
            self.close(frame, board);
            if members(misplaced).all(|card| self.reaches(card, goal(rows, card))) {
                return true;
            }
            if !self.release(frame) {
                return false;
            }
        }
    }
}
