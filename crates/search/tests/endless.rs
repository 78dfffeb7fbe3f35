//! Puzzles without an end, and one whose end is far.

use std::fmt::{self, Display};
use std::num::ParseIntError;
use std::str::FromStr;

use kibitzer_core::{Game, Puzzle, SplitMix};

/// A graph of 2^64 positions with three moves each and no goal, of `STATE` words in memory and `KEY` in its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Endless<const STATE: usize, const KEY: usize> {
    pub(crate) words: [u64; STATE],
}

impl<const STATE: usize, const KEY: usize> Endless<STATE, KEY> {
    pub(crate) fn new(id: u64) -> Self {
        Self { words: [id; STATE] }
    }
}

impl<const STATE: usize, const KEY: usize> Game for Endless<STATE, KEY> {
    type Move = u8;
    type Key = [u64; KEY];

    fn moves(&self) -> impl Iterator<Item = u8> {
        0..3
    }

    fn play(&mut self, mv: u8) {
        *self = Self::new(SplitMix::new(self.words[0] ^ u64::from(mv)).next_u64());
    }

    fn key(&self) -> [u64; KEY] {
        [self.words[0]; KEY]
    }
}

impl<const STATE: usize, const KEY: usize> Puzzle for Endless<STATE, KEY> {
    fn is_goal(&self) -> bool {
        false
    }
}

impl<const STATE: usize, const KEY: usize> Display for Endless<STATE, KEY> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.words[0].fmt(f)
    }
}

impl<const STATE: usize, const KEY: usize> FromStr for Endless<STATE, KEY> {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        Ok(Self::new(text.parse()?))
    }
}

/// One way, this many moves long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chain(pub(crate) u32);

impl Game for Chain {
    type Move = u8;
    type Key = u32;

    fn moves(&self) -> impl Iterator<Item = u8> {
        (self.0 > 0).then_some(1).into_iter()
    }

    fn play(&mut self, mv: u8) {
        self.0 -= u32::from(mv);
    }

    fn key(&self) -> u32 {
        self.0
    }
}

impl Puzzle for Chain {
    fn is_goal(&self) -> bool {
        self.0 == 0
    }
}

impl Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Chain {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        text.parse().map(Chain)
    }
}
