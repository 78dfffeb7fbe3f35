//! Which positions other threads are searching, so that a thread can try another move first (after Weill, "The ABDADA
//! distributed minimax search algorithm", 1996).

use std::sync::atomic::{AtomicU64, Ordering};

use super::board::Key;

/// A small set of keys, shared by threads. It forgets, and that costs only time: no answer depends on it.
pub(super) struct Taken {
    keys: Box<[AtomicU64]>,
}

const BITS: u32 = 10;

impl Default for Taken {
    fn default() -> Self {
        Self { keys: (0..1 << BITS).map(|_| AtomicU64::new(0)).collect() }
    }
}

impl Taken {
    /// Whether a thread is searching the position.
    pub(super) fn contains(&self, key: Key) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key.0
    }

    /// A thread begins to search the position.
    pub(super) fn insert(&self, key: Key) {
        self.slot(key).store(key.0, Ordering::Relaxed);
    }

    /// It has searched the position.
    pub(super) fn remove(&self, key: Key) {
        // No key is 0. If another one has come into its place, that one is forgotten.
        self.slot(key).store(0, Ordering::Relaxed);
    }

    fn slot(&self, key: Key) -> &AtomicU64 {
        &self.keys[(key.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - BITS)) as usize]
    }
}
