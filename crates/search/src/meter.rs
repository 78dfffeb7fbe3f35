//! The one place where a search is counted, limited and watched.

use std::time::{Duration, Instant};

use crate::{Budget, Observer, Report, Stats, Stop, Verdict};

/// The most expansions between two looks at the clock and calls of the observer.
pub const TICK: u64 = 1024;

/// Two looks at the clock should be this far apart or less; far longer than a look, far shorter than anyone's patience.
const PATIENCE: Duration = Duration::from_millis(5);

/// Owns budget, counts and observer. A search reports what it is about to do and stops on `Err`.
pub struct Meter<'a, G> {
    budget: Budget,
    stats: Stats,
    held: usize,
    started: Instant,
    looked: Duration,
    /// Expansions until the next look. Doubles while nodes are fast, falls to 1 when they are slow.
    gap: u64,
    next_look: u64,
    observer: &'a mut dyn Observer<G>,
}

impl<'a, G> Meter<'a, G> {
    /// A meter whose clock starts now.
    pub fn new(budget: Budget, observer: &'a mut dyn Observer<G>) -> Self {
        Self {
            budget,
            stats: Stats::default(),
            held: 0,
            started: Instant::now(),
            looked: Duration::ZERO,
            gap: 1,
            next_look: 0,
            observer,
        }
    }

    /// Says that `state`, `depth` moves from the start, is about to be expanded.
    ///
    /// # Errors
    /// If nodes or time are spent or the observer cancels; the state then counts as not expanded.
    pub fn expand(&mut self, state: &G, depth: u32) -> Result<(), Stop> {
        self.expand_unseen()?;
        self.observer.expanded(state, depth);
        Ok(())
    }

    /// Says that a position is about to be expanded which the search does not hold in the form of the game: it is
    /// counted and limited like any other, but the observer is not shown it.
    ///
    /// # Errors
    /// As [`Meter::expand`].
    pub fn expand_unseen(&mut self) -> Result<(), Stop> {
        if self.budget.nodes.is_some_and(|limit| self.stats.expanded >= limit) {
            return Err(Stop::Nodes);
        }
        if self.stats.expanded == self.next_look {
            self.look()?;
        }
        self.stats.expanded += 1;
        Ok(())
    }

    /// Counts positions that were expanded without asking, by other threads or in a batch. They are limited at the next
    /// expansion.
    pub fn expand_elsewhere(&mut self, count: u64) {
        self.stats.expanded += count;
        self.next_look = self.next_look.max(self.stats.expanded);
    }

    /// Says that a position was made by playing a move.
    pub fn generate(&mut self) {
        self.stats.generated += 1;
    }

    /// Says that a generated position was known already.
    pub fn duplicate(&mut self) {
        self.stats.duplicates += 1;
    }

    /// Asks for memory, before it is allocated.
    ///
    /// # Errors
    /// If the budget does not allow as much; nothing is then held.
    pub fn hold(&mut self, bytes: usize) -> Result<(), Stop> {
        let held = self.held.saturating_add(bytes);
        if self.budget.bytes.is_some_and(|limit| held > limit) {
            return Err(Stop::Memory);
        }
        self.held = held;
        self.stats.peak_bytes = self.stats.peak_bytes.max(held);
        Ok(())
    }

    /// Gives back memory that was held and has been freed.
    pub fn release(&mut self, bytes: usize) {
        debug_assert!(bytes <= self.held, "{bytes} bytes released of {} held", self.held);
        self.held -= bytes;
    }

    /// The counts so far, and the time up to now.
    #[must_use]
    pub fn stats(&self) -> Stats {
        Stats { elapsed: self.started.elapsed(), ..self.stats }
    }

    /// How many more positions may be expanded.
    #[must_use]
    pub fn nodes_left(&self) -> u64 {
        self.budget.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.stats.expanded))
    }

    /// How much time is left; `None` where it is not limited.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.budget.time.map(|limit| limit.saturating_sub(self.started.elapsed()))
    }

    /// The counts with a verdict; a stop is the verdict [`Verdict::Unknown`].
    #[must_use]
    pub fn report<M>(self, outcome: Result<Verdict<M>, Stop>) -> Report<Verdict<M>> {
        Report { verdict: outcome.unwrap_or_else(Verdict::Unknown), stats: self.stats() }
    }

    /// Asks the clock and the observer. Asking is dear next to a node, so expansions do it every [`TICK`] nodes at best;
    /// a search that may end without any does it once before.
    ///
    /// # Errors
    /// If time is spent or the observer cancels.
    #[cold]
    pub fn look(&mut self) -> Result<(), Stop> {
        if self.budget.time.is_none() && !self.observer.is_watching() {
            self.next_look = u64::MAX;
            return Ok(());
        }
        let stats = self.stats();
        if self.budget.time.is_some_and(|limit| stats.elapsed >= limit) {
            return Err(Stop::Time);
        }
        if self.observer.tick(&stats).is_break() {
            return Err(Stop::Cancelled);
        }
        // One slow stretch drops the gap to a single node: the next nodes may be as slow, and climbing back is quick.
        let slow = stats.elapsed.saturating_sub(self.looked) > PATIENCE;
        self.gap = if slow { 1 } else { (self.gap * 2).min(TICK) };
        self.looked = stats.elapsed;
        // No stretch crosses a multiple of TICK, so the observer sees each of those whatever the speed.
        let next_tick = (stats.expanded / TICK + 1) * TICK;
        self.next_look = next_tick.min(stats.expanded + self.gap);
        Ok(())
    }
}
