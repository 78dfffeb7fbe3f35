//! The hints of a learned clause: which clauses make it follow, in which order.

use super::core::{Conflict, Core, Reason};
use super::literal::Literal;

impl Core {
    /// Logs a clause learned from a conflict whose literals were `first`.
    pub(super) fn log_learned(&mut self, learned: &[Literal], first: &[Literal], conflict: u32) -> u32 {
        if self.log.is_none() {
            return 0;
        }
        let hints = self.hints(learned, first, conflict);
        self.log.as_mut().expect("there is a log").learned(learned, hints)
    }

    /// Every variable between the conflict and the clause gives its reason. A reason needs earlier ones only, so in the
    /// order of the trail each is a unit when its turn comes.
    fn hints(&mut self, learned: &[Literal], first: &[Literal], conflict: u32) -> Vec<u32> {
        let mut seen: Vec<usize> = learned.iter().map(|literal| literal.variable()).collect();
        seen.sort_unstable();
        let mut waiting: Vec<usize> = first.iter().map(|literal| literal.variable()).collect();
        let mut used = Vec::new();
        let mut literals = Vec::new();
        while let Some(variable) = waiting.pop() {
            let Err(place) = seen.binary_search(&variable) else { continue };
            seen.insert(place, variable);
            let position = self.positions[variable];
            let log = self.log.as_ref().expect("there is a log");
            if self.levels[variable] == 0 {
                used.push((position, log.unit(variable).expect("what is known for good has a clause")));
                continue;
            }
            self.antecedents(variable, &mut literals);
            used.push((position, self.reason_number(variable)));
            waiting.extend(literals.iter().map(|literal| literal.variable()));
        }
        used.sort_unstable();
        used.into_iter().map(|(_, number)| number).chain([conflict]).collect()
    }

    fn reason_number(&self, variable: usize) -> u32 {
        match self.reasons[variable] {
            Reason::Clause(at) => self.clauses.number(at),
            Reason::Edge(_) => self.log.as_ref().expect("there is a log").cycle_of(variable),
            Reason::Decision => unreachable!("decisions are in the learned clause"),
        }
    }

    /// Logs what has become true for good since the last time, from place `from` of the trail.
    pub(super) fn log_units(&mut self, from: usize) {
        if self.log.is_none() {
            return;
        }
        let mut literals = Vec::new();
        for place in from..self.trail.len() {
            let literal = self.trail[place];
            let variable = literal.variable();
            if self.log.as_ref().expect("there is a log").unit(variable).is_some() {
                continue;
            }
            self.antecedents(variable, &mut literals);
            let number = self.reason_number(variable);
            let hints = self.hints(&[literal], &literals, number);
            let log = self.log.as_mut().expect("there is a log");
            let unit = log.learned(&[literal], hints);
            log.set_unit(variable, unit);
        }
    }

    /// A conflict that no decision has part in: nothing can be true.
    pub(super) fn refute(&mut self, conflict: Conflict) {
        self.is_refuted = true;
        if self.log.is_some() {
            self.log_units(0);
            let mut literals = Vec::new();
            let number = self.conflict_literals(conflict, &mut literals);
            self.refute_by(number, &literals);
        }
    }

    /// All literals of a clause are false for good.
    pub(super) fn refute_by(&mut self, number: u32, literals: &[Literal]) {
        self.is_refuted = true;
        if self.log.is_some() {
            self.log_units(0);
            let hints = self.hints(&[], literals, number);
            self.log.as_mut().expect("there is a log").learned(&[], hints);
        }
    }
}
