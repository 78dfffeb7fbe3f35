//! What a node makes of the playouts that went through it.

/// How playouts become a value, and whether proofs do.
pub trait Backup: Sync {
    /// Whether proved values flow up and decide (MCTS-Solver: Winands, Björnsson & Saito 2008).
    const PROVES: bool;
    /// Whether the total is the highest value, not the sum.
    const KEEPS_HIGHEST: bool;
}

/// The mean of all playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mean;

impl Backup for Mean {
    const PROVES: bool = false;
    const KEEPS_HIGHEST: bool = false;
}

/// The best playout: for puzzles, where nobody plays against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Highest;

impl Backup for Highest {
    const PROVES: bool = false;
    const KEEPS_HIGHEST: bool = true;
}

/// Adds proofs to another backup: a move that wins proves the position won; when all moves are proved, so is the position.
/// Proofs start at endings in the tree, never at the end of a playout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proofs<B>(pub B);

impl<B: Backup> Backup for Proofs<B> {
    const PROVES: bool = true;
    const KEEPS_HIGHEST: bool = B::KEEPS_HIGHEST;
}
