//! The arguments of `kibitzer train`.

use std::path::PathBuf;

use clap::Args;
use kibitzer_catalog::GameSpec;

use super::{Seeds, TableArgs, ThreadArgs, game};

/// Make examples from deals, judge ways to learn from them, and fit the models that searches use.
///
/// From each deal a random child that can be won is followed to the end; the deal is kept, and where children are of
/// both kinds, all of them. Each way to learn is judged by cross-validation: the deals are divided into parts, and each
/// part is judged by a model that has not seen it. Same command, same models.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TrainArgs {
    /// The game: birds.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    /// The deals to make examples of: 0..1000.
    #[arg(long, value_name = "A..B", required_unless_present_any = ["examples", "with"])]
    pub(crate) seeds: Option<Seeds>,
    /// Read the examples from a file that --keep wrote.
    #[arg(long, value_name = "FILE", conflicts_with = "seeds")]
    pub(crate) examples: Option<PathBuf>,
    /// Write the examples to a file, as comma-separated values.
    #[arg(long, value_name = "FILE")]
    pub(crate) keep: Option<PathBuf>,
    /// A way to learn, with options after a colon; several may be named. `help` lists them.
    #[arg(long, value_name = "MODEL")]
    pub(crate) with: Vec<String>,
    /// Divide the deals into so many parts.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(2..=1000))]
    pub(crate) folds: u16,
    /// Fit the models of the searches lr, lr+dfs, lr8+dfs, lr16+dfs and learned-dfs, and write them to a file. It is read
    /// by the option --models of other commands.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer train birds --with help
  kibitzer train birds --seeds 0..100 --with logistic --with tree:depth=4
  kibitzer train birds --seeds 0..100 --keep examples.csv --out my.models
  kibitzer train birds --examples examples.csv --with bayes --format json
  kibitzer race birds --seeds 1000..1020 --with lr --with learned-dfs --models my.models";
