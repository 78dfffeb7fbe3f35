//! What a refutation rests on, step by step, for a proof that others can check.

use super::literal::Literal;
pub(crate) use super::stash::Fact;

/// One step of a proof. The number of a step is that of the clause it adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LogStep {
    /// A clause that follows by unit propagation through the clauses of the hints, in that order.
    Learned { literals: Vec<u32>, hints: Vec<u32> },
    /// Edges that close a cycle: their guards cannot all hold.
    Cycle { edges: Vec<u32> },
    /// Facts under which the cards cannot be put away, by the order in which they were named.
    Stash { facts: Vec<u32> },
    /// A fact gets a variable, which denies it. It adds no clause, but has a number all the same.
    Named(Fact),
}

/// Numbers from here on are those of steps; those below are clauses that were given, from 1.
pub(crate) const FIRST_STEP: u32 = 1 << 20;

/// The steps so far.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) steps: Vec<LogStep>,
    /// By variable: the clause that says what it is for good, 0 for none.
    units: Vec<u32>,
    /// By variable: the cycle that explains what it is now, 0 for none.
    cycles: Vec<u32>,
}

impl Log {
    fn push(&mut self, step: LogStep) -> u32 {
        let number = FIRST_STEP + u32::try_from(self.steps.len()).expect("memory ends before");
        self.steps.push(step);
        number
    }

    /// Adds a learned clause.
    pub(super) fn learned(&mut self, literals: &[Literal], hints: Vec<u32>) -> u32 {
        self.push(LogStep::Learned { literals: literals.iter().map(|literal| literal.0).collect(), hints })
    }

    /// Adds a cycle.
    pub(super) fn cycle(&mut self, edges: Vec<u32>) -> u32 {
        self.push(LogStep::Cycle { edges })
    }

    /// Adds a lemma about stashed cards.
    pub(super) fn stash(&mut self, facts: Vec<u32>) -> u32 {
        self.push(LogStep::Stash { facts })
    }

    /// Names a fact.
    pub(super) fn named(&mut self, fact: Fact) {
        self.push(LogStep::Named(fact));
    }

    pub(super) fn set_unit(&mut self, variable: usize, number: u32) {
        set(&mut self.units, variable, number);
    }

    pub(super) fn unit(&self, variable: usize) -> Option<u32> {
        self.units.get(variable).copied().filter(|&number| number > 0)
    }

    pub(super) fn set_cycle(&mut self, variable: usize, number: u32) {
        set(&mut self.cycles, variable, number);
    }

    /// The cycle that explains a variable that has an explanation.
    pub(super) fn cycle_of(&self, variable: usize) -> u32 {
        self.cycles[variable]
    }
}

fn set(numbers: &mut Vec<u32>, variable: usize, number: u32) {
    if numbers.len() <= variable {
        numbers.resize(variable + 1, 0);
    }
    numbers[variable] = number;
}
