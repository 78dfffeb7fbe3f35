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
fn games_for_two_are_replayed_to_their_end() {
    let says = |args: &[&str]| kibitzer(&[&["verify"], args].concat()).good();
    let both = |args: &[&str]| says(args) + &says(&[args, &["--format", "json"]].concat());
    assert_snapshot!("duel_won", both(&["connect4", "4455", "667"]));
    assert_snapshot!("duel_open", both(&["connect4", "start", "4453"]));
    assert_snapshot!("duel_illegal", both(&["connect4", "444", "4 4", "4,4 4"]));
    assert_snapshot!("duel_won_at_once", both(&["yavalath", "e5 a1 e6 b1", "e8 i1 e7"]));
    assert_snapshot!("duel_lost_by_three", both(&["yavalath:side=4", "c3 a1", "c4a3 c5"]));
    assert_snapshot!("duel_after_the_end", both(&["yavalath", "start", "c3 a1 c4 a3 c5 e5"]));
    assert_snapshot!("duel_swapped", both(&["yavalath:swap=on", "e5", "swap swap"]));
    let drawn = "656173566152215676422337377473141445425321";
    let page = says(&["connect4", "start", drawn]);
    assert!(page.starts_with("drawn: 42 legal moves, and the game is over"), "{page}");
}

#[test]
fn spaces_and_commas_between_the_moves_of_a_game_make_no_difference() {
    let one = kibitzer(&["verify", "yavalath", "e5", "d4 e6 d6"]).good();
    for moves in [&["d4e6d6"][..], &["D4,e6", "d6"], &["d4, e6,d6"]] {
        assert_eq!(kibitzer(&[&["verify", "yavalath", "e5"], moves].concat()).good(), one, "{moves:?}");
    }
    let unread = |game, moves| kibitzer(&["verify", game, "start", moves]).misused();
    assert!(unread("yavalath", "e5 d4z1").starts_with("error: move 3: 'z1' is off the board"));
    assert!(unread("connect4", "448").starts_with("error: move 3: "));
    assert!(unread("connect4", "4 four").starts_with("error: move 2: 'four' "));
}

#[test]
fn what_solve_prints_verifies() {
    let position = kibitzer(&["deal", "birds", "--seed", "80431"]).good();
    let page = kibitzer(&["solve", "birds", position.trim()]).good();
    let moves = page.lines().nth(1).expect("the moves are the second line");
    assert!(kibitzer(&["verify", "birds", position.trim(), moves]).good().starts_with("won: 15 legal moves"), "{page}");
}
