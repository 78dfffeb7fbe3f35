//! The arguments of `kibitzer solve`.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use kibitzer_catalog::GameSpec;

use super::{BudgetArgs, Format, ModelArgs, Seeds, ShuffleArgs, ThreadArgs, game};

/// Decide positions: solved, unsolvable (a proof), or unknown and why.
///
/// Of a game for two: win, draw or loss for the side to move, always a proof, or unknown and why.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[group(id = "source", multiple = false, args = ["position", "seed", "seeds", "file"])]
pub(crate) struct SolveArgs {
    /// The game, with options after a colon: birds, birds:rows=5,cols=5, gaps, gaps:first=any, connect4, yavalath.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    /// A position in quotes, or - to read one position a line from standard input.
    #[arg(value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// The deal with this number.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// All deals of a range: 0..1000, or 0..=1000 to include the end.
    #[arg(long, value_name = "A..B")]
    pub(crate) seeds: Option<Seeds>,
    #[command(flatten)]
    pub(crate) shuffle: ShuffleArgs,
    /// One position a line; # starts a comment.
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// The search, with options after a colon; help lists them, the default first.
    #[arg(long, value_name = "ALGORITHM")]
    pub(crate) with: Option<With>,
    /// Insist on a solution that is proved to be a shortest one; without --with, by the first search that proves it.
    #[arg(long)]
    pub(crate) shortest: bool,
    /// Make solutions shorter before they are told, and say by how much; for games whose solutions differ in length.
    #[arg(long, conflicts_with = "shortest")]
    pub(crate) shorten: bool,
    #[command(flatten)]
    pub(crate) models: ModelArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Write a proof of the verdict to this file, for `kibitzer verify GAME --certificate FILE`; for one position.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seeds", "file"])]
    pub(crate) certificate: Option<PathBuf>,
    /// How to write the answers.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
}

/// Which search, or the wish to see them all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum With {
    /// List those that fit the game.
    Help,
    /// The text that names one.
    Search(String),
}

impl FromStr for With {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<With, Infallible> {
        Ok(if text == "help" { With::Help } else { With::Search(text.to_string()) })
    }
}

const EXAMPLES: &str = "\
Examples:
  kibitzer solve birds --seed 80431
  kibitzer solve birds \"8C 7S / 2D 8D\"
  kibitzer solve birds \"-- 8C / 7C 8Dx3\" --format json
  kibitzer solve birds --seeds 0..100 --threads 2
  kibitzer solve birds --seed 11 --with best-first:moves=2.5 --max-nodes 10k
  kibitzer solve birds:rows=5,cols=5 --seed 1 --with dfs --max-time 10s
  kibitzer solve birds --seed 10 --certificate deal-10.proof
  kibitzer solve birds --with help
  kibitzer solve gaps:first=any,rows=4,cols=5 --seed 3 --shuffle swaps:10
  kibitzer solve gaps \"2C 3C -- / -- 2H 3H\" --shortest
  kibitzer solve connect4 444444226226
  kibitzer solve yavalath:side=3 \"c3 a1 c5 e2 a3 c1 e3 b4\" --with alpha-beta

Results go to standard output in the order of the input, everything else to
standard error. The exit status is 0 whatever the verdict, 1 if the command
could not do its work, 2 if the input or the options are wrong.";
