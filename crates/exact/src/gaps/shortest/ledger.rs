//! The ways to give rows to suits, and how many cards are misplaced in each.

use kibitzer_games::gaps::First;

use super::super::board::{Board, Frame, Step};

/// All ways to give rows to suits, as the row of each suit.
pub(super) const ASSIGNMENTS: [[u8; 4]; 24] = {
    let mut all = [[0; 4]; 24];
    let mut count = 0;
    let mut code = 0_u8;
    while count < 24 {
        let rows = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        if 1 << rows[0] | 1 << rows[1] | 1 << rows[2] | 1 << rows[3] == 15 {
            all[count] = rows;
            count += 1;
        }
        code = code.wrapping_add(1);
    }
    all
};

/// By suit and row, 1 for each assignment that gives the row to the suit, else 0.
const GIVES: [[[u8; 32]; 4]; 4] = {
    let mut gives = [[[0; 32]; 4]; 4];
    let mut number = 0;
    while number < 24 {
        let mut suit = 0;
        while suit < 4 {
            gives[suit][ASSIGNMENTS[number][suit] as usize][number] = 1;
            suit += 1;
        }
        number += 1;
    }
    gives
};

/// Where a card goes in the end.
pub(super) fn goal(rows: [u8; 4], card: u8) -> u8 {
    16 * rows[usize::from(card >> 4)] + (card & 15)
}

/// How many cards are misplaced in each assignment, kept up to date from move to move. There is room for more, so that all
/// are counted at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ledger([u8; 32]);

/// More than any number of moves: of what cannot be.
pub(super) const NEVER: u8 = u8::MAX;

impl Ledger {
    pub(super) fn new(frame: Frame, board: &Board) -> Self {
        let mut ledger =
            Self(std::array::from_fn(|number| if number < 24 { frame.rows * frame.ranks() } else { NEVER }));
        for card in frame.cards() {
            let cell = board.place(card);
            if cell & 15 == card & 15 {
                ledger.arrive(card, cell);
            }
        }
        ledger
    }

    #[inline]
    fn arrive(&mut self, card: u8, cell: u8) {
        for (misplaced, gives) in self.0.iter_mut().zip(gives(card, cell)) {
            *misplaced = misplaced.wrapping_sub(*gives);
        }
    }

    /// The ledger after a step.
    #[inline]
    pub(super) fn after(mut self, step: Step) -> Self {
        let Step { card, from, to } = step;
        if from & 15 == card & 15 {
            for (misplaced, gives) in self.0.iter_mut().zip(gives(card, from)) {
                *misplaced = misplaced.wrapping_add(*gives);
            }
        }
        if to & 15 == card & 15 {
            self.arrive(card, to);
        }
        self
    }

    /// How many cards are misplaced in each assignment; [`NEVER`] where it cannot be.
    #[inline]
    pub(super) fn moves(&self, frame: Frame, board: &Board) -> [u8; 32] {
        if frame.rows < 4 || frame.rule == First::Suit { self.moves_of_some(frame, board) } else { self.0 }
    }

    #[cold]
    fn moves_of_some(&self, frame: Frame, board: &Board) -> [u8; 32] {
        let mut moves = self.0;
        for (moves, rows) in moves.iter_mut().zip(ASSIGNMENTS) {
            if !can_be(frame, board, rows) {
                *moves = NEVER;
            }
        }
        moves
    }
}

/// Whether the suits can go to these rows.
fn can_be(frame: Frame, board: &Board, rows: [u8; 4]) -> bool {
    (0..4).zip(rows).all(|(suit, row)| {
        if suit >= frame.rows {
            // Rows and suits beyond the board go to each other, so that each assignment counts once.
            return row == suit;
        }
        // Under `suit` a lowest card goes to its own row, unless it already stands at the beginning of another.
        frame.rule != First::Suit || row == suit || board.place(16 * suit) == 16 * row
    })
}

/// 1 for each assignment in which a card that stands in its column is at its goal.
#[inline]
pub(super) fn gives(card: u8, cell: u8) -> &'static [u8; 32] {
    &GIVES[usize::from(card >> 4 & 3)][usize::from(cell >> 4 & 3)]
}

#[inline]
pub(super) fn least(moves: &[u8; 32]) -> u8 {
    moves.iter().fold(NEVER, |least, &moves| least.min(moves))
}

/// By suit and row, the cards that would be at their goals if the suit went to the row: a bit for each rank.
pub(super) struct Homes([[u16; 4]; 4]);

impl Homes {
    pub(super) fn new(frame: Frame, board: &Board) -> Self {
        let mut homes = [[0; 4]; 4];
        for card in frame.cards() {
            let cell = board.place(card);
            if cell & 15 == card & 15 {
                homes[usize::from(card >> 4 & 3)][usize::from(cell >> 4 & 3)] |= 1 << (card & 15);
            }
        }
        Self(homes)
    }

    /// The misplaced cards, if each suit goes to its row.
    pub(super) fn misplaced(&self, frame: Frame, rows: [u8; 4]) -> u64 {
        let of = |suit: usize| u64::from(self.0[suit][usize::from(rows[suit] & 3)]) << (16 * suit);
        let suit = (1 << frame.ranks()) - 1;
        let cards = (0..frame.rows).fold(0, |cards, number| cards | suit << (16 * number));
        cards & !(of(0) | of(1) | of(2) | of(3))
    }
}
