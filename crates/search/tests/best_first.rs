//! Best-first search: its order, its ties, and shorter paths met late.

use kibitzer_core::Blind;
use kibitzer_search::{BestFirst, Budget, Solver, Verdict, Weight};

use crate::endless::Chain;
use crate::toy::{Toy, watch, written};

fn by(weight: Weight) -> impl Solver<Toy> {
    BestFirst { heuristic: written, weight }
}

#[test]
fn greedy_follows_the_estimate_and_takes_a_goal_at_sight() {
    let toy = Toy::new("a 3: b c; b 1: d; c 2: g; d 1: e; e 1: g; g *");
    assert_eq!(watch(&mut by(Weight::Greedy), &toy), ("solved b d e g".into(), "a0 b1 d2 e3".into()));
}

#[test]
fn a_star_finds_the_shortest() {
    let toy = Toy::new("a 2: b c; b 1: d; c 1: g; d 1: e; e 1: g; g *");
    assert_eq!(watch(&mut by(Weight::A_STAR), &toy), ("solved c g".into(), "a0 b1 c1".into()));
}

#[test]
fn a_goal_generated_by_a_long_path_is_not_taken_at_sight() {
    // `h` makes `b`, `d` look best, but the goal below them is one move deeper than the one below `c`.
    let toy = Toy::new("a 1: b c; b 0: d; d 0: g; c 1: g; g *");
    let (said, order) = watch(&mut by(Weight::A_STAR), &toy);
    assert_eq!((said.as_str(), order.as_str()), ("solved c g", "a0 b1 d2 c1"));
}

#[test]
fn ties_go_to_the_deeper_then_to_the_first_come() {
    // f = 2 everywhere.
    let toy = Toy::new("a 2: b c; b 1: d e; c 1: f; d 0; e 0; f 0");
    assert_eq!(watch(&mut by(Weight::A_STAR), &toy).1, "a0 b1 d2 e2 c1 f2");
}

#[test]
fn a_shorter_path_met_late_reopens_what_was_expanded() {
    // Martelli's trap: never too high, but not consistent. `d` is expanded at depth 3 before `b` offers it at depth 2.
    let toy = Toy::new("a 4: c b; c 0: e; e 0: d; d 0: f; b 3: d; f 0: g; g *");
    let mut solver = by(Weight::A_STAR);
    assert_eq!(watch(&mut solver, &toy), ("solved b d f g".into(), "a0 c1 e2 d3 f4 b1 d2 f3".into()));
    assert_eq!(watch(&mut by(Weight::Greedy), &toy).0, "solved c e d f g");
}

#[test]
fn what_is_closed_for_good_keeps_its_longer_path() {
    let toy = Toy::new("a 4: c b; c 0: e; e 0: d; d 0: f; b 3: d; f 0: g; g *");
    let closing = Weight::Closing { made: 1, left: 1 };
    assert_eq!(watch(&mut by(closing), &toy), ("solved c e d f g".into(), "a0 c1 e2 d3 f4 b1".into()));
    // What only waits takes the shorter path all the same.
    let toy = Toy::new("a: b c; b: e; e: p; p 5: q; c 2: p; q 9");
    assert_eq!(watch(&mut by(closing), &toy).1, "a0 b1 e2 c1 p2 q3");
}

#[test]
fn a_shorter_path_met_in_time_spares_the_longer_one() {
    // `p` waits at depth 3 when `c` offers it at depth 2; its first place in the queue is then void.
    let toy = Toy::new("a: b c; b: e; e: p; p 5: q; c 2: p; q 9");
    assert_eq!(watch(&mut by(Weight::A_STAR), &toy), ("unsolvable".into(), "a0 b1 e2 c1 p2 q3".into()));
}

#[test]
fn a_solution_is_played_from_the_real_start_whatever_mirror_images_were_met() {
    // `p` is expanded and has its child waiting when `b` offers its mirror image by a shorter path; the estimate of
    // the image is too high, so the goal below the old child comes first. The moves must be those of the image.
    let toy = Toy::new("a: q b; q: r; r: p; p: c; p' 50: c'; b 3: p'; c 1: g; c' 1: g'; g *; g' *");
    let mut solver = by(Weight::A_STAR);
    assert_eq!(watch(&mut solver, &toy), ("solved b p' c' g'".into(), "a0 q1 r2 p3 b1 c4".into()));
}

#[test]
fn weights_trade_moves_made_for_moves_left() {
    let toy = Toy::new("a 2: b c; b 1: d; c 2: g; d 1: e; e 1: g; g *");
    let heavy = Weight::Path { made: 1, left: 5 };
    assert_eq!(watch(&mut by(heavy), &toy), ("solved b d e g".into(), "a0 b1 d2 e3".into()));
    let light = Weight::Path { made: 5, left: 2 };
    assert_eq!(watch(&mut by(light), &toy).0, "solved c g");
    assert!(light.proves_shortest() && Weight::A_STAR.proves_shortest());
    assert!(!heavy.proves_shortest() && !Weight::Greedy.proves_shortest());
    assert!(!Weight::Path { made: 0, left: 0 }.proves_shortest());
}

#[test]
fn exhaustion_is_a_proof_and_dead_ends_are_dropped() {
    let toy = Toy::new("a: b c; b x: g; c: d a; d: c b; g: d");
    for weight in [Weight::Greedy, Weight::A_STAR] {
        assert_eq!(watch(&mut by(weight), &toy), ("unsolvable".into(), "a0 c1 d2".into()));
    }
    assert_eq!(watch(&mut by(Weight::A_STAR), &Toy::new("a x: g; g *")), ("unsolvable".into(), String::new()));
    assert_eq!(watch(&mut by(Weight::A_STAR), &Toy::new("a *")), ("solved".into(), String::new()));
}

#[test]
fn duplicates_are_counted() {
    let toy = Toy::new("a: b c; b: d; c: d a; d: a");
    let stats = by(Weight::A_STAR).solve(&toy, Budget::default(), &mut ()).stats;
    assert_eq!((stats.expanded, stats.generated, stats.duplicates), (4, 6, 3));
}

#[test]
fn a_million_moves_deep() {
    for weight in [Weight::Greedy, Weight::A_STAR] {
        let report = BestFirst { heuristic: Blind, weight }.solve(&Chain(1_000_000), Budget::default(), &mut ());
        assert_eq!(report.verdict, Verdict::Solved(vec![1; 1_000_000]));
    }
}
