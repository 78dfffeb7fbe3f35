//! Lines of four, for all cells and all four directions at once; written for processors with AVX2 and for all others.
//!
//! A line lies up, across, or along one of the two diagonals: its cells are 1, 8, 9 or 7 bits apart.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use super::board::CELLS;

/// How far apart neighbours are, in each direction.
const STEPS: [u32; 4] = [1, 8, 9, 7];

/// How lines are found. All implementations give the same answers.
pub(super) trait Lines: Copy {
    /// The cells that complete a line with three of these stones. The cells below a stone may be among them.
    fn completing(self, stones: u64) -> u64;

    /// Whether four of these cells are a line.
    fn has_line(self, cells: u64) -> bool;

    /// How many lines lie in `free` and hold at least two of the stones.
    fn pairs(self, stones: u64, free: u64) -> u32;

    /// Whether `ours` has a line such that no line of `theirs` lies below it, in the same columns and the same direction.
    fn has_line_on_top(self, ours: u64, theirs: u64) -> bool;
}

/// One direction after the other, on any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Lines for Portable {
    #[inline(always)]
    fn completing(self, stones: u64) -> u64 {
        let mut cells = 0;
        for step in STEPS {
            let below = (stones << step) & (stones << (2 * step));
            let above = (stones >> step) & (stones >> (2 * step));
            cells |= below & ((stones << (3 * step)) | (stones >> step));
            cells |= above & ((stones >> (3 * step)) | (stones << step));
        }
        cells & CELLS
    }

    #[inline(always)]
    fn has_line(self, cells: u64) -> bool {
        STEPS.into_iter().any(|step| lines(cells, step) != 0)
    }

    #[inline(always)]
    fn pairs(self, stones: u64, free: u64) -> u32 {
        let count = |step| {
            let (first, second) = (stones, stones >> step);
            let (third, fourth) = (stones >> (2 * step), stones >> (3 * step));
            let two = (first & second) | (third & fourth) | ((first ^ second) & (third ^ fourth));
            (two & lines(free, step)).count_ones()
        };
        STEPS.into_iter().map(count).sum()
    }

    #[inline(always)]
    fn has_line_on_top(self, ours: u64, theirs: u64) -> bool {
        STEPS.into_iter().any(|step| {
            let mut covered = lines(theirs, step);
            for distance in [1, 2, 2] {
                covered |= (covered << distance) & CELLS;
            }
            lines(ours, step) & !((covered << 1) & CELLS) != 0
        })
    }
}

/// The first cells of all lines in one direction.
#[inline(always)]
fn lines(cells: u64, step: u32) -> u64 {
    let two = cells & (cells >> step);
    two & (two >> (2 * step))
}

#[cfg(target_arch = "x86_64")]
pub(super) use wide::Avx2;

#[cfg(target_arch = "x86_64")]
mod wide {
    //! The four directions in the four lanes of a register.

    use std::arch::x86_64::{
        __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_and_si256, _mm256_andnot_si256,
        _mm256_castsi256_si128, _mm256_extract_epi64, _mm256_extracti128_si256, _mm256_or_si256, _mm256_set1_epi64x,
        _mm256_setr_epi64x, _mm256_slli_epi64, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_testz_si256,
        _mm256_xor_si256,
    };

    use super::{CELLS, Lines};

    /// A processor that has AVX2 and counts bits; only [`Avx2::detect`] makes one.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx2(());

    impl Avx2 {
        /// Asks the processor.
        pub(in super::super) fn detect() -> Option<Self> {
            let has_all = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt");
            has_all.then_some(Self(()))
        }
    }

    impl Lines for Avx2 {
        #[inline(always)]
        fn completing(self, stones: u64) -> u64 {
            #[expect(unsafe_code, reason = "`Avx2` exists only where the processor has the instructions")]
            unsafe {
                completing(stones)
            }
        }

        #[inline(always)]
        fn has_line(self, cells: u64) -> bool {
            #[expect(unsafe_code, reason = "`Avx2` exists only where the processor has the instructions")]
            unsafe {
                has_line(cells)
            }
        }

        #[inline(always)]
        fn pairs(self, stones: u64, free: u64) -> u32 {
            #[expect(unsafe_code, reason = "`Avx2` exists only where the processor has the instructions")]
            unsafe {
                pairs(stones, free)
            }
        }

        #[inline(always)]
        fn has_line_on_top(self, ours: u64, theirs: u64) -> bool {
            #[expect(unsafe_code, reason = "`Avx2` exists only where the processor has the instructions")]
            unsafe {
                has_line_on_top(ours, theirs)
            }
        }
    }

    /// The steps of the four directions, `times` over.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn steps(times: i64) -> __m256i {
        _mm256_setr_epi64x(times, 8 * times, 9 * times, 7 * times)
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn spread(cells: u64) -> __m256i {
        _mm256_set1_epi64x(cells.cast_signed())
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn completing(stones: u64) -> u64 {
        let stones = spread(stones);
        let (up, down) = (_mm256_sllv_epi64(stones, steps(1)), _mm256_srlv_epi64(stones, steps(1)));
        let below = _mm256_and_si256(up, _mm256_sllv_epi64(stones, steps(2)));
        let above = _mm256_and_si256(down, _mm256_srlv_epi64(stones, steps(2)));
        let below = _mm256_and_si256(below, _mm256_or_si256(_mm256_sllv_epi64(stones, steps(3)), down));
        let above = _mm256_and_si256(above, _mm256_or_si256(_mm256_srlv_epi64(stones, steps(3)), up));
        let lanes = _mm256_or_si256(below, above);
        let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        let cells = _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
        cells.cast_unsigned() & CELLS
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn lines(cells: u64) -> __m256i {
        let cells = spread(cells);
        let two = _mm256_and_si256(cells, _mm256_srlv_epi64(cells, steps(1)));
        _mm256_and_si256(two, _mm256_srlv_epi64(two, steps(2)))
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn has_line(cells: u64) -> bool {
        let lines = lines(cells);
        _mm256_testz_si256(lines, lines) == 0
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn pairs(stones: u64, free: u64) -> u32 {
        let first = spread(stones);
        let second = _mm256_srlv_epi64(first, steps(1));
        let third = _mm256_srlv_epi64(first, steps(2));
        let fourth = _mm256_srlv_epi64(first, steps(3));
        let both = _mm256_or_si256(_mm256_and_si256(first, second), _mm256_and_si256(third, fourth));
        let one_each = _mm256_and_si256(_mm256_xor_si256(first, second), _mm256_xor_si256(third, fourth));
        let lanes = _mm256_and_si256(_mm256_or_si256(both, one_each), lines(free));
        _mm256_extract_epi64::<0>(lanes).count_ones()
            + _mm256_extract_epi64::<1>(lanes).count_ones()
            + _mm256_extract_epi64::<2>(lanes).count_ones()
            + _mm256_extract_epi64::<3>(lanes).count_ones()
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn has_line_on_top(ours: u64, theirs: u64) -> bool {
        let cells = spread(CELLS);
        let one = lines(theirs);
        let two = _mm256_or_si256(one, _mm256_and_si256(_mm256_slli_epi64::<1>(one), cells));
        let four = _mm256_or_si256(two, _mm256_and_si256(_mm256_slli_epi64::<2>(two), cells));
        let six = _mm256_or_si256(four, _mm256_and_si256(_mm256_slli_epi64::<2>(four), cells));
        let covered = _mm256_and_si256(_mm256_slli_epi64::<1>(six), cells);
        let lines = _mm256_andnot_si256(covered, lines(ours));
        _mm256_testz_si256(lines, lines) == 0
    }
}
