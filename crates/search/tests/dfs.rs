//! Depth-first search: its order, what it remembers, and what it proves.

use kibitzer_core::Blind;
use kibitzer_search::{Budget, Closed, DepthFirst, Solver, Verdict};

use crate::endless::Chain;
use crate::toy::{Toy, watch, written};

const ALL: DepthFirst<Blind> = DepthFirst { heuristic: Blind, closed: Closed::All };
const PATH: DepthFirst<Blind> = DepthFirst { heuristic: Blind, closed: Closed::Path };

#[test]
fn goes_down_in_the_order_of_the_moves() {
    let toy = Toy::new("a: b c; b: d e; c: f g; g *");
    for mut solver in [ALL, PATH] {
        assert_eq!(watch(&mut solver, &toy), ("solved c g".into(), "a0 b1 d2 e2 c1".into()));
    }
}

#[test]
fn a_heuristic_orders_the_children_and_leaves_equals_in_place() {
    let toy = Toy::new("a: b c d e; b 2: x; c 1: y; d 2; e 1; x 9; y 9");
    let mut solver = DepthFirst { heuristic: written, closed: Closed::All };
    assert_eq!(watch(&mut solver, &toy), ("unsolvable".into(), "a0 c1 y2 e1 b1 x2 d1".into()));
}

#[test]
fn a_goal_is_seen_when_it_is_generated() {
    let toy = Toy::new("a: b c g; b: d; c: e; g *");
    assert_eq!(watch(&mut PATH.clone(), &toy), ("solved g".into(), "a0".into()));
}

#[test]
fn dead_ends_of_the_heuristic_are_not_entered() {
    let toy = Toy::new("a: b c; b x: d; d: b; c: e");
    let mut solver = DepthFirst { heuristic: written, closed: Closed::Path };
    assert_eq!(watch(&mut solver, &toy), ("unsolvable".into(), "a0 c1 e2".into()));
}

#[test]
fn a_start_that_is_dead_or_done_needs_no_expansion() {
    let mut solver = DepthFirst { heuristic: written, closed: Closed::All };
    assert_eq!(watch(&mut solver, &Toy::new("a x: b; b *")), ("unsolvable".into(), String::new()));
    assert_eq!(watch(&mut solver, &Toy::new("a *")), ("solved".into(), String::new()));
}

/// Two ways to `d`, and a cycle from its subtree back to the start.
const DIAMOND: &str = "a: b c; b: d; c: d b; d: e a; e: d";

#[test]
fn all_expands_each_position_once() {
    let mut solver = ALL;
    assert_eq!(watch(&mut solver, &Toy::new(DIAMOND)), ("unsolvable".into(), "a0 b1 d2 e3 c1".into()));
    let stats = solver.solve(&Toy::new(DIAMOND), Budget::default(), &mut ()).stats;
    // Known: a from d, d from e, d and b from c.
    assert_eq!((stats.expanded, stats.generated, stats.duplicates), (5, 8, 4));
}

#[test]
fn path_expands_a_position_once_for_each_simple_path() {
    let order = "a0 b1 d2 e3 c1 d2 e3 b2 d3 e4";
    assert_eq!(watch(&mut PATH.clone(), &Toy::new(DIAMOND)), ("unsolvable".into(), order.into()));
}

#[test]
fn a_child_expanded_below_its_sibling_is_not_expanded_again() {
    let mut solver = ALL;
    let toy = Toy::new("a: b c; b: c; c: d");
    assert_eq!(watch(&mut solver, &toy), ("unsolvable".into(), "a0 b1 c2 d3".into()));
    assert_eq!(solver.solve(&toy, Budget::default(), &mut ()).stats.duplicates, 1);
}

#[test]
fn mirror_images_are_one_position() {
    let toy = Toy::new("a: b b'; b: c; b': c'; c: g; c': g'; g *; g' *");
    assert_eq!(watch(&mut ALL.clone(), &toy), ("solved b c g".into(), "a0 b1 c2".into()));
    let toy = Toy::new("a: b b'; b: c; b': c'");
    assert_eq!(watch(&mut ALL.clone(), &toy), ("unsolvable".into(), "a0 b1 c2".into()));
}

#[test]
fn a_million_moves_deep() {
    for mut solver in [ALL, PATH] {
        let report = solver.solve(&Chain(1_000_000), Budget::default(), &mut ());
        assert_eq!(report.verdict, Verdict::Solved(vec![1; 1_000_000]));
        assert_eq!(report.stats.expanded, 1_000_000);
    }
}
