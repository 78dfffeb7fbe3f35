//! Failures that know their exit status.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use thiserror::Error;

/// The input or the options are wrong: exit status 2, and a hint at the help. Anything else that fails is status 1.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct Misuse(String);

/// An error for wrong input or options; `message` names the place.
pub(crate) fn misuse(message: impl Display) -> anyhow::Error {
    Misuse(message.to_string()).into()
}

/// Reports how a command ended. `help` is the command line that shows its help.
pub(crate) fn conclude(outcome: anyhow::Result<()>, help: &str) -> ExitCode {
    let Err(error) = outcome else { return ExitCode::SUCCESS };
    if is_closed_pipe(&error) {
        return ExitCode::SUCCESS;
    }
    // Nothing can be done if standard error is closed as well.
    let mut stderr = io::stderr().lock();
    let is_misuse = error.is::<Misuse>();
    let _ = io::Write::write_fmt(&mut stderr, format_args!("error: {error:#}\n"));
    if is_misuse {
        let _ = io::Write::write_fmt(&mut stderr, format_args!("\nFor more information, try '{help}'.\n"));
    }
    ExitCode::from(if is_misuse { 2 } else { 1 })
}

/// Whether whoever read our output has stopped reading.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_errors = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    io_errors.into_iter().any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
