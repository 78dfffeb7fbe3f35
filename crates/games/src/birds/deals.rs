//! Deals by `FreeCell` number.

use std::num::NonZeroU8;

use crate::cards::DealNumber;

use super::board::{Birds, MAX_SIDE, Size, Stack};

/// The deal with this number: the first cards of the deck that `FreeCell` would deal, row by row into the grid.
///
/// ```
/// use kibitzer_games::birds::{Size, deal};
/// use kibitzer_games::cards::DealNumber;
///
/// let board = deal(Size::STANDARD, DealNumber::try_from(80_431)?);
/// assert_eq!(board.to_string(), "8C 8H 8S 7S / 6H JH 5H 9H / 5C 7C KS 4S / 2D TS QS 3D");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn deal(size: Size, number: DealNumber) -> Birds {
    let mut board = Birds::empty(size);
    let cells = (0..size.rows()).flat_map(|row| (0..size.columns()).map(move |column| row * MAX_SIDE + column));
    for (cell, top) in cells.zip(number.cards()) {
        board.put(cell, Stack { top, size: NonZeroU8::MIN });
    }
    board
}
