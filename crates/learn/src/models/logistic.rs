//! Logistic regression: a weighted sum is the log of the odds.

use crate::data::Dataset;
use crate::train::{Progress, Watch};

use super::linear::{Linear, accumulate};
use super::scale::{Scale, solve};
use super::{Classifier, Learner, logistic};

/// Odds by a weighted sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Logistic(
    /// The log of the odds for yes.
    pub Linear,
);

impl Classifier for Logistic {
    fn probability(&self, row: &[f32]) -> f64 {
        logistic(self.0.value(row))
    }
}

/// Maximum likelihood by Newton's method (iteratively reweighted least squares), from weights 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogisticRegression {
    /// What large weights on scaled columns cost: half of this times the sum of their squares, against the log of the
    /// likelihood of all examples. It keeps weights finite where the answers can be told apart completely.
    pub ridge: f64,
    /// The most steps. A step that changes no weight by more than a millionth is the last.
    pub steps: u32,
}

impl Default for LogisticRegression {
    fn default() -> Self {
        Self { ridge: 1.0, steps: 30 }
    }
}

impl LogisticRegression {
    /// Fits the weights.
    pub fn fit(&self, data: &Dataset, watch: &mut Watch<'_>) -> Logistic {
        let scale = Scale::of(data);
        let size = data.width() + 1;
        let mut weights = vec![0.0; size];
        let mut cells = Vec::with_capacity(size);
        for step in 0..self.steps {
            let mut matrix = vec![vec![0.0; size]; size];
            let mut slope = vec![0.0; size];
            for (row, seen) in data.iter() {
                cells.clear();
                cells.extend(scale.apply(row).chain([1.0]));
                let odds: f64 = cells.iter().zip(&weights).map(|(cell, weight)| cell * weight).sum();
                let p = logistic(odds);
                accumulate(&mut matrix, &cells, f64::from(seen.total()) * p * (1.0 - p));
                let error = f64::from(seen.yes) - f64::from(seen.total()) * p;
                slope.iter_mut().zip(&cells).for_each(|(sum, cell)| *sum += error * cell);
            }
            for index in 0..size - 1 {
                matrix[index][index] += self.ridge;
                slope[index] -= self.ridge * weights[index];
            }
            matrix[size - 1][size - 1] += 1e-9;
            let change = solve(matrix, slope);
            // Newton's step may overshoot where the answers are nearly told apart: no step goes far at once.
            let largest = change.iter().fold(0.0, |most: f64, by| most.max(by.abs()));
            let shorten = (10.0 / largest).min(1.0);
            weights.iter_mut().zip(&change).for_each(|(weight, by)| *weight += shorten * by);
            watch(Progress { done: u64::from(step) + 1, total: u64::from(self.steps) });
            if largest < 1e-6 {
                break;
            }
        }
        let (weights, bias) = scale.unscale(&weights);
        Logistic(Linear { weights, bias })
    }
}

impl Learner for LogisticRegression {
    fn learn(&self, data: &Dataset, watch: &mut Watch<'_>) -> Box<dyn Classifier> {
        Box::new(self.fit(data, watch))
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_core::SplitMix;

    use super::*;

    /// Answers drawn with known odds.
    fn drawn(count: usize) -> Dataset {
        let mut stream = SplitMix::new(3);
        let mut data = Dataset::new(2);
        for _ in 0..count {
            let row = [stream.below(5) as f32, stream.below(3) as f32];
            let p = logistic(f64::from(row[0]) - 2.0 * f64::from(row[1]) + 0.5);
            data.push(&row, stream.below(1 << 20) < (p * f64::from(1 << 20)) as usize);
        }
        data
    }

    #[test]
    fn known_odds_are_found_again() {
        let Logistic(fit) = LogisticRegression::default().fit(&drawn(40_000), &mut |_| ());
        assert!((fit.weights[0] - 1.0).abs() < 0.05 && (fit.weights[1] + 2.0).abs() < 0.08, "{fit:?}");
        assert!((fit.bias - 0.5).abs() < 0.08, "{fit:?}");
    }

    /// The slow twin: at the optimum the slope of the penalised likelihood is 0, whatever method was used.
    #[test]
    fn the_slope_vanishes_at_the_fit() {
        let data = drawn(2_000);
        let settings = LogisticRegression { ridge: 0.0, ..LogisticRegression::default() };
        let fit = settings.fit(&data, &mut |_| ());
        let mut slope = [0.0; 3];
        for (row, seen) in data.iter() {
            let error = f64::from(seen.yes) - fit.probability(row);
            for (sum, cell) in slope.iter_mut().zip([row[0], row[1], 1.0]) {
                *sum += error * f64::from(cell);
            }
        }
        assert!(slope.iter().all(|sum| sum.abs() < 1e-4), "{slope:?}");
    }

    #[test]
    fn merged_rows_give_the_same_fit_and_separable_ones_a_finite_fit() {
        let data = drawn(3_000);
        let settings = LogisticRegression::default();
        let (one, other) = (settings.fit(&data, &mut |_| ()), settings.fit(&data.merged(), &mut |_| ()));
        assert!(one.0.weights.iter().zip(&other.0.weights).all(|(a, b)| (a - b).abs() < 1e-6));
        let mut easy = Dataset::new(1);
        (0..100_u8).for_each(|x| easy.push(&[f32::from(x)], x >= 50));
        let fit = settings.fit(&easy, &mut |_| ());
        assert!(fit.0.weights[0].is_finite() && fit.0.weights[0] > 0.0, "{fit:?}");
    }
}
