//! What the catalog must know of a puzzle beyond its rules; one impl per puzzle.

use std::sync::LazyLock;

use kibitzer_core::{Game, Puzzle};
use kibitzer_learn::models::Library;
use kibitzer_search::{Budget, Observer, Stop, Verdict};

use crate::algorithm::Algorithm;
use crate::card_board::CardBoard;
use crate::certificate::{NoCertificate, Proved, Refused};
use crate::game::GameSpec;
use crate::layout::CardLayout;
use crate::level::Level;
use crate::room::BadPosition;

/// A puzzle with its options. Whatever implements this is a [`PuzzleRoom`](crate::PuzzleRoom).
pub(crate) trait Shelf: Clone + Send + Sync + 'static {
    /// The puzzle.
    type Puzzle: Puzzle;

    /// What measures how hard it is, with tables that are kept from deal to deal.
    type Leveler: Default + Send;

    /// The searches that fit; the first is the default.
    const ALGORITHMS: &'static [Algorithm<Self::Puzzle>];

    /// The last seed; the first is 0.
    const LAST_SEED: u64;

    /// A fact of the game: all solutions of a position have the same number of moves, so each is a shortest one.
    const SOLUTIONS_HAVE_ONE_LENGTH: bool;

    /// The name of the game with its options.
    fn game(&self) -> GameSpec;

    /// The deal with this number, which is at most [`Shelf::LAST_SEED`].
    fn deal(&self, seed: u64) -> Self::Puzzle;

    /// What is spent on one deal, at most, where one is looked for that can be won.
    fn patience(&self) -> Budget {
        Budget::default()
    }

    /// Reads a position, whatever its size.
    fn read_position(&self, text: &str) -> Result<Self::Puzzle, BadPosition> {
        text.parse().map_err(BadPosition::of)
    }

    /// A position as text, for whoever knows the game with its options.
    fn write_position(&self, position: &Self::Puzzle) -> String {
        position.to_string()
    }

    /// A picture of a position, a few lines of text.
    fn picture(&self, position: &Self::Puzzle) -> String {
        format!("{position:#}")
    }

    /// A line of moves, word by word.
    fn words<'a>(&self, moves: &'a str) -> Vec<&'a str> {
        moves.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect()
    }

    /// Whether a position that was read is one of the game with its options, or why not.
    fn admit(&self, position: &Self::Puzzle) -> Result<(), String>;

    /// The models of its searches; none where nothing was learned.
    fn models(&self) -> &Library {
        static NONE: LazyLock<Library> = LazyLock::new(Library::default);
        &NONE
    }

    /// Takes other models, or says why not.
    fn set_models(&mut self, library: Library) -> Result<(), String> {
        drop(library);
        Err(format!("{} has no learned models", self.game()))
    }

    /// Whether levels are measured for the game with its options, or why not.
    fn has_levels(&self) -> Result<(), String>;

    /// How hard a position is; `None` if it cannot be won.
    fn level(
        &self,
        leveler: &mut Self::Leveler,
        position: &Self::Puzzle,
        observer: &mut dyn Observer<Self::Puzzle>,
    ) -> Result<Option<Level>, Stop>;

    /// Whether that is how hard it is, which may take less than to tell how hard it is.
    fn has_level(
        &self,
        leveler: &mut Self::Leveler,
        position: &Self::Puzzle,
        level: Level,
        observer: &mut dyn Observer<Self::Puzzle>,
    ) -> Result<bool, Stop> {
        Ok(self.level(leveler, position, observer)? == Some(level))
    }

    /// The file that proves a verdict to whoever checks it; the budget is for making it.
    fn certify(
        &self,
        position: &Self::Puzzle,
        verdict: &Verdict<MoveOf<Self>>,
        budget: Budget,
        observer: &mut dyn Observer<Self::Puzzle>,
    ) -> Result<Vec<u8>, NoCertificate>;

    /// Checks such a file, with rules of its own.
    fn check_certificate(&self, file: &[u8]) -> Result<Proved, Refused>;

    /// The cards of a position and the places that moves go from and to.
    fn layout(&self, position: &Self::Puzzle) -> CardLayout;

    /// Why a position cannot be won, in words, where that is seen at a glance.
    fn doom(&self, position: &Self::Puzzle) -> Option<String> {
        let _ = position;
        None
    }

    /// Why a move is illegal in a position.
    fn objection(&self, position: &Self::Puzzle, mv: MoveOf<Self>) -> String;

    /// What a legal move does, in words; `None` where the game has none.
    fn explain(&self, position: &Self::Puzzle, mv: MoveOf<Self>) -> Option<String> {
        let _ = (position, mv);
        None
    }

    /// The cards of a position, cell by cell; `None` where a picture is all there is.
    fn board(&self, position: &Self::Puzzle) -> Option<CardBoard> {
        let _ = position;
        None
    }

    /// How often a game may be dealt anew.
    fn redeals(&self) -> u32 {
        0
    }

    /// The position dealt anew, with this luck; `None` where the game does not have that.
    fn redeal(&self, position: &Self::Puzzle, luck: u64) -> Option<Self::Puzzle> {
        let _ = (position, luck);
        None
    }

    /// What makes solutions shorter; `None` where the game has nothing of the kind.
    fn shortener(&self) -> Option<Shorten<Self::Puzzle>> {
        None
    }
}

/// Makes a solution shorter, or leaves it as it is.
pub(crate) type Shorten<P> = fn(&P, &[<P as Game>::Move]) -> Vec<<P as Game>::Move>;

/// A move of the puzzle.
pub(crate) type MoveOf<S> = <<S as Shelf>::Puzzle as Game>::Move;
