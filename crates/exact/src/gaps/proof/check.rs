//! The checker: reads a proof and believes nothing but its rules.

use std::error::Error;
use std::fmt::{self, Display};

use super::puzzle::{Fact, is_impossible};
use super::rules::{Edge, Rules, not};

/// The first line of a file.
pub(super) const TITLE: &str = "kibitzer proof 1 gaps first=lowest";
/// What the second line begins with.
pub(super) const POSITION: &str = "position ";
pub(super) const LEARNED: u64 = 0;
pub(super) const CYCLE: u64 = 1;
pub(super) const STASH: u64 = 2;
pub(super) const FACT_CLEARED: u64 = 3;
pub(super) const FACT_CLEARED_STRICTLY: u64 = 4;
pub(super) const FACT_STASHED: u64 = 5;

/// A proof that holds: the position cannot be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The position.
    pub position: String,
    /// The steps of the proof.
    pub steps: usize,
}

/// Why a proof does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The byte of the file after which it was seen.
    pub byte: usize,
    /// What is wrong there.
    pub why: &'static str,
}

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.byte, self.why)
    }
}

impl Error for Refused {}

/// FNV-1a, as for other certificates.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

/// Checks a proof, the whole content of a file.
///
/// # Errors
/// If anything in it is not as [the format](super) wants it, or does not follow.
pub fn check(file: &[u8]) -> Result<Accepted, Refused> {
    let refuse = |byte, why| Refused { byte, why };
    let body_end = file.len().checked_sub(8).ok_or(refuse(0, "the file is too short"))?;
    let (content, sum) = file.split_at(body_end);
    if checksum(content).to_le_bytes() != sum {
        return Err(refuse(body_end, "the checksum is wrong"));
    }
    let mut lines = content.splitn(3, |&byte| byte == b'\n');
    if lines.next() != Some(TITLE.as_bytes()) {
        return Err(refuse(0, "the title is wrong"));
    }
    let line = lines.next().and_then(|line| str::from_utf8(line).ok()).and_then(|line| line.strip_prefix(POSITION));
    let position = line.ok_or(refuse(TITLE.len() + 1, "there is no position"))?;
    let rules = Rules::new(position).ok_or(refuse(TITLE.len() + 1, "this is not a position"))?;
    let body = lines.next().ok_or(refuse(body_end, "there are no steps"))?;
    let mut checker = Checker::new(rules, body);
    match checker.run() {
        Ok(steps) => Ok(Accepted { position: position.to_owned(), steps }),
        Err(why) => Err(refuse(body_end - checker.rest.len(), why)),
    }
}

struct Checker<'a> {
    rules: Rules,
    /// By event: what it is surely not after, and surely before.
    weak: Vec<Vec<bool>>,
    strict: Vec<Vec<bool>>,
    facts: Vec<(Fact, u32)>,
    rest: &'a [u8],
    /// By literal: the step at whose number it is true.
    assigned: Vec<u32>,
    now: u32,
}

impl<'a> Checker<'a> {
    fn new(rules: Rules, rest: &'a [u8]) -> Self {
        let count = rules.events;
        let mut weak = vec![vec![false; count]; count];
        let mut strict = weak.clone();
        for (event, row) in weak.iter_mut().enumerate() {
            row[event] = true;
        }
        for edge in &rules.always {
            weak[edge.from][edge.to] = true;
            strict[edge.from][edge.to] |= edge.strict;
        }
        for middle in 0..count {
            for from in 0..count {
                if weak[from][middle] {
                    for to in 0..count {
                        if weak[middle][to] {
                            weak[from][to] = true;
                            strict[from][to] |= strict[from][middle] | strict[middle][to];
                        }
                    }
                }
            }
        }
        Self { rules, weak, strict, facts: Vec::new(), rest, assigned: Vec::new(), now: 0 }
    }

