//! How hard a deal is for a person, measured by letting a model of a person play it until it wins.
//!
//! # The player
//!
//! The player makes sensible moves at random, without the experience of [`Roam`](super::Roam): most often it lengthens a
//! row that is in order from its beginning. Where it gets stuck it takes moves back and tries others, and after some hundreds of positions
//! it begins anew. How many positions it has seen at the first win is what the levels mean. The games depend on the deal
//! alone, so a deal is always as hard.
//!
//! One game after the other without taking back tells deals apart badly: of random deals of 4x13 that can be won, four in
//! five withstand 20,000 such games under every rule.

use std::fmt::{self, Display};
use std::str::FromStr;

use kibitzer_core::SplitMix;
use kibitzer_games::gaps::{First, Gaps};
use kibitzer_search::{Budget, Meter, Observer, Solver, Stop, Verdict};

use super::Deep;
use super::board::{Board, Frame, read};
use super::habit::Habit;
use super::roam::Roamer;

/// After this many positions the player gives up.
pub const POSITIONS: u64 = 5_000_000;

/// The most positions that an easy deal takes.
pub const EASY: u64 = 200_000;

/// The most positions that a medium deal takes.
pub const MEDIUM: u64 = 1_000_000;

/// How hard a deal is, in four words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The player wins within [`EASY`] positions.
    Easy,
    /// Within [`MEDIUM`] positions.
    Medium,
    /// Within [`POSITIONS`].
    Hard,
    /// Not even then.
    Expert,
}

impl Level {
    /// All of them, the easiest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Expert];
}

impl Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
        })
    }
}

/// A word that is not a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotALevel {
    /// The word.
    pub found: String,
}

impl Display for NotALevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a level: easy, medium, hard or expert", self.found)
    }
}

impl std::error::Error for NotALevel {}

impl FromStr for Level {
    type Err = NotALevel;

    fn from_str(text: &str) -> Result<Level, NotALevel> {
        let level = Level::ALL.into_iter().find(|level| level.to_string() == text);
        level.ok_or_else(|| NotALevel { found: text.to_string() })
    }
}

/// What became of the games on a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// How many positions the player saw.
    pub positions: u64,
    /// Whether it won in the end.
    pub won: bool,
}

impl Difficulty {
    /// The level that the games speak for.
    #[must_use]
    pub fn level(self) -> Level {
        match self.positions {
            _ if !self.won => Level::Expert,
            positions if positions <= EASY => Level::Easy,
            positions if positions <= MEDIUM => Level::Medium,
            _ => Level::Hard,
        }
    }
}

/// Measures deals. Keeps the tables of its solver, so use one for many.
///
/// ```
/// use kibitzer_exact::gaps::level::{Level, Leveler};
/// use kibitzer_games::gaps::{Dealer, Shuffle};
///
/// let start = Dealer { shuffle: Shuffle::Legal(5), ..Dealer::default() }.deal(1);
/// let difficulty = Leveler::default().measure(&start, &mut ()).expect("nobody ends it");
/// assert_eq!(difficulty.expect("it can be won").level(), Level::Easy);
/// ```
#[derive(Debug, Default)]
pub struct Leveler {
    deep: Deep,
}

impl Leveler {
    /// Plays a deal; `None` if it is proved that it cannot be won, for such a deal has no level.
    ///
    /// Proofs are sought under the rule `suit` alone, where they are quick. Under the others a lost deal is called
    /// expert, unless the caller knows better.
    ///
    /// # Errors
    /// If the observer ends it.
    pub fn measure(&mut self, start: &Gaps, observer: &mut dyn Observer<Gaps>) -> Result<Option<Difficulty>, Stop> {
        let difficulty = play(start, POSITIONS, observer)?;
        if !difficulty.won && start.first() == First::Suit {
            match self.deep.solve(start, Budget::default(), observer).verdict {
                Verdict::Solved(_) => {}
                Verdict::Unsolvable => return Ok(None),
                Verdict::Unknown(stop) => return Err(stop),
            }
        }
        Ok(Some(difficulty))
    }
}

/// What becomes of a deal within so many positions: the beginning of what would become of it within more.
///
/// # Errors
/// If the observer ends it.
pub fn play(start: &Gaps, positions: u64, observer: &mut dyn Observer<Gaps>) -> Result<Difficulty, Stop> {
    let (frame, board, _) = read(start);
    let seed = seed_of(frame, &board);
    let mut meter = Meter::new(Budget { nodes: Some(positions), ..Budget::default() }, observer);
    let won = match Roamer::new(frame, board, Habit::Plain, seed).roam(&mut meter) {
        Ok(()) => true,
        Err(Stop::Nodes) => false,
        Err(stop) => return Err(stop),
    };
    Ok(Difficulty { positions: meter.stats().expanded, won })
}

/// A number made of the cards and their places.
fn seed_of(frame: Frame, board: &Board) -> u64 {
    frame.cells().fold(0, |seed, cell| {
        let found = u64::from(cell) << 8 | u64::from(board.at(cell));
        SplitMix::new(seed ^ found).next_u64()
    })
}

#[cfg(test)]
mod tests {
    use kibitzer_games::gaps::Dealer;

    use super::*;

    #[test]
    fn the_words_are_those_of_the_contract() {
        for (level, word) in Level::ALL.into_iter().zip(["easy", "medium", "hard", "expert"]) {
            assert_eq!(word.parse(), Ok(level));
            assert_eq!(level.to_string(), word);
        }
    }

    #[test]
    fn the_player_does_not_change() {
        let seen = |first, seed| {
            let start = Dealer { first, ..Dealer::default() }.deal(seed);
            play(&start, POSITIONS, &mut ()).expect("nobody ends it")
        };
        let found = [seen(First::Any, 0), seen(First::Any, 16), seen(First::Lowest, 9)];
        assert_eq!(found, [9_436, 320_060, 91_898].map(|positions| Difficulty { positions, won: true }));
    }

    #[test]
    fn a_lost_deal_has_no_level_and_a_deal_always_the_same() {
        let lost: Gaps = Gaps::read(First::Suit, "3C 4C -- 2C").expect("a position");
        assert_eq!(Leveler::default().measure(&lost, &mut ()), Ok(None));
        let start = super::super::twin::deal(4, 6, First::Lowest, kibitzer_games::gaps::Shuffle::Full, 3);
        let mut leveler = Leveler::default();
        assert_eq!(leveler.measure(&start, &mut ()), leveler.measure(&start, &mut ()));
    }
}
