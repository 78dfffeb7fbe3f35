//! Pipes that close, lines that come one by one, and Ctrl-C.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::run::KIBITZER;

/// Long enough for the slowest machine, short enough to notice that nothing comes.
const PATIENCE: Duration = Duration::from_secs(60);

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(KIBITZER);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the binary starts")
}

/// Waits for the end and gives the status and what is on standard error.
fn end(mut child: Child) -> (Option<i32>, String) {
    drop(child.stdin.take());
    let mut err = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
    (child.wait().expect("the run ends").code(), err)
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for args in [
        &["solve", "birds", "--seeds", "0..10000000"][..],
        &["solve", "birds", "--seeds", "0..10000000", "--format", "json", "--threads", "3"],
    ] {
        let mut child = start(args);
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        assert!(line.ends_with('\n'));
        assert_eq!(end(child), (Some(0), String::new()), "{args:?}");
    }
}

#[test]
fn texts_to_a_closed_pipe_are_no_trouble() {
    for args in [&["--help"][..], &[], &["completions", "bash"], &["man"], &["solve", "birds", "--with", "help"]] {
        let mut child = start(args);
        drop(child.stdout.take());
        assert_eq!(end(child), (Some(0), String::new()), "{args:?}");
    }
}

#[test]
fn files_are_written_though_nobody_reads_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (games, search, plot) = (file("games.jsonl"), file("4453.search"), file("race.svg"));
    for (args, path) in [
        (&["match", "connect4", "--a", "random", "--b", "random", "--games", "2", "--out", &games][..], &games),
        (&["analyze", "connect4", "4453", "--with", "mcts", "--playouts", "50", "--save", &search], &search),
        (&["race", "birds", "--seeds", "0..3", "--with", "exact", "--plot", &plot], &plot),
    ] {
        let mut child = start(args);
        drop(child.stdout.take());
        assert_eq!(end(child).0, Some(0), "{args:?}");
        assert!(std::fs::metadata(path).is_ok_and(|file| file.len() > 0), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let folder = tempfile::tempdir().expect("a folder");
    let census = folder.path().join("census").display().to_string();
    for args in [
        &["solve", "birds", "--seed", "1"][..],
        &["solve", "birds", "--seeds", "0..2000"],
        &["solve", "connect4", "445566"],
        &["analyze", "connect4", "445566", "--playouts", "10"],
        &["analyze", "birds", "8C 7S", "--format", "json"],
        &["play", "connect4"],
        &["match", "connect4", "--a", "random", "--b", "random", "--games", "2"],
        &["deal", "birds", "--seed", "1"],
        &["verify", "birds", "8C 7S", "8C-7S"],
        &["completions", "fish"],
        &["race", "birds", "--seeds", "0..3", "--with", "exact"],
        &["race", "birds", "--seeds", "0..3", "--with", "exact", "--format", "json"],
        &["census", "birds", "--seeds", "0..3", "--out", &census],
        &["census", "birds", "--seeds", "0..3", "--out", &census, "--format", "json"],
        &["census", "birds", "--seeds", "0..3", "--out", &census, "--list", "solved"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the device that is always full");
        let mut command = Command::new(KIBITZER);
        let output = command.args(args).stdout(full).output().expect("the run ends");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let err = String::from_utf8(output.stderr).expect("text");
        let last = err.lines().last().expect("a message");
        assert!(last.starts_with("error: cannot write to standard output: "), "{args:?}: {err}");
        assert!(args[0] == "census" || err.lines().count() == 1, "{args:?}: {err}");
    }
}

#[test]
fn a_line_in_gives_a_line_out() {
    let mut child = start(&["solve", "birds", "-", "--with", "dfs", "--threads", "2"]);
    let mut input = child.stdin.take().expect("a pipe");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    for (line, expected) in [("8C 7S", "1: solved 8C-7S"), ("AC KD", "2: unsolvable"), ("8C 8D", "3: solved 8C-8D")] {
        writeln!(input, "{line}").expect("it reads on");
        assert_eq!(receiver.recv_timeout(PATIENCE).as_deref(), Ok(expected), "while standard input is still open");
    }
    drop(input);
    let (status, err) = end(child);
    assert_eq!(status, Some(0));
    assert!(err.starts_with("3 positions: 2 solved, 1 unsolvable, 0 unknown"), "{err}");
}

/// Sends what Ctrl-C sends.
#[cfg(unix)]
fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(status.success());
}

/// A refutation that takes far longer than anyone waits, without a memory.
#[cfg(unix)]
const HARD: [&str; 6] = ["solve", "birds", "--seed", "10", "--with", "dfs:closed=off"];

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_known() {
    let mut child = start(&[&HARD[..], &["--format", "json"]].concat());
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    let mut out = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("text");
    assert!(out.contains("\"verdict\":\"unknown\"") && out.contains("\"stopped_by\":\"cancelled\""), "{out}");
    assert_eq!(end(child), (Some(0), String::new()));
}

#[cfg(unix)]
#[test]
fn ctrl_c_on_a_range_says_how_far_it_came() {
    let mut child = start(&["solve", "birds", "--seeds", "0..1000000000", "--threads", "2"]);
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    output.read_line(&mut first).expect("a line");
    interrupt(&child);
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("text");
    assert!(rest.ends_with('\n'));
    let answered = 1 + rest.lines().count();
    let last = rest.lines().last().expect("more than one answer");
    assert!(last.starts_with(&format!("{}: ", answered - 1)), "the answers have holes: {last} is number {answered}");
    let (status, err) = end(child);
    assert_eq!(status, Some(1));
    let expected = format!("error: interrupted: {answered} of 1000000000 answered\n");
    assert!(err.ends_with(&expected), "{err}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_wait_for_input() {
    let mut child = start(&["solve", "birds", "-"]);
    let mut input = child.stdin.take().expect("a pipe");
    writeln!(input, "8C 7S").expect("it reads");
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    output.read_line(&mut line).expect("a line");
    interrupt(&child);
    assert_eq!(output.read_line(&mut line).expect("the end"), 0);
    assert_eq!(end(child).0, Some(1));
    drop(input);
}
