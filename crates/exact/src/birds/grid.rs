//! The two boards the solver runs on: 4 x 4 with everything tabulated, and 7 x 7 for the rest.
//!
//! A position is moved onto the smaller board if it fits after its empty rows and columns are dropped; nothing that
//! matters is lost by that, since only sharing a row or a column counts.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Index, IndexMut, Not};

use super::state::Losses;

pub(super) use super::large::Large;
pub(super) use super::small::Small;

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
    /// Whether the best of some flights is found faster by [`Grid::best_flight`] than by listing all.
    const FINDS_BEST: bool;

    /// What is looked up; fetched once, since asking for it costs more than reading it.
    type Tables: Copy;

    fn tables() -> Self::Tables;
    /// The memory of the tables.
    fn table_bytes() -> usize;
    /// The cells of a connected set whose removal would disconnect it.
    fn cut_cells(tables: Self::Tables, occupied: Self::Set) -> Self::Set;
    /// Whether a position is won; meant for at most [`Grid::LOOKED_UP`] stacks.
    fn ending_is_won(tables: Self::Tables, rows: &Self::Rows, occupied: Self::Set) -> bool;
    /// Whether a position of one stack more is won after this flight.
    fn ending_is_won_after(
        tables: Self::Tables,
        rows: &Self::Rows,
        occupied: Self::Set,
        flight: (usize, usize),
    ) -> bool;
    /// The cells in line with some cell of a set.
    fn in_line(cells: Self::Set) -> Self::Set;
    /// The best of some flights, ranked by what each gains and loses, and its rank; the later one of equals.
    fn best_flight(compatible: &Self::Rows, flights: &Self::Rows, losses: &Losses) -> Option<(i32, usize, usize)>;
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
pub(super) const fn lines<const N: usize>(side: usize) -> [u64; N] {
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
