//! How a range of seeds is cut into parts, and the parts into shards.

use std::num::NonZeroU64;
use std::ops::Range;
use std::str::FromStr;

use thiserror::Error;

/// One part of a census: the seeds of one file.
///
/// Parts are cut at the multiples of the part size, counted from seed 0 whatever the range, so the same seeds share a
/// file however the work is divided. A part at an end of the range holds only the seeds within it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its place: part `k` lies within the seeds from `k` times the part size on.
    pub number: u64,
    /// Its seeds.
    pub seeds: Range<u64>,
}

impl Part {
    /// The parts of a range, in order.
    pub fn all(seeds: &Range<u64>, size: NonZeroU64) -> impl Iterator<Item = Part> + use<> {
        let (Range { start, end }, size) = (seeds.clone(), size.get());
        let numbers = if start < end { start / size..end.div_ceil(size) } else { 0..0 };
        numbers.map(move |number| {
            let first = number * size;
            Part { number, seeds: first.max(start)..first.saturating_add(size).min(end) }
        })
    }

    /// How many seeds it has; never 0.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no part is empty")]
    pub const fn len(&self) -> u64 {
        self.seeds.end - self.seeds.start
    }

    /// The name of its file. Names sort like numbers.
    #[must_use]
    pub fn file_name(&self) -> String {
        file_name(self.number)
    }

    /// The number of the part whose file has this name.
    #[must_use]
    pub fn number_in(name: &str) -> Option<u64> {
        let number = name.strip_prefix("part-")?.strip_suffix(".parquet")?.parse().ok()?;
        // A number may be written in many ways; only one of them is a name.
        (file_name(number) == name).then_some(number)
    }
}

fn file_name(number: u64) -> String {
    format!("part-{number:010}.parquet")
}

/// One of several processes that share a census: it takes every `of`-th part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, counted from 0.
    index: u64,
    of: u64,
}

impl Shard {
    /// The whole.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    /// Whether this shard computes the part.
    #[must_use]
    pub const fn takes(self, part: &Part) -> bool {
        part.number % self.of == self.index
    }

    /// A word for file names: `1-of-4`.
    #[must_use]
    pub fn word(self) -> String {
        format!("{}-of-{}", self.index + 1, self.of)
    }

    /// The shard that such a word names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Shard> {
        word.replacen("-of-", "/", 1).parse().ok().filter(|shard: &Shard| shard.word() == word)
    }

    /// Which one, counted from 1.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.index + 1
    }

    /// How many there are.
    #[must_use]
    pub const fn of(self) -> u64 {
        self.of
    }
}

/// Text that names no shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{found}' is not a shard: write 1/4 for the first of four, up to 4/4")]
pub struct NotAShard {
    found: String,
}

impl FromStr for Shard {
    type Err = NotAShard;

    /// Reads `1/4`, counted from 1.
    fn from_str(text: &str) -> Result<Shard, NotAShard> {
        let read = || {
            let (which, of) = text.split_once('/')?;
            let (which, of): (NonZeroU64, NonZeroU64) = (which.parse().ok()?, of.parse().ok()?);
            (which <= of).then(|| Shard { index: which.get() - 1, of: of.get() })
        };
        read().ok_or_else(|| NotAShard { found: text.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(seeds: Range<u64>, size: u64) -> Vec<(u64, Range<u64>)> {
        let size = NonZeroU64::new(size).expect("a size");
        Part::all(&seeds, size).map(|part| (part.number, part.seeds)).collect()
    }

    #[test]
    fn parts_are_cut_at_multiples_whatever_the_range() {
        assert_eq!(cut(0..10, 4), [(0, 0..4), (1, 4..8), (2, 8..10)]);
        assert_eq!(cut(3..9, 4), [(0, 3..4), (1, 4..8), (2, 8..9)]);
        assert_eq!(cut(5..7, 4), [(1, 5..7)]);
        assert_eq!(cut(4..8, 4), [(1, 4..8)]);
        assert_eq!(cut(4..4, 4), []);
        assert_eq!(cut(u64::MAX - 1..u64::MAX, 1 << 32), [(u64::from(u32::MAX), u64::MAX - 1..u64::MAX)]);
    }

    #[test]
    fn each_part_belongs_to_one_shard() {
        for of in 1..6 {
            let shards: Vec<Shard> = (1..=of).map(|which| format!("{which}/{of}").parse().expect("a shard")).collect();
            for part in Part::all(&(17..400), NonZeroU64::new(10).expect("ten")) {
                assert_eq!(shards.iter().filter(|shard| shard.takes(&part)).count(), 1);
            }
        }
    }

    #[test]
    fn names_of_files_tell_their_parts() {
        for number in [0, 7, 32_767, 9_999_999_999, 10_000_000_000, u64::MAX] {
            assert_eq!(Part::number_in(&file_name(number)), Some(number));
        }
        for name in ["part-1.parquet", "part-+000000001.parquet", "part-00000000001.parquet", "part-.parquet", "a"] {
            assert_eq!(Part::number_in(name), None, "{name}");
        }
    }

    #[test]
    fn words_name_shards() {
        let shard: Shard = "3/64".parse().expect("a shard");
        assert_eq!((Shard::from_word("3-of-64"), shard.number(), shard.of()), (Some(shard), 3, 64));
        for word in ["3/64", "0-of-4", "5-of-4", "03-of-64", "3-of-", "-of-", ""] {
            assert_eq!(Shard::from_word(word), None, "{word}");
        }
    }

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
        assert_eq!("2/3".parse::<Shard>().map(Shard::word), Ok("2-of-3".to_string()));
        for text in ["0/2", "3/2", "1", "/", "1/0", "-1/2", "1/2/3", "a/b", ""] {
            assert_eq!(text.parse::<Shard>(), Err(NotAShard { found: text.to_string() }));
        }
    }
}
