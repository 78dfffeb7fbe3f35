//! Where nodes live: slots numbered by `u32`, handed out in blocks of siblings, and taken back into free lists.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::BadSave;

use super::node::{BUSY, BYTES, NONE, Node};
use super::save::{Source, put};

/// Slots in a chunk, as a power of two. A block of siblings never crosses from one chunk into the next.
const SHIFT: u32 = 12;
const CHUNK: usize = 1 << SHIFT;

const CHUNK_BYTES: usize = CHUNK * size_of::<Node>();

/// A position with more moves than this is played out, not expanded.
pub(super) const MOST_CHILDREN: usize = 1024;

/// What may be held in all, and what is.
#[derive(Debug)]
pub(super) struct Ledger {
    limit: AtomicUsize,
    held: AtomicUsize,
}

impl Ledger {
    pub(super) fn new(limit: usize) -> Ledger {
        Ledger { limit: AtomicUsize::new(limit), held: AtomicUsize::new(0) }
    }

    /// Changes the limit and gives the old one.
    pub(super) fn set_limit(&self, limit: usize) -> usize {
        self.limit.swap(limit, Relaxed)
    }

    /// Asks for memory before it is taken; whether it is granted.
    pub(super) fn hold(&self, bytes: usize) -> bool {
        let fits = |held: usize| held.checked_add(bytes).filter(|&sum| sum <= self.limit.load(Relaxed));
        self.held.fetch_update(Relaxed, Relaxed, fits).is_ok()
    }

    /// Holds memory that is needed to search at all.
    pub(super) fn hold_anyway(&self, bytes: usize) {
        self.held.fetch_add(bytes, Relaxed);
    }

    pub(super) fn release(&self, bytes: usize) {
        self.held.fetch_sub(bytes, Relaxed);
    }

    pub(super) fn held(&self) -> usize {
        self.held.load(Relaxed)
    }
}

/// The slots. Slot 0 is the root; all others come in blocks.
#[derive(Debug)]
pub(super) struct Store {
    /// As many as the limit allows, each made when first needed.
    chunks: Vec<OnceLock<Box<[Node]>>>,
    /// The first slot that was never used.
    next: AtomicU32,
    /// Slots in the free lists.
    free_slots: AtomicUsize,
    /// The size of the largest free block.
    largest_free: AtomicUsize,
    /// By the number of slots, the first block of each list.
    free: Mutex<Vec<u32>>,
}

impl Store {
    /// A store with a root, in one chunk that is held whatever the limit.
    pub(super) fn new(ledger: &Ledger) -> Store {
        let first = OnceLock::from(empty_chunk());
        ledger.hold_anyway(CHUNK_BYTES);
        Store {
            chunks: vec![first],
            next: AtomicU32::new(1),
            free_slots: AtomicUsize::new(0),
            largest_free: AtomicUsize::new(0),
            free: Mutex::new(vec![NONE; MOST_CHILDREN + 1]),
        }
    }

    /// Lets the store grow to as many slots as this many bytes hold, and not beyond what a `u32` can number.
    pub(super) fn allow(&mut self, bytes: usize) {
        let chunks = (bytes / CHUNK_BYTES).min(BUSY as usize / CHUNK);
        if chunks > self.chunks.len() {
            self.chunks.resize_with(chunks, OnceLock::new);
        }
    }

    pub(super) fn root(&self) -> &Node {
        self.node(0)
    }

    #[inline]
    pub(super) fn node(&self, slot: u32) -> &Node {
        &self.block(slot, 1)[0]
    }

    /// Siblings.
    #[inline]
    pub(super) fn block(&self, first: u32, count: u16) -> &[Node] {
        let chunk = self.chunks[(first >> SHIFT) as usize].get().expect("slots in use have a chunk");
        let start = first as usize % CHUNK;
        &chunk[start..start + usize::from(count)]
    }

    /// Slots that hold a node of the tree.
    pub(super) fn in_use(&self) -> u64 {
        u64::from(self.next.load(Relaxed)) - self.free_slots.load(Relaxed) as u64
    }

    /// Room for siblings; `None` where memory is used up.
    pub(super) fn allocate(&self, count: u16, ledger: &Ledger) -> Option<u32> {
        if self.largest_free.load(Relaxed) >= usize::from(count)
            && let Some(first) = self.take_free(count)
        {
            return Some(first);
        }
        self.take_new(count, ledger)
    }

