//! The board of seven rows and columns, for positions that the small one does not hold.

use super::grid::{Grid, Set, lines};
use super::state::{Losses, State};

/// Seven rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Large;

/// A byte for each cell of the large board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ManyCards([u8; 49]);

impl Default for ManyCards {
    fn default() -> Self {
        Self([0; 49])
    }
}

impl Grid for Large {
    type Set = u64;
    type Rows = [u64; 49];
    type Cards = ManyCards;
    const SIDE: usize = 7;
    const NO_ROWS: [u64; 49] = [0; 49];
    const LINES: [u64; 49] = lines(7);
    const LOOKED_UP: u32 = 1;
    const FINDS_BEST: bool = false;

    type Tables = ();

    fn tables() {}

    fn table_bytes() -> usize {
        0
    }

    fn cut_cells((): (), occupied: u64) -> u64 {
        super::cuts::cut_vertices::<Large>(&Self::LINES, occupied)
    }

    /// There is no table for this board: the few positions that are asked for are played out.
    fn ending_is_won((): (), rows: &[u64; 49], occupied: u64) -> bool {
        super::endings::play_out::<Large>(rows, occupied)
    }

    fn ending_is_won_after((): (), rows: &[u64; 49], occupied: u64, (from, to): (usize, usize)) -> bool {
        let next = State::<Large> { compatible: *rows, occupied, cards: ManyCards::default() }.after(from, to);
        super::endings::play_out::<Large>(&next.compatible, next.occupied)
    }

    fn in_line(mut cells: u64) -> u64 {
        let mut found = 0;
        while let Some(cell) = cells.pop() {
            found |= Self::LINES[cell];
        }
        found
    }

    fn best_flight(_: &[u64; 49], _: &[u64; 49], _: &Losses) -> Option<(i32, usize, usize)> {
        unreachable!("flights of this board are listed")
    }

    fn for_each_pair(rows: &[u64; 49], mut visit: impl FnMut(usize, usize)) {
        for (cell, mut row) in rows.iter().copied().enumerate() {
            while let Some(other) = row.pop() {
                visit(cell, other);
            }
        }
    }

    fn card_at(cards: &ManyCards, cell: usize) -> usize {
        usize::from(cards.0[cell])
    }

    #[expect(clippy::cast_possible_truncation, reason = "there are 52 cards")]
    fn set_card(cards: &mut ManyCards, cell: usize, card: usize) {
        cards.0[cell] = card as u8;
    }

    fn cards_on(cards: &ManyCards, cells: u64) -> ManyCards {
        ManyCards(std::array::from_fn(|cell| if cells.contains(cell) { cards.0[cell] } else { 0 }))
    }

    fn hash(cards: &ManyCards, occupied: u64) -> u64 {
        cards
            .0
            .iter()
            .fold(occupied, |hash, &card| (hash.rotate_left(5) ^ u64::from(card)).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }
}
