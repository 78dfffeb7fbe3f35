//! Several folders of one census made one, or one folder checked: every seed is there exactly once.
//!
//! Nothing is believed that can be seen: each file is read, its checksum, its metadata and its rows. A new folder is
//! filled beside its place under a temporary name and takes its own when all is there, so nobody meets half of it.

use std::fmt::{self, Display};
use std::fs;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use thiserror::Error;

use crate::files::{self, Lock};
use crate::parallel;
use crate::record::Summary;
use crate::tables::grouped;

use super::folder::MANIFEST_LOCK;
use super::parts::Part;
use super::read::Columns;
use super::rows::Rows;
use super::stored::{Refused, Stored};
use super::write::encode;
use super::{Census, Damage, Subject, join};

/// Who fills a new folder.
pub(super) const OWNER: &str = "merge";

/// Held by the process that fills a new folder.
const MERGE_LOCK: &str = ".merge.lock";

/// Folders to be made one.
#[derive(Clone, Debug)]
pub struct Merge {
    /// The folders of one census, or what was kept of them. They may have different seeds.
    pub folders: Vec<PathBuf>,
    /// The new folder; none to check a single folder in its place.
    pub out: Option<PathBuf>,
    /// How many threads read.
    pub threads: NonZeroUsize,
    /// Whether a bar shows how far it is.
    pub is_watched: bool,
}

/// Something that keeps folders from being one whole census.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A file is not what it should be; the text names it.
    Damaged(String),
    /// No file has these seeds.
    Missing(Range<u64>),
    /// Two files have these seeds.
    Twice {
        /// The seeds.
        seeds: Range<u64>,
        /// The files.
        files: [PathBuf; 2],
    },
}

/// Everything that keeps folders from being one whole census.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct Flaws(pub Vec<Flaw>);

impl Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |seeds: &Range<u64>| grouped(seeds.end - seeds.start);
        match self {
            Flaw::Damaged(reason) => f.write_str(reason),
            Flaw::Missing(seeds) => write!(f, "the seeds {}..{} are missing, {}", seeds.start, seeds.end, count(seeds)),
            Flaw::Twice { seeds, files: [one, other] } => {
                let (Range { start, end }, count) = (seeds, count(seeds));
                write!(
                    f,
                    "the seeds {start}..{end} are there twice, {count}: in {} and {}",
                    one.display(),
                    other.display()
                )
            }
        }
    }
}

/// A file that is what it should be.
#[derive(Clone, Debug)]
struct Piece {
    number: u64,
    path: PathBuf,
    seeds: Range<u64>,
}

impl Merge {
    /// Checks everything, fills the new folder if there is to be one, and writes its summary.
    ///
    /// # Errors
    /// [`Refused`] if the folders are not those of one census; [`Flaws`] if they are not all of it. In both cases
    /// nothing was written. Otherwise if a folder cannot be read or written.
    pub fn run(&self) -> Result<Summary> {
        if self.folders.iter().all(|folder| join::is_publication(folder)) {
            return join::run(&self.folders, self.out.as_deref());
        }
        let stored: Vec<Stored> = self.folders.iter().map(|folder| Stored::open(folder)).collect::<Result<_, _>>()?;
        let [first, others @ ..] = stored.as_slice() else { bail!("there is no folder to merge") };
        others.iter().try_for_each(|other| other.is_like(first))?;
        let mut places = Vec::new();
        for Stored { folder, .. } in &stored {
            let place = folder.canonicalize().with_context(|| format!("cannot read {}", folder.display()))?;
            ensure!(!places.contains(&place), Refused::Twice(folder.display().to_string()));
            places.push(place);
        }
        ensure!(self.out.is_some() || others.is_empty(), "several folders are merged into a new one");
        if let Some(out) = &self.out {
            is_free(out)?;
        }
        let hull = |one: Range<u64>, other: Range<u64>| one.start.min(other.start)..one.end.max(other.end);
        let census = Census {
            seeds: others.iter().map(Stored::seeds).fold(first.seeds(), hull),
            folder: self.out.as_ref().map_or_else(|| first.folder.clone(), |out| files::temporary(out, OWNER)),
            is_watched: self.is_watched,
            ..first.census(self.threads)
        };
        first.about(census).gather(&self.folders, self.out.as_deref())
    }
}

