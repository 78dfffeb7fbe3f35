//! What can come about if no card ever leaves its place and no gap is ever filled; see [`bound`](super::bound).

use kibitzer_games::gaps::First;

use super::super::board::{Board, Frame, is_first, is_lowest};
use super::ledger::goal;
use super::tangle::members;

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
    /// The beginning, when nothing has come about but what is there, and no card may move.
    pub(super) fn new(frame: Frame, board: &Board) -> Self {
        let gaps = &board.gaps[..usize::from(frame.rows)];
        let empty = gaps.iter().fold(0, |empty, gap| empty | 1 << gap);
        let mut relaxed = Self { at: [0; 64], who: [0; 64], empty, fresh: empty, cards: 0, free: 0 };
        for card in frame.cards() {
            let place = board.place(card);
            relaxed.at[usize::from(card & 63)] = 1 << place;
            relaxed.who[usize::from(place & 63)] = 1 << card;
            relaxed.cards |= 1 << card;
        }
        relaxed
    }

    /// Lets these cards move.
    pub(super) fn let_move(&mut self, cards: u64) {
        self.free |= cards;
    }

    /// The cells that a card can enter.
    pub(super) fn entered(&self, frame: Frame, card: u8) -> u64 {
        let behind = if is_lowest(card) { 0 } else { self.at[usize::from((card - 1) & 63)] << 1 };
        (behind | in_first_column(frame, card)) & self.empty
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

    /// Adds all that can come about by the cards that may move.
    pub(super) fn close(&mut self, frame: Frame, board: &Board) {
        while self.fresh != 0 {
            if frame.rule == First::Any && self.empty & FIRST != 0 {
                self.sweep(frame, board);
                return;
            }
            #[expect(clippy::cast_possible_truncation, reason = "bits are below 64")]
            let cell = self.fresh.trailing_zeros() as u8;
            self.fresh &= self.fresh - 1;
            for card in members(self.entering(frame, cell) & self.free & !self.who[usize::from(cell & 63)]) {
                self.arrive(board, card, cell);
            }
        }
    }

    /// The same where column 1 can become empty and any card may enter it. Then each card that may move can go there, so
    /// that its cell can become empty too, and one look from low to high cards finds all the rest. From then on it is not
    /// kept which cards can come to a cell, since no one asks.
    fn sweep(&mut self, frame: Frame, board: &Board) {
        self.fresh = 0;
        for card in members(self.free) {
            self.empty |= 1 << board.place(card);
        }
        for suit in 0..frame.rows {
            let mut behind = 0;
            for card in 16 * suit..16 * suit + frame.ranks() {
                let at = &mut self.at[usize::from(card & 63)];
                if self.free >> card & 1 == 1 {
                    *at |= (behind | FIRST) & self.empty;
                }
                behind = *at << 1;
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
        let goes = |&card: &u8| self.entered(frame, card) != 0;
        let more = members(self.cards & !self.free).filter(goes).fold(0, |more, card| more | 1 << card);
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

/// The cells of column 1 that a card may enter by the rule.
#[inline]
fn in_first_column(frame: Frame, card: u8) -> u64 {
    match frame.rule {
        First::Any => FIRST,
        First::Lowest if is_lowest(card) => FIRST,
        // The lowest card of a suit has the number of the first cell of its row.
        First::Suit if is_lowest(card) => 1 << card,
        First::Lowest | First::Suit => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use kibitzer_games::gaps::Shuffle;

    use super::super::super::{board::read, twin::deal};
    use super::*;

    /// The cells that each card can come to, by the definition alone.
    fn slowly(frame: Frame, board: &Board, free: u64) -> HashSet<(u8, u8)> {
        let mut known: HashSet<(u8, u8)> = frame.cards().map(|card| (card, board.place(card))).collect();
        let mut empty: HashSet<u8> = board.gaps[..usize::from(frame.rows)].iter().copied().collect();
        loop {
            let before = (known.len(), empty.len());
            for card in frame.cards().filter(|card| free >> card & 1 == 1) {
                for cell in frame.cells() {
                    let may_enter = if is_first(cell) {
                        match frame.rule {
                            First::Any => true,
                            First::Lowest => is_lowest(card),
                            First::Suit => card == cell,
                        }
                    } else {
                        card & 15 > 0 && known.contains(&(card - 1, cell - 1))
                    };
                    if may_enter && empty.contains(&cell) && known.insert((card, cell)) {
                        empty.insert(board.place(card));
                    }
                }
            }
            if (known.len(), empty.len()) == before {
                return known;
            }
        }
    }

    #[test]
    fn what_can_come_about_is_what_the_definition_says() {
        let mut sizes = HashSet::new();
        for first in First::ALL {
            for seed in 0..150 {
                let shuffle = if seed % 2 == 0 { Shuffle::Swaps(25) } else { Shuffle::Full };
                let (frame, board, _) = read(&deal(4, 9, first, shuffle, seed));
                let misplaced =
                    frame.cards().filter(|&card| board.place(card) != card).fold(0, |set, card| set | 1 << card);
                for free in [misplaced, u64::MAX] {
                    let mut relaxed = Relaxed::new(frame, &board);
                    relaxed.let_move(free);
                    let mut free = free;
                    loop {
                        relaxed.close(frame, &board);
                        let known = slowly(frame, &board, free);
                        for card in frame.cards() {
                            for cell in frame.cells() {
                                let reaches = relaxed.reaches(card, cell);
                                assert_eq!(reaches, known.contains(&(card, cell)), "{card} {cell} {board:?}");
                            }
                        }
                        sizes.insert(known.len());
                        if !relaxed.release(frame) {
                            break;
                        }
                        free = relaxed.free;
                    }
                }
            }
        }
        assert!(sizes.len() > 50, "{sizes:?}");
    }
}
