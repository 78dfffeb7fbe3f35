//! Censuses: the same files whatever the threads, the shards and the order of the work.

use std::collections::BTreeMap;
use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::Range;
use std::path::Path;

use kibitzer_catalog::GameSpec;
use kibitzer_games::birds::Size;
use kibitzer_lab::Finding;
use kibitzer_lab::census::{
    BirdsDeals, Census, Columns, Damaged, GapsDeals, Keep, Misfit, PartFile, Shard, summary_table,
};
use kibitzer_search::Budget;

/// A census of 4 x 4 boards in parts of 100 seeds, on two threads.
pub(crate) fn birds(folder: &Path, seeds: Range<u64>) -> Census<BirdsDeals> {
    Census {
        subject: BirdsDeals { size: Size::STANDARD },
        seeds,
        folder: folder.to_path_buf(),
        part_size: NonZeroU64::new(100).expect("not zero"),
        keep: Keep::All,
        shard: Shard::WHOLE,
        threads: NonZeroUsize::new(2).expect("not zero"),
        budget: Budget::default(),
        damaged: Damaged::Mend,
        is_watched: false,
    }
}

pub(crate) fn temporary() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The visible files of a folder and their bytes.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    let visible = entries.filter(|path| !name(path).starts_with('.'));
    visible.map(|path| (name(&path), fs::read(&path).expect("a file"))).collect()
}

#[test]
fn files_do_not_depend_on_threads_or_shards() {
    let reference = temporary();
    birds(reference.path(), 30..456).run().expect("a writable folder");
    assert_eq!(files(reference.path()).len(), 6, "five parts and a manifest");
    for (shards, threads) in [(1, 1), (2, 1), (3, 2), (7, 3)] {
        let folder = temporary();
        for which in (1..=shards).rev() {
            let shard = format!("{which}/{shards}").parse().expect("a shard");
            let threads = NonZeroUsize::new(threads).expect("not zero");
            Census { shard, threads, ..birds(folder.path(), 30..456) }.run().expect("a writable folder");
        }
        assert!(files(folder.path()) == files(reference.path()), "{shards} shards, {threads} threads");
    }
}

#[test]
fn rows_read_back_as_they_were_found() {
    let folder = temporary();
    let census = birds(folder.path(), 0..100);
    census.run().expect("a writable folder");
    let part = PartFile::open(&folder.path().join("part-0000000000.parquet"), &census.heading()).expect("a part");
    let rows = part.rows(Columns::All).expect("rows");
    let few: Vec<String> = (rows.iter().skip(10).take(3))
        .map(|row| {
            let features: Vec<_> = row.features().map(Option::unwrap_or_default).collect();
            format!("{} {} {:?} {:?}", row.seed, row.finding, row.solution, features)
        })
        .collect();
    assert_eq!(rows.len(), 100);
    assert_eq!(few[0], "10 unsolvable None [69, 15, 0]");
    assert!(few[1].starts_with("11 solved Some((\"") && few[1].ends_with("\", 15)) [71, 9, 20793936972]"), "{few:?}");
    let counts = part.rows(Columns::Counts).expect("rows");
    assert!(counts.iter().zip(rows.iter()).all(|(some, all)| some.nodes == all.nodes && some.seed == all.seed));
}

#[test]
fn finished_parts_are_not_touched_again() {
    let folder = temporary();
    let census = birds(folder.path(), 0..500);
    assert_eq!(census.run().expect("a writable folder").decided, 500);
    let removed = folder.path().join("part-0000000002.parquet");
    fs::remove_file(&removed).expect("a part");
    let times = |folder: &Path| -> Vec<_> {
        let paths = files(folder).into_keys().map(|name| folder.join(name)).filter(|path| *path != removed);
        paths.map(|path| (fs::metadata(&path).expect("a file").modified().expect("a time"), path)).collect()
    };
    let before = times(folder.path());
    let done = census.run().expect("a writable folder");
    assert_eq!((done.found, done.decided, done.mended.len()), (400, 100, 0));
    assert_eq!(times(folder.path()), before);
    assert!(removed.exists());
}

