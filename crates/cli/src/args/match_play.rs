//! The arguments of `kibitzer match`.

use std::path::PathBuf;

use clap::Args;
use kibitzer_catalog::GameSpec;

use super::{Count, Span, TableArgs, ThoughtArgs, ThreadArgs, game};

/// Let two engines play each other.
///
/// Games come in pairs: the same opening, made of random moves, and each side begins once. Prints wins, draws and
/// losses, the score, and the difference in Elo with its 95% interval, for which a pair counts as one sample. Without
/// any limit a move takes a second at most. Games repeat from the seed, unless time limits the moves.
///
/// A side may be a program that speaks the line protocol of `kibitzer engine`; it is started for each game. If it
/// crashes, is silent for too long, or answers with anything but a legal move, it loses that game; after three such
/// games in a row the match ends with exit status 1. Ctrl-C ends the match, too; what was played is printed.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MatchArgs {
    /// The game, with options after a colon: connect4, yavalath.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    /// One side: an engine with options after a colon, or 'program:PATH ARGUMENTS'. `kibitzer analyze GAME start
    /// --with help` lists the engines.
    #[arg(long, value_name = "SPEC")]
    pub(crate) a: String,
    /// The other side.
    #[arg(long, value_name = "SPEC")]
    pub(crate) b: String,
    /// How many games.
    #[arg(long, value_name = "N", default_value = "100")]
    pub(crate) games: Count,
    /// How many moves of an opening are made at random.
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub(crate) openings: u32,
    /// Where the openings come from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// How long a program may be silent beyond the time of a move.
    #[arg(long, value_name = "TIME", default_value = "10s")]
    pub(crate) patience: Span,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Write the games to this file, one JSON object a line.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) limits: ThoughtArgs,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer match connect4 --a alpha-beta:depth=4 --b random --games 20
  kibitzer match connect4 --a alpha-beta:depth=3 --b alpha-beta:depth=2 --games 20 --out games.jsonl
  kibitzer match yavalath --a uct --b mcts --games 4 --playouts 200
  kibitzer match connect4 --a random --b 'program:kibitzer engine connect4' --games 2 --playouts 100 --format json";
