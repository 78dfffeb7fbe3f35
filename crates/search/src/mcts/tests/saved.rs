//! Searches that are saved and go on.

use std::num::NonZeroUsize;

use kibitzer_core::{Game, SplitMix};

use crate::{BadSave, Budget, Thinker};

use super::super::*;
use super::noughts::Noughts;
use super::{plain, playouts, proving};

fn saved_goes_on_as_unsaved<T>(mcts: Mcts<Ucb1, Uniform, Mean, T>, budget: Budget)
where
    T: Share<Noughts> + Send + std::fmt::Debug,
{
    let start = Noughts::default();
    let mut whole = MctsThinker::new(mcts);
    whole.think(&start, budget, &mut ());
    let bytes = whole.save().expect("it has thought");
    let mut resumed = MctsThinker::new(mcts);
    resumed.resume(&start, &bytes).expect("nothing changed");
    assert_eq!(resumed.save().as_ref(), Some(&bytes), "a save of a save is the same");
    for _ in 0..3 {
        let (a, b) = (whole.think(&start, budget, &mut ()), resumed.think(&start, budget, &mut ()));
        assert_eq!(a.verdict, b.verdict);
    }
    let mv = start.moves().nth(4).expect("the board is empty");
    let next = start.after(mv);
    let (a, b) = (whole.think(&next, budget, &mut ()), resumed.think(&next, budget, &mut ()));
    assert_eq!(a.verdict, b.verdict);
    assert_eq!(whole.save(), resumed.save());
}

#[test]
fn a_saved_search_goes_on_exactly_as_if_it_had_not_stopped() {
    saved_goes_on_as_unsaved(plain(), playouts(700));
    saved_goes_on_as_unsaved(plain().together(), playouts(700));
    let tight = Budget { bytes: Some(3 * 4096 * 32), ..playouts(20_000) };
    saved_goes_on_as_unsaved(plain(), tight);
    saved_goes_on_as_unsaved(plain().together(), tight);
    let mut trees = plain();
    trees.settings.parallel = Parallel::Trees(NonZeroUsize::new(3).unwrap());
    saved_goes_on_as_unsaved(trees, playouts(3_000));
}

/// A file that somebody changed and signed again is refused where it makes no sense, and never breaks the program.
#[test]
fn forged_searches_do_no_harm() {
    let start = Noughts::default();
    let mut thinker = MctsThinker::new(plain().together());
    thinker.think(&start, playouts(400), &mut ());
    thinker.advance(start.moves().next().unwrap());
    let position = *thinker.position().unwrap();
    thinker.think(&position, playouts(10), &mut ());
    let bytes = thinker.save().unwrap();
    let mut stream = SplitMix::new(6);
    let (mut refused, mut taken) = (0, 0);
    for _ in 0..600 {
        let mut forged = bytes.clone();
        let place = 16 + stream.below(forged.len() - 24);
        forged[place] = stream.next_u64().to_le_bytes()[0];
        let body = forged.len() - 8;
        let sum = super::super::save::checksum(&forged[..body]);
        forged[body..].copy_from_slice(&sum.to_le_bytes());
        let mut fresh = MctsThinker::new(plain().together());
        if fresh.resume(&position, &forged).is_ok() {
            fresh.think(&position, playouts(200), &mut ());
            taken += 1;
        } else {
            refused += 1;
        }
    }
    assert!(refused > 0 && taken > 0, "{refused} refused, {taken} taken");
}

#[test]
fn two_halves_are_the_whole() {
    let mut halves = MctsThinker::new(plain());
    halves.think(&Noughts::default(), playouts(400), &mut ());
    let halves = halves.think(&Noughts::default(), playouts(600), &mut ()).verdict;
    let whole = MctsThinker::new(plain()).think(&Noughts::default(), playouts(1_000), &mut ()).verdict;
    assert_eq!((halves.moves, halves.playouts), (whole.moves, whole.playouts));
}

#[test]
fn what_was_not_saved_so_is_refused() {
    let start = Noughts::default();
    let mut thinker = MctsThinker::new(proving());
    assert_eq!(thinker.save(), None);
    thinker.think(&start, playouts(40), &mut ());
    let bytes = thinker.save().unwrap();
    let mut fresh = MctsThinker::new(proving());
    let mut refuse = |bytes: &[u8]| fresh.resume(&start, bytes).expect_err("it is not what was saved");
    for length in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
        let why = refuse(&bytes[..length]);
        assert!(matches!(why, BadSave::Damaged | BadSave::Foreign), "{length}: {why}");
    }
    for place in (0..bytes.len()).step_by(53) {
        let mut flipped = bytes.clone();
        flipped[place] ^= 0x10;
        refuse(&flipped);
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert_eq!(refuse(&longer), BadSave::Damaged);
    let mut newer = bytes.clone();
    newer[8] = 2;
    assert_eq!(refuse(&newer), BadSave::Version { found: 2, expected: 1 });
    let mut other = MctsThinker::new(Mcts::new(Ucb1 { exploration: 2.0 }, Uniform, Proofs(Mean)));
    assert!(matches!(other.resume(&start, &bytes), Err(BadSave::Other { .. })));
    let elsewhere = start.after(start.moves().next().unwrap());
    assert!(matches!(fresh.resume(&elsewhere, &bytes), Err(BadSave::Other { .. })));
    assert_eq!(fresh.position(), None, "a refused file changes nothing");
    assert_eq!(fresh.resume(&start, &bytes), Ok(()));
}
