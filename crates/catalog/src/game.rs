//! The games by name.

use std::fmt::{self, Display};
use std::str::FromStr;

use kibitzer_games::birds::Size;

use crate::birds::BirdsShelf;
use crate::options::{BadSpec, Options, Parameter, list, split_name};
use crate::room::PuzzleRoom;

/// A game with its options, read from text such as `birds` or `birds:rows=5,cols=5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameSpec {
    /// Birds of a Feather.
    Birds {
        /// The size asked for. Without one, deals have the standard size and positions any.
        size: Option<Size>,
    },
}

/// What a person should know of a game.
pub struct GameListing {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub help: &'static str,
    /// Its options.
    pub parameters: &'static [Parameter],
    /// Makes the spec from the options, if any were written.
    pub(crate) read: fn(Option<Options>) -> Result<GameSpec, BadSpec>,
}

impl GameSpec {
    /// All games.
    pub const GAMES: &'static [GameListing] = &[BirdsShelf::LISTING];

    /// What there is to know of the game.
    #[must_use]
    pub fn listing(self) -> &'static GameListing {
        match self {
            GameSpec::Birds { .. } => &BirdsShelf::LISTING,
        }
    }

    /// The types behind the name, speaking text.
    #[must_use]
    pub fn room(self) -> Box<dyn PuzzleRoom> {
        match self {
            GameSpec::Birds { size } => Box::new(BirdsShelf { size }),
        }
    }
}

impl FromStr for GameSpec {
    type Err = BadSpec;

    fn from_str(text: &str) -> Result<GameSpec, BadSpec> {
        let (name, rest) = split_name(text);
        let Some(game) = GameSpec::GAMES.iter().find(|game| game.name == name) else {
            let known = list(GameSpec::GAMES.iter().map(|game| game.name));
            return Err(BadSpec::Name { what: "game", found: name.to_string(), known });
        };
        let options = rest.map(|text| Options::read(name, Some(text), game.parameters)).transpose()?;
        (game.read)(options)
    }
}

impl Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.listing().name)?;
        match self {
            GameSpec::Birds { size: Some(size) } => write!(f, ":rows={},cols={}", size.rows(), size.columns()),
            GameSpec::Birds { size: None } => Ok(()),
        }
    }
}
