//! Gradient-boosted trees: each tree adds a step towards the answers that the sum of the others misses.

use crate::data::Dataset;
use crate::train::{Progress, Watch};

use super::{Classifier, Learner, logistic};

/// Trees whose leaves add up to the log of the odds. All trees have the same depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Boosted {
    /// The sum before any tree.
    pub bias: f64,
    /// The number of questions on each way.
    pub depth: u32,
    /// The questions of all trees, `2^depth - 1` each: the children of question `q` are `2q + 1` and `2q + 2`.
    pub splits: Vec<Split>,
    /// The leaves of all trees, `2^depth` each.
    pub leaves: Vec<f32>,
}

/// A question: numbers below the threshold go left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// Which column.
    pub column: u32,
    /// What it is compared with; infinite where nothing is asked.
    pub threshold: f32,
}

impl Boosted {
    /// The log of the odds.
    #[must_use]
    pub fn odds(&self, row: &[f32]) -> f64 {
        let (inner, outer) = ((1 << self.depth) - 1, 1 << self.depth);
        let trees = self.splits.chunks_exact(inner).zip(self.leaves.chunks_exact(outer));
        let step = |(splits, leaves): (&[Split], &[f32])| {
            let mut place = 0;
            for _ in 0..self.depth {
                let Split { column, threshold } = splits[place];
                // Written so that a number that is not one goes right, as any other that is not below.
                place = 2 * place + 2 - usize::from(row[column as usize] < threshold);
            }
            f64::from(leaves[place - inner])
        };
        self.bias + trees.map(step).sum::<f64>()
    }
}

impl Classifier for Boosted {
    fn probability(&self, row: &[f32]) -> f64 {
        logistic(self.odds(row))
    }
}

/// How they are fitted (Friedman 2001, with the second-order steps of Chen and Guestrin 2016), on columns cut into at
/// most 256 bins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GradientBoosting {
    /// How many trees.
    pub trees: u32,
    /// The questions on each way; at most 12.
    pub depth: u32,
    /// The share of each step that is taken.
    pub rate: f64,
    /// What large leaves cost.
    pub ridge: f64,
    /// The least curvature on either side of a question: about a quarter of the number of examples that are still open.
    pub leaf: f64,
}

impl Default for GradientBoosting {
    fn default() -> Self {
        Self { trees: 150, depth: 6, rate: 0.15, ridge: 1.0, leaf: 5.0 }
    }
}

impl Learner for GradientBoosting {
    fn learn(&self, data: &Dataset, watch: &mut Watch<'_>) -> Box<dyn Classifier> {
        Box::new(self.fit(data, watch))
    }
}

impl GradientBoosting {
    /// Fits the trees.
    ///
    /// # Panics
    /// If the depth is 0 or more than 12.
    #[expect(clippy::cast_precision_loss, reason = "counts of examples are far below 2^52")]
    pub fn fit(&self, data: &Dataset, watch: &mut Watch<'_>) -> Boosted {
        assert!((1..=12).contains(&self.depth), "trees of depth {}", self.depth);
        let bins = Bins::new(data);
        let (no, yes) = data.examples();
        let prior = ((yes as f64 + 0.5) / (no as f64 + 0.5)).ln();
        let mut model = Boosted { bias: prior, depth: self.depth, splits: Vec::new(), leaves: Vec::new() };
        let mut odds = vec![prior; data.rows()];
        for tree in 0..self.trees {
            let pulls: Vec<Pull> = odds
                .iter()
                .enumerate()
                .map(|(row, &odds)| {
                    let (p, seen) = (logistic(odds), data.seen(row));
                    let total = f64::from(seen.total());
                    Pull { slope: f64::from(seen.yes) - total * p, curve: total * p * (1.0 - p) }
                })
                .collect();
            let (splits, leaves, places) = self.grow(&bins, &pulls);
            for (odds, place) in odds.iter_mut().zip(&places) {
                *odds += f64::from(leaves[*place as usize]);
            }
            model.splits.extend(splits);
            model.leaves.extend(leaves);
            watch(Progress { done: u64::from(tree) + 1, total: u64::from(self.trees) });
        }
        model
    }

