//! All searches against brute force, on graphs drawn at random.

use std::collections::VecDeque;
use std::fmt::Write;

use kibitzer_core::{Blind, Puzzle};
use kibitzer_search::{BestFirst, Budget, Closed, DepthFirst, IdaStar, OrderedDepthFirst, Solver, Verdict, Weight};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::pancakes::{Pancakes, gaps};
use crate::toy::{Toy, replay, written};

/// The least number of moves to a goal, breadth-first and without any of the searches' parts.
fn shortest<P: Puzzle>(start: &P) -> Option<u32> {
    let mut seen = vec![start.clone()];
    let mut queue = VecDeque::from([(start.clone(), 0)]);
    while let Some((state, depth)) = queue.pop_front() {
        if state.is_goal() {
            return Some(depth);
        }
        for mv in state.moves() {
            let next = state.after(mv);
            if !seen.contains(&next) {
                seen.push(next.clone());
                queue.push_back((next, depth + 1));
            }
        }
    }
    None
}

/// A graph as text: nodes `n0`, `n1`, ..., each with children, perhaps a goal, and an estimate of the true distance
/// less some slack. Slack differs from node to node, so the estimates are rarely consistent.
fn text(children: &[Vec<usize>], goals: &[bool], slack: &[u32]) -> String {
    let size = children.len();
    let plain = |marks: &[String], first: usize| {
        let mut text = String::new();
        for node in (first..size).chain(0..first) {
            let _ = write!(text, "n{node} {}:", marks[node]);
            for child in children[node].iter().filter(|_| !goals[node]) {
                let _ = write!(text, " n{}", child % size);
            }
            text.push('\n');
        }
        text
    };
    let blank: Vec<String> = goals.iter().map(|goal| if *goal { "*" } else { "0" }.into()).collect();
    let marks: Vec<String> = (0..size)
        .map(|node| match shortest(&Toy::new(&plain(&blank, node))) {
            Some(0) => "*".into(),
            Some(distance) => distance.saturating_sub(slack[node]).to_string(),
            // Half of the dead ends are known to be dead.
            None => if slack[node].is_multiple_of(2) { "x" } else { "1" }.into(),
        })
        .collect();
    plain(&marks, 0)
}

fn graphs() -> impl Strategy<Value = String> {
    (2_usize..10).prop_flat_map(|size| {
        let children = vec(vec(0..size, 0..4), size);
        let goals = vec(prop::bool::weighted(0.15), size);
        let slack = vec(0_u32..5, size);
        (children, goals, slack).prop_map(|(children, goals, slack)| {
            let mut children = children;
            for list in &mut children {
                list.sort_unstable();
                list.dedup();
            }
            text(&children, &goals, &slack)
        })
    })
}

proptest! {
    #[test]
    fn on_random_graphs(text in graphs()) {
        let toy = Toy::new(&text);
        let truth = shortest(&toy);
        let heavy = Weight::Path { made: 2, left: 5 };
        let light = Weight::Path { made: 3, left: 2 };
        let solvers: Vec<(Box<dyn Solver<Toy>>, Option<u32>)> = vec![
            (Box::new(DepthFirst { heuristic: Blind, closed: Closed::All }), None),
            (Box::new(DepthFirst { heuristic: written, closed: Closed::All }), None),
            (Box::new(DepthFirst { heuristic: written, closed: Closed::Path }), None),
            (Box::new(OrderedDepthFirst { order: Blind, heuristic: written }), None),
            (Box::new(BestFirst { heuristic: written, weight: Weight::Greedy }), None),
            (Box::new(BestFirst { heuristic: written, weight: heavy }), truth.map(|length| length * 5 / 2)),
            (Box::new(BestFirst { heuristic: written, weight: light }), truth),
            (Box::new(BestFirst { heuristic: written, weight: Weight::A_STAR }), truth),
            (Box::new(BestFirst { heuristic: Blind, weight: Weight::A_STAR }), truth),
            (Box::new(IdaStar { heuristic: written }), truth),
            (Box::new(IdaStar { heuristic: Blind }), truth),
        ];
        for (place, (mut solver, at_most)) in solvers.into_iter().enumerate() {
            let report = solver.solve(&toy, Budget::default(), &mut ());
            match report.verdict {
                Verdict::Solved(moves) => {
                    replay(&toy, &moves);
                    prop_assert!(moves.len() <= at_most.map_or(usize::MAX, |length| length as usize), "solver {}: {:?}", place, moves);
                }
                verdict => prop_assert_eq!((verdict, truth), (Verdict::Unsolvable, None), "solver {}", place),
            }
        }
    }

    #[test]
    fn on_pancakes(seed: u64) {
        let start = Pancakes::shuffled(6, seed);
        let truth = shortest(&start);
        let solvers: [Box<dyn Solver<Pancakes>>; 3] = [
            Box::new(BestFirst { heuristic: gaps, weight: Weight::A_STAR }),
            Box::new(BestFirst { heuristic: Blind, weight: Weight::A_STAR }),
            Box::new(IdaStar { heuristic: gaps }),
        ];
        for mut solver in solvers {
            let Verdict::Solved(moves) = solver.solve(&start, Budget::default(), &mut ()).verdict else {
                panic!("every stack can be sorted");
            };
            replay(&start, &moves);
            prop_assert_eq!(u32::try_from(moves.len()).ok(), truth);
        }
    }
}
