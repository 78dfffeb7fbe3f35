//! Columns brought to mean 0 and deviation 1, and the one solver of linear equations.

use crate::data::Dataset;

/// The mean and the deviation of each column. Columns that never change have deviation 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scale {
    pub(super) mean: Vec<f64>,
    pub(super) deviation: Vec<f64>,
}

impl Scale {
    pub(super) fn of(data: &Dataset) -> Self {
        let width = data.width();
        let (mut mean, mut square, mut total) = (vec![0.0; width], vec![0.0; width], 0.0);
        for (row, seen) in data.iter() {
            let weight = f64::from(seen.total());
            total += weight;
            for (sum, &cell) in mean.iter_mut().zip(row) {
                *sum += weight * f64::from(cell);
            }
        }
        for sum in &mut mean {
            *sum /= f64::max(total, 1.0);
        }
        // A second pass, so that a large mean does not eat the digits of a small deviation.
        for (row, seen) in data.iter() {
            for ((sum, &cell), mean) in square.iter_mut().zip(row).zip(&mean) {
                *sum += f64::from(seen.total()) * (f64::from(cell) - mean).powi(2);
            }
        }
        let deviation = square
            .into_iter()
            .map(|sum| (sum / f64::max(total, 1.0)).sqrt())
            .map(|deviation| if deviation > 0.0 { deviation } else { 1.0 })
            .collect();
        Self { mean, deviation }
    }

    pub(super) fn apply<'a>(&'a self, row: &'a [f32]) -> impl Iterator<Item = f64> + 'a {
        let cells = row.iter().zip(&self.mean).zip(&self.deviation);
        cells.map(|((&cell, mean), deviation)| (f64::from(cell) - mean) / deviation)
    }

    /// Weights on scaled columns, the bias last, as weights on the columns themselves and a bias.
    pub(super) fn unscale(&self, scaled: &[f64]) -> (Vec<f64>, f64) {
        let (bias, scaled) = scaled.split_last().expect("there is a bias");
        let weights: Vec<f64> =
            scaled.iter().zip(&self.deviation).map(|(weight, deviation)| weight / deviation).collect();
        let shift: f64 = weights.iter().zip(&self.mean).map(|(weight, mean)| weight * mean).sum();
        (weights, bias - shift)
    }
}

/// Solves `matrix * x = right` for a symmetric positive definite matrix, of which the lower half is read, by Cholesky's
/// method. Pivots that vanish are raised, so that columns which repeat others share what there is to explain.
pub(super) fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for row in 0..size {
        for column in 0..=row {
            let sum: f64 = (0..column).map(|k| matrix[row][k] * matrix[column][k]).sum();
            let left = matrix[row][column] - sum;
            matrix[row][column] = if row == column { left.max(1e-12).sqrt() } else { left / matrix[column][column] };
        }
        let sum: f64 = (0..row).map(|k| matrix[row][k] * right[k]).sum();
        right[row] = (right[row] - sum) / matrix[row][row];
    }
    for row in (0..size).rev() {
        let sum: f64 = (row + 1..size).map(|k| matrix[k][row] * right[k]).sum();
        right[row] = (right[row] - sum) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_solve() {
        let matrix = vec![vec![4.0, 0.0, 0.0], vec![2.0, 5.0, 0.0], vec![1.0, 3.0, 6.0]];
        let x = solve(matrix, vec![9.0, 21.0, 25.0]);
        let full = [[4.0, 2.0, 1.0], [2.0, 5.0, 3.0], [1.0, 3.0, 6.0]];
        for (row, right) in full.iter().zip([9.0, 21.0, 25.0]) {
            let left: f64 = row.iter().zip(&x).map(|(a, b)| a * b).sum();
            assert!((left - right).abs() < 1e-9, "{x:?}");
        }
    }

    #[test]
    fn scaled_columns_have_mean_0_and_deviation_1() {
        let mut data = Dataset::new(2);
        for (row, answer) in [([1.0, 7.0], true), ([3.0, 7.0], false), ([5.0, 7.0], true), ([3.0, 7.0], true)] {
            data.push(&row, answer);
        }
        for data in [data.clone(), data.merged()] {
            let scale = Scale::of(&data);
            assert_eq!((scale.mean[0], scale.mean[1], scale.deviation[1]), (3.0, 7.0, 1.0));
            assert!((scale.deviation[0] - 2.0_f64.sqrt()).abs() < 1e-12);
        }
    }
}
