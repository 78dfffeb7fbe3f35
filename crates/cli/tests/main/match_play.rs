//! `kibitzer match`: engines, programs, and programs that fail.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use insta::assert_snapshot;
use serde_json::Value;

use crate::run::{KIBITZER, Outcome, kibitzer};

fn play(a: &str, b: &str, more: &[&str]) -> Outcome {
    kibitzer(&[&["match", "connect4", "--a", a, "--b", b], more].concat())
}

/// Writes a program of one line of shell, and names it as a side of a match.
fn program(folder: &Path, script: &str) -> String {
    let path = folder.join("program.sh");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a writable folder");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("our file");
    format!("program:{}", path.display())
}

/// A table without its times.
fn timeless(table: &str) -> String {
    let cells = |line: &str| {
        line.split(['┆', '│', '┬', '┌', '┐', '╪', '╞', '╡', '┴', '└', '┘'])
            .map(|cell| cell.trim().to_string())
            .collect::<Vec<_>>()
    };
    let rows = table.lines().filter(|line| line.starts_with('│')).map(|line| cells(line)[1..6].join(" | "));
    let rest = table.lines().filter(|line| line.starts_with("Elo") || line.starts_with("Score")).map(str::to_string);
    rows.chain(rest).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_match_repeats_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["one.jsonl", "two.jsonl"].map(|name| folder.path().join(name));
    let run = |threads: &str, file: &Path| {
        let out = file.to_str().expect("UTF-8");
        let more = ["--games", "12", "--seed", "7", "--threads", threads, "--out", out];
        timeless(&play("mcts:iterations=60", "random:seed=3", &more).good())
    };
    let table = run("1", &files[0]);
    assert_snapshot!("table", table);
    assert_eq!(run("3", &files[1]), table);
    let [one, two] = files.map(|file| fs::read_to_string(file).expect("a record"));
    assert_eq!(one, two);
    let games: Vec<Value> = one.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(games.len(), 12);
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        assert_eq!((&pair[0]["first"], &pair[1]["first"]), (&"a".into(), &"b".into()));
        assert!(
            pair[0]["position"]
                .as_str()
                .is_some_and(|game| game.starts_with(pair[0]["opening"].as_str().expect("text")))
        );
    }
    assert!(games.iter().any(|game| game["opening"] != games[0]["opening"]));
}

#[test]
fn the_numbers_come_as_an_object() {
    let object = play("alpha-beta:depth=3", "random", &["--games", "10", "--format", "json"]).good();
    let object: Value = serde_json::from_str(&object).expect("an object");
    assert_eq!((&object["games"], &object["asked"]), (&10.into(), &10.into()));
    let [wins, draws, losses] = ["wins", "draws", "losses"].map(|name| object[name].as_u64().expect("a number"));
    assert_eq!(wins + draws + losses, 10);
    assert!(wins > 7 && object["elo_low"].as_f64().is_some_and(|low| low > 0.0), "{object}");
    let [low, score, high] = ["score_low", "score", "score_high"].map(|name| object[name].as_f64().expect("a number"));
    assert!(0.5 < low && low < score && score <= high && high <= 1.0, "{object}");
    assert_eq!(object["a"]["player"], "alpha-beta:depth=3,seed=0");
    assert!(object["b"]["mean_cpu_micros"].is_number());
}

#[test]
fn our_own_engine_plays_as_a_program() {
    let ours = format!("program:{KIBITZER} engine connect4 --with mcts:seed=4");
    let limits = ["--games", "4", "--playouts", "200", "--seed", "1"];
    let inside = timeless(&play("mcts:seed=4", "random", &limits).good()).replace("mcts:seed=4", "A");
    let run = play(&ours, "random", &limits);
    assert_eq!(run.err, "");
    let outside = timeless(&run.good());
    assert_eq!(outside.replace(&ours, "A"), inside, "the same engine plays the same games");
}

