//! The arguments of `kibitzer reproduce`.

use std::path::PathBuf;

use clap::Args;

use super::{TableFormat, ThreadArgs};

/// Run an experiment and print its table, with what a paper printed beside.
///
/// Without a name, the experiments are listed. An experiment is a text file that says which deals, which algorithms and
/// which numbers; write your own after docs/experiments.md and give its path. Every record is kept in results/NAME, so
/// that the same command goes on after it was ended, or tells again what is known: as JSON lines and Parquet, with the
/// table as Markdown, CSV and JSON, and plots as SVG and PNG.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReproduceArgs {
    /// Experiments by name, or by the path of a spec that ends in .toml.
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<String>,
    /// Measure a sample, whose error is told, and leave slow rows out. Its records are in results/NAME-quick.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Measure anew, whatever is known.
    #[arg(long)]
    pub(crate) fresh: bool,
    /// The folder of all results.
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub(crate) out: PathBuf,
    /// Write a chapter for each experiment into a document, too; without a name, for all experiments.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "docs/results.md")]
    pub(crate) write: Option<PathBuf>,
    /// How to write the tables.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer reproduce
  kibitzer reproduce roberson2019-table1 --quick
  kibitzer reproduce kucharski2019-figure1 --quick --format json";
