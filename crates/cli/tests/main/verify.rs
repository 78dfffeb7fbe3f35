//! `kibitzer verify`.

use insta::assert_snapshot;

use crate::run::kibitzer;

const BOARD: &str = "8C 7S / 2D 8D";

#[test]
fn a_winning_line_is_told() {
    let one = kibitzer(&["verify", "birds", BOARD, "7S-8C 8D-2D 8D-7S"]).good();
    assert_snapshot!("won", one);
    assert_eq!(kibitzer(&["verify", "birds", BOARD, "7S-8C", "8D-2D,8D-7S"]).good(), one);
    assert_eq!(kibitzer(&["verify", "birds", BOARD, "7s-8c,8d-2d, 8d-7s"]).good(), one);
}

#[test]
fn a_line_that_ends_early_is_told() {
    assert_snapshot!("short", kibitzer(&["verify", "birds", BOARD, "7S-8C"]).good());
    assert_snapshot!("stuck", kibitzer(&["verify", "birds", "AC 2C KD", "AC-2C"]).good());
}

#[test]
fn an_illegal_move_is_told_with_its_reason() {
    assert_snapshot!("illegal", kibitzer(&["verify", "birds", BOARD, "7S-8C 8D-7S 8D-2D"]).good());
}

#[test]
fn json_tells_the_same() {
    let json = |moves| kibitzer(&["verify", "birds", "-- 8C / 7C 8D", moves, "--format", "json"]).good();
    assert_snapshot!("json_won", json("8C-8D 7C-8C"));
    assert_snapshot!("json_short", json("8C-8D"));
    assert_snapshot!("json_illegal", json("8C-8D 7C-8D"));
}

#[test]
fn what_solve_prints_verifies() {
    let position = kibitzer(&["deal", "birds", "--seed", "80431"]).good();
    let page = kibitzer(&["solve", "birds", position.trim()]).good();
    let moves = page.lines().nth(1).expect("the moves are the second line");
    assert!(kibitzer(&["verify", "birds", position.trim(), moves]).good().starts_with("won: 15 legal moves"), "{page}");
}
