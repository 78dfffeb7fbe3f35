//! What was learned about positions, in bounded memory. Exact: a position is never taken for another.

use super::symmetry::{CODE_BITS, Code};

/// Proof numbers are below this; it means impossible.
pub(super) const INFINITE: u32 = (1 << NUMBER_BITS) - 1;

const NUMBER_BITS: u32 = 18;
const EFFORT_BITS: u32 = 6;
const WAYS: usize = 4;
/// With fewer buckets the rest of a code would not fit.
const LEAST_INDEX_BITS: u32 = CODE_BITS + 2 * NUMBER_BITS + EFFORT_BITS - u128::BITS;
const CODES: u128 = (1 << CODE_BITS) - 1;

/// How hard a position is for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// For the side to move to reach its aim: 0 where that is proved, infinite where it is refuted.
    pub(super) proof: u32,
    /// For the other side to reach its own.
    pub(super) disproof: u32,
}

impl Numbers {
    pub(super) const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
    pub(super) const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    pub(super) const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// Entries of 16 bytes in buckets of four. The index of the bucket is part of the code, and the entry holds the rest.
pub(super) struct Table {
    entries: Vec<[u128; WAYS]>,
    index_bits: u32,
}

impl Table {
    /// The memory of the smallest table.
    pub(super) const SMALLEST: usize = size_of::<[u128; WAYS]>() << LEAST_INDEX_BITS;

    /// A table of at most so many bytes, or of the smallest size; `None` where there is no memory for it.
    pub(super) fn new(bytes: usize) -> Option<Table> {
        let bucket = size_of::<[u128; WAYS]>();
        let index_bits = (bytes / bucket).max(1).ilog2().clamp(LEAST_INDEX_BITS, 32);
        let mut entries = Vec::new();
        entries.try_reserve_exact(1 << index_bits).ok()?;
        entries.resize(1 << index_bits, [0; WAYS]);
        Some(Table { entries, index_bits })
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.entries)
    }

    /// The bucket of a code, and what is left of the code. A bijection on numbers of 97 bits, so nothing is lost.
    #[inline]
    fn place(&self, code: Code) -> (usize, u128) {
        const ODD: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
        let mixed = code.wrapping_mul(ODD) & CODES;
        let mixed = (mixed ^ mixed >> 49).wrapping_mul(ODD) & CODES;
        let rest_bits = CODE_BITS - self.index_bits;
        ((mixed >> rest_bits) as usize, mixed & ((1 << rest_bits) - 1))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "what is cut off is masked anyway")]
    pub(super) fn get(&self, code: Code) -> Option<Numbers> {
        let (index, rest) = self.place(code);
        let found = self.entries[index].iter().find(|entry| **entry >> (2 * NUMBER_BITS + EFFORT_BITS) == rest)?;
        // Nothing that was stored has both numbers 0.
        let low = (*found >> EFFORT_BITS) as u64;
        let numbers = Numbers { proof: low as u32 & INFINITE, disproof: (low >> NUMBER_BITS) as u32 & INFINITE };
        (numbers.proof | numbers.disproof != 0).then_some(numbers)
    }

    /// Remembers a position. Of a full bucket the entry with the least work behind it goes.
    #[inline]
    pub(super) fn put(&mut self, code: Code, numbers: Numbers, work: u64) {
        let (index, rest) = self.place(code);
        let effort = u128::from((work + 1).ilog2().min((1 << EFFORT_BITS) - 1));
        let low = u128::from(numbers.proof) | u128::from(numbers.disproof) << NUMBER_BITS;
        let entry = rest << (2 * NUMBER_BITS + EFFORT_BITS) | low << EFFORT_BITS | effort;
        let bucket = &mut self.entries[index];
        let mut least = 0;
        for way in 0..WAYS {
            if bucket[way] >> (2 * NUMBER_BITS + EFFORT_BITS) == rest {
                least = way;
                break;
            }
            let worth = |entry: u128| entry & ((1 << EFFORT_BITS) - 1);
            if worth(bucket[way]) < worth(bucket[least]) {
                least = way;
            }
        }
        bucket[least] = entry;
    }
}
