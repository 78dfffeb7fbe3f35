//! How far a census is.

use std::fs::{self, File};
use std::num::NonZeroU64;
use std::path::Path;
use std::time::{Duration, SystemTime};

use kibitzer_lab::census::{Census, Refused, status};
use kibitzer_lab::record::{Progress, Shards, Status};

use crate::census::{birds, files, temporary};

fn look(folder: &Path) -> Status {
    status(folder, None).expect("a census")
}

/// The shards that are finished, at work and waiting.
fn lists(shards: Option<Shards>) -> [String; 3] {
    let Shards { finished, running, waiting, .. } = shards.expect("a division");
    [finished.list, running.list, waiting.list]
}

fn run_shard(folder: &Path, shard: &str) {
    let shard = shard.parse().expect("a shard");
    Census { shard, ..birds(folder, 30..456) }.run().expect("a writable folder");
}

#[test]
fn a_folder_without_work_waits() {
    let folder = temporary();
    birds(folder.path(), 30..456).prepare().expect("a writable folder");
    let Status { deals, parts, bytes, rate, remaining_seconds, shards, .. } = look(folder.path());
    assert_eq!(deals, Progress { all: 426, done: 0, running: 0, missing: 426 });
    assert_eq!(parts, Progress { all: 5, done: 0, running: 0, missing: 5 });
    assert_eq!((bytes, rate, remaining_seconds, shards), (0, None, None, None));
    let of_two = status(folder.path(), NonZeroU64::new(2)).expect("a census");
    assert_eq!(lists(of_two.shards), ["", "", "1-2"]);
    assert_eq!(look(folder.path()).notes(), ["0 bytes in parts", "nobody is at work"]);
}

#[test]
fn done_running_and_missing_are_told_apart() {
    let folder = temporary();
    run_shard(folder.path(), "2/3");
    let status = look(folder.path());
    assert_eq!((status.parts.done, status.parts.missing, status.deals.done), (2, 3, 156));
    assert_eq!(lists(status.shards), ["2", "", "1,3"]);
    // Somebody is at work on the third shard, which has part 2 alone.
    let lock = File::create(folder.path().join(".shard-3-of-3.lock")).expect("a writable folder");
    lock.lock().expect("nobody holds it");
    let status = look(folder.path());
    assert_eq!((status.parts.done, status.parts.running, status.parts.missing), (2, 1, 2));
    assert_eq!(status.deals, Progress { all: 426, done: 156, running: 100, missing: 170 });
    assert_eq!(lists(status.shards), ["2", "3", "1"]);
    lock.unlock().expect("a file system with locks");
    run_shard(folder.path(), "1/3");
    run_shard(folder.path(), "3/3");
    let status = look(folder.path());
    assert_eq!((status.parts.done, status.deals.done, status.has_locks), (5, 426, true));
    assert_eq!(lists(status.shards.clone()), ["1-3", "", ""]);
    let sizes = files(folder.path()).into_iter().filter(|(name, _)| name.starts_with("part"));
    assert_eq!(status.bytes, sizes.map(|(_, bytes)| bytes.len() as u64).sum::<u64>());
    assert!(status.notes()[1].starts_with("all parts are there"), "{:?}", status.notes());
}

#[test]
fn the_division_is_the_one_at_work_or_the_last() {
    let folder = temporary();
    run_shard(folder.path(), "2/3");
    let past = SystemTime::now() - Duration::from_secs(60);
    let first = File::options().write(true).open(folder.path().join(".shard-2-of-3.lock")).expect("a lock");
    first.set_modified(past).expect("a file of ours");
    run_shard(folder.path(), "4/5");
    let of = || look(folder.path()).shards.expect("a division").of;
    assert_eq!(of(), 5, "it was begun last");
    first.lock().expect("nobody holds it");
    assert_eq!(of(), 3, "somebody is at work on it");
    first.unlock().expect("a file system with locks");
    fs::write(folder.path().join(".shard-1-of-18446744073709551615.lock"), "").expect("a writable folder");
    assert_eq!(of(), 5, "nobody reads such a list");
}

#[test]
fn the_rate_is_told_while_somebody_is_at_work() {
    let folder = temporary();
    for shard in ["1/3", "2/3"] {
        run_shard(folder.path(), shard);
    }
    assert_eq!(look(folder.path()).rate, None, "nobody is at work");
    let now = SystemTime::now();
    for (number, ago) in [(0, 30), (1, 20), (3, 10), (4, 40)] {
        let part = File::options().write(true).open(folder.path().join(format!("part-{number:010}.parquet")));
        part.expect("a part").set_modified(now - Duration::from_secs(ago)).expect("a file of ours");
    }
    let manifest = File::options().write(true).open(folder.path().join("census.json")).expect("a manifest");
    manifest.set_modified(now - Duration::from_secs(50)).expect("a file of ours");
    let lock = File::create(folder.path().join(".shard-3-of-3.lock")).expect("a writable folder");
    lock.lock().expect("nobody holds it");
    let Status { rate, remaining_seconds, .. } = look(folder.path());
    let (rate, remaining) = (rate.expect("a rate"), remaining_seconds.expect("a time"));
    // 270 deals in the 40 seconds since part 4, a little more by now; 100 are left.
    assert!((5.0..=6.75).contains(&rate) && (100.0 / 6.75..=20.0).contains(&remaining), "{rate} {remaining}");
}

#[test]
fn a_part_that_a_wider_range_made_too_short_is_not_done() {
    let folder = temporary();
    birds(folder.path(), 230..260).run().expect("a writable folder");
    birds(folder.path(), 30..456).prepare().expect("a writable folder");
    assert_eq!(look(folder.path()).parts.done, 0, "part 2 has 30 of its 100 seeds");
    birds(folder.path(), 30..300).run().expect("a writable folder");
    assert_eq!(look(folder.path()).parts.done, 3);
}

#[test]
fn a_look_does_not_keep_a_shard_from_beginning() {
    let folder = temporary();
    run_shard(folder.path(), "1/1");
    std::thread::scope(|scope| {
        let looks = scope.spawn(|| (0..300).for_each(|_| drop(look(folder.path()))));
        while !looks.is_finished() {
            run_shard(folder.path(), "1/1");
        }
    });
}

#[test]
fn a_folder_without_a_census_is_refused() {
    let folder = temporary();
    let error = status(folder.path(), None).expect_err("no census");
    assert!(matches!(error.downcast_ref::<Refused>(), Some(Refused::NoCensus { .. })), "{error}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "a look makes nothing");
}
