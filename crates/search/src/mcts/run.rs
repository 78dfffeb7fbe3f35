//! The loop around the steps: on one thread, on several trees, or with several threads on one tree.

use std::num::NonZeroUsize;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use kibitzer_core::{Payoff, SplitMix};

use crate::{Meter, Stats, Stop, Watch};

use super::backup::Backup;
use super::playout::Playout;
use super::select::Select;
use super::share::Share;
use super::thinker::MctsThinker;
use super::tree::Worker;
use super::{Parallel, WhenFull};

/// Two looks at the clock should be this far apart, or less where less time is left.
const PATIENCE: Duration = Duration::from_millis(1);

/// Playouts of each tree between two moments at which trees agree to go on. Fixed, so that the outcome does not depend on
/// the clock.
const ROUND: u64 = 1024;

/// Playouts that a thread takes at a time from those that are left.
const TICKETS: u64 = 64;

/// How many playouts to make before the next look at the clock, where the last so many took that long. No stretch should
/// take more than half of what is left: so the search ends within a playout or two of its limit.
fn next_gap(gap: u64, took: Duration, left: Option<Duration>) -> u64 {
    let wanted = left.map_or(PATIENCE, |left| PATIENCE.min(left / 2));
    if took > wanted {
        let times = took.as_nanos() / wanted.as_nanos().max(1) + 1;
        (gap / u64::try_from(times).unwrap_or(u64::MAX)).max(1)
    } else if took * 2 <= wanted {
        gap * 2
    } else {
        gap
    }
}

