//! What is learned from a conflict.

use super::core::{Conflict, Core, Reason};
use super::literal::Literal;

/// Memory of the analysis, kept from one conflict to the next.
#[derive(Default)]
pub(super) struct Scratch {
    /// By variable: what the analysis knows of it.
    mark: Vec<Mark>,
    marked: Vec<usize>,
    path: Vec<u32>,
    /// By level: the last conflict that counted it.
    counted: Vec<u32>,
    count: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unseen,
    /// In the clause, or resolved away.
    Seen,
    /// Follows from the clause.
    Implied,
    /// Does not follow, as far as was looked.
    Needed,
}

/// How far the search for literals that follow from others goes.
const DEPTH: u32 = 200;

impl Scratch {
    pub(super) fn grow(&mut self) {
        self.mark.push(Mark::Unseen);
        self.counted.push(0);
        if self.counted.len() == 1 {
            self.counted.push(0);
        }
    }

    fn set(&mut self, variable: usize, mark: Mark) {
        if self.mark[variable] == Mark::Unseen {
            self.marked.push(variable);
        }
        self.mark[variable] = mark;
    }

    fn clear(&mut self) {
        for variable in self.marked.drain(..) {
            self.mark[variable] = Mark::Unseen;
        }
    }
}

/// A clause learned, the literal to assert first, and the level to go back to.
pub(super) struct Learned {
    pub(super) literals: Vec<Literal>,
    pub(super) back: usize,
    pub(super) levels: u32,
    pub(super) number: u32,
}

impl Core {
    /// The literals that are false in a conflict.
    pub(super) fn conflict_literals(&mut self, conflict: Conflict, into: &mut Vec<Literal>) -> u32 {
        into.clear();
        match conflict {
            Conflict::Clause(at) => {
                into.extend(self.clauses.literals(at).iter().map(|&number| Literal(number)));
                self.clauses.number(at)
            }
            Conflict::Edge(number) => {
                let limit = u32::try_from(self.trail.len()).expect("literals are few");
                let guard = self.order.edges[number as usize].guard;
                self.path(number, limit);
                into.push(!guard);
                into.extend(self.scratch.path.iter().map(|&edge| !self.order.edges[edge as usize].guard));
                self.log_cycle(number)
            }
        }
    }

    /// Finds the path that rules an edge out with guards that became true before `limit`.
    fn path(&mut self, number: u32, limit: u32) {
        let Self { order, positions, levels, scratch, .. } = self;
        scratch.path.clear();
        order.explain(
            number,
            |edge| {
                let variable = edge.guard.variable();
                (positions[variable] < limit).then(|| u32::from(levels[variable] > 0))
            },
            &mut scratch.path,
        );
    }

    fn log_cycle(&mut self, number: u32) -> u32 {
        let Some(log) = &mut self.log else { return 0 };
        let edges: Vec<u32> = [number].into_iter().chain(self.scratch.path.iter().rev().copied()).collect();
        log.cycle(edges)
    }

    /// Finds the explanation of a literal that the order made true, unless it is there.
    fn explain(&mut self, variable: usize, number: u32) {
        if self.explained[variable].is_none() {
            self.path(number, self.positions[variable]);
            let guards = self.scratch.path.iter().map(|&edge| !self.order.edges[edge as usize].guard);
            self.explained[variable] = Some(guards.collect());
            let step = self.log_cycle(number);
            if let Some(log) = &mut self.log {
                log.set_cycle(variable, step);
            }
        }
    }

    /// The false literals from which the value of a variable followed.
    pub(super) fn antecedents(&mut self, variable: usize, into: &mut Vec<Literal>) {
        into.clear();
        match self.reasons[variable] {
            Reason::Decision => {}
            Reason::Clause(at) => {
                let literals = self.clauses.literals(at).iter().map(|&number| Literal(number));
                into.extend(literals.filter(|literal| literal.variable() != variable));
            }
            Reason::Edge(number) => {
                self.explain(variable, number);
                into.extend_from_slice(self.explained[variable].as_deref().expect("just explained"));
            }
        }
    }

