//! Monte Carlo tree search, for puzzles and duels alike.
//!
//! A variant is three words: how to select, how to play out, how to back up.
//!
//! ```
//! use kibitzer_search::mcts::{Mcts, Mean, Proofs, Ucb1, Uniform};
//!
//! let plain = Mcts::new(Ucb1 { exploration: 1.4 }, Uniform, Mean);
//! let sharp = Mcts::new(Ucb1 { exploration: 1.4 }, Uniform, Proofs(Mean));
//! assert_eq!(plain.settings, sharp.settings);
//! ```

mod backup;
mod insight;
mod node;
mod playout;
mod reuse;
mod run;
mod save;
mod select;
mod share;
mod store;
mod thinker;
mod tree;

#[cfg(test)]
mod tests;

use std::num::NonZeroUsize;

pub use backup::{Backup, Highest, Mean, Proofs};
pub(crate) use playout::falling;
pub use playout::{
    AllOrNothing, Decisive, Evaluated, Finish, Guided, PLAYOUT_LIMIT, Playout, TopK, Uniform, UniformUpTo,
};
pub use select::{Arm, Puct, Select, Ucb1, Ucb1Tuned, UcbScored, Urgency};
pub use share::{Apart, Share, Together};
pub use thinker::MctsThinker;

/// The memory of a search whose budget names none.
pub const DEFAULT_BYTES: usize = 1 << 30;

/// A configured search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mcts<S, P, B, T = Apart> {
    /// Which move to try next.
    pub select: S,
    /// How to judge a position that has no children yet.
    pub playout: P,
    /// What a node makes of the playouts that went through it.
    pub backup: B,
    /// Whether lines that meet share their nodes.
    pub share: T,
    /// The rest.
    pub settings: Settings,
}

/// Settings that all variants have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How much a move that was never tried is worth trying.
    pub urgency: Urgency,
    /// A node gets children when it is visited after this many visits.
    pub expand_at: u32,
    /// Which move is best in the end.
    pub choose: Choose,
    /// What happens when the tree has filled its memory.
    pub when_full: WhenFull,
    /// How threads work together.
    pub parallel: Parallel,
    /// The stream of luck.
    pub seed: u64,
    /// At most this many playouts for one position, beside the limits of the budget.
    pub playouts: Option<u64>,
    /// What a playout that nobody won counts, for either side. Below 0, both shun draws.
    pub draw: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            urgency: Urgency::EachOnce,
            expand_at: 1,
            choose: Choose::Visits,
            when_full: WhenFull::GoOn,
            parallel: Parallel::One,
            seed: 0,
            playouts: None,
            draw: 0.0,
        }
    }
}

/// Which move is best in the end. What is proved comes first in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choose {
    /// The one that was tried most often.
    Visits,
    /// The one with the highest value.
    Value,
}

/// What happens when the tree has filled its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenFull {
    /// The search goes on in the tree that is there.
    GoOn,
    /// It stops.
    Stop,
}

/// How threads work together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parallel {
    /// They do not: one tree, one thread.
    One,
    /// Trees of their own, whose roots are added up in the end. The result depends on the seed and the number of trees,
    /// not on the threads' timing.
    Trees(NonZeroUsize),
    /// One tree for all, with virtual loss: more playouts of one tree in the same time, in an order that depends on the
    /// threads' timing.
    Threads(NonZeroUsize),
}

impl<S, P, B> Mcts<S, P, B> {
    /// A search in a tree, with the usual settings.
    pub fn new(select: S, playout: P, backup: B) -> Self {
        Mcts { select, playout, backup, share: Apart, settings: Settings::default() }
    }
}

impl<S, P, B, T> Mcts<S, P, B, T> {
    /// The same search with lines that meet sharing their nodes.
    #[must_use]
    pub fn together(self) -> Mcts<S, P, B, Together> {
        Mcts {
            select: self.select,
            playout: self.playout,
            backup: self.backup,
            share: Together,
            settings: self.settings,
        }
    }
}
