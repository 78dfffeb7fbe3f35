//! Tuning: numeric options of an algorithm, chosen on some deals and judged on others.
//!
//! Half of the candidates are spread evenly over the ranges, the others around the best of these. Candidates are thinned
//! out by successive halving (Jamieson & Talwalkar 2016): all see a few deals, the better half sees twice as many, and so
//! on, until one is left that has seen all. It is then set beside the options one began with, on deals that no candidate
//! has seen.

mod judge;

use std::fmt::{self, Display};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::str::FromStr;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, bail};
use kibitzer_catalog::{Budget, Cancel, GameSpec, SolverSpec, SplitMix};

use crate::seeds::Seeds;
use crate::stats::{self, Estimate};
use crate::tables::{Table, grouped};

pub use judge::Goal;

/// An option and the numbers it may take: `moves=0.5..4`, `c=0.01..2,log`.
#[derive(Clone, Debug, PartialEq)]
pub struct Vary {
    /// The option.
    pub name: String,
    /// The least number.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// Whether factors count, not differences.
    pub is_log: bool,
}

/// What is to be tuned, and how.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The game.
    pub game: GameSpec,
    /// The algorithm with the options one begins with.
    pub base: SolverSpec,
    /// The options that may change.
    pub vary: Vec<Vary>,
    /// What is better.
    pub goal: Goal,
    /// How many candidates are tried.
    pub trials: u32,
    /// The deals to choose on; for games for two, the numbers of pairs of games.
    pub train: Seeds,
    /// The deals to judge on.
    pub test: Seeds,
    /// The limits of each search or move.
    pub budget: Budget,
    /// Where the candidates come from.
    pub seed: u64,
    /// How many threads work.
    pub threads: NonZeroUsize,
    /// Whether bars show how far it is.
    pub is_watched: bool,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The game.
    pub game: GameSpec,
    /// What was better.
    pub goal: Goal,
    /// The options one began with, and the best found.
    pub specs: [SolverSpec; 2],
    /// Their costs on the deals to choose on.
    pub train: [Estimate; 2],
    /// Their costs on the deals to judge on.
    pub test: [Estimate; 2],
    /// The cost of the second as a share of the first, on the deals to judge on.
    pub ratio: Option<Estimate>,
    /// All candidates in the order in which they were tried: what they are, how many deals they saw, their mean cost.
    pub trials: Vec<Trial>,
}

/// One candidate.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The algorithm.
    pub spec: SolverSpec,
    /// The cost on each deal that it saw.
    pub costs: Vec<f64>,
}

impl Trial {
    /// The mean cost with its interval, which does not reach below zero.
    fn cost(&self) -> Option<Estimate> {
        let pairs = || self.costs.iter().map(|cost| (*cost, 1.0)).collect::<Vec<_>>();
        let mean = stats::mean(&self.costs)?;
        if mean.low < 0.0 { stats::resampled_ratio(&pairs()) } else { Some(mean) }
    }

    fn mean(&self) -> f64 {
        stats::mean(&self.costs).map_or(f64::INFINITY, |mean| mean.value)
    }
}

/// Text that is not an option with a range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an option with a range: write moves=0.5..4, or c=0.01..2,log to try factors")]
pub struct NotARange(String);

impl FromStr for Vary {
    type Err = NotARange;

    fn from_str(text: &str) -> Result<Vary, NotARange> {
        let read = || {
            let (name, range) = text.split_once('=')?;
            let (range, is_log) = range.strip_suffix(",log").map_or((range, false), |range| (range, true));
            let (low, high) = range.split_once("..")?;
            let (low, high): (f64, f64) = (low.parse().ok()?, high.parse().ok()?);
            let is_range = low.is_finite() && high.is_finite() && low < high && (!is_log || low > 0.0);
            (is_range && !name.is_empty()).then(|| Vary { name: name.to_string(), low, high, is_log })
        };
        read().ok_or_else(|| NotARange(text.to_string()))
    }
}

impl Display for Vary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}..{}{}", self.name, self.low, self.high, if self.is_log { ",log" } else { "" })
    }
}

impl Vary {
    /// The number at a place from 0 to 1.
    fn at(&self, place: f64) -> f64 {
        let place = place.clamp(0.0, 1.0);
        let number = if self.is_log {
            (self.low.ln() + place * (self.high.ln() - self.low.ln())).exp()
        } else {
            self.low + place * (self.high - self.low)
        };
        // Three digits are enough for a number that was chosen by trial.
        format!("{number:.2e}").parse().unwrap_or(number).clamp(self.low, self.high)
    }

    /// The place of a number.
    fn place(&self, number: f64) -> f64 {
        let place = if self.is_log {
            (number.max(f64::MIN_POSITIVE).ln() - self.low.ln()) / (self.high.ln() - self.low.ln())
        } else {
            (number - self.low) / (self.high - self.low)
        };
        place.clamp(0.0, 1.0)
    }
}

