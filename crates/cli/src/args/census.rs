//! The arguments of `kibitzer census`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use kibitzer_catalog::GameSpec;
use kibitzer_lab::Finding;
use kibitzer_lab::census::Shard;

use super::section::TableArgs;
use super::{BudgetArgs, Seeds, ShuffleArgs, ThreadArgs, game};

/// Decide every deal of a range into Parquet files, resumably.
///
/// The folder gets one file for every 65,536 seeds (for every 256 of gaps), each with the seed, verdict, nodes, length, features and solution
/// of its deals; census.json, which says what the folder holds; and summary.json. The files depend on the game, the
/// range and the limits alone, not on threads or shards, unless --max-time cuts searches short. Stop it whenever you like, even with kill -9: the same
/// command continues, and no finished file is computed again. A wider range extends a census. A file that was cut
/// short or damaged is named and computed again.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CensusArgs {
    /// The game, with options after a colon: birds, birds:rows=5,cols=5, gaps, gaps:first=suit.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    #[command(flatten)]
    pub(crate) shuffle: ShuffleArgs,
    /// The deals: 0..1000, or 0..=1000 to include the end.
    #[arg(long, value_name = "A..B")]
    pub(crate) seeds: Seeds,
    /// The folder, which is made if need be.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Compute only every N-th file, from the I-th on: 1/4 to 4/4 on four machines, or at the same time in one folder.
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    pub(crate) shard: Shard,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// When all is decided, print the seeds with this verdict, one a line, in place of the summary.
    #[arg(long, value_enum, value_name = "VERDICT", conflicts_with_all = ["verify", "format", "into"])]
    pub(crate) list: Option<Listed>,
    /// When all is decided, read everything back: replay each solution, and prove some of the refutations again by
    /// plain search, of gaps by proofs that a checker reads. A damaged file is an error and stays as it is.
    #[arg(long, conflicts_with_all = ["format", "into"])]
    pub(crate) verify: bool,
    /// With --verify: prove N refutations again, of those that need a search. Each takes seconds to a minute.
    #[arg(long, value_name = "N", default_value_t = 5, requires = "verify")]
    pub(crate) sample: usize,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
}

/// The verdicts that can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listed {
    Solved,
    Unsolvable,
    Unknown,
}

impl From<Listed> for Finding {
    fn from(listed: Listed) -> Finding {
        match listed {
            Listed::Solved => Finding::Solved,
            Listed::Unsolvable => Finding::Unsolvable,
            Listed::Unknown => Finding::Unknown,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  kibitzer census birds --seeds 0..=1000 --out birds-census
  kibitzer census birds --seeds 0..=1000 --out birds-census --list unsolvable
  kibitzer census birds --seeds 0..=1000 --out birds-census --verify
  kibitzer census birds --seeds 0..=2000 --out birds-census --shard 1/2
  kibitzer census birds --seeds 0..=1000 --out birds-census --format markdown
  kibitzer census gaps:cols=5 --seeds 0..100 --out gaps-census --max-nodes 100k

In Python: pandas.read_parquet(glob.glob(\"birds-census/*.parquet\")).

The exit status is 0 when all was decided, or checked and found right; 1 if
the folder cannot be used or a check fails; 2 if the options are wrong or the
folder holds another census.";
