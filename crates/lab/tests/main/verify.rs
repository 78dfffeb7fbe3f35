//! The audit: it accepts what is true and names what is not.

use std::fs;

use kibitzer_games::birds::Size;
use kibitzer_lab::census::{BirdsDeals, Census, Damaged};

use crate::census::{birds, temporary};

#[test]
fn a_true_census_passes() {
    let folder = temporary();
    let small = BirdsDeals { size: Size::new(3, 3).expect("a size") };
    let census = Census { subject: small, ..birds(folder.path(), 50..1250) };
    census.run().expect("a writable folder");
    let check = census.verify(25, 0).expect("a readable folder");
    assert_eq!((check.rows, check.unknown, check.mismatches.len()), (1200, 0, 0));
    assert_eq!(check.replayed + check.plain + check.refutations, 1200);
    assert_eq!((check.proved, check.abandoned.len()), (25, 0), "{}", check.table().to_text());
    assert_eq!(census.verify(25, 0).expect("a readable folder"), check, "the sample repeats");
}

#[test]
fn missing_and_damaged_files_are_named() {
    let folder = temporary();
    let census = Census { damaged: Damaged::Keep, ..birds(folder.path(), 0..300) };
    census.run().expect("a writable folder");
    fs::remove_file(folder.path().join("part-0000000000.parquet")).expect("a part");
    fs::write(folder.path().join("part-0000000002.parquet"), "PAR1").expect("a writable folder");
    let check = census.verify(0, 0).expect("a readable folder");
    let folder = folder.path().display().to_string();
    let found: Vec<_> = check.mismatches.iter().map(|mismatch| mismatch.to_string().replace(&folder, "DIR")).collect();
    insta::assert_snapshot!(found.join("\n"), @r"
    DIR/part-0000000000.parquet: the file is missing
    DIR/part-0000000002.parquet: its checksum does not match: it was cut short or damaged
    ");
}

#[test]
fn damaged_files_stay_for_an_audit() {
    let folder = temporary();
    let census = birds(folder.path(), 0..100);
    census.run().expect("a writable folder");
    let part = folder.path().join("part-0000000000.parquet");
    fs::write(&part, "PAR1").expect("a writable folder");
    let done = Census { damaged: Damaged::Keep, ..census }.run().expect("a writable folder");
    assert_eq!((done.decided, fs::read(&part).expect("a part")), (0, b"PAR1".to_vec()));
}
