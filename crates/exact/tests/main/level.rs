//! Levels: the same for the same deal, what a person would say, and shared out as documented.

use kibitzer_core::Game;
use kibitzer_exact::birds::Exact;
use kibitzer_exact::birds::level::{Difficulty, GAMES, Level, Leveler};
use kibitzer_games::birds::{Birds, Size, deal};
use kibitzer_games::cards::DealNumber;
use kibitzer_search::{Budget, Cancel, Solver, Stop, Verdict};

fn dealt(seed: u64) -> Birds {
    deal(Size::STANDARD, DealNumber::try_from(seed).expect("below 2^31"))
}

fn measure(leveler: &mut Leveler, start: &Birds) -> Option<Difficulty> {
    leveler.measure(start, &mut ()).expect("nobody ends it")
}

#[test]
fn a_board_that_cannot_be_spoilt_is_easy() {
    for text in ["AC 3C 5C 7C 9C JC KC", "AC AD AH AS / 2C 2D 2H 2S"] {
        let difficulty = measure(&mut Leveler::default(), &text.parse().expect("a position")).expect("it can be won");
        assert_eq!((difficulty.games, difficulty.won, difficulty.level()), (GAMES, GAMES, Level::Easy), "{text}");
    }
}

#[test]
fn a_tight_deal_is_for_experts() {
    // At least half of the first moves of this deal lose, which is rare.
    let start = dealt(104);
    let mut exact = Exact::default();
    let mut keeps =
        |mv| matches!(exact.solve(&start.after(mv), Budget::default(), &mut ()).verdict, Verdict::Solved(_));
    let safe = start.moves().filter(|mv| keeps(*mv)).count();
    assert!(2 * safe <= start.moves().count(), "{safe} of {} first moves are safe", start.moves().count());
    let difficulty = measure(&mut Leveler::default(), &start).expect("it can be won");
    assert_eq!(difficulty.level(), Level::Expert, "{difficulty:?}");
}

#[test]
fn a_lost_deal_has_no_level() {
    assert_eq!(measure(&mut Leveler::default(), &dealt(1163)), None);
    assert_eq!(measure(&mut Leveler::default(), &"AC KD / KH AS".parse().expect("a position")), None);
}

#[test]
fn the_same_deal_is_always_as_hard() {
    let alone: Vec<_> = (0..10).map(|seed| measure(&mut Leveler::default(), &dealt(seed))).collect();
    let mut leveler = Leveler::default();
    for seed in (0..10).rev() {
        assert_eq!(measure(&mut leveler, &dealt(seed)), alone[usize::try_from(seed).expect("small")], "seed {seed}");
    }
}

/// The documented shares, on deals that the levels were not chosen by.
#[test]
fn deals_are_shared_out_as_documented() {
    let mut leveler = Leveler::default();
    let mut counts = [0_u32; 4];
    for difficulty in (50_000..50_300).filter_map(|seed| measure(&mut leveler, &dealt(seed))) {
        counts[difficulty.level() as usize] += 1;
        assert!(difficulty.won <= difficulty.games);
    }
    // Each share is within three standard deviations, of at most 2.8% for 300 deals, of that of the documentation.
    for (level, (count, percent)) in Level::ALL.into_iter().zip(counts.into_iter().zip(DOCUMENTED)) {
        let found = 100.0 * f64::from(count) / f64::from(counts.iter().sum::<u32>());
        assert!((found - percent).abs() < 8.5, "{level}: {found}% of the deals, not {percent}%");
    }
}

const DOCUMENTED: [f64; 4] = [30.2, 26.8, 27.9, 15.1];

#[test]
fn whoever_watches_may_end_it() {
    let cancel = Cancel::default();
    cancel.flag.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(Leveler::default().measure(&dealt(1), &mut cancel.clone()), Err(Stop::Cancelled));
}
