//! Gaps in the catalog.

mod board;
mod paper;
mod proofs;
mod rules;
mod searches;
mod words;

use kibitzer_exact::gaps::{Exact, level, shorten};
use kibitzer_games::gaps::{First, Gaps, Shift};
use kibitzer_search::{Budget, Observer, Solver, Stop, Verdict};

use crate::algorithm::Algorithm;
use crate::card_board::CardBoard;
use crate::certificate::{NoCertificate, Proved, Refused};
use crate::game::GameSpec;
use crate::layout::CardLayout;
use crate::level::Level;
use crate::room::BadPosition;
use crate::shelf::{Shelf, Shorten};

pub use rules::GapsRules;

/// Gaps with its rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GapsShelf {
    pub(crate) rules: GapsRules,
}

/// A model of a person, and who knows whether a deal can be won that the person has not won.
#[derive(Default)]
pub(crate) struct GapsLeveler {
    player: level::Leveler,
    exact: Exact,
}

/// The level that the games of the player speak for.
fn level_of(difficulty: level::Difficulty) -> Level {
    match difficulty.level() {
        level::Level::Easy => Level::Easy,
        level::Level::Medium => Level::Medium,
        level::Level::Hard => Level::Hard,
        level::Level::Expert => Level::Expert,
    }
}

impl Shelf for GapsShelf {
    type Puzzle = Gaps;
    type Leveler = GapsLeveler;

    const ALGORITHMS: &'static [Algorithm<Gaps>] = searches::ALGORITHMS;
    /// The last whole number that every program can hold exactly, those that know only floating point included.
    const LAST_SEED: u64 = (1 << 53) - 1;
    const SOLUTIONS_HAVE_ONE_LENGTH: bool = false;

    fn game(&self) -> GameSpec {
        GameSpec::Gaps(self.rules)
    }

    fn deal(&self, seed: u64) -> Gaps {
        self.rules.dealer().deal(seed)
    }

    /// A quarter of a second to some seconds of each solver, in its own nodes, so that the same deals are found everywhere.
    fn patience(&self) -> Budget {
        let nodes = match self.rules.first {
            First::Suit => 20_000_000,
            First::Lowest => 20_000,
            First::Any => 2_000_000,
        };
        Budget { nodes: Some(nodes), ..Budget::default() }
    }

    fn read_position(&self, text: &str) -> Result<Gaps, BadPosition> {
        Gaps::read(self.rules.first, text).map_err(BadPosition::of)
    }

    fn write_position(&self, position: &Gaps) -> String {
        position.plain().to_string()
    }

    fn picture(&self, position: &Gaps) -> String {
        board::board(position).text()
    }

    fn words<'a>(&self, moves: &'a str) -> Vec<&'a str> {
        words::split(moves)
    }

    fn admit(&self, position: &Gaps) -> Result<(), String> {
        let found = position.size();
        match self.rules.size {
            Some(size) if size != found => Err(format!(
                "the board has {} x {} cells, but {} asks for {} x {}",
                found.rows(),
                found.columns(),
                Shelf::game(self),
                size.rows(),
                size.columns()
            )),
            _ => Ok(()),
        }
    }

    fn layout(&self, position: &Gaps) -> CardLayout {
        board::layout(position)
    }

    fn has_levels(&self) -> Result<(), String> {
        Ok(())
    }

    fn level(
        &self,
        leveler: &mut GapsLeveler,
        position: &Gaps,
        observer: &mut dyn Observer<Gaps>,
    ) -> Result<Option<Level>, Stop> {
        let Some(difficulty) = leveler.player.measure(position, observer)? else { return Ok(None) };
        if !difficulty.won {
            // The player has not shown that it can be won; whether it can, a solver must say.
            match leveler.exact.solve(position, Shelf::patience(self), observer).verdict {
                Verdict::Solved(_) => {}
                Verdict::Unknown(Stop::Cancelled) => return Err(Stop::Cancelled),
                Verdict::Unsolvable | Verdict::Unknown(_) => return Ok(None),
            }
        }
        Ok(Some(level_of(difficulty)))
    }

    fn has_level(
        &self,
        leveler: &mut GapsLeveler,
        position: &Gaps,
        level: Level,
        observer: &mut dyn Observer<Gaps>,
    ) -> Result<bool, Stop> {
        // What is easy is won soon, so that no player has to go on for longer. Only where it never wins must a solver say
        // whether the deal can be won at all.
        let most = match level {
            Level::Easy => level::EASY,
            Level::Medium => level::MEDIUM,
            Level::Hard => level::POSITIONS,
            Level::Expert => return Ok(self.level(leveler, position, observer)? == Some(level)),
        };
        let difficulty = level::play(position, most, observer)?;
        Ok(difficulty.won && level_of(difficulty) == level)
    }

    fn certify(
        &self,
        position: &Gaps,
        verdict: &Verdict<Shift>,
        budget: Budget,
        observer: &mut dyn Observer<Gaps>,
    ) -> Result<Vec<u8>, NoCertificate> {
        proofs::certify(self.rules, position, verdict, budget, observer)
    }

    fn check_certificate(&self, file: &[u8]) -> Result<Proved, Refused> {
        proofs::check(self.rules, file)
    }

    fn objection(&self, position: &Gaps, shift: Shift) -> String {
        words::objection(position, shift)
    }

    fn explain(&self, position: &Gaps, shift: Shift) -> Option<String> {
        Some(words::explanation(position, shift))
    }

    fn board(&self, position: &Gaps) -> Option<CardBoard> {
        Some(board::board(position))
    }

    fn redeals(&self) -> u32 {
        self.rules.redeals
    }

    fn redeal(&self, position: &Gaps, luck: u64) -> Option<Gaps> {
        Some(position.redeal(luck))
    }

    fn shortener(&self) -> Option<Shorten<Gaps>> {
        Some(shorten)
    }
}
