//! The engine: every algorithm on every deal, on all threads, with a journal to go on from.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;

use anyhow::{Result, bail};
use kibitzer_catalog::{Budget, Cancel, SplitMix, Verdict};

use super::journal::{Journal, Names};
use super::{Experiment, Part, Sums, Which};
use crate::in_order::{Spread, in_order};
use crate::measure::{Setting, Worker};
use crate::progress::Progress;

/// How an experiment is run.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// Whether the samples of its parts are enough, and slow rows are left out.
    pub is_quick: bool,
    /// How many threads work. Numbers do not depend on it, but for times, and for counts where time is limited.
    pub threads: NonZeroUsize,
    /// Whether a bar shows how far it is.
    pub is_watched: bool,
    /// Ends the run early; what was measured is kept.
    pub cancel: Cancel,
}

/// What one algorithm did on a deal, or on several together.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The part of the deals.
    pub part: usize,
    /// The first deal.
    pub seed: u64,
    /// How many deals count.
    pub deals: u64,
    /// The algorithm.
    pub algorithm: usize,
    /// The sum of each metric.
    pub numbers: Vec<f64>,
}

impl Record {
    /// As the numbers of a column are made of.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "there are far fewer deals than 2^52")]
    pub fn sums(&self) -> Sums<'_> {
        Sums { deals: self.deals as f64, numbers: &self.numbers }
    }
}

/// What a run measured.
#[derive(Clone, Debug)]
pub struct Records {
    /// The names of the numbers.
    pub metrics: &'static [&'static str],
    /// All records, in the order of parts, deals and algorithms, whatever the number of threads.
    pub records: Vec<Record>,
    /// How many of them were there before.
    pub kept: usize,
    /// Whether these are all.
    pub is_whole: bool,
    /// What was learned, for each algorithm that has something to show.
    pub learned: Vec<(usize, String)>,
}

/// Deals that make one record for each algorithm.
#[derive(Clone, Copy)]
struct Job<'a> {
    part: usize,
    seeds: &'a [u64],
}

/// A run that was asked to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ended early")]
pub struct Ended;

