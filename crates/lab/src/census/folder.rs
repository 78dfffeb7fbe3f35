//! The folder of a census: its manifest, its locks and what a killed run may have left in it.

use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use thiserror::Error;

use crate::files::{self, Lock, TEMPORARY};
use crate::record::{self, Manifest};

use super::format::FORMAT;
use super::parts::{Part, Shard};

const MANIFEST: &str = "census.json";
pub(super) const SUMMARY: &str = "summary.json";
const MANIFEST_LOCK: &str = ".census.lock";

/// The folder already holds a census that was made in another way.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{folder} holds a census whose {what} is {found}, not {asked}: use another folder")]
pub struct Misfit {
    folder: String,
    what: &'static str,
    found: String,
    asked: String,
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
        let found = match fs::read_to_string(&file) {
            Ok(text) => {
                Some(record::read_manifest(&text).with_context(|| format!("{} is not a manifest", file.display()))?)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
        };
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
        match Lock::now(&self.shard_lock(&shard.word()))? {
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
        self.path.join(format!(".shard-{shard}.lock"))
    }
}

/// What was asked for, as far as it agrees with what is there, over the seeds of both.
fn widen(folder: &Path, found: &Manifest, asked: Manifest) -> Result<Manifest, Misfit> {
    let differ = |what, found: String, asked: String| {
        let folder = folder.display().to_string();
        if found == asked { Ok(()) } else { Err(Misfit { folder, what, found, asked }) }
    };
    let or_none = |limits: &str| if limits.is_empty() { "none".to_string() } else { limits.to_string() };
    differ("file format", found.format.to_string(), FORMAT.to_string())?;
    differ("game", found.game.clone(), asked.game.clone())?;
    differ("limit", or_none(&found.limits), or_none(&asked.limits))?;
    differ("part size", found.part_size.to_string(), asked.part_size.to_string())?;
    Ok(Manifest {
        first_seed: found.first_seed.min(asked.first_seed),
        last_seed: found.last_seed.max(asked.last_seed),
        ..asked
    })
}
