//! The arguments of `kibitzer deal`.

use clap::Args;
use kibitzer_catalog::GameSpec;

use super::{Format, game};

/// Print a position.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DealArgs {
    /// The game, with options after a colon: birds, birds:rows=5,cols=5.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    #[arg(long, value_name = "N", help = "The number of the deal, for birds that of FreeCell [default: at random]")]
    pub(crate) seed: Option<u64>,
    /// From this deal on, the first one that is proved solvable.
    #[arg(long)]
    pub(crate) solvable: bool,
    /// How to write it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer deal birds --seed 80431
  kibitzer deal birds:rows=5,cols=5 --seed 1
  kibitzer deal birds --seed 1 --solvable --format json

The position goes to standard output, everything else to standard error, so
  kibitzer deal birds --solvable | kibitzer solve birds -
works.";
