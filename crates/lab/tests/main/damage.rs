//! Part files that are not what they should be.

use std::fs;
use std::path::Path;

use kibitzer_games::birds::Size;
use kibitzer_lab::census::{BirdsDeals, Census};
use kibitzer_search::Budget;

use crate::census::{birds, files, temporary};

/// Runs a census, spoils its second part, and gives what the next run says about it. The files are then as before.
fn mended(spoil: impl FnOnce(&Path)) -> String {
    let folder = temporary();
    let census = birds(folder.path(), 0..300);
    census.run().expect("a writable folder");
    let whole = files(folder.path());
    spoil(&folder.path().join("part-0000000001.parquet"));
    let (summary, gaps) = census.summarize().expect("a writable folder");
    assert_eq!((summary.complete, summary.deals, gaps.damaged.len()), (false, 200, 1), "a summary does not trust it");
    fs::remove_file(folder.path().join("summary.json")).expect("the summary");
    let done = census.run().expect("a writable folder");
    assert_eq!((done.found, done.decided), (200, 100));
    assert!(files(folder.path()) == whole, "the part is as it was");
    let [message] = done.mended.try_into().expect("one message");
    message.replace(&folder.path().display().to_string(), "DIR")
}

#[test]
fn a_file_that_was_cut_short_is_computed_again() {
    for keep in [0, 3, 8, 1000] {
        let message = mended(|path| {
            let bytes = fs::read(path).expect("a part");
            fs::write(path, &bytes[..keep.min(bytes.len() - 1)]).expect("a writable folder");
        });
        let expected = "DIR/part-0000000001.parquet: its checksum does not match: it was cut short or damaged";
        assert_eq!(message, expected, "after {keep} bytes");
    }
}

#[test]
fn a_byte_that_changed_is_noticed_wherever_it_is() {
    let places = [("first", 0), ("data", 300), ("middle", 2000)];
    for (place, index) in places {
        let message = mended(|path| {
            let mut bytes = fs::read(path).expect("a part");
            bytes[index] ^= 1;
            fs::write(path, bytes).expect("a writable folder");
        });
        assert!(message.contains("checksum does not match"), "{place}: {message}");
    }
    let message = mended(|path| {
        let mut bytes = fs::read(path).expect("a part");
        let footer = bytes.len() - 40;
        bytes[footer] ^= 1;
        fs::write(path, bytes).expect("a writable folder");
    });
    assert!(message.contains("checksum does not match"), "footer: {message}");
}

#[test]
fn a_part_of_another_census_is_not_taken() {
    let other = |spoil: fn(Census<BirdsDeals>) -> Census<BirdsDeals>| {
        mended(|path| {
            let folder = temporary();
            spoil(birds(folder.path(), 100..200)).run().expect("a writable folder");
            fs::copy(folder.path().join("part-0000000001.parquet"), path).expect("a writable folder");
        })
    };
    let game = other(|census| Census { subject: BirdsDeals { size: Size::new(3, 4).expect("a size") }, ..census });
    assert_eq!(game, "DIR/part-0000000001.parquet: its kibitzer.game is 'birds:rows=3,cols=4', not 'birds'");
    let limit = other(|census| Census { budget: Budget { nodes: Some(9), ..Budget::default() }, ..census });
    assert_eq!(limit, "DIR/part-0000000001.parquet: its kibitzer.limits is 'max-nodes=9', not ''");
}

#[test]
fn a_part_under_the_wrong_name_is_not_taken() {
    let message = mended(|path| {
        fs::copy(path.with_file_name("part-0000000002.parquet"), path).expect("a writable folder");
    });
    assert_eq!(message, "DIR/part-0000000001.parquet: its rows are those of the seeds 200..300, not of part 1");
}
