//! Endings beside obvious twins, and the rule about dead cells by itself.

use std::collections::HashMap;

use kibitzer_core::SplitMix;
use kibitzer_games::yavalath::{Side, fours};

use super::super::tests::{after, brute_force};
use super::*;

/// The value by trying every free cell, on bare sets.
fn plain(position: &Position, known: &mut HashMap<Position, Value>) -> Value {
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

fn members(cells: Cells) -> impl Iterator<Item = Cells> {
    (0..Cells::BITS).map(|bit| 1 << bit).filter(move |cell| cells & cell != 0)
}

#[test]
fn endings_have_the_value_that_trying_everything_finds() {
    let mut stream = SplitMix::new(8);
    // So small a table forgets, and must not mix up.
    let mut endings = [Endings::new(1 << 20), Endings::new(100), Endings::new(0)];
    let mut known = HashMap::new();
    let mut found = [0; 3];
    for round in 0..4_000 {
        // On side 5 few games last so long, and those are quiet.
        let side = Side::ALL[round % 3];
        let free = 1 + round / 3 % 9;
        let Some(board) = after(side, side.size() - free, &mut stream) else { continue };
        let position = Position::new(&board).unwrap();
        assert!(position.free.count_ones() <= MOST_FREE);
        let value = brute_force(&board, &mut known);
        for endings in &mut endings {
            assert_eq!(endings.value(&position, u64::MAX).0, Some(value), "{board}");
            // Not one position more than allowed, and no wrong value for it.
            let (cut_off, nodes) = endings.value(&position, 3);
            assert!(nodes <= 3 && cut_off.is_none_or(|found| found == value), "{board}");
        }
        found[value as usize] += 1;
    }
    assert!(found.iter().all(|count| *count > 20), "{found:?}");
}

#[test]
fn endings_as_long_as_they_get_have_the_value_that_trying_everything_finds() {
    let mut stream = SplitMix::new(9);
    let mut endings = Endings::new(1 << 20);
    let (mut found, mut given_up) = ([0; 3], 0);
    let most = MOST_FREE as usize;
    for (side, free) in Side::ALL.into_iter().flat_map(|side| (10..=most).map(move |free| (side, free))) {
        let boards = std::iter::repeat_with(|| after(side, side.size() - free, &mut stream)).flatten();
        for board in boards.take(LONG_ENDINGS) {
            let position = Position::new(&board).unwrap();
            assert_eq!(position.free.count_ones() as usize, free);
            let value = plain(&position, &mut HashMap::new());
            match endings.value(&position, u64::MAX).0 {
                Some(told) => assert_eq!(told, value, "{board}"),
                None => given_up += 1,
            }
            found[value as usize] += 1;
        }
    }
    assert!(found.iter().all(|count| *count >= 5) && given_up <= 6, "{found:?}, {given_up} without an answer");
}

/// How many positions are tried of each side and number of free cells.
const LONG_ENDINGS: usize = 40;

/// Whether every line of three cells through a cell has stones of both sides: cell by cell.
fn is_dead(side: Side, position: &Position, cell: Cells) -> bool {
    let bit = cell.trailing_zeros().cast_signed();
    // Along a row, and down to either side.
    [1, 10, 11].into_iter().flat_map(|step| [-2, -1, 0].map(|start| [0, 1, 2].map(|k| bit + (start + k) * step))).all(
        |line| {
            let has = |set: Cells, bit: i32| u32::try_from(bit).is_ok_and(|bit| set >> bit & 1 == 1);
            let is_line = line.iter().all(|bit| has(side.cells(), *bit));
            !is_line || [position.own, position.other].into_iter().all(|set| line.iter().any(|bit| has(set, *bit)))
        },
    )
}

#[test]
fn whoever_has_a_dead_cell_has_nothing() {
    let mut stream = SplitMix::new(10);
    let mut dead_cells = [0; 3];
    for round in 0..12_000 {
        let side = Side::ALL[round % 3];
        let free = 2 + round / 3 % 8;
        let Some(board) = after(side, side.size() - free, &mut stream) else { continue };
        let position = Position::new(&board).unwrap();
        let found = dead(&position);
        let expected = members(position.free).filter(|cell| is_dead(side, &position, *cell));
        assert_eq!(found, expected.fold(0, |cells, cell| cells | cell), "{board}");
        let mut known = HashMap::new();
        // Taking one or the other is the same, and so is whose stone lies there.
        let taken: Vec<Value> = members(found).map(|cell| plain(&position.after(cell), &mut known)).collect();
        assert!(taken.iter().all(|value| *value == taken[0]), "{board}: {taken:?}");
        for cell in members(found).filter(|cell| position.free != *cell) {
            let Position { own, other, free } = position;
            let mine = Position { own: own | cell, other, free: free & !cell };
            let theirs = Position { own, other: other | cell, free: free & !cell };
            let values = [mine, theirs].map(|position| plain(&position, &mut known));
            assert_eq!(values[0], values[1], "{board}: {cell:#x}");
            dead_cells[values[0] as usize] += 1;
        }
    }
    assert!(dead_cells.iter().all(|count| *count > 20), "{dead_cells:?}");
}
