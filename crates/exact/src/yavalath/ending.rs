//! Endings: few cells are left, and mostly who first runs out of cells that do not make three loses.
//!
//! Proof-number search is at its worst there, as nothing is forced; trying everything, with good moves first and
//! a small table, is quick.

use super::essence::{Essence, Prospects};
use super::outlast::outlasts;
use super::position::{Position, Sight};
use super::word::Word;
use kibitzer_core::Value;

/// Endings with at most so many free cells are decided here.
pub(super) const MOST_FREE: u32 = 16;
/// A search that has looked at so many positions gives up: nobody asks the clock meanwhile.
const MOST_NODES: u64 = 1 << 16;
/// A larger table would not fit the cache.
const MOST_ENTRIES: usize = 1 << 15;

/// What is known of a position: its value is not below `low` and not above `high`.
#[derive(Clone, Copy)]
struct Entry<W> {
    essence: Essence<W>,
    low: Value,
    high: Value,
}

/// Decides endings by alpha-beta search.
pub(super) struct Endings<W> {
    /// One entry for each number that a position is mixed to; the whole position is compared. Made when it is needed.
    table: Vec<Entry<W>>,
    index_bits: u32,
    nodes: u64,
    limit: u64,
}

/// More positions would have to be looked at than were allowed.
struct Spent;

impl<W: Word> Endings<W> {
    /// Needs at most this much memory, though at least that of one entry.
    pub(super) fn new(bytes: usize) -> Endings<W> {
        let index_bits = (bytes / size_of::<Entry<W>>()).clamp(1, MOST_ENTRIES).ilog2();
        Endings { table: Vec::new(), index_bits, nodes: 0, limit: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Entry<W>>() << self.index_bits
    }

    /// The value for the side to move, unless the search gave up after `limit` positions or sooner; and how many it
    /// looked at.
    pub(super) fn value(&mut self, position: &Position<W>, limit: u64) -> (Option<Value>, u64) {
        debug_assert!(position.free.count() <= MOST_FREE, "{position:?} is no ending");
        if self.table.is_empty() {
            // An empty board is no ending, so this is found for none.
            let none = Entry { essence: Essence::none(), low: Value::Loss, high: Value::Win };
            self.table = vec![none; 1 << self.index_bits];
        }
        (self.nodes, self.limit) = (0, limit.min(MOST_NODES));
        let value = self.search(position, Value::Loss, Value::Win).ok();
        (value, self.nodes)
    }

    /// The value, if it is between these two; otherwise a bound on the same side of them.
    fn search(&mut self, position: &Position<W>, mut alpha: Value, mut beta: Value) -> Result<Value, Spent> {
        if self.nodes >= self.limit {
            return Err(Spent);
        }
        self.nodes += 1;
        if position.free.is_empty() {
            return Ok(Value::Draw);
        }
        let safe = match position.sight() {
            Sight::Wins(_) => return Ok(Value::Win),
            Sight::Lost => return Ok(Value::Loss),
            Sight::Forced(cell) => {
                return Ok(self.search(&position.after(cell), beta.reversed(), alpha.reversed())?.reversed());
            }
            Sight::Open(safe) => safe,
        };
        if !(position.own.overwhelming(position.free, position.other.tripling()) & safe).is_empty() {
            return Ok(Value::Win);
        }
        let prospects = Prospects::new(position);
        match outlasts(position, &prospects) {
            Some(true) => return Ok(Value::Win),
            Some(false) => return Ok(Value::Loss),
            None => {}
        }
        let useful = safe & prospects.moves();
        if useful.is_empty() {
            return Ok(if prospects.is_full(position) { Value::Draw } else { Value::Loss });
        }
        let essence = prospects.essence(position);
        let index = mixed(&essence, self.index_bits);
        let (mut low, mut high) = (Value::Loss, Value::Win);
        let entry = self.table[index];
        if entry.essence == essence {
            (low, high) = (entry.low, entry.high);
            (alpha, beta) = (alpha.max(low), beta.min(high));
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        let mut moves = [(0, W::NONE); MOST_FREE as usize];
        let mut best = Value::Loss;
        for (_, cell) in sorted(position, useful, &mut moves) {
            let next = position.after(*cell);
            best = best.max(self.search(&next, beta.reversed(), alpha.max(best).reversed())?.reversed());
            if best >= beta {
                break;
            }
        }
        if best > alpha {
            low = low.max(best);
        }
        if best < beta {
            high = high.min(best);
        }
        self.table[index] = Entry { essence, low, high };
        Ok(best)
    }
}

/// The moves, first those that leave the other side the fewest safe cells, and oneself the most.
fn sorted<'a, W: Word>(position: &Position<W>, safe: W, moves: &'a mut [(i32, W)]) -> &'a [(i32, W)] {
    let mut rest = safe;
    let mut count = 0;
    while !rest.is_empty() {
        let cell = rest.lowest();
        rest ^= cell;
        let next = position.after(cell);
        let safe_for = |stones: W| (next.free & !stones.tripling()).count().cast_signed();
        let worth = safe_for(next.own) - safe_for(next.other) - i32::from(!next.threats().is_empty());
        let mut at = count;
        while at > 0 && moves[at - 1].0 > worth {
            moves[at] = moves[at - 1];
            at -= 1;
        }
        moves[at] = (worth, cell);
        count += 1;
    }
    &moves[..count]
}

/// Where the table keeps a position.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "halves are what is wanted")]
fn mixed<W: Word>(essence: &Essence<W>, bits: u32) -> usize {
    const ODD: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
    let stones = (essence.own.number() ^ essence.other.number().rotate_left(61)).wrapping_mul(ODD);
    let reach = essence.for_own.number()
        ^ essence.for_other.number().rotate_left(59)
        ^ u128::from(essence.spare.cast_unsigned());
    let mixed = (stones ^ stones >> 67 ^ reach).wrapping_mul(ODD);
    let folded = ((mixed >> 64) as u64 ^ mixed as u64).wrapping_mul(ODD as u64);
    folded.checked_shr(u64::BITS - bits).unwrap_or(0) as usize
}

#[cfg(test)]
mod tests;
