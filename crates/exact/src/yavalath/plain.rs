//! The value of a position by trying everything, for tests.

use std::collections::HashMap;

use kibitzer_core::Value;
use kibitzer_games::yavalath::{Cells, fours, threes};

use super::position::Position;

/// The value by trying every free cell, on bare sets.
pub(super) fn plain(position: &Position, known: &mut HashMap<Position, Value>) -> Value {
    if position.free == 0 {
        return Value::Draw;
    }
    if let Some(value) = known.get(position) {
        return *value;
    }
    let mut best = Value::Loss;
    for cell in members(position.free) {
        let stones = position.own | cell;
        best = best.max(match () {
            () if fours(stones) != 0 => Value::Win,
            () if threes(stones) != 0 => Value::Loss,
            () => plain(&position.after(cell), known).reversed(),
        });
        if best == Value::Win {
            break;
        }
    }
    known.insert(*position, best);
    best
}

/// The members of a set, one by one.
pub(super) fn members(cells: Cells) -> impl Iterator<Item = Cells> {
    (0..Cells::BITS).map(|bit| 1 << bit).filter(move |cell| cells & cell != 0)
}
