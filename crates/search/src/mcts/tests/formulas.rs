//! The formulas and the playouts, by numbers worked out apart.

use kibitzer_core::{Heuristic, Payoff, SplitMix};

use super::super::node::{Amount, Node};
use super::super::playout::Playout;
use super::super::select::Arm;
use super::super::*;
use super::noughts::{Cell, Noughts};

/// A node with this many visits of this mean value.
fn node(visits: u32, mean: f32, remark: f32) -> Node {
    let made = Node::new();
    made.add::<false>(visits, Amount::new(mean).0 * i64::from(visits));
    made.refresh::<Mean>();
    made.set_note(remark);
    made
}

fn score<S: Select<Noughts>>(select: &S, parent: u32, node: &Node) -> f64 {
    f64::from(select.score(select.parent(parent), Arm(node)))
}

#[test]
fn the_formulas_are_those_of_the_papers() {
    let child = node(25, 0.2, 0.5);
    let (parent, n) = (100_f64, 25_f64);
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-3, "{found} is not {expected}");
    near(score(&Ucb1 { exploration: 1.4 }, 100, &child), 0.2 + 1.4 * (parent.ln() / n).sqrt());
    near(score(&Ucb1::with_cp(0.3), 100, &child), 0.2 + 0.6 * (2.0 * parent.ln() / n).sqrt());
    let scored = UcbScored { exploration: 0.7, weight: 0.1, score: |_: &Noughts| 0.5 };
    near(score(&scored, 100, &child), 0.2 + 0.7 * (parent.ln() / n).sqrt() + 0.1 * 0.5);
    let puct = Puct { exploration: 1.5, priors: super::Even };
    near(score(&puct, 100, &child), 0.2 + 1.5 * 0.5 * parent.sqrt() / (1.0 + n));
    // Tuned, on rewards from 0 to 1: x = (v + 1) / 2, so the mean is 0.6; the note 0.5 is the mean of v squared.
    let variance = (0.5 - 0.2 * 0.2) / 4.0 + (2.0 * parent.ln() / n).sqrt();
    let reward = 0.6 + (parent.ln() / n * variance.min(0.25)).sqrt();
    near(score(&Ucb1Tuned { exploration: 1.0 }, 100, &child), 2.0 * reward - 1.0);
}

#[test]
fn tuned_notes_are_the_mean_of_squares() {
    let tuned = Ucb1Tuned { exploration: 1.0 };
    let values = [1.0, -1.0, 0.0, 0.5];
    let mut note = 0.0;
    for (visits, value) in (1..).zip(values) {
        note = Select::<Noughts>::note_after(&tuned, note, visits, value);
    }
    assert!((note - 2.25 / 4.0).abs() < 1e-6, "{note}");
}

/// Fewer is better: the number of the cell that was played, read off the board.
#[derive(Clone, Copy, Debug)]
struct HighestCell;

impl Heuristic<Noughts> for HighestCell {
    fn estimate(&self, state: &Noughts) -> Option<u32> {
        let text = state.to_string();
        let other = u16::from_str_radix(text.split_once('/')?.1, 8).ok()?;
        Some(other.leading_zeros())
    }
}

#[test]
fn the_best_few_are_drawn_with_falling_chances() {
    let playout = TopK { heuristic: HighestCell, best: 4, limit: PLAYOUT_LIMIT };
    let mut stream = SplitMix::new(1);
    let mut drawn = [0_u32; 9];
    for _ in 0..10_000 {
        let mut first = None;
        playout.play(Noughts::default(), &mut stream, |mv: Cell| {
            first.get_or_insert(mv);
        });
        drawn[first.unwrap().to_string().parse::<usize>().unwrap()] += 1;
    }
    // The four highest cells with 4, 3, 2 and 1 chances of 10; five deviations of a binomial are below 250.
    for (cell, expected) in [(8, 4_000), (7, 3_000), (6, 2_000), (5, 1_000)] {
        assert!(drawn[cell].abs_diff(expected) < 250, "{drawn:?}");
    }
    assert_eq!(drawn[..5], [0; 5]);
}

#[test]
fn guided_playouts_follow_the_heuristic_as_often_as_told() {
    let first_of = |random: f32, stream: &mut SplitMix| {
        let mut first = None;
        Guided { heuristic: HighestCell, random }.play(Noughts::default(), stream, |mv: Cell| {
            first.get_or_insert(mv);
        });
        first.unwrap().to_string()
    };
    let mut stream = SplitMix::new(2);
    assert!((0..100).all(|_| first_of(0.0, &mut stream) == "8"));
    let followed = (0..9_000).filter(|_| first_of(0.5, &mut stream) == "8").count();
    // Half of them by the heuristic, and a ninth of the rest by luck.
    assert!(followed.abs_diff(5_000) < 250, "{followed}");
}

#[test]
fn decisive_playouts_take_a_win_and_stop_one() {
    let mut stream = SplitMix::new(5);
    // Two in the lowest row, own to move: cell 2 wins. And the same for the other side: cell 2 must be taken.
    for text in ["3/30", "30/3"] {
        let state: Noughts = text.parse().unwrap();
        for _ in 0..50 {
            let mv = state.decisive_move(&mut stream).unwrap().to_string();
            assert!(if text == "3/30" { mv == "2" } else { mv == "5" || mv == "2" }, "{text}: {mv}");
        }
    }
    let finish = Decisive.play("3/30".parse::<Noughts>().unwrap(), &mut stream, |_| ());
    assert!((finish.worth - 1.0).abs() < f32::EPSILON);
}
