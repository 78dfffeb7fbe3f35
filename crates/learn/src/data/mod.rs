//! Examples to learn from: rows of numbers, each with how often it was seen with either answer.

pub mod birds;

use rustc_hash::FxHashMap;

/// How often a row was seen with each answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Times the answer was no.
    pub no: u32,
    /// Times the answer was yes.
    pub yes: u32,
}

impl Seen {
    /// Times in all.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.no + self.yes
    }
}

/// A table of examples. Rows that are equal may be merged: features that count a few things repeat so often that a
/// million examples may be some ten thousand rows, and every model here is fitted to counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dataset {
    width: usize,
    cells: Vec<f32>,
    seen: Vec<Seen>,
}

impl Dataset {
    /// An empty table of this many columns.
    ///
    /// # Panics
    /// If there are none: a row is then not told from another.
    #[must_use]
    pub fn new(width: usize) -> Self {
        assert!(width > 0, "a row has at least one number");
        Self { width, cells: Vec::new(), seen: Vec::new() }
    }

    /// The number of columns.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// The number of rows; each may stand for many examples.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.seen.len()
    }

    /// One row.
    #[must_use]
    pub fn row(&self, index: usize) -> &[f32] {
        &self.cells[index * self.width..(index + 1) * self.width]
    }

    /// How often a row was seen.
    #[must_use]
    pub fn seen(&self, index: usize) -> Seen {
        self.seen[index]
    }

    /// All rows, with how often each was seen.
    pub fn iter(&self) -> impl Iterator<Item = (&[f32], Seen)> {
        self.cells.chunks_exact(self.width).zip(self.seen.iter().copied())
    }

    /// How many examples there are of either kind.
    #[must_use]
    pub fn examples(&self) -> (u64, u64) {
        self.seen.iter().fold((0, 0), |(no, yes), seen| (no + u64::from(seen.no), yes + u64::from(seen.yes)))
    }

    /// Adds one example, whose numbers `measure` appends to what it is given.
    ///
    /// # Panics
    /// If that is not one number for each column.
    pub fn push_with(&mut self, answer: bool, measure: impl FnOnce(&mut Vec<f32>)) {
        self.push_seen(if answer { Seen { no: 0, yes: 1 } } else { Seen { no: 1, yes: 0 } }, measure);
    }

    /// Adds a row that was seen this often.
    ///
    /// # Panics
    /// If it does not have one number for each column.
    pub fn push_seen(&mut self, seen: Seen, measure: impl FnOnce(&mut Vec<f32>)) {
        measure(&mut self.cells);
        self.seen.push(seen);
        assert_eq!(self.cells.len(), self.seen.len() * self.width, "a row has {} numbers", self.width);
    }

    /// Adds one example.
    ///
    /// # Panics
    /// If the row does not have one number for each column.
    pub fn push(&mut self, row: &[f32], answer: bool) {
        self.push_with(answer, |cells| cells.extend_from_slice(row));
    }

    /// Adds the rows of another table.
    ///
    /// # Panics
    /// If the tables do not have equally many columns.
    pub fn append(&mut self, other: &Self) {
        assert_eq!(self.width, other.width, "tables of different width");
        self.cells.extend_from_slice(&other.cells);
        self.seen.extend_from_slice(&other.seen);
    }

    /// The same examples with equal rows made one, in the order in which they first came.
    #[must_use]
    pub fn merged(&self) -> Self {
        let mut merged = Self::new(self.width);
        let mut index_of: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        for (row, seen) in self.iter() {
            // Adding zero makes -0 and 0 one.
            let bits = row.iter().map(|cell| (cell + 0.0).to_bits()).collect();
            let index = *index_of.entry(bits).or_insert_with(|| {
                merged.cells.extend_from_slice(row);
                merged.seen.push(Seen::default());
                merged.seen.len() - 1
            });
            merged.seen[index].no += seen.no;
            merged.seen[index].yes += seen.yes;
        }
        merged
    }

    /// The share of examples that no function of these columns can miss: of each row the commoner answer is taken.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "shares need few digits")]
    pub fn ceiling(&self) -> f64 {
        let merged = self.merged();
        let right: u64 = merged.seen.iter().map(|seen| u64::from(seen.no.max(seen.yes))).sum();
        let (no, yes) = merged.examples();
        right as f64 / (no + yes).max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_keeps_the_counts_and_the_order() {
        let mut data = Dataset::new(2);
        for (row, answer) in [([1.0, 2.0], true), ([0.0, 3.0], false), ([1.0, 2.0], false), ([-0.0, 3.0], false)] {
            data.push(&row, answer);
        }
        let merged = data.merged();
        assert_eq!(merged.iter().map(|(row, _)| row.to_vec()).collect::<Vec<_>>(), [[1.0, 2.0], [0.0, 3.0]]);
        assert_eq!(merged.iter().map(|(_, seen)| (seen.no, seen.yes)).collect::<Vec<_>>(), [(1, 1), (2, 0)]);
        assert_eq!(merged.examples(), data.examples());
        assert!((data.ceiling() - 0.75).abs() < 1e-12);
    }

    #[test]
    #[should_panic(expected = "a row has 2 numbers")]
    fn a_row_of_the_wrong_width_is_refused() {
        Dataset::new(2).push(&[1.0], true);
    }
}
