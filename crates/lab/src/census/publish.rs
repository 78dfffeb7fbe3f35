//! What is worth keeping of a census whose files are too large to keep: the summary, and the seeds that cannot be won.
//!
//! A publication is a folder with `summary.json`, which is that of the census, and for each finding but `solved` that any
//! deal has a file of its seeds, `unsolvable.parquet` or `unknown.parquet`. Such a file has one column, `seed`, in order,
//! whose differences are packed: a byte and a half for each of Birds of a Feather's. It has the metadata and the checksum
//! of the parts of a census. Deals of the range that are in no file are solved.

use std::fs;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use bytes::Bytes;
use kibitzer_catalog::GameSpec;
use parquet::data_type::Int64Type;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;

use crate::Finding;
use crate::files;
use crate::parallel;
use crate::parquet_table::{Batch, write_column};
use crate::record::{self, Summary};

use super::folder::{MANIFEST, SUMMARY};
use super::format::{FORMAT, FORMAT_KEY, GAME, Heading, Keep, LIMITS, SEEDS, seal, seeds_schema};
use super::parts::{Part, Shard};
use super::read::{Damage, dense, entry};
use super::stored::Refused;
use super::summary::Gaps;
use super::{AnyCensus, Census, Damaged, Subject, limits, part_size};

/// What was kept of a census.
#[derive(Clone, Debug, PartialEq)]
pub struct Publication {
    /// Where it is.
    pub folder: PathBuf,
    /// The numbers.
    pub summary: Summary,
    /// The seeds of deals that are proved to have no solution, in order.
    pub unsolvable: Vec<u64>,
    /// The seeds of deals that the search gave up on, in order.
    pub unknown: Vec<u64>,
}

impl Publication {
    /// Reads a publication and sees that its files agree with each other.
    ///
    /// # Errors
    /// [`Refused`] if the folder holds none; otherwise what is wrong with it.
    pub fn read(folder: &Path) -> Result<Publication> {
        let refused = |reason: String| Refused::NoCensus { folder: folder.display().to_string(), reason };
        let path = folder.join(SUMMARY);
        let text = fs::read_to_string(&path).map_err(|error| refused(format!("cannot read {SUMMARY}: {error}")))?;
        let summary =
            record::read_summary(&text).map_err(|error| refused(format!("{SUMMARY} is no summary: {error}")))?;
        ensure!(summary.complete, "{}: it does not cover its range", path.display());
        let Summary { first_seed, last_seed, deals, .. } = summary;
        let counted: Option<u64> =
            Finding::ALL.iter().try_fold(0_u64, |sum, &finding| sum.checked_add(summary.count(finding).count));
        let range = last_seed.checked_sub(first_seed).and_then(|width| width.checked_add(1));
        ensure!(
            last_seed < u64::MAX && range == Some(deals) && counted == range,
            "{}: {deals} deals, and their findings, are not those of seeds {first_seed} to {last_seed}",
            path.display()
        );
        let seeds = |finding: Finding| {
            let path = folder.join(file_name(finding));
            let expected = summary.count(finding).count;
            if expected == 0 && !path.exists() {
                return Ok(Vec::new());
            }
            let seeds = read_seeds(&path, &summary).with_context(|| path.display().to_string())?;
            ensure!(
                seeds.len() as u64 == expected,
                "{}: it has {} seeds, and {SUMMARY} says {expected}",
                path.display(),
                seeds.len()
            );
            Ok(seeds)
        };
        let (unsolvable, unknown) = (seeds(Finding::Unsolvable)?, seeds(Finding::Unknown)?);
        if let Some(twice) = unknown.iter().find(|seed| unsolvable.binary_search(seed).is_ok()) {
            bail!("{}: seed {twice} is both unsolvable and unknown", folder.display());
        }
        let publication = Publication { folder: folder.to_path_buf(), summary, unsolvable, unknown };
        publication.census(NonZeroUsize::MIN)?;
        Ok(publication)
    }

