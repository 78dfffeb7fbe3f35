//! The tree search on puzzles: pouring between jugs, where some amounts can be had and some cannot.

use std::fmt::{self, Display};
use std::str::FromStr;

use kibitzer_core::{Game, Payoff, Puzzle, Value};
use thiserror::Error;

use crate::{Solver, Stop, Verdict};

use super::super::*;
use super::playouts;

/// Add 3 or 7 to a number until it is the target, or beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sum {
    now: u32,
    target: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Add(u32);

#[derive(Debug, Error)]
#[error("unreadable")]
struct Unreadable;

impl Game for Sum {
    type Move = Add;
    type Key = u32;

    fn moves(&self) -> impl Iterator<Item = Add> {
        [3, 7].into_iter().filter(|step| self.now + step <= self.target).map(Add)
    }

    fn play(&mut self, Add(step): Add) {
        self.now += step;
    }

    fn key(&self) -> u32 {
        self.now
    }
}

impl Puzzle for Sum {
    fn is_goal(&self) -> bool {
        self.now == self.target
    }
}

impl Payoff for Sum {
    const ALTERNATES: bool = false;

    fn ended(&self) -> Option<Value> {
        let is_over = self.target - self.now < 3;
        is_over.then_some(if self.is_goal() { Value::Win } else { Value::Loss })
    }

    /// The nearer the better.
    fn worth(&self, ended: Value) -> f32 {
        match ended {
            Value::Win => 1.0,
            Value::Draw | Value::Loss => {
                if self.target - self.now == 1 {
                    0.5
                } else {
                    0.25
                }
            }
        }
    }
}

impl Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.now, self.target)
    }
}

impl FromStr for Sum {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Sum, Unreadable> {
        let (now, target) = text.split_once('/').ok_or(Unreadable)?;
        let read = |text: &str| text.parse().map_err(|_| Unreadable);
        Ok(Sum { now: read(now)?, target: read(target)? })
    }
}

impl Display for Add {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Add {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Add, Unreadable> {
        text.parse().map(Add).map_err(|_| Unreadable)
    }
}

/// Whether the target is a sum of threes and sevens.
fn can_be_had(target: u32) -> bool {
    (0..=target / 7).any(|sevens| (target - 7 * sevens).is_multiple_of(3))
}

#[test]
fn a_sum_is_found_or_proved_impossible() {
    for target in 0..25 {
        let start = Sum { now: 0, target };
        let ucb = Ucb1 { exploration: 0.5 };
        let mut mean = MctsThinker::new(Mcts::new(ucb, Uniform, Proofs(Mean)));
        let mut highest = MctsThinker::new(Mcts::new(ucb, Uniform, Proofs(Highest)));
        let solvers: [&mut dyn Solver<Sum>; 2] = [&mut mean, &mut highest];
        for solver in solvers {
            match solver.solve(&start, playouts(20_000), &mut ()).verdict {
                Verdict::Solved(moves) => {
                    let mut state = start;
                    for mv in moves {
                        state.try_play(mv).expect("the moves are legal");
                    }
                    assert!(state.is_goal() && can_be_had(target), "{target}");
                }
                Verdict::Unsolvable => assert!(!can_be_had(target), "{target}"),
                Verdict::Unknown(stop) => panic!("{target}: stopped by {stop}"),
            }
        }
    }
}

#[test]
fn without_proofs_an_impossible_sum_stays_unknown() {
    let mut solver = MctsThinker::new(Mcts::new(Ucb1 { exploration: 0.5 }, Uniform, Mean));
    let report = solver.solve(&Sum { now: 0, target: 11 }, playouts(5_000), &mut ());
    assert_eq!(report.verdict, Verdict::Unknown(Stop::Nodes));
}

#[test]
fn the_highest_playout_is_the_value() {
    use crate::Thinker;
    // From 10 of 20: 3 leads at best to 19 (worth 0.5), 7 to 20 (a goal); of 22, seven leads to 20 or 21.
    let mut thinker = MctsThinker::new(Mcts::new(Ucb1 { exploration: 0.5 }, Uniform, Highest));
    let analysis = thinker.think(&Sum { now: 14, target: 19 }, playouts(200), &mut ()).verdict;
    assert_eq!(analysis.moves.len(), 1);
    assert_eq!(analysis.moves[0].value, Some(0.25), "from 17 two are missing, whatever is played");
}
