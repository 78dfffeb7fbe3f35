//! Every solver against the plain twin.

use kibitzer_core::Heuristic;
use kibitzer_games::gaps::{First, Gaps, Shift, Shuffle};
use kibitzer_search::{Budget, Solver, Stop, Verdict};

use super::shortest::{Hasty, Needed};
use super::twin::{Truth, deal, truth, wins};
use super::{Deep, Exact, Roam, Shortest, shorten};

/// Positions that the twin may keep in tests that stay short, and in those that need not.
const FEW: usize = 4_000;
const MANY: usize = 300_000;

/// Random small boards: rows, columns and how many of each.
const SIZES: [(usize, usize, u64); 9] = [
    (1, 4, 60),
    (1, 6, 100),
    (2, 3, 200),
    (2, 5, 800),
    (3, 4, 800),
    (3, 5, 500),
    (4, 3, 400),
    (4, 4, 400),
    (2, 7, 300),
];

fn solve(solver: &mut dyn Solver<Gaps>, start: &Gaps) -> Option<Vec<Shift>> {
    match solver.solve(start, Budget::default(), &mut ()).verdict {
        Verdict::Solved(moves) => {
            assert!(wins(start, &moves), "{start} {moves:?}");
            Some(moves)
        }
        Verdict::Unsolvable => None,
        Verdict::Unknown(stop) => panic!("{stop}"),
    }
}

/// Calls with every small board that the twin can decide, and the length of its shortest solution.
fn on_small_boards(first: First, most: usize, mut check: impl FnMut(&Gaps, Option<usize>)) {
    for (rows, columns, count) in SIZES {
        for seed in 0..count {
            let shuffle = if seed % 2 == 0 { Shuffle::Full } else { Shuffle::Swaps(6) };
            let start = deal(rows, columns, first, shuffle, 1_000_000 + seed);
            match truth(&start, most) {
                Truth::Moves(distance) => check(&start, Some(distance)),
                Truth::Lost => check(&start, None),
                Truth::Beyond => {}
            }
        }
    }
}

#[test]
fn deep_search_agrees_with_the_twin() {
    let mut solver = Deep::default();
    let (mut won, mut lost) = (0, 0);
    on_small_boards(First::Suit, MANY, |start, distance| {
        let found = solve(&mut solver, start);
        assert_eq!(found.is_some(), distance.is_some(), "{start}");
        *(if found.is_some() { &mut won } else { &mut lost }) += 1;
    });
    assert!(won > 500 && lost > 500, "{won} won, {lost} lost");
}

#[test]
fn exact_agrees_with_the_twin_under_every_rule() {
    for first in First::ALL {
        let mut solver = Exact::default();
        let (mut won, mut lost) = (0, 0);
        on_small_boards(first, FEW, |start, distance| {
            let found = solve(&mut solver, start);
            assert_eq!(found.is_some(), distance.is_some(), "{start} {first:?}");
            *(if found.is_some() { &mut won } else { &mut lost }) += 1;
        });
        assert!(won > 500 && lost > 300, "{first:?}: {won} won, {lost} lost");
    }
}

#[test]
fn luck_under_the_usual_rule_wins_by_the_rules() {
    // Deals that attempts by luck win and that a schedule needs thousands of conflicts for.
    for seed in [2_000_002, 2_000_024, 2_000_029] {
        let start = deal(4, 13, First::Lowest, Shuffle::Full, seed);
        let report = Exact::default().solve(&start, Budget::default(), &mut ());
        let Verdict::Solved(moves) = report.verdict else { panic!("seed {seed} can be won") };
        assert!(wins(&start, &moves), "seed {seed}");
        assert!(report.stats.expanded < 1_500, "seed {seed}: {} nodes", report.stats.expanded);
    }
}

#[test]
fn nodes_limit_luck_and_schedules_alike() {
    let start = deal(4, 13, First::Lowest, Shuffle::Full, 2_000_000);
    for nodes in [1, 100, 300, 1_000, 3_000] {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let report = Exact::default().solve(&start, budget, &mut ());
        assert_eq!(report.verdict, Verdict::Unknown(Stop::Nodes), "{nodes}");
        assert!(report.stats.expanded <= nodes + 1_000, "{} of {nodes}", report.stats.expanded);
    }
}

#[test]
fn shortest_solutions_are_as_short_as_the_twins() {
    shortest_agrees(FEW);
}

#[test]
#[ignore = "takes a minute: boards of up to 300,000 positions"]
fn shortest_solutions_are_as_short_as_the_twins_on_larger_boards() {
    shortest_agrees(MANY);
}

fn shortest_agrees(most: usize) {
    for first in First::ALL {
        let (mut won, mut tight) = (0, 0);
        on_small_boards(first, most, |start, distance| {
            let bound = Needed.estimate(start);
            let found = solve(&mut Shortest, start).map(|moves| moves.len());
            assert_eq!(found, distance, "{start} {first:?}");
            let hasty = solve(&mut Hasty { weight: 3 }, start);
            assert_eq!(hasty.is_some(), distance.is_some(), "{start} {first:?}");
            if let Some(distance) = distance {
                let bound = bound.expect("a solution exists") as usize;
                assert!(bound <= distance, "{start} {first:?}: {bound} > {distance}");
                won += 1;
                tight += u32::from(bound == distance);
            }
        });
        assert!(won > 500 && 2 * tight > won, "{first:?}: {tight} of {won} bounds tight");
    }
}

#[test]
fn roaming_agrees_with_the_twin_and_lines_are_shortened() {
    let (mut long, mut short) = (0, 0);
    for first in First::ALL {
        on_small_boards(first, FEW, |start, distance| {
            let found = solve(&mut Roam::default(), start);
            assert_eq!(found.is_some(), distance.is_some(), "{start}");
            if let (Some(moves), Some(distance)) = (found, distance) {
                let shorter = shorten(start, &moves);
                assert!(wins(start, &shorter) && shorter.len() <= moves.len(), "{start}");
                long += moves.len() - distance;
                short += shorter.len() - distance;
            }
        });
    }
    assert!(2 * short < long, "{short} of {long} moves too many are left");
}

#[test]
fn lines_of_luck_on_a_whole_deck_are_shortened() {
    let (mut long, mut short) = (0, 0);
    for seed in 1_000_001..1_000_005 {
        let start = deal(4, 13, First::Any, Shuffle::Full, seed);
        let moves = solve(&mut Roam { seed: 1 }, &start).expect("it can be won");
        let shorter = shorten(&start, &moves);
        assert!(wins(&start, &shorter) && shorter.len() <= moves.len(), "{} of {}", shorter.len(), moves.len());
        long += moves.len();
        short += shorter.len();
    }
    assert!(short < long, "{short} of {long}");
}
