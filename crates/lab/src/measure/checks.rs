//! Rules that see at a glance that a position is lost, asked about the positions of table 2 of Roberson and Sperduto (2019).

use anyhow::{Result, bail};
use kibitzer_exact::birds::checker::{Checker, Rule, Signs};

use super::models::Guide;
use super::{Algorithm, Measure, Setting, Worker, real};
use crate::experiment::Part;

pub(super) const METRICS: &[&str] = &["found", "unsolvable", "alarms", "solvable"];

/// One rule, or several together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Check(&'static str, &'static [Rule]);

const CHECKS: [Check; 7] = [
    Check("stranded", &[Rule::Stranded]),
    Check("separated-flock", &[Rule::SeparatedFlock]),
    Check("lynchpin", &[Rule::Lynchpin]),
    Check("articulation", &[Rule::Articulation]),
    Check("ending", &[Rule::Ending]),
    Check("paper", &[Rule::Stranded, Rule::SeparatedFlock, Rule::Lynchpin]),
    Check("all", &Rule::ALL),
];

impl Check {
    pub(super) fn read(text: &str) -> Result<Check> {
        match CHECKS.iter().find(|check| check.0 == text) {
            Some(check) => Ok(*check),
            None => bail!("there is no check '{text}', only {}", CHECKS.map(|check| check.0).join(", ")),
        }
    }

    pub(super) const fn word(self) -> &'static str {
        self.0
    }

    fn shows(self, signs: Signs) -> bool {
        self.1.iter().any(|&rule| signs.shows(rule))
    }
}

pub(super) struct Checks {
    checks: Vec<Check>,
}

struct Checking<'a> {
    checks: &'a [Check],
    guide: Guide,
}

impl Checks {
    pub(super) fn new(setting: &Setting<'_>) -> Result<Checks> {
        let read = |algorithm: &Algorithm| Check::read(&algorithm.with);
        Ok(Checks { checks: setting.algorithms.iter().map(read).collect::<Result<_>>()? })
    }
}

impl Measure for Checks {
    fn metrics(&self) -> &'static [&'static str] {
        METRICS
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Checking { checks: &self.checks, guide: Guide::default() })
    }
}

impl Worker for Checking<'_> {
    /// All children of each position whose children are of both kinds, along a random way that wins.
    fn measure(&mut self, _: &Part, seed: u64, wanted: &[usize], sums: &mut [Vec<f64>]) -> Result<bool> {
        let trail = self.guide.trail(seed)?;
        for (board, solvable) in trail.choices.iter().flat_map(|choice| &choice.children) {
            let signs = Checker::PAPER.signs(board);
            for (&index, sums) in wanted.iter().zip(&mut *sums) {
                let shown = self.checks[index].shows(signs);
                let numbers = [!solvable && shown, !solvable, *solvable && shown, *solvable];
                sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += real(number.into()));
            }
        }
        Ok(true)
    }
}
