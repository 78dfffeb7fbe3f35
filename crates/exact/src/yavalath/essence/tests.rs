//! What matters beside trying everything.

use std::collections::HashMap;

use kibitzer_core::{Game, Payoff, SplitMix, Value};
use kibitzer_games::yavalath::{Cells, Side, Turn, Yavalath, fours};

use super::super::plain::{members, plain};
use super::super::symmetry::Symmetry;
use super::super::tests::after;
use super::*;

fn late(round: usize, stream: &mut SplitMix) -> Option<(Yavalath, Position)> {
    let side = Side::ALL[round % 3];
    let board = after(side, side.size() - 2 - round / 3 % 8, stream)?;
    let position = Position::new(&board)?;
    Some((board, position))
}

#[test]
fn positions_of_one_essence_have_one_value() {
    let mut stream = SplitMix::new(12);
    let mut seen: HashMap<Essence<Cells>, (Position, Value)> = HashMap::new();
    let mut met_again = [0; 3];
    for round in 0..30_000 {
        // The smallest board alone, where positions are met again.
        let Some((board, position)) = late(3 * round, &mut stream) else { continue };
        let value = plain(&position, &mut HashMap::new());
        let essence = Prospects::new(&position).essence(&position);
        let (first, known) = *seen.entry(essence).or_insert((position, value));
        assert_eq!(value, known, "{board}: {essence:?}");
        met_again[value as usize] += usize::from(first != position);
    }
    assert!(met_again.iter().all(|count| *count > 50), "{met_again:?}");
}

#[test]
fn cells_that_cancel_out_can_be_filled() {
    let mut stream = SplitMix::new(13);
    let (mut commons, mut spares) = ([0; 3], [0; 3]);
    for round in 0..20_000 {
        let Some((board, position)) = late(round, &mut stream) else { continue };
        let prospects = Prospects::new(&position);
        let mut known = HashMap::new();
        let filled = |mine: Cells, theirs: Cells| Position {
            own: position.own | mine,
            other: position.other | theirs,
            free: position.free & !mine & !theirs,
        };
        let common: Vec<Cells> = members(prospects.common()).collect();
        if let [first, second, ..] = common[..] {
            let value = plain(&position, &mut known);
            // Whose stones they are does not matter.
            for fill in [filled(first, second), filled(second, first), filled(first | second, 0)] {
                assert_eq!(plain(&fill, &mut known), value, "{board}");
            }
            commons[value as usize] += 1;
        }
        let (mine, theirs) = (prospects.own_spare().lowest(), prospects.other_spare().lowest());
        if mine != 0 && theirs != 0 {
            let value = plain(&position, &mut known);
            assert_eq!(plain(&filled(mine, theirs), &mut known), value, "{board}");
            spares[value as usize] += 1;
        }
    }
    assert!(commons.iter().chain(&spares).all(|count| *count > 10), "{commons:?} {spares:?}");
}

/// Plays on at random: a stone out of reach makes three and not four, however late it is played.
#[test]
fn whoever_leaves_its_reach_loses() {
    let mut stream = SplitMix::new(14);
    let mut left = 0;
    for round in 0..20_000 {
        let side = Side::ALL[round % 3];
        let Some(board) = after(side, side.size() / 2, &mut stream) else { continue };
        let position = Position::new(&board).unwrap();
        let prospects = Prospects::new(&position);
        let (mut game, mut reaches) = (board, [prospects.own.reach, prospects.other.reach]);
        while game.ended().is_none() {
            let turns: Vec<Turn> = game.moves().collect();
            let turn = turns[stream.below(turns.len())];
            let Turn::Place(cell) = turn else { break };
            let next = game.after(turn);
            if reaches[0] >> side.bit(cell) & 1 == 0 {
                assert_eq!(next.ended(), Some(Value::Win), "{board}: {turn} at {game}");
                assert_eq!(fours(next.other()), 0);
                left += 1;
            }
            game = next;
            reaches.swap(0, 1);
        }
    }
    assert!(left > 1_000, "{left}");
}

#[test]
fn keys_are_equal_for_images_and_in_words_of_both_sizes() {
    let mut stream = SplitMix::new(15);
    for side in [Side::THREE, Side::FOUR] {
        let (wide, narrow) = (Symmetry::<Cells>::new(side), Symmetry::<u64>::new(side));
        let mut seen: HashMap<u128, Essence<Cells>> = HashMap::new();
        for round in 0..2_000 {
            let Some(board) = after(side, round % (side.size() - 2), &mut stream) else { continue };
            let position = Position::new(&board).unwrap();
            let key = wide.key(&position, true);
            assert!(key >> Symmetry::<Cells>::key_bits(side) == 0 && key != wide.key(&position, false));
            let mut is_known = false;
            let before = seen.get(&key).copied();
            for which in 0..kibitzer_games::yavalath::IMAGES {
                let image = Position::new(&kibitzer_core::Symmetric::image(&board, which)).unwrap();
                assert_eq!(narrow.key(&image.in_words_of(), true), key, "{board}");
                let essence = Prospects::new(&image).essence(&image);
                is_known |= before.is_none_or(|before| before == essence || before.spare.abs() == MOST_SPARE);
            }
            assert!(is_known, "{board}: another position has its key");
            seen.insert(key, Prospects::new(&position).essence(&position));
        }
    }
}
