//! The arguments of `kibitzer engine`.

use clap::Args;
use kibitzer_catalog::GameSpec;

use super::{Bytes, With, game};

/// Speak the line protocol on standard input and output.
///
/// Reads: position MOVES (position start is the empty board); go, with playouts N, time 500ms, both or neither; stop;
/// isready; quit. Writes: info lines while it thinks, bestmove M, readyok, and error lines that begin with error.
/// After a position that was refused, go is an error until a position is accepted.
/// After the end of input a limited search is finished, then it quits.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct EngineArgs {
    /// The game, with options after a colon: connect4, yavalath.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    /// The search, with options after a colon; help lists them, the default first.
    #[arg(long, value_name = "ALGORITHM")]
    pub(crate) with: Option<With>,
    /// Hold at most this much memory: 2GiB, 512MiB, 1GB.
    #[arg(long = "max-memory", value_name = "BYTES")]
    pub(crate) memory: Option<Bytes>,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer engine connect4 <<< $'position 4453\\ngo playouts 1000\\n'
  kibitzer engine yavalath:side=4 <<< $'position d4 c3\\ngo playouts 1000\\n'
  kibitzer engine connect4 --with help";
