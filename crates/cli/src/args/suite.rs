//! The arguments of `kibitzer suite`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use kibitzer_catalog::GameSpec;

use super::{Count, TableArgs, ThoughtArgs, ThreadArgs, game};

/// Make a test set of positions with exact scores, or see how an engine does on one.
///
/// A test set is a text file: on each line a position and its exact score for the side to move, or win, draw or loss
/// where a game has no scores. --make draws positions from random games and decides them exactly. --check decides those
/// of a file again with another search and compares. --with asks an engine about each position in which the choice
/// matters, and counts how often its move keeps the value of the position; the exact solver is the judge.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, group = clap::ArgGroup::new("task").required(true).args(["make", "check", "with"]))]
pub(crate) struct SuiteArgs {
    /// The game: connect4.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    /// The file with the test set.
    pub(crate) file: PathBuf,
    /// Make the file.
    #[arg(long, conflicts_with_all = ["playouts", "nodes", "time", "memory", "format", "into"])]
    pub(crate) make: bool,
    /// Decide the positions again with this search, and compare.
    #[arg(long, value_name = "ALGORITHM", conflicts_with_all = ["format", "into"])]
    pub(crate) check: Option<String>,
    /// Examine this engine.
    #[arg(long, value_name = "SPEC")]
    pub(crate) with: Option<String>,
    /// With --make: after how many moves games are cut off, as in 0..=41.
    #[arg(long, value_name = "A..B", value_parser = plies, default_value = "0..=41", requires = "make")]
    pub(crate) plies: RangeInclusive<u32>,
    /// With --make: how many positions of each length, if there are as many.
    #[arg(long, value_name = "N", default_value = "100", requires = "make")]
    pub(crate) each: Count,
    /// With --make: where the games come from.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "make")]
    pub(crate) seed: u64,
    /// With --check and --with: leave out positions with fewer moves.
    #[arg(long, value_name = "PLIES", default_value_t = 0, conflicts_with = "make")]
    pub(crate) from_ply: u32,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) limits: ThoughtArgs,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer suite connect4 late.txt --make --plies 30..=40 --each 20
  kibitzer suite connect4 late.txt --check alpha-beta
  kibitzer suite connect4 late.txt --with mcts --playouts 1000";

/// A range as Rust writes it.
fn plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let problem = || format!("'{text}' is not a range such as 8..=30");
    let (first, rest) = text.split_once("..").ok_or_else(problem)?;
    let number = |text: &str| text.parse::<u32>().map_err(|_| problem());
    let first = number(first)?;
    let last = match rest.strip_prefix('=') {
        Some(last) => number(last)?,
        None => number(rest)?.checked_sub(1).ok_or_else(|| format!("'{text}' is an empty range"))?,
    };
    if first > last { Err(format!("'{text}' is an empty range")) } else { Ok(first..=last) }
}
