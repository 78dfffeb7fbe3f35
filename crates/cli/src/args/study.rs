//! The arguments of `kibitzer study`.

use std::path::PathBuf;

use clap::Args;
use kibitzer_catalog::GameSpec;

use super::{Count, TableArgs, ThoughtArgs, ThreadArgs, game};

/// Let an engine play itself from every opening, to see how large the advantage of the first player is.
///
/// Moves that are images of each other by a symmetry of the board count once. Prints how the first player scored after
/// each opening, with 95% intervals, and what that means where the second player may swap: whoever may choose a side
/// takes the better one, so the fairest opening is the one closest to one half. The fairest come first. Every game has
/// luck of its own from the seed; with --playouts the whole study repeats. Without any limit a move takes 100
/// milliseconds at most.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StudyArgs {
    /// The game, with options after a colon: yavalath, yavalath:side=4. Swapping is left out.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    /// Who plays; it must have a seed.
    #[arg(long, value_name = "SPEC", default_value = "expert")]
    pub(crate) with: String,
    /// How many games from each opening.
    #[arg(long, value_name = "N", default_value = "20")]
    pub(crate) games: Count,
    /// Where the luck of the games comes from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Draw the board to this file, as SVG, each cell coloured by the score of the first player.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) limits: ThoughtArgs,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer study yavalath:side=3 --games 4 --playouts 50
  kibitzer study yavalath:side=3 --with uct --games 2 --playouts 50 --svg board.svg";
