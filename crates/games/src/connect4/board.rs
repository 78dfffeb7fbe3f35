//! The board and its rules.

use kibitzer_core::{Duel, Game, Outcome, Payoff, Player, SplitMix, Symmetric, Transposing, Value};

use crate::bits::members;

/// The number of columns.
pub const COLUMNS: usize = 7;
/// The number of rows.
pub const ROWS: usize = 6;

// A column is a byte, its lowest cell the lowest bit. The two bits above stay 0, so no line runs on into the next column.
//
//      7  15  23  31  39  47  55     always 0
//      6  14  22  30  38  46  54     always 0
//      5  13  21  29  37  45  53
//      4  12  20  28  36  44  52
//      3  11  19  27  35  43  51
//      2  10  18  26  34  42  50
//      1   9  17  25  33  41  49
//      0   8  16  24  32  40  48
const STRIDE: usize = 8;
/// The lowest cell of each column.
const BOTTOM: u64 = 0x0001_0101_0101_0101;
/// The highest cell of each column.
const TOP: u64 = BOTTOM << (ROWS - 1);
/// All cells.
const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);

/// For each set of columns, one bit a column, its members in order, and in the last place their number.
const MEMBERS: [[u8; 8]; 1 << COLUMNS] = {
    let mut lists = [[0; 8]; 1 << COLUMNS];
    let mut set = 0;
    while set < lists.len() {
        let (mut column, mut count) = (0, 0);
        while column < COLUMNS {
            if set >> column & 1 == 1 {
                #[expect(clippy::cast_possible_truncation, reason = "at most 6")]
                let member = column as u8;
                lists[set][count] = member;
                count += 1;
            }
            column += 1;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 7")]
        let count = count as u8;
        lists[set][COLUMNS] = count;
        set += 1;
    }
    lists
};

/// A column; the move is to drop a stone into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

impl Column {
    /// A column, counted from 0 at the left.
    #[must_use]
    pub const fn new(index: usize) -> Option<Column> {
        #[expect(clippy::cast_possible_truncation, reason = "at most 6")]
        if index < COLUMNS { Some(Column(index as u8)) } else { None }
    }

    /// Its number, counted from 0 at the left.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A position of Connect Four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Connect4 {
    /// The stones of the side to move.
    own: u64,
    /// All stones.
    all: u64,
}

/// What decides the future of a position: the position or its mirror image, whichever number is smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Connect4Key(u64);

impl Connect4 {
    /// The stones of one side: bit `8 * column + row`, rows counted from 0 at the bottom.
    #[must_use]
    pub fn stones(&self, player: Player) -> u64 {
        if player == self.to_move() { self.own } else { self.all ^ self.own }
    }

    /// How many stones have been played.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.all.count_ones()
    }

    /// How many stones a column holds.
    #[must_use]
    pub const fn height(&self, column: Column) -> usize {
        (self.all >> (STRIDE * column.index()) & 0xFF).count_ones() as usize
    }

    /// Whose stone lies in a row and a column, both counted from 0 at the bottom left.
    #[must_use]
    pub fn stone(&self, row: usize, column: Column) -> Option<Player> {
        let cell = 1_u64 << (STRIDE * column.index() + row);
        match (row < ROWS && self.all & cell != 0, self.own & cell != 0) {
            (false, _) => None,
            (true, true) => Some(self.to_move()),
            (true, false) => Some(!self.to_move()),
        }
    }

    /// The cells of all lines of four, to show a person how the game was won.
    #[must_use]
    pub fn winning_cells(&self) -> u64 {
        let stones = self.all ^ self.own;
        let line = |step: usize| {
            let starts = stones & stones >> step & stones >> (2 * step) & stones >> (3 * step);
            starts | starts << step | starts << (2 * step) | starts << (3 * step)
        };
        line(1) | line(STRIDE) | line(STRIDE - 1) | line(STRIDE + 1)
    }

    /// The free cells where a stone of this side would make four, those that no stone can reach yet included.
    #[must_use]
    pub fn threats(&self, player: Player) -> u64 {
        completing(self.stones(player)) & BOARD & !self.all
    }

    /// The stone below which a game cut off after `heights` would end; see [`text`](super::text).
    pub(super) fn cut(&self, heights: [usize; COLUMNS]) -> Connect4 {
        let mut kept = 0;
        for (column, height) in heights.into_iter().enumerate() {
            kept |= ((1 << height) - 1) << (STRIDE * column);
        }
        let all = self.all & kept;
        let one = self.stones(Player::One) & kept;
        let own = if all.count_ones().is_multiple_of(2) { one } else { all ^ one };
        Connect4 { own, all }
    }

    /// The columns that are not full, one bit each.
    #[inline]
    const fn open_columns(&self) -> usize {
        gathered((!self.all & TOP) >> (ROWS - 1))
    }
}

/// Whether four stones lie in a line.
#[inline]
const fn has_four(stones: u64) -> bool {
    let up = stones & stones >> 1;
    let across = stones & stones >> STRIDE;
    let falling = stones & stones >> (STRIDE - 1);
    let rising = stones & stones >> (STRIDE + 1);
    let fours = up & up >> 2
        | across & across >> (2 * STRIDE)
        | falling & falling >> (2 * (STRIDE - 1))
        | rising & rising >> (2 * (STRIDE + 1));
    fours != 0
}

