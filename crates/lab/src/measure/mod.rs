//! What an experiment measures on a deal: a few named numbers for each algorithm. Numbers of several deals or games are
//! added up, so every one of them is a count or a sum.

mod checks;
mod models;
mod predictors;
mod searches;

use std::num::NonZeroUsize;

use anyhow::{Result, bail};
use kibitzer_catalog::{Cancel, GameSpec, PuzzleRoom};

use crate::experiment::Part;

pub use models::trails;
pub use searches::Searches;

/// A kind of measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Searches are let loose on the deal.
    Searches,
    /// Rules that see at a glance that a position is lost are asked about positions below the deal.
    Checks,
    /// Models that were fitted to other deals are asked about positions below this one.
    Models,
    /// Predictors that were fitted to other deals are asked about the deal itself.
    Predictors,
}

/// An algorithm of an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Algorithm {
    /// Its name with options.
    pub with: String,
    /// The part of the deals that it learns from, where it does.
    pub learns_from: Option<usize>,
}

/// A file of models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelFile {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub text: String,
}

impl ModelFile {
    /// Has a room use them.
    ///
    /// # Errors
    /// If the game has no models, or the file is not one of them; with its line.
    pub fn hand_to(&self, room: &mut dyn PuzzleRoom) -> Result<()> {
        room.use_models(&self.name, &self.text).map_err(anyhow::Error::msg)
    }
}

/// What has to be known before measuring begins.
#[derive(Clone, Debug)]
pub struct Setting<'a> {
    /// The game, unless a part of the deals has another.
    pub game: GameSpec,
    /// The algorithms, all of them checked by [`Kind::check`].
    pub algorithms: &'a [Algorithm],
    /// The deals of each part, for those who learn.
    pub seeds: &'a [Vec<u64>],
    /// Models that searches use in place of those that come along.
    pub models: Option<&'a ModelFile>,
    /// Deals that a paper calls solvable, though they are not.
    pub mislabelled: &'a [u64],
    /// How many threads may work.
    pub threads: NonZeroUsize,
    /// Whether a bar shows how far learning is.
    pub is_watched: bool,
    /// Ends searches.
    pub cancel: &'a Cancel,
}

/// Something that can be measured.
pub trait Measure: Sync {
    /// The names of its numbers.
    fn metrics(&self) -> &'static [&'static str];

    /// Somebody to measure, one for each thread.
    fn worker(&self) -> Box<dyn Worker + '_>;

    /// What was learned, where a person can read it: for each algorithm that has something to show.
    fn learned(&self) -> Vec<(usize, String)> {
        Vec::new()
    }
}

/// Somebody who measures.
pub trait Worker {
    /// Adds the numbers of a deal, one row of `sums` for each of the algorithms that are `wanted`, and says whether the
    /// deal counts. The result must not depend on what was measured before.
    ///
    /// # Errors
    /// If a search is broken, or there is no such deal; [`Ended`](crate::experiment::Ended) if a search was ended.
    fn measure(&mut self, part: &Part, seed: u64, wanted: &[usize], sums: &mut [Vec<f64>]) -> Result<bool>;
}

impl Kind {
    /// All of them, with their words in specs.
    pub const ALL: [(&'static str, Kind); 4] = [
        ("searches", Kind::Searches),
        ("checks", Kind::Checks),
        ("models", Kind::Models),
        ("predictors", Kind::Predictors),
    ];

    /// The names of its numbers.
    #[must_use]
    pub const fn metrics(self) -> &'static [&'static str] {
        match self {
            Kind::Searches => searches::METRICS,
            Kind::Checks => checks::METRICS,
            Kind::Models => models::METRICS,
            Kind::Predictors => predictors::METRICS,
        }
    }

    /// Whether its algorithms learn from a part of the deals first.
    #[must_use]
    pub const fn learns(self) -> bool {
        matches!(self, Kind::Models | Kind::Predictors)
    }

    /// The full name of an algorithm.
    ///
    /// # Errors
    /// If there is none of this name, an option is wrong, or the game does not fit.
    pub fn check(self, game: GameSpec, text: &str) -> Result<String> {
        if self != Kind::Searches && !matches!(game, GameSpec::Birds { size: None }) {
            let word = Kind::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word);
            bail!("{word} are measured on birds, not on {game}");
        }
        Ok(match self {
            Kind::Searches => game.puzzle()?.algorithm(text)?.to_string(),
            Kind::Checks => checks::Check::read(text)?.word().to_string(),
            Kind::Models => kibitzer_catalog::LearnerSpec::read(text)?.to_string(),
            Kind::Predictors => kibitzer_catalog::PredictorSpec::read(text)?.to_string(),
        })
    }

    /// Gets ready to measure; those who learn do so now.
    ///
    /// # Errors
    /// If an algorithm is not one that [`Kind::check`] gave.
    pub fn prepare(self, setting: &Setting<'_>) -> Result<Box<dyn Measure>> {
        Ok(match self {
            Kind::Searches => Box::new(Searches::new(setting)?),
            Kind::Checks => Box::new(checks::Checks::new(setting)?),
            Kind::Models => Box::new(models::Models::new(setting)?),
            Kind::Predictors => Box::new(predictors::Predictors::new(setting)?),
        })
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn real(count: u64) -> f64 {
    count as f64
}