/// Fewer deals than this tell nothing.
const LEAST: u64 = 10;

/// How wide the second half of the candidates is spread around the best of the first, as a share of the range.
const NARROW: f64 = 0.25;

impl Tuning {
    /// Whether it can begin.
    ///
    /// # Errors
    /// If an option or a number is not allowed, the ranges of deals meet, or there is too little of something.
    pub fn check(&self) -> Result<()> {
        if self.vary.is_empty() {
            bail!("name at least one option to vary");
        }
        for vary in &self.vary {
            for number in [vary.low, vary.high] {
                self.base.with_number(&vary.name, number)?;
            }
        }
        if self.trials < 2 {
            bail!("at least two candidates must be tried");
        }
        for (what, seeds) in [("choose", self.train), ("judge", self.test)] {
            if seeds.last() - seeds.first() + 1 < LEAST {
                bail!("{seeds} are too few deals to {what} on: take {LEAST} or more");
            }
        }
        if self.train.first() <= self.test.last() && self.test.first() <= self.train.last() {
            bail!("the deals to choose on ({}) and to judge on ({}) must be different", self.train, self.test);
        }
        judge::check(self)
    }

    /// Tries the candidates.
    ///
    /// # Errors
    /// If an algorithm is broken, or the work was cancelled.
    pub fn run(&self, cancel: &Cancel) -> Result<Tuned> {
        self.check()?;
        let mut luck = SplitMix::new(self.seed);
        let base = Trial { spec: self.base.clone(), costs: Vec::new() };
        let first = self.halve(self.spread(&mut luck, base), cancel)?;
        let best = first.iter().max_by(|a, b| by_merit(a, b)).context("there are candidates")?.clone();
        let second = self.halve(self.around(&best, &mut luck), cancel)?;
        let best = second.iter().max_by(|a, b| by_merit(a, b)).context("there are candidates")?.clone();
        let mut base = Trial { spec: self.base.clone(), costs: Vec::new() };
        self.judge(std::slice::from_mut(&mut base), self.train.range(), cancel)?;
        let mut judged = [base.clone(), Trial { costs: Vec::new(), ..best.clone() }];
        for trial in &mut judged {
            trial.costs.clear();
        }
        self.judge(&mut judged, self.test.range(), cancel)?;
        let estimate = |trial: &Trial| trial.cost().context("there are deals");
        let pairs: Vec<(f64, f64)> = judged[1].costs.iter().copied().zip(judged[0].costs.iter().copied()).collect();
        let mut trials = first;
        trials.extend(second.into_iter().filter(|trial| trial.spec != best.spec));
        if trials.iter().all(|trial| trial.spec != best.spec) {
            trials.push(best.clone());
        }
        Ok(Tuned {
            game: self.game,
            goal: self.goal,
            specs: [self.base.clone(), best.spec.clone()],
            train: [estimate(&base)?, estimate(&best)?],
            test: [estimate(&judged[0])?, estimate(&judged[1])?],
            ratio: stats::ratio(&pairs),
            trials,
        })
    }

    /// Candidates spread evenly: each range is cut into as many pieces, and each piece has one.
    fn spread(&self, luck: &mut SplitMix, base: Trial) -> Vec<Trial> {
        let count = (self.trials / 2).max(1) as usize;
        // A piece of each range for each candidate.
        let mut pieces: Vec<Vec<usize>> = vec![Vec::new(); count];
        for _ in &self.vary {
            let mut order: Vec<usize> = (0..count).collect();
            for index in (1..count).rev() {
                order.swap(index, luck.below(index + 1));
            }
            pieces.iter_mut().zip(order).for_each(|(pieces, piece)| pieces.push(piece));
        }
        let mut trials = vec![base];
        for pieces in &pieces {
            let places: Vec<f64> = pieces.iter().map(|&piece| (real(piece) + unit(luck)) / real(count)).collect();
            self.add(&mut trials, &places);
        }
        trials
    }

    /// Candidates around the best so far, and it.
    fn around(&self, best: &Trial, luck: &mut SplitMix) -> Vec<Trial> {
        let centre: Vec<f64> =
            self.vary.iter().map(|vary| vary.place(best.spec.number(&vary.name).unwrap_or(vary.low))).collect();
        let mut trials = vec![Trial { spec: best.spec.clone(), costs: Vec::new() }];
        for _ in 0..(self.trials - self.trials / 2).max(1) {
            let places: Vec<f64> = centre.iter().map(|place| place + NARROW * (unit(luck) - 0.5)).collect();
            self.add(&mut trials, &places);
        }
        trials
    }

    /// Adds a candidate, unless there is one like it.
    fn add(&self, trials: &mut Vec<Trial>, places: &[f64]) {
        let mut spec = self.base.clone();
        for (vary, &place) in self.vary.iter().zip(places) {
            spec = spec.with_number(&vary.name, vary.at(place)).expect("both ends of the range were checked");
        }
        if trials.iter().all(|trial| trial.spec != spec) {
            trials.push(Trial { spec, costs: Vec::new() });
        }
    }

