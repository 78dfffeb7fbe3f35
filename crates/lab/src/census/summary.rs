//! What the finished parts of a census say together.

use std::io::{self, Write};

use anyhow::Result;

use crate::record::{Count, Nodes, Plain, Summary, Winnable};
use crate::stats::{Histogram, Share};
use crate::tables::{Table, grouped};
use crate::{Finding, parallel};

use super::parts::Part;
use super::read::Columns;
use super::rest::harder;
use super::rows::{Row, Rows};
use super::{Census, Keep, Subject};

/// The rows of one part that are there.
pub(super) enum Reading {
    /// As many of them as the file holds.
    Rows(Box<Rows>),
    /// There is no file.
    Missing,
    /// The file is not what it should be, and why.
    Damaged(String),
}

/// How much of the range is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// Seeds without a row.
    pub missing: u64,
    /// The files that could not be used, each with the reason.
    pub damaged: Vec<String>,
}

#[derive(Default)]
struct Tally {
    counts: [u64; 3],
    plain: u64,
    nodes: Histogram,
    /// The seed that took the most nodes; of equals the smallest.
    hardest: Option<(u64, u64)>,
    gaps: Gaps,
}

impl<S: Subject> Census<S> {
    /// Counts the rows of the range that are there, whichever shard made them, and writes `summary.json`.
    ///
    /// # Errors
    /// If the folder holds another census or cannot be written. A file that is damaged is not an error but a gap.
    pub fn summarize(&self) -> Result<(Summary, Gaps)> {
        let folder = self.open()?;
        let mut gaps = Gaps::default();
        let summary = folder.write_summary(|| {
            let parts = Part::all(&self.seeds, self.part_size);
            let tallies = parallel::for_each(self.threads, parts, Tally::default, |tally, part| {
                self.count(&part, tally);
                Ok(())
            })?;
            let tally = tallies.into_iter().fold(Tally::default(), Tally::merge);
            gaps = tally.gaps.clone();
            gaps.damaged.sort();
            Ok(self.summary(&tally))
        })?;
        Ok((summary, gaps))
    }

    /// Writes the seeds with this finding, one a line, in order.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn list(&self, finding: Finding, out: &mut dyn Write) -> io::Result<Gaps> {
        let mut gaps = Gaps::default();
        for part in Part::all(&self.seeds, self.part_size) {
            if let Some(rows) = self.known(&part, &mut gaps) {
                self.seeds_in(&rows, finding).try_for_each(|seed| writeln!(out, "{seed}"))?;
            }
        }
        Ok(gaps)
    }

    /// Reads what is there of a part.
    pub(super) fn reading(&self, part: &Part, columns: Columns) -> Reading {
        let path = self.folder.join(part.file_name());
        if !path.exists() {
            return Reading::Missing;
        }
        let rows = self.file(part).and_then(|file| file.rows(columns));
        rows.map_or_else(
            |damage| Reading::Damaged(format!("{}: {damage}", path.display())),
            |rows| Reading::Rows(Box::new(rows)),
        )
    }

    /// The rows of seeds that were asked for.
    pub(super) fn within<'a>(&self, rows: &'a Rows) -> impl Iterator<Item = Row<'a>> {
        let seeds = self.seeds.clone();
        rows.iter().filter(move |row| seeds.contains(&row.seed))
    }

    /// The seeds with a finding, of those that were asked for, in order.
    pub(super) fn seeds_in(&self, rows: &Rows, finding: Finding) -> impl Iterator<Item = u64> {
        let unlisted = (finding == Finding::Solved && self.keep == Keep::Unsolved).then(|| rows.unlisted());
        let listed = rows.iter().filter(move |row| row.finding == finding).map(|row| row.seed);
        listed.chain(unlisted.into_iter().flatten()).filter(|seed| self.seeds.contains(seed))
    }

    /// What is there of a part, but for the solutions.
    pub(super) fn known(&self, part: &Part, gaps: &mut Gaps) -> Option<Rows> {
        let (rows, damage) = match self.reading(part, Columns::Counts) {
            Reading::Rows(rows) => (Some(*rows), None),
            Reading::Missing => (None, None),
            Reading::Damaged(reason) => (None, Some(reason)),
        };
        let asked = self.wanted(part);
        let held = rows
            .as_ref()
            .map_or(0, |rows| rows.seeds.end.min(asked.end).saturating_sub(rows.seeds.start.max(asked.start)));
        gaps.missing += part.len() - held;
        gaps.damaged.extend(damage);
        rows
    }

    fn count(&self, part: &Part, tally: &mut Tally) {
        let Some(rows) = self.known(part, &mut tally.gaps) else { return };
        tally.counts[Finding::Solved as usize] += rows.rest.nodes.total();
        tally.nodes.merge(&rows.rest.nodes);
        tally.hardest = harder(tally.hardest, rows.rest.hardest);
        for row in self.within(&rows) {
            tally.counts[row.finding as usize] += 1;
            tally.nodes.add(row.nodes);
            tally.hardest = harder(tally.hardest, Some((row.nodes, row.seed)));
            if row.finding == Finding::Unsolvable && self.subject.looks_plain(row.features()) {
                tally.plain += 1;
            }
        }
    }

    fn summary(&self, tally: &Tally) -> Summary {
        let heading = self.heading();
        let ([solved, unsolvable, unknown], winnable) = shares(tally.counts);
        let (max, max_seed) = tally.hardest.unwrap_or_default();
        Summary {
            game: heading.game,
            limits: heading.limits,
            first_seed: self.seeds.start,
            last_seed: self.seeds.end - 1,
            complete: tally.gaps.missing == 0,
            deals: tally.nodes.total(),
            solved,
            unsolvable,
            unknown,
            winnable,
            plain: Plain { reason: S::PLAIN.to_string(), count: tally.plain },
            nodes: Nodes {
                mean: tally.nodes.mean().unwrap_or(0.0),
                median: tally.nodes.percentile(50).unwrap_or(0),
                p99: tally.nodes.percentile(99).unwrap_or(0),
                max,
                max_seed,
            },
        }
    }
}