    /// One tree, level by level, and the leaf that each row falls into.
    fn grow(&self, bins: &Bins, pulls: &[Pull]) -> (Vec<Split>, Vec<f32>, Vec<u16>) {
        let mut splits = Vec::new();
        let mut places = vec![0_u16; pulls.len()];
        for level in 0..self.depth {
            let histograms = bins.histograms(pulls, &places, 1 << level);
            let chosen: Vec<Option<(usize, u8)>> = histograms.iter().map(|one| self.best_cut(bins, one)).collect();
            splits.extend(chosen.iter().map(|cut| match cut {
                #[expect(clippy::cast_possible_truncation, reason = "there are few columns")]
                Some((column, bin)) => {
                    Split { column: *column as u32, threshold: bins.cuts[*column][usize::from(*bin)] }
                }
                None => Split { column: 0, threshold: f32::INFINITY },
            }));
            for (row, place) in places.iter_mut().enumerate() {
                let goes_right = chosen[usize::from(*place)].is_some_and(|(column, bin)| bins.bin(row, column) > bin);
                *place = 2 * *place + u16::from(goes_right);
            }
        }
        let mut sums = vec![Pull::default(); 1 << self.depth];
        for (pull, place) in pulls.iter().zip(&places) {
            sums[usize::from(*place)].add(*pull);
        }
        #[expect(clippy::cast_possible_truncation, reason = "steps need few digits")]
        let leaves = sums.iter().map(|sum| (self.rate * sum.slope / (sum.curve + self.ridge)) as f32).collect();
        (splits, leaves, places)
    }

    /// The column and the last bin on the left that gain most.
    fn best_cut(&self, bins: &Bins, histogram: &[Pull]) -> Option<(usize, u8)> {
        let worth = |pull: Pull| pull.slope * pull.slope / (pull.curve + self.ridge);
        let mut best = (1e-9, None);
        for (column, cuts) in bins.cuts.iter().enumerate() {
            let counts = &histogram[bins.begins[column]..][..=cuts.len()];
            let mut whole = Pull::default();
            for pull in counts {
                whole.add(*pull);
            }
            let mut low = Pull::default();
            for (bin, pull) in counts[..cuts.len()].iter().enumerate() {
                low.add(*pull);
                let high = Pull { slope: whole.slope - low.slope, curve: whole.curve - low.curve };
                if low.curve < self.leaf || high.curve < self.leaf {
                    continue;
                }
                let gain = worth(low) + worth(high) - worth(whole);
                if gain > best.0 {
                    best = (gain, Some((column, u8::try_from(bin).expect("at most 256 bins"))));
                }
            }
        }
        best.1
    }
}

/// How the loss of some rows changes with their odds, to the second order.
#[derive(Clone, Copy, Debug, Default)]
struct Pull {
    slope: f64,
    curve: f64,
}

impl Pull {
    fn add(&mut self, other: Pull) {
        self.slope += other.slope;
        self.curve += other.curve;
    }
}

/// The columns, cut into bins.
struct Bins {
    /// For each column the least number of each bin but the first.
    cuts: Vec<Vec<f32>>,
    /// Where the bins of each column begin in a histogram; the last entry is its length.
    begins: Vec<usize>,
    /// Row by row.
    cells: Vec<u8>,
}

impl Bins {
    const MOST: usize = 256;

    fn new(data: &Dataset) -> Self {
        let cuts: Vec<Vec<f32>> = (0..data.width())
            .map(|column| {
                let mut values: Vec<f32> = data.iter().map(|(row, _)| row[column]).collect();
                values.sort_by(f32::total_cmp);
                let all = values.clone();
                values.dedup();
                if values.len() > Self::MOST {
                    values = (0..Self::MOST).map(|part| all[part * all.len() / Self::MOST]).collect();
                    values.dedup();
                }
                values.windows(2).map(|pair| pair[0] + (pair[1] - pair[0]) / 2.0).collect()
            })
            .collect();
        let mut begins = vec![0];
        for cuts in &cuts {
            begins.push(begins[begins.len() - 1] + cuts.len() + 1);
        }
        let bin = |cuts: &[f32], x: f32| u8::try_from(cuts.partition_point(|&cut| cut <= x)).expect("at most 256 bins");
        let cells = data.iter().flat_map(|(row, _)| row.iter().zip(&cuts).map(|(&x, cuts)| bin(cuts, x))).collect();
        Self { cuts, begins, cells }
    }

