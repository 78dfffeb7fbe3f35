#![doc = include_str!("../README.md")]

pub mod mcts;

mod arena;
mod best_first;
mod budget;
mod dfs;
mod hash;
mod ida_star;
mod meter;
mod negamax;
mod observer;
mod ordered_dfs;
mod queue;
mod random;
mod report;
mod scored_tree;
mod solver;
mod table;
mod thinker;
mod tree_then_best_first;
mod turns;

pub use arena::Arena;
pub use best_first::{BestFirst, Weight};
pub use budget::Budget;
pub use dfs::{Closed, DepthFirst};
pub use ida_star::IdaStar;
pub use meter::{Meter, TICK};
pub use negamax::AlphaBeta;
pub use observer::{Cancel, Observer};
pub use ordered_dfs::OrderedDepthFirst;
pub use queue::Queue;
pub use random::RandomMover;
pub use report::{Report, Stats, Stop, Verdict};
pub use scored_tree::{ScoredTree, Until};
pub use solver::Solver;
pub use table::{Probe, Table};
pub use thinker::{Analysis, BadSave, Branch, Decider, Decision, Insight, Ranked, Thinker, TreeSize, Watch};
pub use tree_then_best_first::TreeThenBestFirst;
pub use turns::TurnByTurn;

pub use kibitzer_core::Value;

/// The guide compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/adding-a-game.md")]
mod adding_a_game {}
