//! `kibitzer census --publish` and `--published`, and the census that this repository publishes.

use std::fs;

use crate::docs::root;
use crate::run::{kibitzer, shell};

/// What this repository has published.
fn ours() -> String {
    root().join("data/census/birds").display().to_string()
}

#[test]
fn what_is_published_is_what_the_census_prints() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &str| shell(&format!("kibitzer census {args}"), folder.path()).good();
    let census = "birds --seeds 0..=1000 --out birds";
    let told = run(&format!("{census} --publish kept"));
    assert_eq!(told, run(census));
    assert_eq!(told, run("--published kept"));
    assert_eq!(run(&format!("{census} --format json")), run("--published kept --format json"));
    assert_eq!(run("--published kept --list unsolvable"), "10\n190\n397\n520\n");
    assert_eq!(run("--published kept --list unknown"), "");
    assert_eq!(run("--published kept --list solved").lines().count(), 997);
    let summary = |folder_name: &str| fs::read_to_string(folder.path().join(folder_name).join("summary.json"));
    assert_eq!(summary("kept").expect("a summary"), summary("birds").expect("a summary"));
    let review = run("--published kept --verify --sample 0");
    assert!(review.contains("mismatches"), "{review}");
}

#[test]
fn what_was_kept_is_made_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let census = |args: &str| shell(&format!("kibitzer census {args}"), folder.path());
    for (seeds, name) in [("0..=1000", "one"), ("1001..=3000", "two"), ("0..=3000", "both")] {
        census(&format!("birds --seeds {seeds} --out {name}-census --keep unsolved --publish {name}")).good();
    }
    assert_eq!(census("--merge two one --out joined").good(), census("--published both").good());
    let bytes = |name: &str| fs::read(folder.path().join(name).join("unsolvable.parquet")).expect("a list");
    assert_eq!(bytes("joined"), bytes("both"));
    let told = |args: &str| census(args).misused().lines().next().expect("a message").to_string();
    assert!(told("--merge one").contains("--merge: one holds no census: it is what was kept of one"));
    assert!(told("--merge one two --out both").contains("--out: both is there already"));
    let twice = census("--merge one both --out other");
    assert!(twice.status == Some(1) && twice.err.contains("are there twice"), "{}", twice.err);
}

#[test]
fn wrong_options_and_folders_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = |args: &str| {
        let message = shell(&format!("kibitzer census {args}"), folder.path()).misused();
        message.lines().next().expect("a message").to_string()
    };
    assert!(
        wrong("--published none").starts_with("error: --published: none holds no census: cannot read summary.json")
    );
    for args in [
        "--published one --seeds 0..9",
        "--published one --publish two",
        "--published one --merge two",
        "--published one --list solved --verify",
        "birds --seeds 0..9 --out one --publish two --no-summary",
        "birds --seeds 0..9 --out one --publish two --list solved",
        "birds --seeds 0..9 --out one --publish two --shard 1/2",
    ] {
        assert!(wrong(args).contains("cannot be used with"), "{args}");
    }
    assert!(
        wrong("birds --seeds 0..9 --out one --publish one").starts_with("error: --publish: it is the folder of --out")
    );
    fs::write(folder.path().join("a-file"), "").expect("a writable folder");
    assert!(wrong("birds --seeds 0..9 --out one --publish a-file").contains("a-file is taken: it is a file"));
    assert!(!folder.path().join("one").exists(), "nothing was decided");
}

#[test]
fn the_published_census_stands() {
    let review = kibitzer(&["census", "--published", &ours(), "--verify", "--sample", "0"]).good();
    let count = |name: &str| -> u64 {
        let line = review.lines().find(|line| line.contains(name)).expect(name);
        let digits: String = line.chars().filter(char::is_ascii_digit).collect();
        digits.parse().expect("a number")
    };
    assert_eq!(count("mismatches"), 0);
    assert!(count("of them listed") >= 500 && count("decided again") >= 3_000, "{review}");
    // The same deals by other files: what the README tells of the first million was counted apart.
    let readme = fs::read_to_string(root().join("README.md")).expect("a document");
    let line = readme.lines().find(|line| line.starts_with("| unsolvable ")).expect("a row");
    let told: String = line.split('|').nth(2).expect("a cell").chars().filter(char::is_ascii_digit).collect();
    let list = kibitzer(&["census", "--published", &ours(), "--list", "unsolvable"]).good();
    let seeds: Vec<u64> = list.lines().map(|seed| seed.parse().expect("a seed")).collect();
    assert_eq!(seeds.iter().filter(|&&seed| seed <= 1_000_000).count().to_string(), told);
}

#[test]
fn the_published_census_is_what_the_document_shows() {
    let table = kibitzer(&["census", "--published", &ours(), "--format", "markdown"]).good();
    let document = fs::read_to_string(root().join("docs/scale.md")).expect("a document");
    assert!(
        document.contains(&table),
        "write it again: kibitzer census --published data/census/birds --into docs/scale.md#census"
    );
}

#[test]
#[ignore = "plain search takes up to a minute for each refutation"]
fn published_refutations_are_proved_again() {
    let review = kibitzer(&["census", "--published", &ours(), "--verify", "--sample", "4"]).good();
    assert!(review.lines().any(|line| line.contains("refutations proved again") && line.contains(" 4 ")), "{review}");
}
