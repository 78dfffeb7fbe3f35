//! Training: ways to learn judged by cross-validation, and models for searches fitted to examples.

use std::num::NonZeroUsize;

use anyhow::{Result, bail};
use kibitzer_catalog::LearnerSpec;
use kibitzer_learn::birds::{fit_fast_order, fit_regressions};
use kibitzer_learn::data::birds::Trail;
use kibitzer_learn::models::Library;
use kibitzer_learn::train::{Confusion, Ranking};

use crate::parallel;
use crate::progress::Progress;
use crate::stats::{self, Estimate};
use crate::tables::{Table, grouped};

/// Ways to learn, to be judged.
#[derive(Clone, Debug)]
pub struct Training<'a> {
    /// The examples of each deal.
    pub trails: &'a [Trail],
    /// The ways to learn.
    pub learners: &'a [LearnerSpec],
    /// The deals are divided into so many parts, and each is judged by a model of the others.
    pub folds: usize,
    /// How many threads work.
    pub threads: NonZeroUsize,
    /// Whether a bar shows how far it is.
    pub is_watched: bool,
}

/// How a way to learn did.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Who.
    pub learner: LearnerSpec,
    /// The answers on each part, by a model that has not seen it.
    pub folds: Vec<Confusion>,
}

impl Training<'_> {
    /// Judges every way to learn.
    ///
    /// # Errors
    /// If there are fewer deals than parts.
    pub fn run(&self) -> Result<Vec<Judged>> {
        if self.folds < 2 || self.trails.len() < self.folds {
            bail!("{} deals cannot be divided into {} parts", self.trails.len(), self.folds);
        }
        let fits = (self.learners.len() * self.folds) as u64;
        let progress = if self.is_watched { Progress::of(fits, "fits") } else { Progress::silent() };
        let found =
            parallel::for_each(self.threads, self.learners.iter().enumerate(), Vec::new, |found, (index, learner)| {
                let folds = learner.cross_validate(self.trails, self.folds, &mut |_| progress.advance(1));
                found.push((index, Judged { learner: learner.clone(), folds }));
                Ok(())
            })?;
        progress.finish();
        let mut all: Vec<(usize, Judged)> = found.into_iter().flatten().collect();
        all.sort_unstable_by_key(|(index, _)| *index);
        Ok(all.into_iter().map(|(_, judged)| judged).collect())
    }
}

impl Judged {
    /// The examples it was judged on.
    #[must_use]
    pub fn examples(&self) -> u64 {
        self.folds.iter().map(Confusion::total).sum()
    }

    /// The share of right answers; the parts are the sample behind its interval.
    #[must_use]
    pub fn accuracy(&self) -> Option<Estimate> {
        let right = |fold: &Confusion| (stats::as_f64(fold.true_yes + fold.true_no), stats::as_f64(fold.total()));
        stats::ratio(&self.folds.iter().map(right).collect::<Vec<_>>())
    }
}

/// A row for each way to learn.
#[must_use]
pub fn table(judged: &[Judged]) -> Table {
    let mut table = Table::new(["learned", "examples", "accuracy, percent", "worst part", "best part"]);
    for one in judged {
        let percent = |share: f64| format!("{:.2}", 100.0 * share);
        let parts = || one.folds.iter().map(Confusion::accuracy);
        let accuracy = one.accuracy().map_or("-".to_string(), |found| {
            format!("{} ({} to {})", percent(found.value), percent(found.low), percent(found.high))
        });
        table.row([
            one.learner.to_string(),
            grouped(one.examples()),
            accuracy,
            percent(parts().fold(1.0, f64::min)),
            percent(parts().fold(0.0, f64::max)),
        ]);
    }
    table
}

/// The models behind the searches `lr`, `lr+dfs`, `lr8+dfs`, `lr16+dfs` and `learned-dfs`, as the text of a file.
#[must_use]
pub fn search_models(trails: &[Trail]) -> String {
    let mut library = Library::default();
    fit_regressions(trails, &mut library, &mut |_| ());
    fit_fast_order(trails, Ranking::default(), &mut library, &mut |_| ());
    library.to_string()
}