    fn bin(&self, row: usize, column: usize) -> u8 {
        self.cells[row * self.cuts.len() + column]
    }

    /// For each place the sums over its rows, by column and bin.
    fn histograms(&self, pulls: &[Pull], places: &[u16], count: usize) -> Vec<Vec<Pull>> {
        let length = self.begins[self.cuts.len()];
        let mut histograms = vec![vec![Pull::default(); length]; count];
        for ((row, place), pull) in self.cells.chunks_exact(self.cuts.len()).zip(places).zip(pulls) {
            let histogram = &mut histograms[usize::from(*place)];
            for (bin, begin) in row.iter().zip(&self.begins) {
                histogram[begin + usize::from(*bin)].add(*pull);
            }
        }
        histograms
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_core::SplitMix;

    use super::*;

    fn checkers() -> Dataset {
        let mut data = Dataset::new(3);
        for x in 0..12_u8 {
            for y in 0..12_u8 {
                data.push(&[f32::from(x), 7.0, f32::from(y)], (x < 5) == (y < 8));
            }
        }
        data
    }

    #[test]
    fn boosted_trees_learn_what_no_line_can() {
        let data = checkers();
        let settings = GradientBoosting { trees: 20, depth: 3, rate: 0.5, leaf: 0.5, ..Default::default() };
        let model = settings.fit(&data, &mut |_| ());
        assert!(data.iter().all(|(row, seen)| (model.probability(row) > 0.5) == (seen.yes == 1)));
        assert_eq!(model, settings.fit(&data.clone(), &mut |_| ()));
    }

    /// The slow twin of the first tree: the gain of every cut, from the definition.
    #[test]
    fn the_first_question_gains_most() {
        let mut stream = SplitMix::new(5);
        for _ in 0..30 {
            let mut data = Dataset::new(2);
            for _ in 0..60 {
                let row = [stream.below(7) as f32, stream.below(7) as f32];
                data.push(&row, stream.below(9) < 2 + row[0] as usize);
            }
            let settings = GradientBoosting { trees: 1, depth: 1, leaf: 0.0, ..Default::default() };
            let model = settings.fit(&data, &mut |_| ());
            let p = logistic(model.bias);
            let gain = |split: Split| {
                let worth = |low: bool| {
                    let rows = data.iter().filter(|(row, _)| (row[split.column as usize] < split.threshold) == low);
                    let answers: Vec<f64> = rows.map(|(_, seen)| f64::from(seen.yes)).collect();
                    let slope: f64 = answers.iter().map(|yes| yes - p).sum();
                    slope * slope / (answers.len() as f64 * p * (1.0 - p) + settings.ridge)
                };
                worth(true) + worth(false)
            };
            let cuts = (0..2).flat_map(|column| (0..6_u8).map(move |x| (column, f32::from(x) + 0.5)));
            let most = cuts.map(|(column, threshold)| gain(Split { column, threshold })).fold(0.0, f64::max);
            assert!((gain(model.splits[0]) - most).abs() < 1e-9);
        }
    }

    #[test]
    fn columns_of_many_values_are_cut_into_bins_of_about_the_same_size() {
        let mut data = Dataset::new(1);
        (0..10_000_u16).for_each(|x| data.push(&[f32::from(x)], x > 3_000));
        let bins = Bins::new(&data);
        let mut sizes = vec![0_usize; bins.cuts[0].len() + 1];
        bins.cells.iter().for_each(|bin| sizes[usize::from(*bin)] += 1);
        assert_eq!(sizes.len(), 256);
        assert!(sizes.iter().all(|&size| (10..90).contains(&size)), "{sizes:?}");
    }
}
