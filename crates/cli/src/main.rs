#![doc = include_str!("../README.md")]

mod args;
mod commands;
mod failure;
mod input;
mod interrupt;
mod json;
mod output;
mod style;
mod terminal;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;

use args::Cli;

fn main() -> ExitCode {
    report_panics();
    let cli = match Cli::try_parse_from(args::shield_positions(std::env::args_os())) {
        Ok(cli) => cli,
        Err(message) => {
            let message = failure::advise(message);
            // A closed pipe is no reason to complain about the help text; a full disk is.
            let is_lost = message.print().is_err_and(|error| error.kind() != ErrorKind::BrokenPipe);
            return ExitCode::from(if message.use_stderr() { 2 } else { u8::from(is_lost) });
        }
    };
    let Some(command) = cli.command else {
        return failure::conclude(commands::welcome(), "kibitzer --help");
    };
    let help = format!("kibitzer {} --help", command.name());
    failure::conclude(commands::run(command), &help)
}

/// A broken promise of ours ends the program with one line that a person can pass on.
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        terminal::restore();
        let payload = panic.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let message = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
        let place = panic.location().map(|place| format!(" at {}:{}", place.file(), place.line())).unwrap_or_default();
        let address = env!("CARGO_PKG_REPOSITORY");
        let line = format!("internal error: {message}{place}; please report it at {address}/issues\n");
        // Nothing can be done if standard error is closed.
        let _ = std::io::stderr().write_all(line.as_bytes());
        std::process::exit(1);
    }));
}
