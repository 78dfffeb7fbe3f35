//! Fitting the orders to trails.

use kibitzer_games::birds::Birds;

use crate::data::Dataset;
use crate::data::birds::Trail;
use crate::features::birds::{OrderFeatures, Six};
use crate::features::{Features, Polynomial};
use crate::models::{Library, Linear, LogisticRegression, Model};
use crate::train::{Ranking, Siblings, Watch};

use super::order::FastOrder;
use super::regression::Variant;

/// Adds the regressions of all four variants, each fitted to the examples with the numbers of stacks it is used for.
pub fn fit_regressions(trails: &[Trail], library: &mut Library, watch: &mut Watch<'_>) {
    let features = Polynomial(Six);
    for (name, stacks) in Variant::ALL.into_iter().flat_map(Variant::bands) {
        let mut six = Dataset::new(Features::<Birds>::names(&Six).len());
        for trail in trails {
            trail.measure(&Six, stacks.clone(), &mut six);
        }
        let table = expand(&six.merged());
        let model = LogisticRegression::default().fit(&table, watch);
        library.insert(name, features.names(), Model::Logistic(model));
    }
}

/// The polynomial terms of a table of the six features: equal rows are merged before, so few are expanded.
#[must_use]
pub fn expand(six: &Dataset) -> Dataset {
    /// A row stands for its position.
    struct Given;

    impl Features<[f32]> for Given {
        fn names(&self) -> Vec<String> {
            Six.names()
        }

        fn measure(&self, row: &[f32], out: &mut Vec<f32>) {
            out.extend_from_slice(row);
        }
    }

    let features = Polynomial(Given);
    let mut table = Dataset::new(features.names().len());
    for (row, seen) in six.iter() {
        table.push_seen(seen, |out| features.measure(row, out));
    }
    table
}

/// Adds the fast order: for each number of stacks, weights that put a child that can be won first.
pub fn fit_fast_order(trails: &[Trail], ranking: Ranking, library: &mut Library, watch: &mut Watch<'_>) {
    let mut families: Vec<Vec<Siblings>> = Vec::new();
    for choice in trails.iter().flat_map(|trail| &trail.choices) {
        let stacks = choice.children[0].0.stack_count() as usize;
        families.resize_with(families.len().max(stacks + 1), Vec::new);
        let mut siblings = Siblings::default();
        for (child, won) in &choice.children {
            OrderFeatures.measure(child, &mut siblings.cells);
            siblings.won.push(*won);
        }
        families[stacks].push(siblings);
    }
    for (stacks, families) in families.iter().enumerate().skip(2) {
        let fit = ranking.fit(OrderFeatures::COUNT, families, watch);
        let weights = fit.into_iter().map(|weight| (weight * FastOrder::UNIT).round()).collect();
        let model = Model::Linear(Linear { weights, bias: 0.0 });
        library.insert(&FastOrder::name(stacks), OrderFeatures.names(), model);
    }
}
