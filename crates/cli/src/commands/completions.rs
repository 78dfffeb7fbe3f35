//! `kibitzer completions`: scripts that complete commands and options in a shell.

use std::io::{Write, stdout};

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};

/// Prints the script.
pub(crate) fn run(args: &CompletionsArgs) -> anyhow::Result<()> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "kibitzer", &mut script);
    Ok(stdout().write_all(&script)?)
}