impl Tally {
    fn merge(mut self, other: Tally) -> Tally {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self.plain += other.plain;
        self.nodes.merge(&other.nodes);
        self.hardest = harder(self.hardest, other.hardest);
        self.gaps.missing += other.gaps.missing;
        self.gaps.damaged.extend(other.gaps.damaged);
        self
    }
}

/// The deals with each finding as shares of all of them, and what share can be won if any are unknown.
pub(super) fn shares(counts: [u64; 3]) -> ([Count; 3], Option<Winnable>) {
    let share = |count: u64| {
        let share = Share { count, of: counts.iter().sum() };
        let (low, high) = share.wilson();
        Count { count, share: share.value(), low, high }
    };
    let [solved, _, unknown] = counts;
    let winnable = (unknown > 0).then(|| Winnable { at_least: share(solved), at_most: share(solved + unknown) });
    (counts.map(share), winnable)
}

/// The summary as a table.
#[must_use]
pub fn summary_table(summary: &Summary) -> Table {
    let Summary { game, first_seed, last_seed, deals, nodes, .. } = summary;
    let mut table =
        Table::new([format!("{game}, seeds {first_seed}..={last_seed}"), "deals".into(), "share, 95% interval".into()]);
    table.row(["all".to_string(), grouped(deals), String::new()]);
    let counts = [summary.solved, summary.unsolvable, summary.unknown];
    let mut rows: Vec<_> = Finding::ALL.iter().map(ToString::to_string).zip(counts).collect();
    if let Some(Winnable { at_least, at_most }) = summary.winnable {
        rows.push(("can be won, if the unknown are lost".to_string(), at_least));
        rows.push(("can be won, if the unknown are won".to_string(), at_most));
    }
    for (name, Count { count, share, low, high }) in rows {
        let interval = format!("{:.4}% ({:.4}% to {:.4}%)", share * 100.0, low * 100.0, high * 100.0);
        table.row([name, grouped(count), interval]);
    }
    table.row([format!("unsolvable: {}", summary.plain.reason), grouped(summary.plain.count), String::new()]);
    table.row(["nodes: mean".to_string(), grouped(format!("{:.2}", nodes.mean)), String::new()]);
    table.row(["nodes: median".to_string(), grouped(nodes.median), String::new()]);
    table.row(["nodes: 99%".to_string(), grouped(nodes.p99), String::new()]);
    table.row(["nodes: most".to_string(), grouped(nodes.max), format!("seed {}", nodes.max_seed)]);
    table
}

impl Gaps {
    /// What a person should know before trusting the counts; nothing where the range is complete.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let damaged = self.damaged.iter().map(|reason| format!("{reason}; run the census again to compute it"));
        let missing = (self.missing > 0).then(|| format!("not complete: {} seeds are missing", grouped(self.missing)));
        damaged.chain(missing).collect()
    }
}
