//! Predictors of unsolvable deals, after Hoshino and Kahn (2019).

use anyhow::{Context, Result, bail};
use kibitzer_catalog::{LabelledDeal, Predictor, PredictorSpec, SplitMix};

use super::models::Guide;
use super::{Algorithm, Measure, Setting, Worker, real};
use crate::experiment::Part;
use crate::parallel;
use crate::progress::Progress;

/// The four cases, and the same four of deals whose cards are connected, where no glance at the graph is enough.
pub(super) const METRICS: &[&str] = &[
    "found",
    "missed",
    "alarms",
    "passed",
    "unsolvable",
    "called",
    "right",
    "connected_found",
    "connected_missed",
    "connected_alarms",
    "connected_passed",
    "connected_unsolvable",
    "connected_called",
];

/// Of the solvable deals that a predictor of connected deals learns from, which are nearly all, one in so many is kept.
const KEPT: u64 = 40;

pub(super) struct Predictors {
    specs: Vec<PredictorSpec>,
    fitted: Vec<Predictor>,
    mislabelled: Vec<u64>,
}

struct Predicting<'a> {
    plan: &'a Predictors,
    guide: Guide,
}

impl Predictors {
    pub(super) fn new(setting: &Setting<'_>) -> Result<Predictors> {
        let read = |algorithm: &Algorithm| -> Result<(PredictorSpec, usize)> {
            let part = algorithm.learns_from.context("a predictor learns from a part of the deals")?;
            Ok((PredictorSpec::read(&algorithm.with)?, part))
        };
        let specs = setting.algorithms.iter().map(read).collect::<Result<Vec<_>>>()?;
        // What each part is like, read once for those who want all deals and once for those who want connected ones.
        let mut known: Vec<((usize, bool), Vec<LabelledDeal>)> = Vec::new();
        let mut fitted = Vec::new();
        for (spec, part) in &specs {
            let key = (*part, spec.wants_connected());
            if known.iter().all(|(other, _)| *other != key) {
                known.push((key, labelled(setting, *part, spec.wants_connected())?));
            }
            let (_, deals) = known.iter().find(|(other, _)| *other == key).expect("just put there");
            let solvable = deals.iter().filter(|deal| deal.is_solvable).count();
            if solvable == 0 || solvable == deals.len() {
                bail!("{spec} cannot learn from {} deals, {solvable} of them solvable: take more", deals.len());
            }
            fitted.push(spec.fit(deals));
        }
        let specs = specs.into_iter().map(|(spec, _)| spec).collect();
        Ok(Predictors { specs, fitted, mislabelled: setting.mislabelled.to_vec() })
    }
}

fn labelled(setting: &Setting<'_>, part: usize, connected: bool) -> Result<Vec<LabelledDeal>> {
    let seeds = &setting.seeds[part];
    let progress =
        if setting.is_watched { Progress::of(seeds.len() as u64, "deals to learn from") } else { Progress::silent() };
    let found = parallel::for_each(
        setting.threads,
        seeds.iter(),
        || (Guide::default(), Vec::new()),
        |(guide, found), &seed| {
            progress.advance(1);
            let deal = label(guide, seed, setting.mislabelled)?;
            let is_kept = !deal.is_solvable || SplitMix::new(seed).next_u64().is_multiple_of(KEPT);
            if !connected || is_kept && deal.board.card_graph().is_connected() {
                found.push((seed, deal));
            }
            Ok(())
        },
    )?;
    progress.finish();
    let mut all: Vec<(u64, LabelledDeal)> = found.into_iter().flat_map(|(_, found)| found).collect();
    all.sort_unstable_by_key(|(seed, _)| *seed);
    Ok(all.into_iter().map(|(_, deal)| deal).collect())
}

fn label(guide: &mut Guide, seed: u64, mislabelled: &[u64]) -> Result<LabelledDeal> {
    let board = Guide::deal(seed)?;
    let is_solvable = guide.is_solvable(&board);
    Ok(LabelledDeal { board, is_solvable, paper_says: is_solvable || mislabelled.contains(&seed) })
}

impl Measure for Predictors {
    fn metrics(&self) -> &'static [&'static str] {
        METRICS
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Predicting { plan: self, guide: Guide::default() })
    }

    fn learned(&self) -> Vec<(usize, String)> {
        let questions = self.fitted.iter().map(Predictor::questions);
        questions.enumerate().filter_map(|(index, questions)| Some((index, questions?))).collect()
    }
}

impl Worker for Predicting<'_> {
    fn measure(&mut self, _: &Part, seed: u64, wanted: &[usize], sums: &mut [Vec<f64>]) -> Result<bool> {
        let deal = label(&mut self.guide, seed, &self.plan.mislabelled)?;
        let is_connected = deal.board.card_graph().is_connected();
        for (&index, sums) in wanted.iter().zip(sums) {
            let is_solvable = deal.is_solvable_by(self.plan.specs[index].judged_by());
            let is_called = self.plan.fitted[index].says_unsolvable(&deal.board);
            let cases = [(false, true), (false, false), (true, true), (true, false)];
            let cases = cases.map(|case| case == (is_solvable, is_called));
            let numbers = cases.into_iter().chain([!is_solvable, is_called, is_solvable != is_called]);
            let numbers = numbers.chain(cases.map(|case| case && is_connected));
            let numbers = numbers.chain([!is_solvable && is_connected, is_called && is_connected]);
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += real(number.into()));
        }
        Ok(true)
    }
}
