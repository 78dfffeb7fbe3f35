//! A position as events, clauses and guarded orders.

#![expect(clippy::needless_range_loop, reason = "suits, ranks and rows are indices of several tables at once")]

use super::core::Core;
use super::events::Events;
use super::literal::Literal;
use super::log::Log;
use super::order::Node;
use crate::gaps::layout::Layout;

/// The event before all others.
pub(super) const START: Node = 0;

/// The variables of a position.
pub(super) struct Encoding {
    pub(super) events: Events,
    /// By suit, rank and level: the card visits the line; none for its start and for the stash.
    pub(super) visits: Vec<Vec<Vec<Option<Literal>>>>,
    /// By suit and row: where the suit ends.
    pub(super) finals: Vec<Vec<Literal>>,
    /// By suit and rank: some card of the suit up to this rank moves after the card is stashed.
    pub(super) hops: Vec<Vec<Literal>>,
    /// The last number given to a clause.
    pub(super) numbered: u32,
}

/// A card on a line that it may visit.
#[derive(Clone, Copy)]
struct Visit {
    suit: usize,
    rank: usize,
    level: usize,
    literal: Literal,
}

impl Encoding {
    /// Fills a solver with the position.
    pub(super) fn new(layout: &Layout, log: bool) -> (Self, Core) {
        let events = Events::new(layout);
        let mut core = Core::new(events.count, log.then(Log::default));
        let mut encoding = Self { visits: Vec::new(), finals: Vec::new(), hops: Vec::new(), numbered: 0, events };
        encoding.lines(&mut core);
        encoding.cells(&mut core);
        encoding.rows(&mut core);
        encoding.settling(&mut core);
        encoding.crowding(&mut core);
        (encoding, core)
    }

    fn clause(&mut self, core: &mut Core, literals: &[Literal]) {
        self.numbered += 1;
        core.clause(literals, self.numbered);
    }

    /// Every card goes from line to line, where the card below it stands.
    fn lines(&mut self, core: &mut Core) {
        for suit in 0..self.events.rows {
            self.visits.push(Vec::new());
            for rank in 0..self.events.ranks {
                let visits = self.line_of(core, suit, rank);
                self.visits[suit].push(visits);
            }
        }
    }

    fn line_of(&mut self, core: &mut Core, suit: usize, rank: usize) -> Vec<Option<Literal>> {
        let card = self.events.cards[suit][rank].clone();
        let last = card.levels.len() - 1;
        let mut visits = vec![None; last + 1];
        if last > 0 {
            core.always(START, card.levels[1].arrival, true);
        }
        for level in 1..=last {
            let here = &card.levels[level];
            if level < last {
                core.always(here.arrival, card.levels[level + 1].arrival, false);
            }
            if rank == 0 {
                continue;
            }
            let below = &self.events.cards[suit][rank - 1].levels;
            let parent = here.parent;
            let arrival = below[parent].arrival;
            let departure = below.get(parent + 1).map(|next| next.arrival);
            let below_visit = self.visits[suit][rank - 1][parent];
            if arrival != START {
                core.always(arrival, here.arrival, true);
            }
            if level == last {
                continue;
            }
            let visit = core.variable(false);
            visits[level] = Some(visit);
            let leaves = card.levels[level + 1].arrival;
            core.edge(leaves, here.arrival, false, !visit);
            if let Some(departure) = departure {
                core.edge(here.arrival, departure, true, visit);
            }
            if let Some(below_visit) = below_visit {
                self.clause(core, &[!visit, below_visit]);
            }
        }
        visits
    }

    /// A cell holds one card at a time, and a row is cleared when the last card that is not stashed has left.
    fn cells(&mut self, core: &mut Core) {
        for row in 0..self.events.rows {
            for column in 1..self.events.columns {
                if let (Some(before), Some(here)) =
                    (self.events.cleared(row, column - 1), self.events.cleared(row, column))
                {
                    core.always(before, here, false);
                }
            }
        }
        let mut visits_of = vec![Vec::new(); self.events.rows * self.events.columns];
        let mut starts = vec![None; self.events.rows * self.events.columns];
        for suit in 0..self.events.rows {
            for rank in 0..self.events.ranks {
                let levels = self.events.cards[suit][rank].levels.clone();
                for (level, here) in levels.iter().enumerate() {
                    let Some((row, column)) = here.cell else { continue };
                    let cell = row * self.events.columns + column;
                    let leaves = levels[level + 1].arrival;
                    if level == 0 {
                        starts[cell] = Some((suit, rank, leaves));
                        if let Some(cleared) = self.events.cleared(row, column) {
                            core.always(leaves, cleared, false);
                        }
                    } else {
                        let literal = self.visits[suit][rank][level].expect("lines after the start can be visited");
                        visits_of[cell].push(Visit { suit, rank, level, literal });
                        match self.events.cleared(row, column) {
                            Some(cleared) => core.edge(leaves, cleared, false, literal),
                            None => self.clause(core, &[!literal]),
                        }
                    }
                }
            }
        }
        for (visits, start) in visits_of.iter().zip(&starts) {
            for (index, visit) in visits.iter().enumerate() {
                if let Some((suit, rank, leaves)) = *start
                    && (suit, rank) != (visit.suit, visit.rank)
                {
                    core.edge(leaves, self.arrival(visit), true, visit.literal);
                }
                for other in &visits[..index] {
                    self.apart(core, other, visit);
                }
            }
        }
    }

