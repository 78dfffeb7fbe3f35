//! Whoever watches a search, and may stop it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Stats;

/// Watches a search over positions `G`; `()` watches nothing, a pair is two observers.
pub trait Observer<G> {
    /// A position is about to be expanded, `depth` moves from the start.
    fn expanded(&mut self, state: &G, depth: u32) {
        let _ = (state, depth);
    }

    /// Called at the start and after every [`TICK`](crate::TICK) expansions, oftener where nodes are slow;
    /// `Break` ends the search with [`Stop::Cancelled`](crate::Stop::Cancelled).
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        let _ = stats;
        ControlFlow::Continue(())
    }
}

impl<G> Observer<G> for () {}

impl<G, A: Observer<G>, B: Observer<G>> Observer<G> for (A, B) {
    fn expanded(&mut self, state: &G, depth: u32) {
        self.0.expanded(state, depth);
        self.1.expanded(state, depth);
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.0.tick(stats)?;
        self.1.tick(stats)
    }
}

/// Stops the search once the flag is set, by another thread or a signal.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    /// True when the search should end.
    pub flag: Arc<AtomicBool>,
}

impl<G> Observer<G> for Cancel {
    fn tick(&mut self, _: &Stats) -> ControlFlow<()> {
        // The flag guards no other memory, so the weakest ordering will do.
        if self.flag.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