#[test]
fn a_wider_range_extends_a_census_and_its_border_parts() {
    let [folder, reference] = [temporary(), temporary()];
    birds(folder.path(), 130..250).run().expect("a writable folder");
    let done = birds(folder.path(), 50..400).run().expect("a writable folder");
    assert_eq!((done.found, done.decided), (0, 350), "both parts were cut at the old range");
    birds(reference.path(), 50..400).run().expect("a writable folder");
    assert!(files(folder.path()) == files(reference.path()));
    let done = birds(folder.path(), 120..230).run().expect("a writable folder");
    assert_eq!((done.found, done.decided), (110, 0), "a narrower range is there already");
    assert!(files(folder.path()) == files(reference.path()));
}

#[test]
fn a_folder_belongs_to_one_census() {
    let folder = temporary();
    birds(folder.path(), 0..10).run().expect("a writable folder");
    let misfit = |census: &Census<BirdsDeals>| {
        let error = census.run().expect_err("another census");
        error
            .downcast_ref::<Misfit>()
            .expect("a misfit")
            .to_string()
            .replace(&folder.path().display().to_string(), "DIR")
    };
    let census = birds(folder.path(), 0..10);
    let large = BirdsDeals { size: Size::new(5, 5).expect("a size") };
    let limited = Budget { nodes: Some(5), ..Budget::default() };
    insta::assert_snapshot!([
        misfit(&Census { subject: large, ..census.clone() }),
        misfit(&Census { part_size: NonZeroU64::MIN, ..census.clone() }),
        misfit(&Census { budget: limited, ..census }),
    ].join("\n"), @r"
    DIR holds a census whose game is birds, not birds:rows=5,cols=5: use another folder
    DIR holds a census whose part size is 100, not 1: use another folder
    DIR holds a census whose limit is none, not max-nodes=5: use another folder
    ");
}

#[test]
fn a_shard_is_computed_by_one_process_at_a_time() {
    let folder = temporary();
    let census = birds(folder.path(), 0..10);
    census.run().expect("a writable folder");
    let lock = fs::File::open(folder.path().join(".shard-1-of-1.lock")).expect("the lock of the shard");
    lock.lock().expect("nobody holds it");
    let error = census.run().expect_err("somebody is at work").to_string();
    assert!(error.contains("another process is at work on shard 1/1 of"), "{error}");
    // Closing it would not do while another test starts a process, which then holds a copy.
    lock.unlock().expect("a file system with locks");
    census.run().expect("nobody is at work");
}

#[test]
fn what_a_killed_process_left_is_cleaned_unless_it_lives() {
    let folder = temporary();
    let census = birds(folder.path(), 0..10);
    census.run().expect("a writable folder");
    let dead = folder.path().join(".part-0000000007.parquet.2-of-3.tmp");
    let alive = folder.path().join(".part-0000000008.parquet.3-of-3.tmp");
    for path in [&dead, &alive] {
        fs::write(path, "half a file").expect("a writable folder");
    }
    let lock = fs::File::create(folder.path().join(".shard-3-of-3.lock")).expect("a writable folder");
    lock.lock().expect("nobody holds it");
    census.run().expect("a writable folder");
    assert_eq!((dead.exists(), alive.exists()), (false, true));
}

#[test]
fn limits_leave_deals_unknown_and_are_kept_apart() {
    let folder = temporary();
    let budget = Budget { nodes: Some(3), ..Budget::default() };
    let census = Census { budget, ..birds(folder.path(), 0..300) };
    census.run().expect("a writable folder");
    let (summary, _) = census.summarize().expect("a writable folder");
    assert_eq!(summary.limits, "max-nodes=3");
    assert!(summary.unknown.count > 0 && summary.nodes.max <= 3, "{summary:?}");
    assert_eq!(summary.solved.count + summary.unsolvable.count + summary.unknown.count, 300);
}

#[test]
fn the_summary_follows_from_the_rows() {
    let folder = temporary();
    let census = birds(folder.path(), 1..1001);
    census.run().expect("a writable folder");
    let (summary, gaps) = census.summarize().expect("a writable folder");
    assert!(summary.complete && gaps.notes().is_empty());
    assert_eq!((summary.deals, summary.unknown.count), (1000, 0));
    let first = files(folder.path());
    census.summarize().expect("a writable folder");
    assert!(files(folder.path()) == first, "a summary repeats");
    let mut listed = Vec::new();
    census.list(Finding::Unsolvable, &mut listed).expect("memory");
    let listed = String::from_utf8(listed).expect("digits");
    assert_eq!(listed.lines().count() as u64, summary.unsolvable.count);
    let text = summary_table(&summary).to_text();
    assert!(text.contains("birds, seeds 1..=1000"), "{text}");
}

#[test]
fn an_incomplete_range_says_so() {
    let folder = temporary();
    let census = Census { shard: "2/2".parse().expect("a shard"), ..birds(folder.path(), 0..300) };
    census.run().expect("a writable folder");
    let (summary, gaps) = census.summarize().expect("a writable folder");
    assert_eq!((summary.complete, summary.deals), (false, 100));
    assert_eq!(gaps.notes(), ["not complete: 200 seeds are missing"]);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let error = birds(Path::new("/dev/null/census"), 0..10).run().expect_err("/dev/null is no folder");
    assert_eq!(error.to_string(), "cannot make the folder /dev/null/census");
}

/// A census of small boards of Gaps in parts of 20 seeds.
fn gaps(folder: &Path, game: &str, seeds: Range<u64>) -> Census<GapsDeals> {
    let GameSpec::Gaps(rules) = game.parse().expect("a game") else { panic!("{game} is not gaps") };
    let part_size = NonZeroU64::new(20).expect("not zero");
    let Census { folder, shard, keep, threads, budget, damaged, is_watched, .. } = birds(folder, seeds.clone());
    Census {
        subject: GapsDeals::new(rules),
        seeds,
        folder,
        part_size,
        keep,
        shard,
        threads,
        budget,
        damaged,
        is_watched,
    }
}

#[test]
fn a_census_of_gaps_goes_on_and_keeps_its_rules() {
    let [folder, reference] = [temporary(), temporary()];
    let game = "gaps:first=any,rows=4,cols=4,shuffle=swaps-6";
    gaps(reference.path(), game, 0..50).run().expect("a writable folder");
    assert_eq!(gaps(folder.path(), game, 0..30).run().expect("a writable folder").decided, 30);
    let census = gaps(folder.path(), game, 0..50);
    let done = census.run().expect("a writable folder");
    assert_eq!((done.found, done.decided), (20, 30), "the part that was cut short is made again");
    assert!(files(folder.path()) == files(reference.path()));
    assert_eq!(census.heading().game, game);
    let (summary, gaps_left) = census.summarize().expect("a summary");
    assert_eq!((summary.deals, gaps_left.missing, summary.winnable), (50, 0, None));
    assert!(census.verify(50, 0).expect("an audit").mismatches.is_empty());
    for other in
        ["gaps:rows=4,cols=4,shuffle=swaps-6", "gaps:first=any,rows=4,cols=4", "gaps:first=any,shuffle=swaps-6"]
    {
        let error = gaps(folder.path(), other, 0..50).run().expect_err("another census");
        assert!(error.downcast_ref::<Misfit>().is_some(), "{other}: {error}");
    }
}

#[test]
fn redeals_and_the_usual_size_make_no_other_census() {
    let folder = temporary();
    let name = |game| gaps(folder.path(), game, 0..1).heading().game;
    assert_eq!(name("gaps:rows=4,cols=13,redeals=2"), "gaps");
    assert_eq!(name("gaps:first=suit,cols=5"), "gaps:first=suit,rows=4,cols=5");
}
