//! The arguments of `kibitzer completions` and `kibitzer man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// Print a completion script for a shell.
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: Shell,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  kibitzer completions bash > kibitzer.bash
  kibitzer completions fish > kibitzer.fish

Where the file belongs: for bash ~/.local/share/bash-completion/completions/kibitzer,
for fish ~/.config/fish/completions/, for zsh any folder of $fpath, as _kibitzer.";

/// Print the manual page, or write all of them.
#[derive(Debug, Args)]
#[command(after_help = MAN_EXAMPLES)]
pub(crate) struct ManArgs {
    /// Write the pages of all commands to this folder, which is made if need be.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

const MAN_EXAMPLES: &str = "\
Examples:
  kibitzer man > kibitzer.1
  kibitzer man --out man1

To read them with man, write them to ~/.local/share/man/man1.";
