//! Lines of three and four, found by shifting whole boards.

use super::geometry::{Cells, STEPS, STRIDE};

/// The cells of all lines of four.
#[must_use]
pub fn fours(stones: Cells) -> Cells {
    let along = |step: usize| {
        let pairs = stones & stones >> step;
        let starts = pairs & pairs >> (2 * step);
        starts | starts << step | starts << (2 * step) | starts << (3 * step)
    };
    STEPS.into_iter().fold(0, |cells, step| cells | along(step))
}

/// The cells of all lines of three, those inside a line of four included.
#[must_use]
pub fn threes(stones: Cells) -> Cells {
    let along = |step: usize| {
        let starts = stones & stones >> step & stones >> (2 * step);
        starts | starts << step | starts << (2 * step)
    };
    STEPS.into_iter().fold(0, |cells, step| cells | along(step))
}

/// Whether four stones lie in a line.
#[inline]
pub(super) const fn has_four(stones: Cells) -> bool {
    const fn along(stones: Cells, step: usize) -> Cells {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step)
    }
    along(stones, 1) | along(stones, STRIDE) | along(stones, STRIDE + 1) != 0
}

/// Whether the stone of this bit makes three in a line, where the others do not.
///
/// Lines through a cell reach two steps either way, at most 22 bits, so one word holds all that matters; shifting it
/// takes half as long as shifting the board.
#[inline]
pub(super) const fn makes_three(stones: Cells, bit: usize) -> bool {
    const REACH: usize = 2 * (STRIDE + 1);
    const fn along(near: u64, step: usize) -> u64 {
        near & near >> step & near >> (2 * step)
    }
    #[expect(clippy::cast_possible_truncation, reason = "what is cut off is out of reach")]
    let near = (stones << REACH >> bit) as u64;
    along(near, 1) | along(near, STRIDE) | along(near, STRIDE + 1) != 0
}

/// The cells, on the board or off, taken or free, that would make four together with three of these stones, where no
/// three of them lie in a line: each is the gap between two stones and one.
#[must_use]
#[inline]
pub const fn completing(stones: Cells) -> Cells {
    const fn along(stones: Cells, step: usize) -> Cells {
        let (before, after) = (stones << step, stones >> step);
        before & after & (before << step | after >> step)
    }
    along(stones, 1) | along(stones, STRIDE) | along(stones, STRIDE + 1)
}

/// The cells, on the board or off, taken or free, that would make three together with two of these stones.
#[must_use]
#[inline]
pub const fn tripling(stones: Cells) -> Cells {
    const fn along(stones: Cells, step: usize) -> Cells {
        let (before, after) = (stones << step, stones >> step);
        before & before << step | after & after >> step | before & after
    }
    along(stones, 1) | along(stones, STRIDE) | along(stones, STRIDE + 1)
}

/// The free cells where a stone would threaten to make four, with the gap free too; such a stone may also make three,
/// and lose.
#[must_use]
#[inline]
pub const fn threatening(stones: Cells, free: Cells) -> Cells {
    const fn along(stones: Cells, free: Cells, step: usize) -> Cells {
        let (one, two, three) = (step, 2 * step, 3 * step);
        // Both ends of four are taken: a stone beside one end leaves a gap beside the other.
        let inside = free & free >> one;
        let ends = stones >> two & inside & stones << one;
        // A stone at an end, where the other end and one cell between are taken and the other cell is free.
        let right = free & (free << one & stones << two | stones << one & free << two) & stones << three;
        let left = free & (free >> one & stones >> two | stones >> one & free >> two) & stones >> three;
        ends | ends << one | right | left
    }
    along(stones, free, 1) | along(stones, free, STRIDE) | along(stones, free, STRIDE + 1)
}

/// Of the cells of [`threatening`] those where the threat cannot be stopped: a stone there threatens to make four on two
/// cells at once, or on a cell that the other side cannot take because it is `sealed` to it.
#[must_use]
#[inline]
pub const fn overwhelming(stones: Cells, free: Cells, sealed: Cells) -> Cells {
    const fn along(stones: Cells, free: Cells, sealed: Cells, step: usize, before: (Cells, Cells)) -> (Cells, Cells) {
        let (one, two, three) = (step, 2 * step, 3 * step);
        // The gap is one of four cells: the next, the last, the one after the next, the one before the last.
        let next = free & stones >> two & (stones >> three | stones << one);
        let last = free & stones << two & (stones << three | stones >> one);
        let over_next = free & stones >> one & stones >> three;
        let over_last = free & stones << one & stones << three;
        let before = counted(next & free >> one, next & sealed >> one, before);
        let before = counted(last & free << one, last & sealed << one, before);
        let before = counted(over_next & free >> two, over_next & sealed >> two, before);
        counted(over_last & free << two, over_last & sealed << two, before)
    }
    const fn counted(threats: Cells, sealed: Cells, (once, twice): (Cells, Cells)) -> (Cells, Cells) {
        (once | threats, twice | once & threats | sealed)
    }
    let sealed = sealed & free;
    let so_far = along(stones, free, sealed, 1, (0, 0));
    let so_far = along(stones, free, sealed, STRIDE, so_far);
    along(stones, free, sealed, STRIDE + 1, so_far).1
}
