//! The games by name.

use std::fmt::{self, Display};
use std::str::FromStr;

use kibitzer_games::birds::Size;
use kibitzer_games::yavalath::Side;
use thiserror::Error;

use crate::birds::BirdsShelf;
use crate::connect4::Connect4Shelf;
use crate::duel::DuelRoom;
use crate::gaps::{GapsRules, GapsShelf};
use crate::options::{BadSpec, Options, Parameter, list, split_name};
use crate::room::{BadPosition, PuzzleRoom};
use crate::yavalath::YavalathShelf;

/// A game with its options, read from text such as `birds` or `birds:rows=5,cols=5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameSpec {
    /// Birds of a Feather.
    Birds {
        /// The size asked for. Without one, deals have the standard size and positions any.
        size: Option<Size>,
    },
    /// Gaps.
    Gaps(GapsRules),
    /// Connect Four.
    Connect4,
    /// Yavalath.
    Yavalath {
        /// The side of the board.
        side: Side,
        /// Whether the second player may take over the first stone.
        swap: bool,
    },
}

/// The types behind a name, speaking text.
pub enum Room {
    /// A game that one plays alone.
    Puzzle(Box<dyn PuzzleRoom>),
    /// A game for two.
    Duel(Box<dyn DuelRoom>),
}

impl Room {
    fn is_puzzle(&self) -> bool {
        matches!(self, Room::Puzzle(_))
    }

    /// The name of the game with its options.
    #[must_use]
    pub fn game(&self) -> GameSpec {
        match self {
            Room::Puzzle(room) => room.game(),
            Room::Duel(room) => room.game(),
        }
    }

    /// Reads a position: that of a puzzle is given in its usual form, that of a duel as it was typed.
    ///
    /// # Errors
    /// If it is not a position of this game with its options.
    pub fn read(&self, position: &str) -> Result<String, BadPosition> {
        match self {
            Room::Puzzle(room) => room.read(position),
            Room::Duel(room) => room.read(position),
        }
    }
}

/// A game of the other kind was needed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WrongKind {
    /// It is not a puzzle.
    #[error("{game} is a game for two; this is for puzzles: {known}")]
    Duel {
        /// The game.
        game: &'static str,
        /// Those that are puzzles.
        known: String,
    },
    /// It is not a duel.
    #[error("{game} is a puzzle; this is for games for two: {known}")]
    Puzzle {
        /// The game.
        game: &'static str,
        /// Those for two.
        known: String,
    },
}

/// What a person should know of a game.
pub struct GameListing {
    /// Its name.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it is, in one line.
    pub help: &'static str,
    /// Its options.
    pub parameters: &'static [Parameter],
    /// Makes the spec from the options, if any were written.
    pub(crate) read: fn(Option<Options>) -> Result<GameSpec, BadSpec>,
}

impl GameSpec {
    /// All games.
    pub const GAMES: &'static [GameListing] =
        &[BirdsShelf::LISTING, GapsShelf::LISTING, Connect4Shelf::LISTING, YavalathShelf::LISTING];

    /// What there is to know of the game.
    #[must_use]
    pub fn listing(self) -> &'static GameListing {
        match self {
            GameSpec::Birds { .. } => &BirdsShelf::LISTING,
            GameSpec::Gaps(_) => &GapsShelf::LISTING,
            GameSpec::Connect4 => &Connect4Shelf::LISTING,
            GameSpec::Yavalath { .. } => &YavalathShelf::LISTING,
        }
    }

    /// The same game without swapping, where it has that.
    #[must_use]
    pub fn without_swap(self) -> GameSpec {
        match self {
            GameSpec::Yavalath { side, .. } => GameSpec::Yavalath { side, swap: false },
            other => other,
        }
    }

    /// The same game with deals that are shuffled as `full`, `swaps:N` or `legal:N` says.
    ///
    /// # Errors
    /// If the game is not shuffled in such ways, or there is no such way.
    pub fn with_shuffle(self, text: &str) -> Result<GameSpec, BadSpec> {
        match self {
            GameSpec::Gaps(rules) => rules.with_shuffle(text).map(GameSpec::Gaps),
            _ => Err(BadSpec::Together {
                owner: self.listing().name.to_string(),
                problem: "there are no ways to shuffle it; only gaps has them".to_string(),
            }),
        }
    }

    /// The types behind the name, speaking text.
    #[must_use]
    pub fn room(self) -> Room {
        match self {
            GameSpec::Birds { size } => Room::Puzzle(Box::new(BirdsShelf::new(size))),
            GameSpec::Gaps(rules) => Room::Puzzle(Box::new(GapsShelf { rules })),
            GameSpec::Connect4 => Room::Duel(Box::new(Connect4Shelf)),
            GameSpec::Yavalath { side, swap } => Room::Duel(Box::new(YavalathShelf { side, swap })),
        }
    }

    /// The room of a puzzle.
    ///
    /// # Errors
    /// If the game is for two.
    pub fn puzzle(self) -> Result<Box<dyn PuzzleRoom>, WrongKind> {
        match self.room() {
            Room::Puzzle(room) => Ok(room),
            Room::Duel(_) => Err(self.not_a_puzzle()),
        }
    }

    /// What is said of a duel where a puzzle is needed.
    #[must_use]
    pub fn not_a_puzzle(self) -> WrongKind {
        WrongKind::Duel { game: self.listing().name, known: names(Room::is_puzzle) }
    }

    /// The room of a game for two.
    ///
    /// # Errors
    /// If the game is a puzzle.
    pub fn duel(self) -> Result<Box<dyn DuelRoom>, WrongKind> {
        match self.room() {
            Room::Duel(room) => Ok(room),
            Room::Puzzle(_) => {
                Err(WrongKind::Puzzle { game: self.listing().name, known: names(|room| !room.is_puzzle()) })
            }
        }
    }
}

/// The names of the games whose rooms will do.
fn names(will_do: fn(&Room) -> bool) -> String {
    let rooms =
        GameSpec::GAMES.iter().filter(|game| game.name.parse().is_ok_and(|game: GameSpec| will_do(&game.room())));
    list(rooms.map(|game| game.name))
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
            GameSpec::Gaps(rules) => rules.write_options(f),
            GameSpec::Birds { size: None } | GameSpec::Connect4 => Ok(()),
            GameSpec::Yavalath { side, swap } => YavalathShelf { side: *side, swap: *swap }.write_options(f),
        }
    }
}
