//! The commands, one file each.

mod algorithms;
mod analyze;
mod census;
mod completions;
mod deal;
mod engine;
mod man;
mod match_play;
mod openings;
mod play;
mod puzzles;
mod race;
mod reproduce;
mod serve;
mod solve;
mod study;
mod suite;
mod table;
mod train;
mod tune;
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
        Command::Analyze(args) => analyze::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Match(args) => match_play::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Openings(args) => openings::run(&args),
        Command::Suite(args) => suite::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Study(args) => study::run(&args),
        Command::Race(args) => race::run(&args),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Census(args) => census::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}
