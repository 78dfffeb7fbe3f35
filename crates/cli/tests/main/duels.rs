//! `kibitzer solve` and `kibitzer analyze` for games for two, and what other commands say of them.

use insta::assert_snapshot;
use serde_json::Value;

use crate::run::{feed, kibitzer, timeless};

/// Six cells are left.
const LATE: &str = "422725676216137261336576357113573512";

fn json(text: &str) -> Value {
    serde_json::from_str(text.trim()).expect("one object")
}

fn analyze(args: &[&str]) -> Value {
    json(&kibitzer(&[&["analyze", "connect4"], args, &["--format", "json"]].concat()).good())
}

#[test]
fn a_position_is_decided_and_echoed_as_typed() {
    let solve =
        |position| json(&kibitzer(&["solve", "connect4", position, "--format", "json", "--with", "alpha-beta"]).good());
    let won = solve("445566");
    assert_eq!((&won["position"], &won["verdict"]), (&"445566".into(), &"win".into()), "{won}");
    assert!(
        won["best"].as_array().is_some_and(|best| best.contains(&"3".into()) || best.contains(&"7".into())),
        "{won}"
    );
    let lost = solve("4455667");
    assert_eq!(
        (&lost["verdict"], &lost["best"]),
        (&"loss".into(), &Value::Array(Vec::new())),
        "the game is over: {lost}"
    );
    let padded = solve(" 445566 ");
    assert_eq!(padded["position"], "445566");
}

#[test]
fn a_page_has_the_board() {
    assert_snapshot!("page", timeless(&kibitzer(&["solve", "connect4", "445566", "--with", "alpha-beta"]).good()));
    let unknown = kibitzer(&["solve", "connect4", "start", "--with", "alpha-beta", "--max-nodes", "1k"]).good();
    assert!(unknown.contains("unknown: stopped by --max-nodes\n1,000 positions expanded in "), "{unknown}");
}

#[test]
fn lines_are_answered_in_order_on_any_number_of_threads() {
    let lines = "445566\n4455667 # over\n\n121212\n";
    let run =
        |threads| feed(&["solve", "connect4", "-", "--with", "alpha-beta", "--threads", threads], lines.as_bytes());
    let one = run("1");
    assert!(one.err.starts_with("3 positions: 2 win, 0 draw, 1 loss, 0 unknown; "), "{}", one.err);
    let one = one.good();
    assert_snapshot!("lines", one);
    assert_eq!(one, run("3").good());
    let strict = feed(&["solve", "connect4", "-"], b"445566 18\n");
    assert_eq!(strict.status, Some(2));
    assert!(
        strict.err.starts_with("error: standard input, line 1: move 7: ' ' is not a column from 1 to 7"),
        "{strict:?}"
    );
}

#[test]
fn impossible_games_are_named_with_their_place() {
    let says =
        |position| kibitzer(&["solve", "connect4", position]).misused().lines().next().unwrap_or_default().to_string();
    assert_eq!(says("4444444"), "error: move 7: column 4 is full");
    assert_eq!(says("415263749"), "error: move 8: the game was over after move 7, won by the first player");
    assert_eq!(says("4a"), "error: move 2: 'a' is not a column from 1 to 7");
    assert_eq!(says("48"), "error: move 2: '8' is not a column from 1 to 7");
    assert!(says("").starts_with("error: a position is the columns played"));
    assert_eq!(says("💥"), "error: move 1: '💥' is not a column from 1 to 7");
    for command in ["analyze", "play"] {
        let err = kibitzer(&[command, "connect4", "4444444"]).misused();
        assert!(err.starts_with("error: move 7: column 4 is full\n"), "{err}");
    }
}

#[test]
fn what_only_puzzles_have_is_refused() {
    let two = "connect4 is a game for two; this is for puzzles";
    for args in [
        &["deal", "connect4"][..],
        &["race", "connect4", "--seeds", "0..3", "--with", "exact"],
        &["census", "connect4", "--seeds", "0..3", "--out", "census"],
        &["solve", "connect4", "--seed", "1"],
        &["solve", "connect4", "--seeds", "0..3"],
        &["solve", "connect4", "44", "--shortest"],
    ] {
        let err = kibitzer(args).misused();
        assert!(err.lines().next().is_some_and(|line| line.contains(two)), "{args:?}: {err}");
    }
    for args in [&["solve", "connect4", "44"][..], &["verify", "connect4"]] {
        let err = kibitzer(&[args, &["--certificate", "proof"]].concat()).misused();
        assert!(err.contains("there are no certificates of connect4") || err.contains("proof: No such file"), "{err}");
    }
    let one = kibitzer(&["match", "birds", "--a", "random", "--b", "random"]).misused();
    assert!(one.starts_with("error: birds is a puzzle; this is for games for two: connect4"), "{one}");
    assert!(kibitzer(&["engine", "birds"]).misused().starts_with("error: birds is a puzzle;"));
}

