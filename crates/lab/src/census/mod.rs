//! A census: every deal of a range decided, in files that survive a killed process.
//!
//! The range is cut into [`Part`]s at the multiples of the part size, 65,536 seeds for Birds, 256 for Gaps. Each part is
//! one Parquet file, `part-0000000000.parquet` and so on, with these columns:
//!
//! | column | type | meaning |
//! |---|---|---|
//! | `seed` | `INT64` | the deal |
//! | `verdict` | string | `solved`, `unsolvable` (a proof) or `unknown` |
//! | `nodes` | `INT64` | positions expanded |
//! | `length` | `INT32`, optional | moves of the solution |
//! | the game's features | `INT64`, optional | for Birds: `nw1`, `nw2`, `spanning_trees` of the card graph; for Gaps: `settled`, `moves`, `dead_gaps` |
//! | `solution` | string, optional | the moves, separated by spaces |
//!
//! With [`Keep::Unsolved`] solved deals have no row: the footer counts them, by their nodes, and a part is larger.
//!
//! A file is written under a temporary name, seen on the disk, and renamed, so it is there whole or not at all; its
//! bytes depend on the game, the limits and the seeds alone, not on threads, shards or the order of the work. It holds
//! a checksum of itself. A file that is damaged or belongs to another census is named and computed again.
//!
//! Shard `I/N` takes the parts whose number leaves `I - 1` when divided by `N`. Two processes may share a folder: each
//! locks its shard, so that the same shard is not computed twice at a time; shards of different divisions may overlap,
//! which costs time and does no harm. `census.json` says what the folder holds, `summary.json` what was found.
//!
//! [`status`] tells how far a census is, by the names of files, their times and the locks. [`Merge`] opens every file,
//! sees that each seed is there once, and makes one folder of several. A [`Publication`] is what is kept of a census that
//! is too large to keep, and a [`Review`] decides some of it again. [`Cost`] tells by a sample what a larger one takes.

mod any;
mod cost;
mod folder;
mod format;
mod gaps_deals;
mod join;
mod limits;
mod merge;
mod parts;
mod publish;
mod read;
mod rest;
mod review;
mod rows;
mod run;
mod status;
mod stored;
mod subject;
mod summary;
mod verify;
mod write;

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Result;
use kibitzer_search::Budget;

use crate::progress::Progress;
use crate::record::Manifest;

use folder::Folder;

pub use any::{AnyCensus, part_size};
pub use cost::{Cost, Estimate};
pub use folder::Misfit;
pub use format::{FORMAT, Heading, Keep, VERSION};
pub use gaps_deals::GapsDeals;
pub use merge::{Flaw, Flaws, Merge};
pub use parts::{NotAShard, Part, Shard};
pub use publish::Publication;
pub use read::{Columns, Damage, PartFile};
pub use review::Review;
pub use rows::{Row, Rows};
pub use run::Done;
pub use status::{status, status_table};
pub use stored::Refused;
pub use subject::{BirdsDeals, Subject};
pub use summary::{Gaps, summary_table};
pub use verify::{Check, Mismatch};

/// The seeds of a part where a deal takes microseconds: half a second of work, a file of a few megabytes.
pub const PART_SIZE: NonZeroU64 = NonZeroU64::new(1 << 16).expect("not zero");

/// The seeds of a part where only unsolved deals have rows: a few seconds of work, a file of some dozen kilobytes.
pub const LARGE_PART_SIZE: NonZeroU64 = NonZeroU64::new(1 << 20).expect("not zero");

/// The seeds of a part where a deal takes up to seconds: a killed process loses minutes of work, not days.
pub const SMALL_PART_SIZE: NonZeroU64 = NonZeroU64::new(1 << 8).expect("not zero");

/// A census to be made, continued or read.
#[derive(Clone, Debug)]
pub struct Census<S> {
    /// The game.
    pub subject: S,
    /// The seeds; not empty, and all of them name deals.
    pub seeds: Range<u64>,
    /// Where the files are.
    pub folder: PathBuf,
    /// The seeds of a whole part; all runs in one folder must agree on it.
    pub part_size: NonZeroU64,
    /// Which deals have rows; all runs in one folder must agree on it, too.
    pub keep: Keep,
    /// The share of this process.
    pub shard: Shard,
    /// How many threads work.
    pub threads: NonZeroUsize,
    /// The limits of each search. A limit in time makes rows that do not repeat.
    pub budget: Budget,
    /// What becomes of files that are not what they should be.
    pub damaged: Damaged,
    /// Whether a bar shows how far it is.
    pub is_watched: bool,
}

/// What becomes of files that are not what they should be. Either way they are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damaged {
    /// They are computed again.
    Mend,
    /// They stay, for an audit to find.
    Keep,
}

impl<S: Subject> Census<S> {
    /// What its files have in common.
    #[must_use]
    pub fn heading(&self) -> Heading {
        Heading {
            game: self.subject.game(),
            limits: limits::write(self.budget),
            features: S::FEATURES,
            keep: self.keep,
        }
    }

    /// Makes the folder, with a manifest and nothing else, so that its status can be told before any work begins.
    ///
    /// # Errors
    /// If the folder holds another census ([`Misfit`]) or cannot be written.
    pub fn prepare(&self) -> Result<()> {
        self.open().map(drop)
    }

    fn open(&self) -> Result<Folder> {
        let Heading { game, limits, .. } = self.heading();
        let manifest = Manifest {
            format: self.keep.format(),
            game,
            limits,
            part_size: self.part_size.get(),
            first_seed: self.seeds.start,
            last_seed: self.seeds.end - 1,
        };
        Folder::open(&self.folder, manifest, self.subject.seeds_end())
    }

    /// The file of a part, if it is what its name says. Where solved deals are only counted it must not hold others than
    /// those of the part, which could not be told apart.
    fn file(&self, part: &Part) -> Result<PartFile, Damage> {
        let file = self.file_at(&self.folder.join(part.file_name()), part.number)?;
        let Range { start, end } = *file.seeds();
        let is_within = part.seeds.start <= start && end <= part.seeds.end;
        if self.keep == Keep::All || is_within {
            Ok(file)
        } else {
            Err(Damage::Elsewhere { seeds: start..end, number: part.number })
        }
    }

    /// A file, if it holds seeds of the part with this number.
    fn file_at(&self, path: &Path, number: u64) -> Result<PartFile, Damage> {
        let file = PartFile::open(path, &self.heading())?;
        let (seeds, size) = (file.seeds().clone(), self.part_size.get());
        let is_there = seeds.start / size == number && (seeds.end - 1) / size == number;
        if is_there { Ok(file) } else { Err(Damage::Elsewhere { seeds, number }) }
    }

    /// Whether a file with these seeds holds all that is asked of a part.
    fn covers(&self, held: &Range<u64>, part: &Part) -> bool {
        let wanted = self.wanted(part);
        held.start <= wanted.start && wanted.end <= held.end
    }

    /// The seeds of a part that were asked for.
    fn wanted(&self, part: &Part) -> Range<u64> {
        part.seeds.start.max(self.seeds.start)..part.seeds.end.min(self.seeds.end)
    }

    fn progress(&self, total: u64, unit: &str) -> Progress {
        if self.is_watched { Progress::of(total, unit) } else { Progress::silent() }
    }
}
