//! The folder of a census: its manifest, its locks and what a killed run may have left in it.

use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use thiserror::Error;

use crate::files::{self, Lock, TEMPORARY};
use crate::record::{self, Manifest};

use super::format::Keep;
use super::parts::{Part, Shard};

pub(super) const MANIFEST: &str = "census.json";
pub(super) const SUMMARY: &str = "summary.json";
pub(super) const MANIFEST_LOCK: &str = ".census.lock";
const SHARD_LOCK: &str = ".shard-";
const LOCK: &str = ".lock";

/// The folder already holds a census that was made in another way.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misfit {
    /// Something differs.
    #[error("{folder} holds a census whose {what} is {found}, not {asked}: use another folder")]
    Unlike {
        /// The folder.
        folder: String,
        /// What differs.
        what: &'static str,
        /// What the folder has.
        found: String,
        /// What was asked for.
        asked: String,
    },
    /// A file would have to be cut, and solved deals are only counted in it.
    #[error(
        "{folder} holds the seeds {first}..={last} and keeps only unsolved deals: ask for all of them, or for whole files \
         of {part_size} seeds"
    )]
    Cut {
        /// The folder.
        folder: String,
        /// The first seed.
        first: u64,
        /// The last seed.
        last: u64,
        /// The seeds of a whole file.
        part_size: u64,
    },
}

/// A census on disk.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// All seeds that were ever asked for, from the first to the last.
    pub(super) seeds: Range<u64>,
}

impl Folder {
    /// Opens the folder for a census with this manifest, makes it if there is none, and widens its range if need be.
    /// No seed reaches `seeds_end`.
    pub(super) fn open(path: &Path, asked: Manifest, seeds_end: u64) -> Result<Folder> {
        files::make_folder(path)?;
        let lock = Lock::wait(&path.join(MANIFEST_LOCK))?;
        let file = path.join(MANIFEST);
        let found = manifest(path)?;
        let manifest = match &found {
            Some(found) => widen(path, found, asked)?,
            None => asked,
        };
        let (first, last) = (manifest.first_seed, manifest.last_seed);
        if first > last || last >= seeds_end {
            bail!("{}: the seeds {first} to {last} are no range of deals", file.display());
        }
        if found.as_ref() != Some(&manifest) {
            files::write_atomically(&file, record::to_json(&manifest).as_bytes())?;
        }
        drop(lock);
        Ok(Folder { path: path.to_path_buf(), seeds: first..last + 1 })
    }

    /// Where a part is kept.
    pub(super) fn part(&self, part: &Part) -> PathBuf {
        self.path.join(part.file_name())
    }

    /// Writes a part.
    pub(super) fn write_part(&self, part: &Part, shard: Shard, bytes: &[u8]) -> Result<()> {
        let path = self.part(part);
        files::write_through(&files::temporary(&path, &shard.word()), &path, bytes)
    }

    /// Writes the summary that `make` finds; nobody else summarises meanwhile, so the last summary knows the most.
    pub(super) fn write_summary(&self, make: impl FnOnce() -> Result<record::Summary>) -> Result<record::Summary> {
        let _lock = Lock::wait(&self.path.join(MANIFEST_LOCK))?;
        let summary = make()?;
        files::write_atomically(&self.path.join(SUMMARY), record::to_json(&summary).as_bytes())?;
        Ok(summary)
    }

    /// Takes a shard for this process; the system gives it back when the process ends, however that happens.
    pub(super) fn claim(&self, shard: Shard) -> Result<Lock> {
        match Lock::soon(&self.shard_lock(&shard.word()))? {
            Some(lock) => Ok(lock),
            None => bail!(
                "another process is at work on shard {} of {}: wait for it, or divide the work with --shard",
                shard.word().replace("-of-", "/"),
                self.path.display()
            ),
        }
    }

    /// Deletes what killed processes were writing. What belongs to a shard that is claimed now is left alone.
    pub(super) fn sweep(&self, own: Shard) -> Result<()> {
        let cannot = || format!("cannot clean {}", self.path.display());
        for entry in fs::read_dir(&self.path).with_context(cannot)? {
            let path = entry.with_context(cannot)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Some(owner) = name.strip_prefix(".part-").and_then(|rest| rest.strip_suffix(TEMPORARY)) else {
                continue;
            };
            let shard = owner.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
            if shard == own.word() || Lock::now(&self.shard_lock(shard))?.is_some() {
                fs::remove_file(&path).with_context(|| format!("cannot delete {}", path.display()))?;
            }
        }
        Ok(())
    }

    fn shard_lock(&self, shard: &str) -> PathBuf {
        self.path.join(format!("{SHARD_LOCK}{shard}{LOCK}"))
    }
}

/// The shard whose lock has this name.
pub(super) fn shard_of_lock(name: &str) -> Option<Shard> {
    Shard::from_word(name.strip_prefix(SHARD_LOCK)?.strip_suffix(LOCK)?)
}

/// What a folder says that it holds, if it says anything.
pub(super) fn manifest(folder: &Path) -> Result<Option<Manifest>> {
    let file = folder.join(MANIFEST);
    match fs::read_to_string(&file) {
        Ok(text) => {
            let manifest = record::read_manifest(&text);
            manifest.map(Some).with_context(|| format!("{} is not a manifest", file.display()))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}

/// What was asked for, as far as it agrees with what is there, over the seeds of both.
fn widen(folder: &Path, found: &Manifest, asked: Manifest) -> Result<Manifest, Misfit> {
    if let Some(Difference { what, one: found, other: asked }) = difference(found, &asked) {
        return Err(Misfit::Unlike { folder: folder.display().to_string(), what, found, asked });
    }
    let first_seed = found.first_seed.min(asked.first_seed);
    let last_seed = found.last_seed.max(asked.last_seed);
    // The files of the folder will hold all seeds from the first to the last, whichever are asked for now.
    let is_inside = |at: u64| first_seed < at && at <= last_seed;
    let cuts = |at: u64| is_inside(at) && !at.is_multiple_of(found.part_size.max(1));
    let is_counted = Keep::from_format(found.format) == Some(Keep::Unsolved);
    if is_counted && (cuts(asked.first_seed) || cuts(asked.last_seed.saturating_add(1))) {
        let Manifest { first_seed: first, last_seed: last, part_size, .. } = *found;
        return Err(Misfit::Cut { folder: folder.display().to_string(), first, last, part_size });
    }
    Ok(Manifest { first_seed, last_seed, ..asked })
}

/// Why two manifests are not of one census.
pub(super) struct Difference {
    pub(super) what: &'static str,
    pub(super) one: String,
    pub(super) other: String,
}

/// The version of the layout, in a word where it is one of ours.
fn format_of(manifest: &Manifest) -> String {
    let Manifest { format, .. } = manifest;
    Keep::from_format(*format).map_or_else(|| format.to_string(), |keep| format!("that of --keep {}", keep.word()))
}

/// The first thing, but for the seeds, in which two manifests differ.
pub(super) fn difference(one: &Manifest, other: &Manifest) -> Option<Difference> {
    let or_none = |limits: &str| if limits.is_empty() { "none".to_string() } else { limits.to_string() };
    let things = |manifest: &Manifest| {
        [
            ("file format", format_of(manifest)),
            ("game", manifest.game.clone()),
            ("limit", or_none(&manifest.limits)),
            ("part size", manifest.part_size.to_string()),
        ]
    };
    let pairs = things(one).into_iter().zip(things(other));
    let mut differences = pairs.filter(|(one, other)| one != other);
    differences.next().map(|((what, one), (_, other))| Difference { what, one, other })
}
