//! The arguments of `kibitzer verify`.

use std::path::PathBuf;

use clap::Args;
use kibitzer_catalog::GameSpec;

use super::{Format, game};

/// Replay moves, or check a proof that solve has written.
///
/// Says whether the moves are legal and end in the goal, in a game for two how the game then stands, or whether the
/// proof holds. Proofs are checked with rules implemented apart from those of the solvers.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct VerifyArgs {
    /// The game, with options after a colon: birds, gaps, gaps:first=any, connect4, yavalath.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    /// The position to start from, in quotes; with --certificate, the one that the proof must be about.
    #[arg(required_unless_present = "certificate")]
    pub(crate) position: Option<String>,
    /// The moves, separated by spaces or commas, in one argument or many; those of a game for two also as in a position.
    #[arg(required_unless_present = "certificate", conflicts_with = "certificate")]
    pub(crate) moves: Vec<String>,
    /// Check the proof in this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// How to write the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer verify birds \"8C 7S / 2D 8D\" \"7S-8C 8D-2D 8D-7S\"
  kibitzer verify birds \"8C 7S / 2D 8D\" 7S-8C 8D-2D --format json
  kibitzer verify gaps \"2C 3C -- / -- 2H 3H\" \"2H>2,1 3H>2,2\"
  kibitzer verify connect4 start 4453
  kibitzer verify yavalath \"e5 a1 e6 b1\" \"e8 i1 e7\"
  kibitzer solve birds --seed 10 --certificate deal-10.proof
  kibitzer verify birds --certificate deal-10.proof
  kibitzer solve yavalath:side=3 c3 --certificate c3.proof
  kibitzer verify yavalath:side=3 --certificate c3.proof

The exit status is 0 whatever the verdict, 2 if the position, a move or the
file cannot be read.";
