//! Games for one player.

use crate::Game;

/// A game for one player: reach a goal.
pub trait Puzzle: Game {
    /// Whether this position is a goal. A goal has no moves.
    fn is_goal(&self) -> bool;
}
