//! The searches that fit a game, by name.

use std::fmt::{self, Display};

use kibitzer_core::Puzzle;
use kibitzer_search::Solver;

use crate::options::{BadSpec, Options, Parameter, list, split_name};

/// One search that fits the puzzle `P`: the line of the catalog and the way to make it.
pub(crate) struct Algorithm<P: Puzzle> {
    pub(crate) listing: Listing,
    /// Whether the search itself proves that a solution it finds is a shortest one.
    pub(crate) proves_shortest: fn(&Options) -> bool,
    pub(crate) build: fn(&Options) -> Box<dyn Solver<P> + Send>,
}

/// What a person should know of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// Who described it.
    pub source: &'static str,
    /// Its options.
    pub parameters: &'static [Parameter],
}

/// A search with all its options, made by [`PuzzleRoom::algorithm`](crate::PuzzleRoom::algorithm) and its like in
/// [`DuelRoom`](crate::DuelRoom).
///
/// Written in full, as in `best-first:score=1,moves=2.5`, and read back the same.
#[derive(Clone, Debug, PartialEq)]
pub struct SolverSpec {
    name: &'static str,
    parameters: &'static [Parameter],
    pub(crate) options: Options,
}

impl SolverSpec {
    pub(crate) fn read<'a>(
        text: &str,
        listings: impl Iterator<Item = &'a Listing> + Clone,
    ) -> Result<SolverSpec, BadSpec> {
        let (name, rest) = split_name(text);
        let Some(Listing { name, parameters, .. }) = listings.clone().find(|listing| listing.name == name) else {
            let known = list(listings.map(|listing| listing.name));
            return Err(BadSpec::Name { what: "algorithm", found: name.to_string(), known });
        };
        Ok(SolverSpec { name, parameters, options: Options::read(name, rest, parameters)? })
    }

    /// The name with those options that differ from their defaults; it reads back the same.
    #[must_use]
    pub fn brief(&self) -> String {
        format!("{}{}", self.name, self.options.without_defaults(self.parameters))
    }

    /// The same search with other luck; `None` where it needs none.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Option<SolverSpec> {
        Some(SolverSpec { options: self.options.with_whole("seed", seed)?, ..self.clone() })
    }

    /// The name without options.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }
}

impl Display for SolverSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.options)
    }
}
