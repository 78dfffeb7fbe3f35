//! `kibitzer suite`: what it refuses, and the file it makes.

use std::fs;

use crate::run::kibitzer;

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
