//! The commands, one file each.

mod census;
mod completions;
mod deal;
mod man;
mod race;
mod solve;
mod table;
mod verify;
mod welcome;

use crate::args::Command;

pub(crate) use welcome::welcome;

/// Does what was asked.
pub(crate) fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Deal(args) => deal::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Race(args) => race::run(&args),
        Command::Census(args) => census::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}
