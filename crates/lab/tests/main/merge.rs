//! Folders of one census made one, and folders that are not.

use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use kibitzer_games::birds::Size;
use kibitzer_lab::census::{BirdsDeals, Census, Flaw, Flaws, Merge, Refused};
use kibitzer_search::Budget;

use crate::census::{birds, files, temporary};

fn merge(folders: &[&Path], out: Option<&Path>) -> Merge {
    Merge {
        folders: folders.iter().map(|folder| folder.to_path_buf()).collect(),
        out: out.map(PathBuf::from),
        threads: NonZeroUsize::new(2).expect("not zero"),
        is_watched: false,
    }
}

fn flaws(merge: &Merge) -> Vec<Flaw> {
    merge.run().expect_err("a flaw").downcast::<Flaws>().expect("flaws").0
}

fn refused(merge: &Merge) -> Refused {
    merge.run().expect_err("a refusal").downcast().expect("a refusal")
}

/// A census of these seeds by one run, with its summary.
fn reference(seeds: std::ops::Range<u64>) -> tempfile::TempDir {
    let folder = temporary();
    let census = birds(folder.path(), seeds);
    census.run().expect("a writable folder");
    census.summarize().expect("a writable folder");
    folder
}

fn part(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("part-{number:010}.parquet"))
}

#[test]
fn shards_in_one_folder_are_checked_in_their_place() {
    let folder = temporary();
    for shard in ["1/3", "2/3", "3/3"] {
        let shard = shard.parse().expect("a shard");
        Census { shard, ..birds(folder.path(), 30..456) }.run().expect("a writable folder");
    }
    let summary = merge(&[folder.path()], None).run().expect("a whole census");
    assert_eq!((summary.deals, summary.complete), (426, true));
    assert!(files(folder.path()) == files(reference(30..456).path()));
}

#[test]
fn folders_become_one_as_if_they_had_never_been_apart() {
    let [one, two, three, out] = [temporary(), temporary(), temporary(), temporary()];
    let limited =
        |census: Census<BirdsDeals>| Census { budget: Budget { nodes: Some(40), ..Budget::default() }, ..census };
    // The first border lies between two parts, the second within one.
    limited(birds(one.path(), 30..200)).run().expect("a writable folder");
    limited(birds(two.path(), 200..333)).run().expect("a writable folder");
    limited(birds(three.path(), 333..456)).run().expect("a writable folder");
    fs::write(one.path().join("notes.txt"), "nobody's business").expect("a writable folder");
    let whole = out.path().join("whole");
    merge(&[three.path(), one.path(), two.path()], Some(&whole)).run().expect("a whole census");
    let single = temporary();
    let census = limited(birds(single.path(), 30..456));
    census.run().expect("a writable folder");
    census.summarize().expect("a writable folder");
    assert!(files(&whole) == files(single.path()));
    let names = |folder: &Path| fs::read_dir(folder).expect("a folder").count();
    assert_eq!((names(&whole), names(out.path())), (files(&whole).len(), 1), "nothing else is left");
    let done = limited(birds(&whole, 30..456)).run().expect("a writable folder");
    assert_eq!((done.found, done.decided), (426, 0));
}

#[test]
fn what_a_killed_merge_left_is_in_nobodys_way() {
    let (one, out) = (reference(0..150), temporary());
    let left = out.path().join(".whole.merge.tmp");
    fs::create_dir(&left).expect("a writable folder");
    fs::write(part(&left, 7), "half a part").expect("a writable folder");
    let whole = out.path().join("whole");
    // An empty folder is as good as none.
    fs::create_dir(&whole).expect("a writable folder");
    merge(&[one.path()], Some(&whole)).run().expect("a whole census");
    assert!(files(&whole) == files(one.path()) && !left.exists());
}

#[test]
fn what_is_missing_is_named_by_its_seeds() {
    let folder = reference(30..456);
    for number in [0, 2, 3] {
        fs::remove_file(part(folder.path(), number)).expect("a part");
    }
    fs::remove_file(folder.path().join("summary.json")).expect("a summary");
    let before = files(folder.path());
    let out = temporary();
    for out in [None, Some(out.path().join("whole"))] {
        let found = flaws(&merge(&[folder.path()], out.as_deref()));
        assert_eq!(found, [Flaw::Missing(30..100), Flaw::Missing(200..400)]);
    }
    assert!(files(folder.path()) == before && files(out.path()).is_empty(), "nothing was written");
    // A range that was widened and not decided again is missing, too.
    let narrow = reference(30..430);
    birds(narrow.path(), 30..456).prepare().expect("a writable folder");
    assert_eq!(flaws(&merge(&[narrow.path()], None)), [Flaw::Missing(430..456)]);
}

