//! How far a census is, told by the names of its files, their times and the locks, so that it is told at once.
//!
//! A part counts as done if its file is there. It is opened only where the name may promise too much: the file was
//! written before a wider range was asked for, or lies at an end of the range. [`Merge`](super::Merge) opens them all.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::num::NonZeroU64;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};

use crate::files::{Hold, Lock};
use crate::record::{Progress, ShardList, Shards, Status};
use crate::stats;
use crate::tables::{Table, grouped};

use super::folder::{MANIFEST, shard_of_lock};
use super::parts::{Part, Shard};
use super::read::PartFile;
use super::stored::Stored;

/// A division into more shards than this is no list that anybody reads.
const MOST_SHARDS: u64 = 1 << 20;

/// The rate is that of the shortest of these spans with enough parts in it.
const WINDOWS: [Duration; 3] = [Duration::from_secs(600), Duration::from_secs(3600), Duration::from_secs(86_400)];

/// So many parts are enough.
const ENOUGH: usize = 8;

/// The file of a part.
struct Held {
    modified: SystemTime,
    bytes: u64,
}

/// What a look into the folder finds.
#[derive(Default)]
struct Listing {
    parts: HashMap<u64, Held>,
    /// Every shard that was ever begun, and when last.
    shards: Vec<(Shard, SystemTime)>,
    /// Those of them that somebody is at work on.
    running: Vec<Shard>,
    /// Whether the file system has locks.
    has_locks: bool,
}

/// Looks how far the census in a folder is. Its shards are those of the division into `of`, or else of the one in use.
///
/// # Errors
/// [`Refused`](super::Refused) if the folder holds no census; otherwise if it cannot be read.
pub fn status(folder: &Path, of: Option<NonZeroU64>) -> Result<Status> {
    let stored = Stored::open(folder)?;
    let listing = list(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let manifest_time = fs::metadata(folder.join(MANIFEST)).and_then(|file| file.modified());
    let manifest_time = manifest_time.with_context(|| format!("cannot read {MANIFEST}"))?;
    let division = of.map(NonZeroU64::get).or_else(|| listing.division());
    let mut unfinished = HashSet::new();
    let (mut deals, mut parts, mut bytes, mut finished) = (Progress::default(), Progress::default(), 0, Vec::new());
    let now = SystemTime::now();
    for part in Part::all(&stored.seeds(), stored.part_size) {
        deals.all += part.len();
        parts.all += 1;
        let held = listing.parts.get(&part.number).filter(|held| {
            let is_cut = part.len() < stored.part_size.get();
            let may_be_narrow = is_cut || held.modified <= manifest_time;
            !may_be_narrow || covers(&folder.join(part.file_name()), &part.seeds)
        });
        let (deals_so, parts_so) = if let Some(held) = held {
            bytes += held.bytes;
            finished.push((now.duration_since(held.modified).unwrap_or_default(), part.len()));
            (&mut deals.done, &mut parts.done)
        } else {
            unfinished.extend(division.map(|of| part.number % of));
            if listing.running.iter().any(|shard| shard.takes(&part)) {
                (&mut deals.running, &mut parts.running)
            } else {
                (&mut deals.missing, &mut parts.missing)
            }
        };
        *deals_so += part.len();
        *parts_so += 1;
    }
    let rate = if listing.running.is_empty() { None } else { rate(finished) };
    let Stored { manifest, .. } = stored;
    Ok(Status {
        folder: folder.display().to_string(),
        game: manifest.game,
        limits: manifest.limits,
        first_seed: manifest.first_seed,
        last_seed: manifest.last_seed,
        deals,
        parts,
        bytes,
        has_locks: listing.has_locks,
        rate,
        remaining_seconds: rate.map(|rate| stats::as_f64(deals.all - deals.done) / rate),
        shards: division.map(|of| shards(of, &unfinished, &listing.running)),
    })
}

/// Whether a file holds these seeds, as far as its footer tells.
fn covers(file: &Path, seeds: &Range<u64>) -> bool {
    PartFile::glance(file).is_ok_and(|held| held.start <= seeds.start && seeds.end <= held.end)
}

fn list(folder: &Path) -> Result<Listing> {
    let mut listing = Listing { has_locks: true, ..Listing::default() };
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        if let Some(number) = Part::number_in(name) {
            let file = entry.metadata()?;
            listing.parts.insert(number, Held { modified: file.modified()?, bytes: file.len() });
        } else if let Some(shard) = shard_of_lock(name) {
            listing.shards.push((shard, entry.metadata()?.modified()?));
            match Lock::look(&entry.path())? {
                Hold::Held => listing.running.push(shard),
                Hold::Free => (),
                Hold::Untold => listing.has_locks = false,
            }
        }
    }
    Ok(listing)
}

impl Listing {
    /// The division in use: the one with the most shards at work, or else that of the shard begun last.
    fn division(&self) -> Option<u64> {
        let at_work = |of: u64| self.running.iter().filter(|shard| shard.of() == of).count();
        let known = self.shards.iter().filter(|(shard, _)| shard.of() <= MOST_SHARDS);
        known.max_by_key(|(shard, begun)| (at_work(shard.of()), *begun, shard.of())).map(|(shard, _)| shard.of())
    }
}

