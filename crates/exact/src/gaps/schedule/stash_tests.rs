//! The search of the stash against one that looks at everything, and why cards settle only under a condition.

use std::collections::HashSet;

use kibitzer_core::SplitMix;

use super::*;

/// Which cards that could go to their last places do so at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Settle {
    None,
    /// All of them, even where the next card of the suit is still to come.
    All,
}

/// Whether the puzzle can be solved, by looking at everything.
fn is_solvable(puzzle: &Puzzle, settle: Settle) -> bool {
    let mut search = puzzle.search();
    let first = puzzle.first_state();
    let mut seen = HashSet::from([first.key(puzzle)]);
    let mut waiting = vec![first];
    while let Some(state) = waiting.pop() {
        let suits = 0..puzzle.rows;
        if suits.clone().all(|suit| {
            usize::from(state.count[suit]) == puzzle.ranks
                && (1..puzzle.ranks).all(|rank| state.row[rank][suit] == state.row[0][suit])
        }) {
            return true;
        }
        let mut puts = Vec::new();
        search.puts(&state, &mut puts);
        if settle == Settle::All && suits.clone().all(|suit| state.count[suit] > 0) {
            let rests = |put: &Put| {
                let suit = usize::from(put.suit);
                !put.comes && (0..usize::from(put.rank)).all(|rank| state.row[rank][suit] == put.row)
            };
            if let Some(put) = puts.iter().copied().find(rests) {
                puts = vec![put];
            }
        }
        for put in puts {
            let mut after = state;
            after.row[usize::from(put.rank)][usize::from(put.suit)] = put.row;
            after.count[usize::from(put.suit)] += u8::from(put.comes);
            if seen.insert(after.key(puzzle)) {
                waiting.push(after);
            }
        }
    }
    false
}

fn random(rows: usize, ranks: usize, facts: usize, seed: u64) -> (Puzzle, Vec<Fact>) {
    let mut luck = SplitMix::new(seed);
    let mut puzzle = Puzzle::new(rows, ranks);
    let mut list = Vec::new();
    for suit in 0..rows {
        for rank in 0..ranks {
            if luck.below(4) == 0 {
                puzzle.may_wait[suit][rank] |= 1 << luck.below(rows);
            }
        }
    }
    for _ in 0..facts {
        let (suit, rank) = (byte(luck.below(rows)), byte(luck.below(ranks)));
        let (other, column) = (luck.below(rows), byte(luck.below(ranks)));
        let fact = if luck.below(3) > 0 {
            Fact::Cleared { row: byte(other), column, suit, rank, strict: luck.below(2) == 0 }
        } else {
            Fact::Stashed { before: (suit, rank), after: (byte(other), column) }
        };
        list.push(fact);
        puzzle.add(fact);
    }
    (puzzle, list)
}

#[test]
fn the_search_agrees_with_one_that_looks_at_everything() {
    let (mut solved, mut impossible) = (0, 0);
    for (rows, ranks, facts, seeds) in [(2, 3, 4, 2_000), (3, 3, 8, 3_000), (4, 3, 10, 400)] {
        for seed in 0..seeds {
            let (puzzle, list) = random(rows, ranks, facts, seed);
            let truth = is_solvable(&puzzle, Settle::None);
            match puzzle.solve(u32::MAX, &mut 0) {
                Answer::Solved(_) => assert!(truth, "{rows} x {ranks}, seed {seed}: {list:?}"),
                Answer::Impossible(facts) => {
                    assert!(!truth, "{rows} x {ranks}, seed {seed}: {list:?}");
                    // The facts that were asked suffice.
                    let mut fewer = puzzle.without_facts();
                    for fact in facts {
                        fewer.add(fact);
                    }
                    assert!(!is_solvable(&fewer, Settle::None), "{rows} x {ranks}, seed {seed}: {list:?}");
                }
                Answer::Unknown => panic!("positions are not limited"),
            }
            *(if truth { &mut solved } else { &mut impossible }) += 1;
        }
    }
    assert!(solved > 1_000 && impossible > 1_000, "{solved} solved, {impossible} impossible");
}

/// A suit of which a card could settle, and the next card is still to come: that one comes behind it, and only then its
/// last place is cleared. So it must not settle yet.
#[test]
fn a_card_waits_for_the_next_to_come_behind_it() {
    let facts = [
        Fact::Cleared { row: 1, column: 4, suit: 1, rank: 4, strict: true },
        Fact::Cleared { row: 0, column: 4, suit: 0, rank: 1, strict: false },
        Fact::Cleared { row: 0, column: 3, suit: 1, rank: 3, strict: false },
        Fact::Stashed { before: (0, 1), after: (1, 3) },
    ];
    let mut puzzle = Puzzle::new(2, 5);
    for fact in facts {
        puzzle.add(fact);
    }
    assert!(is_solvable(&puzzle, Settle::None));
    assert!(!is_solvable(&puzzle, Settle::All), "settling all at once would do no harm");
    assert!(matches!(puzzle.solve(u32::MAX, &mut 0), Answer::Solved(_)));
}