#[test]
fn what_is_there_twice_is_named_with_its_files() {
    let folder = temporary();
    let [one, two, whole] = ["one", "two", "whole"].map(|name| folder.path().join(name));
    birds(&one, 0..250).run().expect("a writable folder");
    birds(&two, 120..400).run().expect("a writable folder");
    let found = flaws(&merge(&[&one, &two], Some(&whole)));
    let twice = |seeds, number| Flaw::Twice { seeds, files: [&one, &two].map(|folder| part(folder, number)) };
    assert_eq!(found, [twice(120..200, 1), twice(200..250, 2)]);
    assert!(found[0].to_string().starts_with("the seeds 120..200 are there twice, 80: in "), "{}", found[0]);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

#[test]
fn files_that_are_not_what_they_should_be_are_named() {
    let told = |spoil: fn(&Path)| {
        let folder = reference(0..300);
        spoil(folder.path());
        let found = flaws(&merge(&[folder.path()], None));
        found
            .iter()
            .map(|flaw| flaw.to_string().replace(&folder.path().display().to_string(), "DIR"))
            .collect::<Vec<_>>()
    };
    let cut = told(|folder| {
        let mut bytes = fs::read(part(folder, 1)).expect("a part");
        bytes.pop();
        fs::write(part(folder, 1), bytes).expect("a writable folder");
    });
    let checksum = "DIR/part-0000000001.parquet: its checksum does not match: it was cut short or damaged";
    assert_eq!(cut, [checksum, "the seeds 100..200 are missing, 100"]);
    let foreign = told(|folder| {
        let other = temporary();
        let subject = BirdsDeals { size: Size::new(3, 4).expect("a size") };
        Census { subject, ..birds(other.path(), 100..200) }.run().expect("a writable folder");
        fs::copy(part(other.path(), 1), part(folder, 1)).expect("a writable folder");
    });
    assert_eq!(foreign[0], "DIR/part-0000000001.parquet: its kibitzer.game is 'birds:rows=3,cols=4', not 'birds'");
    let beyond = told(|folder| {
        fs::copy(part(reference(800..900).path(), 8), part(folder, 8)).expect("a writable folder");
    });
    assert_eq!(beyond, ["DIR/part-0000000008.parquet: its seeds 800..900 are not within 0..300"]);
}

#[test]
fn folders_of_different_censuses_are_refused() {
    let (one, out) = (reference(0..100), temporary());
    let whole = out.path().join("whole");
    let unlike = |other: &dyn Fn(Census<BirdsDeals>) -> Census<BirdsDeals>| {
        let two = temporary();
        other(birds(two.path(), 100..200)).run().expect("a writable folder");
        match refused(&merge(&[one.path(), two.path()], Some(&whole))) {
            Refused::Unlike { what, found, expected, .. } => format!("{what}: {found}, {expected}"),
            other => panic!("{other}"),
        }
    };
    let large = BirdsDeals { size: Size::new(3, 3).expect("a size") };
    assert_eq!(unlike(&|census| Census { subject: large, ..census }), "game: birds:rows=3,cols=3, birds");
    let limited = Budget { nodes: Some(5), ..Budget::default() };
    assert_eq!(unlike(&|census| Census { budget: limited, ..census }), "limit: max-nodes=5, none");
    let size = NonZeroU64::new(50).expect("not zero");
    assert_eq!(unlike(&|census| Census { part_size: size, ..census }), "part size: 50, 100");
    assert_eq!(fs::read_dir(out.path()).expect("a folder").count(), 0);
}

#[test]
fn folders_that_cannot_be_merged_are_named() {
    let (one, empty) = (reference(0..100), temporary());
    let told = |merge: &Merge| refused(merge).to_string().replace(&one.path().display().to_string(), "ONE");
    let to = |out: &Path| told(&merge(&[one.path()], Some(out)));
    assert_eq!(to(one.path()), "ONE is there already and not empty: name a new folder");
    assert_eq!(
        to(&one.path().join("census.json")),
        "ONE/census.json is there already and not empty: name a new folder"
    );
    assert_eq!(told(&merge(&[one.path(), one.path()], Some(&empty.path().join("whole")))), "ONE is named twice");
    let none = refused(&merge(&[empty.path()], None)).to_string();
    assert_eq!(none, format!("{} holds no census: there is no census.json", empty.path().display()));
}

#[test]
fn a_manifest_that_makes_no_sense_is_refused() {
    let folder = reference(0..100);
    let file = folder.path().join("census.json");
    let good = fs::read_to_string(&file).expect("a manifest");
    let told = |from: &str, to: &str| {
        assert!(good.contains(from), "{good}");
        fs::write(&file, good.replace(from, to)).expect("a writable folder");
        let text = refused(&merge(&[folder.path()], None)).to_string();
        text.split(" holds no census: ").nth(1).expect("a reason").to_string()
    };
    insta::assert_snapshot!([
        told("\"format\": 1", "\"format\": 3"),
        told("\"birds\"", "\"connect4\""),
        told("\"birds\"", "\"chess\"").lines().next().expect("a line").to_string(),
        told("\"limits\": \"\"", "\"limits\": \"max-nodes=many\""),
        told("\"part_size\": 100", "\"part_size\": 0"),
        told("\"last_seed\": 99", "\"last_seed\": 2147483648"),
        told("\"last_seed\": 99", "\"last_seed\": 18446744073709551615"),
        told("\"first_seed\": 0", "\"first_seed\": 100"),
    ].join("\n"), @r"
    its files have format 3, not 1 or 2
    connect4 is a game for two; this is for puzzles: birds and gaps
    census.json: there is no game 'chess', only birds, gaps, connect4 and yavalath
    census.json: 'max-nodes=many' are no limits
    census.json: its parts have no seeds
    census.json: the seeds 0 to 2147483648 are no range of deals
    census.json: the seeds 0 to 18446744073709551615 are no range of deals
    census.json: the seeds 100 to 99 are no range of deals
    ");
}
