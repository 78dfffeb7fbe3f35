//! What a search found, and what it cost.

use std::fmt::{self, Display};
use std::time::Duration;

/// The answer of a search and its price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<V> {
    /// The answer.
    pub verdict: V,
    /// The price.
    pub stats: Stats,
}

/// What is known about a puzzle after a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// These moves lead from the start to a goal.
    Solved(Vec<M>),
    /// No moves do: a proof.
    Unsolvable,
    /// The search stopped before it knew.
    Unknown(Stop),
}

/// Why a search stopped before it knew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The limit on nodes.
    Nodes,
    /// The limit on time.
    Time,
    /// The limit on memory.
    Memory,
    /// The observer asked for it.
    Cancelled,
    /// No limit: it is not made to know more.
    GaveUp,
}

impl Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Nodes => "nodes",
            Stop::Time => "time",
            Stop::Memory => "memory",
            Stop::Cancelled => "cancelled",
            Stop::GaveUp => "gave up",
        })
    }
}

/// The counts of a search. All but `elapsed` repeat from run to run, unless time or the observer cut the run short.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions whose moves were tried. A goal is recognised, not expanded.
    pub expanded: u64,
    /// Positions made by playing a move.
    pub generated: u64,
    /// Those among the generated that were dropped, or met again by a shorter path, because their key was known.
    pub duplicates: u64,
    /// The most memory held at one time.
    pub peak_bytes: usize,
    /// Wall time.
    pub elapsed: Duration,
}

impl Stats {
    /// The price of this search and another one after it.
    #[must_use]
    pub fn and(self, other: Stats) -> Stats {
        Stats {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
            duplicates: self.duplicates + other.duplicates,
            peak_bytes: self.peak_bytes.max(other.peak_bytes),
            elapsed: self.elapsed + other.elapsed,
        }
    }
}
