//! Running the binary and looking at what came out.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The binary under test.
pub(crate) const KIBITZER: &str = env!("CARGO_BIN_EXE_kibitzer");

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs a command line to its end.
pub(crate) fn kibitzer(args: &[&str]) -> Outcome {
    feed(args, b"")
}

/// Runs a command line with something on standard input.
pub(crate) fn feed(args: &[&str], input: &[u8]) -> Outcome {
    let mut command = Command::new(KIBITZER);
    command.args(args);
    finish(&mut command, input)
}

/// Runs a line of shell in a folder, with the binary on the path.
pub(crate) fn shell(line: &str, folder: &Path) -> Outcome {
    let binaries = Path::new(KIBITZER).parent().expect("a binary is in a folder");
    let mut path = binaries.as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut command = Command::new("bash");
    command.args(["-o", "pipefail", "-c", line]).current_dir(folder).env("PATH", path);
    finish(&mut command, b"")
}

/// Runs a command to its end, with something on standard input.
pub(crate) fn finish(command: &mut Command, input: &[u8]) -> Outcome {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the binary starts");
    // A run that fails early does not read its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("the run ends");
    let text = |bytes| String::from_utf8(bytes).expect("all output is UTF-8");
    Outcome { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

impl Outcome {
    /// What is on standard output of a run that did its work.
    pub(crate) fn good(self) -> String {
        assert_eq!(self.status, Some(0), "{self:?}");
        self.out
    }

    /// What is on standard error of a run that was asked for the impossible: nothing else came out.
    pub(crate) fn misused(self) -> String {
        assert_eq!((self.status, self.out.as_str()), (Some(2), ""), "{self:?}");
        assert!(self.err.starts_with("error: "), "{self:?}");
        assert!(self.err.contains("--help'"), "{self:?}");
        assert_eq!(self.err.lines().filter(|line| line.starts_with("error")).count(), 1, "{self:?}");
        self.err
    }
}

/// The text with every duration replaced, so that the rest can be compared.
pub(crate) fn timeless(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for line in &mut lines {
        if let Some((before, after)) = line.split_once("\"micros\":") {
            let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
            *line = format!("{before}\"micros\":0{rest}");
        } else if let Some((before, _)) = line.split_once(" expanded in ") {
            *line = format!("{before} expanded in no time");
        }
    }
    lines.join("\n")
}