    fn arrival(&self, visit: &Visit) -> Node {
        self.events.cards[visit.suit][visit.rank].levels[visit.level].arrival
    }

    fn departure(&self, visit: &Visit) -> Node {
        self.events.cards[visit.suit][visit.rank].levels[visit.level + 1].arrival
    }

    /// Two visits of one cell: one leaves before the other comes.
    fn apart(&mut self, core: &mut Core, one: &Visit, two: &Visit) {
        if (one.suit, one.rank) == (two.suit, two.rank) {
            return;
        }
        let first = core.variable(false);
        let second = core.variable(false);
        core.edge(self.departure(one), self.arrival(two), true, first);
        core.edge(self.departure(two), self.arrival(one), true, second);
        self.clause(core, &[!one.literal, !two.literal, first, second]);
    }

    /// Every suit ends in a row of its own.
    fn rows(&mut self, core: &mut Core) {
        for _ in 0..self.events.rows {
            let finals = (0..self.events.rows).map(|_| core.variable(false)).collect();
            self.finals.push(finals);
        }
        self.matching(core, &self.finals.clone());
    }

    /// Each suit gets one row and each row one suit.
    fn matching(&mut self, core: &mut Core, chosen: &[Vec<Literal>]) {
        let rows = self.events.rows;
        for suit in 0..rows {
            self.clause(core, &chosen[suit]);
            let row: Vec<Literal> = (0..rows).map(|other| chosen[other][suit]).collect();
            self.clause(core, &row);
            for row in 0..rows {
                for other in row + 1..rows {
                    self.clause(core, &[!chosen[suit][row], !chosen[suit][other]]);
                    self.clause(core, &[!chosen[row][suit], !chosen[other][suit]]);
                }
            }
        }
    }

    /// If the guard holds, a row is cleared for a stashed card before `event`.
    ///
    /// A card that may stand in its place of the row before the lower cards come there is stashed without a move then.
    /// So it is the last to clear its own cell, and the columns to its left have been cleared before.
    fn room(&self, core: &mut Core, (suit, rank): (usize, usize), row: usize, event: Node, guard: Literal) {
        let Some(cleared) = self.events.cleared(row, rank) else { return };
        let may_wait = self.events.cards[suit][rank].levels.iter().any(|level| level.cell == Some((row, rank)));
        core.edge(cleared, event, !may_wait, guard);
        if let Some(before) = rank.checked_sub(1).and_then(|left| self.events.cleared(row, left))
            && may_wait
        {
            core.edge(before, event, true, guard);
        }
    }

    /// When the cards of a suit up to a rank stand in its last row for good.
    fn settling(&mut self, core: &mut Core) {
        for suit in 0..self.events.rows {
            let mut hops = Vec::new();
            for rank in 0..self.events.ranks {
                let (stashed, settled) = (self.events.stashed(suit, rank), self.events.settled[suit][rank]);
                core.always(stashed, settled, false);
                for row in 0..self.events.rows {
                    self.room(core, (suit, rank), row, settled, self.finals[suit][row]);
                }
                let hop = core.variable(false);
                core.edge(settled, stashed, false, !hop);
                if rank > 0 {
                    let below = self.events.settled[suit][rank - 1];
                    core.always(below, settled, false);
                    core.edge(stashed, below, true, hop);
                    self.clause(core, &[!hop, hops[rank - 1]]);
                }
                if let Some(row) = self.events.stashed_at_start(suit, rank) {
                    self.clause(core, &[hop, self.finals[suit][row]]);
                }
                hops.push(hop);
            }
            self.hops.push(hops);
        }
        for suit in 0..self.events.rows {
            for rank in 0..self.events.ranks {
                let mut clause = vec![!self.hops[suit][rank]];
                for other in (0..self.events.rows).filter(|&other| other != suit) {
                    let later = core.variable(false);
                    core.edge(self.events.settled[suit][rank], self.events.stashed(other, rank), true, later);
                    clause.push(later);
                }
                self.clause(core, &clause);
            }
        }
    }

    /// The stashed cards of a rank stand in different rows that have been cleared.
    fn crowding(&mut self, core: &mut Core) {
        for rank in 0..self.events.ranks {
            let mut chosen = Vec::new();
            for suit in 0..self.events.rows {
                let literals: Vec<Literal> = (0..self.events.rows).map(|_| core.variable(false)).collect();
                for (row, &literal) in literals.iter().enumerate() {
                    self.room(core, (suit, rank), row, self.events.stashed(suit, rank), literal);
                }
                if let Some(row) = self.events.stashed_at_start(suit, rank) {
                    self.clause(core, &[literals[row]]);
                }
                chosen.push(literals);
            }
            self.matching(core, &chosen);
        }
    }
}
