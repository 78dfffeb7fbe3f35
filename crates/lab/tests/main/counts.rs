//! The counts that two independent solvers agree on, and where papers differ from them.

use std::num::NonZeroUsize;
use std::ops::Range;

use kibitzer_lab::census::{Census, PART_SIZE};
use kibitzer_lab::parallel;

use crate::census::{birds, temporary};

/// The unsolvable deals of a range, and those of them whose card graph is disconnected.
fn unsolvable(seeds: Range<u64>) -> (u64, u64) {
    let folder = temporary();
    let threads: NonZeroUsize = parallel::all_cores();
    let census = Census { part_size: PART_SIZE, threads, ..birds(folder.path(), seeds) };
    census.run().expect("a writable folder");
    let (summary, gaps) = census.summarize().expect("a writable folder");
    assert_eq!((summary.unknown.count, gaps.missing), (0, 0));
    (summary.unsolvable.count, summary.plain.count)
}

/// Roberson and Sperduto (2019) count 24, too.
#[test]
fn the_first_ten_thousand() {
    assert_eq!(unsolvable(1..10_001), (24, 22));
}

/// They count 143 and 47; their search gave up on two of the first 70,000, seeds 63135 and 68943.
#[test]
#[ignore = "some seconds"]
fn the_training_and_test_deals_of_hoshino_and_kahn() {
    assert_eq!(unsolvable(1..70_001), (145, 135));
    assert_eq!(unsolvable(70_001..100_001), (47, 46));
}

#[test]
#[ignore = "half a minute"]
fn the_first_million() {
    assert_eq!(unsolvable(0..1_000_001), (1_880, 1_771));
}
