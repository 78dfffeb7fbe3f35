//! The lost positions of one search, remembered exactly.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use kibitzer_search::{Meter, Stop};

use super::grid::{Grid, Set};

/// A hash set of arrangements that is emptied at no cost, by counting generations.
///
/// Keys are whole arrangements and are compared whole: two positions are never taken for each other.
pub(super) struct ClosedSet<G: Grid> {
    slots: Vec<Slot<G>>,
    used: usize,
    generation: u32,
}

#[derive(Clone, Copy)]
struct Slot<G: Grid> {
    cards: G::Cards,
    occupied: G::Set,
    /// The search that wrote the slot; 0 for none.
    generation: u32,
}

const SMALLEST: usize = 1 << 10;

impl<G: Grid> ClosedSet<G> {
    pub(super) fn new() -> Self {
        Self { slots: Self::empty(SMALLEST), used: 0, generation: 0 }
    }

    fn empty(count: usize) -> Vec<Slot<G>> {
        vec![Slot { cards: G::Cards::default(), occupied: G::Set::EMPTY, generation: 0 }; count]
    }

    /// The memory of the set.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    /// Forgets everything, and gives back what only the last search needed: each begins with the same memory, so that
    /// limits do not depend on what came before.
    pub(super) fn clear(&mut self) {
        self.used = 0;
        if self.slots.len() > SMALLEST || self.generation == u32::MAX {
            *self = Self::new();
        }
        self.generation += 1;
    }

    #[inline(always)]
    pub(super) fn contains(&self, cards: &G::Cards, occupied: G::Set) -> bool {
        self.used > 0 && self.slots[self.find(cards, occupied)].generation == self.generation
    }

    /// Remembers a position that is not yet in the set.
    ///
    /// # Errors
    /// If the set would have to grow and the budget forbids it.
    pub(super) fn insert<P>(
        &mut self,
        cards: &G::Cards,
        occupied: G::Set,
        meter: &mut Meter<'_, P>,
    ) -> Result<(), Stop> {
        if 2 * self.used >= self.slots.len() {
            self.grow(meter)?;
        }
        let slot = self.find(cards, occupied);
        self.slots[slot] = Slot { cards: *cards, occupied, generation: self.generation };
        self.used += 1;
        Ok(())
    }

    /// The slot that holds the position, or the free one where it belongs.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the shift leaves as many bits as there are slots")]
    fn find(&self, cards: &G::Cards, occupied: G::Set) -> usize {
        let mask = self.slots.len() - 1;
        let mut index = (G::hash(cards, occupied) >> (64 - self.slots.len().trailing_zeros())) as usize;
        loop {
            let slot = &self.slots[index & mask];
            let same = slot.occupied == occupied && slot.cards == *cards;
            if slot.generation != self.generation || same {
                return index & mask;
            }
            index += 1;
        }
    }

    #[cold]
    fn grow<P>(&mut self, meter: &mut Meter<'_, P>) -> Result<(), Stop> {
        let old_bytes = self.bytes();
        meter.hold(2 * old_bytes)?;
        let larger = Self::empty(2 * self.slots.len());
        let old = std::mem::replace(&mut self.slots, larger);
        for slot in old.into_iter().filter(|slot| slot.generation == self.generation) {
            let place = self.find(&slot.cards, slot.occupied);
            self.slots[place] = slot;
        }
        meter.release(old_bytes);
        Ok(())
    }
}
