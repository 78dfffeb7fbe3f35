//! Hand-made heuristics.

use kibitzer_core::{Game, Heuristic, MoveOrder};

use super::board::{Birds, Flight};

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

/// The pairs of stacks of each row, from the top, and then of each column, from the left; the first of a pair onto the
/// second, then the second onto the first. This is the order of plain depth-first search in which the baseline of
/// Roberson and Sperduto (2019) comes out nearest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinePairs;

impl MoveOrder<Birds> for LinePairs {
    fn rank(&self, state: &Birds, out: &mut Vec<(i64, Flight)>) {
        let place = |card| {
            let found = state.stacks().find(|(_, _, stack)| stack.top == card);
            found.map_or((0, 0), |(row, column, _)| (row, column))
        };
        out.extend(state.moves().map(|flight| {
            let (from, to) = (place(flight.bird), place(flight.onto));
            let (line, a, b) =
                if from.0 == to.0 { (from.0, from.1, to.1) } else { (state.size().rows() + from.1, from.0, to.0) };
            let place = ((line * 8 + a.min(b)) * 8 + a.max(b)) * 2 + usize::from(a > b);
            #[expect(clippy::cast_possible_wrap, reason = "there are fourteen lines at most")]
            let rank = -(place as i64);
            (rank, flight)
        }));
    }
}
