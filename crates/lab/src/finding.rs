//! The three findings about a puzzle, without their proofs.

use std::fmt::{self, Display};

use kibitzer_search::Verdict;

/// What is known about a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finding {
    /// A solution was found.
    Solved,
    /// There is none: proved.
    Unsolvable,
    /// The search gave up.
    Unknown,
}

impl Finding {
    /// All of them, in the order of the tables.
    pub const ALL: [Finding; 3] = [Finding::Solved, Finding::Unsolvable, Finding::Unknown];

    /// The word that files and tables use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Finding::Solved => "solved",
            Finding::Unsolvable => "unsolvable",
            Finding::Unknown => "unknown",
        }
    }

    /// The finding with this word.
    #[must_use]
    pub fn from_word(word: &[u8]) -> Option<Finding> {
        Self::ALL.into_iter().find(|finding| finding.word().as_bytes() == word)
    }
}

impl<M> From<&Verdict<M>> for Finding {
    fn from(verdict: &Verdict<M>) -> Finding {
        match verdict {
            Verdict::Solved(_) => Finding::Solved,
            Verdict::Unsolvable => Finding::Unsolvable,
            Verdict::Unknown(_) => Finding::Unknown,
        }
    }
}

impl Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
