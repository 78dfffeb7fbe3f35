//! `kibitzer reproduce`, `train` and `tune`: the lab from the outside.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::docs::root;
use crate::run::{kibitzer, shell};

const SPEC: &str = r#"id = "mine"
title = "Mine"
game = "birds:rows=3,cols=3"
measure = "searches"

[[deals]]
seeds = "0..400"
quick = { every = 40 }

[[rows]]
name = "light"
with = "best-first:moves=1"

[[rows]]
name = "exact"
with = "exact"

[[columns]]
title = "nodes"
show = "mean expanded"

[[plots]]
kind = "bars"
column = "nodes"
"#;

fn folder_with_spec() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("mine.toml"), SPEC).expect("a writable folder");
    folder
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

#[test]
fn an_experiment_of_ones_own_leaves_everything_in_its_folder() {
    let folder = folder_with_spec();
    let run = |line: &str| shell(line, folder.path());
    let rows = objects(&run("kibitzer reproduce mine.toml --format json").good());
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[0]["row"], &rows[0]["deals"], &rows[0]["quick"]), (&"light".into(), &400.into(), &false.into()));
    let cell = &rows[0]["cells"][0];
    assert!(cell["low"].as_f64() < cell["ours"].as_f64() && cell["ours"].as_f64() < cell["high"].as_f64(), "{cell}");
    let results = folder.path().join("results/mine");
    let size = |name: &str| fs::metadata(results.join(name)).unwrap_or_else(|_| panic!("no {name}")).len();
    for name in
        ["spec.toml", "records.jsonl", "records.parquet", "table.md", "table.csv", "table.json", "mine.svg", "mine.png"]
    {
        assert!(size(name) > 100, "{name} has {} bytes", size(name));
    }
    assert!(fs::read(results.join("mine.png")).expect("a drawing").starts_with(b"\x89PNG"));
    assert!(!results.join("part.jsonl").exists());
    let again = run("kibitzer reproduce mine.toml --format json");
    assert!(again.err.contains("measured before, in results/mine"), "{again:?}");
    assert_eq!(objects(&again.good()), rows);
    let sample = objects(&run("kibitzer reproduce mine.toml --quick --format json").good());
    assert_eq!((&sample[0]["deals"], &sample[0]["quick"]), (&10.into(), &true.into()));
}

#[test]
fn the_tables_of_the_paper_about_gaps_can_be_had_in_a_hurry() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = shell("kibitzer reproduce darmanger2024-nodes --quick --format json", folder.path()).good();
    let rows = objects(&rows);
    assert_eq!(rows.iter().map(|row| row["deals"].as_u64()).collect::<Vec<_>>(), [Some(36); 2]);
    for row in &rows {
        let success = &row["cells"][2];
        assert_eq!(success["column"], "success rate");
        let near = success["ours"].as_f64().expect("a share") - success["paper"].as_f64().expect("it is printed");
        assert!(near.abs() < 0.3, "{row}");
    }
}

#[test]
fn a_document_gets_a_chapter_for_each_experiment_and_keeps_the_others() {
    let folder = folder_with_spec();
    let run = |line: &str| shell(line, folder.path()).good();
    run("kibitzer reproduce mine.toml roberson2019-table2 --quick --write=book.md");
    let book = fs::read_to_string(folder.path().join("book.md")).expect("it was begun");
    assert!(book.starts_with("# Results\n"), "{book}");
    for word in
        ["## mine", "<!-- mine:begin -->", "## roberson2019-table2", "| lynchpin issues", "![Mine](book/mine.svg)"]
    {
        assert!(book.contains(word), "{word}: {book}");
    }
    run("kibitzer reproduce mine.toml --write=book.md");
    let whole = fs::read_to_string(folder.path().join("book.md")).expect("it is there");
    assert!(
        whole.contains("kibitzer reproduce mine.toml\n")
            && whole.contains("kibitzer reproduce roberson2019-table2 --quick\n")
    );
    assert_eq!(whole.matches("## mine").count(), 1);
}

#[test]
fn what_is_wrong_with_a_spec_is_told_with_its_line_before_any_work() {
    let folder = folder_with_spec();
    let broken = SPEC.replace("best-first:moves=1", "best-frist");
    fs::write(folder.path().join("broken.toml"), broken).expect("a writable folder");
    let err = shell("kibitzer reproduce mine.toml broken.toml", folder.path()).misused();
    assert!(err.starts_with("error: broken.toml, line 12: there is no algorithm 'best-frist', only "), "{err}");
    assert!(!folder.path().join("results").exists());
    let err = kibitzer(&["reproduce", "roberson2019-table9"]).misused();
    assert!(err.starts_with("error: there is no experiment 'roberson2019-table9': "), "{err}");
    let err = kibitzer(&["reproduce", "nowhere.toml"]).misused();
    assert!(err.starts_with("error: cannot read nowhere.toml"), "{err}");
}

#[test]
fn a_disk_that_fills_keeps_what_was_measured() {
    let folder = folder_with_spec();
    // Files may have 20 blocks of 1,024 bytes: the journal outgrows that.
    let full = shell("trap '' XFSZ; ulimit -f 20; kibitzer reproduce mine.toml --threads 1", folder.path());
    assert_eq!((full.status, full.out.as_str()), (Some(1), ""), "{full:?}");
    let told = "cannot write results/mine/part.jsonl: what was measured before is kept, and the same command goes on";
    assert!(full.err.contains(told), "{full:?}");
    let part = fs::read_to_string(folder.path().join("results/mine/part.jsonl")).expect("what was measured");
    assert!(part.lines().count() > 20, "{part}");
    let rest = shell("kibitzer reproduce mine.toml --format json", folder.path());
    assert!(!rest.err.contains("measured before"), "{rest:?}");
    assert_eq!(objects(&rest.good())[0]["deals"], 400);
}

