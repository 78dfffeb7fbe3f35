//! What is kept of a census: it says what the census says, and a review finds lies.

use std::fs;
use std::num::NonZeroUsize;

use kibitzer_games::birds::Size;
use kibitzer_lab::Finding;
use kibitzer_lab::census::{BirdsDeals, Census, Publication};
use kibitzer_search::Budget;

use crate::census::{birds, temporary};

/// A census of small boards, of which many cannot be won.
fn small(folder: &std::path::Path) -> Census<BirdsDeals> {
    let subject = BirdsDeals { size: Size::new(3, 3).expect("a size") };
    let census = Census { subject, ..birds(folder, 50..1250) };
    census.run().expect("a writable folder");
    census
}

#[test]
fn a_publication_says_what_the_census_says() {
    let [folder, kept] = [0; 2].map(|_| temporary());
    let census = small(folder.path());
    let summary = census.publish(kept.path()).expect("a writable folder");
    let read = Publication::read(kept.path()).expect("a publication");
    assert_eq!((&read.summary, read.seeds()), (&summary, 50..1250));
    for finding in Finding::ALL {
        let mut list = Vec::new();
        census.list(finding, &mut list).expect("a list");
        let list = String::from_utf8(list).expect("digits");
        let listed: Vec<u64> = list.lines().map(|seed| seed.parse().expect("a seed")).collect();
        assert_eq!(read.list(finding).collect::<Vec<_>>(), listed, "{finding}");
        assert!(read.list(finding).all(|seed| read.finding(seed) == Some(finding)));
    }
    assert_eq!([49, 1250].map(|seed| read.finding(seed)), [None; 2]);
    let names: Vec<_> =
        kept.path().read_dir().expect("a folder").map(|file| file.expect("a file").file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    let again = read.census(NonZeroUsize::MIN).expect("a game").review(&read, 10, 0).expect("a machine that works");
    assert_eq!((again.mismatches.as_slice(), again.proved, again.abandoned.len()), (&[][..], 10, 0));
    assert!(again.listed > 0 && again.decided > again.listed, "{again:?}");
}

#[test]
fn unknown_deals_are_kept_too() {
    let [folder, kept] = [0; 2].map(|_| temporary());
    let census = Census { budget: Budget { nodes: Some(3), ..Budget::default() }, ..birds(folder.path(), 0..300) };
    census.run().expect("a writable folder");
    let summary = census.publish(kept.path()).expect("a writable folder");
    let read = Publication::read(kept.path()).expect("a publication");
    assert!(read.unknown.len() > 100, "{}", read.unknown.len());
    assert_eq!(read.unknown.len() as u64, summary.unknown.count);
    let again = read.census(NonZeroUsize::MIN).expect("a game").review(&read, 0, 0).expect("a machine that works");
    assert_eq!(again.mismatches, [""; 0]);
}

#[test]
fn only_what_is_whole_is_published_and_read() {
    let [folder, kept] = [0; 2].map(|_| temporary());
    let census = small(folder.path());
    let wide = Census { seeds: 50..1300, ..census.clone() };
    let error = wide.publish(kept.path()).expect_err("50 deals are missing").to_string();
    assert_eq!(error, "only a whole range is published: not complete: 50 seeds are missing");
    assert!(kept.path().read_dir().expect("a folder").next().is_none(), "and nothing is written");
    let refused = Publication::read(kept.path()).expect_err("it is empty").to_string();
    assert!(refused.contains("holds no census: cannot read summary.json"), "{refused}");
    census.publish(kept.path()).expect("a writable folder");
    let path = kept.path().join("unsolvable.parquet");
    let bytes = fs::read(&path).expect("a file");
    for index in (0..bytes.len()).step_by(7) {
        let mut changed = bytes.clone();
        changed[index] ^= 1;
        fs::write(&path, changed).expect("a writable folder");
        let error = format!("{:#}", Publication::read(kept.path()).expect_err("it is damaged"));
        assert!(error.ends_with("its checksum does not match: it was cut short or damaged"), "byte {index}: {error}");
    }
    fs::remove_file(&path).expect("a file");
    assert!(Publication::read(kept.path()).is_err(), "the summary counts seeds that are nowhere");
}

#[test]
fn a_list_of_another_census_is_refused() {
    let [folder, kept, other] = [0; 3].map(|_| temporary());
    let census = small(folder.path());
    census.publish(kept.path()).expect("a writable folder");
    Census { seeds: 50..1249, ..census }.publish(other.path()).expect("a writable folder");
    let name = "unsolvable.parquet";
    fs::copy(other.path().join(name), kept.path().join(name)).expect("two folders");
    let error = format!("{:#}", Publication::read(kept.path()).expect_err("the range is another"));
    assert!(error.ends_with("its kibitzer.seeds is '50..1249', not '50..1250'"), "{error}");
}

#[test]
fn a_review_finds_lies() {
    let [folder, kept] = [0; 2].map(|_| temporary());
    small(folder.path()).publish(kept.path()).expect("a writable folder");
    let truth = Publication::read(kept.path()).expect("a publication");
    let solved = truth.list(Finding::Solved).next().expect("some deal can be won");
    let lost = truth.unsolvable[0];
    let review = |lie: &Publication| {
        let found = lie.census(NonZeroUsize::MIN).expect("a game").review(lie, 0, 0).expect("a machine that works");
        found.mismatches
    };
    let mut too_many = truth.clone();
    too_many.unsolvable.push(solved);
    too_many.unsolvable.sort_unstable();
    assert_eq!(review(&too_many), [format!("seed {solved} is said to be unsolvable, and found to be solved")]);
    // One that is left out is found if it is beside one that is listed, or by chance: here nearly all deals are tried.
    let mut too_few = truth.clone();
    too_few.unsolvable.remove(0);
    assert_eq!(review(&too_few), [format!("seed {lost} is said to be solved, and found to be unsolvable")]);
}

#[test]
fn a_summary_that_does_not_add_up_is_refused() {
    let [folder, kept] = [0; 2].map(|_| temporary());
    small(folder.path()).publish(kept.path()).expect("a writable folder");
    let path = kept.path().join("summary.json");
    let text = fs::read_to_string(&path).expect("a summary");
    let after = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}: {text}");
        fs::write(&path, text.replacen(from, to, 1)).expect("a writable folder");
        format!("{:#}", Publication::read(kept.path()).expect_err(to))
    };
    for (from, to) in [
        ("\"deals\": 1200", "\"deals\": 1199"),
        ("\"last_seed\": 1249", "\"last_seed\": 18446744073709551615"),
        ("\"first_seed\": 50", "\"first_seed\": 1250"),
        ("\"first_seed\": 50", "\"first_seed\": 49"),
    ] {
        let error = after(from, to);
        assert!(error.contains("are not those of seeds"), "{error}");
    }
    assert!(after("birds:", "bards:").contains("bards"));
    assert!(after("{", "[").contains("is no summary"));
}

