//! The arguments of `kibitzer census`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use kibitzer_catalog::GameSpec;
use kibitzer_lab::Finding;
use kibitzer_lab::census::{Keep, Shard};

use super::section::TableArgs;
use super::{BudgetArgs, Seeds, ShuffleArgs, ThreadArgs, game};

/// Decide every deal of a range into Parquet files, resumably.
///
/// The folder gets one file for every 65,536 seeds (for every 256 of gaps), each with the seed, verdict, nodes, length, features and solution
/// of its deals, or with --keep unsolved of those without a solution; census.json, which says what the folder holds; and summary.json. The files depend on the game, the
/// range and the limits alone, not on threads or shards, unless --max-time cuts searches short. Stop it whenever you like, even with kill -9: the same
/// command continues, and no finished file is computed again. A wider range extends a census. A file that was cut
/// short or damaged is named and computed again.
///
/// Shards run on one machine or on many that share the folder. --status tells how far they are, --merge checks that every
/// seed is there once and counts them. --publish keeps what is small, --published reads it. On a cluster with Slurm, see docs/cluster.md and scripts/census-on-slurm.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CensusArgs {
    /// The game, with options after a colon: birds, birds:rows=5,cols=5, gaps, gaps:first=suit.
    #[arg(value_parser = game, required_unless_present_any = LOOKS)]
    pub(crate) game: Option<GameSpec>,
    #[command(flatten)]
    pub(crate) shuffle: ShuffleArgs,
    /// The deals: 0..1000, or 0..=1000 to include the end.
    #[arg(long, value_name = "A..B", required_unless_present_any = LOOKS)]
    pub(crate) seeds: Option<Seeds>,
    /// The folder, which is made if need be.
    #[arg(long, value_name = "DIR", required_unless_present_any = LOOKS)]
    pub(crate) out: Option<PathBuf>,
    /// Compute only every N-th file, from the I-th on: 1/4 to 4/4 on four machines, or at the same time in one folder.
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    pub(crate) shard: Shard,
    /// Which deals get rows: all of them, or only those without a solution. Then files are a thousand times smaller and
    /// hold 1,048,576 seeds each (256 of gaps); solutions are replayed as they are found, and counted.
    #[arg(long, value_enum, value_name = "DEALS", default_value = "all")]
    pub(crate) keep: Kept,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// When all is decided, print the seeds with this verdict, one a line, in place of the summary.
    #[arg(long, value_enum, value_name = "VERDICT", conflicts_with_all = ["verify", "format", "into"])]
    pub(crate) list: Option<Listed>,
    /// When all is decided, read everything back: replay each solution, and prove some of the refutations again by
    /// plain search, of gaps by proofs that a checker reads. Where solutions are not kept, some deals are decided again. A
    /// damaged file is an error and stays as it is.
    #[arg(long, conflicts_with_all = ["format", "into"])]
    pub(crate) verify: bool,
    /// With --verify: prove N refutations again, of those that need a search. Each takes seconds to a minute.
    #[arg(long, value_name = "N", default_value_t = 5, requires = "verify")]
    pub(crate) sample: usize,
    /// Decide nothing: check the options and make the folder, so that --status knows it before the first shard begins.
    #[arg(long, conflicts_with_all = ["shard", "list", "verify", "no_summary", "publish", "format", "into"])]
    pub(crate) prepare: bool,
    /// Decide only, and leave the summary to --merge, which reads everything once for all shards.
    #[arg(long, conflicts_with_all = ["list", "verify", "publish", "format", "into"])]
    pub(crate) no_summary: bool,
    /// When all is decided, also write what is worth keeping into a small folder: the summary, and the seeds that are
    /// unsolvable or unknown.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["shard", "list", "verify"])]
    pub(crate) publish: Option<PathBuf>,
    /// Tell what such a folder says: its summary, or with --list its seeds, or with --verify what becomes of 500 of them,
    /// of the deals beside them and of 2,000 others when they are decided again.
    #[arg(long, value_name = "DIR", conflicts_with_all = NEW_WORK, conflicts_with_all = ["out", "merge", "status"])]
    pub(crate) published: Option<PathBuf>,
    /// Tell how far the census in a folder is: deals and parts that are done, running and missing, rate, remaining time,
    /// and which shards are at work or waiting. Files are not opened, so this is quick and does not see damage.
    #[arg(long, value_name = "DIR", conflicts_with_all = NEW_WORK, conflicts_with_all = ["list", "verify", "out", "merge", "threads", "into"])]
    pub(crate) status: Option<PathBuf>,
    /// With --status: tell of the division into N shards, in place of the one in use.
    #[arg(long, value_name = "N", requires = "status", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) shards: Option<u64>,
    /// Check the census in a folder, every file of it, and write its summary; or with --out, make a new folder of several
    /// that hold parts of one census, or what --publish kept of them. Every seed must be there exactly once.
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = NEW_WORK, conflicts_with_all = ["list", "verify"])]
    pub(crate) merge: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
}

/// What looks at something that is there.
const LOOKS: [&str; 3] = ["status", "merge", "published"];

/// What belongs to deciding deals, not to a census that is there.
const NEW_WORK: [&str; 11] =
    ["game", "shuffle", "seeds", "keep", "shard", "prepare", "no_summary", "publish", "nodes", "time", "memory"];

/// The deals that get rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kept {
    All,
    Unsolved,
}

impl From<Kept> for Keep {
    fn from(kept: Kept) -> Keep {
        match kept {
            Kept::All => Keep::All,
            Kept::Unsolved => Keep::Unsolved,
        }
    }
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
  kibitzer census birds --seeds 0..=5000 --out birds-unsolved --keep unsolved
  kibitzer census birds --seeds 0..=1000 --out birds-census --format markdown
  kibitzer census gaps:cols=5 --seeds 0..100 --out gaps-census --max-nodes 100k
  kibitzer census --status gaps-census
  kibitzer census --merge gaps-census
  kibitzer census birds --seeds 3000..4000 --out one
  kibitzer census birds --seeds 4000..5000 --out two
  kibitzer census --merge one two --out whole
  kibitzer census birds --seeds 0..=1000 --out birds-census --publish kept
  kibitzer census --published kept --list unsolvable
  kibitzer census birds --seeds 1001..=3000 --out more --keep unsolved --publish kept-too
  kibitzer census --merge kept kept-too --out kept-all

In Python: pandas.read_parquet(glob.glob(\"birds-census/*.parquet\")).

The exit status is 0 when all was decided, or checked and found right; 1 if
the folder cannot be used or a check fails; 2 if the options are wrong or the
folder holds another census, or none.";
