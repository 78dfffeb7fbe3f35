//! Test sets: made, checked and used.

use std::fs;

use crate::docs::root;
use crate::run::{kibitzer, shell};

#[test]
fn a_suite_is_made_once_and_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let made = shell("kibitzer suite connect4 late.txt --make --plies 34..=38 --each 6 --seed 3", folder.path());
    assert_eq!(made.good(), "late.txt: 30 positions\n");
    let again = "kibitzer suite connect4 again.txt --make --plies 34..39 --each 6 --seed 3 --threads 1";
    shell(again, folder.path()).good();
    let text = fs::read_to_string(folder.path().join("late.txt")).unwrap();
    assert_eq!(text, fs::read_to_string(folder.path().join("again.txt")).unwrap());
    let entries: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(entries.len(), 30);
    let check = shell("kibitzer suite connect4 late.txt --check alpha-beta", folder.path()).good();
    assert_eq!(check, "30 positions decided again with alpha-beta: 30 agree, 0 differ, 0 unknown\n");
    // A wrong score is found out.
    let (position, score) = entries[0].split_once(' ').unwrap();
    let wrong = if score.starts_with('-') { "3" } else { "-3" };
    fs::write(folder.path().join("wrong.txt"), format!("{position} {wrong}\n")).unwrap();
    let check = shell("kibitzer suite connect4 wrong.txt --check alpha-beta", folder.path());
    assert_eq!(check.status, Some(1), "{check:?}");
    assert!(check.err.contains(position), "{check:?}");
}

#[test]
fn the_published_suite_holds_and_the_expert_passes_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(root().join("data/suites/connect4.txt")).unwrap();
    // One in eight of the late positions.
    let few = text.lines().filter(|line| line.find(' ').is_some_and(|plies| plies >= 28)).step_by(8);
    let few: String = few.filter(|line| !line.starts_with('#')).flat_map(|line| [line, "\n"]).collect();
    fs::write(folder.path().join("few.txt"), few).unwrap();
    let check = shell("kibitzer suite connect4 few.txt --check alpha-beta", folder.path()).good();
    assert!(check.contains(" 0 differ, 0 unknown"), "{check}");
    let exam =
        shell("kibitzer suite connect4 few.txt --with expert --playouts 20k --format json", folder.path()).good();
    assert!(exam.lines().count() > 20, "{exam}");
    for line in exam.lines() {
        let grade: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(grade["value"], grade["kept"], "{line}");
    }
    // Whoever moves at random is told from the expert.
    let random = shell("kibitzer suite connect4 few.txt --with random", folder.path()).good();
    assert!(random.contains(" instead of a "), "{random}");
}

#[test]
fn what_is_no_suite_is_named_by_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let said = |content: &str| {
        fs::write(folder.path().join("bad.txt"), content).unwrap();
        let outcome = shell("kibitzer suite connect4 bad.txt --with random", folder.path());
        outcome.misused().lines().next().unwrap().to_string()
    };
    assert_eq!(said("# a comment\n4453\n"), "error: bad.txt, line 2: a line is a position and its score");
    assert_eq!(said("4453 x\n"), "error: bad.txt, line 1: 'x' is not a score");
    assert_eq!(said("4444444 0\n"), "error: bad.txt, line 1: move 7: column 4 is full");
    assert_eq!(said("4152637 -18\n"), "error: bad.txt, line 1: the game 4152637 is over");
    let empty = kibitzer(&["suite", "connect4", "x.txt", "--make", "--plies", "9..=3"]).misused();
    assert!(empty.contains("'9..=3' is an empty range"), "{empty}");
    kibitzer(&["suite", "connect4", "x.txt"]).misused();
    kibitzer(&["suite", "birds", "x.txt", "--make"]).misused();
}

#[test]
fn positions_may_have_spaces() {
    let folder = tempfile::tempdir().unwrap();
    let make = "kibitzer suite yavalath:side=3 late.txt --make --plies 12..=13 --each 3 --seed 3";
    assert_eq!(shell(make, folder.path()).good(), "late.txt: 6 positions\n");
    assert_eq!(
        shell("kibitzer suite yavalath:side=3 late.txt --check alpha-beta", folder.path()).good(),
        "6 positions decided again with alpha-beta: 6 agree, 0 differ, 0 unknown\n"
    );
    fs::write(folder.path().join("bad.txt"), "c3 z1 win\n").unwrap();
    let bad = shell("kibitzer suite yavalath:side=3 bad.txt --with random", folder.path()).misused();
    assert!(bad.starts_with("error: bad.txt, line 1: move 2: "), "{bad}");
}

#[test]
fn a_test_set_is_made_checked_and_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("late.txt").display().to_string();
    let suite = |more: &[&str]| kibitzer(&[&["suite", "connect4", &path], more].concat()).good();
    assert_eq!(suite(&["--make", "--plies", "38..=39", "--each", "2"]), format!("{path}: 4 positions\n"));
    let text = fs::read_to_string(&path).expect("a file");
    let entries: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(entries.iter().all(|line| line.split(' ').count() == 2), "{text}");
    assert_eq!(
        suite(&["--check", "alpha-beta"]),
        "4 positions decided again with alpha-beta: 4 agree, 0 differ, 0 unknown\n"
    );
    fs::write(&path, "# one\n445566 win # with the next move\n").expect("a writable folder");
    let examined = suite(&["--with", "mcts", "--playouts", "100"]);
    assert!(examined.contains("1 position left out, where every move has the same value\n"), "{examined}");
}

#[test]
fn wrong_files_and_options_are_named() {
    let says = |more: &[&str]| kibitzer(&[&["suite", "connect4", "/nowhere/late.txt"], more].concat()).misused();
    for more in [["--with", "random"], ["--check", "alpha-beta"]] {
        assert!(says(&more).starts_with("error: /nowhere/late.txt: No such file"), "{more:?}");
    }
    for (option, value) in [
        ("--playouts", "5"),
        ("--max-time", "1s"),
        ("--max-nodes", "5"),
        ("--max-memory", "1GiB"),
        ("--format", "json"),
        ("--into", "README.md#suite"),
    ] {
        let err = says(&["--make", option, value]);
        assert!(err.starts_with(&format!("error: the argument '--make' cannot be used with '{option} ")), "{err}");
    }
    assert!(says(&["--check", "exact", "--format", "json"]).contains("cannot be used with '--format"));
}
