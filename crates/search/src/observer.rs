//! Whoever watches a search, and may stop it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kibitzer_core::Game;

use crate::{Insight, Stats};

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

    /// Whether there is any need to call it. A search that nobody watches and no time limits asks no clock.
    fn is_watching(&self) -> bool {
        true
    }

    /// Called after [`Observer::tick`] by searches that grow a tree of playouts; `Break` as there.
    fn look_into(&mut self, stats: &Stats, tree: &dyn Insight<G::Move>) -> ControlFlow<()>
    where
        G: Game,
    {
        let _ = (stats, tree);
        ControlFlow::Continue(())
    }

    /// Called when such a search has ended, with the tree as it is then.
    fn ended(&mut self, stats: &Stats, tree: &dyn Insight<G::Move>)
    where
        G: Game,
    {
        let _ = (stats, tree);
    }
}

impl<G> Observer<G> for () {
    fn is_watching(&self) -> bool {
        false
    }
}

impl<G, A: Observer<G>, B: Observer<G>> Observer<G> for (A, B) {
    fn expanded(&mut self, state: &G, depth: u32) {
        self.0.expanded(state, depth);
        self.1.expanded(state, depth);
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.0.tick(stats)?;
        self.1.tick(stats)
    }

    fn is_watching(&self) -> bool {
        self.0.is_watching() || self.1.is_watching()
    }

    fn look_into(&mut self, stats: &Stats, tree: &dyn Insight<G::Move>) -> ControlFlow<()>
    where
        G: Game,
    {
        self.0.look_into(stats, tree)?;
        self.1.look_into(stats, tree)
    }

    fn ended(&mut self, stats: &Stats, tree: &dyn Insight<G::Move>)
    where
        G: Game,
    {
        self.0.ended(stats, tree);
        self.1.ended(stats, tree);
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
