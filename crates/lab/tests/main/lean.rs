//! Censuses with rows for unsolved deals alone: they count what those with all rows count.

use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::Range;
use std::path::{Path, PathBuf};

use kibitzer_games::birds::Size;
use kibitzer_lab::Finding;
use kibitzer_lab::census::{BirdsDeals, Census, Keep, Merge, Misfit, Publication, Refused};
use kibitzer_search::Budget;

use crate::census::{birds, files, temporary};

/// Small boards, of which many cannot be won and, with few nodes, some are unknown.
fn small(folder: &Path, seeds: Range<u64>, keep: Keep) -> Census<BirdsDeals> {
    let subject = BirdsDeals { size: Size::new(3, 4).expect("a size") };
    let budget = Budget { nodes: Some(6), ..Budget::default() };
    Census { subject, keep, budget, ..birds(folder, seeds) }
}

fn lean(folder: &Path, seeds: Range<u64>) -> Census<BirdsDeals> {
    small(folder, seeds, Keep::Unsolved)
}

fn merge(folders: &[&Path], out: &Path) -> Merge {
    Merge {
        folders: folders.iter().map(|folder| folder.to_path_buf()).collect(),
        out: Some(PathBuf::from(out)),
        threads: NonZeroUsize::MIN,
        is_watched: false,
    }
}

#[test]
fn it_says_what_a_census_with_all_rows_says() {
    let folders = [0; 4].map(|_| temporary());
    let [all, unsolved, all_kept, unsolved_kept] = folders.each_ref().map(tempfile::TempDir::path);
    let censuses = [small(all, 30..1456, Keep::All), lean(unsolved, 30..1456)];
    let mut said = Vec::new();
    for (census, kept) in censuses.iter().zip([all_kept, unsolved_kept]) {
        assert_eq!(census.run().expect("a writable folder").decided, 1426);
        let summary = census.publish(kept).expect("a writable folder");
        let lists = Finding::ALL.map(|finding| {
            let mut list = Vec::new();
            let gaps = census.list(finding, &mut list).expect("a list");
            assert_eq!(gaps.notes(), [""; 0]);
            list
        });
        said.push((summary, lists));
    }
    assert!(said[0] == said[1], "{:?}", said[1].0);
    let counts = Finding::ALL.map(|finding| said[0].0.count(finding).count);
    assert!(counts.iter().all(|&count| count > 20), "{counts:?} are some of each kind");
    assert!(files(all_kept) == files(unsolved_kept), "publications do not tell which rows there were");
    let bytes = |folder: &Path| files(folder).values().map(Vec::len).sum::<usize>();
    assert!(bytes(unsolved) < bytes(all));
}

#[test]
fn files_depend_on_the_seeds_alone() {
    let reference = temporary();
    lean(reference.path(), 30..456).run().expect("a writable folder");
    for (shards, threads) in [(1, 1), (3, 2)] {
        let folder = temporary();
        for which in (1..=shards).rev() {
            let shard = format!("{which}/{shards}").parse().expect("a shard");
            let threads = NonZeroUsize::new(threads).expect("not zero");
            Census { shard, threads, ..lean(folder.path(), 30..456) }.run().expect("a writable folder");
        }
        assert!(files(folder.path()) == files(reference.path()), "{shards} shards, {threads} threads");
    }
    let whole = files(reference.path());
    let damaged = reference.path().join("part-0000000002.parquet");
    fs::write(&damaged, &whole["part-0000000002.parquet"][1..]).expect("a writable folder");
    fs::remove_file(reference.path().join("part-0000000003.parquet")).expect("a part");
    let done = lean(reference.path(), 30..456).run().expect("a writable folder");
    assert_eq!((done.found, done.decided, done.mended.len()), (226, 200, 1));
    assert!(files(reference.path()) == whole);
}

#[test]
fn folders_become_one_as_if_they_had_never_been_apart() {
    let [one, two, single, out] = [0; 4].map(|_| temporary());
    lean(one.path(), 30..333).run().expect("a writable folder");
    lean(two.path(), 333..456).run().expect("a writable folder");
    let whole = out.path().join("whole");
    merge(&[two.path(), one.path()], &whole).run().expect("a whole census");
    let census = lean(single.path(), 30..456);
    census.run().expect("a writable folder");
    census.summarize().expect("a writable folder");
    assert!(files(&whole) == files(single.path()));
}