/// The shards of a division, of which some, counted from 0, are not finished.
fn shards(of: u64, unfinished: &HashSet<u64>, running: &[Shard]) -> Shards {
    let is_running = |number: u64| running.iter().any(|shard| shard.of() == of && shard.number() == number);
    let mut lists = [const { Vec::new() }; 3];
    for number in 1..=of {
        let list = match (is_running(number), unfinished.contains(&(number - 1))) {
            (false, false) => 0,
            (true, _) => 1,
            (false, true) => 2,
        };
        lists[list].push(number);
    }
    let [finished, running, waiting] =
        lists.map(|numbers| ShardList { count: numbers.len() as u64, list: ranges(&numbers) });
    Shards { of, finished, running, waiting }
}

/// Ascending numbers as `sbatch --array=` takes them: `1-3,7`.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let run = |run: &[u64]| match run {
        [first, .., last] => format!("{first}-{last}"),
        _ => run[0].to_string(),
    };
    runs.map(run).collect::<Vec<_>>().join(",")
}

/// Deals a second, from how long ago each part was finished and how many deals it has: those finished after the first of
/// a recent span, over the time since that one.
fn rate(mut parts: Vec<(Duration, u64)>) -> Option<f64> {
    parts.sort_unstable();
    let within = |window: &Duration| parts.partition_point(|(ago, _)| ago <= window);
    let counts = WINDOWS.each_ref().map(within);
    let count = counts.into_iter().find(|&count| count > ENOUGH).unwrap_or(counts[WINDOWS.len() - 1]);
    let [later @ .., (first, _)] = &parts[..count] else { return None };
    let deals: u64 = later.iter().map(|(_, deals)| deals).sum();
    (deals > 0 && !first.is_zero()).then(|| stats::as_f64(deals) / first.as_secs_f64())
}

/// The status as a table.
#[must_use]
pub fn status_table(status: &Status) -> Table {
    let Status { game, first_seed, last_seed, deals, parts, .. } = status;
    let mut table = Table::new([
        format!("{game}, seeds {first_seed}..={last_seed}"),
        "deals".to_string(),
        "parts".to_string(),
        "shards".to_string(),
    ]);
    let shards =
        |count: fn(&Shards) -> u64| status.shards.as_ref().map_or_else(String::new, |shards| grouped(count(shards)));
    let rows = [
        ("all", deals.all, parts.all, shards(|shards| shards.of)),
        ("done", deals.done, parts.done, shards(|shards| shards.finished.count)),
        ("running", deals.running, parts.running, shards(|shards| shards.running.count)),
        ("missing", deals.missing, parts.missing, shards(|shards| shards.waiting.count)),
    ];
    for (name, deals, parts, shards) in rows {
        table.row([name.to_string(), grouped(deals), grouped(parts), shards]);
    }
    table
}

impl Status {
    /// What the table does not say, a sentence a line.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let mut notes = vec![format!("{} bytes in parts", grouped(self.bytes))];
        notes.push(match (self.rate, self.remaining_seconds) {
            _ if self.parts.done == self.parts.all => "all parts are there: --merge checks and counts them".to_string(),
            (Some(rate), Some(remaining)) => {
                format!("{} deals a second; at this rate {} remain", grouped(format!("{rate:.1}")), spell(remaining))
            }
            _ if !self.has_locks => "this file system has no locks, so nobody knows who is at work".to_string(),
            _ if self.parts.running == 0 => "nobody is at work".to_string(),
            _ => "too few parts are done to tell a rate".to_string(),
        });
        if let Some(Shards { of, running, waiting, .. }) = &self.shards {
            let lists = [("at work", running), ("waiting", waiting)].into_iter().filter(|(_, list)| list.count > 0);
            notes.extend(lists.map(|(state, list)| format!("shards {state}, of {of}: {}", list.list)));
        }
        notes
    }
}

/// A span of time in its two largest units.
fn spell(seconds: f64) -> String {
    // Far beyond what anybody waits for, and within what a whole number holds.
    let seconds = Duration::try_from_secs_f64(seconds).map_or(u64::MAX, |time| time.as_secs());
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400);
    match () {
        () if days > 0 => format!("{} d {} h", grouped(days), hours % 24),
        () if hours > 0 => format!("{hours} h {} min", minutes % 60),
        () if minutes > 0 => format!("{minutes} min {} s", seconds % 60),
        () => format!("{seconds} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ago(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn numbers_are_listed_as_sbatch_takes_them() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[4]), "4");
        assert_eq!(ranges(&[1, 2, 3, 5, 7, 8]), "1-3,5,7-8");
    }

    #[test]
    fn the_rate_is_that_of_recent_parts() {
        assert_eq!(rate(vec![]), None);
        assert_eq!(rate(vec![(ago(5), 100)]), None, "one part tells no time");
        assert_eq!(rate(vec![(ago(10), 100), (ago(5), 100)]), Some(10.0));
        let steady = |step: u64, parts: u64| (1..=parts).map(|part| (ago(part * step), 100)).collect::<Vec<_>>();
        assert_eq!(rate(steady(10, 1000)), Some(59.0 * 100.0 / 600.0), "the last ten minutes");
        assert_eq!(rate(steady(360, 1000)), Some(9.0 * 100.0 / 3600.0), "or the last hour");
        assert_eq!(rate(steady(86400, 1000)), None, "what was done before yesterday tells nothing");
    }

    #[test]
    fn time_is_told_in_two_units() {
        assert_eq!([12.9, 61.0, 7322.0, 93_784.0].map(spell), ["12 s", "1 min 1 s", "2 h 2 min", "1 d 2 h"]);
        assert!(spell(f64::MAX).contains(" d "));
    }
}
