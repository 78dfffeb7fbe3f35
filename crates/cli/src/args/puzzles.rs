//! The arguments of `kibitzer puzzles`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use kibitzer_catalog::GameSpec;
use kibitzer_lab::puzzles::PuzzleKind;

use super::{Count, TableArgs, ThoughtArgs, ThreadArgs, game};

/// Make puzzles with proved answers, or see how an engine does on them.
///
/// A file of puzzles has on each line a position, a task and moves, with semicolons between. `win in 5` lists all moves
/// that win in five plies, the fastest there is; `avoid loss in 5` lists the moves after which the other side can force
/// a win within five plies, where others do not lose so. --make draws positions from random games and from games between
/// quick engines and proves each by plain exhaustive search; --check does that again for a file. --with asks an engine
/// about each puzzle, afresh, and counts how often it plays a fastest win or avoids the trap.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, group = clap::ArgGroup::new("task").required(true).args(["make", "check", "with"]))]
pub(crate) struct PuzzlesArgs {
    /// The game: yavalath.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    /// The file with the puzzles.
    pub(crate) file: PathBuf,
    /// Make the file, with puzzles of this kind.
    #[arg(long, value_name = "KIND", conflicts_with_all = ["playouts", "nodes", "time", "memory", "format", "into"])]
    pub(crate) make: Option<PuzzleWord>,
    /// Prove the puzzles again.
    #[arg(long, conflicts_with_all = ["playouts", "nodes", "time", "memory", "format", "into"])]
    pub(crate) check: bool,
    /// Examine this engine.
    #[arg(long, value_name = "SPEC")]
    pub(crate) with: Option<String>,
    /// With --make: how many puzzles of each length.
    #[arg(long, value_name = "N", default_value = "100", requires = "make")]
    pub(crate) each: Count,
    /// With --make: where the games come from.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "make")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) limits: ThoughtArgs,
}

/// What kind of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PuzzleWord {
    /// Wins in 3, 5 and 7 plies.
    Mates,
    /// Moves that lose soon, where others do not.
    Traps,
}

impl From<PuzzleWord> for PuzzleKind {
    fn from(kind: PuzzleWord) -> PuzzleKind {
        match kind {
            PuzzleWord::Mates => PuzzleKind::Mates,
            PuzzleWord::Traps => PuzzleKind::Traps,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  kibitzer puzzles yavalath mates.txt --make mates --each 20
  kibitzer puzzles yavalath mates.txt --check
  kibitzer puzzles yavalath mates.txt --with expert --playouts 200";
