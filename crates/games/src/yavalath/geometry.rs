//! The board as bits, and its symmetries, computed when the program is built.

// The bit of a cell is 10 * row + x, where x counts along the row from the left edge of the sheared board:
//
//      a     0  1  2  3  4              the rows below the middle begin further right,
//      b    10 11 12 13 14 15           so that one step down to the left is always 10,
//      c   20 21 22 23 24 25 26         one step down to the right 11,
//      d  30 31 32 33 34 35 36 37       and one step to the right 1.
//      e 40 41 42 43 44 45 46 47 48
//      f  51 52 53 54 55 56 57 58       Nothing ever lies on x = 9, so no line runs on
//      g   62 63 64 65 66 67 68         into another row. Smaller boards use the same
//      h    73 74 75 76 77 78           steps and leave cells out.
//      i     84 85 86 87 88

/// A set of cells, one bit each.
pub type Cells = u128;

/// How far apart the bits of two rows are.
pub(super) const STRIDE: usize = 10;
/// The three directions of lines.
pub(super) const STEPS: [usize; 3] = [1, STRIDE, STRIDE + 1];
/// No bit is higher.
pub(super) const BITS: usize = 89;
/// The most cells a board has.
const MOST: usize = 61;
/// How many symmetries a hexagon has: six turns, each with or without a mirror.
pub const IMAGES: usize = 12;

/// A cell by its name: row and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    row: u8,
    number: u8,
}

impl Cell {
    /// A cell of the largest board by its row, from 0 at the top, and its place in the row, from 0 at the left.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 8")]
    pub const fn new(row: usize, number: usize) -> Option<Cell> {
        let is_on_board = row < Side::FIVE.rows() && number < Side::FIVE.cells_of_row(row);
        if is_on_board { Some(Cell { row: row as u8, number: number as u8 }) } else { None }
    }

    /// The row, from 0 at the top.
    #[must_use]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// The place in the row, from 0 at the left.
    #[must_use]
    pub const fn number(self) -> usize {
        self.number as usize
    }
}

/// The side of the hexagon, 3 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(u8);

impl Side {
    /// The smallest board, of 19 cells.
    pub const THREE: Side = Side(3);
    /// The board of 37 cells.
    pub const FOUR: Side = Side(4);
    /// The standard board, of 61 cells.
    pub const FIVE: Side = Side(5);
    /// All of them.
    pub const ALL: [Side; 3] = [Side::THREE, Side::FOUR, Side::FIVE];

    /// A side of this many cells.
    #[must_use]
    pub const fn new(length: usize) -> Option<Side> {
        #[expect(clippy::cast_possible_truncation, reason = "at most 5")]
        if length >= 3 && length <= 5 { Some(Side(length as u8)) } else { None }
    }

    /// The number of cells along a side.
    #[must_use]
    pub const fn length(self) -> usize {
        self.0 as usize
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(self) -> usize {
        2 * self.length() - 1
    }

    /// How many cells a row has, rows counted from 0 at the top.
    #[must_use]
    pub const fn cells_of_row(self, row: usize) -> usize {
        self.rows() - row.abs_diff(self.length() - 1)
    }

    /// The number of cells.
    #[must_use]
    pub const fn size(self) -> usize {
        TABLES[self.table()].count
    }

    /// All cells.
    #[must_use]
    #[inline]
    pub const fn cells(self) -> Cells {
        TABLES[self.table()].cells
    }

    /// Whether the board has a cell of this name.
    #[must_use]
    pub const fn has(self, cell: Cell) -> bool {
        cell.row() < self.rows() && cell.number() < self.cells_of_row(cell.row())
    }

    /// The bit of a cell that the board has.
    #[must_use]
    #[inline]
    pub const fn bit(self, cell: Cell) -> usize {
        STRIDE * cell.row() + cell.number() + cell.row().saturating_sub(self.length() - 1)
    }

    /// The cell of a bit.
    #[must_use]
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 8")]
    pub const fn cell(self, bit: usize) -> Cell {
        let (row, x) = (bit / STRIDE, bit % STRIDE);
        Cell { row: row as u8, number: (x - row.saturating_sub(self.length() - 1)) as u8 }
    }

    /// The bit of the cell with this index, in the order of reading.
    #[must_use]
    #[inline]
    pub const fn nth(self, index: usize) -> usize {
        TABLES[self.table()].bits[index] as usize
    }

    /// Where a symmetry takes the cell of a bit; number 0 leaves everything in its place.
    #[must_use]
    #[inline]
    pub const fn image(self, bit: usize, which: usize) -> usize {
        TABLES[self.table()].images[which][bit] as usize
    }

    const fn table(self) -> usize {
        self.length() - 3
    }
}

struct Table {
    cells: Cells,
    count: usize,
    bits: [u8; MOST],
    images: [[u8; BITS]; IMAGES],
}

static TABLES: [Table; 3] = [table(Side::THREE), table(Side::FOUR), table(Side::FIVE)];

#[expect(clippy::cast_possible_truncation, reason = "bits are below 89")]
const fn table(side: Side) -> Table {
    let mut table = Table { cells: 0, count: 0, bits: [0; MOST], images: [[0; BITS]; IMAGES] };
    let mut row = 0;
    while row < side.rows() {
        let mut number = 0;
        while number < side.cells_of_row(row) {
            let bit = side.bit(Cell { row: row as u8, number: number as u8 });
            table.cells |= 1 << bit;
            table.bits[table.count] = bit as u8;
            table.count += 1;
            let mut which = 0;
            while which < IMAGES {
                table.images[which][bit] = moved(side, bit, which) as u8;
                which += 1;
            }
            number += 1;
        }
        row += 1;
    }
    table
}

/// Turns a cell about the middle `which % 6` times by a sixth, then, for the last six, mirrors it.
#[expect(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "numbers of cells are small")]
const fn moved(side: Side, bit: usize, which: usize) -> usize {
    // From the middle, u steps right and v steps down to the left; one step down to the right is both.
    let middle = side.length() as isize - 1;
    let (mut u, mut v) = ((bit % STRIDE) as isize - middle, (bit / STRIDE) as isize - middle);
    let mut turns = which % 6;
    while turns > 0 {
        // Right goes to down-right, and down-left to left.
        (u, v) = (u - v, u);
        turns -= 1;
    }
    if which >= 6 {
        (u, v) = (v, u);
    }
    (v + middle) as usize * STRIDE + (u + middle) as usize
}
