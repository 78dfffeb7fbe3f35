//! Learning an order of siblings: the best-looking child should be one that can be won.

use kibitzer_core::SplitMix;

use super::{Progress, Watch};

/// The children of one position: their numbers in rows, and which can be won.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Siblings {
    /// Row by row.
    pub cells: Vec<f32>,
    /// One for each row.
    pub won: Vec<bool>,
}

/// How weights are fitted. A child is drawn with a chance that grows exponentially with its weighted sum, and the log of
/// the chance to draw one that can be won is maximised by Adam (Kingma and Ba 2015), step by step through the siblings in
/// a random order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranking {
    /// How often all siblings are shown.
    pub epochs: u32,
    /// How many of them make a step.
    pub batch: usize,
    /// The length of the first steps.
    pub rate: f64,
    /// Where the order comes from.
    pub seed: u64,
}

impl Default for Ranking {
    fn default() -> Self {
        Self { epochs: 10, batch: 64, rate: 0.02, seed: 0 }
    }
}

impl Ranking {
    /// Fits one weight for each of `width` columns.
    #[expect(clippy::cast_precision_loss, reason = "batches are small")]
    pub fn fit(&self, width: usize, families: &[Siblings], watch: &mut Watch<'_>) -> Vec<f64> {
        let mut weights = vec![0.0; width];
        let mut means = vec![[0.0_f64; 2]; width];
        let mut order: Vec<usize> = (0..families.len()).collect();
        let mut luck = SplitMix::new(self.seed);
        let mut steps = 0;
        for epoch in 0..self.epochs {
            luck.shuffle(&mut order);
            let rate = self.rate * (1.0 - f64::from(epoch) / f64::from(self.epochs));
            for batch in order.chunks(self.batch.max(1)) {
                let mut slope = vec![0.0; width];
                for &index in batch {
                    add_slope(&families[index], &weights, &mut slope);
                }
                steps += 1;
                for ((weight, [mean, square]), slope) in weights.iter_mut().zip(&mut means).zip(slope) {
                    let slope = slope / batch.len() as f64;
                    *mean = 0.9 * *mean + 0.1 * slope;
                    *square = 0.999 * *square + 0.001 * slope * slope;
                    let (mean, square) = (*mean / (1.0 - 0.9_f64.powi(steps)), *square / (1.0 - 0.999_f64.powi(steps)));
                    *weight += rate * mean / (square.sqrt() + 1e-8);
                }
            }
            watch(Progress { done: u64::from(epoch) + 1, total: u64::from(self.epochs) });
        }
        weights
    }
}

/// Adds the slope of the log of the chance to draw a child that can be won.
fn add_slope(siblings: &Siblings, weights: &[f64], slope: &mut [f64]) {
    let rows = || siblings.cells.chunks_exact(weights.len()).zip(&siblings.won);
    let value = |row: &[f32]| row.iter().zip(weights).map(|(&x, weight)| f64::from(x) * weight).sum::<f64>();
    let values: Vec<f64> = rows().map(|(row, _)| value(row)).collect();
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let chances: Vec<f64> = values.iter().map(|value| (value - most).exp()).collect();
    let all: f64 = chances.iter().sum();
    let won: f64 = chances.iter().zip(&siblings.won).filter(|(_, won)| **won).map(|(chance, _)| chance).sum();
    for ((row, &is_won), chance) in rows().zip(&chances) {
        let pull = if is_won { chance / won.max(f64::MIN_POSITIVE) } else { 0.0 } - chance / all;
        slope.iter_mut().zip(row).for_each(|(sum, &x)| *sum += pull * f64::from(x));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Families in which the first column minus twice the second says who can be won, the third is noise.
    fn families(count: u64) -> Vec<Siblings> {
        let family = |seed| {
            let mut luck = SplitMix::new(seed);
            let mut siblings = Siblings::default();
            for _ in 0..6 {
                let row = [luck.below(9) as f32, luck.below(9) as f32, luck.below(9) as f32];
                siblings.cells.extend(row);
                siblings.won.push(row[0] > 2.0 * row[1]);
            }
            siblings
        };
        (0..count).map(family).filter(|one| one.won.contains(&true) && one.won.contains(&false)).collect()
    }

    #[test]
    fn the_first_child_is_one_that_can_be_won() {
        let weights = Ranking::default().fit(3, &families(2_000), &mut |_| ());
        let unseen = families(12_000).split_off(2_000);
        let right = unseen.iter().filter(|one| {
            let values =
                one.cells.chunks_exact(3).map(|row| row.iter().zip(&weights).map(|(x, w)| f64::from(*x) * w).sum());
            let values: Vec<f64> = values.collect();
            let best = (0..6).max_by(|&a, &b| values[a].total_cmp(&values[b])).expect("six");
            one.won[best]
        });
        let share = right.count() as f64 / unseen.len() as f64;
        assert!(share > 0.97, "{share}, {weights:?}");
        assert!(weights[2].abs() < 0.3 * weights[0], "{weights:?}");
    }

    /// The slow twin of the slope: change one weight a little and look at the log of the chance.
    #[test]
    fn slopes_are_those_of_small_changes() {
        let one = &families(10)[0];
        let chance = |weights: &[f64]| {
            let values =
                one.cells.chunks_exact(3).map(|row| row.iter().zip(weights).map(|(x, w)| f64::from(*x) * w).sum());
            let chances: Vec<f64> = values.map(|value: f64| value.exp()).collect();
            let won: f64 = chances.iter().zip(&one.won).filter(|(_, won)| **won).map(|(chance, _)| chance).sum();
            (won / chances.iter().sum::<f64>()).ln()
        };
        let weights = [0.2, -0.3, 0.1];
        let mut slope = vec![0.0; 3];
        add_slope(one, &weights, &mut slope);
        for column in 0..3 {
            let (mut more, mut less) = (weights, weights);
            more[column] += 1e-6;
            less[column] -= 1e-6;
            assert!(((chance(&more) - chance(&less)) / 2e-6 - slope[column]).abs() < 1e-5);
        }
    }
}
