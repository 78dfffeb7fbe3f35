//! The maker of proofs: the solver's steps, less those that nothing rests on.

use std::error::Error;
use std::fmt::{self, Display};

use kibitzer_games::gaps::{First, Gaps};
use kibitzer_search::{Budget, Meter, Observer, Stop};

use super::super::lowest::{layout, run};
use super::super::schedule::{FIRST_STEP, Fact, LogStep, Schedule};
use super::check::{
    CYCLE, FACT_CLEARED, FACT_CLEARED_STRICTLY, FACT_STASHED, LEARNED, POSITION, STASH, TITLE, checksum,
};

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// A limit was reached.
    Stopped(Stop),
    /// The position can be won.
    Winnable,
    /// Proofs are for the usual rule alone.
    Rule(First),
}

impl Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::Stopped(stop) => write!(f, "the limit was reached: {stop}"),
            Unproved::Winnable => f.write_str("the position can be won"),
            Unproved::Rule(first) => write!(f, "there are no proofs for the rule {first}"),
        }
    }
}

impl Error for Unproved {}

/// Refutes a position again and keeps the proof: the content of a file for [`check`](super::check).
///
/// # Errors
/// If the position can be won, has another rule, or the budget is spent.
pub fn prove(start: &Gaps, budget: Budget, observer: &mut dyn Observer<Gaps>) -> Result<Vec<u8>, Unproved> {
    if start.first() != First::Lowest {
        return Err(Unproved::Rule(start.first()));
    }
    let mut meter = Meter::new(budget, observer);
    let suits: Vec<u8> = start.suits().collect();
    let mut schedule = Schedule::new(&layout(start, &suits), true);
    if run(&mut schedule, &mut meter).map_err(Unproved::Stopped)?.is_some() {
        return Err(Unproved::Winnable);
    }
    let (steps, given) = schedule.into_log();
    let mut file = format!("{TITLE}\n{POSITION}{}\n", start.plain()).into_bytes();
    Writer { file: &mut file, steps: &steps, given }.write();
    file.extend(checksum(&file).to_le_bytes());
    Ok(file)
}

struct Writer<'a> {
    file: &'a mut Vec<u8>,
    steps: &'a [LogStep],
    given: u32,
}

impl Writer<'_> {
    fn write(&mut self) {
        let needed = needed(self.steps);
        // By step: its place among all clauses.
        let mut places = vec![0; self.steps.len()];
        let mut count = self.given;
        for (index, step) in self.steps.iter().enumerate() {
            if !needed[index] {
                continue;
            }
            match step {
                LogStep::Learned { literals, hints } => {
                    self.number(LEARNED);
                    self.list(literals);
                    let place = |&hint: &u32| {
                        hint.checked_sub(FIRST_STEP).map_or_else(|| hint - 1, |step| places[step as usize])
                    };
                    let hints: Vec<u32> = hints.iter().map(|hint| count - 1 - place(hint)).collect();
                    self.list(&hints);
                }
                LogStep::Cycle { edges } => {
                    self.number(CYCLE);
                    self.list(edges);
                }
                LogStep::Stash { facts } => {
                    self.number(STASH);
                    self.list(facts);
                }
                LogStep::Named(fact) => {
                    self.fact(*fact);
                    continue;
                }
            }
            places[index] = count;
            count += 1;
        }
    }

    fn number(&mut self, mut number: u64) {
        while number >= 128 {
            self.file.push(number.to_le_bytes()[0] | 128);
            number >>= 7;
        }
        self.file.push(number.to_le_bytes()[0]);
    }

    fn list(&mut self, numbers: &[u32]) {
        self.number(numbers.len() as u64);
        for &number in numbers {
            self.number(u64::from(number));
        }
    }

    fn fact(&mut self, fact: Fact) {
        let (kind, numbers) = match fact {
            Fact::Cleared { row, column, suit, rank, strict } => {
                (if strict { FACT_CLEARED_STRICTLY } else { FACT_CLEARED }, [suit, rank, row, column])
            }
            Fact::Stashed { before, after } => (FACT_STASHED, [before.0, before.1, after.0, after.1]),
        };
        self.number(kind);
        for number in numbers {
            self.number(u64::from(number));
        }
    }
}

/// The steps on which the last one rests, which says that nothing can hold. Facts keep their places, so they all stay.
fn needed(steps: &[LogStep]) -> Vec<bool> {
    let mut needed: Vec<bool> = steps.iter().map(|step| matches!(step, LogStep::Named(_))).collect();
    if let Some(last) = needed.last_mut() {
        *last = true;
    }
    for index in (0..steps.len()).rev() {
        if let (true, LogStep::Learned { hints, .. }) = (needed[index], &steps[index]) {
            for step in hints.iter().filter_map(|hint| hint.checked_sub(FIRST_STEP)) {
                needed[step as usize] = true;
            }
        }
    }
    needed
}
