//! Conflict-driven clause learning with an order of events beside the clauses.

use super::activity::Activity;
use super::clauses::{ClauseAt, Clauses, Watch};
use super::literal::Literal;
use super::log::Log;
use super::order::{Edge, Node, Order};

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It was decided or assumed.
    Decision,
    /// All other literals of the clause are false.
    Clause(ClauseAt),
    /// The edge of its negation would close a cycle.
    Edge(u32),
}

/// What cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    /// All literals of the clause are false.
    Clause(ClauseAt),
    /// The edge closes a cycle and its guard is true.
    Edge(u32),
}

/// The state of the search: what is assigned, why, and what has been learned.
pub(super) struct Core {
    /// By literal: is it true, false or open?
    values: Vec<i8>,
    pub(super) levels: Vec<u32>,
    pub(super) positions: Vec<u32>,
    pub(super) reasons: Vec<Reason>,
    pub(super) trail: Vec<Literal>,
    pub(super) marks: Vec<usize>,
    clause_head: usize,
    edge_head: usize,
    pub(super) clauses: Clauses,
    pub(super) order: Order,
    /// The edges that a literal brings.
    edges_of: Vec<Vec<u32>>,
    pub(super) activity: Activity,
    pub(super) phases: Vec<bool>,
    /// Explanations of literals that the order made true, while they last.
    pub(super) explained: Vec<Option<Box<[Literal]>>>,
    /// Nothing can be true any more.
    pub(super) is_refuted: bool,
    pub(super) log: Option<Log>,
    pub(super) scratch: super::analyze::Scratch,
}

impl Core {
    /// No variables yet; so many events.
    pub(super) fn new(nodes: usize, log: Option<Log>) -> Self {
        Self {
            values: Vec::new(),
            levels: Vec::new(),
            positions: Vec::new(),
            reasons: Vec::new(),
            trail: Vec::new(),
            marks: Vec::new(),
            clause_head: 0,
            edge_head: 0,
            clauses: Clauses::default(),
            order: Order::new(nodes),
            edges_of: Vec::new(),
            activity: Activity::default(),
            phases: Vec::new(),
            explained: Vec::new(),
            is_refuted: false,
            log,
            scratch: super::analyze::Scratch::default(),
        }
    }

    /// A new variable, which is tried as `phase` first.
    pub(super) fn variable(&mut self, phase: bool) -> Literal {
        let literal = Literal::positive(self.levels.len());
        self.values.extend([0, 0]);
        self.levels.push(0);
        self.positions.push(0);
        self.reasons.push(Reason::Decision);
        self.edges_of.extend([Vec::new(), Vec::new()]);
        self.phases.push(phase);
        self.explained.push(None);
        self.clauses.grow();
        self.activity.grow();
        self.scratch.grow();
        literal
    }

