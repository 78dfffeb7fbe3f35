//! What can be typed, as typed values. The arguments of a command are in the file of its name.

mod analyze;
mod census;
mod deal;
mod engine;
mod match_play;
mod openings;
mod pages;
mod play;
mod plot_file;
mod puzzles;
mod quantities;
mod race;
mod reproduce;
mod section;
mod serve;
mod solve;
mod study;
mod suite;
mod train;
mod tune;
mod verify;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use kibitzer_catalog::{Budget, GameSpec, PuzzleRoom};
use kibitzer_lab::measure::ModelFile;
use kibitzer_lab::parallel::all_cores;
pub(crate) use kibitzer_lab::seeds::Seeds;

use crate::failure::misuse;

pub(crate) use analyze::AnalyzeArgs;
pub(crate) use census::CensusArgs;
pub(crate) use deal::{DealArgs, LevelWord};
pub(crate) use engine::EngineArgs;
pub(crate) use match_play::MatchArgs;
pub(crate) use openings::OpeningsArgs;
pub(crate) use pages::{CompletionsArgs, ManArgs};
pub(crate) use play::{First, PlayArgs};
pub(crate) use plot_file::{PlotFile, PlotKind};
pub(crate) use puzzles::{PuzzleWord, PuzzlesArgs};
pub(crate) use quantities::{Bytes, Count, Span};
pub(crate) use race::RaceArgs;
pub(crate) use reproduce::ReproduceArgs;
pub(crate) use section::{TableArgs, TableFormat};
pub(crate) use serve::ServeArgs;
pub(crate) use solve::{SolveArgs, With};
pub(crate) use study::StudyArgs;
pub(crate) use suite::SuiteArgs;
pub(crate) use train::TrainArgs;
pub(crate) use tune::TuneArgs;
pub(crate) use verify::VerifyArgs;

/// Fast, exact and honest search for games.
///
/// Every verdict is one of three: solved, with moves that were replayed; unsolvable, which is always a proof; or
/// unknown, with the limit that was reached. Same command, same counts, whatever the number of threads.
#[derive(Debug, Parser)]
#[command(name = "kibitzer", version, subcommand_required = false, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer deal birds --seed 80431
  kibitzer solve birds --seed 80431
  kibitzer solve birds \"8C 7S / 2D 8D\"
  kibitzer analyze connect4 4453
  kibitzer play connect4
  kibitzer play yavalath";

/// The commands, one file each in `commands/`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Deal(DealArgs),
    Solve(SolveArgs),
    Verify(VerifyArgs),
    Analyze(AnalyzeArgs),
    Play(PlayArgs),
    Match(MatchArgs),
    Engine(EngineArgs),
    Openings(OpeningsArgs),
    Suite(SuiteArgs),
    Puzzles(PuzzlesArgs),
    Study(StudyArgs),
    Race(RaceArgs),
    Reproduce(ReproduceArgs),
    Serve(ServeArgs),
    Train(TrainArgs),
    Tune(TuneArgs),
    Census(CensusArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

impl Command {
    /// What is typed after `kibitzer`.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Command::Deal(_) => "deal",
            Command::Solve(_) => "solve",
            Command::Verify(_) => "verify",
            Command::Analyze(_) => "analyze",
            Command::Play(_) => "play",
            Command::Match(_) => "match",
            Command::Engine(_) => "engine",
            Command::Openings(_) => "openings",
            Command::Suite(_) => "suite",
            Command::Puzzles(_) => "puzzles",
            Command::Study(_) => "study",
            Command::Race(_) => "race",
            Command::Reproduce(_) => "reproduce",
            Command::Serve(_) => "serve",
            Command::Train(_) => "train",
            Command::Tune(_) => "tune",
            Command::Census(_) => "census",
            Command::Completions(_) => "completions",
            Command::Man(_) => "man",
        }
    }
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// The limits of one search.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits of each search; all hold at once")]
pub(crate) struct BudgetArgs {
    /// Expand at most N positions: 500000, 10k, 5M.
    #[arg(long = "max-nodes", value_name = "N")]
    pub(crate) nodes: Option<Count>,
    /// Take at most this long: 10s, 500ms, 2m.
    #[arg(long = "max-time", alias = "time", value_name = "TIME")]
    pub(crate) time: Option<Span>,
    /// Hold at most this much memory: 2GiB, 512MiB, 1GB.
    #[arg(long = "max-memory", value_name = "BYTES")]
    pub(crate) memory: Option<Bytes>,
}

impl BudgetArgs {
    /// The limits as searches take them.
    pub(crate) fn budget(self) -> Budget {
        Budget {
            nodes: self.nodes.map(|Count(nodes)| nodes),
            time: self.time.map(|Span(time)| time),
            bytes: self.memory.map(|Bytes(bytes)| bytes),
        }
    }
}

