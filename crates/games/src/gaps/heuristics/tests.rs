//! The counts beside obvious twins, written from the paper's pseudo code and by trying everything.

use std::collections::HashSet;

use kibitzer_core::{Game, SplitMix};

use super::*;
use crate::gaps::{Dealer, First, Removed, Shuffle, Size};

fn board(text: &str) -> Gaps {
    format!("first=any {text}").parse().expect(text)
}

/// Boards of many sizes, from nearly solved to well mixed.
fn boards() -> impl Iterator<Item = Gaps> {
    let mut luck = SplitMix::new(7);
    (0..600_u64).map(move |seed| {
        let size = Size::new(1 + luck.below(4), 2 + luck.below(12)).expect("a size");
        let swaps = u32::try_from(luck.below(60)).expect("below 60");
        let removed = if luck.below(2) == 0 { Removed::Aces } else { Removed::Highest };
        Dealer { size, first: First::Any, removed, shuffle: Shuffle::Swaps(swaps) }.deal(seed)
    })
}

/// Algorithm 2, line by line.
fn algorithm_2(board: &Gaps) -> Vec<(usize, usize)> {
    let column_correct = |row: usize, column: usize| {
        board.card(row, column).is_some_and(|card| usize::from(card.rank()) == usize::from(board.lowest()) + column)
    };
    let suit = |row: usize, column: usize| board.card(row, column).map(|card| usize::from(card.suit()));
    let mut well_placed = Vec::new();
    for row in 0..board.size().rows() {
        let mut best_suits = [0; 4];
        for column in 0..board.size().columns() {
            let Some(of_card) = suit(row, column) else { continue };
            if column_correct(row, column) {
                best_suits[of_card] += 1;
            }
            if column > 0 {
                if board.card(row, column - 1).is_none() {
                    continue;
                }
                if column_correct(row, column - 1) && suit(row, column - 1) == Some(of_card) {
                    best_suits[of_card] += 1;
                }
            }
        }
        let most = *best_suits.iter().max().expect("there are suits");
        let best_suit = best_suits.iter().position(|points| *points == most);
        for column in 0..board.size().columns() {
            if column_correct(row, column) && suit(row, column) == best_suit {
                well_placed.push((row, column));
            }
        }
    }
    well_placed
}