#[test]
fn folders_in_use_are_not_published_into() {
    let [folder, kept, other] = [0; 3].map(|_| temporary());
    let census = small(folder.path());
    census.publish(kept.path()).expect("a writable folder");
    census.publish(kept.path()).expect("the same again");
    let before = fs::read(kept.path().join("summary.json")).expect("a summary");
    let larger = birds(other.path(), 0..20);
    larger.run().expect("a writable folder");
    let error = larger.publish(kept.path()).expect_err("it holds another census").to_string();
    assert!(error.contains("is taken: it holds what was kept of a census of birds:rows=3,cols=3"), "{error}");
    let error = larger.publish(folder.path()).expect_err("it holds parts").to_string();
    assert!(error.ends_with("is taken: it holds the parts of a census"), "{error}");
    assert_eq!(fs::read(kept.path().join("summary.json")).expect("a summary"), before);
}

#[test]
fn a_deal_that_is_known_only_once_is_no_lie() {
    let [folder, kept] = [0; 2].map(|_| temporary());
    small(folder.path()).publish(kept.path()).expect("a writable folder");
    let mut shy = Publication::read(kept.path()).expect("a publication");
    shy.unknown = shy.unsolvable.split_off(1);
    let found = shy.census(NonZeroUsize::MIN).expect("a game").review(&shy, 0, 0).expect("a machine that works");
    assert!(found.mismatches.is_empty() && found.half_known > 0, "{found:?}");
}
