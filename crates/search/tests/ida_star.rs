//! Iterative deepening: its bounds, its order, and when it may say unsolvable.

use kibitzer_core::Blind;
use kibitzer_search::{Budget, IdaStar, Solver, Stop, Verdict};

use crate::endless::{Chain, Endless};
use crate::toy::{Toy, watch, written};

#[test]
fn deepens_until_the_bound_lets_a_goal_in() {
    let toy = Toy::new("a: b c; b: d; c: e; e: g; g *");
    let order = "a0 a0 b1 c1 a0 b1 d2 c1 e2 a0 b1 d2 c1 e2";
    // Bounds 0, 1, 2, 3: the last two walks differ in that the goal, at depth 3, is cut or taken.
    assert_eq!(watch(&mut IdaStar { heuristic: Blind }, &toy), ("solved c e g".into(), order.into()));
}

#[test]
fn starts_at_the_estimate_and_raises_to_the_least_beyond() {
    // Bounds 2, 4: nothing lies between.
    let toy = Toy::new("a 2: b c; b 3: d; c 3: e; d 9; e 2: f; f 1: g; g *");
    let order = "a0 a0 b1 c1 e2 f3";
    assert_eq!(watch(&mut IdaStar { heuristic: written }, &toy), ("solved c e f g".into(), order.into()));
}

#[test]
fn a_cycle_is_not_a_cut() {
    let toy = Toy::new("a: b; b: c a; c: a b");
    let order = "a0 a0 b1 a0 b1 c2";
    assert_eq!(watch(&mut IdaStar { heuristic: Blind }, &toy), ("unsolvable".into(), order.into()));
}

#[test]
fn dead_ends_are_not_cuts() {
    let toy = Toy::new("a 1: b c; b x: g; c x; g *");
    assert_eq!(watch(&mut IdaStar { heuristic: written }, &toy), ("unsolvable".into(), "a0".into()));
    assert_eq!(watch(&mut IdaStar { heuristic: written }, &Toy::new("a x: g; g *")).0, "unsolvable");
    assert_eq!(watch(&mut IdaStar { heuristic: written }, &Toy::new("a *")).0, "solved");
}

#[test]
fn a_cut_is_not_a_proof() {
    let budget = Budget { nodes: Some(100), ..Budget::default() };
    let report = IdaStar { heuristic: Blind }.solve(&Endless::<1, 1>::new(7), budget, &mut ());
    assert_eq!(report.verdict, Verdict::Unknown(Stop::Nodes));
}

#[test]
fn a_million_moves_deep() {
    let mut solver = IdaStar { heuristic: |chain: &Chain| Some(chain.0) };
    let report = solver.solve(&Chain(1_000_000), Budget::default(), &mut ());
    assert_eq!(report.verdict, Verdict::Solved(vec![1; 1_000_000]));
}
