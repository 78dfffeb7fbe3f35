//! The work of a census: the parts that are not there yet.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use cpu_time::ProcessTime;
use kibitzer_core::Game;
use kibitzer_search::{Budget, Report, Solver, Verdict};

use crate::progress::Progress;
use crate::{parallel, stats};

use super::folder::Folder;
use super::parts::Part;
use super::rest::Counting;
use super::rows::Rows;
use super::write::encode;
use super::{Census, Damaged, Keep, Subject};

/// A part is divided among the threads in this many chunks, so that the last part keeps all of them busy.
const CHUNKS: u64 = 64;

/// What a run did. Times are of the machine, so they are kept out of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Deals that were asked for and there before.
    pub found: u64,
    /// Deals decided now.
    pub decided: u64,
    /// The time from start to end.
    pub wall: Duration,
    /// The time of all threads together.
    pub cpu: Duration,
    /// The files that were not what they should be and were computed again, each with the reason.
    pub mended: Vec<String>,
}

impl Done {
    /// How many deals were decided in a second of this time.
    #[must_use]
    pub fn decided_per_second(&self, time: Duration) -> f64 {
        stats::as_f64(self.decided) / time.as_secs_f64().max(1e-9)
    }
}

impl<S: Subject> Census<S> {
    /// Decides every deal of this shard that is not in the folder yet.
    ///
    /// # Errors
    /// If the folder holds another census ([`Misfit`](super::Misfit)), is in use, or cannot be written.
    pub fn run(&self) -> Result<Done> {
        let folder = self.open()?;
        let _claim = folder.claim(self.shard)?;
        folder.sweep(self.shard)?;
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        let progress = self.progress(self.own_parts(&folder).map(|part| part.len()).sum(), "deals");
        let Survey { found, jobs, mended } = self.survey(&folder, &progress)?;
        let chunks = jobs.iter().flat_map(|job| (0..job.chunks.len()).map(move |index| (job, index)));
        let solver = || self.subject.solver();
        parallel::for_each(self.threads, chunks, solver, |solver, (job, index)| {
            let seeds = job.chunks[index].clone();
            let rows = match self.keep {
                Keep::All => decide(&self.subject, solver, seeds.clone(), self.budget),
                Keep::Unsolved => decide_leanly(&self.subject, solver, seeds.clone(), self.budget)?,
            };
            progress.advance(seeds.end - seeds.start);
            job.put(index, rows).map_or(Ok(()), |rows| self.write(&folder, &job.part, &rows))
        })?;
        progress.finish();
        let decided = jobs.iter().map(|job| job.part.len()).sum();
        Ok(Done { found, decided, wall: wall.elapsed(), cpu: cpu.elapsed(), mended })
    }

    /// Looks at every part of this shard: is it there, and is it what it should be?
    fn survey(&self, folder: &Folder, progress: &Progress) -> Result<Survey> {
        let parts = self.own_parts(folder);
        let surveys = parallel::for_each(self.threads, parts, Survey::default, |survey, part| {
            match self.check(folder, &part) {
                Standing::Finished => {
                    survey.found += self.wanted(&part).end - self.wanted(&part).start;
                    progress.skip(part.len());
                }
                Standing::Missing => survey.jobs.push(Job::new(part, self)),
                Standing::Wrong(_) if self.damaged == Damaged::Keep => progress.skip(part.len()),
                Standing::Wrong(reason) => {
                    progress.note(&format!("{reason}; it is computed again"));
                    survey.mended.push(reason);
                    survey.jobs.push(Job::new(part, self));
                }
            }
            Ok(())
        })?;
        let mut all = Survey::default();
        for survey in surveys {
            all.found += survey.found;
            all.jobs.extend(survey.jobs);
            all.mended.extend(survey.mended);
        }
        all.jobs.sort_unstable_by_key(|job| job.part.number);
        all.mended.sort_unstable();
        Ok(all)
    }

    /// The parts of this shard within the range. One at the end of the range reaches as far as was ever asked for.
    fn own_parts(&self, folder: &Folder) -> impl Iterator<Item = Part> {
        let (asked, shard) = (self.seeds.clone(), self.shard);
        Part::all(&folder.seeds, self.part_size)
            .filter(move |part| part.seeds.start < asked.end && asked.start < part.seeds.end && shard.takes(part))
    }

    fn check(&self, folder: &Folder, part: &Part) -> Standing {
        let path = folder.part(part);
        if !path.exists() {
            return Standing::Missing;
        }
        match self.file(part) {
            Ok(file) if self.covers(file.seeds(), part) => Standing::Finished,
            // A narrower range was asked for before.
            Ok(_) => Standing::Missing,
            Err(damage) => Standing::Wrong(format!("{}: {damage}", path.display())),
        }
    }

