//! Endings beside obvious twins.

use std::collections::HashMap;

use kibitzer_core::SplitMix;
use kibitzer_games::yavalath::{Cells, Side};

use super::super::plain::plain;
use super::super::tests::{after, brute_force};
use super::*;

#[test]
fn endings_have_the_value_that_trying_everything_finds() {
    let mut stream = SplitMix::new(8);
    // So small a table forgets, and must not mix up.
    let mut endings = [Endings::<Cells>::new(1 << 20), Endings::new(100), Endings::new(0)];
    let mut narrow = Endings::<u64>::new(1 << 20);
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
        if side < Side::FIVE {
            assert_eq!(narrow.value(&position.in_words_of(), u64::MAX).0, Some(value), "{board}");
        }
        found[value as usize] += 1;
    }
    assert!(found.iter().all(|count| *count > 20), "{found:?}");
}

#[test]
fn long_endings_have_the_value_that_trying_everything_finds() {
    let mut stream = SplitMix::new(9);
    let mut endings = Endings::<Cells>::new(1 << 20);
    let (mut found, mut given_up) = ([0; 3], 0);
    for (side, free) in Side::ALL.into_iter().flat_map(|side| (10..=LONG).map(move |free| (side, free))) {
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

/// Trying everything takes too long beyond.
const LONG: usize = 14;
/// How many positions are tried of each side and number of free cells.
const LONG_ENDINGS: usize = 40;