    /// A block from the free lists: of the right size, or the rest of a larger one goes back.
    fn take_free(&self, count: u16) -> Option<u32> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let largest = self.largest_free.load(Relaxed);
        let size = (usize::from(count)..=largest).find(|&size| free[size] != NONE)?;
        let first = free[size];
        free[size] = self.node(first).children.load(Relaxed);
        let rest = size - usize::from(count);
        if rest > 0 {
            self.chain(&mut free, first + u32::from(count), rest);
        }
        if free[largest] == NONE {
            let largest = (1..largest).rev().find(|&size| free[size] != NONE).unwrap_or(0);
            self.largest_free.store(largest, Relaxed);
        }
        self.free_slots.fetch_sub(usize::from(count), Relaxed);
        Some(first)
    }

    fn chain(&self, free: &mut [u32], first: u32, size: usize) {
        self.node(first).children.store(free[size], Relaxed);
        free[size] = first;
        self.largest_free.fetch_max(size, Relaxed);
    }

    /// A block that was never used.
    fn take_new(&self, count: u16, ledger: &Ledger) -> Option<u32> {
        loop {
            let next = self.next.load(Relaxed);
            let start = next as usize % CHUNK;
            if start + usize::from(count) > CHUNK {
                // The tail of the chunk is too short for this block, but not for every block.
                let skipped = CHUNK - start;
                let after = next.checked_add(u32::try_from(skipped).ok()?)?;
                if (after >> SHIFT) as usize >= self.chunks.len() {
                    return None;
                }
                if self.next.compare_exchange(next, after, Relaxed, Relaxed).is_ok() {
                    self.give_back(next, skipped);
                }
                continue;
            }
            let chunk = (next >> SHIFT) as usize;
            if chunk >= self.chunks.len() || next + u32::from(count) > BUSY {
                return None;
            }
            if self.chunks[chunk].get().is_none() && !self.grow(chunk, ledger) {
                return None;
            }
            if self.next.compare_exchange(next, next + u32::from(count), Relaxed, Relaxed).is_ok() {
                return Some(next);
            }
        }
    }

    /// Makes a chunk if the ledger grants it.
    fn grow(&self, chunk: usize, ledger: &Ledger) -> bool {
        if !ledger.hold(CHUNK_BYTES) {
            return false;
        }
        let mut was_made = false;
        self.chunks[chunk].get_or_init(|| {
            was_made = true;
            empty_chunk()
        });
        if !was_made {
            // Another thread was quicker.
            ledger.release(CHUNK_BYTES);
        }
        true
    }

    /// Puts slots side by side into the free list.
    pub(super) fn give_back(&self, first: u32, size: usize) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        // A tail may be longer than any block.
        let (mut first, mut left) = (first, size);
        while left > 0 {
            let piece = left.min(MOST_CHILDREN);
            self.chain(&mut free, first, piece);
            #[expect(clippy::cast_possible_truncation, reason = "at most MOST_CHILDREN")]
            let step = piece as u32;
            first += step;
            left -= piece;
        }
        self.free_slots.fetch_add(size, Relaxed);
    }
}

/// As part of a saved search: the counters, the free lists, the slots.
impl Store {
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let next = self.next.load(Relaxed);
        put(out, u64::from(next));
        put(out, self.free_slots.load(Relaxed) as u64);
        put(out, self.largest_free.load(Relaxed) as u64);
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        free.iter().for_each(|first| put(out, u64::from(*first)));
        out.reserve(next as usize * BYTES);
        (0..next).for_each(|slot| out.extend_from_slice(&self.node(slot).to_bytes()));
    }

    /// The slots as they were written; the caller checks whether they make sense.
    pub(super) fn read(source: &mut Source<'_>, ledger: &Ledger) -> Result<Store, BadSave> {
        let next = source.small()?;
        let mut store = Store::new(ledger);
        let chunks = (next as usize).div_ceil(CHUNK);
        if next == 0 || next >= BUSY || source.left() < chunks.saturating_sub(1) * CHUNK_BYTES {
            return Err(BadSave::Damaged);
        }
        let number = |source: &mut Source<'_>| usize::try_from(source.number()?).map_err(|_| BadSave::Damaged);
        *store.free_slots.get_mut() = number(source)?;
        *store.largest_free.get_mut() = number(source)?.min(MOST_CHILDREN);
        for first in store.free.get_mut().unwrap_or_else(PoisonError::into_inner) {
            *first = source.small()?;
        }
        while store.chunks.len() < chunks {
            ledger.hold_anyway(CHUNK_BYTES);
            store.chunks.push(OnceLock::from(empty_chunk()));
        }
        for slot in 0..next {
            let bytes = source.take(BYTES)?.try_into().expect("as many bytes were taken");
            store.node(slot).read_bytes(bytes);
        }
        *store.next.get_mut() = next;
        Ok(store)
    }

    /// The slots that were ever used.
    pub(super) fn slots(&self) -> usize {
        self.next.load(Relaxed) as usize
    }

    /// Whether the free lists hold blocks of their size, each slot once, and as many as they say; `add` takes each slot
    /// and tells whether it is new.
    pub(super) fn check_free(&self, mut add: impl FnMut(u32) -> bool) -> bool {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut slots, mut largest) = (0, 0);
        for (size, &list) in free.iter().enumerate() {
            let mut first = list;
            while first != NONE {
                let Ok(count) = u16::try_from(size) else { return false };
                let is_good = count > 0 && first > 0 && self.holds((first, count));
                if !is_good || !(first..first + u32::from(count)).all(&mut add) {
                    return false;
                }
                (slots, largest) = (slots + size, size);
                first = self.node(first).children.load(Relaxed);
            }
        }
        slots == self.free_slots.load(Relaxed) && largest == self.largest_free.load(Relaxed)
    }

    /// Whether a block lies within the slots in use.
    pub(super) fn holds(&self, (first, count): (u32, u16)) -> bool {
        let fits_chunk = first as usize % CHUNK + usize::from(count) <= CHUNK;
        fits_chunk && u64::from(first) + u64::from(count) <= u64::from(self.next.load(Relaxed))
    }
}

fn empty_chunk() -> Box<[Node]> {
    (0..CHUNK).map(|_| Node::new()).collect()
}
