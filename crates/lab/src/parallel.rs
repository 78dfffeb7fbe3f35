//! Many small jobs on several threads.

use std::num::NonZeroUsize;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use cpu_time::{ProcessTime, ThreadTime};

/// As many threads as the machine runs at once.
#[must_use]
pub fn all_cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Processor time of one job: of the whole program where nothing else runs in it, so that threads of the job count, and of
/// the thread alone where jobs run side by side.
#[derive(Clone, Copy, Debug)]
pub enum CpuClock {
    /// Of the whole program.
    Process(ProcessTime),
    /// Of the thread.
    Thread(ThreadTime),
}

impl CpuClock {
    /// Starts now, among so many jobs at the same time.
    #[must_use]
    pub fn start(jobs: NonZeroUsize) -> CpuClock {
        if jobs == NonZeroUsize::MIN {
            CpuClock::Process(ProcessTime::now())
        } else {
            CpuClock::Thread(ThreadTime::now())
        }
    }

    /// What was used since.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        match self {
            CpuClock::Process(start) => start.elapsed(),
            CpuClock::Thread(start) => start.elapsed(),
        }
    }
}

/// Does `step` for every item. Each thread starts with a state of its own, keeps it from item to item, and takes the
/// next item when it is free, so which state sees which item is chance: results must not depend on it.
///
/// # Errors
/// The first error of `step`; no thread then takes another item.
pub fn for_each<I, S: Send>(
    threads: NonZeroUsize,
    items: impl IntoIterator<Item = I, IntoIter: Send>,
    start: impl Fn() -> S + Sync,
    step: impl Fn(&mut S, I) -> Result<()> + Sync,
) -> Result<Vec<S>> {
    let items = Mutex::new(items.into_iter());
    let failed = AtomicBool::new(false);
    let work = || {
        let mut state = start();
        while !failed.load(Ordering::Relaxed) {
            // A thread that panics here ends the whole run below, so the iterator behind a poisoned lock is not used.
            let item = items.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(item) = item else { break };
            step(&mut state, item).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
        }
        Ok(state)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.get()).map(|_| scope.spawn(work)).collect();
        let states =
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
        states.collect()
    })
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    fn threads(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).expect("at least one")
    }

    #[test]
    fn every_item_is_done_once() {
        for count in 1..5 {
            let sums = for_each(
                threads(count),
                0..1000_u64,
                || 0,
                |sum, item| {
                    *sum += item;
                    Ok(())
                },
            );
            assert_eq!(sums.expect("no step fails").iter().sum::<u64>(), 499_500);
        }
    }

    #[test]
    fn the_first_error_ends_the_work() {
        let result = for_each(
            threads(2),
            0..,
            || (),
            |(), item: u64| {
                if item == 5000 {
                    bail!("item {item}")
                }
                Ok(())
            },
        );
        assert_eq!(result.expect_err("one step fails").to_string(), "item 5000");
    }
}
