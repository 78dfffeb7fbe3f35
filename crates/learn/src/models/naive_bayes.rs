//! Gaussian naive Bayes: each column has a bell curve for yes and one for no, and columns know nothing of each other.

use crate::data::{Dataset, Seen};
use crate::train::Watch;

use super::{Classifier, Learner, logistic};

/// The bell curves.
#[derive(Clone, Debug, PartialEq)]
pub struct NaiveBayes {
    /// The log of the odds for yes before any column is read.
    prior: f64,
    /// For each column the mean and the variance for no, and then for yes.
    curves: Vec<[(f64, f64); 2]>,
}

impl Classifier for NaiveBayes {
    fn probability(&self, row: &[f32]) -> f64 {
        let density = |x: f64, (mean, variance): (f64, f64)| -0.5 * (variance.ln() + (x - mean).powi(2) / variance);
        let columns = row.iter().zip(&self.curves);
        let odds: f64 = columns.map(|(&x, curves)| density(x.into(), curves[1]) - density(x.into(), curves[0])).sum();
        logistic(self.prior + odds)
    }
}

/// How they are found: means and variances of the examples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gaussians;

impl Gaussians {
    /// Fits the curves. Without examples of one kind, that kind is never the answer.
    #[must_use]
    pub fn fit(self, data: &Dataset) -> NaiveBayes {
        let sides: [fn(Seen) -> u32; 2] = [|seen| seen.no, |seen| seen.yes];
        let totals = sides.map(|side| data.iter().map(|(_, seen)| f64::from(side(seen))).sum::<f64>());
        let curves = (0..data.width())
            .map(|column| {
                let curve = |which: usize| {
                    let rows =
                        || data.iter().map(|(row, seen)| (f64::from(row[column]), f64::from(sides[which](seen))));
                    let total = totals[which].max(1.0);
                    let mean = rows().map(|(x, weight)| x * weight).sum::<f64>() / total;
                    let variance = rows().map(|(x, weight)| weight * (x - mean).powi(2)).sum::<f64>() / total;
                    (mean, variance.max(1e-9))
                };
                [curve(0), curve(1)]
            })
            .collect();
        NaiveBayes { prior: totals[1].ln() - totals[0].ln(), curves }
    }
}

impl Learner for Gaussians {
    fn learn(&self, data: &Dataset, _: &mut Watch<'_>) -> Box<dyn Classifier> {
        Box::new(self.fit(data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_those_of_bayes_rule() {
        let mut data = Dataset::new(1);
        for (x, yes) in [(0.0, false), (2.0, false), (4.0, true), (8.0, true), (6.0, true)] {
            data.push(&[x], yes);
        }
        let model = Gaussians.fit(&data);
        let bell = |x: f64, mean: f64, variance: f64| (-(x - mean).powi(2) / (2.0 * variance)).exp() / variance.sqrt();
        for x in [0.0_f32, 3.0, 3.7, 9.0] {
            let (no, yes) = (0.4 * bell(x.into(), 1.0, 1.0), 0.6 * bell(x.into(), 6.0, 8.0 / 3.0));
            assert!((model.probability(&[x]) - yes / (no + yes)).abs() < 1e-9);
        }
    }

    #[test]
    fn a_kind_without_examples_is_never_the_answer() {
        let mut data = Dataset::new(1);
        data.push(&[1.0], true);
        assert!(Gaussians.fit(&data).probability(&[5.0]) > 0.5);
    }
}
