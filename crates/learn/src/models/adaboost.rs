//! `AdaBoost`: small trees, each trained on what the others got wrong.

use kibitzer_core::SplitMix;

use crate::data::Dataset;
use crate::train::{Progress, Watch};

use super::tree::{Growing, Tree};
use super::{Classifier, Criterion, Learner, logistic};

/// Trees that vote with weights.
#[derive(Clone, Debug, PartialEq)]
pub struct AdaBoost {
    /// Each tree with its weight.
    pub trees: Vec<(Tree, f64)>,
}

impl Classifier for AdaBoost {
    fn probability(&self, row: &[f32]) -> f64 {
        let vote = |(tree, weight): &(Tree, f64)| if tree.probability(row) > 0.5 { *weight } else { -weight };
        logistic(2.0 * self.trees.iter().map(vote).sum::<f64>())
    }
}

/// How they are found (Freund and Schapire, "A decision-theoretic generalization of on-line learning and an application
/// to boosting", 1997): examples that a tree gets wrong weigh more for the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boosting {
    /// The most trees; fewer if one is no better than luck.
    pub rounds: u32,
    /// How each is grown.
    pub growing: Growing,
}

impl Default for Boosting {
    fn default() -> Self {
        let growing = Growing { criterion: Criterion::Gini, depth: 1, leaf: 0.0, columns: None };
        Self { rounds: 50, growing }
    }
}

impl Boosting {
    /// Fits the trees.
    pub fn fit(&self, data: &Dataset, watch: &mut Watch<'_>) -> AdaBoost {
        let mut weights: Vec<[f64; 2]> =
            data.iter().map(|(_, seen)| [f64::from(seen.no), f64::from(seen.yes)]).collect();
        let mut trees = Vec::new();
        for round in 0..self.rounds {
            let total: f64 = weights.iter().flatten().sum();
            let tree = self.growing.fit_weighted(data, &weights, &mut SplitMix::new(0));
            let says: Vec<usize> = data.iter().map(|(row, _)| usize::from(tree.probability(row) > 0.5)).collect();
            let wrong: f64 = weights.iter().zip(&says).map(|(weight, says)| weight[1 - says]).sum::<f64>() / total;
            if wrong >= 0.5 {
                break;
            }
            // A tree without a fault would weigh infinitely much.
            let weight = 0.5 * ((1.0 - wrong) / wrong.max(1e-12)).ln();
            trees.push((tree, weight));
            watch(Progress { done: u64::from(round) + 1, total: u64::from(self.rounds) });
            if wrong == 0.0 {
                break;
            }
            for (weights, says) in weights.iter_mut().zip(&says) {
                weights[*says] *= (-weight).exp();
                weights[1 - says] *= weight.exp();
            }
        }
        AdaBoost { trees }
    }
}

impl Learner for Boosting {
    fn learn(&self, data: &Dataset, watch: &mut Watch<'_>) -> Box<dyn Classifier> {
        Box::new(self.fit(data, watch))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stumps_together_learn_an_interval_that_none_learns_alone() {
        let mut data = Dataset::new(1);
        (0..30_u8).for_each(|x| data.push(&[f32::from(x)], (10..20).contains(&x)));
        let right = |model: &dyn Classifier| {
            data.iter().filter(|(row, seen)| (model.probability(row) > 0.5) == (seen.yes == 1)).count()
        };
        let settings = Boosting::default();
        assert_eq!(right(&settings.growing.fit(&data)), 20);
        assert_eq!(right(&settings.fit(&data, &mut |_| ())), 30);
    }

    #[test]
    fn a_column_that_says_nothing_ends_the_rounds() {
        let mut data = Dataset::new(1);
        (0..10_u8).for_each(|x| data.push(&[0.0], x % 2 == 0));
        assert_eq!(Boosting::default().fit(&data, &mut |_| ()).trees, []);
    }
}
