//! Ranges of seeds, written as in Rust.

use std::fmt::{self, Display};
use std::ops::Range;
use std::str::FromStr;

use thiserror::Error;

/// A range that is not empty: `0..1000` without its end, `0..=1000` with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    first: u64,
    last: u64,
}

/// Text that is not a whole number below 2^64.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadNumber {
    /// Not digits alone.
    #[error("'{0}' is not a whole number")]
    Shape(String),
    /// More than 64 bits hold.
    #[error("{0} is too large")]
    TooLarge(String),
}

/// Reads digits, which underscores may separate.
///
/// # Errors
/// If there is anything else, or the number has more than 64 bits.
pub fn plain_number(text: &str) -> Result<u64, BadNumber> {
    let is_number = text.starts_with(|c: char| c.is_ascii_digit())
        && text.ends_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    if !is_number {
        return Err(BadNumber::Shape(text.to_string()));
    }
    text.replace('_', "").parse().map_err(|_| BadNumber::TooLarge(text.to_string()))
}

/// Text that is not a range of seeds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadSeeds {
    /// No range.
    #[error("'{0}' is not a range: write 0..1000, or 0..=1000 to include the end")]
    Shape(String),
    /// An end that is no number.
    #[error("{place} of the range: {problem}")]
    Number {
        /// Which end.
        place: &'static str,
        /// What is wrong with it.
        problem: BadNumber,
    },
    /// No seed in it.
    #[error("the range {0} is empty")]
    Empty(String),
    /// The wrong way round.
    #[error("the range {0} is reversed: it starts after its end")]
    Reversed(String),
}

impl Seeds {
    /// The first seed of the range.
    #[must_use]
    pub fn first(self) -> u64 {
        self.first
    }

    /// The last seed of the range.
    #[must_use]
    pub fn last(self) -> u64 {
        self.last
    }

    /// The range without its end.
    ///
    /// # Panics
    /// If it includes the last number of 64 bits; callers have compared [`Seeds::last`] with what the game allows.
    #[must_use]
    pub fn range(self) -> Range<u64> {
        self.first..self.last.checked_add(1).expect("no game has 2^64 seeds")
    }
}

impl From<Range<u64>> for Seeds {
    /// # Panics
    /// If the range is empty.
    fn from(range: Range<u64>) -> Seeds {
        assert!(!range.is_empty(), "seeds are a range that is not empty");
        Seeds { first: range.start, last: range.end - 1 }
    }
}

impl FromStr for Seeds {
    type Err = BadSeeds;

    fn from_str(text: &str) -> Result<Seeds, BadSeeds> {
        let shape = || BadSeeds::Shape(text.to_string());
        let (first, end) = text.split_once("..").ok_or_else(shape)?;
        let (end, includes_end) = end.strip_prefix('=').map_or((end, false), |end| (end, true));
        if first.is_empty() || end.is_empty() {
            return Err(shape());
        }
        let number = |place, text| plain_number(text).map_err(|problem| BadSeeds::Number { place, problem });
        let (first, end) = (number("start", first)?, number("end", end)?);
        if first > end {
            return Err(BadSeeds::Reversed(text.to_string()));
        }
        let last = if includes_end { Some(end) } else { end.checked_sub(1) };
        match last {
            Some(last) if first <= last => Ok(Seeds { first, last }),
            _ => Err(BadSeeds::Empty(text.to_string())),
        }
    }
}

impl Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..={}", self.first, self.last)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn says(text: &str) -> String {
        text.parse::<Seeds>().unwrap_err().to_string()
    }

    #[test]
    fn ranges_are_those_of_rust() {
        let range = |text: &str| text.parse::<Seeds>().map(Seeds::range);
        assert_eq!(range("0..1000"), Ok(0..1000));
        assert_eq!(range("0..=1000"), Ok(0..1001));
        assert_eq!(range("7..=7"), Ok(7..8));
        assert_eq!(range("1_000..2_000"), Ok(1000..2000));
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(says("5..5"), "the range 5..5 is empty");
        assert_eq!(says("0..0"), "the range 0..0 is empty");
        assert_eq!(says("9..3"), "the range 9..3 is reversed: it starts after its end");
        assert_eq!(says("9..=3"), "the range 9..=3 is reversed: it starts after its end");
        assert_eq!(says("1..x"), "end of the range: 'x' is not a whole number");
        assert_eq!(says("-1..5"), "start of the range: '-1' is not a whole number");
        assert_eq!(says("0..99999999999999999999"), "end of the range: 99999999999999999999 is too large");
        for text in ["", "5", "..", "..5", "5..", "5..=", "1-5"] {
            assert!(says(text).ends_with("is not a range: write 0..1000, or 0..=1000 to include the end"), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_parser(text in "(?s).{0,20}|[0-9_.=]{0,24}") {
            if let Ok(seeds) = text.parse::<Seeds>() {
                prop_assert_eq!(seeds.to_string().parse::<Seeds>(), Ok(seeds));
            }
        }

        #[test]
        fn any_range_reads_back(first in any::<u64>(), last in any::<u64>()) {
            prop_assume!(first <= last);
            prop_assert_eq!(Seeds { first, last }.to_string().parse(), Ok(Seeds { first, last }));
        }
    }
}
