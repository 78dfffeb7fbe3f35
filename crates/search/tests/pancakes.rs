//! Sorting a stack of pancakes by turning its top over: a toy large enough to measure.

use std::fmt::{self, Display};
use std::num::ParseIntError;
use std::str::FromStr;

use kibitzer_core::{Game, Puzzle, SplitMix};

/// Sizes from the top, four bits each; a plate of the largest size lies under the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pancakes {
    sizes: u64,
    count: u8,
}

impl Pancakes {
    pub(crate) fn shuffled(count: u8, seed: u64) -> Self {
        let mut order: Vec<u8> = (0..count).collect();
        SplitMix::new(seed).shuffle(&mut order);
        let sizes = order.iter().rev().fold(0, |sizes, size| sizes << 4 | u64::from(*size));
        Self { sizes, count }
    }

    fn size(&self, place: u8) -> u8 {
        if place == self.count { self.count } else { (self.sizes >> (4 * place) & 0xF) as u8 }
    }
}

/// Neighbours that differ by more than one must be parted, and a move parts one pair (Helmert 2010).
#[expect(clippy::unnecessary_wraps, reason = "the shape of a heuristic")]
pub(crate) fn gaps(pancakes: &Pancakes) -> Option<u32> {
    let apart = |place: &u8| pancakes.size(*place).abs_diff(pancakes.size(place + 1)) > 1;
    Some((0..pancakes.count).filter(apart).map(|_| 1).sum())
}

impl Game for Pancakes {
    type Move = u8;
    type Key = u64;

    fn moves(&self) -> impl Iterator<Item = u8> {
        let last = if self.is_goal() { 0 } else { self.count };
        2..=last
    }

    fn play(&mut self, mv: u8) {
        let turned = (0..mv).fold(0, |sizes, place| sizes << 4 | u64::from(self.size(place)));
        let untouched = self.sizes >> (4 * mv) << (4 * mv);
        self.sizes = untouched | turned;
    }

    fn key(&self) -> u64 {
        self.sizes
    }
}

impl Puzzle for Pancakes {
    fn is_goal(&self) -> bool {
        (0..self.count).all(|place| self.size(place) == place)
    }
}

impl Display for Pancakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.count).try_for_each(|place| write!(f, "{:x}", self.size(place)))
    }
}

impl FromStr for Pancakes {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        let sizes = u64::from_str_radix(&text.chars().rev().collect::<String>(), 16)?;
        Ok(Self { sizes, count: text.bytes().map(|_| 1).sum() })
    }
}
