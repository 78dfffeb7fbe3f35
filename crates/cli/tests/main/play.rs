//! `kibitzer play`, line by line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use insta::assert_snapshot;

use crate::run::{KIBITZER, feed, kibitzer, shell};

fn play(args: &[&str], lines: &[&str]) -> String {
    let input: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    feed(&[&["play"], args].concat(), input.as_bytes()).good()
}

/// What was said, without the pictures.
fn talk(text: &str) -> String {
    let is_picture = |line: &str| {
        line.is_empty() || line.starts_with(['.', 'X', 'O']) && line.len() == 13 || line == "1 2 3 4 5 6 7"
    };
    text.lines().filter(|line| !is_picture(line)).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_game_against_an_engine() {
    let lines =
        ["4", "moves", "opinion", "3", "undo", "8", "444", "hint", "resign", "5", "undo", "nonsense", "quit", "4"];
    let game = play(&["connect4", "--with", "alpha-beta:depth=2"], &lines);
    // What a hint says depends on the time and on how good the engine is.
    let is_hint = |line: &&str| line.starts_with("hint: ");
    assert_eq!(game.lines().filter(is_hint).count(), 1, "{game}");
    assert_snapshot!("game", game.lines().filter(|line| !is_hint(line)).collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_game_is_won_lost_and_begun_again() {
    let won = play(&["connect4", "445566", "--with", "random:seed=2"], &["7", "1", "hint", "undo", "new"]);
    assert_snapshot!("won", talk(&won));
    let lost = play(&["connect4", "445566", "--with", "alpha-beta:depth=3", "--first", "engine"], &["undo", "quit"]);
    assert!(lost.contains("you are O") && lost.contains("the engine wins\n"), "{lost}");
}

#[test]
fn two_people_share_a_board() {
    let game = play(&["connect4", "--with", "none"], &["1", "2", "1", "2", "1", "2", "resign", "undo", "1"]);
    assert_snapshot!("people", talk(&game));
}

#[test]
fn the_engine_may_begin_and_its_move_stays() {
    let game = play(&["connect4", "--first", "engine", "--level", "beginner", "--seed", "1"], &["undo"]);
    assert!(game.starts_with("connect4: you are O, beginner is X\n"), "{game}");
    assert!(game.contains("the engine plays ") && game.ends_with("there is nothing to take back\n"), "{game}");
    play(&["connect4", "--first", "random", "--level", "beginner"], &["4"]);
}

#[test]
fn a_puzzle_is_played_alone() {
    let lines =
        ["hint", "8C-7S", "hint", "undo", "7S-8C", "8D-7S", "undo", "2D-8D", "8D-2D", "undo", "8D-2D", "8D-7S", "hint"];
    assert_snapshot!("puzzle", play(&["birds", "8C 7S / 2D 8D"], &lines));
    let lost = play(&["birds", "AC 2C KD"], &["hint", "AC-2C", "hint", "resign"]);
    assert_snapshot!("lost", lost);
    let deal = play(&["birds", "--seed", "80431"], &["hint"]);
    assert!(deal.starts_with("birds, deal 80431\n") && deal.contains("15 moves to the goal"), "{deal}");
}

#[test]
fn levels_are_listed_and_read_with_care() {
    assert_snapshot!("levels", kibitzer(&["play", "connect4", "--level", "help"]).good());
    let says = |args: &[&str]| kibitzer(&[&["play"], args].concat()).misused();
    assert!(
        says(&["connect4", "--level", "god"]).starts_with("error: --level: there is no level 'god', only beginner, ")
    );
    assert!(says(&["connect4", "--level", "easy", "--with", "random"]).contains("cannot be used with"));
    assert!(says(&["connect4", "--with", "none", "--first", "me"]).starts_with("error: --first: "));
    assert!(says(&["connect4", "--with", "random", "--seed", "1"]).starts_with("error: --seed: "));
    assert!(says(&["connect4", "--playouts", "0"]).starts_with("error: --playouts: "));
    assert!(says(&["birds", "--first", "me"]).starts_with("error: --first: birds is played alone"));
    assert!(says(&["birds", "--level", "god"]).starts_with("error: --level: there is no level 'god', only easy, "));
    assert!(says(&["birds", "8C 7S", "--seed", "1"]).starts_with("error: --seed: "));
}

/// What a terminal is sent, if the tool that makes one is here.
#[cfg(target_os = "linux")]
pub(crate) fn on_a_terminal(line: &str, keys: &str) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    if shell("script --version", folder.path()).status != Some(0) {
        eprintln!("skipped: there is no script");
        return None;
    }
    let run = shell(
        &format!("(sleep 1; printf '{keys}'; sleep 1) | script -qfec '{line}; stty -a' /dev/null"),
        folder.path(),
    );
    Some(run.good())
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_the_board_and_is_left_as_it_was() {
    let play = "kibitzer play connect4 12121 --with none";
    for keys in ["21q", "21\\003"] {
        let Some(screen) = on_a_terminal(play, keys) else { return };
        let (drawn, after) = screen.rsplit_once("\u{1b}[?1049l").expect("the screen is given back");
        assert!(drawn.contains("\u{1b}[?1049h") && drawn.contains('●') && drawn.contains(" wins"), "{drawn}");
        assert!(drawn.ends_with("\u{1b}[?7h\u{1b}[?25h"), "{drawn}");
        assert!(
            after.contains("X wins\r\n1212121\r\n") && after.contains(" icanon ") && after.contains(" echo "),
            "{after}"
        );
    }
    let Some(screen) = on_a_terminal(&format!("NO_COLOR=1 {play}"), "21q") else { return };
    assert!(screen.contains("*X*") && !screen.contains('●') && !screen.contains("[38;5"), "{screen}");
}

/// Waits for the end of a program that should end by itself.
#[cfg(unix)]
fn ends(mut child: Child) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it is ours") {
            return status;
        }
        if started.elapsed() > Duration::from_secs(10) {
            child.kill().expect("it is ours");
            panic!("it goes on and on");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_closes_ends_the_game() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    for seats in [["--with", "none"], ["--first", "engine"]] {
        let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a pseudo-terminal");
        grantpt(&person).and_then(|()| unlockpt(&person)).expect("it is ours");
        let name = ptsname(&person, Vec::new()).expect("it has a name").into_string().expect("ASCII");
        let side = || std::fs::OpenOptions::new().read(true).write(true).open(&name).expect("a terminal");
        let mut command = Command::new(KIBITZER);
        command.args(["play", "connect4"]).args(seats);
        let child = command.stdin(side()).stdout(side()).stderr(side()).spawn().expect("it starts");
        drop(command);
        let mut person = std::fs::File::from(person);
        let mut seen: Vec<u8> = Vec::new();
        while !seen.windows(8).any(|bytes| bytes == b"\x1b[?1049h") {
            let mut bytes = [0; 256];
            let count = person.read(&mut bytes).expect("it draws");
            seen.extend(&bytes[..count]);
        }
        drop(person);
        // Nobody signals a program whose terminal is not the one that controls it.
        assert_eq!(ends(child).code(), Some(1), "{seats:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_game_of_lines() {
    // At the prompt, and while the engine thinks.
    for (engine, line, expected) in
        [("random", "", "1 2 3 4 5 6 7"), ("mcts", "4\n", "1 2 3 4 5 6 7"), ("random", "4\n", "the engine plays ")]
    {
        let mut command = Command::new(KIBITZER);
        command.args(["play", "connect4", "--with", engine, "--max-time", "1h"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(line.as_bytes()).expect("it reads");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut seen = String::new();
        while !seen.contains(expected) {
            assert!(output.read_line(&mut seen).expect("text") > 0, "{seen}");
        }
        std::thread::sleep(Duration::from_millis(300));
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
        assert!(kill.success());
        let status = ends(child);
        assert_eq!(status.code(), Some(0), "{engine}, {line:?}: {seen}");
        output.read_to_string(&mut seen).expect("text");
        assert_eq!(seen.contains("the engine plays"), expected == "the engine plays ", "{seen}");
        drop(input);
    }
}
