//! Puzzles: made, proved again and asked of engines.

use std::fs;

use crate::docs::root;
use crate::run::shell;

#[test]
fn puzzles_are_made_once_and_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let made = shell("kibitzer puzzles yavalath one.txt --make mates --each 6 --seed 3", folder.path());
    assert_eq!(made.good(), "one.txt: 18 puzzles\n");
    shell("kibitzer puzzles yavalath two.txt --make mates --each 6 --seed 3 --threads 1", folder.path()).good();
    assert_eq!(text("one.txt"), text("two.txt"));
    shell("kibitzer puzzles yavalath:side=4 traps.txt --make traps --each 4", folder.path()).good();
    assert_eq!(
        shell("kibitzer puzzles yavalath:side=4 traps.txt --check", folder.path()).good(),
        "4 puzzles proved again\n"
    );
    // A move too few is found out.
    let all = text("one.txt");
    let lines = all.lines().filter(|line| !line.starts_with('#'));
    let some = lines.filter_map(|line| line.rsplit_once(' ')).find(|(start, _)| !start.ends_with(';'));
    let (start, _) = some.expect("a puzzle with two fastest wins");
    fs::write(folder.path().join("wrong.txt"), start).unwrap();
    let check = shell("kibitzer puzzles yavalath wrong.txt --check", folder.path());
    assert_eq!(check.status, Some(1), "{check:?}");
    assert!(check.err.contains("are not those that the rules give"), "{check:?}");
}

/// The lines of a published file that hold puzzles.
fn published(name: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("data/suites").join(name)).unwrap();
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_string).collect()
}

#[test]
fn the_published_puzzles_are_true_and_the_expert_does_them_all() {
    let folder = tempfile::tempdir().unwrap();
    let kinds = [("mates", &["win in 3", "win in 5", "win in 7"][..]), ("traps", &["avoid loss in 5"])];
    for (kind, tasks) in kinds {
        let parts = ["", "-held-out"].map(|part| published(&format!("yavalath-{kind}{part}.txt")));
        for part in &parts {
            for task in tasks {
                assert!(part.iter().filter(|line| line.contains(task)).count() >= 500, "{kind}: {task}");
            }
        }
        // One in thirty is proved again and asked.
        let few: String = parts.iter().flatten().step_by(30).flat_map(|line| [line, "\n"]).collect();
        fs::write(folder.path().join("few.txt"), few).unwrap();
        shell("kibitzer puzzles yavalath few.txt --check", folder.path()).good();
        let exam = "kibitzer puzzles yavalath few.txt --with expert --playouts 100 --format json";
        for line in shell(exam, folder.path()).good().lines() {
            let answer: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(answer["is_right"], true, "{line}");
        }
        // Whoever moves at random is told from the expert.
        let random = shell("kibitzer puzzles yavalath few.txt --with random", folder.path()).good();
        assert!(kind == "traps" || random.contains(", should win in "), "{random}");
        assert!(random.contains(tasks[0]), "{random}");
    }
}

#[test]
fn what_is_no_puzzle_is_named_by_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let said = |content: &str| {
        fs::write(folder.path().join("bad.txt"), content).unwrap();
        let outcome = shell("kibitzer puzzles yavalath bad.txt --with random", folder.path());
        outcome.misused().lines().next().unwrap().to_string()
    };
    let start = "error: bad.txt, line ";
    assert_eq!(
        said("# a comment\ne5\n"),
        format!("{start}2: a line is a position, a task and moves, with `;` between")
    );
    for task in ["win", "win in 40", "win in 0"] {
        let expected = format!("{start}1: '{task}' is not a task such as `win in 5` or `avoid loss in 5`, up to 7");
        assert_eq!(said(&format!("e5; {task}; e6")), expected);
    }
    assert_eq!(said("e5; win in 3; e5"), format!("{start}1: 'e5' cannot be played after e5"));
    assert_eq!(said("e5; win in 3;"), format!("{start}1: no move or every move is listed"));
    assert!(said("z5; win in 3; e5").starts_with(&format!("{start}1: move 1: ")));
    let game = shell("kibitzer puzzles connect4 bad.txt --check", folder.path());
    assert!(game.misused().starts_with("error: puzzles are made of yavalath without swap, not of connect4"));
}
