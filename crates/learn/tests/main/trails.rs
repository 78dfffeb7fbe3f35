//! Examples from real deals.

use kibitzer_core::{Blind, SplitMix};
use kibitzer_exact::birds::Exact;
use kibitzer_learn::data::Dataset;
use kibitzer_learn::data::birds::Trail;
use kibitzer_learn::features::birds::Six;
use kibitzer_search::{Budget, Closed, DepthFirst, Solver, Verdict};

use crate::{can_be_won, dealt};

fn trails(deals: std::ops::Range<u64>) -> Vec<Trail> {
    let mut exact = Exact::default();
    let follow =
        |number| Trail::follow(&dealt(number), &mut SplitMix::new(number), |board| can_be_won(&mut exact, board));
    deals.map(follow).collect()
}

/// The papers' data sets are 46.29% solvable and have about 66 unsolvable examples a deal; a sample of forty deals must
/// come near, and repeats exactly.
#[test]
fn examples_are_of_the_published_kind_and_repeat() {
    let trails = trails(0..40);
    let mut table = Dataset::new(6);
    for trail in &trails {
        trail.measure(&Six, .., &mut table);
    }
    let (no, yes) = table.examples();
    assert!((40 * 55..40 * 77).contains(&no), "{no} unsolvable");
    assert!((40..53).contains(&(100 * yes / (no + yes))), "{yes} of {}", no + yes);
    assert_eq!(trails, self::trails(0..40));
}

/// The labels, by a search that knows nothing of the exact solver.
#[test]
fn labels_are_confirmed_by_plain_search() {
    let mut checked = 0;
    for trail in trails(40..44) {
        for (board, won) in trail.examples().filter(|(board, _)| board.stack_count() <= 9) {
            let mut search = DepthFirst { heuristic: Blind, closed: Closed::All };
            let verdict = search.solve(board, Budget::default(), &mut ()).verdict;
            assert_eq!(matches!(verdict, Verdict::Solved(_)), won, "{board}");
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} were checked");
}
