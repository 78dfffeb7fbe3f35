//! What is known of positions met before: bounds of their scores and the move that was best.

use std::sync::atomic::{AtomicU64, Ordering};

use super::board::Key;

/// What an entry says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The score is at least this.
    pub(super) lower: i32,
    /// The score is at most this.
    pub(super) upper: i32,
    /// The column that was best, if any was.
    pub(super) best: Option<usize>,
}

/// A hash table of fixed size which forgets. Threads may share it: each entry is one word, written at once.
///
/// ```text
/// 63                15    9      3    0
/// | key, 49 bits     | lower | upper | best |     A key is never 0, so neither is an entry.
/// ```
///
/// The key is whole, so an entry is never taken for that of another position.
pub(super) struct Table {
    buckets: Box<[Bucket]>,
}

/// Two entries that share a place, the one that was written last first.
#[derive(Default)]
#[repr(align(16))]
struct Bucket([AtomicU64; 2]);

/// Added to scores so that they are positive.
const OFFSET: i32 = 32;
/// The three bits that stand for no column.
const NO_COLUMN: u64 = 7;

impl Table {
    /// The memory of the smallest table.
    pub(super) const SMALLEST: usize = size_of::<Bucket>();

    /// A table of this much memory or a little less, at least [`Table::SMALLEST`]; `None` if there is not as much.
    pub(super) fn new(bytes: usize) -> Option<Self> {
        let count = (bytes / Self::SMALLEST).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        buckets.resize_with(count, Bucket::default);
        Some(Self { buckets: buckets.into_boxed_slice() })
    }

    /// The memory of the table.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.buckets)
    }

    /// Asks for the memory that [`Table::get`] will read, so that it does not wait as long.
    #[inline]
    pub(super) fn expect(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let address = std::ptr::from_ref(self.bucket(key)).cast();
            #[expect(unsafe_code, reason = "a hint about an address of our own, without effect on any value")]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(address);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Known> {
        let Bucket(entries) = self.bucket(key);
        let entry = entries.iter().map(|entry| entry.load(Ordering::Relaxed)).find(|entry| entry >> 15 == key.0)?;
        Some(unpack(entry))
    }

    /// Adds to what is known of a position.
    #[inline]
    pub(super) fn put(&self, key: Key, known: Known) {
        let Bucket([first, second]) = self.bucket(key);
        let newest = first.load(Ordering::Relaxed);
        // Bounds of the same position may come from the second place or from another thread. Whatever is written is
        // true of the position, so an entry lost to a race costs time only.
        let known = if newest >> 15 == key.0 {
            merge(unpack(newest), known)
        } else {
            let other = second.load(Ordering::Relaxed);
            second.store(newest, Ordering::Relaxed);
            if other >> 15 == key.0 { merge(unpack(other), known) } else { known }
        };
        first.store(pack(key, known), Ordering::Relaxed);
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than the number of buckets")]
    fn bucket(&self, key: Key) -> &Bucket {
        let hash = key.0.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.buckets[((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize]
    }
}

#[inline]
fn merge(old: Known, new: Known) -> Known {
    Known { lower: old.lower.max(new.lower), upper: old.upper.min(new.upper), best: new.best.or(old.best) }
}

#[inline]
fn pack(key: Key, known: Known) -> u64 {
    let bits = |score: i32| u64::from((score + OFFSET).cast_unsigned());
    let best = known.best.map_or(NO_COLUMN, |column| column as u64);
    key.0 << 15 | bits(known.lower) << 9 | bits(known.upper) << 3 | best
}

#[inline]
fn unpack(entry: u64) -> Known {
    let score = |shift: u32| ((entry >> shift & 63) as u32).cast_signed() - OFFSET;
    let best = entry & 7;
    Known { lower: score(9), upper: score(3), best: (best != NO_COLUMN).then_some(best as usize) }
}
