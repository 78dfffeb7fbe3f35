//! Models that answer yes or no with a probability, one file each: what it is, how it is fitted, how it answers.

mod adaboost;
mod boosted;
mod file;
mod forest;
mod linear;
mod logistic;
mod naive_bayes;
mod neighbours;
mod network;
mod scale;
mod tree;

pub use adaboost::{AdaBoost, Boosting};
pub use boosted::{Boosted, GradientBoosting, Split};
pub use file::{BadModel, Library, Model, Problem};
pub use forest::{Forest, Planting};
pub use linear::{LeastSquares, Linear};
pub use logistic::{Logistic, LogisticRegression};
pub use naive_bayes::{Gaussians, NaiveBayes};
pub use neighbours::{NearestNeighbours, Neighbours};
pub use network::{Network, NetworkTraining};
pub use tree::{Criterion, Growing, Node, Tree};

use crate::data::Dataset;
use crate::train::Watch;

/// Something that answers yes or no.
pub trait Classifier: Send + Sync {
    /// How likely the answer is yes, from 0 to 1; some models only mean the side of one half.
    fn probability(&self, row: &[f32]) -> f64;
}

/// The settings of a way to learn.
pub trait Learner {
    /// Fits a model to the examples. The same settings and examples always give the same model.
    fn learn(&self, data: &Dataset, watch: &mut Watch<'_>) -> Box<dyn Classifier>;
}

/// The probability that goes with a log of odds.
pub(crate) fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}
