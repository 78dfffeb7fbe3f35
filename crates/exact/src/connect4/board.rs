//! The board as the solver holds it: a byte a column, seen by the side to move.
//!
//! ```text
//!  5 13 21 29 37 45 53      bit = 8 * column + row
//!  4 12 20 28 36 44 52
//!  3 11 19 27 35 43 51      Bits 6 and 7 of each byte are always clear, so that no line of four
//!  2 10 18 26 34 42 50      that is shifted runs over an edge, and swapping the bytes is the mirror.
//!  1  9 17 25 33 41 49
//!  0  8 16 24 32 40 48      Cell 0 and all other cells of its row are odd: row 1 as people count.
//! ```

/// Every cell.
pub(super) const CELLS: u64 = 0x003F_3F3F_3F3F_3F3F;
/// The lowest cell of each column.
pub(super) const BOTTOM: u64 = 0x0001_0101_0101_0101;
/// The first, third and fifth cells of each column.
pub(super) const ODD: u64 = 0x15 * BOTTOM;
/// The second, fourth and sixth cells of each column.
pub(super) const EVEN: u64 = 0x2A * BOTTOM;

/// A position, seen by the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Board {
    /// The stones of the side to move.
    pub(super) own: u64,
    /// All stones.
    pub(super) all: u64,
}

impl Board {
    /// The stones of the other side.
    #[inline]
    pub(super) fn other(self) -> u64 {
        self.own ^ self.all
    }

    /// The stones played so far; even if player one is to move.
    #[inline]
    pub(super) fn plies(self) -> u32 {
        self.all.count_ones()
    }

    /// The cells without a stone.
    #[inline]
    pub(super) fn empty(self) -> u64 {
        CELLS & !self.all
    }

    /// The lowest empty cell of each column that is not full.
    #[inline]
    pub(super) fn playable(self) -> u64 {
        (self.all + BOTTOM) & CELLS
    }

    /// The position after a stone on a playable cell, seen by the other side.
    #[inline]
    pub(super) fn after(self, cell: u64) -> Self {
        Self { own: self.other(), all: self.all | cell }
    }

    /// A number below 2^49 that no other position has.
    ///
    /// Adding one to a column of `h` stones sets bit `h` alone, and the stones of the side to move are below it: seven
    /// bits that tell the height and the stones.
    #[inline]
    pub(super) fn key(self) -> Key {
        Key(pack(self.columns()))
    }

    /// The smaller of the keys of the position and of its mirror image, and whether it is the one of the mirror image.
    #[inline]
    pub(super) fn mirror_key(self) -> (Key, bool) {
        let columns = self.columns();
        let image = columns.swap_bytes() >> 8;
        (Key(pack(columns.min(image))), image < columns)
    }

    #[inline]
    fn columns(self) -> u64 {
        self.own + self.all + BOTTOM
    }
}

/// A number for a position, below 2^49 and never 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(pub(super) u64);

/// Brings seven bytes of seven bits each together.
#[inline]
fn pack(columns: u64) -> u64 {
    let pairs = (columns & 0x007F_007F_007F_007F) | ((columns & 0x0000_7F00_7F00_7F00) >> 1);
    let fours = (pairs & 0x0000_3FFF_0000_3FFF) | ((pairs & 0x3FFF_0000_3FFF_0000) >> 2);
    (fours & 0x0FFF_FFFF) | ((fours >> 32) << 28)
}

/// The cells above some cells of their columns.
#[inline]
pub(super) fn above(cells: u64) -> u64 {
    let one = (cells << 1) & CELLS;
    let two = one | ((one << 1) & CELLS);
    let four = two | ((two << 2) & CELLS);
    four | ((four << 2) & CELLS)
}

/// The score of the side that completes a line with its next stone, `plies` stones lying.
#[inline]
#[expect(clippy::cast_possible_wrap, reason = "at most 42")]
pub(super) fn win_at(plies: u32) -> i32 {
    ((43 - plies) / 2) as i32
}

/// The score of the side to move if the other side completes a line with its next stone.
#[inline]
pub(super) fn loss_at(plies: u32) -> i32 {
    -win_at(plies + 1)
}

/// The column of a cell.
#[inline]
pub(super) fn column_of(cell: u64) -> usize {
    cell.trailing_zeros() as usize / 8
}

/// The cells of a column.
#[inline]
pub(super) fn column(index: usize) -> u64 {
    0x3F << (8 * index)
}
