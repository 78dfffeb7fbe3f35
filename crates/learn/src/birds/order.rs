//! The fast order of moves: whole numbers, one pass over the stacks, no division.

use kibitzer_core::Heuristic;
use kibitzer_games::birds::Birds;

use crate::features::Features;
use crate::features::birds::{Glance, OrderFeatures};
use crate::models::{Library, Model};

use super::estimate;

/// Positions by a weighted sum of [`OrderFeatures`], with weights for each number of stacks: siblings have equally many.
///
/// It orders, and proves nothing: no position is called dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FastOrder {
    /// For each number of stacks, the weights.
    weights: Vec<[i32; OrderFeatures::COUNT]>,
}

impl FastOrder {
    /// Weights of a fit times this are rounded.
    pub(super) const UNIT: f64 = 1024.0;

    pub(super) fn name(stacks: usize) -> String {
        format!("order-{stacks}")
    }

    /// The order that a library holds as models `order-2`, `order-3` and so on. Numbers of stacks beyond the last are
    /// weighed like the last.
    #[must_use]
    pub fn from_library(library: &Library) -> Option<Self> {
        let names = OrderFeatures.names();
        let mut weights = vec![[0; OrderFeatures::COUNT]; 2];
        while let Some(Model::Linear(linear)) = library.get(&Self::name(weights.len()), &names) {
            #[expect(clippy::cast_possible_truncation, reason = "rounding is wanted, and the cast saturates")]
            let whole = |index: usize| (linear.weights[index].round().clamp(-1e6, 1e6)) as i32;
            weights.push(std::array::from_fn(whole));
        }
        (weights.len() > 2).then_some(Self { weights })
    }

    /// How good the position looks among its siblings; larger is better.
    #[must_use]
    pub fn rank(&self, state: &Birds) -> i64 {
        let weights = &self.weights[(state.stack_count() as usize).min(self.weights.len() - 1)];
        let counts = OrderFeatures::counts(state);
        weights.iter().zip(&counts).map(|(&weight, &count)| i64::from(weight) * i64::from(count)).sum()
    }
}

impl Heuristic<Birds> for FastOrder {
    fn estimate(&self, state: &Birds) -> Option<u32> {
        Some(estimate(self.rank(state)))
    }
}

/// Another heuristic, and dead where the cards or the cells fall apart: what is not joined now never will be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joined<H>(
    /// What orders the rest.
    pub H,
);

impl<H: Heuristic<Birds>> Heuristic<Birds> for Joined<H> {
    fn estimate(&self, state: &Birds) -> Option<u32> {
        if Glance::new(state).is_joined() { self.0.estimate(state) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_core::Blind;

    use super::*;
    use crate::features::birds::positions;
    use crate::models::Linear;

    #[test]
    fn ranks_are_weighted_sums_by_the_number_of_stacks() {
        let mut library = Library::default();
        for stacks in 2..=5_u8 {
            let weights = (0..OrderFeatures::COUNT).map(|column| f64::from(stacks) * 100.0 - column as f64).collect();
            library.insert(
                &FastOrder::name(stacks.into()),
                OrderFeatures.names(),
                Model::Linear(Linear { weights, bias: 0.0 }),
            );
        }
        let order = FastOrder::from_library(&library).expect("it is there");
        for board in positions(200) {
            let mut row = Vec::new();
            OrderFeatures.measure(&board, &mut row);
            let stacks = board.stack_count().min(5) as f32;
            let known = if stacks < 2.0 { 0.0 } else { 1.0 };
            let slow: f32 =
                row.iter().enumerate().map(|(column, x)| known * x * (stacks * 100.0 - column as f32)).sum();
            assert_eq!(order.rank(&board) as f32, slow, "{board}");
            assert_eq!(order.estimate(&board), Some(estimate(order.rank(&board))));
        }
        assert_eq!(FastOrder::from_library(&Library::default()), None);
    }

    #[test]
    fn better_ranks_are_smaller_estimates_and_none_overflows() {
        assert!(estimate(5) < estimate(4) && estimate(4) < estimate(-4));
        assert_eq!((estimate(i64::MAX), estimate(i64::MIN)), (1, u32::MAX));
    }

    #[test]
    fn what_falls_apart_is_dead_and_nothing_else_is() {
        for board in positions(300) {
            let connected = board.card_graph().is_connected() && board.rook_graph().is_connected();
            assert_eq!(Joined(Blind).estimate(&board), connected.then_some(0), "{board}");
        }
    }
}
