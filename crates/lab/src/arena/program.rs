//! A program that speaks the line protocol, at the other end of two pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use kibitzer_catalog::Budget;

/// A line longer than this is no answer.
const LONGEST_LINE: u64 = 64 * 1024;

/// How often a wait looks whether it should end.
const GLANCE: Duration = Duration::from_millis(20);

/// How long a program that closed its output may take to end.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running program. It is ended, with all that it started, when this is dropped.
pub(super) struct Program {
    child: Child,
    input: ChildStdin,
    /// What it prints, line by line; the end when it prints no more.
    lines: Receiver<Vec<u8>>,
}

impl Program {
    /// Starts it, or says why that is impossible.
    pub(super) fn start(words: &[String]) -> Result<Program, String> {
        let (name, args) = words.split_first().ok_or("no program is named")?;
        let mut command = Command::new(name);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A group of its own can be ended as a whole.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|problem| format!("it does not start: {problem}"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = sync_channel(256);
        if let Some(output) = output {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                loop {
                    let mut line = Vec::new();
                    let read = output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
                    // The end of the output, or of the wish to read it.
                    if !matches!(read, Ok(1..)) || sender.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        match input {
            Some(input) => Ok(Program { child, input, lines }),
            None => Err("it has no standard input".to_string()),
        }
    }

    /// Its move in a position; nothing if the wait was cancelled; or what it did wrong.
    pub(super) fn ask(
        &mut self,
        position: &str,
        budget: Budget,
        patience: Duration,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Option<String>, String> {
        let question = format!("position {position}\n{}\n", go(budget));
        if self.input.write_all(question.as_bytes()).and_then(|()| self.input.flush()).is_err() {
            return Err(self.farewell());
        }
        let allowed = budget.time.unwrap_or_default().saturating_add(patience);
        let started = Instant::now();
        loop {
            if is_cancelled() {
                return Ok(None);
            }
            match self.lines.recv_timeout(GLANCE) {
                Ok(line) => {
                    let line = String::from_utf8_lossy(&line);
                    let line = line.trim();
                    match line.split_once(' ').unwrap_or((line, "")) {
                        ("bestmove", mv) => return Ok(Some(mv.trim().to_string())),
                        ("info" | "readyok", _) => {}
                        _ => return Err(format!("it answered '{}'", shortened(line))),
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.farewell()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            // Whoever chatters without end is as late as whoever is silent.
            if started.elapsed() > allowed {
                return Err(format!("no move after {:.1?}", started.elapsed()));
            }
        }
    }

    /// How it ended, of a program that does not listen or speak any more.
    fn farewell(&mut self) -> String {
        let started = Instant::now();
        while started.elapsed() < FAREWELL {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("it ended: {}", told(status)),
                Ok(None) => thread::sleep(GLANCE),
                Err(problem) => return format!("it is lost: {problem}"),
            }
        }
        "it closed its pipes".to_string()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            // It may have ended already.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The words that ask for a move within limits.
fn go(budget: Budget) -> String {
    let playouts = budget.nodes.map(|nodes| format!(" playouts {nodes}")).unwrap_or_default();
    let time = budget.time.map(|time| format!(" time {}ms", time.as_millis().max(1))).unwrap_or_default();
    format!("go{playouts}{time}")
}

fn told(status: ExitStatus) -> String {
    status.to_string()
}

/// As much of a line as a message can bear.
fn shortened(line: &str) -> String {
    const MOST: usize = 40;
    let plain: String = line.chars().take(MOST).map(|c| if c.is_control() { '?' } else { c }).collect();
    if line.chars().count() > MOST { plain + "..." } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(script: &str) -> Program {
        Program::start(&["sh", "-c", script].map(str::to_string)).expect("a shell")
    }

    fn ask(program: &mut Program) -> Result<Option<String>, String> {
        let budget = Budget { nodes: Some(5), ..Budget::default() };
        program.ask("4453", budget, Duration::from_millis(300), &|| false)
    }

    #[test]
    fn a_program_is_asked_in_the_words_of_the_protocol() {
        let echo = r#"while read -r line; do case "$line" in "position 4453") read -r go; [ "$go" = "go playouts 5" ] &&
            echo info playouts 5 && echo bestmove 7;; esac; done"#;
        let mut program = program(echo);
        assert_eq!(ask(&mut program), Ok(Some("7".to_string())));
        assert_eq!(ask(&mut program), Ok(Some("7".to_string())));
        assert_eq!(program.ask("44", Budget::default(), Duration::MAX, &|| true), Ok(None));
    }

    #[test]
    fn whatever_goes_wrong_is_told() {
        assert_eq!(ask(&mut program("exit 3")), Err("it ended: exit status: 3".to_string()));
        assert_eq!(ask(&mut program("exec >&-; sleep 60")), Err("it closed its pipes".to_string()));
        assert_eq!(ask(&mut program("read line; echo 'good morning'")), Err("it answered 'good morning'".to_string()));
        assert!(ask(&mut program("sleep 60")).is_err_and(|says| says.starts_with("no move after ")));
        assert!(ask(&mut program("yes info")).is_err_and(|says| says.starts_with("no move after ")));
        let says = ask(&mut program("head -c 200000 /dev/zero; sleep 60"));
        assert!(says.is_err_and(|says| says.starts_with("it answered '????")));
        let missing = Program::start(&["/nowhere/engine".to_string()]).err();
        assert!(missing.is_some_and(|says| says.starts_with("it does not start: ")));
    }

    #[test]
    fn nothing_that_it_started_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("pid");
        let script = format!("sleep 60 & echo $! > {}; read line; wait", file.display());
        let mut program = program(&script);
        assert!(ask(&mut program).is_err());
        drop(program);
        let pid = std::fs::read_to_string(&file).expect("the number of the process");
        let state = || std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        let is_gone = || state().is_empty() || state().contains(") Z ");
        // A signal takes its time to arrive.
        let patience = Instant::now() + Duration::from_secs(10);
        while !is_gone() {
            assert!(Instant::now() < patience, "{}", state());
            thread::sleep(GLANCE);
        }
    }
}
