//! The searches of Kucharski, Deihim and Ergezer (2019): children in the order of a regression on 83 terms.

use std::ops::RangeInclusive;

use kibitzer_core::Heuristic;
use kibitzer_games::birds::Birds;

use crate::features::birds::Six;
use crate::features::{Features, Polynomial};
use crate::models::{Library, Linear, Logistic, Model};

use super::estimate;

/// Which of the paper's four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// One model for everything.
    Lr,
    /// Four models, for 16 and 15 cards, 14 and 13, 12 and 11, 10 and 9; below, children as they come.
    LrDfs,
    /// One model from eight cards on.
    Lr8Dfs,
    /// One model, for the first move only.
    Lr16Dfs,
}

impl Variant {
    /// All four.
    pub const ALL: [Variant; 4] = [Variant::Lr, Variant::LrDfs, Variant::Lr8Dfs, Variant::Lr16Dfs];

    /// What the paper calls it, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Lr => "lr",
            Variant::LrDfs => "lr+dfs",
            Variant::Lr8Dfs => "lr8+dfs",
            Variant::Lr16Dfs => "lr16+dfs",
        }
    }

    /// The names of its models, and the numbers of stacks that each is fitted to and used for.
    #[must_use]
    pub fn bands(self) -> Vec<(&'static str, RangeInclusive<u32>)> {
        match self {
            Variant::Lr => vec![("lr", 1..=16)],
            Variant::LrDfs => {
                vec![("lr-15-16", 15..=16), ("lr-13-14", 13..=14), ("lr-11-12", 11..=12), ("lr-9-10", 9..=10)]
            }
            Variant::Lr8Dfs => vec![("lr8", 8..=16)],
            Variant::Lr16Dfs => vec![("lr16", 16..=16)],
        }
    }
}

/// A model, and where it is used.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// Used for the children of positions with this many stacks.
    stacks: RangeInclusive<u32>,
    nested: Nested,
}

/// Children by the odds that a model gives them, best first; where no model is used, all look the same, and a
/// depth-first search takes them as they come. In the paper, too, the number of cards of the position that is expanded
/// decides which model is asked about its children.
#[derive(Clone, Debug, PartialEq)]
pub struct RegressionOrder {
    bands: Vec<Band>,
}

impl RegressionOrder {
    /// The order of a variant, if the library holds its models.
    #[must_use]
    pub fn from_library(library: &Library, variant: Variant) -> Option<Self> {
        let names = Polynomial(Six).names();
        let band = |(name, stacks)| match library.get(name, &names) {
            Some(Model::Logistic(Logistic(linear))) => Some(Band { stacks, nested: Nested::new(linear) }),
            _ => None,
        };
        Some(Self { bands: variant.bands().into_iter().map(band).collect::<Option<_>>()? })
    }

    /// The log of the odds that the position can be won, if a model is used for children with this many stacks.
    #[must_use]
    pub fn odds(&self, state: &Birds) -> Option<f64> {
        let parent = state.stack_count() + 1;
        let band = self.bands.iter().find(|band| band.stacks.contains(&parent))?;
        let six = Six::numbers(state);
        Some(band.nested.value(&six))
    }
}

impl Heuristic<Birds> for RegressionOrder {
    fn estimate(&self, state: &Birds) -> Option<u32> {
        // A millionth of odds is the finest difference that counts; the cast saturates.
        #[expect(clippy::cast_possible_truncation, reason = "saturation is wanted")]
        let rank = self.odds(state).map_or(0, |odds| (odds * 1e6) as i64);
        Some(estimate(rank))
    }
}

/// The 83 terms as a nested sum, so that each weight is one multiplication and no term is written down:
/// `bias + sum of x_a * (w_a + sum of x_b * (w_ab + sum of x_c * w_abc))`, with a <= b <= c.
#[derive(Clone, Debug, PartialEq)]
struct Nested {
    bias: f64,
    /// In the order in which they are used.
    weights: [f64; 83],
}

impl Nested {
    fn new(linear: &Linear) -> Self {
        // Where the weight of each product stands in the order of `Polynomial`.
        let mut weights = [0.0; 83];
        let (mut pair, mut triple, mut place) = (6, 6 + 21, 0);
        for a in 0..6 {
            weights[place] = linear.weights[a];
            place += 1;
            for b in a..6 {
                weights[place] = linear.weights[pair];
                weights[place + 1..=place + 6 - b].copy_from_slice(&linear.weights[triple..triple + 6 - b]);
                (pair, triple, place) = (pair + 1, triple + 6 - b, place + 7 - b);
            }
        }
        Self { bias: linear.bias, weights }
    }

    fn value(&self, x: &[f32; 6]) -> f64 {
        let x = x.map(f64::from);
        let mut weights = self.weights.iter();
        let mut next = || weights.next().copied().unwrap_or(0.0);
        let mut sum = self.bias;
        for a in 0..6 {
            let mut outer = next();
            for b in a..6 {
                let inner = next() + x[b..].iter().map(|x| x * next()).sum::<f64>();
                outer += x[b] * inner;
            }
            sum += x[a] * outer;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::birds::positions;

    #[test]
    fn the_nested_sum_is_the_sum_of_the_terms() {
        let weights = (0..83_u8).map(|index| f64::from(index % 7) - 2.5 + 0.01 * f64::from(index)).collect();
        let linear = Linear { weights, bias: 3.0 };
        let nested = Nested::new(&linear);
        for board in positions(200) {
            let mut terms = Vec::new();
            Polynomial(Six).measure(&board, &mut terms);
            let (slow, fast) = (linear.value(&terms), nested.value(&Six::numbers(&board)));
            assert!((slow - fast).abs() <= 1e-4 * slow.abs().max(1.0), "{slow} {fast} {board}");
        }
    }

    #[test]
    fn every_variant_is_used_where_the_paper_says() {
        let mut library = Library::default();
        for variant in Variant::ALL {
            for (name, _) in variant.bands() {
                let linear = Linear { weights: vec![0.0; 83], bias: 1.0 };
                library.insert(name, Polynomial(Six).names(), Model::Logistic(Logistic(linear)));
            }
        }
        let used = |variant| {
            let order = RegressionOrder::from_library(&library, variant).expect("all models are there");
            let boards = (1..=16).map(|count| {
                let row: Vec<&str> =
                    ["AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "KD", "QD", "JD"]
                        [..count]
                        .to_vec();
                let rows: Vec<String> = row
                    .chunks(4)
                    .map(|row| {
                        let mut row = row.to_vec();
                        row.resize(4, "--");
                        row.join(" ")
                    })
                    .collect();
                rows.join(" / ").parse::<Birds>().expect("a board")
            });
            boards.filter(|board| order.odds(board).is_some()).map(|board| board.stack_count()).collect::<Vec<_>>()
        };
        assert_eq!(used(Variant::Lr), (1..=15).collect::<Vec<_>>());
        assert_eq!(used(Variant::LrDfs), (8..=15).collect::<Vec<_>>());
        assert_eq!(used(Variant::Lr8Dfs), (7..=15).collect::<Vec<_>>());
        assert_eq!(used(Variant::Lr16Dfs), [15]);
    }
}
