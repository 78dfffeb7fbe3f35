//! The two boards the solver runs on: 4 x 4 with everything tabulated, and 7 x 7 for the rest.
//!
//! A position is moved onto the smaller board if it fits after its empty rows and columns are dropped; nothing that
//! matters is lost by that, since only sharing a row or a column counts.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Index, IndexMut, Not};
use std::sync::LazyLock;

use super::endings::Endings;

/// A set of cells.
pub(super) trait Set:
    Copy
    + Eq
    + Hash
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// Nothing.
    const EMPTY: Self;
    /// One cell.
    fn only(cell: usize) -> Self;
    /// All ones if the cell is a member, and all zeros if not.
    fn spread(self, cell: usize) -> Self;
    /// The set, or nothing.
    fn if_true(self, condition: bool) -> Self;
    fn contains(self, cell: usize) -> bool;
    fn len(self) -> u32;
    /// The smallest member; the set must have one.
    fn first(self) -> usize;
    /// All but the smallest member.
    fn rest(self) -> Self;
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Takes the smallest member out.
    #[inline(always)]
    fn pop(&mut self) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        let first = self.first();
        *self = self.rest();
        Some(first)
    }
}

macro_rules! word_set {
    ($word:ty) => {
        impl Set for $word {
            const EMPTY: Self = 0;
            #[inline(always)]
            fn only(cell: usize) -> Self {
                1 << cell
            }
            #[inline(always)]
            fn spread(self, cell: usize) -> Self {
                (self >> cell & 1).wrapping_neg()
            }
            #[inline(always)]
            fn if_true(self, condition: bool) -> Self {
                self & <$word>::from(condition).wrapping_neg()
            }
            #[inline(always)]
            fn contains(self, cell: usize) -> bool {
                self >> cell & 1 == 1
            }
            #[inline(always)]
            fn len(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}
word_set!(u16);
word_set!(u64);

/// A board: its cells, its lines, and what can be known of a set of cells without looking at the cards.
pub(super) trait Grid: Copy + Eq + 'static {
    type Set: Set;
    /// One set for each cell.
    type Rows: Copy + Index<usize, Output = Self::Set> + IndexMut<usize> + AsRef<[Self::Set]> + AsMut<[Self::Set]>;
    /// Which card lies on each cell. Equal exactly for equal arrangements, if empty cells are kept at card 0.
    type Cards: Copy + Eq + Hash + Default;
    /// The rows and columns of the board.
    const SIDE: usize;
    /// No set at each cell.
    const NO_ROWS: Self::Rows;
    /// For each cell, the others in its row and column.
    const LINES: Self::Rows;
    /// Positions with at most this many stacks are looked up, not searched.
    const LOOKED_UP: u32;

    /// What is looked up; fetched once, since asking for it costs more than reading it.
    type Tables: Copy;

    fn tables() -> Self::Tables;
    /// The memory of the tables.
    fn table_bytes() -> usize;
    /// The cells of a connected set whose removal would disconnect it.
    fn cut_cells(tables: Self::Tables, occupied: Self::Set) -> Self::Set;
    /// Whether a position is won; meant for at most [`Grid::LOOKED_UP`] stacks.
    fn ending_is_won(tables: Self::Tables, rows: &Self::Rows, occupied: Self::Set) -> bool;
    /// Calls `visit` with each cell and each member of its row, in order.
    fn for_each_pair(rows: &Self::Rows, visit: impl FnMut(usize, usize));
    fn card_at(cards: &Self::Cards, cell: usize) -> usize;
    fn set_card(cards: &mut Self::Cards, cell: usize, card: usize);
    /// The cards on `cells`, and card 0 elsewhere.
    fn cards_on(cards: &Self::Cards, cells: Self::Set) -> Self::Cards;
    /// A number that differs for most arrangements.
    fn hash(cards: &Self::Cards, occupied: Self::Set) -> u64;
}

/// For each cell, the others in its row and column, on a board of `side` x `side`.
const fn lines<const N: usize>(side: usize) -> [u64; N] {
    let mut lines = [0; N];
    let mut cell = 0;
    while cell < N {
        let mut other = 0;
        while other < N {
            if cell != other && (cell / side == other / side || cell % side == other % side) {
                lines[cell] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    lines
}

/// The members of `within` that can be reached from `reached` by `rows`.
#[inline(always)]
pub(super) fn flood<G: Grid>(rows: &G::Rows, mut reached: G::Set, within: G::Set) -> G::Set {
    let mut fresh = reached;
    while !fresh.is_empty() {
        let mut next = G::Set::EMPTY;
        while let Some(cell) = fresh.pop() {
            next |= rows[cell];
        }
        fresh = next & within & !reached;
        reached |= fresh;
    }
    reached
}

/// Four rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Small;

/// What is tabulated for the small board.
#[derive(Clone, Copy)]
pub(super) struct SmallTables {
    cuts: &'static [u16; 1 << 16],
    endings: &'static Endings,
}

impl Small {
    /// For each set of cells, those whose removal would disconnect it; all of it, where it is disconnected already.
    fn cut_table() -> &'static [u16; 1 << 16] {
        static TABLE: LazyLock<Box<[u16; 1 << 16]>> = LazyLock::new(|| {
            let connected: Vec<bool> = (0..=u16::MAX).map(rows_and_columns_connected).collect();
            let mut table = Box::new([0; 1 << 16]);
            for set in 0..=u16::MAX {
                let mut cells = set;
                while let Some(cell) = cells.pop() {
                    if !connected[usize::from(set & !(1 << cell))] {
                        table[usize::from(set)] |= 1 << cell;
                    }
                }
            }
            table
        });
        &TABLE
    }
}

/// Whether the cells hang together by rows and columns, found by alternating between the two.
fn rows_and_columns_connected(set: u16) -> bool {
    let mut reached = set & set.wrapping_neg();
    loop {
        let rows = (0..4).map(|row| 0xF << (4 * row)).filter(|row| reached & row != 0);
        let columns = (0..4).map(|column| 0x1111 << column).filter(|column| reached & column != 0);
        let next = rows.chain(columns).fold(0, |lines, line| lines | line) & set;
        if next == reached {
            return reached == set;
        }
        reached = next;
    }
}

impl Grid for Small {
    type Set = u16;
    type Rows = [u16; 16];
    /// Four bits for each cell.
    type Cards = u64;
    const SIDE: usize = 4;
    const NO_ROWS: [u16; 16] = [0; 16];
    const LINES: [u16; 16] = {
        let wide = lines::<16>(4);
        let mut narrow = [0; 16];
        let mut cell = 0;
        while cell < 16 {
            #[expect(clippy::cast_possible_truncation, reason = "there are sixteen cells")]
            let line = wide[cell] as u16;
            narrow[cell] = line;
            cell += 1;
        }
        narrow
    };
    const LOOKED_UP: u32 = Endings::LARGEST;

    type Tables = SmallTables;

    fn tables() -> SmallTables {
        SmallTables { cuts: Small::cut_table(), endings: Endings::shared() }
    }

    fn table_bytes() -> usize {
        size_of_val(Small::cut_table()) + Endings::shared().bytes()
    }

    #[inline(always)]
    fn cut_cells(tables: SmallTables, occupied: u16) -> u16 {
        tables.cuts[usize::from(occupied)]
    }

    #[inline(always)]
    fn ending_is_won(tables: SmallTables, rows: &[u16; 16], occupied: u16) -> bool {
        tables.endings.is_won(rows, occupied)
    }

    /// Four rows at a time, so that the end of a loop, which no processor foresees, comes less often.
    #[inline(always)]
    fn for_each_pair(rows: &[u16; 16], mut visit: impl FnMut(usize, usize)) {
        for (four, first) in rows.chunks_exact(4).zip((0..).step_by(64)) {
            let mut pairs = four.iter().rev().fold(0, |pairs, &row| pairs << 16 | u64::from(row));
            while let Some(pair) = pairs.pop() {
                visit((first + pair) / 16, pair % 16);
            }
        }
    }

    #[inline(always)]
    fn card_at(cards: &u64, cell: usize) -> usize {
        (cards >> (4 * cell) & 15) as usize
    }

    #[inline(always)]
    fn set_card(cards: &mut u64, cell: usize, card: usize) {
        *cards = *cards & !(15 << (4 * cell)) | (card as u64) << (4 * cell);
    }

    fn cards_on(cards: &u64, mut cells: u16) -> u64 {
        let mut kept = 0;
        while let Some(cell) = cells.pop() {
            kept |= cards & 15 << (4 * cell);
        }
        kept
    }

    #[inline(always)]
    fn hash(cards: &u64, occupied: u16) -> u64 {
        (cards ^ u64::from(occupied).wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_cut_cells_agrees_with_floods() {
        for set in (0..=u16::MAX).filter(|set| set.count_ones() > 1) {
            let connected = |set: u16| flood::<Small>(&Small::LINES, Set::only(set.first()), set) == set;
            if connected(set) {
                let slow = (0..16).filter(|&cell| set.contains(cell) && !connected(set & !(1 << cell)));
                assert_eq!(
                    Small::cut_cells(Small::tables(), set),
                    slow.fold(0, |cells, cell| cells | 1 << cell),
                    "{set:016b}"
                );
            }
        }
    }
}
