//! What is known of a position, as text.

use kibitzer_search::{Stats, Stop, Verdict};

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What was found. The moves of a solution have been replayed by the game's rules.
    pub verdict: Verdict<String>,
    /// Whether there is a solution, and it is proved that none has fewer moves.
    pub shortest: bool,
    /// How many moves the solution had before it was shortened, if anybody tried.
    pub shortened_from: Option<usize>,
    /// What it cost.
    pub stats: Stats,
}

impl Answer {
    /// The moves of the solution; none where there is none.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        match &self.verdict {
            Verdict::Solved(moves) => moves,
            Verdict::Unsolvable | Verdict::Unknown(_) => &[],
        }
    }

    /// `solved`, `unsolvable` or `unknown`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self.verdict {
            Verdict::Solved(_) => "solved",
            Verdict::Unsolvable => "unsolvable",
            Verdict::Unknown(_) => "unknown",
        }
    }

    /// Why nothing is known.
    #[must_use]
    pub fn stopped_by(&self) -> Option<Stop> {
        match self.verdict {
            Verdict::Unknown(stop) => Some(stop),
            Verdict::Solved(_) | Verdict::Unsolvable => None,
        }
    }
}

/// What became of a line of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The moves as read, each in its usual form.
    pub moves: Vec<String>,
    /// How many of them were played.
    pub played: usize,
    /// The position after those.
    pub position: String,
    /// How it ended.
    pub ending: Ending,
}

/// How a replay ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All moves are legal and lead to the goal.
    Goal,
    /// All moves are legal, but they do not lead to the goal.
    Short,
    /// The first move that was not played is illegal.
    Illegal {
        /// Why.
        reason: String,
    },
}
