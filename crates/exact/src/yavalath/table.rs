//! What was learned about positions, in bounded memory. Exact: a position is never taken for another.

use super::symmetry::Code;

/// Proof numbers are below this; it means impossible.
pub(super) const INFINITE: u32 = (1 << NUMBER_BITS) - 1;

/// A number grows by one for each other move of a position at most, so that on 61 cells it stays below 61 * 62 / 2.
const NUMBER_BITS: u32 = 13;
const EFFORT_BITS: u32 = 5;
const ROUND_BITS: u32 = 3;
/// All that is not the rest of a code.
const DATA_BITS: u32 = 2 * NUMBER_BITS + EFFORT_BITS + ROUND_BITS;
const WAYS: usize = 4;

/// How hard a position is for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// For the side to move to reach its aim: 0 where that is proved, infinite where it is refuted.
    pub(super) proof: u32,
    /// For the other side to reach its own.
    pub(super) disproof: u32,
}

/// Stands for infinite where the proof has a draw in it.
const BY_DRAW: u32 = INFINITE - 1;
/// The largest number that is not infinite.
pub(super) const LARGEST: u32 = INFINITE - 2;

impl Numbers {
    /// The aim of the side to move is reached; or, where that says so, perhaps by a draw only.
    pub(super) const fn won(is_clean: bool) -> Numbers {
        Numbers { proof: 0, disproof: if is_clean { INFINITE } else { BY_DRAW } }
    }

    /// It is not, and the other side has won; or, where that says so, perhaps drawn only.
    pub(super) const fn lost(is_clean: bool) -> Numbers {
        Numbers { proof: if is_clean { INFINITE } else { BY_DRAW }, disproof: 0 }
    }

    /// Of what is settled: whether no draw is in the proof.
    pub(super) const fn is_clean(self) -> bool {
        self.proof == INFINITE || self.disproof == INFINITE
    }

    pub(super) const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// Entries of 16 bytes in buckets of four. The index of the bucket is part of the code, and the entry holds the rest.
///
/// ```text
/// 127            34         21      8        3       0
/// | rest of code  | disproof | proof | effort | round |
/// ```
///
/// What is settled stays so. Other numbers are worth something only in the round of the search that found them; each
/// round begins without those of the last.
pub(super) struct Table {
    entries: Vec<[u128; WAYS]>,
    index_bits: u32,
    code_bits: u32,
    round: u128,
}

impl Table {
    /// The memory of the smallest table for codes of so many bits: with fewer buckets the rest of a code would not fit.
    pub(super) const fn smallest(code_bits: u32) -> usize {
        size_of::<[u128; WAYS]>() << least_index_bits(code_bits)
    }

    /// A table of at most so many bytes, or of the smallest size; `None` where there is no memory for it.
    pub(super) fn new(bytes: usize, code_bits: u32) -> Option<Table> {
        let bucket = size_of::<[u128; WAYS]>();
        let index_bits = (bytes / bucket).max(1).ilog2().clamp(least_index_bits(code_bits), 32);
        let mut entries = Vec::new();
        entries.try_reserve_exact(1 << index_bits).ok()?;
        entries.resize(1 << index_bits, [0; WAYS]);
        Some(Table { entries, index_bits, code_bits, round: 0 })
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.entries)
    }

    /// Begins a round.
    pub(super) fn begin(&mut self, round: u32) {
        self.round = u128::from(round % (1 << ROUND_BITS));
    }

    /// The bucket of a code, and what is left of the code. A bijection on numbers of so many bits, so nothing is lost.
    #[inline]
    fn place(&self, code: Code) -> (usize, u128) {
        const ODD: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
        let codes = (1 << self.code_bits) - 1;
        let mixed = code.wrapping_mul(ODD) & codes;
        let mixed = (mixed ^ mixed >> self.code_bits.div_ceil(2)).wrapping_mul(ODD) & codes;
        let rest_bits = self.code_bits - self.index_bits;
        ((mixed >> rest_bits) as usize, mixed & ((1 << rest_bits) - 1))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "what is cut off is masked anyway")]
    pub(super) fn get(&self, code: Code) -> Option<Numbers> {
        let (index, rest) = self.place(code);
        let found = self.entries[index].iter().find(|entry| **entry >> DATA_BITS == rest)?;
        // Nothing that was stored has both numbers 0.
        let low = (*found >> (EFFORT_BITS + ROUND_BITS)) as u64;
        let numbers = Numbers { proof: low as u32 & INFINITE, disproof: (low >> NUMBER_BITS) as u32 & INFINITE };
        let is_of_now = *found & ((1 << ROUND_BITS) - 1) == self.round;
        (numbers.proof | numbers.disproof != 0 && (is_of_now || numbers.is_settled())).then_some(numbers)
    }

    /// Remembers a position. Of a full bucket the entry with the least work behind it goes.
    #[inline]
    pub(super) fn put(&mut self, code: Code, numbers: Numbers, work: u64) {
        let (index, rest) = self.place(code);
        let effort = u128::from((work + 1).ilog2().min((1 << EFFORT_BITS) - 1));
        let low = u128::from(numbers.proof) | u128::from(numbers.disproof) << NUMBER_BITS;
        let entry = rest << DATA_BITS | low << (EFFORT_BITS + ROUND_BITS) | effort << ROUND_BITS | self.round;
        let bucket = &mut self.entries[index];
        let mut least = 0;
        for way in 0..WAYS {
            if bucket[way] >> DATA_BITS == rest {
                least = way;
                break;
            }
            let worth = |entry: u128| entry >> ROUND_BITS & ((1 << EFFORT_BITS) - 1);
            if worth(bucket[way]) < worth(bucket[least]) {
                least = way;
            }
        }
        bucket[least] = entry;
    }
}

const fn least_index_bits(code_bits: u32) -> u32 {
    (code_bits + DATA_BITS).saturating_sub(u128::BITS)
}
