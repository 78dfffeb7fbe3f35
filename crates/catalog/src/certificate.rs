//! Proofs in files, as text.

use kibitzer_search::Stop;
use thiserror::Error;

use crate::game::GameSpec;
use crate::room::BadPosition;

/// What a certificate that holds proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The position that is decided.
    pub position: String,
    /// What is proved of it.
    pub claim: Claim,
}

/// A proved verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It can be won.
    Solved {
        /// By these moves.
        moves: Vec<String>,
    },
    /// It cannot be won.
    Unsolvable {
        /// How many positions the proof looks at; none where the first look is enough.
        positions: u64,
    },
    /// A game for two is decided.
    Duel {
        /// `win`, `draw` or `loss`, for the side to move.
        verdict: &'static str,
        /// At how many turns the strategies have a move.
        turns: u64,
        /// How many replies they answer.
        replies: u64,
        /// The most moves that they look ahead.
        longest: usize,
    },
}

/// Why a certificate does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct Refused {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

/// Why there is no certificate.
#[derive(Debug, Error)]
pub enum NoCertificate {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] BadPosition),
    /// Nothing is decided, or the budget was spent while the proof was made.
    #[error("there is no proof within the limits, stopped by: {0}")]
    Stopped(Stop),
    /// The game is over.
    #[error("the game is over, and there is nothing to prove")]
    Over,
    /// There are no certificates of this game.
    #[error("there are no certificates of {0}")]
    NoFormat(GameSpec),
    /// The verdict is wrong.
    #[error("the verdict is wrong")]
    Wrong,
}
