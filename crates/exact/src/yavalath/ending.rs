//! Endings: few cells are left, and mostly who first runs out of cells that do not make three loses.
//!
//! Proof-number search is at its worst there, as nothing is forced; trying everything, with good moves first and
//! a small table, is quick.

use kibitzer_core::Value;
use kibitzer_games::yavalath::{Cells, overwhelming, threes, tripling};

use super::position::Position;

/// Endings with at most so many free cells are decided here.
pub(super) const MOST_FREE: u32 = 14;

const INDEX_BITS: u32 = 15;
const MOST_MOVES: usize = Cells::BITS as usize;

/// What is known of a position: its value is not below `low` and not above `high`.
#[derive(Clone, Copy)]
struct Entry {
    own: Cells,
    other: Cells,
    low: Value,
    high: Value,
}

/// Decides endings by alpha-beta search.
pub(super) struct Endings {
    /// One entry for each number that a position is mixed to; the whole position is compared.
    table: Box<[Entry]>,
    nodes: u64,
}

impl Endings {
    /// The memory of the table.
    pub(super) const BYTES: usize = size_of::<Entry>() << INDEX_BITS;

    pub(super) fn new() -> Endings {
        let nothing = Entry { own: 0, other: 0, low: Value::Loss, high: Value::Win };
        Endings { table: vec![nothing; 1 << INDEX_BITS].into_boxed_slice(), nodes: 0 }
    }

    /// The value for the side to move, and how many positions were looked at.
    pub(super) fn value(&mut self, position: &Position) -> (Value, u64) {
        self.nodes = 0;
        let value = self.search(position, Value::Loss, Value::Win);
        (value, self.nodes)
    }

    /// The value, if it is between these two; otherwise a bound on the same side of them.
    fn search(&mut self, position: &Position, mut alpha: Value, mut beta: Value) -> Value {
        self.nodes += 1;
        if position.wins() != 0 {
            return Value::Win;
        }
        if position.free == 0 {
            return Value::Draw;
        }
        let (threats, safe) = (position.threats(), position.safe());
        if threats != 0 {
            let answer = threats & safe;
            if answer == 0 || threats & (threats - 1) != 0 {
                return Value::Loss;
            }
            return self.search(&position.after(answer), beta.reversed(), alpha.reversed()).reversed();
        }
        if safe == 0 {
            return Value::Loss;
        }
        if overwhelming(position.own, position.free, tripling(position.other)) & safe != 0 {
            return Value::Win;
        }
        let index = index(position);
        let (mut low, mut high) = (Value::Loss, Value::Win);
        let entry = self.table[index];
        if (entry.own, entry.other) == (position.own, position.other) {
            (low, high) = (entry.low, entry.high);
            (alpha, beta) = (alpha.max(low), beta.min(high));
            if alpha >= beta {
                return alpha;
            }
        }
        let mut moves = [(0, 0); MOST_MOVES];
        let moves = sorted(position, safe, &mut moves);
        let mut best = Value::Loss;
        for (_, cell) in moves {
            let next = position.after(*cell);
            best = best.max(self.search(&next, beta.reversed(), alpha.max(best).reversed()).reversed());
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
        best
    }
}

/// The moves, first those that leave the other side the fewest safe cells, and oneself the most. Of the cells that can
/// never be part of three, whoever takes them, one stands for all.
fn sorted<'a>(position: &Position, safe: Cells, moves: &'a mut [(i32, Cells)]) -> &'a [(i32, Cells)] {
    let dead = position.free & !threes(position.own | position.free) & !threes(position.other | position.free);
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
fn index(position: &Position) -> usize {
    const ODD: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
    let mixed = (position.own ^ position.other.rotate_left(61)).wrapping_mul(ODD);
    let folded = ((mixed >> 64) as u64 ^ mixed as u64).wrapping_mul(ODD as u64);
    (folded >> (u64::BITS - INDEX_BITS)) as usize
}
