//! Models that say which positions can be won, on the examples of Kucharski, Deihim and Ergezer (2019).

use std::sync::Mutex;

use anyhow::{Context, Result};
use kibitzer_catalog::{LearnerSpec, PositionModel, SplitMix};
use kibitzer_exact::birds::Exact;
use kibitzer_games::birds::{Birds, Size, deal};
use kibitzer_games::cards::DealNumber;
use kibitzer_learn::data::birds::Trail;
use kibitzer_search::{Budget, Solver, Verdict};

use super::{Algorithm, Measure, Setting, Worker, real};
use crate::experiment::Part;
use crate::parallel;
use crate::progress::Progress;

pub(super) const METRICS: &[&str] = &["right", "examples", "solvable"];

/// Knows the truth about positions of Birds of a Feather.
#[derive(Default)]
pub(crate) struct Guide {
    exact: Exact,
}

impl Guide {
    /// The deal of this number.
    pub(crate) fn deal(seed: u64) -> Result<Birds> {
        Ok(deal(Size::STANDARD, DealNumber::try_from(seed)?))
    }

    /// Whether a position can be won.
    pub(crate) fn is_solvable(&mut self, board: &Birds) -> bool {
        matches!(self.exact.solve(board, Budget::default(), &mut ()).verdict, Verdict::Solved(_))
    }

    /// The examples of a deal: its own luck chooses the way.
    pub(crate) fn trail(&mut self, seed: u64) -> Result<Trail> {
        let start = Self::deal(seed)?;
        Ok(Trail::follow(&start, &mut SplitMix::new(seed), |board| self.is_solvable(board)))
    }
}

/// Trails of many deals, in their order.
///
/// # Errors
/// If there is no such deal.
pub fn trails(seeds: &[u64], threads: std::num::NonZeroUsize, progress: &Progress) -> Result<Vec<Trail>> {
    let found = parallel::for_each(
        threads,
        seeds.iter().enumerate(),
        || (Guide::default(), Vec::new()),
        |(guide, found), (index, &seed)| {
            found.push((index, guide.trail(seed)?));
            progress.advance(1);
            Ok(())
        },
    )?;
    let mut all: Vec<(usize, Trail)> = found.into_iter().flat_map(|(_, found)| found).collect();
    all.sort_unstable_by_key(|(index, _)| *index);
    Ok(all.into_iter().map(|(_, trail)| trail).collect())
}

pub(super) struct Models {
    models: Vec<PositionModel>,
}

struct Asking<'a> {
    models: &'a [PositionModel],
    guide: Guide,
}

impl Models {
    pub(super) fn new(setting: &Setting<'_>) -> Result<Models> {
        let read = |algorithm: &Algorithm| -> Result<(LearnerSpec, usize)> {
            let part = algorithm.learns_from.context("a model learns from a part of the deals")?;
            Ok((LearnerSpec::read(&algorithm.with)?, part))
        };
        let specs = setting.algorithms.iter().map(read).collect::<Result<Vec<_>>>()?;
        let mut examples: Vec<Vec<Trail>> = vec![Vec::new(); setting.seeds.len()];
        for (part, trails_of_part) in examples.iter_mut().enumerate() {
            if specs.iter().any(|(_, wanted)| *wanted == part) {
                let seeds = &setting.seeds[part];
                let progress = if setting.is_watched {
                    Progress::of(seeds.len() as u64, "deals to learn from")
                } else {
                    Progress::silent()
                };
                *trails_of_part = trails(seeds, setting.threads, &progress)?;
                progress.finish();
            }
        }
        let progress = if setting.is_watched { Progress::of(specs.len() as u64, "models") } else { Progress::silent() };
        let fitted = Mutex::new(Vec::new());
        parallel::for_each(
            setting.threads,
            specs.iter().enumerate(),
            || (),
            |(), (index, (spec, part))| {
                let model = spec.fit(&examples[*part], &mut |_| ());
                fitted.lock().expect("no thread panics while it holds this").push((index, model));
                progress.advance(1);
                Ok(())
            },
        )?;
        progress.finish();
        let mut fitted = fitted.into_inner().expect("all threads are done");
        fitted.sort_unstable_by_key(|(index, _)| *index);
        Ok(Models { models: fitted.into_iter().map(|(_, model)| model).collect() })
    }
}

impl Measure for Models {
    fn metrics(&self) -> &'static [&'static str] {
        METRICS
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Asking { models: &self.models, guide: Guide::default() })
    }
}

impl Worker for Asking<'_> {
    fn measure(&mut self, _: &Part, seed: u64, wanted: &[usize], sums: &mut [Vec<f64>]) -> Result<bool> {
        let trail = self.guide.trail(seed)?;
        for (board, solvable) in trail.examples() {
            for (&index, sums) in wanted.iter().zip(&mut *sums) {
                if let Some(answer) = self.models[index].says_solvable(board) {
                    let numbers = [answer == solvable, true, solvable];
                    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += real(number.into()));
                }
            }
        }
        Ok(true)
    }
}
