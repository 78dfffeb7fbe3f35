//! The work of a census: the parts that are not there yet.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use cpu_time::ProcessTime;
use kibitzer_search::{Budget, Report, Solver, Verdict};

use crate::parallel;

use super::folder::Folder;
use super::parts::Part;
use super::rows::Rows;
use super::write::encode;
use super::{Census, Damaged, Subject};

/// A part is divided among the threads in this many chunks, so that the last part keeps all of them busy.
const CHUNKS: u64 = 64;

/// What a run did. Times are of the machine, so they are kept out of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Deals that were there before.
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
        let progress = self.progress(self.own_parts(&folder).map(|part| part.seeds.end - part.seeds.start).sum());
        let mut done = Done::default();
        let mut jobs = Vec::new();
        for part in self.own_parts(&folder) {
            match self.check(&folder, &part) {
                Standing::Finished => {
                    done.found += part.seeds.end - part.seeds.start;
                    progress.skip(part.seeds.end - part.seeds.start);
                }
                Standing::Missing => jobs.push(Job::new(part, self)),
                Standing::Wrong(_) if self.damaged == Damaged::Keep => {}
                Standing::Wrong(reason) => {
                    progress.note(&format!("{reason}; it is computed again"));
                    done.mended.push(reason);
                    jobs.push(Job::new(part, self));
                }
            }
        }
        done.decided = jobs.iter().map(|job| job.part.seeds.end - job.part.seeds.start).sum();
        let chunks = jobs.iter().flat_map(|job| (0..job.chunks.len()).map(move |index| (job, index)));
        parallel::for_each(
            self.threads,
            chunks,
            || self.subject.solver(),
            |solver, (job, index)| {
                let rows = decide(&self.subject, solver, job.chunks[index].clone(), self.budget);
                progress.advance(rows.len() as u64);
                job.put(index, rows).map_or(Ok(()), |rows| self.write(&folder, &job.part, &rows))
            },
        )?;
        progress.finish();
        Ok(Done { wall: wall.elapsed(), cpu: cpu.elapsed(), ..done })
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

    fn write(&self, folder: &Folder, part: &Part, rows: &[Rows]) -> Result<()> {
        let bytes = encode(&self.heading(), &part.seeds, rows)
            .with_context(|| format!("cannot encode {}", folder.part(part).display()))?;
        folder.write_part(part, self.shard, &bytes)
    }
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
        let size = census.part_size.get().div_ceil(CHUNKS).try_into().expect("a part has seeds");
        let chunks: Vec<_> = Part::all(&part.seeds, size).map(|chunk| chunk.seeds).collect();
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
        rows.findings.push((&verdict).into());
        rows.nodes.push(stats.expanded);
        for (column, value) in rows.features.iter_mut().zip(subject.features(&deal)) {
            column.push(value);
        }
        let moves = if let Verdict::Solved(moves) = &verdict { Some(moves) } else { None };
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
    rows.seeds = seeds;
    rows
}