#[test]
fn training_keeps_examples_and_models_that_searches_use() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |line: &str| shell(line, folder.path());
    run("kibitzer train birds --seeds 0..40 --keep examples.csv --out my.models").good();
    let judge = |line: &str| objects(&run(line).good());
    let made = judge("kibitzer train birds --seeds 0..40 --with logistic --with bayes --format json");
    assert_eq!(
        made,
        judge("kibitzer train birds --examples examples.csv --with logistic --with bayes --format json --threads 1")
    );
    assert!(made[0]["accuracy"].as_f64() > Some(0.6), "{made:?}");
    let nodes = |more: &str| {
        let line = format!("kibitzer race birds --seeds 100..130 --with lr --with learned-dfs --format json {more}");
        judge(&line).iter().map(|lane| lane["nodes"]["mean"].clone()).collect::<Vec<_>>()
    };
    assert_ne!(nodes(""), nodes("--models my.models"));
    run("kibitzer solve birds --seed 7 --with lr --models my.models").good();
}

#[test]
fn damaged_files_of_models_and_examples_are_refused_with_their_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |line: &str| shell(line, folder.path());
    run("kibitzer train birds --seeds 0..20 --keep examples.csv --out my.models").good();
    let models = fs::read_to_string(folder.path().join("my.models")).expect("models");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a writable folder");
    write("other.models", &models.replacen("models 1", "models 2", 1));
    let err = run("kibitzer race birds --seeds 0..5 --with lr --models other.models").misused();
    assert!(err.starts_with("error: --models: other.models, line 1: expected `kibitzer models 1`"), "{err}");
    write("cut.models", &models[..models.len() / 2]);
    let err = run("kibitzer solve birds --seed 1 --with lr --models cut.models").misused();
    assert!(err.starts_with("error: --models: cut.models, line "), "{err}");
    let examples = fs::read_to_string(folder.path().join("examples.csv")).expect("examples");
    let lines: Vec<&str> = examples.lines().collect();
    write("cut.csv", &lines[..100].join("\n"));
    let err = run("kibitzer train birds --examples cut.csv --with tree").misused();
    assert!(err.starts_with("error: --examples: cut.csv, line 101: the file has 97 of "), "{err}");
}

#[test]
fn wrong_words_of_train_and_tune_are_named() {
    for (line, told) in [
        ("train connect4 --seeds 0..5 --with tree", "models are learned for birds alone, not for connect4"),
        ("train birds --seeds 0..5 --with oak", "--with: there is no algorithm 'oak', only logistic, "),
        ("train birds --seeds 0..5", "nothing is asked for: "),
        ("train birds --seeds 0..3 --with tree", "--folds: 3 deals cannot be divided into 5 parts"),
        (
            "tune birds --with best-first --vary weight=1..2 --train 0..10 --test 10..20",
            "best-first, option 1: there is no 'weight'",
        ),
        (
            "tune birds --with best-first --vary moves=1..2000 --train 0..10 --test 10..20",
            "best-first, option 'moves': '2000' is not ",
        ),
        ("tune birds --with dfs --vary prune=0..1 --train 0..10 --test 10..20", "dfs: prune is a word, not a number"),
        ("tune birds --with best-first --vary moves=2 --train 0..10 --test 10..20", "invalid value 'moves=2'"),
        (
            "tune birds --with best-first --vary moves=1..2 --train 0..12 --test 10..30",
            "the deals to choose on (0..=11) and to judge on (10..=29) must be different",
        ),
        (
            "tune connect4 --with mcts --vary c=1..2 --goal nodes --train 0..10 --test 10..20",
            "connect4 is a game for two: tune score",
        ),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let err = kibitzer(&words).misused();
        assert!(err.contains(told), "{line}: {err}");
    }
}

#[test]
fn tuning_finds_a_better_weight_and_repeats() {
    let line = "tune birds --with best-first:moves=0 --vary moves=0..4 --train 0..60 --test 1000..1060 --trials 8 --format json";
    let tune = |threads: &str| {
        let words: Vec<&str> = line.split(' ').chain(["--threads", threads]).collect();
        objects(&kibitzer(&words).good())
    };
    let found = tune("1");
    assert_eq!(found, tune("3"));
    let choice = found.last().expect("the choice comes last");
    assert_eq!(choice["before"], "best-first:score=1,moves=0");
    assert!(choice["ratio_high"].as_f64() < Some(0.9), "{choice}");
}

#[test]
fn every_experiment_of_the_papers_is_listed_and_described() {
    let list = kibitzer(&["reproduce"]).good();
    let mut wanted: Vec<String> = (1..=3).map(|table| format!("roberson2019-table{table}")).collect();
    wanted.extend((1..=6).map(|table| format!("kucharski2019-table{table}")));
    wanted.extend(["kucharski2019-figure1".to_string(), "hoshino2019-tree".to_string()]);
    for id in wanted {
        assert!(list.lines().any(|line| line.starts_with(&format!("{id} "))), "{id}: {list}");
    }
    let results = fs::read_to_string(root().join("docs/results.md")).expect("the document is there");
    for line in list.lines().take_while(|line| !line.is_empty()) {
        let id = line.split(' ').next().expect("a name");
        assert!(Path::new(&format!("{}/data/experiments/{id}.toml", root().display())).exists(), "{id}");
        assert!(results.contains(&format!("<!-- {id}:begin -->")), "{id} is not in docs/results.md");
    }
}