    /// The clause of the first unique implication point.
    pub(super) fn analyze(&mut self, conflict: Conflict) -> Learned {
        let level = u32::try_from(self.level()).expect("levels are few");
        let mut literals = Vec::new();
        let conflict_number = self.conflict_literals(conflict, &mut literals);
        let first = if self.log.is_some() { literals.clone() } else { Vec::new() };
        let mut learned = vec![Literal(0)];
        let mut open = 0;
        let mut at = self.trail.len();
        loop {
            for &literal in &literals {
                let variable = literal.variable();
                if self.levels[variable] == 0 || self.scratch.mark[variable] != Mark::Unseen {
                    continue;
                }
                self.scratch.set(variable, Mark::Seen);
                self.activity.bump(variable);
                if self.levels[variable] == level {
                    open += 1;
                } else {
                    learned.push(literal);
                }
            }
            let asserted = loop {
                at -= 1;
                let literal = self.trail[at];
                if self.scratch.mark[literal.variable()] == Mark::Seen {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                learned[0] = !asserted;
                break;
            }
            if let Reason::Clause(clause) = self.reasons[asserted.variable()]
                && self.clauses.is_learned(clause)
                && self.clauses.levels(clause) > 2
            {
                let levels = self.count_levels_of(clause);
                self.clauses.touch(clause, levels);
            }
            self.antecedents(asserted.variable(), &mut literals);
        }
        self.minimise(&mut learned);
        self.scratch.clear();
        let number = self.log_learned(&learned, &first, conflict_number);
        let levels = self.count_levels(&learned);
        let highest = (1..learned.len()).max_by_key(|&index| self.levels[learned[index].variable()]);
        let back = highest.map_or(0, |highest| {
            learned.swap(1, highest);
            self.levels[learned[1].variable()] as usize
        });
        Learned { literals: learned, back, levels, number }
    }

    fn count_levels(&mut self, literals: &[Literal]) -> u32 {
        self.scratch.count += 1;
        let mut levels = 0;
        for literal in literals {
            let counted = &mut self.scratch.counted[self.levels[literal.variable()] as usize];
            levels += u32::from(*counted != self.scratch.count);
            *counted = self.scratch.count;
        }
        levels
    }

    fn count_levels_of(&mut self, clause: super::clauses::ClauseAt) -> u32 {
        self.scratch.count += 1;
        let mut levels = 0;
        for &number in self.clauses.literals(clause) {
            let counted = &mut self.scratch.counted[self.levels[Literal(number).variable()] as usize];
            levels += u32::from(*counted != self.scratch.count);
            *counted = self.scratch.count;
        }
        levels
    }

    /// Leaves out literals that follow from the others.
    fn minimise(&mut self, learned: &mut Vec<Literal>) {
        // A literal can only follow if another one of its level is there.
        let levels: u64 = learned[1..].iter().fold(0, |bits, literal| bits | self.level_bit(literal.variable()));
        let mut kept = vec![learned[0]];
        for &literal in &learned[1..] {
            let variable = literal.variable();
            if self.reasons[variable] == Reason::Decision || !self.follows(variable, levels, 0) {
                kept.push(literal);
            }
        }
        *learned = kept;
    }

    fn level_bit(&self, variable: usize) -> u64 {
        1 << (self.levels[variable] % 64)
    }

    /// Whether all that a variable followed from is in the clause or follows from it.
    fn follows(&mut self, variable: usize, levels: u64, depth: u32) -> bool {
        if depth > DEPTH {
            return false;
        }
        let mut literals = Vec::new();
        self.antecedents(variable, &mut literals);
        for literal in literals {
            let other = literal.variable();
            if self.levels[other] == 0 {
                continue;
            }
            let known = match self.scratch.mark[other] {
                Mark::Seen | Mark::Implied => true,
                Mark::Needed => false,
                Mark::Unseen => {
                    let follows = self.reasons[other] != Reason::Decision
                        && self.level_bit(other) & levels != 0
                        && self.follows(other, levels, depth + 1);
                    self.scratch.set(other, if follows { Mark::Implied } else { Mark::Needed });
                    follows
                }
            };
            if !known {
                return false;
            }
        }
        true
    }
}
