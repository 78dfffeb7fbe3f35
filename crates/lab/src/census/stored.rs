//! A census as its folder describes it: `census.json` says all that is needed to look at it.

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::Range;
use std::path::{Path, PathBuf};

use kibitzer_catalog::GameSpec;
use kibitzer_search::Budget;
use thiserror::Error;

use crate::record::Manifest;

use super::folder::{self, Difference, MANIFEST};
use super::format::Keep;
use super::parts::Shard;
use super::{AnyCensus, Census, Damaged, limits};

/// Folders that are not what a command needs.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// There is no census.
    #[error("{folder} holds no census: {reason}")]
    NoCensus {
        /// The folder.
        folder: String,
        /// Why.
        reason: String,
    },
    /// Two folders hold different ones.
    #[error("the {what} of {folder} is {found}, that of {first} is {expected}: these are two censuses")]
    Unlike {
        /// What differs.
        what: &'static str,
        /// A folder.
        folder: String,
        /// What it has.
        found: String,
        /// The folder that was named first.
        first: String,
        /// What that one has.
        expected: String,
    },
    /// A folder would be counted twice.
    #[error("{0} is named twice")]
    Twice(String),
    /// A folder is in use for something else.
    #[error("{folder} is taken: {reason}")]
    Taken {
        /// The folder.
        folder: String,
        /// By what.
        reason: String,
    },
    /// A new folder is not new.
    #[error("{0} is there already and not empty: name a new folder")]
    Occupied(String),
}

/// A folder and what it says that it holds.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    pub(super) folder: PathBuf,
    pub(super) manifest: Manifest,
    pub(super) part_size: NonZeroU64,
    keep: Keep,
    game: GameSpec,
    budget: Budget,
}

impl Stored {
    /// Reads the manifest, and sees that it makes sense.
    pub(super) fn open(folder: &Path) -> Result<Stored, Refused> {
        let refused = |reason: String| Refused::NoCensus { folder: folder.display().to_string(), reason };
        let manifest = folder::manifest(folder)
            .map_err(|error| refused(format!("{error:#}")))?
            .ok_or_else(|| refused(format!("there is no {MANIFEST}")))?;
        let keep = Keep::from_format(manifest.format);
        let keep = keep.ok_or_else(|| refused(format!("its files have format {}, not 1 or 2", manifest.format)))?;
        let game: GameSpec = manifest.game.parse().map_err(|error| refused(format!("{MANIFEST}: {error}")))?;
        let budget = limits::read(&manifest.limits);
        let budget = budget.ok_or_else(|| refused(format!("{MANIFEST}: '{}' are no limits", manifest.limits)))?;
        let part_size = NonZeroU64::new(manifest.part_size);
        let part_size = part_size.ok_or_else(|| refused(format!("{MANIFEST}: its parts have no seeds")))?;
        let stored = Stored { folder: folder.to_path_buf(), manifest, part_size, keep, game, budget };
        let census = stored.census(NonZeroUsize::MIN).of(game).map_err(|error| refused(error.to_string()))?;
        let Manifest { first_seed, last_seed, .. } = stored.manifest;
        if first_seed > last_seed || last_seed >= census.seeds_end() {
            return Err(refused(format!("{MANIFEST}: the seeds {first_seed} to {last_seed} are no range of deals")));
        }
        Ok(stored)
    }

    /// The seeds that were asked for.
    pub(super) fn seeds(&self) -> Range<u64> {
        self.manifest.first_seed..self.manifest.last_seed.saturating_add(1)
    }

    /// The census, to be read with so many threads.
    pub(super) fn census(&self, threads: NonZeroUsize) -> Census<()> {
        Census {
            subject: (),
            seeds: self.seeds(),
            folder: self.folder.clone(),
            part_size: self.part_size,
            keep: self.keep,
            shard: Shard::WHOLE,
            threads,
            budget: self.budget,
            damaged: Damaged::Keep,
            is_watched: false,
        }
    }

    /// This census with its game.
    pub(super) fn about(&self, census: Census<()>) -> Box<dyn AnyCensus> {
        census.of(self.game).expect("the game was tried when the folder was opened")
    }

    /// Whether another folder holds parts of the same census.
    pub(super) fn is_like(&self, first: &Stored) -> Result<(), Refused> {
        let name = |stored: &Stored| stored.folder.display().to_string();
        match folder::difference(&self.manifest, &first.manifest) {
            None => Ok(()),
            Some(Difference { what, one: found, other: expected }) => {
                Err(Refused::Unlike { what, folder: name(self), found, first: name(first), expected })
            }
        }
    }
}
