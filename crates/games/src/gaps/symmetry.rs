//! Symmetries of the board: where rows are not tied to suits, they may be exchanged.

use kibitzer_core::Symmetric;

use super::board::{First, Gaps, MAX_ROWS, Shift};

impl Symmetric for Gaps {
    /// Generators of the whole group: itself, and each pair of neighbouring rows exchanged. A pair that the board does not
    /// have leaves it as it is.
    const IMAGES: usize = MAX_ROWS;

    fn image(&self, which: usize) -> Gaps {
        let mut image = Gaps::empty(self.size(), self.first(), self.lowest());
        for card in self.cards() {
            let (row, column) = self.place(card).expect("it is in play");
            image.put(exchange(self, row, which), column, card);
        }
        image
    }

    fn image_of_move(&self, shift: Shift, which: usize) -> Shift {
        let row = exchange(self, usize::from(shift.row), which);
        Shift { row: u8::try_from(row).expect("there are at most four rows"), ..shift }
    }
}

/// The row after rows `second - 1` and `second` have changed places, where there are both.
fn exchange(board: &Gaps, row: usize, second: usize) -> usize {
    match row {
        _ if second == 0 || second >= board.size().rows() || board.first() == First::Suit => row,
        _ if row == second => second - 1,
        _ if row + 1 == second => second,
        _ => row,
    }
}
