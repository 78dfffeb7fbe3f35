//! The search of the solver: decisions, restarts, and which clauses are kept.

use super::core::{Core, Reason};
use super::literal::Literal;

/// What a conflict counts for less than the next.
const DECAY: f64 = 0.95;

/// How much worse than usual the recent clauses must be for a restart.
const RESTART: f64 = 1.1;

/// How a stretch of search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Every variable has a value and nothing is violated. The levels are left open, for the model to be read.
    Model,
    /// There is no model.
    Refuted,
    /// There is none under the assumptions.
    Excluded,
    /// The conflicts are spent.
    Paused,
}

/// The pace of the search, kept from one stretch to the next.
pub(super) struct Pace {
    pub(super) conflicts: u64,
    /// Means of the levels joined by learned clauses, over a short and a long time.
    recent: f64,
    usual: f64,
    since_restart: u64,
    next_reduce: u64,
    reductions: u64,
    logged: usize,
}

impl Default for Pace {
    fn default() -> Self {
        Self { conflicts: 0, recent: 0.0, usual: 0.0, since_restart: 0, next_reduce: 2000, reductions: 0, logged: 0 }
    }
}

impl Core {
    /// Searches for a model under the assumptions, for so many conflicts at most. After a pause it goes on where it was,
    /// if the assumptions are the same; else all levels must have been taken back.
    pub(super) fn search(&mut self, pace: &mut Pace, assumptions: &[Literal], conflicts: u64) -> Outcome {
        let limit = pace.conflicts + conflicts;
        loop {
            if self.is_refuted {
                return Outcome::Refuted;
            }
            if let Some(conflict) = self.propagate() {
                pace.conflicts += 1;
                if self.level() == 0 {
                    self.refute(conflict);
                    return Outcome::Refuted;
                }
                let learned = self.analyze(conflict);
                self.back_to(learned.back);
                self.learn(&learned.literals, learned.levels, learned.number);
                self.activity.decay(DECAY);
                pace.learned(learned.levels);
                continue;
            }
            if self.level() == 0 {
                self.log_units(pace.logged);
                pace.logged = self.trail.len();
            }
            if pace.conflicts >= limit {
                return Outcome::Paused;
            }
            if pace.wants_restart() {
                self.back_to(0);
                continue;
            }
            if pace.conflicts >= pace.next_reduce {
                pace.reductions += 1;
                pace.next_reduce = pace.conflicts + 2000 + 300 * pace.reductions;
                self.reduce();
            }
            match self.next(assumptions) {
                Next::Decided => {}
                Next::Excluded => {
                    self.back_to(0);
                    return Outcome::Excluded;
                }
                Next::Model => return Outcome::Model,
            }
        }
    }

    fn learn(&mut self, literals: &[Literal], levels: u32, number: u32) {
        if let [unit] = literals {
            if let Some(log) = &mut self.log {
                log.set_unit(unit.variable(), number);
            }
            self.assign(*unit, Reason::Decision);
        } else {
            let at = self.clauses.add(literals, Some(levels), number);
            self.assign(literals[0], Reason::Clause(at));
        }
    }

    /// Takes the next assumption, or else the busiest open variable.
    fn next(&mut self, assumptions: &[Literal]) -> Next {
        while let Some(&assumption) = assumptions.get(self.level()) {
            if self.is_false(assumption) {
                return Next::Excluded;
            }
            if self.is_open(assumption) {
                self.decide(assumption);
                return Next::Decided;
            }
            self.open_level();
        }
        while let Some(variable) = self.activity.pop() {
            let literal = Literal::positive(variable);
            if self.is_open(literal) {
                self.decide(if self.phases[variable] { literal } else { !literal });
                return Next::Decided;
            }
        }
        Next::Model
    }

    fn reduce(&mut self) {
        let Self { clauses, reasons, trail, .. } = self;
        let mut locked: Vec<(u32, usize)> = trail
            .iter()
            .filter_map(|literal| match reasons[literal.variable()] {
                Reason::Clause(at) => Some((at.0, literal.variable())),
                _ => None,
            })
            .collect();
        locked.sort_unstable();
        clauses.reduce(
            |at| locked.binary_search_by_key(&at.0, |&(clause, _)| clause).is_ok(),
            |old, new| {
                if let Ok(place) = locked.binary_search_by_key(&old.0, |&(clause, _)| clause) {
                    reasons[locked[place].1] = Reason::Clause(new);
                }
            },
        );
    }
}

enum Next {
    Decided,
    Excluded,
    Model,
}

impl Pace {
    fn learned(&mut self, levels: u32) {
        self.since_restart += 1;
        self.recent += (f64::from(levels) - self.recent) / 32.0;
        #[expect(clippy::cast_precision_loss, reason = "the number is small")]
        let span = (self.conflicts.min(8192) as f64).max(1.0);
        self.usual += (f64::from(levels) - self.usual) / span;
    }

    fn wants_restart(&mut self) -> bool {
        let wants = self.since_restart >= 20 && self.recent > RESTART * self.usual;
        if wants {
            self.since_restart = 0;
        }
        wants
    }
}
