//! The arguments of `kibitzer deal`.

use clap::{Args, ValueEnum};
use kibitzer_catalog::{GameSpec, Level};

use super::{Format, ShuffleArgs, game};

/// Print a position.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DealArgs {
    /// The game, with options after a colon: birds, birds:rows=5,cols=5, gaps, gaps:first=any.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    #[arg(long, value_name = "N", help = "The number of the deal, for birds that of FreeCell [default: at random]")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) shuffle: ShuffleArgs,
    /// From this deal on, the first one that is proved solvable.
    #[arg(long)]
    pub(crate) solvable: bool,
    /// From this deal on, the first one that is as hard as this for a person, and solvable.
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub(crate) level: Option<LevelWord>,
    /// How to write it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// How hard a deal is, as measured by letting a model of a person play it many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LevelWord {
    Easy,
    Medium,
    Hard,
    Expert,
}

impl From<LevelWord> for Level {
    fn from(word: LevelWord) -> Level {
        match word {
            LevelWord::Easy => Level::Easy,
            LevelWord::Medium => Level::Medium,
            LevelWord::Hard => Level::Hard,
            LevelWord::Expert => Level::Expert,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  kibitzer deal birds --seed 80431
  kibitzer deal birds:rows=5,cols=5 --seed 1
  kibitzer deal birds --seed 1 --solvable --format json
  kibitzer deal birds --seed 1 --level easy
  kibitzer deal gaps --seed 1
  kibitzer deal gaps:first=any,cols=5 --seed 1 --shuffle swaps:10

The position goes to standard output, everything else to standard error, so
  kibitzer deal birds --solvable | kibitzer solve birds -
works.";
