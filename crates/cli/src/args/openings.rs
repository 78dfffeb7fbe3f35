//! The arguments of `kibitzer openings`.

use std::path::PathBuf;

use clap::Args;
use kibitzer_catalog::GameSpec;

use super::{BudgetArgs, TableArgs, game};

/// Decide the openings of a game: what each first move and each answer to it is worth.
///
/// Moves that are images of each other by a symmetry of the board count once. The answers are decided in rounds, each
/// with four times the positions of the last, until all openings are known or a limit is reached: --max-nodes for a
/// question, --max-time, of the processor, for all together. What is not decided is said to be open.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct OpeningsArgs {
    /// The game, with options after a colon: yavalath, yavalath:side=4. With or without swapping, the openings are the
    /// same; what they mean for either game is told.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    /// Look at these openings only; each is called by the first of its images.
    #[arg(value_name = "MOVE")]
    pub(crate) only: Vec<String>,
    /// Who decides; by default the solver of the game, and what it learns helps with the next answer if it can keep it.
    #[arg(long, value_name = "ALGORITHM")]
    pub(crate) with: Option<String>,
    /// Ask about positions after so many moves one by one: 2 asks about the answers; with more, what is found behind
    /// an answer is kept in the notes before the answer itself is known.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=6))]
    pub(crate) plies: u8,
    /// Keep what is found in this file, and go on from what it has. Several runs may share it.
    #[arg(long, value_name = "FILE")]
    pub(crate) notes: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer openings yavalath:side=3
  kibitzer openings yavalath e5 d4 --max-nodes 1k
  kibitzer openings yavalath:side=4 --max-time 2s --format json
  kibitzer openings yavalath:side=3 c3 --notes side-3.txt --plies 3";