impl<G, S, P, B, T> MctsThinker<G, S, P, B, T>
where
    G: Payoff<Move: Send + Sync> + Send + Sync,
    S: Select<G>,
    P: Playout<G>,
    B: Backup,
    T: Share<G>,
{
    /// Makes up to `limit` playouts. `None` where the root is settled.
    pub(super) fn run(&mut self, limit: u64, meter: &mut Meter<'_, G>, watch: &mut dyn Watch<G::Move>) -> Option<Stop> {
        let mut streams = std::mem::take(&mut self.streams);
        let stop = match self.mcts.settings.parallel {
            Parallel::One => self.run_alone(&mut streams[0], limit, meter, watch),
            Parallel::Trees(_) => self.run_trees(&mut streams, limit, meter, watch),
            Parallel::Threads(threads) => self.run_threads(&mut streams[0], threads, limit, meter, watch),
        };
        self.streams = streams;
        if self.is_settled() { None } else { stop }
    }

    /// Asks the clock and the watcher.
    fn look(&self, meter: &mut Meter<'_, G>, watch: &mut dyn Watch<G::Move>) -> Result<(), Stop> {
        meter.look()?;
        let stats = Stats { peak_bytes: self.held(), ..meter.stats() };
        let looked = watch.look(&stats, &|| self.analysis(None));
        let is_over = looked.is_break() || watch.look_into(&stats, self).is_break();
        if is_over { Err(Stop::Cancelled) } else { Ok(()) }
    }

    fn is_out_of_memory(&self) -> bool {
        self.mcts.settings.when_full == WhenFull::Stop && self.trees.iter().any(|tree| tree.is_full.load(Relaxed))
    }

    fn run_alone(
        &self,
        stream: &mut SplitMix,
        limit: u64,
        meter: &mut Meter<'_, G>,
        watch: &mut dyn Watch<G::Move>,
    ) -> Option<Stop> {
        let mut worker = Worker::<G, S, P, B, T, false>::new(&self.mcts, &self.trees[0], stream.clone());
        let (mut left, mut gap) = (limit, 1);
        let stop = loop {
            let before = meter.stats().elapsed;
            if let Err(stop) = self.look(meter, watch) {
                break Some(stop);
            }
            let mut done = 0;
            while done < gap.min(left) && !self.is_settled() && !self.is_out_of_memory() {
                worker.step();
                done += 1;
            }
            meter.expand_elsewhere(done);
            left -= done;
            if left == 0 || self.is_settled() {
                break Some(Stop::Nodes);
            }
            if self.is_out_of_memory() {
                break Some(Stop::Memory);
            }
            let took = meter.stats().elapsed.saturating_sub(before);
            gap = next_gap(gap, took, meter.time_left());
        };
        *stream = worker.stream;
        stop
    }

    /// Each tree has its share of the playouts. All go on together, round by round, until one of them is settled.
    fn run_trees(
        &self,
        streams: &mut [SplitMix],
        limit: u64,
        meter: &mut Meter<'_, G>,
        watch: &mut dyn Watch<G::Move>,
    ) -> Option<Stop> {
        let count = self.trees.len() as u64;
        let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(self.trees.len());
        let (stopped, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let (barrier, over) = (Barrier::new(threads), AtomicBool::new(false));
        let mut lots: Vec<Vec<_>> = (0..threads).map(|_| Vec::new()).collect();
        for (index, stream) in streams.iter_mut().enumerate() {
            let share = limit / count + u64::from((index as u64) < limit % count);
            let worker = Worker::<G, S, P, B, T, false>::new(&self.mcts, &self.trees[index], stream.clone());
            lots[index % threads].push((worker, share, stream));
        }
        thread::scope(|scope| {
            let (ended, ends) = channel();
            for mut lot in lots {
                let (ended, stopped, done, barrier, over) = (ended.clone(), &stopped, &done, &barrier, &over);
                scope.spawn(move || {
                    loop {
                        for (worker, left, _) in &mut lot {
                            let mut made = 0;
                            while made < ROUND.min(*left) && !stopped.load(Relaxed) && !worker.tree.is_settled() {
                                worker.step();
                                made += 1;
                            }
                            *left -= made;
                            done.fetch_add(made, Relaxed);
                        }
                        // One thread decides for all, when all have finished the round.
                        if barrier.wait().is_leader() {
                            let is_over = self.is_settled() || self.is_out_of_memory() || done.load(Relaxed) >= limit;
                            over.store(is_over || stopped.load(Relaxed), Relaxed);
                        }
                        barrier.wait();
                        if over.load(Relaxed) {
                            break;
                        }
                    }
                    for (worker, _, stream) in lot {
                        *stream = worker.stream;
                    }
                    drop(ended);
                });
            }
            drop(ended);
            self.wait_for(&ends, &stopped, &done, meter, watch)
        })
        .or_else(|| self.is_out_of_memory().then_some(Stop::Memory))
        .or(Some(Stop::Nodes))
    }

    /// Threads take playouts of one tree from those that are left.
    fn run_threads(
        &self,
        stream: &mut SplitMix,
        threads: NonZeroUsize,
        limit: u64,
        meter: &mut Meter<'_, G>,
        watch: &mut dyn Watch<G::Move>,
    ) -> Option<Stop> {
        let (stopped, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let taken = AtomicU64::new(0);
        let tree = &self.trees[0];
        thread::scope(|scope| {
            let (ended, ends) = channel();
            for _ in 0..threads.get() {
                let (ended, stopped, done, taken) = (ended.clone(), &stopped, &done, &taken);
                let own = SplitMix::new(stream.next_u64());
                scope.spawn(move || {
                    let mut worker = Worker::<G, S, P, B, T, true>::new(&self.mcts, tree, own);
                    let goes_on = || !stopped.load(Relaxed) && !tree.is_settled() && !self.is_out_of_memory();
                    while goes_on() {
                        let first = taken.fetch_add(TICKETS, Relaxed);
                        let tickets = limit.saturating_sub(first).min(TICKETS);
                        if tickets == 0 {
                            break;
                        }
                        let mut made = 0;
                        while made < tickets && goes_on() {
                            worker.step();
                            made += 1;
                        }
                        done.fetch_add(made, Relaxed);
                    }
                    worker.tell_all();
                    drop(ended);
                });
            }
            drop(ended);
            self.wait_for(&ends, &stopped, &done, meter, watch)
        })
        .or_else(|| self.is_out_of_memory().then_some(Stop::Memory))
        .or(Some(Stop::Nodes))
    }

    /// Looks at the clock until all threads have ended, and tells them to stop when it is time.
    fn wait_for(
        &self,
        ends: &Receiver<()>,
        stopped: &AtomicBool,
        done: &AtomicU64,
        meter: &mut Meter<'_, G>,
        watch: &mut dyn Watch<G::Move>,
    ) -> Option<Stop> {
        let mut stop = None;
        let mut counted = 0;
        loop {
            if stop.is_none()
                && let Err(reason) = self.look(meter, watch)
            {
                stop = Some(reason);
                stopped.store(true, Relaxed);
            }
            let waited = ends.recv_timeout(PATIENCE);
            let made = done.load(Relaxed);
            meter.expand_elsewhere(made - counted);
            counted = made;
            if waited == Err(RecvTimeoutError::Disconnected) {
                return stop;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search of playouts that take so long each: how far beyond its limit it ends.
    fn overrun(playout: Duration, limit: Duration) -> Duration {
        let (mut elapsed, mut gap) = (Duration::ZERO, 1);
        while elapsed < limit {
            let took = playout * u32::try_from(gap).expect("no search is that long");
            elapsed += took;
            gap = next_gap(gap, took, Some(limit.saturating_sub(elapsed)));
        }
        elapsed.saturating_sub(limit)
    }

    #[test]
    fn a_search_ends_within_two_playouts_of_its_limit() {
        for playout in [300, 1_000, 2_500, 17_000, 300_000, 5_000_000].map(Duration::from_nanos) {
            for limit in [1, 3, 10, 50, 333].map(Duration::from_millis) {
                let overrun = overrun(playout, limit);
                assert!(overrun <= playout * 2, "{overrun:?} beyond {limit:?} with playouts of {playout:?}");
            }
        }
    }

    #[test]
    fn the_clock_is_asked_about_once_in_a_millisecond() {
        let (playout, mut gap) = (Duration::from_micros(1), 1);
        for _ in 0..20 {
            gap = next_gap(gap, playout * u32::try_from(gap).expect("small"), None);
        }
        assert!((500..=1_000).contains(&gap), "{gap} playouts between two looks");
        assert_eq!(next_gap(gap, PATIENCE * 1_000, None), 1, "after a slow stretch");
    }
}