    /// Writes its files, the summary last.
    pub(super) fn write(&self) -> Result<()> {
        let Summary { game, limits, .. } = self.summary.clone();
        // Whichever deals had rows, a list of seeds is a list of seeds.
        let heading = Heading { game, limits, features: &[], keep: Keep::All };
        for (finding, seeds) in [(Finding::Unsolvable, &self.unsolvable), (Finding::Unknown, &self.unknown)] {
            let path = self.folder.join(file_name(finding));
            if !seeds.is_empty() {
                files::write_atomically(&path, &encode(&heading, &self.seeds(), seeds)?)?;
            } else if path.exists() {
                fs::remove_file(&path).with_context(|| format!("cannot delete {}", path.display()))?;
            }
        }
        files::write_atomically(&self.folder.join(SUMMARY), record::to_json(&self.summary).as_bytes())
    }

    /// The deals that it is about.
    #[must_use]
    pub const fn seeds(&self) -> Range<u64> {
        self.summary.first_seed..self.summary.last_seed + 1
    }

    /// What it says of a deal; nothing if that is out of its range.
    #[must_use]
    pub fn finding(&self, seed: u64) -> Option<Finding> {
        let is_in = |seeds: &[u64]| seeds.binary_search(&seed).is_ok();
        let finding = match () {
            () if is_in(&self.unsolvable) => Finding::Unsolvable,
            () if is_in(&self.unknown) => Finding::Unknown,
            () => Finding::Solved,
        };
        self.seeds().contains(&seed).then_some(finding)
    }

    /// The seeds with a finding, in order.
    #[must_use]
    pub fn list(&self, finding: Finding) -> Box<dyn Iterator<Item = u64> + '_> {
        match finding {
            Finding::Solved => Box::new(self.seeds().filter(|&seed| self.finding(seed) == Some(Finding::Solved))),
            Finding::Unsolvable => Box::new(self.unsolvable.iter().copied()),
            Finding::Unknown => Box::new(self.unknown.iter().copied()),
        }
    }

    /// The census that it is of, to decide deals again. It has no files.
    ///
    /// # Errors
    /// If its game or its limits are none of ours.
    pub fn census(&self, threads: NonZeroUsize) -> Result<Box<dyn AnyCensus>> {
        let game: GameSpec = self.summary.game.parse().with_context(|| format!("in {SUMMARY}"))?;
        let Some(budget) = limits::read(&self.summary.limits) else {
            bail!("{SUMMARY}: '{}' are no limits", self.summary.limits);
        };
        let census = Census {
            subject: (),
            seeds: self.seeds(),
            folder: self.folder.clone(),
            part_size: part_size(game, Keep::All),
            keep: Keep::All,
            shard: Shard::WHOLE,
            threads,
            budget,
            damaged: Damaged::Keep,
            is_watched: true,
        };
        let census = census.of(game)?;
        let Summary { first_seed, last_seed, .. } = self.summary;
        ensure!(
            first_seed <= last_seed && last_seed < census.seeds_end(),
            "{SUMMARY}: the seeds {first_seed} to {last_seed} are no range of deals"
        );
        Ok(census)
    }
}

impl<S: Subject> Census<S> {
    /// Sees whether this census may be published in a folder: one that holds neither the parts of a census nor what was kept
    /// of another one.
    ///
    /// # Errors
    /// [`Refused`] if it holds such.
    pub fn may_publish(&self, into: &Path) -> Result<()> {
        let refused = |reason: String| Refused::Taken { folder: into.display().to_string(), reason };
        if into.exists() && !into.is_dir() {
            return Err(refused("it is a file".to_string()).into());
        }
        if into.join(MANIFEST).exists() {
            return Err(refused("it holds the parts of a census".to_string()).into());
        }
        if let Ok(text) = fs::read_to_string(into.join(SUMMARY))
            && let Ok(other) = record::read_summary(&text)
            && (&other.game, &other.limits) != (&self.heading().game, &self.heading().limits)
        {
            return Err(refused(format!("it holds what was kept of a census of {}", other.game)).into());
        }
        Ok(())
    }

