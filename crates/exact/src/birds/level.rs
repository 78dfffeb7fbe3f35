//! How hard a deal is for a person, measured by letting a model of a person play it.
//!
//! # The player
//!
//! The player of [`Leveler`] is *sensible*: it never makes a move that visibly loses at once, by leaving a stack
//! stranded or by letting the cards fall into parts that have nothing in common; it looks at up to [`LOOKS`] of the
//! other moves, at random, and makes the one after which most moves are open. When [`FORESIGHT`] stacks are left it
//! sees the rest of the game and makes no mistake any more. So a game is won if and only if the position can still be
//! won when so many stacks are left.
//!
//! That is how a person plays who knows the game but does not calculate: keep everything together, keep options open,
//! work out the end. How often such a player wins is what the levels mean: an easy deal falls at the third attempt
//! or sooner, an expert deal withstands ten and asks for a plan.
//!
//! # The levels
//!
//! | level | games won | share of deals | games won, mean | without foresight, mean |
//! |---|---|---|---|---|
//! | easy | more than 3 in 10 | 30.2% | 41.1% | 12.8% |
//! | medium | more than 2 in 10 | 26.8% | 24.9% | 7.3% |
//! | hard | more than 1 in 10 | 27.9% | 15.2% | 4.4% |
//! | expert | at most 1 in 10 | 15.1% | 6.3% | 1.8% |
//!
//! | quantile of deals | 1% | 5% | 10% | 20% | 30% | 40% | 50% | 60% | 70% | 80% | 90% | 95% | 99% |
//! |---|---|---|---|---|---|---|---|---|---|---|---|---|---|
//! | games won, in % | 1.5 | 5.2 | 7.8 | 12.2 | 15.5 | 19.0 | 22.5 | 26.2 | 30.2 | 35.5 | 43.2 | 49.8 | 61.2 |
//!
//! Measured on the 4,986 of the deals 0 to 4999 that can be won, by
//! `cargo run --release -p kibitzer-exact --example levels 0 5000`. With [`GAMES`] games the share of those won has a
//! standard error of 2%, so a deal near a border may be called either way; but always the same way.
//!
//! Some measures that do not tell deals apart: uniformly random play wins almost no game on any deal, random play that
//! avoids visible losses hardly more, and nearly every first move of nearly every deal is safe.

use std::fmt::{self, Display};
use std::str::FromStr;

use kibitzer_core::{Game, SplitMix};
use kibitzer_games::birds::{Birds, Flight};
use kibitzer_search::{Budget, Observer, Solver, Stop, Verdict};

use super::Exact;
use super::arrangement::{Arrangement, Field};

/// How many games are played on a deal.
pub const GAMES: u32 = 400;

/// How many moves the player weighs up at a time.
pub const LOOKS: usize = 8;

/// With this many stacks left the player sees the rest of the game.
pub const FORESIGHT: u32 = 7;

/// How hard a deal is, in four words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The sensible player wins more than 3 games in 10.
    Easy,
    /// More than 2 in 10.
    Medium,
    /// More than 1 in 10.
    Hard,
    /// At most 1 in 10.
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

/// What became of the games on a deal that can be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// How many games were played: [`GAMES`].
    pub games: u32,
    /// How many of them the sensible player won.
    pub won: u32,
    /// How many it would have won without foresight, sensible to the end.
    pub won_without_foresight: u32,
}

impl Difficulty {
    /// The level that the games speak for.
    #[must_use]
    pub fn level(self) -> Level {
        match (10 * self.won).div_ceil(self.games.max(1)) {
            0 | 1 => Level::Expert,
            2 => Level::Hard,
            3 => Level::Medium,
            _ => Level::Easy,
        }
    }
}

/// Measures deals. Keeps the tables of its solver and its player, so use one for many.
///
/// ```
/// use kibitzer_exact::birds::level::{Level, Leveler};
///
/// let difficulty = Leveler::default().measure(&"8C 7S / 2D 8D".parse()?, &mut ());
/// assert_eq!(difficulty.expect("nobody ends it").expect("it can be won").level(), Level::Easy);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Leveler {
    exact: Exact,
    player: Player,
}

impl Leveler {
    /// Plays a deal; `None` if it cannot be won, for such a deal has no level.
    ///
    /// The games depend on the cards and their places alone: the same deal is always as hard.
    ///
    /// # Errors
    /// If the observer ends a search.
    pub fn measure(&mut self, start: &Birds, observer: &mut dyn Observer<Birds>) -> Result<Option<Difficulty>, Stop> {
        if !self.is_solvable(start, observer)? {
            return Ok(None);
        }
        let mut difficulty = Difficulty { games: GAMES, won: 0, won_without_foresight: 0 };
        let mut stream = SplitMix::new(seed_of(start));
        let (field, first) = Field::new(start);
        for _ in 0..GAMES {
            let state = self.player.play(&field, first, FORESIGHT, &mut stream);
            if state.stacks() <= FORESIGHT {
                let board = self.player.line.iter().fold(*start, |board, flight| board.after(*flight));
                difficulty.won += u32::from(self.is_solvable(&board, observer)?);
                let end = self.player.play(&field, state, 1, &mut stream);
                difficulty.won_without_foresight += u32::from(end.stacks() == 1);
            }
        }
        Ok(Some(difficulty))
    }

