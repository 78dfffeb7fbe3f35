//! Work on many threads, results in the order of the jobs.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use kibitzer_catalog::Cancel;

/// How work is spread.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// How many jobs a thread takes at a time: more cost less, one is handed over as soon as it is done.
    pub batch: NonZeroUsize,
}

impl Spread {
    /// A batch that is dear enough to hand over and small enough to share a known number of jobs fairly.
    #[must_use]
    pub fn of(jobs: u64, threads: NonZeroUsize) -> Spread {
        let fair = usize::try_from(jobs).unwrap_or(usize::MAX) / threads.get() / 8;
        Spread { threads, batch: NonZeroUsize::new(fair.min(64)).unwrap_or(NonZeroUsize::MIN) }
    }
}

/// How many batches for each thread may wait for an earlier one that takes long.
const LEAD: usize = 64;

/// Runs `work` on every job and hands the results to `sink` in the order of the jobs.
///
/// Each thread makes a worker for itself and keeps it. Once `cancel` is set no job is begun, and results end before the
/// first job that was not, so they are those of the first jobs.
///
/// # Errors
/// The first error of `sink`, which also sets `cancel`.
pub fn in_order<Job: Send, Outcome: Send, Worker, Error>(
    jobs: impl Iterator<Item = Job> + Send,
    spread: Spread,
    cancel: &Cancel,
    worker: impl Fn() -> Worker + Sync,
    work: impl Fn(&mut Worker, Job) -> Outcome + Sync,
    mut sink: impl FnMut(Outcome) -> Result<(), Error>,
) -> Result<(), Error> {
    let source = Mutex::new((0..).zip(Batches { jobs, size: spread.batch.get() }));
    let gate = Gate::default();
    let is_cancelled = || cancel.flag.load(Ordering::Relaxed);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..spread.threads.get() {
            let (sender, source, gate, worker, work) = (sender.clone(), &source, &gate, &worker, &work);
            scope.spawn(move || {
                let mut worker = worker();
                while !is_cancelled() {
                    let Some((number, batch)) = lock(source).next() else { break };
                    gate.wait(number, LEAD * spread.threads.get());
                    let jobs = batch.len();
                    let begun = batch.into_iter().take_while(|_| !is_cancelled());
                    let outcomes: Vec<_> = begun.map(|job| work(&mut worker, job)).collect();
                    let is_whole = outcomes.len() == jobs;
                    if sender.send((number, (outcomes, is_whole))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut next = 0;
        let deliver = || {
            for (number, outcomes) in receiver {
                early.insert(number, outcomes);
                while let Some((outcomes, is_whole)) = early.remove(&next) {
                    outcomes.into_iter().try_for_each(&mut sink)?;
                    if !is_whole {
                        return Ok(());
                    }
                    next += 1;
                    gate.open(next);
                }
            }
            Ok(())
        };
        let delivered = deliver();
        if delivered.is_err() {
            cancel.flag.store(true, Ordering::Relaxed);
        }
        gate.open(usize::MAX);
        delivered
    })
}

/// An iterator in pieces, none of them empty.
struct Batches<I> {
    jobs: I,
    size: usize,
}

impl<I: Iterator> Iterator for Batches<I> {
    type Item = Vec<I::Item>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch: Vec<_> = self.jobs.by_ref().take(self.size).collect();
        (!batch.is_empty()).then_some(batch)
    }
}

/// Holds back threads that run too far ahead of what has been delivered.
#[derive(Default)]
struct Gate {
    delivered: Mutex<usize>,
    moved: Condvar,
}

impl Gate {
    /// Waits until fewer than `lead` batches before this one are missing.
    fn wait(&self, number: usize, lead: usize) {
        let is_early = |delivered: &mut usize| number >= delivered.saturating_add(lead);
        let guard = self.moved.wait_while(lock(&self.delivered), is_early);
        drop(guard.unwrap_or_else(PoisonError::into_inner));
    }

    /// Says that all batches before this one have been delivered.
    fn open(&self, delivered: usize) {
        *lock(&self.delivered) = delivered;
        self.moved.notify_all();
    }
}

/// No thread leaves a lock in disorder: a panic ends the program.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::time::Duration;

    use super::*;

    fn spread(threads: usize, batch: usize) -> Spread {
        Spread { threads: NonZeroUsize::new(threads).unwrap(), batch: NonZeroUsize::new(batch).unwrap() }
    }

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        for (threads, batch) in [(1, 1), (3, 1), (4, 7), (2, 1000)] {
            let mut seen = Vec::new();
            let slow_first = |(): &mut (), job: u64| {
                // Early jobs take longest, so that later ones overtake them.
                thread::sleep(Duration::from_micros(500_u64.saturating_sub(job)));
                job * 2
            };
            let sink = |double| {
                seen.push(double);
                Ok::<(), Infallible>(())
            };
            in_order(0..600_u64, spread(threads, batch), &Cancel::default(), || (), slow_first, sink).unwrap();
            assert_eq!(seen, (0..600).map(|job| job * 2).collect::<Vec<_>>(), "{threads} threads, batches of {batch}");
        }
    }

    #[test]
    fn a_failing_sink_ends_endless_work() {
        let cancel = Cancel::default();
        let sink = |job: u64| if job < 1000 { Ok(()) } else { Err(job) };
        let outcome = in_order(0.., spread(3, 5), &cancel, || (), |(), job| job, sink);
        assert_eq!(outcome, Err(1000));
        assert!(cancel.flag.load(Ordering::Relaxed));
    }

    #[test]
    fn a_cancelled_run_has_no_holes() {
        for round in 0..50 {
            let cancel = Cancel::default();
            let mut seen = Vec::new();
            let work = |(): &mut (), job: u64| {
                if job == 100 + round {
                    cancel.flag.store(true, Ordering::Relaxed);
                }
                job
            };
            let sink = |job| {
                seen.push(job);
                Ok::<(), Infallible>(())
            };
            in_order(0.., spread(4, 8), &cancel, || (), work, sink).unwrap();
            assert_eq!(seen, (0..seen.len() as u64).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_cancelled_run_delivers_what_was_begun() {
        let cancel = Cancel::default();
        let mut seen = Vec::new();
        let work = |(): &mut (), job: u64| {
            if job == 50 {
                cancel.flag.store(true, Ordering::Relaxed);
            }
            job
        };
        let sink = |job| {
            seen.push(job);
            Ok::<(), Infallible>(())
        };
        in_order(0.., spread(1, 8), &cancel, || (), work, sink).unwrap();
        assert_eq!(seen, (0..=50).collect::<Vec<_>>());
    }
}