    /// Writes the summary of the range, and its seeds without a solution, into a folder.
    ///
    /// # Errors
    /// If some of the range is missing, or a folder cannot be read or written; [`Refused`] as for
    /// [`may_publish`](Census::may_publish).
    pub fn publish(&self, into: &Path) -> Result<Summary> {
        self.may_publish(into)?;
        let (summary, gaps) = self.summarize()?;
        if let Some(note) = gaps.notes().first() {
            bail!("only a whole range is published: {note}");
        }
        let seeds = |finding: Finding| {
            let seeds = if summary.count(finding).count > 0 { self.seeds_with(finding)? } else { Vec::new() };
            let is_same = seeds.len() as u64 == summary.count(finding).count;
            ensure!(is_same, "{} has changed while it was read", self.folder.display());
            Ok(seeds)
        };
        let (unsolvable, unknown) = (seeds(Finding::Unsolvable)?, seeds(Finding::Unknown)?);
        files::make_folder(into)?;
        let publication = Publication { folder: into.to_path_buf(), summary, unsolvable, unknown };
        publication.write()?;
        Ok(publication.summary)
    }

    /// The seeds with a finding, in order.
    fn seeds_with(&self, finding: Finding) -> Result<Vec<u64>> {
        let parts = Part::all(&self.seeds, self.part_size);
        let found = parallel::for_each(self.threads, parts, Vec::new, |found, part| {
            if let Some(rows) = self.known(&part, &mut Gaps::default()) {
                found.extend(self.seeds_in(&rows, finding));
            }
            Ok(())
        })?;
        let mut seeds = found.concat();
        seeds.sort_unstable();
        Ok(seeds)
    }
}

fn file_name(finding: Finding) -> String {
    format!("{finding}.parquet")
}

/// The bytes of a file with these seeds, some of those of a range.
fn encode(heading: &Heading, range: &Range<u64>, seeds: &[u64]) -> parquet::errors::Result<Vec<u8>> {
    let mut file = SerializedFileWriter::new(Vec::new(), seeds_schema(), heading.properties(range, Vec::new()))?;
    let mut group = file.next_row_group()?;
    let seeds = seeds.iter().map(|&seed| i64::try_from(seed).expect("seeds stay below 2^63"));
    write_column::<Int64Type>(&mut group, [Batch::dense(seeds)])?;
    group.close()?;
    let mut bytes = file.into_inner()?;
    seal::close(&mut bytes);
    Ok(bytes)
}

/// The seeds of a file, once they have been checked: within the range of the summary, each once and in order.
fn read_seeds(path: &Path, summary: &Summary) -> Result<Vec<u64>> {
    let bytes = fs::read(path)?;
    ensure!(seal::is_intact(&bytes), Damage::Seal);
    let reader = SerializedFileReader::new(Bytes::from(bytes))?;
    let file = reader.metadata().file_metadata();
    let range = summary.first_seed..summary.last_seed + 1;
    let expected = [
        (FORMAT_KEY, FORMAT.to_string()),
        (GAME, summary.game.clone()),
        (LIMITS, summary.limits.clone()),
        (SEEDS, format!("{}..{}", range.start, range.end)),
    ];
    for (key, expected) in expected {
        let found = entry(file, key);
        ensure!(found == expected, Damage::Foreign { key, found, expected });
    }
    ensure!(file.schema() == seeds_schema().as_ref() && reader.num_row_groups() == 1, "it is no list of seeds");
    let seeds = dense::<Int64Type>(&*reader.get_row_group(0)?, 0)?;
    let seeds: Option<Vec<u64>> = seeds.into_iter().map(|seed| u64::try_from(seed).ok()).collect();
    let seeds = seeds.filter(|seeds| seeds.iter().all(|seed| range.contains(seed)) && seeds.is_sorted_by(|a, b| a < b));
    seeds.context("its seeds are not in order, or out of the range")
}
