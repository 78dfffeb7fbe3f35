//! A census whose game is known only when the program runs.

use std::io::{self, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyhow::Result;
use kibitzer_catalog::{GameSpec, WrongKind};

use crate::Finding;
use crate::record::Summary;

use super::gaps_deals::GapsDeals;
use super::publish::Publication;
use super::review::Review;
use super::run::Done;
use super::subject::{BirdsDeals, Subject};
use super::summary::Gaps;
use super::verify::Check;
use super::{Census, Keep, LARGE_PART_SIZE, PART_SIZE, SMALL_PART_SIZE};

/// A [`Census`] of some game.
pub trait AnyCensus {
    /// See [`Census::prepare`].
    ///
    /// # Errors
    /// As there.
    fn prepare(&self) -> Result<()>;

    /// See [`Census::run`].
    ///
    /// # Errors
    /// As there.
    fn run(&self) -> Result<Done>;

    /// The first seed that names no deal.
    fn seeds_end(&self) -> u64;

    /// See [`Census::gather`].
    ///
    /// # Errors
    /// As there.
    fn gather(&self, folders: &[PathBuf], out: Option<&Path>) -> Result<Summary>;

    /// See [`Census::summarize`].
    ///
    /// # Errors
    /// As there.
    fn summarize(&self) -> Result<(Summary, Gaps)>;

    /// See [`Census::list`].
    ///
    /// # Errors
    /// As there.
    fn list(&self, finding: Finding, out: &mut dyn Write) -> io::Result<Gaps>;

    /// See [`Census::verify`].
    ///
    /// # Errors
    /// As there.
    fn verify(&self, sample: usize, luck: u64) -> Result<Check>;

    /// See [`Census::may_publish`].
    ///
    /// # Errors
    /// As there.
    fn may_publish(&self, into: &Path) -> Result<()>;

    /// See [`Census::publish`].
    ///
    /// # Errors
    /// As there.
    fn publish(&self, into: &Path) -> Result<Summary>;

    /// See [`Census::review`].
    ///
    /// # Errors
    /// As there.
    fn review(&self, publication: &Publication, sample: usize, luck: u64) -> Result<Review>;
}

impl<S: Subject> AnyCensus for Census<S> {
    fn prepare(&self) -> Result<()> {
        Census::prepare(self)
    }

    fn run(&self) -> Result<Done> {
        Census::run(self)
    }

    fn seeds_end(&self) -> u64 {
        self.subject.seeds_end()
    }

    fn gather(&self, folders: &[PathBuf], out: Option<&Path>) -> Result<Summary> {
        Census::gather(self, folders, out)
    }

    fn summarize(&self) -> Result<(Summary, Gaps)> {
        Census::summarize(self)
    }

    fn list(&self, finding: Finding, out: &mut dyn Write) -> io::Result<Gaps> {
        Census::list(self, finding, out)
    }

    fn verify(&self, sample: usize, luck: u64) -> Result<Check> {
        Census::verify(self, sample, luck)
    }

    fn may_publish(&self, into: &Path) -> Result<()> {
        Census::may_publish(self, into)
    }

    fn publish(&self, into: &Path) -> Result<Summary> {
        Census::publish(self, into)
    }

    fn review(&self, publication: &Publication, sample: usize, luck: u64) -> Result<Review> {
        Census::review(self, publication, sample, luck)
    }
}

impl Census<()> {
    /// This census, of a game.
    ///
    /// # Errors
    /// If the game is no puzzle.
    pub fn of(self, game: GameSpec) -> Result<Box<dyn AnyCensus>, WrongKind> {
        match game {
            GameSpec::Birds { size } => Ok(Box::new(self.about(BirdsDeals::of_size(size)))),
            GameSpec::Gaps(rules) => Ok(Box::new(self.about(GapsDeals::new(rules)))),
            GameSpec::Connect4 | GameSpec::Yavalath { .. } => Err(game.not_a_puzzle()),
        }
    }

    fn about<S>(self, subject: S) -> Census<S> {
        let Census { subject: (), seeds, folder, part_size, keep, shard, threads, budget, damaged, is_watched } = self;
        Census { subject, seeds, folder, part_size, keep, shard, threads, budget, damaged, is_watched }
    }
}

/// The usual seeds of a part: fewer where deals take longer, more where most of them have no rows.
#[must_use]
pub fn part_size(game: GameSpec, keep: Keep) -> NonZeroU64 {
    match (game, keep) {
        (GameSpec::Gaps(_), _) => SMALL_PART_SIZE,
        (GameSpec::Birds { .. } | GameSpec::Connect4 | GameSpec::Yavalath { .. }, Keep::All) => PART_SIZE,
        (GameSpec::Birds { .. } | GameSpec::Connect4 | GameSpec::Yavalath { .. }, Keep::Unsolved) => LARGE_PART_SIZE,
    }
}