impl Run<'_> {
    /// Measures what is not in the journal yet.
    ///
    /// # Errors
    /// If an algorithm is broken, or the journal cannot be read or written; what was measured is in it. Or [`Ended`], if
    /// it was ended before the deals were drawn.
    pub fn run(&self, journal: Option<&Journal>) -> Result<Records> {
        let experiment = self.experiment;
        let seeds = experiment.parts.iter().map(|part| self.seeds(part)).collect::<Result<Vec<_>>>()?;
        let wanted: Vec<Vec<usize>> =
            (0..experiment.parts.len()).map(|part| experiment.wanted(part, self.is_quick)).collect();
        let jobs = jobs(experiment, &seeds, &wanted);
        let names = Names { experiment, metrics: experiment.measure.metrics() };
        let (mut records, mut pen) = match journal {
            Some(journal) => {
                let (records, pen) = journal.records(&names)?;
                (records, Some(pen))
            }
            None => (Vec::new(), None),
        };
        let (done, kept) = finished(&jobs, &wanted, &records);
        records.truncate(kept);
        pen.as_mut().map_or(Ok(()), |pen| pen.keep(kept))?;
        let learned = if done < jobs.len() {
            let sink = |new: Vec<Record>| -> Result<()> {
                pen.as_mut().map_or(Ok(()), |pen| pen.write(&new, &names))?;
                records.extend(new);
                Ok(())
            };
            self.measure(&jobs, done, &seeds, &wanted, sink)?
        } else {
            journal.map_or(Ok(Vec::new()), Journal::learned)?
        };
        let is_whole = finished(&jobs, &wanted, &records).0 == jobs.len();
        if let (Some(pen), Some(journal), true) = (pen, journal, is_whole && done < jobs.len()) {
            journal.keep_learned(&learned)?;
            pen.finish()?;
        }
        Ok(Records { metrics: experiment.measure.metrics(), records, kept, is_whole, learned })
    }

    /// Measures the jobs that are left, and says what was learned.
    fn measure(
        &self,
        jobs: &[Job<'_>],
        done: usize,
        seeds: &[Vec<u64>],
        wanted: &[Vec<usize>],
        mut sink: impl FnMut(Vec<Record>) -> Result<()>,
    ) -> Result<Vec<(usize, String)>> {
        let experiment = self.experiment;
        let measure = experiment.measure.prepare(&Setting {
            game: experiment.game,
            algorithms: &experiment.algorithms,
            seeds,
            models: experiment.models.as_ref(),
            mislabelled: &experiment.mislabelled(),
            threads: self.threads,
            is_watched: self.is_watched,
            cancel: &self.cancel,
        })?;
        let deals = |jobs: &[Job<'_>]| jobs.iter().map(|job| job.seeds.len() as u64).sum::<u64>();
        let progress = if self.is_watched { Progress::of(deals(jobs), "deals") } else { Progress::silent() };
        progress.skip(deals(&jobs[..done]));
        let parts: Vec<Part> = experiment.parts.iter().map(|part| self.part(part)).collect();
        let metrics = measure.metrics().len();
        let work = |worker: &mut Box<dyn Worker + '_>, job: &Job<'_>| {
            let outcome = measure_job(&mut **worker, &parts[job.part], *job, &wanted[job.part], metrics);
            progress.advance(job.seeds.len() as u64);
            outcome
        };
        let spread = Spread { threads: self.threads, batch: NonZeroUsize::MIN };
        let outcome =
            in_order(jobs[done..].iter(), spread, &self.cancel, || measure.worker(), work, |outcome| sink(outcome?));
        progress.finish();
        match outcome {
            // What was begun when it was ended is not measured.
            Err(problem) if problem.is::<Ended>() => {}
            outcome => outcome?,
        }
        Ok(measure.learned())
    }

    /// The part as it is taken in this run.
    fn part(&self, part: &Part) -> Part {
        Part { games: if self.is_quick { part.sample.games } else { part.games }, ..part.clone() }
    }

    /// The deals of a part.
    fn seeds(&self, part: &Part) -> Result<Vec<u64>> {
        let step = usize::try_from(if self.is_quick { part.sample.every } else { 1 }).unwrap_or(usize::MAX);
        let Some(count) = part.draw else { return Ok(part.seeds.range().step_by(step).collect()) };
        let room = part.game.puzzle()?;
        let mut judge = room.solver(&room.algorithm("exact")?);
        let mut luck = SplitMix::new(part.luck);
        let range = part.seeds.last() - part.seeds.first() + 1;
        let (mut drawn, mut tried) = (Vec::new(), HashSet::new());
        while (drawn.len() as u64) < count {
            if self.cancel.flag.load(Ordering::Relaxed) {
                return Err(Ended.into());
            }
            if tried.len() as u64 == range {
                bail!("{} deals cannot be drawn from {}: only {} are to be had", count, part.seeds, drawn.len());
            }
            let seed = part.seeds.first() + luck.below(usize::try_from(range).unwrap_or(usize::MAX)) as u64;
            let is_wanted = tried.insert(seed)
                && (part.which == Which::All
                    || matches!(
                        judge.solve(&room.deal(seed)?, Budget::default(), &Cancel::default())?.verdict,
                        Verdict::Solved(_)
                    ));
            if is_wanted {
                drawn.push(seed);
            }
        }
        Ok(drawn.into_iter().step_by(step).collect())
    }
}

/// All jobs, in the order of parts and deals.
fn jobs<'a>(experiment: &Experiment, seeds: &'a [Vec<u64>], wanted: &[Vec<usize>]) -> Vec<Job<'a>> {
    let of_part = |part: usize| {
        let group = usize::try_from(experiment.parts[part].group).unwrap_or(usize::MAX);
        let seeds = if wanted[part].is_empty() { &[][..] } else { &seeds[part][..] };
        seeds.chunks(group).map(move |seeds| Job { part, seeds })
    };
    (0..seeds.len()).flat_map(of_part).collect()
}

fn measure_job(
    worker: &mut dyn Worker,
    part: &Part,
    job: Job<'_>,
    wanted: &[usize],
    metrics: usize,
) -> Result<Vec<Record>> {
    let mut sums = vec![vec![0.0; metrics]; wanted.len()];
    let mut deals = 0;
    for &seed in job.seeds {
        deals += u64::from(worker.measure(part, seed, wanted, &mut sums)?);
    }
    let record = |(&algorithm, numbers)| Record { part: job.part, seed: job.seeds[0], deals, algorithm, numbers };
    Ok(wanted.iter().zip(sums).map(record).collect())
}

/// How many of the jobs are done, and how many records they have. Records that are not of the next job in turn, as after
/// a change of threads or a kill between two lines, end it.
fn finished(jobs: &[Job<'_>], wanted: &[Vec<usize>], records: &[Record]) -> (usize, usize) {
    let mut kept = 0;
    for (done, job) in jobs.iter().enumerate() {
        let wanted = &wanted[job.part];
        let Some(found) = records.get(kept..kept + wanted.len()) else { return (done, kept) };
        let is_job = |(record, algorithm): (&Record, &usize)| {
            record.part == job.part && record.seed == job.seeds[0] && record.algorithm == *algorithm
        };
        if !found.iter().zip(wanted).all(is_job) {
            return (done, kept);
        }
        kept += wanted.len();
    }
    (jobs.len(), kept)
}