    /// Reads the steps until one proves that nothing can hold.
    fn run(&mut self) -> Result<usize, &'static str> {
        for steps in 1.. {
            let kind = self.number()?;
            let clause = match kind {
                LEARNED => self.learned()?,
                CYCLE => self.cycle()?,
                STASH => self.stash()?,
                FACT_CLEARED..=FACT_STASHED => {
                    self.fact(kind)?;
                    continue;
                }
                _ => return Err("there is no such step"),
            };
            if clause.is_empty() {
                return if self.rest.is_empty() { Ok(steps) } else { Err("the proof goes on after its end") };
            }
            self.rules.clauses.push(clause);
        }
        unreachable!("the steps have no end but those above")
    }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow.
    fn number(&mut self) -> Result<u64, &'static str> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let (&byte, rest) = self.rest.split_first().ok_or("the file ends within the proof")?;
            self.rest = rest;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err("a number is too long")
    }

    fn index(&mut self, below: usize) -> Result<usize, &'static str> {
        let number = usize::try_from(self.number()?).map_err(|_| "a number is too large")?;
        if number < below { Ok(number) } else { Err("a number is too large") }
    }

    fn list(&mut self, below: usize) -> Result<Vec<usize>, &'static str> {
        let length = self.index(self.rest.len() + 1)?;
        (0..length).map(|_| self.index(below)).collect()
    }

    /// A clause follows if, with all its literals false, one clause after the other makes one more literal true, and the
    /// last none.
    fn learned(&mut self) -> Result<Vec<u32>, &'static str> {
        let literals = self.list(2 * self.rules.variables as usize)?;
        let clause: Vec<u32> = literals.iter().filter_map(|&literal| u32::try_from(literal).ok()).collect();
        self.assigned.resize(2 * self.rules.variables as usize, 0);
        self.now += 1;
        for &literal in &clause {
            self.assigned[not(literal) as usize] = self.now;
        }
        let length = self.index(self.rest.len() + 1)?;
        let count = self.rules.clauses.len();
        for left in (0..length).rev() {
            // Hints are counted backward from here.
            let hint = count - 1 - self.index(count)?;
            let is_false = |literal: u32| self.assigned[not(literal) as usize] == self.now;
            let mut open = self.rules.clauses[hint].iter().copied().filter(|&literal| !is_false(literal));
            let Some(unit) = open.next() else {
                return if left == 0 { Ok(clause) } else { Err("a clause has hints that it does not need") };
            };
            if open.any(|literal| literal != unit) {
                return Err("a hint leaves a choice");
            }
            self.assigned[unit as usize] = self.now;
        }
        Err("the hints do not prove the clause")
    }

    /// Orders that cannot all hold since they go round in a circle, at least once strictly.
    fn cycle(&mut self) -> Result<Vec<u32>, &'static str> {
        let numbers = self.list(self.rules.edges.len())?;
        let edges: Vec<(Edge, u32)> = numbers.iter().map(|&number| self.rules.edges[number]).collect();
        let mut is_strict = false;
        for (index, (edge, _)) in edges.iter().enumerate() {
            let (next, _) = edges[(index + 1) % edges.len()];
            if !self.weak[edge.to][next.from] {
                return Err("a cycle is not closed");
            }
            is_strict |= edge.strict || self.strict[edge.to][next.from];
        }
        if is_strict { Ok(edges.iter().map(|&(_, guard)| not(guard)).collect()) } else { Err("a cycle is not strict") }
    }

    /// Facts under which the cards cannot be put away.
    fn stash(&mut self) -> Result<Vec<u32>, &'static str> {
        let numbers = self.list(self.facts.len())?;
        let facts: Vec<Fact> = numbers.iter().map(|&number| self.facts[number].0).collect();
        if is_impossible(&self.rules, &facts) {
            Ok(numbers.iter().map(|&number| self.facts[number].1).collect())
        } else {
            Err("the stash is possible")
        }
    }

    /// A new variable: false if the fact holds.
    fn fact(&mut self, kind: u64) -> Result<(), &'static str> {
        let (rows, ranks) = (self.rules.rows, self.rules.ranks);
        let card = (self.index(rows)?, self.index(ranks)?);
        let (one, two) = (self.index(rows)?, self.index(ranks)?);
        let stashed = self.rules.stashed(card);
        let (fact, event, strict, opposite) = if kind == FACT_STASHED {
            // Two cards are never stashed at once, unless at the start.
            if card == (one, two) || stashed == 0 {
                return Err("a fact that is none");
            }
            (Fact::Stashed { before: card, after: (one, two) }, self.rules.stashed((one, two)), true, true)
        } else {
            let cleared = self.rules.cleared(one, two).ok_or("a fact about a row that is clear")?;
            let strict = kind == FACT_CLEARED_STRICTLY;
            (Fact::Cleared { row: one, column: two, card, strict }, cleared, strict, !strict)
        };
        let literal = 2 * self.rules.variables;
        self.rules.variables += 1;
        self.rules.edges.push((Edge { from: stashed, to: event, strict }, not(literal)));
        self.rules.edges.push((Edge { from: event, to: stashed, strict: opposite }, literal));
        self.facts.push((fact, literal));
        Ok(())
    }
}
