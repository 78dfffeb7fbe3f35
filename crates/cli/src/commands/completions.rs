//! `kibitzer completions`: scripts that complete commands and options in a shell.

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::output::print;

/// Prints the script.
pub(crate) fn run(args: &CompletionsArgs) -> anyhow::Result<()> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "kibitzer", &mut script);
    print(script)
}
