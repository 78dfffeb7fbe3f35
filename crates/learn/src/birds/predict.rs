//! Predicting which deals cannot be won, after Hoshino and Kahn (2019), and better.

use kibitzer_core::SplitMix;
use kibitzer_games::birds::Birds;

use crate::data::Dataset;
use crate::features::Features;
use crate::features::birds::{Board, DealVariables, Variables};
use crate::models::{Boosted, Classifier, Criterion, GradientBoosting, Growing, Tree};
use crate::train::Watch;

/// The tree that the paper prints: unsolvable if there is no spanning tree, or if nw2 is at least 74 and nw1 is more than
/// 75. Its nw2 was counted in both directions, so 74 is 37 pairs. Reads [`Variables::Paper`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaperTree;

impl Classifier for PaperTree {
    /// 1 for solvable, 0 for unsolvable.
    fn probability(&self, row: &[f32]) -> f64 {
        let (nw1, nw2, log_st) = (row[0], row[1], row[2]);
        let unsolvable = log_st < 0.0 || nw2 >= 37.0 && nw1 > 75.0;
        if unsolvable { 0.0 } else { 1.0 }
    }
}

/// How much an unsolvable deal counts when a tree is grown and its leaves are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Balance {
    /// As much as any other: a leaf is named after the majority of its deals.
    AsDealt,
    /// So much that the unsolvable deals together weigh as much as the solvable ones. The paper does not say so, but its
    /// tree calls a leaf of 8 unsolvable and 90 solvable deals unsolvable, which no majority does.
    Even,
}

/// Grows a tree of the paper's kind: each split maximises the information gain, at most `depth` questions deep.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "there are far fewer deals than 2^52")]
pub fn fit_deal_tree(data: &Dataset, depth: u32, balance: Balance) -> Tree {
    let (no, yes) = data.examples();
    let factor = match balance {
        Balance::AsDealt => 1.0,
        Balance::Even => yes.max(1) as f64 / no.max(1) as f64,
    };
    let weights: Vec<[f64; 2]> =
        data.iter().map(|(_, seen)| [factor * f64::from(seen.no), f64::from(seen.yes)]).collect();
    let growing = Growing { criterion: Criterion::Entropy, depth, leaf: 1.0, columns: None };
    growing.fit_weighted(data, &weights, &mut SplitMix::new(0))
}

/// Boosted trees on the graphs of a deal: how likely it can be won, though it is connected.
#[derive(Clone, Debug, PartialEq)]
pub struct DealPredictor {
    /// The trees; their odds are for "can be won", among the examples they were fitted to.
    pub model: Boosted,
    /// Odds below this say that the deal cannot be won.
    pub threshold: f64,
}

impl DealPredictor {
    /// What the trees read.
    #[must_use]
    pub const fn features() -> (DealVariables, Board) {
        (DealVariables(Variables::Stackability), Board)
    }

    /// An empty table of the right width.
    #[must_use]
    pub fn table() -> Dataset {
        Dataset::new(Features::<Birds>::names(&Self::features()).len())
    }

    /// Fits the trees. The threshold is chosen so that this share of the unsolvable deals of `held_out` is found; those
    /// should not be in `data`.
    pub fn fit(
        data: &Dataset,
        held_out: &Dataset,
        recall: f64,
        settings: GradientBoosting,
        watch: &mut Watch<'_>,
    ) -> Self {
        let model = settings.fit(data, watch);
        let unsolvable = held_out.iter().filter(|(_, seen)| seen.no > 0);
        let mut odds: Vec<f64> = unsolvable.map(|(row, _)| model.odds(row)).collect();
        odds.sort_by(f64::total_cmp);
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a place in a short list"
        )]
        let place = (recall.clamp(0.0, 1.0) * odds.len() as f64).ceil() as usize;
        // Just above the last that must be found; without any, nothing is found.
        let threshold = place.checked_sub(1).map_or(f64::NEG_INFINITY, |last| odds[last].next_up());
        Self { model, threshold }
    }

    /// Whether the deal is called unsolvable. Where the cards fall apart that is a proof, otherwise a guess.
    #[must_use]
    pub fn is_unsolvable(&self, deal: &Birds) -> bool {
        let mut row = Vec::new();
        Self::features().measure(deal, &mut row);
        !deal.card_graph().is_connected() || self.model.odds(&row) < self.threshold
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_tree_reads_pairs_once() {
        let says = |row: [f32; 3]| PaperTree.probability(&row) > 0.5;
        assert!(!says([60.0, 0.0, -1.0]), "no spanning tree");
        assert!(says([76.0, 36.0, 9.0]) && !says([76.0, 37.0, 9.0]) && says([75.0, 37.0, 9.0]));
    }

    #[test]
    fn a_tree_grown_from_its_answers_is_the_paper_tree_again() {
        let mut data = Dataset::new(3);
        for nw1 in 60..90_u8 {
            for nw2 in 20..60_u8 {
                for log_st in [-1.0, 20.0] {
                    let row = [f32::from(nw1), f32::from(nw2), log_st];
                    data.push(&row, PaperTree.probability(&row) > 0.5);
                }
            }
        }
        for balance in [Balance::AsDealt, Balance::Even] {
            let tree = fit_deal_tree(&data, 3, balance);
            assert!(data.iter().all(|(row, _)| tree.probability(row) == PaperTree.probability(row)), "{tree:?}");
        }
    }

    #[test]
    fn an_even_tree_finds_what_the_majority_hides() {
        let mut data = Dataset::new(1);
        for (nw2, no, yes) in [(10.0, 0, 900), (40.0, 8, 90)] {
            (0..no + yes).for_each(|index| data.push(&[nw2], index >= no));
        }
        let says = |balance, nw2: f32| fit_deal_tree(&data, 3, balance).probability(&[nw2]) > 0.5;
        assert!(says(Balance::AsDealt, 10.0) && says(Balance::AsDealt, 40.0));
        assert!(says(Balance::Even, 10.0) && !says(Balance::Even, 40.0));
    }

    #[test]
    fn the_threshold_finds_the_share_that_was_asked_for() {
        let mut data = DealPredictor::table();
        for index in 0..200_u8 {
            let mut row = vec![0.0; data.width()];
            row[0] = f32::from(index);
            data.push(&row, index >= 50);
        }
        let settings = GradientBoosting { trees: 5, depth: 2, leaf: 0.1, ..GradientBoosting::default() };
        let predictor = DealPredictor::fit(&data, &data, 1.0, settings, &mut |_| ());
        let found = |predictor: &DealPredictor| {
            data.iter().filter(|(row, seen)| seen.no > 0 && predictor.model.odds(row) < predictor.threshold).count()
        };
        assert_eq!(found(&predictor), 50);
        let none = DealPredictor::fit(&data, &data, 0.0, settings, &mut |_| ());
        assert_eq!(found(&none), 0);
    }
}
