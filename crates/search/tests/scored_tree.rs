//! The tree search with a score, alone and with a best-first search behind it.

use std::time::Duration;

use kibitzer_core::Puzzle;
use kibitzer_search::{BestFirst, Budget, ScoredTree, Solver, Stop, TreeThenBestFirst, Until, Verdict, Weight};

use crate::endless::Endless;
use crate::pancakes::{Pancakes, gaps};
use crate::toy::{Toy, replay, watch, written};

fn tree<P>(score: fn(&P) -> f64) -> ScoredTree<fn(&P) -> f64> {
    ScoredTree {
        score,
        exploration: 0.3,
        weight: 0.2,
        best: 4,
        depth: 100,
        iterations: 200,
        until: Until::Iterations,
        seed: 1,
    }
}

fn of_toy(toy: &Toy) -> f64 {
    1.0 / f64::from(1 + written(toy).unwrap_or(99))
}

fn of_pancakes(pancakes: &Pancakes) -> f64 {
    1.0 - f64::from(gaps(pancakes).unwrap_or(0)) / 16.0
}

#[test]
fn a_goal_is_taken_without_luck() {
    let toy = Toy::new("a: b c d e; b 9: g; c 1; d 1; e 1; g *");
    let mut search = ScoredTree { until: Until::Goal, best: 1, ..tree(of_toy) };
    // The best child is drawn each time, until all of them were visited.
    assert_eq!(watch(&mut search, &toy).0, "solved b g");
    let toy = Toy::new("a: b g c; b 1: a; c 1: a; g *");
    let once = ScoredTree { iterations: 1, best: 1, ..tree(of_toy) };
    assert_eq!(watch(&mut { once }, &toy), ("solved g".into(), "a0".into()));
}

#[test]
fn it_repeats_from_its_seed_and_its_solutions_can_be_played() {
    for seed in 0..10 {
        let start = Pancakes::shuffled(9, seed);
        let [one, two] = [(); 2].map(|()| tree(of_pancakes).solve(&start, Budget::default(), &mut ()));
        assert_eq!(one.verdict, two.verdict);
        assert_eq!(one.stats.expanded, two.stats.expanded);
        let Verdict::Solved(moves) = one.verdict else { panic!("{start} is easy") };
        replay(&start, &moves);
        let early = ScoredTree { until: Until::Goal, ..tree(of_pancakes) }.solve(&start, Budget::default(), &mut ());
        assert!(early.stats.expanded < one.stats.expanded);
    }
}

#[test]
fn circles_and_dead_ends_end() {
    let round = Toy::new("a: b; b: a");
    assert_eq!(watch(&mut tree(of_toy), &round).0, "unknown gave up");
    assert_eq!(watch(&mut tree(of_toy), &Toy::new("a: b; b")).0, "unknown gave up");
    assert_eq!(watch(&mut tree(of_toy), &Toy::new("a")).0, "unknown gave up");
    assert_eq!(watch(&mut tree(of_toy), &Toy::new("a *")).0, "solved");
}

#[test]
fn limits_hold() {
    let mut endless = ScoredTree { iterations: u64::MAX, ..tree(|_: &Endless<2, 1>| 0.5) };
    let time = Some(Duration::from_millis(20));
    let stopped = endless.solve(&Endless::new(0), Budget { time, ..Budget::default() }, &mut ());
    assert_eq!(stopped.verdict, Verdict::Unknown(Stop::Time));
    let nodes = Some(1_000);
    let stopped = endless.solve(&Endless::new(0), Budget { nodes, ..Budget::default() }, &mut ());
    assert_eq!((stopped.verdict, stopped.stats.expanded), (Verdict::Unknown(Stop::Nodes), 1_000));
}

#[test]
fn best_first_finishes_and_shortens_what_the_tree_began() {
    let mut few = 0;
    for seed in 0..10 {
        let start = Pancakes::shuffled(10, seed);
        let Verdict::Solved(shortest) =
            BestFirst { heuristic: gaps, weight: Weight::A_STAR }.solve(&start, Budget::default(), &mut ()).verdict
        else {
            panic!("{start} is easy")
        };
        // One short simulation seldom meets a goal.
        let finish = BestFirst { heuristic: gaps, weight: Weight::A_STAR };
        let first = ScoredTree { iterations: 1, depth: 4, until: Until::Goal, ..tree(of_pancakes) };
        let mut both = TreeThenBestFirst { tree: first, finish, starts: 4, nodes: 20_000 };
        let Verdict::Solved(moves) = both.solve(&start, Budget::default(), &mut ()).verdict else {
            panic!("{start} is easy")
        };
        replay(&start, &moves);
        assert_eq!(moves.len(), shortest.len(), "{start} is small enough to be shortened to the end");
        few += u64::from(matches!(
            { first }.solve(&start, Budget::default(), &mut ()).verdict,
            Verdict::Unknown(Stop::GaveUp)
        ));
    }
    assert!(few > 5, "the second search had work to do in {few} of 10");
}

#[test]
fn the_second_search_obeys_the_limits_of_both() {
    let finish = BestFirst { heuristic: written, weight: Weight::A_STAR };
    let first = ScoredTree { iterations: 3, ..tree(of_toy) };
    let mut both = TreeThenBestFirst { tree: first, finish, starts: 4, nodes: 10 };
    let toy = Toy::new("a: b; b: c; c: a");
    assert!(!toy.is_goal());
    let report = both.solve(&toy, Budget::default(), &mut ());
    assert_eq!(report.verdict, Verdict::Unknown(Stop::GaveUp));
    let report = both.solve(&toy, Budget { nodes: Some(5), ..Budget::default() }, &mut ());
    assert_eq!(report.verdict, Verdict::Unknown(Stop::Nodes));
}