/// The cells, on the board or off, taken or free, that would make four together with three of these stones.
#[inline]
const fn completing(stones: u64) -> u64 {
    const fn along(stones: u64, step: usize) -> u64 {
        let (below, above) = (stones << step, stones >> step);
        let two_below = below & below << step;
        let two_above = above & above >> step;
        two_below & (stones << (3 * step) | above) | two_above & (stones >> (3 * step) | below)
    }
    let up = stones << 1 & stones << 2 & stones << 3;
    up | along(stones, STRIDE) | along(stones, STRIDE - 1) | along(stones, STRIDE + 1)
}

/// The columns of cells, one bit a column. No cell is in a top bit of its byte.
#[inline]
const fn columns_of(cells: u64) -> usize {
    // Adding 127 to a byte that is not 0 carries into its top bit.
    gathered((cells + BOTTOM * 0x7F) >> 7 & BOTTOM)
}

/// Moves the lowest bit of each byte to the bit of its column.
#[inline]
const fn gathered(lowest: u64) -> usize {
    // The factor moves the lowest bit of byte c to bit 49 + c; no two of its terms meet.
    (lowest.wrapping_mul(0x0002_0408_1020_4081) >> 49) as usize & 0x7F
}

/// One of a set of columns, uniform up to 7 parts in 2^32.
#[inline]
fn any_of(columns: usize, stream: &mut SplitMix) -> Column {
    let columns = &MEMBERS[columns];
    let chosen = ((stream.next_u64() >> 32) * u64::from(columns[COLUMNS])) >> 32;
    Column(columns[chosen as usize])
}

/// The board seen in a mirror: the columns in reverse, which leaves the eighth byte in front.
const fn mirrored(stones: u64) -> u64 {
    stones.swap_bytes() >> STRIDE
}

impl Game for Connect4 {
    type Move = Column;
    type Key = Connect4Key;

    /// From left to right.
    #[inline]
    fn moves(&self) -> impl Iterator<Item = Column> {
        let open = if has_four(self.all ^ self.own) { 0 } else { self.open_columns() };
        #[expect(clippy::cast_possible_truncation, reason = "at most 6")]
        members(open as u64).map(|column| Column(column as u8))
    }

    #[inline]
    fn play(&mut self, column: Column) {
        debug_assert!(self.height(column) < ROWS && !has_four(self.all ^ self.own), "{column} is illegal");
        self.own ^= self.all;
        // Adding the column's lowest cell carries up to the first free one.
        self.all |= self.all + (1 << (STRIDE * column.index()));
    }

    fn key(&self) -> Connect4Key {
        Connect4Key(self.identity().min(self.image(1).identity()))
    }
}

impl Duel for Connect4 {
    fn to_move(&self) -> Player {
        if self.plies().is_multiple_of(2) { Player::One } else { Player::Two }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended().map(|ended| match ended {
            Value::Loss => Outcome::Win(!self.to_move()),
            Value::Draw | Value::Win => Outcome::Draw,
        })
    }
}

impl Payoff for Connect4 {
    const ALTERNATES: bool = true;

    /// Only the side that has just moved can have won.
    #[inline]
    fn ended(&self) -> Option<Value> {
        if has_four(self.all ^ self.own) {
            Some(Value::Loss)
        } else if self.all == BOARD {
            Some(Value::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn nth_move(&self, index: usize) -> Column {
        Column(MEMBERS[self.open_columns()][index])
    }

    /// Uniform up to 7 parts in 2^32.
    #[inline]
    fn random_move(&self, stream: &mut SplitMix) -> Option<Column> {
        if has_four(self.all ^ self.own) || self.all == BOARD {
            return None;
        }
        Some(any_of(self.open_columns(), stream))
    }

    #[inline]
    fn decisive_move(&self, stream: &mut SplitMix) -> Option<Column> {
        if has_four(self.all ^ self.own) || self.all == BOARD {
            return None;
        }
        // The lowest free cell of each column that is not full.
        let playable = (self.all + BOTTOM) & BOARD;
        let wins = completing(self.own) & playable;
        if wins != 0 {
            return Some(any_of(columns_of(wins), stream));
        }
        let theirs = completing(self.all ^ self.own) & !self.all;
        let threats = theirs & playable;
        // One threat is met by playing there; two are not met. Nothing may be played below a cell where they would win.
        let answers = if threats == 0 { playable } else { threats };
        let safe = if threats & threats.wrapping_sub(1) == 0 { answers & !(theirs >> 1) } else { 0 };
        Some(any_of(if safe == 0 { self.open_columns() } else { columns_of(safe) }, stream))
    }
}

impl Transposing for Connect4 {
    type Identity = u64;

    /// The stones of the side to move, and in each column a bit on top of the stones: no two positions share it.
    #[inline]
    fn identity(&self) -> u64 {
        self.own | (self.all + BOTTOM) & !self.all
    }
}

impl Symmetric for Connect4 {
    const IMAGES: usize = 2;

    fn image(&self, which: usize) -> Self {
        if which == 0 { *self } else { Connect4 { own: mirrored(self.own), all: mirrored(self.all) } }
    }

    #[expect(clippy::cast_possible_truncation, reason = "there are 7 columns")]
    fn image_of_move(&self, column: Column, which: usize) -> Column {
        if which == 0 { column } else { Column(COLUMNS as u8 - 1 - column.0) }
    }
}
