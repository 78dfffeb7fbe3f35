//! `kibitzer solve`.

use insta::assert_snapshot;
use serde_json::Value;

use crate::run::{feed, kibitzer, timeless};

/// Depth-first on a board of four, whose counts do not change when the exact solver learns.
const SMALL: &[&str] = &["solve", "birds", "8C 7S / 2D 8D", "--with", "dfs"];
/// Two aces and two kings: no move at all.
const LOST: &str = "AC KD / KH AS";

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|problem| panic!("{line}: {problem}"))
}

#[test]
fn one_position_is_a_page() {
    assert_snapshot!("page_solved", timeless(&kibitzer(SMALL).good()));
    let lost = kibitzer(&["solve", "birds", LOST, "--with", "dfs"]);
    assert_snapshot!("page_unsolvable", timeless(&lost.good()));
    let unknown = kibitzer(&[SMALL, &["--max-nodes", "1"]].concat());
    assert_snapshot!("page_unknown", timeless(&unknown.good()));
    let deal = kibitzer(&["solve", "birds:rows=2,cols=3", "--seed", "80431", "--with", "a-star"]);
    assert_snapshot!("page_seed", timeless(&deal.good()));
}

#[test]
fn json_is_that_of_the_contract() {
    let small = kibitzer(&[SMALL, &["--format", "json"]].concat());
    assert_snapshot!("json_position", timeless(&small.good()));
    let unknown = kibitzer(&[SMALL, &["--format", "json", "--max-nodes", "1"]].concat());
    assert_snapshot!("json_unknown", timeless(&unknown.good()));
    let seed = ["solve", "birds:rows=2,cols=3", "--seed", "80431", "--with", "dfs", "--format", "json"];
    assert_snapshot!("json_seed", timeless(&kibitzer(&seed).good()));
}

#[test]
fn many_positions_are_a_line_each_and_a_summary() {
    let run = kibitzer(&["solve", "birds:rows=2,cols=3", "--seeds", "0..8", "--with", "dfs"]);
    assert_snapshot!("lines", timeless(&run.out));
    assert_snapshot!("summary", timeless(&run.err));
    assert_eq!(run.status, Some(0));
}

#[test]
fn the_default_search_decides_deals_with_a_proof() {
    let out = kibitzer(&["solve", "birds", "--seeds", "0..=1000", "--format", "json"]).good();
    let answers: Vec<Value> = out.lines().map(json).collect();
    assert_eq!(answers.len(), 1001);
    for (seed, answer) in answers.iter().enumerate() {
        assert_eq!(answer["seed"], seed);
        let is_solved = answer["verdict"] == "solved";
        assert!(is_solved || answer["verdict"] == "unsolvable", "{answer}");
        assert_eq!(answer["length"], if is_solved { 15 } else { 0 });
        assert_eq!(answer["shortest"], is_solved);
        assert_eq!(answer["length"], answer["moves"].as_array().map_or(0, Vec::len));
    }
    let lost = answers.iter().filter(|answer| answer["verdict"] == "unsolvable").count();
    let plain = kibitzer(&["solve", "birds", "--seeds", "0..=1000", "--with", "dfs:prune=graphs", "--format", "json"]);
    let verdict = |line: &str| json(line)["verdict"].clone();
    assert!(lost > 0);
    assert!(plain.good().lines().map(verdict).eq(out.lines().map(verdict)));
}

#[test]
fn a_position_that_begins_with_an_empty_cell_is_a_position() {
    let position = "-- 8C / 7C 8D";
    for args in [
        &["solve", "birds", position, "--format", "json"][..],
        &["solve", "birds", "--format", "json", position],
        &["solve", "--format=json", "birds", position, "--max-nodes", "1000"],
        &["solve", "birds", "--format", "json", "--", position],
        &["solve", "birds", "--/8C", "--format", "json"],
    ] {
        let answer = json(&kibitzer(args).good());
        assert!(answer["position"].as_str().unwrap().starts_with("-- "), "{args:?}: {answer}");
    }
}

#[test]
fn threads_change_nothing_but_the_time() {
    let run = |threads| {
        let args = ["solve", "birds", "--seeds", "0..300", "--format", "json", "--threads", threads];
        timeless(&kibitzer(&args).good())
    };
    let one = run("1");
    assert_eq!(one.lines().count(), 300);
    assert_eq!(run("2"), one);
    assert_eq!(run("7"), one);
}

#[test]
fn files_and_standard_input_hold_a_position_a_line() {
    let text = "# two positions\n\n8C 7S / 2D 8D   # a win\r\n  AC KD / KH AS\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deals.txt");
    std::fs::write(&path, text).unwrap();
    let file = kibitzer(&["solve", "birds", "--file", path.to_str().unwrap(), "--with", "dfs"]);
    let stdin = feed(&["solve", "birds", "-", "--with", "dfs"], text.as_bytes());
    assert_snapshot!("lines_of_a_file", timeless(&file.out));
    assert_eq!((file.status, stdin.status), (Some(0), Some(0)));
    assert_eq!(stdin.out, file.out);
}

#[test]
fn limits_say_which_one_was_reached() {
    let hard = ["solve", "birds", "--seed", "10", "--with", "dfs:closed=off", "--format", "json"];
    for (option, value, word) in
        [("--max-nodes", "1_000", "nodes"), ("--max-time", "20ms", "time"), ("--max-memory", "1KiB", "memory")]
    {
        let answer = json(&kibitzer(&[&hard[..], &[option, value]].concat()).good());
        assert_eq!((&answer["verdict"], &answer["stopped_by"]), (&"unknown".into(), &word.into()), "{answer}");
        assert_eq!((&answer["length"], &answer["shortest"]), (&0.into(), &false.into()));
    }
    let counted = json(&kibitzer(&[&hard[..], &["--max-nodes", "1k", "--max-time", "1h"]].concat()).good());
    assert_eq!(counted["expanded"], 1000);
}

#[test]
fn every_solution_of_birds_is_a_shortest_one() {
    for search in ["exact", "dfs", "greedy", "ida-star"] {
        let args = ["solve", "birds", "--seed", "80431", "--shortest", "--with", search, "--format", "json"];
        assert_eq!(json(&kibitzer(&args).good())["shortest"], true, "{search}");
    }
}
