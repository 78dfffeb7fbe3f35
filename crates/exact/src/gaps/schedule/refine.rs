//! A model with hops, tried on the stash: it gives a plan, or a clause that rules out all models like it.

use std::collections::HashMap;

use super::core::Core;
use super::encode::Encoding;
use super::events::Events;
use super::literal::Literal;
use super::order::Node;
use super::plan::byte;
pub(super) use super::stash::Fact;
use super::stash::{Answer, Put, Puzzle, Search};
use crate::gaps::layout::{Layout, Piece, Step};

/// Positions of the stash to look at for a model, and for each attempt to make its clause shorter.
const POSITIONS: u32 = 200_000;
const POSITIONS_AGAIN: u32 = 4_000;
/// Positions for all these attempts.
const POSITIONS_SHORTENING: u64 = 40_000;

/// What a model turned out to be.
pub(super) enum Finding {
    /// Its stash is solved by these steps.
    Solved(Vec<Put>),
    /// These facts cannot all hold.
    Facts(Vec<Fact>),
}

/// The facts that have a variable, each with its place among them and the literal that denies it.
pub(super) type Denials = HashMap<Fact, (u32, Literal)>;

/// The stash of a model, being looked through.
pub(super) struct Trial {
    empty: Puzzle,
    /// With the facts about rows alone.
    loose: Puzzle,
    search: Search,
}

impl Trial {
    /// The stash of the model that the solver holds.
    pub(super) fn new(core: &Core, events: &Events) -> Self {
        let empty = puzzle(events);
        let mut loose = empty.clone();
        for fact in cleared_facts(core, events) {
            loose.add(fact);
        }
        let mut exact = loose.clone();
        for fact in stashed_facts(core, events) {
            exact.add(fact);
        }
        Self { empty, loose, search: exact.search() }
    }

    /// Looks at so many positions more, or some more than that if it ends: what the model is, if that is known then.
    pub(super) fn run(&mut self, positions: u32, spent: &mut u64) -> Option<Finding> {
        match self.search.run(positions, spent) {
            Answer::Solved(puts) => Some(Finding::Solved(puts)),
            Answer::Unknown => None,
            Answer::Impossible(facts) => {
                // Facts about rows alone, if they suffice, rule out more.
                let facts = match self.loose.solve(POSITIONS, spent) {
                    Answer::Impossible(facts) => facts,
                    _ => facts,
                };
                Some(Finding::Facts(shorten(&self.empty, facts, spent)))
            }
        }
    }

    /// The memory that is held, to a few percent.
    pub(super) fn bytes(&self) -> usize {
        self.search.bytes()
    }
}

/// Leaves out facts while the rest is impossible, as far as a few positions tell.
fn shorten(empty: &Puzzle, mut facts: Vec<Fact>, spent: &mut u64) -> Vec<Fact> {
    facts = strongest(facts);
    let end = *spent + POSITIONS_SHORTENING;
    // What cannot be left out of some facts cannot be left out of fewer.
    let mut needed = Vec::new();
    while let Some(&doubtful) = facts.iter().find(|fact| !needed.contains(*fact)) {
        let mut puzzle = empty.clone();
        for &fact in facts.iter().filter(|&&fact| fact != doubtful) {
            puzzle.add(fact);
        }
        if *spent < end
            && let Answer::Impossible(fewer) = puzzle.solve(POSITIONS_AGAIN, spent)
        {
            // Facts that come out weaker may be more, which is no gain.
            let fewer = strongest(fewer);
            if fewer.len() < facts.len() {
                facts = fewer;
            } else {
                facts.retain(|&fact| fact != doubtful);
            }
        } else {
            needed.push(doubtful);
        }
    }
    facts
}

/// Leaves out facts that follow from others.
fn strongest(mut facts: Vec<Fact>) -> Vec<Fact> {
    facts.sort_unstable();
    facts.dedup();
    let follows = |weak: &Fact, strong: &Fact| match (*weak, *strong) {
        (
            Fact::Cleared { row, column, suit, rank, strict },
            Fact::Cleared {
                row: strong_row,
                column: strong_column,
                suit: strong_suit,
                rank: strong_rank,
                strict: strong_strict,
            },
        ) => {
            // A card of higher rank is stashed later.
            let strong_strict = strong_strict || strong_rank > rank;
            row == strong_row
                && suit == strong_suit
                && strong_column <= column
                && strong_rank >= rank
                && strong_strict >= strict
        }
        (Fact::Stashed { before, after }, Fact::Stashed { before: strong_before, after: strong_after }) => {
            before.0 == strong_before.0
                && after.0 == strong_after.0
                && strong_before.1 >= before.1
                && strong_after.1 <= after.1
        }
        _ => false,
    };
    let needed = facts.iter().filter(|&fact| !facts.iter().any(|other| other != fact && follows(fact, other)));
    needed.copied().collect()
}

/// The stash of a position, without facts.
fn puzzle(events: &Events) -> Puzzle {
    let mut puzzle = Puzzle::new(events.rows, events.ranks);
    for suit in 0..events.rows {
        for rank in 0..events.ranks {
            if let Some(row) = events.stashed_at_start(suit, rank) {
                puzzle.start[suit] = (byte(row), byte(rank + 1));
            }
            for level in &events.cards[suit][rank].levels {
                if let Some((row, column)) = level.cell
                    && column == rank
                {
                    puzzle.may_wait[suit][rank] |= 1 << row;
                }
            }
        }
    }
    puzzle
}

