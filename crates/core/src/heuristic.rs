//! Guesses about positions: the seam between searches and whatever knows a game, hand-made or learned.

use crate::Game;

/// Moves still needed, at a guess, or the knowledge that no number of moves will do. Closures qualify.
pub trait Heuristic<P> {
    /// The estimate; `None` only where it is *proved* that no goal can be reached, since searches that exhaust the rest
    /// then call the start unsolvable. A search that promises shortest solutions asks that it never exceeds the truth.
    fn estimate(&self, state: &P) -> Option<u32>;
}

impl<P, F: Fn(&P) -> Option<u32>> Heuristic<P> for F {
    fn estimate(&self, state: &P) -> Option<u32> {
        self(state)
    }
}

/// Knows nothing: 0 moves, everywhere. Searches given this one go by the order of the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blind;

impl<P> Heuristic<P> for Blind {
    fn estimate(&self, _: &P) -> Option<u32> {
        Some(0)
    }
}

/// Which moves look best, told from the position before them: a search that asks need not play a move to see where it
/// leads.
pub trait MoveOrder<G: Game> {
    /// Appends every move with its rank, in the order of [`Game::moves`]; a larger rank is to be tried first.
    fn rank(&self, state: &G, out: &mut Vec<(i64, G::Move)>);
}

/// No move looks better than another.
impl<G: Game> MoveOrder<G> for Blind {
    fn rank(&self, state: &G, out: &mut Vec<(i64, G::Move)>) {
        out.extend(state.moves().map(|mv| (0, mv)));
    }
}

/// How good a position is, and which of its moves look best.
pub trait Evaluator<G: Game> {
    /// The value for the player to move, in `[-1, 1]`.
    fn value(&self, state: &G) -> f32;

    /// One weight for each move, in the order of [`Game::moves`], adding up to 1: uniform unless overridden.
    /// `out` is cleared first.
    fn priors(&self, state: &G, out: &mut Vec<f32>) {
        out.clear();
        out.extend(state.moves().map(|_| 1.0));
        #[expect(clippy::cast_precision_loss, reason = "no game has 2^24 moves")]
        let share = 1.0 / out.len() as f32;
        out.fill(share);
    }
}