impl<S: Subject> Census<S> {
    /// Checks that the parts in some folders are this census. They are copied into its folder, which then takes the name
    /// `out`, or are there already.
    ///
    /// # Errors
    /// As [`Merge::run`].
    pub fn gather(&self, folders: &[PathBuf], out: Option<&Path>) -> Result<Summary> {
        let pieces = self.pieces(folders)?;
        match out {
            None => self.whole_summary(),
            Some(out) => self.fill(&pieces, out),
        }
    }

    /// All files of all folders, once they have been checked, in the order of their seeds.
    fn pieces(&self, folders: &[PathBuf]) -> Result<Vec<Piece>> {
        let mut found = Vec::new();
        for folder in folders {
            let cannot = || format!("cannot read {}", folder.display());
            for entry in fs::read_dir(folder).with_context(cannot)? {
                let path = entry.with_context(cannot)?.path();
                let number = path.file_name().and_then(|name| Part::number_in(name.to_str()?));
                found.extend(number.map(|number| (number, path)));
            }
        }
        found.sort();
        let progress = self.progress(found.len() as u64, "files checked");
        let checked = parallel::for_each(self.threads, found, Vec::new, |checked, (number, path)| {
            checked.push(match self.check_piece(&path, number) {
                Ok(seeds) => Ok(Piece { number, path, seeds }),
                Err(reason) => Err(format!("{}: {reason}", path.display())),
            });
            progress.advance(1);
            Ok(())
        })?;
        progress.finish();
        let (mut pieces, mut damaged) = (Vec::new(), Vec::new());
        for result in checked.into_iter().flatten() {
            match result {
                Ok(piece) => pieces.push(piece),
                Err(reason) => damaged.push(reason),
            }
        }
        pieces.sort_by(|one, other| (one.seeds.start, &one.path).cmp(&(other.seeds.start, &other.path)));
        damaged.sort();
        let mut flaws: Vec<_> = damaged.into_iter().map(Flaw::Damaged).collect();
        flaws.extend(holes_and_overlaps(&pieces, &self.seeds));
        if flaws.is_empty() { Ok(pieces) } else { Err(Flaws(flaws).into()) }
    }

    /// The seeds of a file, or what is wrong with it.
    fn check_piece(&self, path: &Path, number: u64) -> Result<Range<u64>, String> {
        let check = || -> Result<Range<u64>, Damage> {
            let file = self.file_at(path, number)?;
            file.rows(Columns::All)?;
            Ok(file.seeds().clone())
        };
        let seeds = check().map_err(|damage| damage.to_string())?;
        let Range { start, end } = self.seeds;
        if start <= seeds.start && seeds.end <= end {
            Ok(seeds)
        } else {
            Err(format!("its seeds {}..{} are not within {start}..{end}", seeds.start, seeds.end))
        }
    }

    /// Fills this folder, which is a temporary one, and gives it the name `out`.
    fn fill(&self, pieces: &[Piece], out: &Path) -> Result<Summary> {
        files::make_folder(&self.folder)?;
        let lock_file = self.folder.join(MERGE_LOCK);
        let Some(lock) = Lock::now(&lock_file)? else { bail!("another process is merging into {}", out.display()) };
        let fill = || {
            self.clear()?;
            let progress = self.progress(pieces.len() as u64, "files copied");
            let parts = pieces.chunk_by(|one, other| one.number == other.number);
            let copy = |pieces: &[Piece]| {
                self.copy(pieces)?;
                progress.advance(pieces.len() as u64);
                Ok(())
            };
            parallel::for_each(self.threads, parts, || (), |(), pieces| copy(pieces))?;
            progress.finish();
            // This reads everything back.
            let summary = self.whole_summary()?;
            for lock in [&self.folder.join(MANIFEST_LOCK), &lock_file] {
                fs::remove_file(lock).with_context(|| format!("cannot delete {}", lock.display()))?;
            }
            files::rename_folder(&self.folder, out)?;
            Ok(summary)
        };
        let filled = fill();
        drop(lock);
        if filled.is_err() {
            // If this fails, too, there is nothing more to say than the first error.
            let _ = fs::remove_dir_all(&self.folder);
        }
        filled
    }