    /// How a part is divided.
    fn chunks(&self, part: &Part) -> Vec<Range<u64>> {
        let size = self.part_size.get().div_ceil(CHUNKS).try_into().expect("a part has seeds");
        Part::all(&part.seeds, size).map(|chunk| chunk.seeds).collect()
    }

    /// The runs that a part is written in, made of others that follow each other. The bytes of its file depend on it.
    pub(super) fn runs(&self, part: &Part, found: &[Rows]) -> Vec<Rows> {
        match self.keep {
            Keep::All => self.chunks(part).into_iter().map(|seeds| Rows::cut(found, seeds)).collect(),
            Keep::Unsolved => vec![Rows::cut(found, part.seeds.clone())],
        }
    }

    fn write(&self, folder: &Folder, part: &Part, rows: &[Rows]) -> Result<()> {
        let whole = if self.keep == Keep::All { None } else { Some(self.runs(part, rows)) };
        let rows = whole.as_deref().unwrap_or(rows);
        let bytes = encode(&self.heading(), &part.seeds, rows)
            .with_context(|| format!("cannot encode {}", folder.part(part).display()))?;
        folder.write_part(part, self.shard, &bytes)
    }
}

/// What a run finds before it starts.
#[derive(Default)]
struct Survey {
    /// Deals that were asked for and are there.
    found: u64,
    /// The parts to compute.
    jobs: Vec<Job>,
    /// Files that were not what they should be.
    mended: Vec<String>,
}

enum Standing {
    Finished,
    Missing,
    Wrong(String),
}

/// A part that is being computed: whoever brings the last chunk writes it.
struct Job {
    part: Part,
    chunks: Vec<Range<u64>>,
    rows: Mutex<(usize, Vec<Rows>)>,
}

impl Job {
    fn new<S: Subject>(part: Part, census: &Census<S>) -> Job {
        let chunks = census.chunks(&part);
        let rows = Mutex::new((chunks.len(), Vec::new()));
        Job { part, chunks, rows }
    }

    /// Adds a chunk; gives all of them if it was the last.
    fn put(&self, index: usize, rows: Rows) -> Option<Vec<Rows>> {
        let mut guard = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let (missing, chunks) = &mut *guard;
        chunks.resize_with(self.chunks.len(), Rows::default);
        chunks[index] = rows;
        *missing -= 1;
        (*missing == 0).then(|| std::mem::take(chunks))
    }
}

/// Decides some deals one after the other.
fn decide<S: Subject>(subject: &S, solver: &mut impl Solver<S::Puzzle>, seeds: Range<u64>, budget: Budget) -> Rows {
    let mut rows = Rows::starting_at(seeds.start, S::FEATURES.len());
    for seed in seeds.clone() {
        let deal = subject.deal(seed);
        let Report { verdict, stats } = solver.solve(&deal, budget, &mut ());
        add_row(subject, &mut rows, (seed, &deal), &verdict, stats.expanded);
    }
    rows.seeds = seeds;
    rows
}

/// The same, with rows for unsolved deals alone. A solution is not kept, so it is replayed here and now.
fn decide_leanly<S: Subject>(
    subject: &S,
    solver: &mut impl Solver<S::Puzzle>,
    seeds: Range<u64>,
    budget: Budget,
) -> Result<Rows> {
    let mut rows = Rows::starting_at(seeds.start, S::FEATURES.len());
    let mut rest = Counting::default();
    for seed in seeds.clone() {
        let deal = subject.deal(seed);
        let Report { verdict, stats } = solver.solve(&deal, budget, &mut ());
        if let Verdict::Solved(moves) = &verdict {
            ensure!(S::wins(&deal, moves), "seed {seed}: the solution that was found does not win");
            rest.add(stats.expanded, seed);
            continue;
        }
        add_row(subject, &mut rows, (seed, &deal), &verdict, stats.expanded);
    }
    rows.seeds = seeds;
    rows.rest = rest.finish();
    Ok(rows)
}

fn add_row<S: Subject>(
    subject: &S,
    rows: &mut Rows,
    (seed, deal): (u64, &S::Puzzle),
    verdict: &Verdict<<S::Puzzle as Game>::Move>,
    nodes: u64,
) {
    rows.listed.push(seed);
    rows.findings.push(verdict.into());
    rows.nodes.push(nodes);
    for (column, value) in rows.features.iter_mut().zip(subject.features(deal)) {
        column.push(value);
    }
    let moves = if let Verdict::Solved(moves) = verdict { Some(moves) } else { None };
    rows.lengths.push(moves.map(|moves| u32::try_from(moves.len()).expect("a solution has fewer than 2^32 moves")));
    let text = rows.solutions.open();
    for (index, mv) in moves.into_iter().flatten().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        S::write_move(*mv, text);
    }
    rows.solutions.end();
}
