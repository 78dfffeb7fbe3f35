//! The arguments of `kibitzer race`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use kibitzer_catalog::GameSpec;

use super::plot_file::PlotFile;
use super::section::TableArgs;
use super::{BudgetArgs, ModelArgs, Seeds, ShuffleArgs, ThreadArgs, game};

/// Let searches loose on the same deals and compare them.
///
/// Prints for each search how many deals it solved, proved unsolvable and gave up on; the positions it expanded on a
/// deal, those it gave up on included; the moves of its solutions; and its time on a deal. All but the time repeats,
/// whatever the number of threads, unless --max-time cuts a search short. Every solution is replayed, and two
/// searches that contradict each other are an error.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RaceArgs {
    /// The game, with options after a colon: birds, birds:rows=5,cols=5, gaps:first=any.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    /// The deals: 0..1000, or 0..=1000 to include the end.
    #[arg(long, value_name = "A..B")]
    pub(crate) seeds: Seeds,
    #[command(flatten)]
    pub(crate) shuffle: ShuffleArgs,
    /// A search, with options after a colon; name two or more. `kibitzer solve GAME --with help` lists them.
    #[arg(long, value_name = "ALGORITHM", required = true)]
    pub(crate) with: Vec<String>,
    #[command(flatten)]
    pub(crate) models: ModelArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Draw how many deals each search decided within so many nodes, as SVG or PNG: the file ends in .svg or .png.
    #[arg(long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(PlotFile::new))]
    pub(crate) plot: Option<PlotFile>,
    /// Write everything to this folder: race.md, race.json, race.svg, race.png, and deals.csv with the verdict on each deal.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer race birds --seeds 0..50 --with exact --with best-first
  kibitzer race birds --seeds 0..50 --with exact --with best-first --plot race.svg
  kibitzer race birds --seeds 0..50 --with dfs --with greedy --max-nodes 1k
  kibitzer race birds --seeds 0..50 --with best-first:moves=1 --format json
  kibitzer race gaps:cols=5 --seeds 0..20 --with exact --with dfs --shuffle swaps:20";
