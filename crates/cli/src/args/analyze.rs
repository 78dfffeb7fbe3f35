//! The arguments of `kibitzer analyze`.

use std::path::PathBuf;

use clap::Args;
use kibitzer_catalog::GameSpec;

use super::{Format, ThoughtArgs, With, game};

/// Rank every legal move of a position.
///
/// Of a game for two, with what the search knows of each move: visits, value from -1 to 1, score, and proved win, draw
/// or loss, all for the side to move. Of a puzzle: whether it is solvable after the move, unsolvable, or unknown.
/// Without any limit a search takes five seconds at most. Ctrl-C ends it and prints what is known.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AnalyzeArgs {
    /// The game, with options after a colon: connect4, yavalath, yavalath:side=4, birds, gaps.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    /// The position, in quotes if it has spaces.
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    pub(crate) position: Option<String>,
    /// The search, with options after a colon; help lists them, the default first.
    #[arg(long, value_name = "ALGORITHM")]
    pub(crate) with: Option<With>,
    /// Keep the search in this file, so that it can go on later.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Go on with the search in this file, which knows its position and its search.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Show where a stone of either side would end the game at once: x or o wins there, * for both, - loses for the
    /// side to move, # wins for the other side and loses for the side to move.
    #[arg(long)]
    pub(crate) threats: bool,
    /// How to write the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) limits: ThoughtArgs,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer analyze connect4 4453 --max-time 500ms
  kibitzer analyze connect4 start --with alpha-beta:depth=6
  kibitzer analyze connect4 44455554221 --playouts 2000 --format json
  kibitzer analyze yavalath \"e5 d4\" --max-time 500ms
  kibitzer analyze yavalath:side=4,swap=on \"d4 swap\" --with uct --playouts 2000
  kibitzer analyze yavalath \"e5 a1 e6 b1 e8\" --threats --playouts 1000
  kibitzer analyze birds \"8C 7S / 2D 8D\"
  kibitzer analyze gaps \"2C 3C -- / -- 2H 3H\"
  kibitzer analyze connect4 start --with help";