#[test]
fn the_two_kinds_do_not_mix() {
    let [one, two, out] = [0; 3].map(|_| temporary());
    lean(one.path(), 0..150).run().expect("a writable folder");
    small(two.path(), 150..200, Keep::All).run().expect("a writable folder");
    let misfit = |census: Census<BirdsDeals>| {
        let error = census.run().expect_err("a misfit");
        error.downcast::<Misfit>().expect("a misfit").to_string()
    };
    let told = misfit(small(one.path(), 0..150, Keep::All));
    assert!(told.contains("that of --keep unsolved, not that of --keep all"), "{told}");
    let refused = merge(&[one.path(), two.path()], &out.path().join("whole")).run().expect_err("two censuses");
    assert!(matches!(refused.downcast(), Ok(Refused::Unlike { what: "file format", .. })));
    // Solved deals are counted by the file, so none of those can be cut.
    for seeds in [0..149, 1..150, 50..60, 120..300, 150..180, 160..200] {
        assert!(misfit(lean(one.path(), seeds.clone())).contains("ask for all of them"), "{seeds:?}");
    }
    for seeds in [0..100, 100..150, 100..180, 0..420] {
        let census = lean(one.path(), seeds.clone());
        census.run().expect("whole files");
        assert_eq!(census.summarize().expect("a summary").0.deals, seeds.end - seeds.start, "{seeds:?}");
    }
}

#[test]
fn a_file_with_more_seeds_than_were_asked_for_is_made_again() {
    let folder = temporary();
    lean(folder.path(), 0..180).run().expect("a writable folder");
    // Without it nobody knows what was asked for before.
    fs::remove_file(folder.path().join("census.json")).expect("a manifest");
    let census = lean(folder.path(), 0..150);
    let done = census.run().expect("a writable folder");
    assert_eq!((done.found, done.decided, done.mended.len()), (100, 50, 1), "{done:?}");
    assert_eq!(census.summarize().expect("a summary").0.deals, 150);
}

#[test]
fn an_audit_decides_some_deals_again() {
    let folder = temporary();
    let part_size = NonZeroU64::new(1000).expect("not zero");
    let census = Census { part_size, keep: Keep::Unsolved, ..birds(folder.path(), 0..2500) };
    census.run().expect("a writable folder");
    let check = census.verify(1, 0).expect("a machine that works");
    assert_eq!((check.mismatches.as_slice(), check.rows, check.refutations), (&[][..], 8, 1));
    assert!((9000..=10_002).contains(&check.replayed), "{check:?}");
}

#[test]
fn what_was_kept_of_several_is_made_one() {
    let folders = [0; 6].map(|_| temporary());
    let [one, two, single, first, second, whole] = folders.each_ref().map(tempfile::TempDir::path);
    for (folder, seeds, kept) in [(one, 0..30_000, first), (two, 30_000..60_000, second), (single, 0..60_000, whole)] {
        let subject = BirdsDeals { size: Size::new(3, 3).expect("a size") };
        let part_size = NonZeroU64::new(10_000).expect("not zero");
        let census = Census { subject, keep: Keep::Unsolved, part_size, ..birds(folder, seeds) };
        census.run().expect("a writable folder");
        census.publish(kept).expect("a writable folder");
    }
    let out = temporary();
    let joined = out.path().join("joined");
    // What a killed merge has left is no hindrance.
    let left = out.path().join(".joined.merge.tmp");
    fs::create_dir(&left).and_then(|()| fs::write(left.join("unsolvable.parquet"), "half")).expect("a writable folder");
    merge(&[second, first], &joined).run().expect("seeds that follow each other");
    assert!(!left.exists());
    assert!(files(&joined) == files(whole), "{:?}", Publication::read(&joined).expect("a publication").summary);
    let other = out.path().join("other");
    let told = |folders: &[&Path]| merge(folders, &other).run().expect_err("no census").to_string();
    assert!(told(&[first, whole]).contains("the seeds 0..30000 are there twice, 30,000"));
    assert!(told(&[first, one]).contains("there is no census.json"), "{}", told(&[first, one]));
    assert!(merge(&[first, second], &joined).run().expect_err("a folder in use").to_string().contains("not empty"));
    // A quantile that differs does not follow.
    let summary = second.join("summary.json");
    let text = fs::read_to_string(&summary).expect("a summary");
    let median = Publication::read(second).expect("a publication").summary.nodes.median;
    let lie = text.replace(&format!("\"median\": {median}"), "\"median\": 99");
    assert_ne!(lie, text);
    fs::write(&summary, lie).expect("a writable folder");
    assert!(told(&[first, second]).contains("the median of the nodes is"), "{}", told(&[first, second]));
    assert!(!other.exists(), "nothing was written");
}
