//! The searches that fit a game, by name.

use std::fmt::{self, Display};

use kibitzer_core::Puzzle;
use kibitzer_learn::models::Library;
use kibitzer_search::Solver;

use crate::options::{BadSpec, Kind, Options, Parameter, list, split_name};

/// One search that fits the puzzle `P`: the line of the catalog and the way to make it.
pub(crate) struct Algorithm<P: Puzzle> {
    pub(crate) listing: Listing,
    /// Whether the search itself proves that a solution it finds is a shortest one.
    pub(crate) proves_shortest: fn(&Options) -> bool,
    /// Makes it, with the models that the room has.
    pub(crate) build: fn(&Options, &Library) -> Box<dyn Solver<P> + Send>,
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

    /// The same search with another number for an option; whole numbers are rounded to.
    ///
    /// # Errors
    /// If there is no such option, it is not a number, or this number is not allowed.
    pub fn with_number(&self, name: &str, number: f64) -> Result<SolverSpec, BadSpec> {
        let owner = || self.name.to_string();
        let Some(parameter) = self.parameters.iter().find(|parameter| parameter.name == name) else {
            let known = match self.parameters {
                [] => format!("{} has no options", self.name),
                _ => format!("only {}", list(self.parameters.iter().map(|parameter| parameter.name))),
            };
            return Err(BadSpec::Option { owner: owner(), number: 1, found: name.to_string(), known });
        };
        let text = match parameter.kind {
            Kind::Whole { .. } => format!("{:.0}", number.max(0.0)),
            Kind::Real { .. } => number.to_string(),
            Kind::Word { .. } | Kind::Counted { .. } => {
                let problem = format!("{name} is a word, not a number");
                return Err(BadSpec::Together { owner: owner(), problem });
            }
        };
        let options = Options::read(self.name, Some(&format!("{name}={text}")), self.parameters)?;
        Ok(SolverSpec { options: self.options.with_setting_of(&options, parameter.name), ..self.clone() })
    }

    /// The value of an option that is a number.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "options are far below 2^52, or nobody minds")]
    pub fn number(&self, name: &str) -> Option<f64> {
        match self.parameters.iter().find(|parameter| parameter.name == name)?.kind {
            Kind::Whole { .. } => Some(self.options.whole(name) as f64),
            Kind::Real { .. } => Some(self.options.real(name)),
            Kind::Word { .. } | Kind::Counted { .. } => None,
        }
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