/// The limits of one search, playouts among them.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ThoughtArgs {
    /// Try at most N playouts, or positions where the search has no playouts: 10000, 50k.
    #[arg(long, value_name = "N", help_heading = "Limits of each search; all hold at once")]
    pub(crate) playouts: Option<Count>,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
}

impl ThoughtArgs {
    /// The limits as searches take them; `time` holds where there is no limit at all.
    pub(crate) fn budget(self, time: Option<Duration>) -> anyhow::Result<Budget> {
        let mut budget = self.budget.budget();
        let playouts = self.playouts.map(|Count(playouts)| playouts);
        for (option, is_zero) in [
            ("--playouts", playouts == Some(0)),
            ("--max-nodes", budget.nodes == Some(0)),
            ("--max-time", budget.time == Some(Duration::ZERO)),
            ("--max-memory", budget.bytes == Some(0)),
        ] {
            if is_zero {
                return Err(misuse(format!("{option}: nothing can be said without any thought; allow more than 0")));
            }
        }
        budget.nodes = [budget.nodes, playouts].into_iter().flatten().min();
        if budget == Budget::default() {
            budget.time = time;
        }
        Ok(budget)
    }
}

/// How many threads work on different positions at the same time.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ThreadArgs {
    /// Work on N positions at the same time [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// The number asked for, or one for each core.
    pub(crate) fn threads(self) -> NonZeroUsize {
        let asked = self.threads.and_then(|threads| NonZeroUsize::new(threads.into()));
        asked.unwrap_or_else(all_cores)
    }
}

/// Models of one's own.
#[derive(Clone, Debug, Args)]
pub(crate) struct ModelArgs {
    /// Let searches use the models of this file, which `kibitzer train --out` wrote.
    #[arg(long, value_name = "FILE")]
    models: Option<PathBuf>,
}

impl ModelArgs {
    /// Whether a file was named.
    pub(crate) fn is_given(&self) -> bool {
        self.models.is_some()
    }

    /// The file, if there is one, once the room has tried it on.
    pub(crate) fn read(&self, room: &mut dyn PuzzleRoom) -> anyhow::Result<Option<ModelFile>> {
        let Some(path) = &self.models else { return Ok(None) };
        let cannot = |problem| misuse(format!("--models: cannot read {}: {problem}", path.display()));
        let text = std::fs::read_to_string(path).map_err(cannot)?;
        let models = ModelFile { name: path.display().to_string(), text };
        models.hand_to(room).map_err(|problem| misuse(format!("--models: {problem:#}")))?;
        Ok(Some(models))
    }
}

/// How deals are shuffled.
#[derive(Clone, Debug, Args)]
pub(crate) struct ShuffleArgs {
    /// How gaps is dealt: full, swaps:N (swaps of a card with a gap, from the solved board), or legal:N (moves played
    /// backward, so that it can be won) [default: full].
    #[arg(long, value_name = "SHUFFLE")]
    shuffle: Option<String>,
}

impl ShuffleArgs {
    /// The game with this shuffle among its options.
    pub(crate) fn game(&self, game: GameSpec) -> anyhow::Result<GameSpec> {
        let Some(text) = &self.shuffle else { return Ok(game) };
        game.with_shuffle(text).map_err(|problem| misuse(format!("--shuffle: {problem}")))
    }

    /// The same where nothing may be dealt at all.
    pub(crate) fn game_of_deals(&self, game: GameSpec, is_dealt: bool) -> anyhow::Result<GameSpec> {
        match self.shuffle {
            Some(_) if !is_dealt => Err(misuse("--shuffle: a position lies as it lies; this is for deals by --seed")),
            _ => self.game(game),
        }
    }
}

/// Reads the name of a game for clap.
pub(crate) fn game(text: &str) -> Result<GameSpec, kibitzer_catalog::BadSpec> {
    text.parse()
}

/// A seed that the game deals, or an error that names the option.
pub(crate) fn checked_seed(room: &dyn PuzzleRoom, option: &str, seed: u64) -> anyhow::Result<u64> {
    let last = room.last_seed();
    if seed <= last { Ok(seed) } else { Err(misuse(format!("{option}: {seed} is not a seed: they end at {last}"))) }
}

/// Lets positions pass that begin with an empty cell, `--`, which would read as an option: a space in front, which
/// no parser of positions minds, makes them plain values. An option's name never starts with a space or a slash.
pub(crate) fn shield_positions(args: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    args.map(|arg| match arg.to_str() {
        Some(text) if begins_with_empty_cell(text) => format!(" {text}").into(),
        _ => arg,
    })
}

fn begins_with_empty_cell(text: &str) -> bool {
    text.strip_prefix("--").is_some_and(|rest| rest.starts_with(|c: char| c.is_whitespace() || c == '/'))
}
