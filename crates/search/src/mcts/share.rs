//! Whether different orders of moves that lead to one position share its children.

use std::hash::Hash;

use kibitzer_core::{Game, Transposing};

use crate::hash::hash;

use super::node::NONE;
use super::store::Ledger;

/// How nodes are told apart.
pub trait Share<G: Game>: Copy + Sync {
    /// What tells positions apart.
    type Key: Copy + Eq + Hash + Send;
    /// Whether there is anything to share.
    const SHARES: bool;

    /// The key of a position.
    fn key(&self, position: &G) -> Self::Key;
}

/// A tree: each line of play has nodes of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Apart;

impl<G: Game> Share<G> for Apart {
    type Key = ();
    const SHARES: bool = false;

    fn key(&self, _: &G) {}
}

/// A graph: lines that lead to one position share what follows. Each keeps its own mean, so that a line is judged by
/// what it was tried for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Together;

impl<G: Transposing<Identity: Send>> Share<G> for Together {
    type Key = G::Identity;
    const SHARES: bool = true;

    fn key(&self, position: &G) -> G::Identity {
        position.identity()
    }
}

/// The blocks by the position that they belong to: open addressing, at most half full.
#[derive(Debug)]
pub(super) struct Known<K> {
    entries: Vec<(K, u32, u16)>,
    /// Indices of entries; [`NONE`] where the place is free.
    places: Vec<u32>,
}

impl<K: Copy + Eq + Hash> Known<K> {
    pub(super) fn new() -> Known<K> {
        Known { entries: Vec::new(), places: Vec::new() }
    }

    /// The block of a position: its first node and their number.
    pub(super) fn find(&self, key: &K) -> Option<(u32, u16)> {
        if self.places.is_empty() {
            return None;
        }
        let entry = self.places[self.place(key)];
        (entry != NONE).then(|| (self.entries[entry as usize].1, self.entries[entry as usize].2))
    }

    /// Remembers a block; whether there was memory for it.
    pub(super) fn insert(&mut self, key: K, first: u32, count: u16, ledger: &Ledger) -> bool {
        if self.entries.len() * 2 >= self.places.len() && !self.grow(ledger) {
            return false;
        }
        let place = self.place(&key);
        self.places[place] = u32::try_from(self.entries.len()).expect("there are fewer blocks than slots");
        self.entries.push((key, first, count));
        true
    }

    /// How many entries there is room for: what a saved search must find again.
    pub(super) fn room(&self) -> usize {
        self.places.len()
    }

    /// Forgets all and takes at least this much room.
    pub(super) fn clear(&mut self, room: usize, ledger: &Ledger) {
        ledger.release(bytes::<K>(self.places.len()));
        *self = Known::new();
        while self.places.len() < room && self.grow(ledger) {}
    }

    /// Where a key is, or could be put.
    fn place(&self, key: &K) -> usize {
        let mask = self.places.len() - 1;
        let mut place = hash(key) as usize & mask;
        while self.places[place] != NONE && self.entries[self.places[place] as usize].0 != *key {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self, ledger: &Ledger) -> bool {
        let (old, new) = (self.places.len(), (self.places.len() * 2).max(1024));
        if new >= NONE as usize || !ledger.hold(bytes::<K>(new)) {
            return false;
        }
        self.places = vec![NONE; new];
        self.entries.reserve_exact(new / 2 - self.entries.len());
        for index in 0..self.entries.len() {
            let place = self.place(&self.entries[index].0);
            self.places[place] = u32::try_from(index).expect("there are fewer blocks than slots");
        }
        ledger.release(bytes::<K>(old));
        true
    }
}

fn bytes<K>(places: usize) -> usize {
    places * size_of::<u32>() + places / 2 * size_of::<(K, u32, u16)>()
}