    pub(super) fn is_true(&self, literal: Literal) -> bool {
        self.values[literal.index()] > 0
    }

    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.values[literal.index()] < 0
    }

    pub(super) fn is_open(&self, literal: Literal) -> bool {
        self.values[literal.index()] == 0
    }

    pub(super) fn level(&self) -> usize {
        self.marks.len()
    }

    /// The memory that grows, and a guess at the rest.
    pub(super) fn bytes(&self) -> usize {
        self.clauses.bytes() + 1_500_000
    }

    /// An edge that always holds.
    pub(super) fn always(&mut self, from: Node, to: Node, strict: bool) {
        self.is_refuted |= self.order.always(from, to, strict).is_err();
    }

    /// An edge under a literal, at level 0.
    pub(super) fn edge(&mut self, from: Node, to: Node, strict: bool, guard: Literal) {
        let number = self.order.guarded(Edge { from, to, strict, guard });
        self.edges_of[guard.index()].push(number);
        if self.is_true(guard) && self.order.activate(number).is_err() {
            self.refute(Conflict::Edge(number));
        }
    }

    /// Adds a clause at level 0; `number` is its number in the proof.
    pub(super) fn clause(&mut self, literals: &[Literal], number: u32) {
        debug_assert_eq!(self.level(), 0, "clauses are given before decisions");
        let mut sorted: Vec<Literal> = literals.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.windows(2).any(|pair| pair[0] == !pair[1]) || sorted.iter().any(|&literal| self.is_true(literal)) {
            return;
        }
        // False ones go last, so that open ones are watched.
        sorted.sort_by_key(|&literal| self.is_false(literal));
        let open = sorted.iter().filter(|&&literal| self.is_open(literal)).count();
        if sorted.len() == 1 {
            if let Some(log) = &mut self.log {
                log.set_unit(sorted[0].variable(), number);
            }
            if open == 1 {
                self.assign(sorted[0], Reason::Decision);
            } else {
                self.refute_by(number, &sorted);
            }
        } else if sorted.is_empty() {
            self.refute_by(number, &sorted);
        } else {
            let at = self.clauses.add(&sorted, None, number);
            match open {
                0 => self.refute(Conflict::Clause(at)),
                1 => self.assign(sorted[0], Reason::Clause(at)),
                _ => {}
            }
        }
    }

    /// Makes an open literal true.
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        debug_assert!(self.is_open(literal), "assigned twice");
        let variable = literal.variable();
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.levels[variable] = u32::try_from(self.marks.len()).expect("levels are few");
        self.positions[variable] = u32::try_from(self.trail.len()).expect("literals are few");
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    /// Decides an open literal on a new level.
    pub(super) fn decide(&mut self, literal: Literal) {
        self.open_level();
        self.assign(literal, Reason::Decision);
    }

    /// A level without a decision, for an assumption that holds already.
    pub(super) fn open_level(&mut self) {
        self.marks.push(self.trail.len());
        self.order.open();
    }

    /// Takes back all levels above `level`.
    pub(super) fn back_to(&mut self, level: usize) {
        let Some(&mark) = self.marks.get(level) else { return };
        for literal in self.trail.drain(mark..).rev() {
            let variable = literal.variable();
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
            self.phases[variable] = literal.0 & 1 == 0;
            self.explained[variable] = None;
            self.activity.insert(variable);
        }
        self.marks.truncate(level);
        self.clause_head = mark;
        self.edge_head = self.edge_head.min(mark);
        self.order.back_to(level);
    }

    /// Draws all consequences, of the clauses first.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        loop {
            if let Some(conflict) = self.propagate_clauses() {
                return Some(conflict);
            }
            if !self.order.forbidden.is_empty() {
                while let Some(number) = self.order.forbidden.pop() {
                    let guard = self.order.edges[number as usize].guard;
                    if self.is_true(guard) {
                        self.order.forbidden.clear();
                        return Some(Conflict::Edge(number));
                    }
                    if self.is_open(guard) {
                        self.assign(!guard, Reason::Edge(number));
                    }
                }
                continue;
            }
            let literal = *self.trail.get(self.edge_head)?;
            self.edge_head += 1;
            for index in 0..self.edges_of[literal.index()].len() {
                let number = self.edges_of[literal.index()][index];
                if self.order.activate(number).is_err() {
                    self.order.forbidden.clear();
                    return Some(Conflict::Edge(number));
                }
            }
        }
    }

    fn propagate_clauses(&mut self) -> Option<Conflict> {
        while let Some(&literal) = self.trail.get(self.clause_head) {
            self.clause_head += 1;
            let falsified = !literal;
            let mut watches = std::mem::take(&mut self.clauses.watches[falsified.index()]);
            let mut conflict = None;
            let (mut read, mut write) = (0, 0);
            while read < watches.len() {
                let watch = watches[read];
                read += 1;
                if self.is_true(watch.other) {
                    watches[write] = watch;
                    write += 1;
                    continue;
                }
                match self.look(watch, falsified) {
                    Look::Moved => {}
                    Look::True(other) => {
                        watches[write] = Watch { clause: watch.clause, other };
                        write += 1;
                    }
                    Look::Last(first) => {
                        watches[write] = Watch { clause: watch.clause, other: first };
                        write += 1;
                        if self.is_false(first) {
                            conflict = Some(Conflict::Clause(watch.clause));
                            break;
                        }
                        self.assign(first, Reason::Clause(watch.clause));
                    }
                }
            }
            watches.copy_within(read.., write);
            watches.truncate(watches.len() - (read - write));
            self.clauses.watches[falsified.index()] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Looks for another literal to watch than `falsified`.
    fn look(&mut self, watch: Watch, falsified: Literal) -> Look {
        let literals = self.clauses.literals_mut(watch.clause);
        if literals[0] == falsified.0 {
            literals.swap(0, 1);
        }
        let first = Literal(literals[0]);
        if self.values[first.index()] > 0 {
            return Look::True(first);
        }
        for index in 2..literals.len() {
            let literal = Literal(literals[index]);
            if self.values[literal.index()] >= 0 {
                literals.swap(1, index);
                self.clauses.watches[literal.index()].push(Watch { clause: watch.clause, other: first });
                return Look::Moved;
            }
        }
        Look::Last(first)
    }
}

enum Look {
    /// Another literal is watched.
    Moved,
    /// This literal is true.
    True(Literal),
    /// All others are false.
    Last(Literal),
}
