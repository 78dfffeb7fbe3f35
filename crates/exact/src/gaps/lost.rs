//! The lost positions of one search under the rule `suit`, as many as fit.

use kibitzer_games::gaps::Gaps;
use kibitzer_search::{Meter, Stop};

use super::board::{Board, Frame, Step};

/// As many as a fast cache holds: most positions that come again come soon.
const SLOTS_LOG: u32 = 16;

/// A table that overwrites, of positions as numbers.
///
/// # The numbers
///
/// A card only ever stands where it began, at home, or as far behind a cell where a lower card of its suit began as it
/// is higher in rank: behind its predecessor, which stood behind its own, and so on. These cells, numbered from 0, are
/// the digits of the card, and a position is the number with the digits of all cards, each card with a base of its own.
/// So equal numbers mean equal positions: nothing rests on a hash.
#[derive(Debug, Default)]
pub(super) struct Lost {
    /// One more than the number of a position; 0 for none.
    slots: Vec<u128>,
    /// What a card at a cell adds to the number.
    worth: Vec<[u128; 64]>,
    /// Whether the numbers are small enough. All of thousands of deals were; if not, nothing is remembered.
    fits: bool,
}

impl Lost {
    /// Forgets the last search, and numbers the positions that can come from this one, which becomes 0.
    pub(super) fn prepare(&mut self, frame: Frame, start: &Board, meter: &mut Meter<'_, Gaps>) -> Result<(), Stop> {
        meter.hold((size_of::<u128>() << SLOTS_LOG) + 64 * size_of::<[u128; 64]>())?;
        self.slots.clear();
        self.slots.resize(1 << SLOTS_LOG, 0);
        self.worth.resize(64, [0; 64]);
        let mut base: u128 = 1;
        self.fits = true;
        for card in frame.cards() {
            let worth = &mut self.worth[usize::from(card)];
            let mut count: u128 = 0;
            let mut seen: u64 = 0;
            for cell in cells_of(frame, start, card) {
                if seen >> cell & 1 == 0 {
                    seen |= 1 << cell;
                    worth[usize::from(cell)] = base.wrapping_mul(count);
                    count += 1;
                }
            }
            match base.checked_mul(count) {
                Some(product) => base = product,
                None => self.fits = false,
            }
        }
        Ok(())
    }

    /// The number after a step.
    #[inline]
    pub(super) fn after(&self, key: u128, step: Step) -> u128 {
        let worth = &self.worth[usize::from(step.card & 63)];
        key.wrapping_sub(worth[usize::from(step.from & 63)]).wrapping_add(worth[usize::from(step.to & 63)])
    }

    /// Whether a position is here; if not, it is from now on.
    #[inline]
    pub(super) fn remember(&mut self, key: u128) -> bool {
        if !self.fits {
            return false;
        }
        let entry = key + 1;
        let slot = &mut self.slots[slot_of(key)];
        let known = *slot == entry;
        *slot = entry;
        known
    }
}

/// The cells where a card can ever stand; its own first.
fn cells_of(frame: Frame, start: &Board, card: u8) -> impl Iterator<Item = u8> {
    let rank = card & 15;
    let behind = (0..rank).rev().map(move |lower| (start.place(card - rank + lower), rank - lower));
    let behind = behind.filter(move |(cell, ahead)| (cell & 15) + ahead < frame.columns);
    [start.place(card)].into_iter().chain(behind.map(|(cell, ahead)| cell + ahead)).chain([card])
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "halves of a number and as many bits as there are slots")]
fn slot_of(key: u128) -> usize {
    // Digits of pi, as in the hash of the search crate.
    let (low, high) = (key as u64 ^ 0x2437_F6A8_885A_308D, (key >> 64) as u64 ^ 0x1319_8A2E_0370_7345);
    let wide = u128::from(low) * u128::from(high | 1);
    let folded = wide as u64 ^ (wide >> 64) as u64 ^ key as u64;
    (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SLOTS_LOG)) as usize
}
