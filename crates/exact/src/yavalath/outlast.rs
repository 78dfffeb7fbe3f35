//! Who runs out of moves first, told by counting.
//!
//! Let one side, the *fool*, be unable to make four ever again, and count
//!
//! - `common`: the cells that both can reach and where the other side, the *wise* one, can never make three;
//! - `mine`: cells that only the wise one can reach, and all of which it can take without making three;
//! - `theirs`: a bound on how many of the cells that are in reach of the fool and not common it can take: of two that
//!   make three with a stone of its own, it can take one.
//!
//! The wise side takes common cells while there are any, and then its own. If it begins, the fool gets at most half of
//! the common cells, rounded down, and else at most half of them rounded up, as it loses one with every move that it
//! spends elsewhere. So where the wise side begins, the fool makes at most `common / 2 + theirs` moves, and the wise one
//! has `(common + 1) / 2 + mine` for as long as these last; if that is more, the fool is stuck first. Nothing stops it, as
//! the fool cannot threaten anything. If the fool begins it is enough that the wise side has as many. A cell must be free
//! when the fool is stuck, or else it is a draw; that is so if there were more than the moves of both.

use super::essence::{Prospect, Prospects};
use super::position::Position;
use super::word::Word;

/// Whether the side to move wins, or loses, by counting; `None` where this tells nothing.
#[inline]
pub(super) fn outlasts<W: Word>(position: &Position<W>, prospects: &Prospects<W>) -> Option<bool> {
    let Prospects { own, other } = prospects;
    if !other.has_hope && wears_out((position.own, own), (position.other, other), position.free, true) {
        return Some(true);
    }
    if !own.has_hope && wears_out((position.other, other), (position.own, own), position.free, false) {
        return Some(false);
    }
    None
}

/// Whether the wise side is told to win, beginning or not.
#[inline]
fn wears_out<W: Word>(wise: (W, &Prospect<W>), fool: (W, &Prospect<W>), free: W, begins: bool) -> bool {
    let begins = u32::from(begins);
    let common = wise.1.reach & fool.1.reach & !wise.1.lively;
    let contested = fool.1.reach & !common;
    let alone = wise.1.reach & !fool.1.reach;
    let commons = common.count();
    let leaves = (commons + 1 - begins) / 2;
    let gets = commons - leaves;
    // At least half of the cells can be taken even if all are in pairs.
    if gets + alone.count() < leaves + contested.count().div_ceil(2) + begins {
        return false;
    }
    let theirs = leaves + contested.count() - pairs(fool.0, contested);
    let needed = theirs + begins;
    free.count() > theirs + needed && gets + takes(wise.0, alone, needed.saturating_sub(gets)) >= needed
}

/// A number of pairs of these cells, none in two of them, that make three with a stone.
#[inline]
fn pairs<W: Word>(stones: W, cells: W) -> u32 {
    let mut left = cells;
    let mut count = 0;
    for step in [1, W::STRIDE, W::STRIDE + 1] {
        // Neighbours with a stone before or after them, and cells with a stone between them.
        let beside = |left: W| left & left >> step & (stones << step | stones >> (2 * step));
        let around = |left: W| left & left >> (2 * step) & stones >> step;
        let mut found = beside(left);
        while !found.is_empty() {
            let first = found.lowest();
            left &= !(first | first << step);
            count += 1;
            found = beside(left);
        }
        let mut found = around(left);
        while !found.is_empty() {
            let first = found.lowest();
            left &= !(first | first << (2 * step));
            count += 1;
            found = around(left);
        }
    }
    count
}

/// How many of these cells can be taken without making three, at least; no more than `enough` are looked for.
#[inline]
fn takes<W: Word>(stones: W, cells: W, enough: u32) -> u32 {
    let (mut stones, mut left) = (stones, cells);
    let mut count = 0;
    while count < enough {
        left &= !stones.tripling();
        if left.is_empty() {
            break;
        }
        let cell = left.lowest();
        (stones, left) = (stones | cell, left ^ cell);
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use kibitzer_core::{SplitMix, Value};
    use kibitzer_games::yavalath::{Cells, Side};

    use super::super::tests::{after, brute_force};
    use super::*;

    #[test]
    fn whoever_is_told_to_outlast_the_other_wins() {
        let mut stream = SplitMix::new(11);
        let mut told = [0; 2];
        for round in 0..30_000 {
            let side = Side::ALL[round % 2];
            let free = 2 + round / 2 % 9;
            let Some(board) = after(side, side.size() - free, &mut stream) else { continue };
            let position = Position::<Cells>::new(&board).unwrap();
            if !position.wins().is_empty() || !position.threats().is_empty() {
                continue;
            }
            if let Some(wins) = outlasts(&position, &Prospects::new(&position)) {
                let value = brute_force(&board, &mut HashMap::new());
                assert_eq!(value, if wins { Value::Win } else { Value::Loss }, "{board}");
                told[usize::from(wins)] += 1;
            }
        }
        assert!(told.iter().all(|count| *count > 100), "{told:?}");
    }
}
