//! The arguments of `kibitzer play`.

use clap::{Args, ValueEnum};
use kibitzer_catalog::GameSpec;

use super::{ShuffleArgs, ThoughtArgs, With, game};

/// Play at the terminal: against an engine, or alone if the game is a puzzle.
///
/// On a terminal the board is drawn in place and keys play: arrows and enter, or the name of a move; u takes back, h is
/// a hint, t shows threats, ? lists the rest. Otherwise commands are read one a line: a move, undo, hint, moves, threats,
/// opinion, resign, redeal, new, quit. Without limits an engine takes as long as its level says, two seconds at most.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PlayArgs {
    /// The game, with options after a colon: connect4, yavalath, yavalath:swap=on, birds, gaps, gaps:redeals=2.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    /// Begin from this position.
    #[arg(value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// How strong the engine is: beginner, easy, medium, hard, ...; help lists them. Of a puzzle, how hard the deal is.
    #[arg(long, value_name = "LEVEL", conflicts_with = "with")]
    pub(crate) level: Option<String>,
    /// The engine by name, with options after a colon; none for two people, help lists them. Of a puzzle, who hints.
    #[arg(long, value_name = "ALGORITHM")]
    pub(crate) with: Option<With>,
    /// Who begins [default: me].
    #[arg(long, value_enum)]
    pub(crate) first: Option<First>,
    /// The deal of a puzzle, or the luck of an engine [default: at random].
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) shuffle: ShuffleArgs,
    #[command(flatten)]
    pub(crate) limits: ThoughtArgs,
}

/// Who makes the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum First {
    /// The person.
    Me,
    /// The engine.
    Engine,
    /// Whoever luck says.
    Random,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer play connect4
  kibitzer play connect4 --level easy --first engine
  kibitzer play connect4 --with none
  kibitzer play connect4 --level help
  kibitzer play yavalath
  kibitzer play yavalath:swap=on --level hard --first engine
  kibitzer play birds --seed 80431
  kibitzer play gaps:redeals=2 --seed 1";