/// The fewest misplaced cards over all ways to give each suit in play a row.
fn fewest_misplaced(board: &Gaps) -> usize {
    let suits: Vec<u8> = board.suits().collect();
    let mut orders = vec![Vec::new()];
    for _ in 0..suits.len() {
        let longer = |order: &Vec<u8>| {
            let free = suits.iter().filter(|suit| !order.contains(suit));
            free.map(|suit| order.iter().copied().chain([*suit]).collect()).collect::<Vec<Vec<u8>>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let misplaced = |order: &Vec<u8>| {
        let belongs = |card: crate::cards::Card| {
            let row = order.iter().position(|suit| *suit == card.suit());
            (row.expect("all suits have a row"), usize::from(card.rank() - board.lowest()))
        };
        board.cards().filter(|card| board.place(*card) != Some(belongs(*card))).count()
    };
    orders.iter().map(misplaced).min().expect("there is an order")
}

#[test]
fn counts_are_those_of_the_plain_twins() {
    for board in boards() {
        let cards = board.size().cards();
        assert_eq!(board.well_placed(Placed::Dominant) as usize, algorithm_2(&board).len(), "{board}");
        assert_eq!(cards - board.well_placed(Placed::Assigned) as usize, fewest_misplaced(&board), "{board}");
        let (mut dead, mut repeated) = (0, 0);
        for row in 0..board.size().rows() {
            for column in 1..board.size().columns() {
                let (here, left) = (board.card(row, column), board.card(row, column - 1));
                let is_last = column == board.size().columns() - 1;
                let highest = usize::from(board.lowest()) + board.size().columns() - 2;
                dead += u32::from(
                    here.is_none() && !is_last && left.is_some_and(|left| usize::from(left.rank()) == highest),
                );
                repeated += u32::from(here.is_none() && left.is_none());
            }
        }
        assert_eq!((board.dead_gaps(), board.repeated_gaps()), (dead, repeated), "{board}");
    }
}

#[test]
fn a_solved_board_is_perfect() {
    for removed in [Removed::Aces, Removed::Highest] {
        let dealer = Dealer { first: First::Any, removed, ..Dealer::default() };
        let solved = dealer.solved();
        for placed in [Placed::Dominant, Placed::Assigned] {
            assert_eq!(solved.well_placed(placed), 48);
        }
        assert_eq!((solved.dead_gaps(), solved.repeated_gaps()), (0, 0));
        assert!((Score::default().of(&solved) - 1.0).abs() < 1e-12);
        assert_eq!(Distance { penalty: 2.0, ..Distance::default() }.estimate(&solved), Some(0));
    }
}

#[test]
fn a_row_counts_for_the_suit_with_the_most_points() {
    // Above, the ace of clubs is in place, but so are two diamonds, with a point for being neighbours. Below, two clubs in
    // place have three points, and the four of diamonds has one for its place and one for its neighbour, whatever its rank.
    let board = board("AC 2D 3D -- 4C / -- 2C 3C 4D AD");
    assert_eq!(board.well_placed(Placed::Dominant), 4);
}

/// A position with 14 cards in place by the paper's count, which five moves solve.
const COUNTEREXAMPLE: &str = "-- 2C 3C 4C -- -- / AH 2H 3H 4H 5H 3D / AS 2S 3S 4S 5S 5D / AD -- 2D 4D 5C AC";

#[test]
fn the_papers_estimate_is_not_admissible() {
    let board = board(COUNTEREXAMPLE);
    let moves = ["AC>1,1", "2D>4,2", "3D>4,3", "5C>1,5", "5D>4,5"];
    let mut solved = board;
    for shift in moves {
        solved.try_play(shift.parse().expect(shift)).expect(shift);
    }
    assert!(solved.is_goal());
    let misplaced = |count| Distance { count, ..Distance::default() }.estimate(&board).expect("it is alive");
    assert_eq!(misplaced(Placed::Dominant), 6 * Distance::SCALE);
    assert_eq!(misplaced(Placed::Assigned), 5 * Distance::SCALE);
}

/// The distances of all positions within so many moves of the solved board, by moves played backward.
fn distances(solved: &Gaps, depth: u32) -> Vec<(Gaps, u32)> {
    let mut found = vec![(*solved, 0)];
    let mut known = HashSet::from([solved.key()]);
    let mut next = 0;
    while let Some(&(board, distance)) = found.get(next) {
        next += 1;
        if distance == depth {
            continue;
        }
        for card in board.cards() {
            let (row, column) = board.place(card).expect("it is in play");
            for (to_row, to_column) in board.gaps() {
                if board.entrants(row, column) >> card.number() & 1 == 1 {
                    let before = moved(&board, card, to_row, to_column);
                    if known.insert(before.key()) {
                        found.push((before, distance + 1));
                    }
                }
            }
        }
    }
    found
}

fn moved(board: &Gaps, card: crate::cards::Card, row: usize, column: usize) -> Gaps {
    let mut after = Gaps::empty(board.size(), board.first(), board.lowest());
    for other in board.cards() {
        let place = board.place(other).expect("it is in play");
        let (row, column) = if other == card { (row, column) } else { place };
        after.put(row, column, other);
    }
    after
}

#[test]
fn the_assignment_never_overestimates_and_falls_by_one_at_most() {
    for (rows, columns, depth) in [(2, 4, 4), (3, 3, 3), (4, 3, 2)] {
        let size = Size::new(rows, columns).expect("a size");
        let dealer = Dealer { size, first: First::Any, removed: Removed::Highest, ..Dealer::default() };
        let bound = |board: &Gaps| u32::try_from(fewest_misplaced(board)).expect("few");
        for (board, distance) in distances(&dealer.solved(), depth) {
            assert!(bound(&board) <= distance, "{board}: {} in {distance} moves", bound(&board));
            for shift in board.moves() {
                assert!(bound(&board) <= bound(&board.after(shift)) + 1, "{board}, {shift}");
            }
        }
    }
}

#[test]
fn the_printed_score_likes_dead_gaps_and_the_mended_one_does_not() {
    let dead = board("AC 2C -- 3C / AD 3D -- 2D");
    let alive = board("AC 2C 3C -- / AD -- 3D 2D");
    let printed = Score { placed: 0.0, penalty: Penalty::Printed, ..Score::default() };
    let meant = Score { placed: 0.0, ..Score::default() };
    assert!(printed.of(&dead) > printed.of(&alive));
    assert!(meant.of(&dead) < meant.of(&alive));
}

#[test]
fn weights_that_fade_leave_gaps_out_at_the_end() {
    let nearly = board("AC 2C 3C -- / -- AD 3D 2D");
    let steady = Distance { penalty: 4.0, ..Distance::default() };
    let fading = Distance { change: Change::Fading, ..steady };
    let dead = board("-- 2C AC 3C / AD 3D -- 2D");
    assert_eq!(steady.estimate(&nearly), fading.estimate(&nearly), "no gap is useless");
    assert!(fading.estimate(&dead) < steady.estimate(&dead));
}
