//! Endings: few cells are left, and mostly who first runs out of cells that do not make three loses.
//!
//! Proof-number search is at its worst there, as nothing is forced; trying everything, with good moves first and
//! a small table, is quick.

use kibitzer_core::Value;
use kibitzer_games::yavalath::{Cells, overwhelming, threes, tripling};

use super::position::{Position, Sight};

/// Endings with at most so many free cells are decided here.
pub(super) const MOST_FREE: u32 = 14;
/// A search that has looked at so many positions gives up: nobody asks the clock meanwhile.
const MOST_NODES: u64 = 1 << 16;
/// A larger table would not fit the cache.
const MOST_ENTRIES: usize = 1 << 15;

/// What is known of a position: its value is not below `low` and not above `high`.
#[derive(Clone, Copy)]
struct Entry {
    own: Cells,
    other: Cells,
    low: Value,
    high: Value,
}

/// An empty board is no ending, so this is found for none.
const NO_ENTRY: Entry = Entry { own: 0, other: 0, low: Value::Loss, high: Value::Win };

/// Decides endings by alpha-beta search.
pub(super) struct Endings {
    /// One entry for each number that a position is mixed to; the whole position is compared. Made when it is needed.
    table: Vec<Entry>,
    index_bits: u32,
    nodes: u64,
    limit: u64,
}

/// More positions would have to be looked at than were allowed.
struct Spent;

impl Endings {
    /// Needs at most this much memory, though at least that of one entry.
    pub(super) fn new(bytes: usize) -> Endings {
        let index_bits = (bytes / size_of::<Entry>()).clamp(1, MOST_ENTRIES).ilog2();
        Endings { table: Vec::new(), index_bits, nodes: 0, limit: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Entry>() << self.index_bits
    }

    /// The value for the side to move, unless the search gave up after `limit` positions or sooner; and how many it
    /// looked at.
    pub(super) fn value(&mut self, position: &Position, limit: u64) -> (Option<Value>, u64) {
        debug_assert!(position.free.count_ones() <= MOST_FREE, "{position:?} is no ending");
        if self.table.is_empty() {
            self.table = vec![NO_ENTRY; 1 << self.index_bits];
        }
        (self.nodes, self.limit) = (0, limit.min(MOST_NODES));
        let value = self.search(position, Value::Loss, Value::Win).ok();
        (value, self.nodes)
    }

    /// The value, if it is between these two; otherwise a bound on the same side of them.
    fn search(&mut self, position: &Position, mut alpha: Value, mut beta: Value) -> Result<Value, Spent> {
        if self.nodes >= self.limit {
            return Err(Spent);
        }
        self.nodes += 1;
        if position.free == 0 {
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
        if overwhelming(position.own, position.free, tripling(position.other)) & safe != 0 {
            return Ok(Value::Win);
        }
        let index = mixed(position, self.index_bits);
        let (mut low, mut high) = (Value::Loss, Value::Win);
        let entry = self.table[index];
        if (entry.own, entry.other) == (position.own, position.other) {
            (low, high) = (entry.low, entry.high);
            (alpha, beta) = (alpha.max(low), beta.min(high));
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        let mut moves = [(0, 0); MOST_FREE as usize];
        let mut best = Value::Loss;
        for (_, cell) in sorted(position, safe, &mut moves) {
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
        self.table[index] = Entry { own: position.own, other: position.other, low, high };
        Ok(best)
    }
}

/// The free cells that can never be part of three, whoever takes them: every line of three through them has stones of
/// both sides. Four in a line are also three, so a stone there neither wins nor loses, and whose it is does not matter.
/// All that counts is how many such cells are left, so one stands for all.
#[inline]
fn dead(position: &Position) -> Cells {
    position.free & !threes(position.own | position.free) & !threes(position.other | position.free)
}

/// The moves, first those that leave the other side the fewest safe cells, and oneself the most; one dead cell.
fn sorted<'a>(position: &Position, safe: Cells, moves: &'a mut [(i32, Cells)]) -> &'a [(i32, Cells)] {
    let dead = dead(position);
    let mut rest = safe & !dead | dead & dead.wrapping_neg();
    let mut count = 0;
    while rest != 0 {
        let cell = rest & rest.wrapping_neg();
        rest ^= cell;
        let next = position.after(cell);
        let safe_for = |stones: Cells| (next.free & !tripling(stones)).count_ones().cast_signed();
        let worth = safe_for(next.own) - safe_for(next.other) - i32::from(next.threats() != 0);
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
fn mixed(position: &Position, bits: u32) -> usize {
    const ODD: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
    let mixed = (position.own ^ position.other.rotate_left(61)).wrapping_mul(ODD);
    let folded = ((mixed >> 64) as u64 ^ mixed as u64).wrapping_mul(ODD as u64);
    folded.checked_shr(u64::BITS - bits).unwrap_or(0) as usize
}

#[cfg(test)]
mod tests;
