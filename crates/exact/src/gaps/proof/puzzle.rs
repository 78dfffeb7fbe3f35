//! The stash once more, looked through for a proof.

use std::collections::HashSet;

use super::rules::{Card, Rules};

/// That one event is not before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// The row is cleared up to the column no earlier than the card is stashed; later, where `strict`.
    Cleared { row: usize, column: usize, card: Card, strict: bool },
    /// One card is stashed before the other.
    Stashed { before: Card, after: Card },
}

/// The most stashes that are looked at for one lemma.
const MOST: usize = 20_000_000;
/// No card.
const NOWHERE: u8 = 4;

/// By suit and rank, the row of a stashed card.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stash([[u8; 12]; 4]);

impl Stash {
    /// How many cards of the suit are stashed.
    fn count(&self, suit: usize) -> usize {
        self.0[suit].iter().position(|&row| row == NOWHERE).unwrap_or(12)
    }

    fn is_taken(&self, row: u8, rank: usize) -> bool {
        self.0.iter().any(|rows| rows[rank] == row)
    }

    fn with(&self, (suit, rank): Card, row: u8) -> Self {
        let mut stash = *self;
        stash.0[suit][rank] = row;
        stash
    }
}

/// Whether the cards cannot be put away in any way that agrees with the facts.
pub(super) fn is_impossible(rules: &Rules, facts: &[Fact]) -> bool {
    let mut start = Stash([[NOWHERE; 12]; 4]);
    for (suit, &(row, count)) in rules.start.iter().enumerate() {
        start.0[suit][..count].fill(row.to_le_bytes()[0]);
    }
    let mut seen = HashSet::from([start]);
    let mut waiting = vec![start];
    let mut next = Vec::new();
    while let Some(stash) = waiting.pop() {
        let counts: Vec<usize> = (0..rules.rows).map(|suit| stash.count(suit)).collect();
        let full = counts.iter().copied().min().unwrap_or(0);
        // In a full column nothing can move any more, so its cards must stand where they shall stand.
        if (0..rules.rows).any(|suit| stash.0[suit][..full].iter().any(|&row| row != stash.0[suit][0])) {
            continue;
        }
        if full == rules.ranks {
            return false;
        }
        next.clear();
        View { rules, facts, stash: &stash, counts: &counts }.steps(&mut next);
        for &after in &next {
            if seen.insert(after) {
                waiting.push(after);
            }
        }
        if seen.len() > MOST {
            return false;
        }
    }
    true
}

struct View<'a> {
    rules: &'a Rules,
    facts: &'a [Fact],
    stash: &'a Stash,
    counts: &'a [usize],
}

impl View<'_> {
    fn steps(&self, next: &mut Vec<Stash>) {
        let rows = 0..self.rules.rows.to_le_bytes()[0];
        for (suit, &count) in self.counts.iter().enumerate() {
            for rank in 0..count {
                let here = self.stash.0[suit][rank];
                for row in rows.clone() {
                    let left = if rank == 0 { row } else { self.stash.0[suit][rank - 1] };
                    if row == here || row != left || self.stash.is_taken(row, rank) || !self.is_cleared(row, rank) {
                        continue;
                    }
                    next.push(self.stash.with((suit, rank), row));
                }
            }
            if count < self.rules.ranks && self.may_come((suit, count)) {
                for row in rows.clone() {
                    let is_right = count == 0 || self.stash.0[suit][count - 1] == row;
                    if is_right
                        && !self.stash.is_taken(row, count)
                        && (self.is_cleared(row, count) || self.waits((suit, count), row))
                    {
                        next.push(self.stash.with((suit, count), row));
                    }
                }
            }
        }
    }

    /// Whether no fact denies that the row is cleared up to the column by now.
    fn is_cleared(&self, at: u8, to: usize) -> bool {
        self.facts.iter().all(|fact| match *fact {
            Fact::Cleared { row, column, card, .. } => {
                row != usize::from(at) || column > to || card.1 < self.counts[card.0]
            }
            Fact::Stashed { .. } => true,
        })
    }

    /// Whether the next card of a suit may wait in its place of the row: all but itself has left.
    fn waits(&self, waiting: Card, at: u8) -> bool {
        let (suit, rank) = waiting;
        self.rules.may_wait(waiting, usize::from(at))
            && (rank == 0 || self.is_cleared(at, rank - 1))
            && self.facts.iter().all(|fact| match *fact {
                Fact::Cleared { row, column, card, strict } => {
                    row != usize::from(at)
                        || column != rank
                        || card.1 < self.counts[card.0]
                        || card == (suit, rank) && !strict
                }
                Fact::Stashed { .. } => true,
            })
    }

    fn may_come(&self, (suit, rank): Card) -> bool {
        self.facts.iter().all(|fact| match *fact {
            Fact::Stashed { before, after } => after.0 != suit || after.1 > rank || before.1 < self.counts[before.0],
            Fact::Cleared { .. } => true,
        })
    }
}
