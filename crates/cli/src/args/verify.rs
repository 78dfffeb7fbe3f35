//! The arguments of `kibitzer verify`.

use clap::Args;
use kibitzer_catalog::GameSpec;

use super::{Format, game};

/// Replay moves: are they legal, and do they end in the goal?
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct VerifyArgs {
    /// The game, with options after a colon: birds, birds:rows=5,cols=5.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    /// The position to start from, in quotes.
    pub(crate) position: String,
    /// The moves, separated by spaces or commas, in one argument or many.
    #[arg(required = true)]
    pub(crate) moves: Vec<String>,
    /// How to write the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer verify birds \"8C 7S / 2D 8D\" \"7S-8C 8D-2D 8D-7S\"
  kibitzer verify birds \"8C 7S / 2D 8D\" 7S-8C 8D-2D --format json

The exit status is 0 whatever the verdict, 2 if the position or a move cannot
be read.";