#[test]
fn a_program_that_fails_loses_and_is_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = [
        ("exit 3", "it ended: exit status: 3"),
        ("read line; kill -9 $$", "it ended: signal: 9 (SIGKILL)"),
        ("sleep 1000", "no move after "),
        ("while read -r line; do echo 'good morning'; done", "it answered 'good morning'"),
        ("while read -r line; do echo bestmove 9; done", "'9' is not a column from 1 to 7"),
        ("while read -r line; do echo bestmove; done", "'' is not a column from 1 to 7"),
        ("yes info", "no move after "),
    ];
    for (script, reason) in cases {
        let out = folder.path().join("games.jsonl");
        let more = ["--games", "20", "--patience", "200ms", "--threads", "1", "--out", out.to_str().expect("UTF-8")];
        let started = Instant::now();
        let run = play("random", &program(folder.path(), script), &more);
        assert!(started.elapsed() < Duration::from_secs(20), "{script}");
        assert_eq!(run.status, Some(1), "{script}: {run:?}");
        assert!(run.out.contains("connect4, 3 games") && run.out.contains("100.0%"), "{script}: {run:?}");
        assert!(run.err.starts_with(&format!("game 1: lost by b: {reason}")), "{script}: {run:?}");
        assert!(run.err.ends_with("error: given up after 3 of 20 games: b failed three games in a row\n"), "{run:?}");
        assert_eq!(fs::read_to_string(&out).expect("a record").lines().count(), 3);
    }
    let full = program(folder.path(), "while read -r line; do case $line in go*) echo bestmove 1;; esac; done");
    let run = play("alpha-beta:depth=1", &full, &["--games", "4", "--openings", "0"]);
    assert!(matches!(run.status, Some(0 | 1)), "{run:?}");
    let missing = play("random", "program:/nowhere/engine --fast", &["--games", "4"]);
    assert_eq!(missing.status, Some(1));
    assert!(missing.err.starts_with("game 1: lost by b: it does not start: No such file"), "{missing:?}");
}

#[test]
fn a_program_that_fails_now_and_then_plays_on() {
    let folder = tempfile::tempdir().expect("a folder");
    // It lives through every other game.
    let script = format!(
        "if [ -e {0} ]; then rm {0}; exit 5; fi; touch {0}; exec {KIBITZER} engine connect4 --with random",
        folder.path().join("seen").display()
    );
    let run = play("random", &program(folder.path(), &script), &["--games", "6", "--threads", "1"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_eq!(run.err.lines().count(), 3, "{run:?}");
    assert!(run.err.contains("game 2: lost by b: it ended: exit status: 5"), "{run:?}");
}

#[test]
fn ctrl_c_prints_the_games_so_far() {
    let mut command = Command::new(KIBITZER);
    command.args([
        "match",
        "connect4",
        "--a",
        "random",
        "--b",
        "mcts:iterations=300",
        "--games",
        "1000000",
        "--threads",
        "2",
    ]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(1500));
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(status.success());
    let output = child.wait_with_output().expect("it ends");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    assert!(out.contains("Elo of a against b: ") && err.starts_with("error: interrupted after "), "{out}{err}");
}

#[test]
fn wrong_options_are_named() {
    let says = |a, b, more: &[&str]| play(a, b, more).misused().lines().next().unwrap_or_default().to_string();
    assert_eq!(says("random", "random", &["--games", "0"]), "error: --games: a match has at least one game");
    assert!(says("random", "magic", &[]).starts_with("error: --b: there is no algorithm 'magic', only "));
    assert!(says("program:", "random", &[]).starts_with("error: --a: name a program after program:"));
    assert!(says("random", "random", &["--playouts", "0"]).starts_with("error: --playouts: "));
    assert!(says("random", "random", &["--openings=-1"]).contains("--openings"));
    let long = play("random", "random", &["--openings", "100"]);
    assert_eq!(long.status, Some(1));
    assert!(long.err.contains("choose shorter openings"), "{long:?}");
}
