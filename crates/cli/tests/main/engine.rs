//! `kibitzer engine`: the line protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::run::{KIBITZER, feed, kibitzer};

/// Long enough for the slowest machine, short enough to notice that nothing comes.
const PATIENCE: Duration = Duration::from_secs(30);

fn ask(args: &[&str], lines: &str) -> Vec<String> {
    let out = feed(&[&["engine", "connect4"], args].concat(), lines.as_bytes()).good();
    out.lines().map(str::to_string).collect()
}

struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        let mut command = Command::new(KIBITZER);
        let mut child = command
            .args(["engine", "connect4"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let (input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Engine { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    fn next(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("it answers")
    }

    /// The first line that is not an info.
    fn answer(&self) -> String {
        loop {
            let line = self.next();
            if !line.starts_with("info ") {
                return line;
            }
        }
    }
}

#[test]
fn a_limited_search_answers_and_repeats() {
    let run = || ask(&[], "position 445566\ngo playouts 1000\n");
    let answer = run();
    let last = answer.last().expect("an answer");
    assert!(["bestmove 3", "bestmove 7"].contains(&last.as_str()), "{answer:?}");
    let info = &answer[answer.len() - 2];
    assert!(
        info.starts_with("info playouts ") && info.contains(" value 1.000 proved win ") && info.contains(" pv "),
        "{info}"
    );
    assert_eq!(last, run().last().expect("an answer"));
    let timed = ask(&["--with", "mcts:seed=5"], "position start\ngo time 50ms\n");
    assert!(timed.last().is_some_and(|line| line.starts_with("bestmove ")), "{timed:?}");
}

#[test]
fn what_it_does_not_understand_is_an_error_line() {
    let lines = "hello\nposition 4444444\ngo depth 3\ngo playouts\ngo playouts 0\ngo time 200ms playouts 0\ngo nodes 5 time 0s\ngo playouts 0 nodes 5\ngo time soon\n\nposition 4455667\ngo\n\u{ff}\nisready\n";
    let answers = ask(&["--with", "alpha-beta:depth=2"], lines);
    let mut errors = answers.iter().filter(|line| line.starts_with("error "));
    for expected in [
        "error there is no word 'hello', only position, go, stop, isready and quit",
        "error position: move 7: column 4 is full",
        "error go: there is no 'depth', only playouts, nodes and time",
        "error go: there is no value after 'playouts'",
        "error go playouts: nothing can be said without any thought; allow more than 0",
        "error go playouts: nothing can be said without any thought; allow more than 0",
        "error go time: nothing can be said without any thought; allow more than 0",
        "error go playouts: nothing can be said without any thought; allow more than 0",
        "error go time: 'soon' is not a time such as 10s, 500ms or 2m",
        "error there is no word '\u{ff}', only position, go, stop, isready and quit",
    ] {
        assert_eq!(errors.next().map(String::as_str), Some(expected), "{answers:?}");
    }
    assert_eq!(errors.next(), None);
    assert!(answers.contains(&"bestmove none".to_string()) && answers.contains(&"readyok".to_string()), "{answers:?}");
}

#[test]
fn after_a_refused_position_it_plays_no_other_game() {
    let refused = "error go: the last position was refused; name another";
    let answers = ask(
        &["--with", "alpha-beta:depth=2"],
        "position 445566\nposition 44556x\ngo playouts 9\ngo\nisready\nposition 445566\ngo playouts 9\nposition\ngo\n",
    );
    let told: Vec<_> = answers.iter().filter(|line| !line.starts_with("info ")).collect();
    assert!(told[0].starts_with("error position: ") && told[5].starts_with("error position: "), "{told:?}");
    assert_eq!([told[1], told[2], told[3], told[6]], [refused, refused, "readyok", refused], "{told:?}");
    assert!(["bestmove 3", "bestmove 7"].contains(&told[4].as_str()) && told.len() == 7, "{told:?}");
    // Before any position is named, the board is empty.
    assert!(ask(&["--with", "random"], "go playouts 1\n").iter().any(|line| line.starts_with("bestmove ")));
}

#[test]
fn it_listens_while_it_thinks() {
    let mut engine = Engine::start();
    engine.say("position 44\ngo");
    assert!(engine.next().starts_with("info playouts "));
    engine.say("isready");
    assert_eq!(engine.answer(), "readyok");
    engine.say("go\nposition 445");
    assert_eq!(engine.answer(), "error it is thinking already");
    assert_eq!(engine.answer(), "error it is thinking: stop it before another position");
    engine.say("stop");
    assert!(engine.answer().starts_with("bestmove "));
    engine.say("stop\nisready");
    assert_eq!(engine.answer(), "readyok");
    engine.say("go playouts 100");
    assert_eq!(engine.answer(), "error go: the last position was refused; name another");
    engine.say("position 443\ngo playouts 100");
    assert!(engine.answer().starts_with("bestmove "));
    engine.say("go");
    assert!(engine.next().starts_with("info "));
    let started = Instant::now();
    engine.say("quit");
    assert!(engine.child.wait().expect("it ends").success());
    assert!(started.elapsed() < Duration::from_secs(5), "it quits at once");
}

#[test]
fn the_end_of_input_ends_an_endless_search() {
    let mut engine = Engine::start();
    engine.say("go");
    assert!(engine.next().starts_with("info "));
    drop(engine.input);
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn a_reader_who_leaves_ends_it_quietly() {
    let mut command = Command::new(KIBITZER);
    command.args(["engine", "connect4"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    drop(child.stdout.take());
    child.stdin.as_mut().expect("a pipe").write_all(b"go\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn a_full_tree_and_one_that_was_kept_are_told() {
    let answers = ask(&["--with", "mcts", "--max-memory", "1MiB"], "position start\ngo playouts 100k\n");
    let info = &answers[answers.len() - 2];
    assert!(info.contains(" full pv ") && !info.contains(" kept "), "{info}");
    let mut engine = Engine::start();
    engine.say("position start\ngo playouts 2000");
    assert!(engine.answer().starts_with("bestmove "));
    engine.say("position 44\ngo playouts 100");
    let info = engine.next();
    let words: Vec<_> = info.split(' ').collect();
    let kept = words.iter().position(|word| *word == "kept").map(|place| words[place + 1].parse::<u64>());
    assert!(matches!(kept, Some(Ok(1..))) && !info.contains(" full"), "{info}");
}

#[test]
fn wrong_options_are_named() {
    assert!(kibitzer(&["engine", "connect4", "--with", "magic"]).misused().starts_with("error: --with: there is no"));
    assert!(kibitzer(&["engine", "connect4", "--max-memory", "0"]).misused().starts_with("error: --max-memory: "));
}

/// A script that is piped in gets all its answers, though it does not wait for any.
#[test]
fn a_script_is_answered_line_by_line() {
    let script = "position 4453\ngo playouts 500\nposition start\ngo playouts 500\nquit\n";
    let spoken = crate::run::feed(&["engine", "connect4", "--with", "mcts"], script.as_bytes()).good();
    assert!(!spoken.contains("error"), "{spoken}");
    assert_eq!(spoken.lines().filter(|line| line.starts_with("bestmove ")).count(), 2, "{spoken}");
    assert_eq!(spoken.lines().filter(|line| line.starts_with("info playouts 500 ")).count(), 2, "{spoken}");
}
