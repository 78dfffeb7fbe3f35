//! The set of known keys: exact, and growing a bucket at a time.
//!
//! Linear hashing (Litwin, "Linear hashing: a new tool for file and table addressing", VLDB 1980): when the table is
//! full enough one more bucket is added and one old bucket, the next in turn, shares its keys with it. There is no
//! moment at which an old and a new table exist side by side, and nothing but the last block is ever half used.

use std::hash::Hash;
use std::num::NonZeroU32;

use crate::arena::{Arena, push_counted};
use crate::hash::hash;
use crate::{Meter, Stop};

/// Slots in a bucket: with its two counters they fill one cache line of 64 bytes.
const SLOTS: usize = 7;

/// Keys per bucket at which the table grows.
const FULL: usize = 5;

/// A key and its hash, so that a search asks and inserts with one hashing.
#[derive(Clone, Copy, Debug)]
pub struct Probe<K> {
    key: K,
    hash: u32,
}

impl<K: Hash> Probe<K> {
    /// Hashes the key.
    pub fn new(key: K) -> Self {
        Self { hash: hash(&key), key }
    }
}

/// Keys numbered in the order of their coming, 0, 1, 2, ...
#[derive(Debug)]
pub struct Table<K> {
    keys: Arena<K>,
    buckets: Arena<Bucket>,
    /// Buckets for what does not fit into its own bucket, chained from there.
    spill: Arena<Bucket>,
    free: Link,
    /// Reused by every split.
    moved: Vec<Slot>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    hash: u32,
    index: u32,
}

/// The place of a spill bucket.
type Link = Option<NonZeroU32>;

#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket {
    slots: [Slot; SLOTS],
    len: u32,
    next: Link,
}

impl Bucket {
    fn slots(&self) -> &[Slot] {
        &self.slots[..self.len as usize]
    }

    /// Whether there was room.
    fn add(&mut self, slot: Slot) -> bool {
        let room = (self.len as usize) < SLOTS;
        if room {
            self.slots[self.len as usize] = slot;
            self.len += 1;
        }
        room
    }

    /// Whether it was here.
    fn remove(&mut self, index: u32) -> bool {
        let Some(place) = self.slots().iter().position(|slot| slot.index == index) else { return false };
        self.len -= 1;
        self.slots[place] = self.slots[self.len as usize];
        true
    }
}

/// Links count from 1, so that the empty link costs no room.
fn place_of(link: NonZeroU32) -> usize {
    link.get() as usize - 1
}

impl<K> Default for Table<K> {
    fn default() -> Self {
        Self {
            keys: Arena::default(),
            buckets: Arena::default(),
            spill: Arena::default(),
            free: None,
            moved: Vec::new(),
        }
    }
}

impl<K: Copy + Eq + Hash> Table<K> {
    /// How many keys there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The key of a number.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn key(&self, index: u32) -> &K {
        self.keys.get(index as usize)
    }

    /// The number of a key, if it is here.
    #[must_use]
    pub fn find(&self, probe: &Probe<K>) -> Option<u32> {
        if self.buckets.is_empty() {
            return None;
        }
        let mut bucket = self.buckets.get(self.address(probe.hash));
        loop {
            for slot in bucket.slots() {
                if slot.hash == probe.hash && *self.key(slot.index) == probe.key {
                    return Some(slot.index);
                }
            }
            bucket = self.spill.get(place_of(bucket.next?));
        }
    }

    /// Adds a key that is not here, and gives its number.
    ///
    /// # Errors
    /// If the meter does not grant the memory, or the numbers are used up; the key is then not added.
    pub fn insert<G>(&mut self, probe: &Probe<K>, meter: &mut Meter<'_, G>) -> Result<u32, Stop> {
        debug_assert!(self.find(probe).is_none(), "a key is added once");
        let index = u32::try_from(self.len()).map_err(|_| Stop::Memory)?;
        if self.len() >= FULL * self.buckets.len() {
            self.split(meter)?;
        }
        self.keys.push(probe.key, meter)?;
        if let Err(stop) = self.place(Slot { hash: probe.hash, index }, meter) {
            self.keys.pop();
            return Err(stop);
        }
        Ok(index)
    }

    /// Takes the key that came last away. The memory stays held, for the next key.
    ///
    /// # Panics
    /// Never: each key has a slot.
    pub fn pop(&mut self) -> Option<K> {
        let key = self.keys.pop()?;
        #[expect(clippy::cast_possible_truncation, reason = "insert numbers no more keys than fit")]
        let index = self.keys.len() as u32;
        let address = self.address(hash(&key));
        let mut bucket = self.buckets.get_mut(address);
        while !bucket.remove(index) {
            let next = bucket.next.expect("each key has a slot in its chain");
            bucket = self.spill.get_mut(place_of(next));
        }
        Some(key)
    }

    /// The bucket of a hash: its low bits, one bit fewer where that bucket has not been split off yet.
    fn address(&self, hash: u32) -> usize {
        let buckets = self.buckets.len();
        let mask = buckets.next_power_of_two() - 1;
        let address = hash as usize & mask;
        if address < buckets { address } else { address & (mask >> 1) }
    }

    fn place<G>(&mut self, slot: Slot, meter: &mut Meter<'_, G>) -> Result<(), Stop> {
        let address = self.address(slot.hash);
        let first = self.buckets.get_mut(address);
        if first.add(slot) {
            return Ok(());
        }
        let chain = first.next;
        let mut link = chain;
        while let Some(next) = link {
            let bucket = self.spill.get_mut(place_of(next));
            if bucket.add(slot) {
                return Ok(());
            }
            link = bucket.next;
        }
        let fresh = self.fresh_spill(meter)?;
        let bucket = self.spill.get_mut(place_of(fresh));
        *bucket = Bucket { next: chain, ..Bucket::default() };
        bucket.add(slot);
        self.buckets.get_mut(address).next = Some(fresh);
        Ok(())
    }

    fn fresh_spill<G>(&mut self, meter: &mut Meter<'_, G>) -> Result<NonZeroU32, Stop> {
        if let Some(link) = self.free {
            self.free = self.spill.get(place_of(link)).next;
            return Ok(link);
        }
        let place = self.spill.push(Bucket::default(), meter)?;
        u32::try_from(place + 1).ok().and_then(NonZeroU32::new).ok_or(Stop::Memory)
    }

    /// Adds a bucket and shares the keys of the bucket it splits from.
    fn split<G>(&mut self, meter: &mut Meter<'_, G>) -> Result<(), Stop> {
        let buckets = self.buckets.len();
        if buckets == 0 {
            self.buckets.push(Bucket::default(), meter)?;
            return Ok(());
        }
        let old = buckets - (1 << buckets.ilog2());
        // First all that may fail, then all that changes, so that a refusal leaves the table whole.
        self.moved.clear();
        let mut bucket = self.buckets.get(old);
        loop {
            for slot in bucket.slots() {
                push_counted(&mut self.moved, *slot, meter)?;
            }
            let Some(next) = bucket.next else { break };
            bucket = self.spill.get(place_of(next));
        }
        self.buckets.push(Bucket::default(), meter)?;
        let mut link = std::mem::take(self.buckets.get_mut(old)).next;
        while let Some(freed) = link {
            let bucket = self.spill.get_mut(place_of(freed));
            link = std::mem::replace(&mut bucket.next, self.free);
            self.free = Some(freed);
        }
        for place in 0..self.moved.len() {
            // The keys of n buckets fit into n + 1 however they are shared, so the freed ones suffice.
            self.place(self.moved[place], meter)?;
        }
        Ok(())
    }
}