/// The last rank of a suit that is stashed not after an event, or before it.
fn last_rank(core: &Core, events: &Events, suit: usize, event: Node, strict: bool) -> Option<usize> {
    (0..events.ranks).rev().find(|&rank| core.order.holds(events.stashed(suit, rank), event, strict))
}

fn cleared_facts(core: &Core, events: &Events) -> Vec<Fact> {
    let mut facts = Vec::new();
    for row in 0..events.rows {
        for column in 0..events.ranks {
            let Some(cleared) = events.cleared(row, column) else { continue };
            for suit in 0..events.rows {
                for strict in [false, true] {
                    if let Some(rank) = last_rank(core, events, suit, cleared, strict) {
                        let (row, column, suit, rank) = (byte(row), byte(column), byte(suit), byte(rank));
                        facts.push(Fact::Cleared { row, column, suit, rank, strict });
                    }
                }
            }
        }
    }
    facts
}

fn stashed_facts(core: &Core, events: &Events) -> Vec<Fact> {
    let mut facts = Vec::new();
    for suit in 0..events.rows {
        for rank in 0..events.ranks {
            for other in (0..events.rows).filter(|&other| other != suit) {
                if let Some(before) = last_rank(core, events, other, events.stashed(suit, rank), true) {
                    facts.push(Fact::Stashed { before: (byte(other), byte(before)), after: (byte(suit), byte(rank)) });
                }
            }
        }
    }
    facts
}

/// Learns, at level 0, that the facts cannot all hold.
pub(super) fn exclude(facts: &[Fact], denials: &mut Denials, core: &mut Core, events: &Events) {
    let (places, literals): (Vec<u32>, Vec<Literal>) =
        facts.iter().map(|&fact| denial(denials, core, events, fact)).unzip();
    let number = core.log.as_mut().map_or(0, |log| log.stash(places));
    core.clause(&literals, number);
}

/// The place of a fact and the literal that denies it.
fn denial(denials: &mut Denials, core: &mut Core, events: &Events, fact: Fact) -> (u32, Literal) {
    if let Some(&known) = denials.get(&fact) {
        return known;
    }
    let literal = core.variable(true);
    let known = (u32::try_from(denials.len()).expect("facts are few"), literal);
    denials.insert(fact, known);
    if let Some(log) = &mut core.log {
        log.named(fact);
    }
    let stashed = |suit: u8, rank: u8| events.stashed(usize::from(suit), usize::from(rank));
    let (before, after, strict) = match fact {
        Fact::Cleared { row, column, suit, rank, strict } => {
            let cleared = events.cleared(usize::from(row), usize::from(column)).expect("facts are about events");
            (stashed(suit, rank), cleared, strict)
        }
        Fact::Stashed { before, after } => (stashed(before.0, before.1), stashed(after.0, after.1), true),
    };
    // Two cards are not stashed at once, but a card may clear a row as it is stashed.
    let opposite = matches!(fact, Fact::Stashed { .. }) || !strict;
    core.edge(before, after, strict, !literal);
    core.edge(after, before, opposite, literal);
    known
}

/// The moves of a model and of its stash, in an order that fits both.
pub(super) fn plan(core: &Core, encoding: &Encoding, layout: &Layout, puts: &[Put]) -> Vec<Step> {
    let events = &encoding.events;
    let mut waiting = Vec::new();
    for suit in 0..events.rows {
        for rank in 0..events.ranks {
            for (level, here) in events.cards[suit][rank].levels.iter().enumerate().skip(1) {
                if let Some((row, column)) = here.cell
                    && encoding.visits[suit][rank][level].is_some_and(|visit| core.is_true(visit))
                {
                    let piece = Piece { suit: byte(suit), rank: byte(rank) };
                    waiting.push((here.arrival, Step { piece, row: byte(row), column: byte(column) }));
                }
            }
        }
    }
    waiting.sort_by_key(|&(arrival, _)| core.order.age(arrival));
    let mut steps = Vec::new();
    let mut counts: Vec<usize> = (0..events.rows)
        .map(|suit| (0..events.ranks).filter(|&rank| events.stashed_at_start(suit, rank).is_some()).count())
        .collect();
    for put in puts {
        // What clears the cell must have happened; all of it can, since the stash has been granted the place.
        if let Some(cleared) = events.cleared(usize::from(put.row), usize::from(put.rank)) {
            let is_after = |node: Node| {
                (0..events.rows).any(|suit| {
                    counts[suit] < events.ranks && core.order.holds(events.stashed(suit, counts[suit]), node, false)
                })
            };
            release(&mut waiting, &mut steps, |node| core.order.holds(node, cleared, false) && !is_after(node));
        }
        if put.comes {
            let event = events.stashed(usize::from(put.suit), usize::from(put.rank));
            release(&mut waiting, &mut steps, |node| core.order.holds(node, event, false));
            counts[usize::from(put.suit)] += 1;
        }
        steps.push(Step { piece: Piece { suit: put.suit, rank: put.rank }, row: put.row, column: put.rank });
    }
    let mut places = layout.places();
    steps.retain(|step| {
        let place = &mut places[usize::from(step.piece.suit)][usize::from(step.piece.rank)];
        let goal = (usize::from(step.row), usize::from(step.column));
        std::mem::replace(place, goal) != goal
    });
    steps
}

/// Plays the waiting moves that are due.
fn release(waiting: &mut Vec<(Node, Step)>, steps: &mut Vec<Step>, is_due: impl Fn(Node) -> bool) {
    waiting.retain(|&(node, step)| {
        let due = is_due(node);
        if due {
            steps.push(step);
        }
        !due
    });
}
