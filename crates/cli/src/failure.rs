//! Failures that know their exit status.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
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
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_errors = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    io_errors.into_iter().any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Adds what clap cannot know to its message: a word too many is mostly a position without quotes.
pub(crate) fn advise(mut message: clap::Error) -> clap::Error {
    let is_word = |value: &ContextValue| matches!(value, ContextValue::String(word) if !word.starts_with('-'));
    if message.kind() == ErrorKind::UnknownArgument && message.get(ContextKind::InvalidArg).is_some_and(is_word) {
        let tip = "a position with spaces goes in quotes, as one argument".into();
        message.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    message
}
