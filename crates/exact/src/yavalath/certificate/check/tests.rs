//! What follows from which proofs.

use super::*;

const MOVER: bool = true;
const OTHER: bool = false;

/// What a proof of a position shows: that one side wins, or that it holds at least a draw.
fn shown(board: &Board, state: &State, by_mover: bool, wins: bool) -> Shown {
    Shown { state: board.smallest(state.own, state.other), by_mover, wins }
}

/// Which verdicts follow from proofs of one position, named by side and whether it wins.
fn verdicts(board: &Board, swap: bool, state: State, proofs: &[(bool, bool)]) -> Vec<&'static str> {
    let shown: Vec<_> = proofs.iter().map(|(by_mover, wins)| shown(board, &state, *by_mover, *wins)).collect();
    ["win", "draw", "loss"].into_iter().filter(|verdict| follows(board, swap, state, verdict, &shown)).collect()
}

#[test]
fn verdicts_follow_from_a_win_or_from_two_sides_that_hold() {
    let board = Board::new(3);
    let state = replay(&board, false, "c3 a1", 1).unwrap();
    let follow = |proofs: &[(bool, bool)]| verdicts(&board, false, state, proofs);
    assert_eq!(follow(&[(MOVER, true)]), ["win"]);
    assert_eq!(follow(&[(OTHER, true)]), ["loss"]);
    assert_eq!(follow(&[(MOVER, false), (OTHER, false)]), ["draw"]);
    assert!(follow(&[]).is_empty() && follow(&[(MOVER, false)]).is_empty() && follow(&[(OTHER, false)]).is_empty());
    // A proof of another position says nothing.
    let elsewhere = replay(&board, false, "c3 b1", 1).unwrap();
    assert!(!follows(&board, false, state, "win", &[shown(&board, &elsewhere, MOVER, true)]));
    // One of its image does.
    let image = replay(&board, false, "c3 a3", 1).unwrap();
    assert!(follows(&board, false, state, "win", &[shown(&board, &image, MOVER, true)]));
}

#[test]
fn whoever_may_swap_wins_with_either_side() {
    let board = Board::new(3);
    let state = replay(&board, true, "c3", 1).unwrap();
    let follow = |proofs: &[(bool, bool)]| verdicts(&board, true, state, proofs);
    assert_eq!(follow(&[(MOVER, true)]), ["win"]);
    assert_eq!(follow(&[(OTHER, true)]), ["win"], "by swapping");
    assert_eq!(follow(&[(MOVER, false), (OTHER, false)]), ["draw"]);
    assert!(follow(&[(OTHER, false)]).is_empty());
    // Once that happened, or another stone came, sides are fixed.
    for moves in ["c3 swap", "c3 a1"] {
        let later = replay(&board, true, moves, 1).unwrap();
        assert_eq!(verdicts(&board, true, later, &[(OTHER, true)]), ["loss"], "{moves}");
    }
}

#[test]
fn whoever_opens_before_a_swap_can_only_hope_for_a_draw() {
    let board = Board::new(3);
    let start = replay(&board, true, "start", 1).unwrap();
    let opening = |moves: &str| replay(&board, true, moves, 1).unwrap();
    // One of each class: a corner, the middle of an edge, one of the inner ring, the middle.
    let classes = ["a1", "a2", "b2", "c3"].map(opening);
    let decided = |count: usize| -> Vec<Shown> {
        (0..count).map(|index| shown(&board, &classes[index], index % 2 == 0, true)).collect()
    };
    let follow = |shown: &[Shown]| -> Vec<&str> {
        ["win", "draw", "loss"].into_iter().filter(|verdict| follows(&board, true, start, verdict, shown)).collect()
    };
    assert_eq!(follow(&decided(4)), ["loss"]);
    assert!(follow(&decided(3)).is_empty(), "nothing is said of the middle");
    let mut drawn = decided(3);
    drawn.extend([MOVER, OTHER].map(|side| shown(&board, &classes[3], side, false)));
    assert_eq!(follow(&drawn), ["draw"]);
    drawn.pop();
    assert!(follow(&drawn).is_empty(), "one side holds, and may yet win");
}
