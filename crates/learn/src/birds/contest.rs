//! The contest of table 1 of Kucharski, Deihim and Ergezer (2019): seven ways to learn, on the same examples.

use crate::data::Dataset;
use crate::models::{
    Boosting, Criterion, Gaussians, Growing, Learner, LogisticRegression, Neighbours, NetworkTraining, Planting,
};
use crate::train::{Confusion, Progress, Watch};

/// A way to learn, with its name in the table.
pub struct Contender {
    /// The paper's name for it.
    pub name: &'static str,
    /// Its settings.
    pub learner: Box<dyn Learner>,
}

/// How a contender did.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Who.
    pub name: &'static str,
    /// The share of right answers on what it learned from.
    pub train: f64,
    /// The share on what it had not seen.
    pub test: f64,
}

/// The paper's seven, in its order. It prints no settings but the network's, of which the best had layers of 100; the
/// others are common defaults.
#[must_use]
pub fn contestants() -> Vec<Contender> {
    let contender = |name, learner| Contender { name, learner };
    let tree = Growing { criterion: Criterion::Gini, depth: 8, leaf: 20.0, columns: None };
    vec![
        contender("Logistic regression", Box::<LogisticRegression>::default()),
        contender("KNN", Box::<Neighbours>::default()),
        contender("Decision trees", Box::new(tree)),
        contender("Random forest", Box::<Planting>::default()),
        contender("AdaBoost", Box::<Boosting>::default()),
        contender("Gaussian naive Bayes", Box::new(Gaussians)),
        contender("Neural networks", Box::<NetworkTraining>::default()),
    ]
}

/// Lets each learn from one table and answer on both. Equal rows are merged first, which changes no score.
pub fn contest(contenders: &[Contender], train: &Dataset, test: &Dataset, watch: &mut Watch<'_>) -> Vec<Score> {
    let (train, test) = (train.merged(), test.merged());
    let mut scores = Vec::new();
    for Contender { name, learner } in contenders {
        let model = learner.learn(&train, &mut |_| ());
        let accuracy = |data| Confusion::of(&*model, data).accuracy();
        scores.push(Score { name, train: accuracy(&train), test: accuracy(&test) });
        watch(Progress { done: scores.len() as u64, total: contenders.len() as u64 });
    }
    scores
}

#[cfg(test)]
mod tests {
    use kibitzer_core::SplitMix;

    use super::*;

    #[test]
    fn all_seven_learn_a_slanted_line_and_none_is_judged_on_luck() {
        let mut luck = SplitMix::new(1);
        let mut table = |count: usize| {
            let mut data = Dataset::new(2);
            for _ in 0..count {
                let row = [luck.below(20) as f32, luck.below(20) as f32];
                data.push(&row, row[0] + 0.5 * row[1] > 14.0);
            }
            data
        };
        let scores = contest(&contestants(), &table(3_000), &table(1_000), &mut |_| ());
        assert_eq!(scores.len(), 7);
        for Score { name, train, test } in scores {
            assert!(train > 0.88 && test > 0.88, "{name}: {train} {test}");
        }
    }
}
