//! `kibitzer race`: the same counts on any number of threads.

use std::fs;

use insta::assert_snapshot;

use crate::run::kibitzer;

const RACE: [&str; 8] = ["race", "birds", "--seeds", "0..30", "--with", "exact", "--with", "best-first:moves=2"];

fn race(more: &[&str]) -> String {
    kibitzer(&[&RACE[..], more].concat()).good()
}

/// The lines of a table without their last cell, the time.
fn counts(table: &str) -> String {
    let cells =
        table.lines().filter_map(|line| line.trim_end_matches(['│', '|']).rsplit_once(['┆', '|', '┬', '╪', '┴']));
    cells.map(|(counts, _)| counts.trim_end()).collect::<Vec<_>>().join("\n")
}

#[test]
fn counts_do_not_depend_on_threads() {
    let one = counts(&race(&["--threads", "1", "--max-nodes", "100"]));
    assert_eq!(one, counts(&race(&["--threads", "3", "--max-nodes", "100"])));
    let rows = one.lines().filter(|line| line.contains("best-first") || line.contains("solved"));
    assert_snapshot!("rows", rows.collect::<Vec<_>>().join("\n"));
}

#[test]
fn each_search_is_an_object() {
    let objects = race(&["--format", "json"]);
    let lanes: Vec<serde_json::Value> =
        objects.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(lanes.len(), 2);
    assert_eq!((&lanes[0]["search"], &lanes[0]["solved"]), (&"exact".into(), &29.into()));
    assert_eq!((&lanes[1]["unsolvable"], &lanes[1]["mean_length"]), (&1.into(), &15.0.into()));
}

#[test]
fn everything_is_written_to_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("results");
    let plot = folder.path().join("plot.svg");
    let [out_text, plot_text] = [&out, &plot].map(|path| path.to_str().expect("UTF-8"));
    let table = race(&["--out", out_text, "--plot", plot_text, "--format", "markdown"]);
    let read = |name: &str| fs::read_to_string(out.join(name)).expect("a file");
    assert_eq!(counts(&read("race.md")), counts(&table));
    assert_eq!(read("race.json").lines().count(), 2);
    let deals = read("deals.csv");
    assert_eq!(deals.lines().count(), 61);
    assert!(deals.starts_with("seed,search,verdict,nodes,length\n0,\"exact\",solved,"), "{deals}");
    assert!(deals.contains("\n10,\"best-first:score=1,moves=2\",unsolvable,"), "{deals}");
    let svg = read("race.svg");
    assert!(svg.starts_with("<svg") && svg.contains("best-first:score=1,moves=2: 30 of 30 decided"), "{svg}");
    assert_eq!(fs::read_to_string(&plot).expect("a plot"), svg);
    let png = folder.path().join("plot.png");
    race(&["--plot", png.to_str().expect("UTF-8")]);
    let pixels = fs::read(&png).expect("a plot");
    assert!(pixels.starts_with(b"\x89PNG") && pixels == fs::read(out.join("race.png")).expect("a file"));
}

#[test]
fn a_drawing_of_no_known_kind_is_refused_before_the_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("race.pdf");
    let err = kibitzer(&[&RACE[..], &["--plot", file.to_str().expect("UTF-8")]].concat()).misused();
    assert!(err.contains("a drawing is a file that ends in .svg or .png"), "{err}");
    assert!(!file.exists());
}

#[test]
fn wrong_names_and_places_are_told_before_the_work() {
    let err = kibitzer(&["race", "birds", "--seeds", "0..30", "--with", "exact", "--with", "bfs"]).misused();
    assert!(err.starts_with("error: --with: there is no algorithm 'bfs', only exact, "), "{err}");
    let none = kibitzer(&["race", "birds", "--seeds", "0..30"]).misused();
    assert!(none.contains("--with <ALGORITHM>"), "{none}");
    let run = kibitzer(&[&RACE[..], &["--out", "/dev/null/results"]].concat());
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
    assert!(run.err.starts_with("error: cannot make the folder /dev/null/results: "), "{run:?}");
}