    /// Lets candidates see more and more deals, the better half of them each time. All are given back.
    fn halve(&self, mut trials: Vec<Trial>, cancel: &Cancel) -> Result<Vec<Trial>> {
        let Range { start, end } = self.train.range();
        let rounds = trials.len().next_power_of_two().ilog2();
        let (mut alive, mut seen) = (trials.len(), start);
        for round in 0..=rounds {
            let until = if round == rounds { end } else { start + ((end - start) >> (rounds - round)).max(1) };
            if until > seen {
                self.judge(&mut trials[..alive], seen..until.min(end), cancel)?;
                seen = until.min(end);
            }
            trials[..alive].sort_by(|a, b| a.mean().total_cmp(&b.mean()));
            alive = alive.div_ceil(2);
        }
        Ok(trials)
    }

    /// Adds the costs of some deals.
    fn judge(&self, trials: &mut [Trial], deals: Range<u64>, cancel: &Cancel) -> Result<()> {
        let specs: Vec<SolverSpec> = trials.iter().map(|trial| trial.spec.clone()).collect();
        let costs = judge::costs(self, &specs, deals, cancel)?;
        if cancel.flag.load(Ordering::Relaxed) {
            bail!("ended before the best was found");
        }
        trials.iter_mut().zip(costs).for_each(|(trial, costs)| trial.costs.extend(costs));
        Ok(())
    }
}

/// Whoever saw more deals is better, since it was kept; then the lower cost.
fn by_merit(a: &Trial, b: &Trial) -> std::cmp::Ordering {
    a.costs.len().cmp(&b.costs.len()).then(b.mean().total_cmp(&a.mean()))
}

#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn real(count: usize) -> f64 {
    count as f64
}

/// A number from 0 to 1.
fn unit(luck: &mut SplitMix) -> f64 {
    const STEPS: usize = 1 << 30;
    real(luck.below(STEPS)) / real(STEPS)
}

impl Tuned {
    /// The options one began with, and the best found.
    #[must_use]
    pub fn table(&self) -> Table {
        let (train, test) = (format!("{}, chosen on", self.goal), format!("{}, judged on", self.goal));
        let mut table = Table::new([self.game.to_string(), train, test]);
        let written = |cost: Estimate| {
            let cost = self.goal.shown(cost);
            let number = |number: f64| grouped(format!("{number:.2}"));
            format!("{} ({} to {})", number(cost.value), number(cost.low), number(cost.high))
        };
        for (index, name) in ["before", "tuned"].into_iter().enumerate() {
            let name = format!("{name}: {}", self.specs[index].brief());
            table.row([name, written(self.train[index]), written(self.test[index])]);
        }
        table
    }

    /// Whether it is better on deals that it was not chosen on, in a sentence.
    #[must_use]
    pub fn verdict(&self) -> String {
        let Some(ratio) = self.ratio else { return "Nothing was measured that could be compared.".to_string() };
        let percent = |share: f64| format!("{:.1}%", 100.0 * share);
        let of = format!(
            "{} ({} to {}) of what it was before",
            percent(ratio.value),
            percent(ratio.low.max(0.0)),
            percent(ratio.high)
        );
        let cost = self.goal.cost();
        match (ratio.high < 1.0, ratio.low > 1.0) {
            (true, _) => format!("Better: on deals it was not chosen on, {cost} is {of}."),
            (_, true) => format!("Worse on deals it was not chosen on: {cost} is {of}; keep what you had."),
            _ => format!("Not shown to be better: on deals it was not chosen on, {cost} is {of}."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_read_back_and_mistakes_are_named() {
        for text in ["moves=0.5..4", "c=0.01..2,log", "iterations=10..1000"] {
            assert_eq!(text.parse::<Vary>().expect("a range").to_string(), text);
        }
        for text in ["moves", "moves=1", "moves=4..1", "=1..2", "c=0..2,log", "c=1..inf", "c=a..b"] {
            assert_eq!(text.parse::<Vary>(), Err(NotARange(text.to_string())));
        }
    }

    #[test]
    fn places_go_from_one_end_to_the_other() {
        let plain: Vary = "moves=1..3".parse().expect("a range");
        let log: Vary = "c=0.01..1,log".parse().expect("a range");
        for (place, of_plain, of_log) in [(0.0, 1.0, 0.01), (0.5, 2.0, 0.1), (1.0, 3.0, 1.0)] {
            assert!((plain.at(place) - of_plain).abs() < 1e-9 && (log.at(place) - of_log).abs() < 1e-9);
            assert!((plain.place(of_plain) - place).abs() < 1e-9 && (log.place(of_log) - place).abs() < 1e-9);
        }
    }
}
