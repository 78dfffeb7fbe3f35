//! What the catalog must know of a puzzle beyond its rules; one impl per puzzle.

use kibitzer_core::{Game, Puzzle};

use crate::algorithm::Algorithm;
use crate::game::GameSpec;

/// A puzzle with its options. Whatever implements this is a [`PuzzleRoom`](crate::PuzzleRoom).
pub(crate) trait Shelf: Clone + Send + Sync + 'static {
    /// The puzzle.
    type Puzzle: Puzzle;

    /// The searches that fit; the first is the default.
    const ALGORITHMS: &'static [Algorithm<Self::Puzzle>];

    /// The last seed; the first is 0.
    const LAST_SEED: u64;

    /// A fact of the game: all solutions of a position have the same number of moves, so each is a shortest one.
    const SOLUTIONS_HAVE_ONE_LENGTH: bool;

    /// The name of the game with its options.
    fn game(&self) -> GameSpec;

    /// The deal with this number, which is at most [`Shelf::LAST_SEED`].
    fn deal(&self, seed: u64) -> Self::Puzzle;

    /// Whether a position that was read is one of the game with its options, or why not.
    fn admit(&self, position: &Self::Puzzle) -> Result<(), String>;

    /// Why a move is illegal in a position.
    fn objection(&self, position: &Self::Puzzle, mv: <Self::Puzzle as Game>::Move) -> String;
}
