//! Least squares: a straight line through zeros and ones.

use crate::data::Dataset;
use crate::train::Watch;

use super::scale::{Scale, solve};
use super::{Classifier, Learner};

/// A weighted sum of the columns and a bias.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    /// One weight for each column.
    pub weights: Vec<f64>,
    /// What is added.
    pub bias: f64,
}

impl Linear {
    /// The sum.
    #[must_use]
    pub fn value(&self, row: &[f32]) -> f64 {
        self.bias + self.weights.iter().zip(row).map(|(weight, &cell)| weight * f64::from(cell)).sum::<f64>()
    }
}

impl Classifier for Linear {
    fn probability(&self, row: &[f32]) -> f64 {
        self.value(row).clamp(0.0, 1.0)
    }
}

/// Linear regression on 0 for no and 1 for yes, by the normal equations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeastSquares {
    /// What large weights on scaled columns cost, in examples.
    pub ridge: f64,
}

impl Default for LeastSquares {
    fn default() -> Self {
        Self { ridge: 1e-3 }
    }
}

impl LeastSquares {
    /// Fits the sum.
    #[must_use]
    pub fn fit(&self, data: &Dataset) -> Linear {
        let scale = Scale::of(data);
        let size = data.width() + 1;
        let mut matrix = vec![vec![0.0; size]; size];
        let mut right = vec![0.0; size];
        for (row, seen) in data.iter() {
            let cells: Vec<f64> = scale.apply(row).chain([1.0]).collect();
            accumulate(&mut matrix, &cells, f64::from(seen.total()));
            right.iter_mut().zip(&cells).for_each(|(sum, cell)| *sum += f64::from(seen.yes) * cell);
        }
        (0..size - 1).for_each(|index| matrix[index][index] += self.ridge);
        let (weights, bias) = scale.unscale(&solve(matrix, right));
        Linear { weights, bias }
    }
}

impl Learner for LeastSquares {
    fn learn(&self, data: &Dataset, _: &mut Watch<'_>) -> Box<dyn Classifier> {
        Box::new(self.fit(data))
    }
}

/// Adds `weight * cells * cells'` to the lower half.
pub(super) fn accumulate(matrix: &mut [Vec<f64>], cells: &[f64], weight: f64) {
    for (row, &cell) in matrix.iter_mut().zip(cells) {
        let factor = weight * cell;
        // The row's own length is that of all columns; the lower half ends at the diagonal, but a full row runs faster
        // than a triangle and the upper half is never read.
        row.iter_mut().zip(cells).for_each(|(sum, other)| *sum += factor * other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_through_four_points_is_that_of_the_textbook() {
        let mut data = Dataset::new(1);
        for (x, yes) in [(0.0, false), (1.0, false), (2.0, true), (3.0, true)] {
            data.push(&[x], yes);
        }
        let line = LeastSquares { ridge: 0.0 }.fit(&data);
        // Sum of (x - 1.5)(y - 0.5) is 2, of (x - 1.5)^2 is 5.
        assert!((line.weights[0] - 0.4).abs() < 1e-9 && (line.bias + 0.1).abs() < 1e-9, "{line:?}");
    }
}
