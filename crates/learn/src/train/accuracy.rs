//! How often a model is right.

use crate::data::Dataset;
use crate::models::{Classifier, Learner};

use super::{Progress, Watch};

/// The four cases of truths and answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Confusion {
    /// Yes, and the model says yes.
    pub true_yes: u64,
    /// No, but the model says yes.
    pub false_yes: u64,
    /// No, and the model says no.
    pub true_no: u64,
    /// Yes, but the model says no.
    pub false_no: u64,
}

impl Confusion {
    /// Counts one answer.
    pub const fn add(&mut self, truth: bool, answer: bool, times: u64) {
        match (truth, answer) {
            (true, true) => self.true_yes += times,
            (false, true) => self.false_yes += times,
            (false, false) => self.true_no += times,
            (true, false) => self.false_no += times,
        }
    }

    /// The answers of a model, yes above a half, on a table.
    #[must_use]
    pub fn of(model: &dyn Classifier, data: &Dataset) -> Self {
        let mut confusion = Self::default();
        for (row, seen) in data.iter() {
            let answer = model.probability(row) > 0.5;
            confusion.add(true, answer, seen.yes.into());
            confusion.add(false, answer, seen.no.into());
        }
        confusion
    }

    /// All examples.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.true_yes + self.false_yes + self.true_no + self.false_no
    }

    /// The share of right answers; 0 of none.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        share(self.true_yes + self.true_no, self.total())
    }

    /// Of the examples whose truth is no, the share that the model says no to.
    #[must_use]
    pub fn recall_of_no(&self) -> f64 {
        share(self.true_no, self.true_no + self.false_yes)
    }

    /// Of the examples that the model says no to, the share whose truth is no.
    #[must_use]
    pub fn precision_of_no(&self) -> f64 {
        share(self.true_no, self.true_no + self.false_no)
    }
}

#[expect(clippy::cast_precision_loss, reason = "shares need few digits")]
fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// Leaves out one fold after the other, learns from the rest, and counts the answers on the fold left out.
///
/// Folds are tables of their own, so that whoever makes them decides what must stay together: children of one deal are
/// alike, and a fold that shares deals with the others flatters the model.
///
/// # Panics
/// If there are fewer than two folds.
pub fn cross_validate(learner: &dyn Learner, folds: &[Dataset], watch: &mut Watch<'_>) -> Vec<Confusion> {
    assert!(folds.len() > 1, "one fold cannot be left out and learned from");
    let mut found = Vec::with_capacity(folds.len());
    for (index, left_out) in folds.iter().enumerate() {
        let mut rest = Dataset::new(left_out.width());
        for (_, fold) in folds.iter().enumerate().filter(|(other, _)| *other != index) {
            rest.append(fold);
        }
        let model = learner.learn(&rest, &mut |_| ());
        found.push(Confusion::of(&*model, left_out));
        watch(Progress { done: index as u64 + 1, total: folds.len() as u64 });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says yes to what it has seen.
    struct Parrot(Vec<f32>);

    impl Classifier for Parrot {
        fn probability(&self, row: &[f32]) -> f64 {
            f64::from(u8::from(self.0.contains(&row[0])))
        }
    }

    struct Listening;

    impl Learner for Listening {
        fn learn(&self, data: &Dataset, _: &mut Watch<'_>) -> Box<dyn Classifier> {
            Box::new(Parrot(data.iter().map(|(row, _)| row[0]).collect()))
        }
    }

    #[test]
    fn no_model_sees_the_fold_it_is_judged_on() {
        let fold = |numbers: &[f32]| {
            let mut data = Dataset::new(1);
            for &x in numbers {
                data.push(&[x], true);
            }
            data
        };
        let folds = [fold(&[1.0, 2.0, 3.0]), fold(&[3.0, 4.0]), fold(&[5.0, 1.0, 1.0])];
        let mut heard = Vec::new();
        let found = cross_validate(&Listening, &folds, &mut |progress| heard.push(progress.done));
        let yes: Vec<(u64, u64)> = found.iter().map(|confusion| (confusion.true_yes, confusion.false_no)).collect();
        assert_eq!(yes, [(2, 1), (1, 1), (2, 1)]);
        assert_eq!(heard, [1, 2, 3]);
    }

    #[test]
    fn shares_are_counted_from_the_table() {
        let confusion = Confusion { true_yes: 90, false_yes: 2, true_no: 6, false_no: 2 };
        assert!((confusion.accuracy() - 0.96).abs() < 1e-12);
        assert!((confusion.recall_of_no() - 0.75).abs() < 1e-12);
        assert!((confusion.precision_of_no() - 0.75).abs() < 1e-12);
    }
}