    /// Deletes what a killed merge has left.
    fn clear(&self) -> Result<()> {
        let cannot = || format!("cannot clean {}", self.folder.display());
        for entry in fs::read_dir(&self.folder).with_context(cannot)? {
            let entry = entry.with_context(cannot)?;
            if entry.file_name() != MERGE_LOCK {
                fs::remove_file(entry.path()).with_context(cannot)?;
            }
        }
        Ok(())
    }

    /// Copies a part. Where ranges met within it, its pieces become one file, as if they had never been apart.
    fn copy(&self, pieces: &[Piece]) -> Result<()> {
        let [first, .., last] = pieces else { return self.copy_whole(&pieces[0]) };
        let part = Part { number: first.number, seeds: first.seeds.start..last.seeds.end };
        let read =
            |piece: &Piece| -> Result<Rows, Damage> { self.file_at(&piece.path, piece.number)?.rows(Columns::All) };
        let runs = pieces.iter().map(|piece| read(piece).with_context(|| cannot_read(piece)));
        let runs: Vec<Rows> = runs.collect::<Result<_>>()?;
        self.put(&part.file_name(), &encode(&self.heading(), &part.seeds, &self.runs(&part, &runs))?)
    }

    fn copy_whole(&self, piece: &Piece) -> Result<()> {
        let bytes = fs::read(&piece.path).with_context(|| cannot_read(piece))?;
        let part = Part { number: piece.number, seeds: piece.seeds.clone() };
        self.put(&part.file_name(), &bytes)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.folder.join(name);
        files::write_through(&files::temporary(&path, OWNER), &path, bytes)
    }

    /// The summary of a folder that was seen to be whole.
    fn whole_summary(&self) -> Result<Summary> {
        let (summary, gaps) = self.summarize()?;
        match gaps.notes().first() {
            None => Ok(summary),
            Some(note) => bail!("{} has changed while it was read: {note}", self.folder.display()),
        }
    }
}

/// Sees that a new folder is new.
pub(super) fn is_free(out: &Path) -> Result<(), Refused> {
    let is_free = fs::read_dir(out).map_or(!out.exists(), |mut entries| entries.next().is_none());
    if is_free { Ok(()) } else { Err(Refused::Occupied(out.display().to_string())) }
}

fn cannot_read(piece: &Piece) -> String {
    format!("cannot read {}", piece.path.display())
}

/// The seeds that no piece has, and those that two have. The pieces are in the order of their first seeds.
fn holes_and_overlaps(pieces: &[Piece], seeds: &Range<u64>) -> Vec<Flaw> {
    let (mut flaws, mut next, mut before) = (Vec::new(), seeds.start, None::<&Piece>);
    for piece in pieces {
        let Range { start, end } = piece.seeds;
        match before {
            Some(before) if start < next => {
                let files = [before, piece].map(|piece| piece.path.clone());
                flaws.push(Flaw::Twice { seeds: start..next.min(end), files });
            }
            _ if next < start => flaws.push(Flaw::Missing(next..start)),
            _ => (),
        }
        if end > next {
            (next, before) = (end, Some(piece));
        }
    }
    if next < seeds.end {
        flaws.push(Flaw::Missing(next..seeds.end));
    }
    flaws
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(pieces: &[(&str, Range<u64>)]) -> Vec<String> {
        let piece = |(name, seeds): &(&str, Range<u64>)| Piece { number: 0, path: name.into(), seeds: seeds.clone() };
        let pieces: Vec<_> = pieces.iter().map(piece).collect();
        holes_and_overlaps(&pieces, &(5..50)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_seed_is_there_once() {
        assert_eq!(told(&[("a", 5..10), ("b", 10..50)]), [""; 0]);
        assert_eq!(told(&[]), ["the seeds 5..50 are missing, 45"]);
        assert_eq!(
            told(&[("a", 7..10), ("b", 20..30)]),
            ["the seeds 5..7 are missing, 2", "the seeds 10..20 are missing, 10", "the seeds 30..50 are missing, 20"]
        );
        assert_eq!(
            told(&[("a", 5..30), ("b", 10..20), ("c", 25..50)]),
            ["the seeds 10..20 are there twice, 10: in a and b", "the seeds 25..30 are there twice, 5: in a and c"]
        );
    }
}
