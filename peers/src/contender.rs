//! The seam between what is measured and how.

use kibitzer_games::connect4::{Column, Connect4};

/// An engine with its settings.
pub trait Contender {
    /// What it is called in the table.
    fn name(&self) -> &str;

    /// A search of its own for a position where the game is not over, with nothing known yet.
    fn search(&self, position: &Connect4, seed: u64) -> Box<dyn Search>;
}

/// One tree that grows.
pub trait Search {
    /// Makes so many playouts, or fewer where the position is solved before.
    fn grow(&mut self, playouts: u64);

    /// Whether the position is solved, so that more playouts change nothing.
    fn is_solved(&self) -> bool;

    /// The move it would play; there was at least one playout.
    fn best(&self) -> Column;

    /// The nodes of the tree, as the engine counts them.
    fn nodes(&self) -> u64;
}
