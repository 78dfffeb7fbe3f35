//! How hard deals are, by text.

use kibitzer_search::{Cancel, Stop};
use thiserror::Error;

use crate::room::{BadPosition, read};
use crate::shelf::Shelf;

pub use kibitzer_exact::birds::level::Level;

/// Measures how hard positions are for a person.
pub trait TextLeveler: Send {
    /// The level of a position; `None` if it cannot be won, for then it has none.
    ///
    /// # Errors
    /// If the text is not a position, or the measurement was cancelled.
    fn level(&mut self, position: &str, cancel: &Cancel) -> Result<Option<Level>, NoLevel>;

    /// Whether a position has this level. Quicker than [`TextLeveler::level`] where most positions have another.
    ///
    /// # Errors
    /// As there.
    fn has_level(&mut self, position: &str, level: Level, cancel: &Cancel) -> Result<bool, NoLevel> {
        Ok(self.level(position, cancel)? == Some(level))
    }
}

/// Why a position was not measured.
#[derive(Debug, Error)]
pub enum NoLevel {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] BadPosition),
    /// It was cancelled.
    #[error("the measurement was stopped: {0}")]
    Stopped(Stop),
}

/// A typed leveler behind text.
pub(crate) struct Leveling<S: Shelf> {
    pub(crate) shelf: S,
    pub(crate) leveler: S::Leveler,
}

impl<S: Shelf> TextLeveler for Leveling<S> {
    fn level(&mut self, position: &str, cancel: &Cancel) -> Result<Option<Level>, NoLevel> {
        let position = read(&self.shelf, position)?;
        self.shelf.level(&mut self.leveler, &position, &mut cancel.clone()).map_err(NoLevel::Stopped)
    }

    fn has_level(&mut self, position: &str, level: Level, cancel: &Cancel) -> Result<bool, NoLevel> {
        let position = read(&self.shelf, position)?;
        let found = self.shelf.has_level(&mut self.leveler, &position, level, &mut cancel.clone());
        found.map_err(NoLevel::Stopped)
    }
}
