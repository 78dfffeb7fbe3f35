//! Searches that weigh the moves of a position, and what they say.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use kibitzer_core::{Duel, Game, Value};
use thiserror::Error;

use crate::{Budget, Cancel, Observer, Report, Stats, Stop};

/// What is known of a position and of each of its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<M> {
    /// Every legal move, the best first.
    pub moves: Vec<Ranked<M>>,
    /// The value of the position for the side to move, where it is proved.
    pub proved: Option<Value>,
    /// The exact score of the position, where the search knows one.
    pub score: Option<i32>,
    /// The line that the search expects.
    pub variation: Vec<M>,
    /// What stopped the search; `None` where it found all that it looks for.
    pub stopped_by: Option<Stop>,
    /// Playouts behind the numbers, those kept from earlier searches included; 0 for searches without playouts.
    pub playouts: u64,
    /// The size of the tree.
    pub tree: TreeSize,
}

/// What is known of one move. Numbers are for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried, where the search counts.
    pub visits: Option<u64>,
    /// Its estimated value, from -1 to 1, where the search estimates.
    pub value: Option<f64>,
    /// Its exact score, where the search knows one.
    pub score: Option<i32>,
    /// What it leads to, where that is proved.
    pub proved: Option<Value>,
}

/// The size of a search tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeSize {
    /// Nodes in use.
    pub nodes: u64,
    /// Of these, nodes kept from an earlier search.
    pub kept: u64,
    /// The bytes of one node.
    pub node_bytes: usize,
    /// The longest line in the tree.
    pub depth: u32,
    /// Whether the tree filled its memory and stopped growing.
    pub is_full: bool,
}

/// A search that weighs the moves of a position. Object-safe, so that rivals can stand in one list.
pub trait Thinker<G: Game>: Send {
    /// Weighs the moves until it knows or the budget is spent. What it learned earlier about this position, because it
    /// follows from the last one by a move or two, is used.
    fn think(&mut self, position: &G, budget: Budget, watch: &mut dyn Watch<G::Move>) -> Report<Analysis<G::Move>>;

    /// Forgets what it learned, so that the next search starts afresh.
    fn forget(&mut self) {}

    /// The whole search as bytes, so that it can go on later; `None` where there is nothing to keep.
    fn save(&self) -> Option<Vec<u8>> {
        None
    }

    /// Takes up a search that was saved at this position. The next [`Thinker::think`] goes on as if nothing had happened.
    ///
    /// # Errors
    /// If the bytes are not a whole saved search of this version, position and settings; the thinker is then unchanged.
    fn resume(&mut self, position: &G, saved: &[u8]) -> Result<(), BadSave> {
        let _ = (position, saved);
        Err(BadSave::NothingToSave)
    }
}

/// Why saved bytes are refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadSave {
    /// This search keeps nothing.
    #[error("this search keeps nothing that could be saved")]
    NothingToSave,
    /// The bytes do not begin as a saved search does.
    #[error("it is not a saved search")]
    Foreign,
    /// Another version wrote them.
    #[error("it was saved by version {found} of the format, and this program reads version {expected}")]
    Version {
        /// The version in the file.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// Bytes are missing, changed or too many.
    #[error("it is cut short or damaged")]
    Damaged,
    /// The search belongs to another position or to other settings.
    #[error("it was saved with {found}, and this is {expected}")]
    Other {
        /// What the file says.
        found: String,
        /// What was expected.
        expected: String,
    },
}

/// Watches a thinker, and may stop it; `()` watches nothing, a pair is two watchers.
pub trait Watch<M> {
    /// Called at the start and every few milliseconds; the analysis so far is made only if asked for. `Break` ends the
    /// search with [`Stop::Cancelled`].
    fn look(&mut self, stats: &Stats, analysis: &dyn Fn() -> Analysis<M>) -> ControlFlow<()> {
        let _ = (stats, analysis);
        ControlFlow::Continue(())
    }

    /// Called right after [`Watch::look`] by searches that grow a tree. `Break` ends the search all the same.
    fn look_into(&mut self, stats: &Stats, tree: &dyn Insight<M>) -> ControlFlow<()> {
        let _ = (stats, tree);
        ControlFlow::Continue(())
    }

    /// Called when such a search has ended, with the tree as it is then.
    fn ended(&mut self, stats: &Stats, tree: &dyn Insight<M>) {
        let _ = (stats, tree);
    }
}

/// A search tree that can be looked into while it grows.
pub trait Insight<M> {
    /// What the search thinks now.
    fn analysis(&self) -> Analysis<M>;

    /// What is known of each move after a line of moves from the root; nothing where the tree does not reach.
    fn branches(&self, line: &[M]) -> Vec<Branch<M>>;
}

/// A move somewhere in a search tree. Numbers are for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried.
    pub visits: u64,
    /// Its estimated value, from -1 to 1, where the search estimates.
    pub value: Option<f64>,
    /// What it leads to, where that is proved.
    pub proved: Option<Value>,
    /// How many moves the tree has after it.
    pub branches: usize,
}

impl<M> Watch<M> for () {}

impl<M, A: Watch<M>, B: Watch<M>> Watch<M> for (A, B) {
    fn look(&mut self, stats: &Stats, analysis: &dyn Fn() -> Analysis<M>) -> ControlFlow<()> {
        self.0.look(stats, analysis)?;
        self.1.look(stats, analysis)
    }

    fn look_into(&mut self, stats: &Stats, tree: &dyn Insight<M>) -> ControlFlow<()> {
        self.0.look_into(stats, tree)?;
        self.1.look_into(stats, tree)
    }

    fn ended(&mut self, stats: &Stats, tree: &dyn Insight<M>) {
        self.0.ended(stats, tree);
        self.1.ended(stats, tree);
    }
}

impl<M> Watch<M> for Cancel {
    fn look(&mut self, _: &Stats, _: &dyn Fn() -> Analysis<M>) -> ControlFlow<()> {
        if self.flag.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// A search that finds the value of a duel. Object-safe, so that rivals can stand in one list.
pub trait Decider<D: Duel>: Send {
    /// Searches until it knows or the budget is spent.
    fn decide(&mut self, position: &D, budget: Budget, observer: &mut dyn Observer<D>) -> Report<Decision<D::Move>>;
}

/// What is known of a duel after a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision<M> {
    /// The value for the side to move: a proof.
    Known {
        /// Who wins.
        value: Value,
        /// The exact score, where the search finds one.
        score: Option<i32>,
        /// Moves that are proved to reach the value, and the score if there is one; none where the game is over.
        best: Vec<M>,
    },
    /// The search stopped before it knew.
    Unknown(Stop),
}
