//! `kibitzer analyze --save` and `--resume`: a search that goes on as if nothing had happened.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{Outcome, kibitzer};

fn analyze(args: &[&str]) -> Outcome {
    kibitzer(&[&["analyze", "connect4"], args, &["--format", "json"]].concat())
}

fn moves(outcome: Outcome) -> Value {
    let object: Value = serde_json::from_str(&outcome.good()).expect("an object");
    object["moves"].clone()
}

/// A search of a thousand playouts in a file.
fn saved(folder: &Path) -> String {
    let path = folder.join("search.kibitzer").to_str().expect("UTF-8").to_string();
    let run = analyze(&["4453", "--with", "mcts:seed=9", "--playouts", "1000", "--save", &path]);
    assert_eq!(run.err, format!("the search is in {path}\n"));
    run.good();
    path
}

#[test]
fn a_search_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = saved(folder.path());
    let header = fs::read(&path).expect("a file");
    assert!(header.starts_with(b"kibitzer search 1\ngame connect4\nposition 4453\nwith mcts:"));
    let whole = moves(analyze(&["4453", "--with", "mcts:seed=9", "--playouts", "3000"]));
    let again = folder.path().join("again").to_str().expect("UTF-8").to_string();
    let resumed = analyze(&["--resume", &path, "--playouts", "2000", "--save", &again]);
    assert!(resumed.out.contains("\"position\":\"4453\"") && resumed.out.contains("\"playouts\":3000"), "{resumed:?}");
    assert!(resumed.out.contains("\"kept\":") && !resumed.out.contains("\"full\":"), "{resumed:?}");
    assert_eq!(moves(resumed), whole, "1000 and 2000 playouts are 3000");
    moves(analyze(&["--resume", &again, "--with", "mcts:seed=9", "--playouts", "1"]));
}

#[test]
fn a_file_that_is_not_whole_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = saved(folder.path());
    let file = fs::read(&path).expect("a file");
    let bad = folder.path().join("bad");
    let refused = |bytes: &[u8]| {
        fs::write(&bad, bytes).expect("a writable folder");
        let err = analyze(&["--resume", bad.to_str().expect("UTF-8")]).misused();
        err.lines()
            .next()
            .expect("a message")
            .trim_start_matches(&format!("error: --resume {}: ", bad.display()))
            .to_string()
    };
    for length in [file.len() - 1, file.len() / 2, 120, 40] {
        assert_eq!(refused(&file[..length]), "it is cut short or damaged", "{length} bytes");
    }
    for place in [25, 50, 200, file.len() / 2, file.len() - 1] {
        let mut changed = file.clone();
        changed[place] ^= 1;
        assert_eq!(refused(&changed), "it is cut short or damaged", "byte {place}");
    }
    assert_eq!(refused(&[&file[..], b"x"].concat()), "it is cut short or damaged");
    assert_eq!(refused(b""), "it is not a saved search");
    assert_eq!(refused(b"8C 7S / 2D 8D\n"), "it is not a saved search");
    let text = String::from_utf8_lossy(&file[..18]).replace("search 1", "search 2");
    let newer = [text.as_bytes(), &file[18..]].concat();
    assert_eq!(refused(&newer), "it has version 2 of the format, and this program reads version 1");
}

#[test]
fn a_file_about_something_else_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = saved(folder.path());
    let err = analyze(&["--resume", &path, "--with", "mcts:seed=8"]).misused();
    assert!(err.contains("its search is mcts:") && err.contains("seed=9, not mcts:"), "{err}");
    let err = kibitzer(&["analyze", "birds", "--resume", &path]).misused();
    assert!(err.starts_with("error: --resume: searches of puzzles keep nothing"), "{err}");
    let err = analyze(&["44", "--resume", &path]).misused();
    assert!(err.contains("cannot be used with"), "{err}");
    let err = analyze(&["44", "--with", "random", "--save", &path]).misused();
    assert!(err.starts_with("error: --save: random keeps nothing that could be saved"), "{err}");
    let err = analyze(&["--resume", "/nowhere/search"]).misused();
    assert!(err.starts_with("error: --resume /nowhere/search: No such file"), "{err}");
    let run = analyze(&["44", "--with", "mcts", "--playouts", "10", "--save", "/dev/null/search"]);
    assert_eq!(run.status, Some(1));
    assert!(run.err.starts_with("error: cannot write /dev/null/search: "), "{run:?}");
}
