//! Hand-made heuristics.

use kibitzer_core::{Game, Heuristic};

use super::board::Birds;

/// Every move takes one stack away, so this is exact wherever a goal can be reached at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remaining;

impl Heuristic<Birds> for Remaining {
    fn estimate(&self, state: &Birds) -> Option<u32> {
        Some(state.stack_count() - 1)
    }
}

/// [`Remaining`], and dead where the card graph or the rook graph falls apart: stacks that are not joined now never
/// will be, since a move only takes a card and a cell away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BothGraphs;

impl Heuristic<Birds> for BothGraphs {
    fn estimate(&self, state: &Birds) -> Option<u32> {
        let joined = state.rook_graph().is_connected() && state.card_graph().is_connected();
        joined.then(|| state.stack_count() - 1)
    }
}

/// The heuristic of Roberson and Sperduto (2019): `score * sum of squared sizes + moves * legal moves`, larger is
/// better, and dead where [`BothGraphs`] is (their separated flocks and stranded cards).
///
/// Searches prefer small estimates, so the estimate is a large constant less a thousand times the formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreAndMoves {
    /// The weight of the score; the paper fixes it at 1.
    pub score: f64,
    /// The weight of the number of legal moves, both directions counted; 2.5 did best in the paper's table 1.
    pub moves: f64,
}

impl Default for ScoreAndMoves {
    fn default() -> Self {
        Self { score: 1.0, moves: 2.5 }
    }
}

impl Heuristic<Birds> for ScoreAndMoves {
    fn estimate(&self, state: &Birds) -> Option<u32> {
        const BEST: f64 = 2_147_483_648.0;
        BothGraphs.estimate(state)?;
        #[expect(clippy::cast_precision_loss, reason = "there are at most 588 legal moves")]
        let legal = state.moves().count() as f64;
        let value = self.score * f64::from(state.score()) + self.moves * legal;
        // The cast saturates, so weights beyond reason only lose their order.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturation is wanted")]
        Some((BEST - 1000.0 * value) as u32)
    }
}
