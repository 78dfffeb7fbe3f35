//! The checker against the solver that proves: it may be silent, but never wrong.

use kibitzer_core::{Game, SplitMix};
use kibitzer_exact::birds::Exact;
use kibitzer_exact::birds::checker::{Checker, Rule, Solvability};
use kibitzer_games::birds::{Birds, Size, deal};
use kibitzer_games::cards::DealNumber;
use kibitzer_search::{Budget, Solver, Verdict};

fn is_solvable(exact: &mut Exact, board: &Birds) -> bool {
    match exact.solve(board, Budget::default(), &mut ()).verdict {
        Verdict::Solved(_) => true,
        Verdict::Unsolvable => false,
        Verdict::Unknown(stop) => panic!("stopped by {stop} without a limit"),
    }
}

/// Checks the positions of random games, one for each deal, and gives how many answers each rule gave, then those that
/// said solvable, then all positions.
fn check_games(numbers: std::ops::Range<u64>, size: Size) -> [u64; 7] {
    let mut exact = Exact::default();
    let mut seen = [0; 7];
    for number in numbers {
        let mut luck = SplitMix::new(number);
        let mut board = deal(size, DealNumber::try_from(number).expect("below 2^31"));
        loop {
            let truth = is_solvable(&mut exact, &board);
            let signs = Checker::ALL.signs(&board);
            for rule in Rule::ALL {
                assert!(!(truth && signs.shows(rule)), "{rule:?} calls {board} lost");
            }
            for checker in [Checker::PAPER, Checker::ALL] {
                let answer = checker.check(&board);
                assert!(answer == Solvability::Unknown || (answer == Solvability::Solvable) == truth, "{board}");
            }
            match Checker::ALL.check(&board) {
                Solvability::Unsolvable(rule) => {
                    assert!(signs.shows(rule), "{rule:?} on {board}");
                    seen[rule as usize] += 1;
                }
                Solvability::Solvable => seen[5] += 1,
                Solvability::Unknown => {}
            }
            seen[6] += 1;
            let moves: Vec<_> = board.moves().collect();
            if moves.is_empty() {
                break;
            }
            board.play(moves[luck.below(moves.len())]);
        }
    }
    seen
}

#[test]
fn the_checker_is_never_wrong_on_thousands_of_positions() {
    let seen = check_games(0..800, Size::STANDARD);
    assert!(seen.iter().all(|&seen| seen > 10) && seen[6] > 8_000, "{seen:?}");
    let seen = check_games(0..20, Size::new(3, 6).expect("a size"));
    assert!(seen[6] > 200, "{seen:?}");
}

#[test]
#[ignore = "a million positions take a minute"]
fn the_checker_is_never_wrong_on_a_million_positions() {
    let seen = check_games(1_000_000..1_090_000, Size::STANDARD);
    println!("{seen:?}");
    assert!(seen[6] > 1_000_000, "{seen:?}");
}

#[test]
fn without_its_tables_the_checker_is_silent_about_endings() {
    let silent = Checker { endings: 0, ..Checker::PAPER };
    let won: Birds = "8C 7S / 2D 8D".parse().expect("a position");
    assert_eq!(Checker::PAPER.check(&won), Solvability::Solvable);
    assert_eq!(silent.check(&won), Solvability::Unknown);
}

#[test]
fn settings_beyond_the_tables_are_taken_as_the_largest() {
    let board = deal(Size::STANDARD, DealNumber::try_from(1).expect("small"));
    let greedy = Checker { endings: u32::MAX, ..Checker::ALL };
    assert_eq!(greedy.check(&board), Checker::ALL.check(&board));
    let large = deal(Size::new(7, 7).expect("a size"), DealNumber::try_from(1).expect("small"));
    assert_eq!(greedy.check(&large), Solvability::Unknown);
    let alone: Birds = "AC --".parse().expect("a board");
    assert_eq!(Checker::GRAPHS.check(&alone), Solvability::Solvable);
}