#[test]
fn an_analysis_ranks_every_move() {
    let analysis = analyze(&["445566", "--with", "mcts", "--playouts", "2000"]);
    assert_eq!((&analysis["game"], &analysis["position"]), (&"connect4".into(), &"445566".into()));
    let moves = analysis["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 7);
    assert_eq!((&moves[0]["move"], &moves[0]["proved"]), (&analysis["best"], &"win".into()), "{analysis}");
    assert!(analysis["micros"].is_u64() && analysis["playouts"].is_u64(), "{analysis}");
    let visits: Vec<_> = moves.iter().map(|mv| mv["visits"].as_u64().expect("mcts counts")).collect();
    assert!(visits.iter().sum::<u64>() <= 2000);
    let values = moves.iter().map(|mv| mv["value"].as_f64());
    assert!(values.flatten().all(|value| (-1.0..=1.0).contains(&value)), "{analysis}");
}

#[test]
fn an_analysis_repeats() {
    let run = || {
        let mut analysis = analyze(&["44", "--with", "mcts", "--playouts", "3000"]);
        analysis["micros"] = 0.into();
        analysis
    };
    assert_eq!(run(), run());
}

#[test]
fn an_analysis_is_a_page() {
    let page = kibitzer(&["analyze", "connect4", "4455", "--with", "alpha-beta:depth=4"]).good();
    let lines: Vec<_> = page.lines().collect();
    let (work, rest) = lines.split_last().expect("a line about the work");
    assert_snapshot!("analysis", rest.join("\n"));
    assert!(work.contains(" positions, ") && work.contains("depth 4; all is known that it looks for after "), "{work}");
    assert!(kibitzer(&["analyze", "connect4", "4455667"]).good().ends_with("the game is over\n"));
    let full = analyze(&["4455667"]);
    assert_eq!((&full["best"], &full["moves"]), (&Value::Null, &Value::Array(Vec::new())));
}

#[test]
fn a_puzzle_is_analyzed_by_what_each_move_leads_to() {
    let page = kibitzer(&["analyze", "birds", "8C 7S / 2D 8D", "--with", "dfs"]).good();
    assert_snapshot!("puzzle", page);
    let object = json(&kibitzer(&["analyze", "birds", "8C 7S / 2D 8D", "--format", "json"]).good());
    assert_eq!((&object["best"], &object["moves"][0]["proved"]), (&"7S-8C".into(), &"solvable".into()), "{object}");
    let limited = ["analyze", "birds", "8C 7S / 2D 8D", "--with", "dfs", "--max-nodes", "1", "--format", "json"];
    let object = json(&kibitzer(&limited).good());
    assert!(object["moves"].as_array().is_some_and(|moves| moves.iter().any(|mv| mv["proved"].is_null())), "{object}");
    assert!(kibitzer(&["analyze", "birds", "8Cx4 --"]).good().ends_with("it is solved\n"));
    assert!(kibitzer(&["analyze", "birds", "AC KD"]).good().ends_with("there is no move\n"));
}

#[test]
fn a_full_tree_is_told() {
    let args = ["start", "--with", "mcts", "--playouts", "50k", "--max-memory", "1MiB"];
    let full = analyze(&args);
    assert_eq!((&full["full"], &full["kept"]), (&true.into(), &Value::Null), "{full}");
    let page = kibitzer(&[&["analyze", "connect4"], &args[..]].concat()).good();
    assert!(page.contains(", the tree is full; "), "{page}");
}

#[test]
fn nothing_is_said_without_a_thought() {
    for (option, value) in [("--playouts", "0"), ("--max-time", "0s"), ("--max-nodes", "0"), ("--max-memory", "0")] {
        let err = kibitzer(&["analyze", "connect4", "44", option, value]).misused();
        assert!(err.starts_with(&format!("error: {option}: nothing can be said without any thought")), "{err}");
    }
}

#[test]
fn engines_are_listed_and_read_with_care() {
    let text = kibitzer(&["analyze", "connect4", "start", "--with", "help"]).good();
    assert_snapshot!("engines", text);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert_snapshot!("deciders", kibitzer(&["solve", "connect4", "--with", "help"]).good());
    let says = |spec| kibitzer(&["analyze", "connect4", "44", "--with", spec]).misused();
    assert!(says("magic").starts_with("error: --with: there is no algorithm 'magic', only expert, "));
    assert!(says("mcts:c=-1").starts_with("error: --with: mcts, option 'c': '-1' is not a number from 0 to 100"));
    assert!(says("mcts:trees=2,threads=2").starts_with("error: --with: mcts: trees and threads exclude each other"));
}

#[test]
fn a_late_position_is_decided_by_all() {
    let by = |search| json(&kibitzer(&["solve", "connect4", LATE, "--with", search, "--format", "json"]).good());
    let [one, two] = ["alpha-beta", "mcts"].map(by);
    assert_eq!((&one["verdict"], &one["position"]), (&two["verdict"], &LATE.into()), "{one} {two}");
    assert_ne!(one["verdict"], "unknown");
}
