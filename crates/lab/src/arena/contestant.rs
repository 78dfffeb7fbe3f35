//! Who plays: an engine of the catalog, or a program that speaks the line protocol.

use std::fmt::{self, Display};

use kibitzer_catalog::{BadSpec, DuelRoom, SolverSpec};
use thiserror::Error;

/// One side of a match.
#[derive(Clone, Debug, PartialEq)]
pub enum Contestant {
    /// An engine of ours.
    Engine(SolverSpec),
    /// A program with its arguments.
    Program(Vec<String>),
}

/// What a program is written with in front.
const PROGRAM: &str = "program:";

/// Text that names nobody.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadContestant {
    /// It is no engine.
    #[error(transparent)]
    Engine(#[from] BadSpec),
    /// No program is named.
    #[error("name a program after {PROGRAM}, as in 'program:./my-engine --fast'")]
    Program,
}

impl Contestant {
    /// Reads `mcts:iterations=1000` or `program:PATH ARGUMENTS`, split at spaces.
    ///
    /// # Errors
    /// If there is no such engine, or no program is named.
    pub fn read(text: &str, room: &dyn DuelRoom) -> Result<Contestant, BadContestant> {
        let Some(command) = text.strip_prefix(PROGRAM) else {
            return Ok(Contestant::Engine(room.thinker_spec(text)?));
        };
        let words: Vec<_> = command.split_whitespace().map(str::to_string).collect();
        if words.is_empty() { Err(BadContestant::Program) } else { Ok(Contestant::Program(words)) }
    }
}

impl Contestant {
    /// As it would be typed, without what need not be.
    #[must_use]
    pub fn brief(&self) -> String {
        match self {
            Contestant::Engine(spec) => spec.brief(),
            Contestant::Program(_) => self.to_string(),
        }
    }
}

impl Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Engine(spec) => write!(f, "{spec}"),
            Contestant::Program(words) => write!(f, "{PROGRAM}{}", words.join(" ")),
        }
    }
}
