//! Sets of cells in words of two sizes: boards of up to 37 cells fit 64 bits, and searches are twice as fast on those.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use kibitzer_games::yavalath::Cells;

/// A set of cells, one bit each, with the lines of three and four as the rules have them.
///
/// The bit of a cell is `STRIDE * row + x`, where `x` counts along the row of the sheared board, so that the three
/// directions of lines are steps of 1, `STRIDE` and `STRIDE + 1` bits; nothing ever lies on the last `x`.
pub trait Word:
    Copy
    + Debug
    + Eq
    + Hash
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The empty set.
    const NONE: Self;
    /// How far apart the bits of two rows are.
    const STRIDE: u32;
    /// How many bytes may hold cells.
    const BYTES: usize;

    /// How many cells there are.
    #[must_use]
    fn count(self) -> u32;

    /// The one with the lowest bit; nothing of the empty set.
    #[must_use]
    fn lowest(self) -> Self;

    /// The same cells of the widest board.
    #[must_use]
    fn widened(self) -> Cells;

    /// Cells of the widest board, which must fit.
    #[must_use]
    fn narrowed(cells: Cells) -> Self;

    /// The word as a number.
    #[must_use]
    fn number(self) -> u128;

    /// The word that is this number, without the bits that are too high.
    #[must_use]
    fn from_number(number: u128) -> Self;

    /// Whether there is none.
    #[must_use]
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Whether there are two or more.
    #[must_use]
    #[inline]
    fn has_two(self) -> bool {
        self != self.lowest()
    }

    /// What a function of a step gives for the three directions of lines, together.
    #[must_use]
    #[inline]
    fn each_way(along: impl Fn(u32) -> Self) -> Self {
        along(1) | along(Self::STRIDE) | along(Self::STRIDE + 1)
    }

    /// [`kibitzer_games::yavalath::threes`]
    #[must_use]
    #[inline]
    fn threes(self) -> Self {
        Self::each_way(|step| {
            let starts = self & self >> step & self >> (2 * step);
            starts | starts << step | starts << (2 * step)
        })
    }

    /// [`kibitzer_games::yavalath::completing`]
    #[must_use]
    #[inline]
    fn completing(self) -> Self {
        Self::each_way(|step| {
            let (before, after) = (self << step, self >> step);
            before & after & (before << step | after >> step)
        })
    }

    /// [`kibitzer_games::yavalath::tripling`]
    #[must_use]
    #[inline]
    fn tripling(self) -> Self {
        Self::each_way(|step| {
            let (before, after) = (self << step, self >> step);
            before & before << step | after & after >> step | before & after
        })
    }

    /// [`kibitzer_games::yavalath::threatening`]
    #[must_use]
    #[inline]
    fn threatening(self, free: Self) -> Self {
        let stones = self;
        Self::each_way(|one| {
            let (two, three) = (2 * one, 3 * one);
            let inside = free & free >> one;
            let ends = stones >> two & inside & stones << one;
            let right = free & (free << one & stones << two | stones << one & free << two) & stones << three;
            let left = free & (free >> one & stones >> two | stones >> one & free >> two) & stones >> three;
            ends | ends << one | right | left
        })
    }

    /// [`kibitzer_games::yavalath::overwhelming`]
    #[must_use]
    #[inline]
    fn overwhelming(self, free: Self, sealed: Self) -> Self {
        let (stones, sealed) = (self, sealed & free);
        let (mut once, mut twice) = (Self::NONE, Self::NONE);
        for one in [1, Self::STRIDE, Self::STRIDE + 1] {
            let (two, three) = (2 * one, 3 * one);
            let next = free & stones >> two & (stones >> three | stones << one);
            let last = free & stones << two & (stones << three | stones >> one);
            let over_next = free & stones >> one & stones >> three;
            let over_last = free & stones << one & stones << three;
            let mut count = |threats: Self, sealed: Self| {
                twice |= once & threats | sealed;
                once |= threats;
            };
            count(next & free >> one, next & sealed >> one);
            count(last & free << one, last & sealed << one);
            count(over_next & free >> two, over_next & sealed >> two);
            count(over_last & free << two, over_last & sealed << two);
        }
        twice
    }
}

impl Word for Cells {
    const NONE: Cells = 0;
    const STRIDE: u32 = 10;
    const BYTES: usize = 12;

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(self) -> Cells {
        self & self.wrapping_neg()
    }

    fn widened(self) -> Cells {
        self
    }

    fn narrowed(cells: Cells) -> Cells {
        cells
    }

    #[inline]
    fn number(self) -> u128 {
        self
    }

    fn from_number(number: u128) -> Cells {
        number
    }
}

/// The rows of a board of 37 cells.
const ROWS: u32 = 7;
const ROW: u64 = 0x7F;

impl Word for u64 {
    const NONE: u64 = 0;
    const STRIDE: u32 = 8;
    const BYTES: usize = 7;

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(self) -> u64 {
        self & self.wrapping_neg()
    }

    fn widened(self) -> Cells {
        (0..ROWS).fold(0, |cells, row| cells | Cells::from(self >> (u64::STRIDE * row) & ROW) << (Cells::STRIDE * row))
    }

    #[expect(clippy::cast_possible_truncation, reason = "a row has few bits")]
    fn narrowed(cells: Cells) -> u64 {
        (0..ROWS).fold(0, |word, row| word | ((cells >> (Cells::STRIDE * row)) as u64 & ROW) << (u64::STRIDE * row))
    }

    #[inline]
    fn number(self) -> u128 {
        self.into()
    }

    #[expect(clippy::cast_possible_truncation, reason = "as promised")]
    fn from_number(number: u128) -> u64 {
        number as u64
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_core::SplitMix;
    use kibitzer_games::yavalath::{Side, completing, overwhelming, threatening, threes, tripling};

    use super::*;

    #[test]
    fn lines_are_those_of_the_rules_in_words_of_both_sizes() {
        let mut stream = SplitMix::new(16);
        for round in 0..3_000 {
            let side = Side::ALL[round % 3];
            let mut random = || (Cells::from(stream.next_u64()) << 64 | Cells::from(stream.next_u64())) & side.cells();
            let (stones, free, sealed) = (random() & random(), random(), random());
            let free = free & !stones;
            let expected = [
                threes(stones),
                completing(stones) & free,
                tripling(stones) & free,
                threatening(stones, free),
                overwhelming(stones, free, sealed),
            ];
            assert_eq!(lines(stones, free, sealed), expected);
            if side < Side::FIVE {
                let [stones, free, sealed] = [stones, free, sealed].map(u64::narrowed);
                assert_eq!(lines(stones, free, sealed).map(Word::widened), expected);
            }
        }
    }

    fn lines<W: Word>(stones: W, free: W, sealed: W) -> [W; 5] {
        let (four, three) = (stones.completing() & free, stones.tripling() & free);
        [stones.threes(), four, three, stones.threatening(free), stones.overwhelming(free, sealed)]
    }
}
