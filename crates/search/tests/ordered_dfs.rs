//! Depth-first search that ranks moves first: what it tries, what it never makes, and what it proves.

use kibitzer_core::{Blind, Game, MoveOrder};
use kibitzer_search::{Budget, Closed, DepthFirst, OrderedDepthFirst, Solver};

use crate::toy::{Toy, watch, written};

/// The moves by the estimates of where they lead, small ones first.
struct ByMark;

impl MoveOrder<Toy> for ByMark {
    fn rank(&self, state: &Toy, out: &mut Vec<(i64, <Toy as Game>::Move)>) {
        out.extend(state.moves().map(|mv| (-i64::from(written(&state.after(mv)).unwrap_or(0)), mv)));
    }
}

#[test]
fn goes_down_in_the_order_of_the_ranks_and_leaves_equals_in_place() {
    let toy = Toy::new("a: b c d e; b 2: x; c 1: y; d 2; e 1; x 9; y 9");
    let mut solver = OrderedDepthFirst { order: ByMark, heuristic: Blind };
    assert_eq!(watch(&mut solver, &toy), ("unsolvable".into(), "a0 c1 y2 e1 b1 x2 d1".into()));
    let mut blind = OrderedDepthFirst { order: Blind, heuristic: Blind };
    assert_eq!(watch(&mut blind, &toy), ("unsolvable".into(), "a0 b1 x2 c1 y2 d1 e1".into()));
}

#[test]
fn siblings_of_a_line_that_wins_are_never_made() {
    let toy = Toy::new("a: b c d; b: e f g; e: h i; h *");
    let mut solver = OrderedDepthFirst { order: Blind, heuristic: Blind };
    assert_eq!(watch(&mut solver, &toy), ("solved b e h".into(), "a0 b1 e2".into()));
    assert_eq!(solver.solve(&toy, Budget::default(), &mut ()).stats.generated, 3);
    let mut all = DepthFirst { heuristic: Blind, closed: Closed::All };
    assert_eq!(all.solve(&toy, Budget::default(), &mut ()).stats.generated, 7);
}

#[test]
fn each_position_is_expanded_once_and_the_dead_are_not_entered() {
    let toy = Toy::new("a: b c; b: d; c: d b f; d: e a; e: d; f x: g; g *");
    let mut solver = OrderedDepthFirst { order: Blind, heuristic: written };
    assert_eq!(watch(&mut solver, &toy), ("unsolvable".into(), "a0 b1 d2 e3 c1".into()));
    assert_eq!(watch(&mut solver, &Toy::new("a x: b; b *")), ("unsolvable".into(), String::new()));
    assert_eq!(watch(&mut solver, &Toy::new("a *")), ("solved".into(), String::new()));
}
