//! Everything that explains: help texts and their examples, completions, manual pages, the first screen.

use insta::assert_snapshot;

use crate::docs::ended;
use crate::run::{kibitzer, shell};

/// The commands that `kibitzer --help` lists.
fn commands() -> Vec<String> {
    let help = kibitzer(&["--help"]).good();
    let list = help.split("Commands:\n").nth(1).expect("a list of commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_string).collect()
}

#[test]
fn every_example_of_every_help_text_works() {
    let folder = tempfile::tempdir().unwrap();
    let mut texts = vec![kibitzer(&[]).good(), kibitzer(&["--help"]).good()];
    for command in commands().iter().filter(|name| *name != "help") {
        let text = kibitzer(&[command, "--help"]).good();
        assert!(text.contains(&format!("  kibitzer {command} ")), "{command} has no example:\n{text}");
        texts.push(text);
    }
    let mut examples = 0;
    for line in texts.iter().flat_map(|text| text.lines()).filter(|line| line.starts_with("  kibitzer ")) {
        // On the first screen two spaces or more separate an example from what it does.
        let example = line.trim_start().split("  ").next().expect("the example");
        let run = shell(&ended(example), folder.path());
        assert_eq!(run.status, Some(0), "{example}: {run:?}");
        assert!(!run.out.is_empty() || example.contains('>') || example.contains("--out"), "{example}: {run:?}");
        examples += 1;
    }
    assert!(examples >= 20, "only {examples} examples were found");
}

#[test]
fn the_first_screen_is_an_overview() {
    assert_snapshot!("first_screen", kibitzer(&[]).good());
}

#[test]
fn help_lists_the_searches_with_their_options() {
    let text = kibitzer(&["solve", "birds", "--with", "help"]).good();
    assert_snapshot!("searches", text);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn the_first_screen_fits_a_small_terminal() {
    let text = kibitzer(&[]).good();
    assert!(text.lines().count() <= 23 && text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn the_version_is_that_of_the_package() {
    assert_eq!(kibitzer(&["--version"]).good(), format!("kibitzer {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_know_every_command() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["bash", "zsh", "fish"] {
        let script = kibitzer(&["completions", name]).good();
        for command in commands() {
            assert!(script.contains(&command), "{name} does not know {command}");
        }
        std::fs::write(folder.path().join(name), script).unwrap();
    }
    assert_eq!(shell("bash -n bash", folder.path()).status, Some(0));
}

#[test]
fn there_is_a_manual_page_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("new/man1");
    kibitzer(&["man", "--out", pages.to_str().unwrap()]).good();
    let mut found: Vec<_> =
        pages.read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let mut expected: Vec<_> =
        commands().iter().filter(|name| *name != "help").map(|name| format!("kibitzer-{name}.1")).collect();
    expected.push("kibitzer.1".to_string());
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    let main = std::fs::read_to_string(pages.join("kibitzer.1")).unwrap();
    assert_eq!(main, kibitzer(&["man"]).good());
    assert!(main.contains(".TH kibitzer 1") && main.contains("kibitzer\\-solve(1)"), "{main}");
}

#[test]
fn a_folder_that_cannot_be_written_is_a_failure() {
    let run = kibitzer(&["man", "--out", "/dev/null/man1"]);
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
    assert!(run.err.starts_with("error: cannot make the folder /dev/null/man1: "), "{run:?}");
}
