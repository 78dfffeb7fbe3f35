//! Random forests: many trees, each from another sample, that vote.

use kibitzer_core::SplitMix;

use crate::data::Dataset;
use crate::train::{Progress, Watch};

use super::tree::{Growing, Tree};
use super::{Classifier, Criterion, Learner};

/// Trees whose shares are averaged.
#[derive(Clone, Debug, PartialEq)]
pub struct Forest {
    /// The trees.
    pub trees: Vec<Tree>,
}

impl Classifier for Forest {
    #[expect(clippy::cast_precision_loss, reason = "forests are small")]
    fn probability(&self, row: &[f32]) -> f64 {
        self.trees.iter().map(|tree| tree.probability(row)).sum::<f64>() / self.trees.len() as f64
    }
}

/// How a forest is grown (Breiman, "Random forests", 2001): each tree from as many examples as there are, drawn with
/// replacement, and each question from a few columns drawn anew.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planting {
    /// How many trees.
    pub trees: u32,
    /// How each is grown.
    pub growing: Growing,
    /// Where the luck comes from.
    pub seed: u64,
}

impl Default for Planting {
    fn default() -> Self {
        let growing = Growing { criterion: Criterion::Gini, depth: 10, leaf: 1.0, columns: Some(2) };
        Self { trees: 20, growing, seed: 0 }
    }
}

impl Planting {
    /// Fits a forest.
    pub fn fit(&self, data: &Dataset, watch: &mut Watch<'_>) -> Forest {
        let mut luck = SplitMix::new(self.seed);
        let mut trees = Vec::new();
        for tree in 0..self.trees {
            let weights = resample(data, &mut luck);
            trees.push(self.growing.fit_weighted(data, &weights, &mut luck));
            watch(Progress { done: u64::from(tree) + 1, total: u64::from(self.trees) });
        }
        Forest { trees }
    }
}

impl Learner for Planting {
    fn learn(&self, data: &Dataset, watch: &mut Watch<'_>) -> Box<dyn Classifier> {
        Box::new(self.fit(data, watch))
    }
}

/// How often each example is drawn when as many are drawn as there are: by Poisson's law with mean 1 each, which is what
/// drawing with replacement comes to for many examples, and needs no list of them.
fn resample(data: &Dataset, luck: &mut SplitMix) -> Vec<[f64; 2]> {
    let mut times = |count: u32| f64::from((0..count).map(|_| poisson(luck)).sum::<u32>());
    data.iter().map(|(_, seen)| [times(seen.no), times(seen.yes)]).collect()
}

/// A number by Poisson's law with mean 1: how many uniform draws multiply to no less than 1/e.
fn poisson(luck: &mut SplitMix) -> u32 {
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit exactly")]
    let mut draw = || (luck.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    let mut product = draw();
    let mut count = 0;
    while product > (-1.0_f64).exp() {
        product *= draw();
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_follow_poissons_law() {
        let mut luck = SplitMix::new(1);
        let mut seen = [0_u32; 4];
        for _ in 0..100_000 {
            seen[(poisson(&mut luck) as usize).min(3)] += 1;
        }
        // 36,788, 36,788, 18,394 and the rest, 8,030; deviations are below 153.
        for (count, mean) in seen.iter().zip([36_788_u32, 36_788, 18_394, 8_030]) {
            assert!(count.abs_diff(mean) < 800, "{seen:?}");
        }
    }

    #[test]
    fn a_forest_learns_what_one_stump_cannot_and_repeats_from_its_seed() {
        let mut data = Dataset::new(2);
        for x in 0..10_u8 {
            for y in 0..10_u8 {
                data.push(&[f32::from(x), f32::from(y)], (x < 5) == (y < 5));
            }
        }
        let settings = Planting::default();
        let forest = settings.fit(&data, &mut |_| ());
        let right = data.iter().filter(|(row, seen)| (forest.probability(row) > 0.5) == (seen.yes == 1)).count();
        assert!(right >= 95, "{right} of 100");
        assert_eq!(forest, settings.fit(&data, &mut |_| ()));
        assert_ne!(forest, Planting { seed: 1, ..settings }.fit(&data, &mut |_| ()));
    }
}
