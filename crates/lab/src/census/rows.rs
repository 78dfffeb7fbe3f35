//! The rows of a census, column by column as the files hold them.

use std::ops::Range;

use crate::Finding;

use super::rest::Rest;

/// What was found for a run of consecutive seeds. Those without a row are solved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// All seeds, with a row or without.
    pub(super) seeds: Range<u64>,
    /// The seed of each row, in order.
    pub(super) listed: Vec<u64>,
    pub(super) findings: Vec<Finding>,
    pub(super) nodes: Vec<u64>,
    /// The moves of the solution, where there is one.
    pub(super) lengths: Vec<Option<u32>>,
    /// One column for each feature of the game.
    pub(super) features: Vec<Vec<Option<i64>>>,
    pub(super) solutions: Texts,
    /// The deals without a row.
    pub(super) rest: Rest,
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The seed of the deal.
    pub seed: u64,
    /// What is known about it.
    pub finding: Finding,
    /// Positions expanded to know it.
    pub nodes: u64,
    /// The moves of a solution, separated by spaces, and how many they are; where there is one.
    pub solution: Option<(&'a str, u32)>,
    rows: &'a Rows,
    index: usize,
}

impl Row<'_> {
    /// The features of the deal, in the order of the columns.
    pub fn features(&self) -> impl Iterator<Item = Option<i64>> {
        self.rows.features.iter().map(|column| column[self.index])
    }
}

impl Rows {
    /// No rows yet; the first will be for this seed.
    pub(super) fn starting_at(seed: u64, features: usize) -> Rows {
        Rows { seeds: seed..seed, features: vec![Vec::new(); features], ..Rows::default() }
    }

    /// Those rows of several runs that have these seeds. The runs follow each other and hold all of them; a run without rows
    /// for some of its seeds is not cut.
    pub(super) fn cut(runs: &[Rows], seeds: Range<u64>) -> Rows {
        let features = runs.first().map_or(0, |run| run.features.len());
        let mut rows = Rows::starting_at(seeds.start, features);
        for run in runs {
            rows.rest.merge(&run.rest);
        }
        for row in runs.iter().flat_map(Rows::iter).filter(|row| seeds.contains(&row.seed)) {
            rows.listed.push(row.seed);
            rows.findings.push(row.finding);
            rows.nodes.push(row.nodes);
            rows.lengths.push(row.solution.map(|(_, length)| length));
            for (column, value) in rows.features.iter_mut().zip(row.features()) {
                column.push(value);
            }
            rows.solutions.open().push_str(row.solution.map_or("", |(moves, _)| moves));
            rows.solutions.end();
        }
        rows.seeds = seeds;
        rows
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.findings.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// The seeds without a row, in order.
    pub(super) fn unlisted(&self) -> impl Iterator<Item = u64> {
        let mut listed = self.listed.iter().copied().peekable();
        self.seeds.clone().filter(move |seed| listed.next_if_eq(seed).is_none())
    }

    /// The rows in the order of their seeds. Those read without their solutions have none.
    pub fn iter(&self) -> impl Iterator<Item = Row<'_>> {
        self.listed.iter().enumerate().map(|(index, &seed)| Row {
            seed,
            finding: self.findings[index],
            nodes: self.nodes[index],
            solution: self.lengths[index].map(|length| (self.solutions.get(index), length)),
            rows: self,
            index,
        })
    }
}

/// Many short texts in one buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Texts {
    buffer: String,
    ends: Vec<usize>,
}

impl Texts {
    /// The text that is being written; [`Texts::end`] closes it.
    pub(super) const fn open(&mut self) -> &mut String {
        &mut self.buffer
    }

    pub(super) fn end(&mut self) {
        self.ends.push(self.buffer.len());
    }

    pub(super) fn get(&self, index: usize) -> &str {
        self.ends.get(index).map_or("", |&end| {
            let start = if index == 0 { 0 } else { self.ends[index - 1] };
            &self.buffer[start..end]
        })
    }

    pub(super) fn buffer(&self) -> &str {
        &self.buffer
    }

    pub(super) fn spans(&self) -> impl Iterator<Item = (usize, usize)> + Clone {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(self.ends.iter().copied())
    }
}