    fn is_solvable(&mut self, board: &Birds, observer: &mut dyn Observer<Birds>) -> Result<bool, Stop> {
        match self.exact.solve(board, Budget::default(), observer).verdict {
            Verdict::Solved(_) => Ok(true),
            Verdict::Unsolvable => Ok(false),
            Verdict::Unknown(stop) => Err(stop),
        }
    }
}

/// A number made of the cards and their places.
fn seed_of(start: &Birds) -> u64 {
    start.stacks().fold(0, |seed, (row, column, stack)| {
        let place = (row * 7 + column) * 52 + stack.top.number();
        SplitMix::new(seed ^ place as u64).next_u64()
    })
}

/// The sensible player, without its foresight.
#[derive(Default)]
struct Player {
    /// The flights of the last game.
    line: Vec<Flight>,
    /// Those that have not been looked at.
    open: Vec<(usize, usize)>,
}

impl Player {
    /// Plays until at most `enough` stacks are left or no flight holds everything together.
    fn play(&mut self, field: &Field, from: Arrangement, enough: u32, stream: &mut SplitMix) -> Arrangement {
        self.line.clear();
        let mut state = from;
        while state.stacks() > enough
            && let Some(flight) = self.choose(field, state, stream)
        {
            self.line.push(field.flight(&state, flight));
            state = state.after(flight);
        }
        state
    }

    /// Of a few random flights that hold everything together the one after which most flights are legal.
    fn choose(&mut self, field: &Field, state: Arrangement, stream: &mut SplitMix) -> Option<(usize, usize)> {
        self.open.clear();
        self.open.extend(field.flights(state));
        let drawn = std::iter::from_fn(|| {
            let count = self.open.len();
            (count > 0).then(|| self.open.swap_remove(stream.below(count)))
        });
        let careful = drawn.filter(|&flight| field.holds_together(&state.after(flight))).take(LOOKS);
        careful.max_by_key(|&flight| field.flights(state.after(flight)).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_the_contract() {
        for (level, word) in Level::ALL.into_iter().zip(["easy", "medium", "hard", "expert"]) {
            assert_eq!(word.parse(), Ok(level));
            assert_eq!(level.to_string(), word);
        }
        let error = "Easy".parse::<Level>().expect_err("words are lowercase");
        assert_eq!(error.to_string(), "'Easy' is not a level: easy, medium, hard or expert");
    }

    #[test]
    fn levels_change_at_one_two_and_three_games_in_ten() {
        let level = |won| Difficulty { games: 1000, won, won_without_foresight: 0 }.level();
        assert_eq!([0, 100, 101, 200].map(level), [Level::Expert, Level::Expert, Level::Hard, Level::Hard]);
        assert_eq!([201, 300, 301, 1000].map(level), [Level::Medium, Level::Medium, Level::Easy, Level::Easy]);
    }

    #[test]
    fn the_player_keeps_most_moves_open() {
        let start: Birds = "8C 7S 2D / 9C 8D --".parse().expect("a position");
        let (field, first) = Field::new(&start);
        let open = |flight| field.flights(first.after(flight)).count();
        let careful = || field.flights(first).filter(|&flight| field.holds_together(&first.after(flight)));
        let (fewest, most) = (careful().map(open).min(), careful().map(open).max());
        assert!(careful().count() <= LOOKS && fewest < most, "{fewest:?} to {most:?} show nothing");
        for seed in 0..50 {
            let chosen = Player::default().choose(&field, first, &mut SplitMix::new(seed));
            assert_eq!(chosen.map(open), most);
        }
    }

    #[test]
    fn the_seed_of_a_deal_depends_on_cards_and_places_but_not_on_sizes() {
        let seed = |text: &str| seed_of(&text.parse().expect("a position"));
        assert_eq!(seed("8C 7S / 2D --"), seed("8Cx2 7S / 2D --"));
        assert_ne!(seed("8C 7S / 2D --"), seed("7S 8C / 2D --"));
        assert_ne!(seed("8C 7S / 2D --"), seed("8C 7S / -- 2D"));
        assert_ne!(seed("8C 7S / 2D --"), seed("8C 7S / 3D --"));
    }
}
