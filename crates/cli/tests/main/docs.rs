//! The documents: their commands run, and what they show is what comes out.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{Outcome, shell, timeless};

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the workspace is there")
}

/// A fenced block of a document.
struct Block {
    language: String,
    lines: Vec<String>,
    /// Whether only empty lines are between it and the block before.
    follows: bool,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut is_open, mut follows) = (false, false);
    for line in text.lines() {
        match (line.strip_prefix("```"), is_open) {
            (Some(language), false) => {
                blocks.push(Block { language: language.to_string(), lines: Vec::new(), follows });
                is_open = true;
            }
            (Some(_), true) => (is_open, follows) = (false, true),
            (None, true) => blocks.last_mut().expect("one is open").lines.push(line.to_string()),
            (None, false) => follows &= line.is_empty(),
        }
    }
    assert!(!is_open, "the last block has no end");
    blocks
}

/// The command that a line of a document stands for, if it is one of ours.
fn command(line: &str) -> Option<String> {
    let line = line.strip_prefix("$ ").unwrap_or(line);
    let is_ours = line.starts_with("kibitzer ") || line.contains("| kibitzer ");
    let through_cargo = || line.strip_prefix("cargo run --release -- ").map(|args| format!("kibitzer {args}"));
    let line = if is_ours { line.to_string() } else { through_cargo()? };
    Some(ended(&line))
}

/// What serves until it is told to end is told to, on a port that nobody else wants.
pub(crate) fn ended(line: &str) -> String {
    match line.strip_prefix("kibitzer serve") {
        Some(options) => format!(
            "timeout --preserve-status --signal=INT 2 kibitzer serve --port 0 {}",
            options.replace("--port 0", "")
        ),
        None => line.to_string(),
    }
}

fn run(line: &str, folder: &Path) -> Outcome {
    let outcome = shell(line, folder);
    assert_eq!(outcome.status, Some(0), "{line}: {outcome:?}");
    outcome
}

/// Runs the commands of a document and gives their number. Those of one document share a folder.
fn run_document(path: &Path) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(path).unwrap();
    let (mut ran, mut printed) = (0, String::new());
    for Block { language, lines, follows } in blocks(&text) {
        if language == "text" && follows && !printed.is_empty() {
            assert_eq!(timeless(&lines.join("\n")), timeless(&printed), "in {}", path.display());
        }
        printed.clear();
        if language == "sh" {
            for line in lines.iter().filter_map(|line| command(line)) {
                printed += &run(&line, folder.path()).out;
                ran += 1;
            }
        }
    }
    ran
}

#[test]
fn every_command_of_the_documents_works() {
    let mut documents = vec![root().join("README.md")];
    documents.extend(fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    let ran: usize = documents.iter().map(|path| run_document(path)).sum();
    assert!(ran >= 20, "only {ran} commands were found");
}

#[test]
fn links_between_the_documents_lead_somewhere() {
    let names = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    let mut documents: Vec<_> = names.iter().map(|name| root().join(name)).collect();
    documents.extend(fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    for document in documents.iter().filter(|path| path.extension().is_some_and(|extension| extension == "md")) {
        let text = fs::read_to_string(document).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.starts_with("https://") {
                continue;
            }
            let (file, heading) = target.split_once('#').map_or((target, None), |(file, name)| (file, Some(name)));
            let path = if file.is_empty() { document.clone() } else { document.with_file_name(file) };
            assert!(path.exists(), "{}: there is no {target}", document.display());
            if let Some(heading) = heading {
                let there = fs::read_to_string(&path).unwrap();
                let mut anchors = there.lines().filter(|line| line.starts_with('#')).map(anchor);
                assert!(anchors.any(|anchor| anchor == heading), "{}: there is no {target}", document.display());
            }
        }
    }
}

/// What a link calls a heading.
fn anchor(line: &str) -> String {
    let words = line.trim_start_matches('#').trim().to_lowercase();
    words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>().replace(' ', "-")
}

/// The tables of the README, times aside, are what their commands write.
#[test]
#[ignore = "decides a million deals"]
fn the_results_of_the_readme_repeat() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("README.md"), &readme).unwrap();
    fs::create_dir(folder.path().join("results")).unwrap();
    let slow: Vec<_> = blocks(&readme).into_iter().filter(|block| block.language == "sh slow").collect();
    assert_eq!(slow.len(), 2);
    for line in slow.iter().flat_map(|block| &block.lines) {
        run(line, folder.path());
    }
    let written = fs::read_to_string(folder.path().join("README.md")).unwrap();
    let counts = |text: &str| text.lines().map(without_last_time).collect::<Vec<_>>();
    assert_eq!(counts(&written), counts(&readme), "CONTRIBUTING.md says how to write the tables again");
}

/// A row of a table without its last cell, if that is a time; the widths of cells may differ with it.
fn without_last_time(line: &str) -> String {
    let cells: Vec<_> = line.split('|').map(|cell| cell.trim().trim_start_matches('-')).collect();
    match cells.as_slice() {
        [rest @ .., time, ""] if time.ends_with('s') && time.starts_with(|c: char| c.is_ascii_digit()) => {
            rest.join("|")
        }
        _ => cells.join("|"),
    }
}
