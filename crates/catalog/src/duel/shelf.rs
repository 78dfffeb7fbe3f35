//! What the catalog must know of a game for two beyond its rules; one impl per game.

use kibitzer_core::{Duel, Game, Payoff};
use kibitzer_search::{Budget, Cancel, Decider, Thinker};

use crate::algorithm::{Listing, SolverSpec};
use crate::certificate::{NoCertificate, Proved, Refused};
use crate::game::GameSpec;
use crate::options::Options;
use crate::room::BadPosition;

use super::Board;

/// A game for two with its options. Whatever implements this is a [`DuelRoom`](crate::DuelRoom).
pub(crate) trait DuelShelf: Clone + Send + Sync + 'static {
    /// The game.
    type Duel: Duel + Payoff + Send;

    /// The searches that decide positions; the first is the default.
    const DECIDERS: &'static [DeciderEntry<Self::Duel>];

    /// The searches that weigh moves; the first is the default.
    const THINKERS: &'static [ThinkerEntry<Self::Duel>];

    /// Opponents for people, the weakest first.
    const STRENGTHS: &'static [Strength];

    /// The position before the first move, as it is written.
    const START: &'static str;

    /// What the stones of the two sides look like in pictures.
    const SIDES: [char; 2];

    /// Whether its verdicts can be proved by files.
    const CERTIFIES: bool = false;

    /// The name of the game with its options.
    fn game(&self) -> GameSpec;

    /// Reads a position by the rules of this shelf.
    ///
    /// # Errors
    /// If it is not one.
    fn read_position(&self, text: &str) -> Result<Self::Duel, BadPosition> {
        text.parse().map_err(BadPosition::of)
    }

    /// Reads a move by the rules of this shelf, legal or not, or says why it is none.
    ///
    /// # Errors
    /// If it is not one.
    fn read_move(&self, text: &str) -> Result<MoveOf<Self>, String> {
        text.trim().parse().map_err(|problem| format!("{problem}"))
    }

    /// The moves of a word, which may have several, as in a position. Those that are none are left for
    /// [`DuelShelf::read_move`] to tell; an empty word has none.
    fn split<'a>(&self, word: &'a str) -> Vec<&'a str>;

    /// The text of a position with one more move, which is legal.
    fn join(&self, position: &str, mv: MoveOf<Self>) -> String;

    /// The last move of the text of a position.
    fn last_move(&self, position: &str) -> Option<MoveOf<Self>>;

    /// How many moves led to a position.
    fn plies(&self, position: &Self::Duel) -> u32;

    /// The board to be drawn.
    fn board(&self, position: &Self::Duel, last: Option<MoveOf<Self>>) -> Board;

    /// The board in a few lines of text.
    fn picture(&self, position: &Self::Duel, board: &Board) -> String {
        let _ = board;
        format!("{position:#}")
    }

    /// What a person should be told of a position, where the board does not show it: a sentence without a full stop.
    fn remark(&self, position: &Self::Duel) -> Option<String> {
        let _ = position;
        None
    }

    /// Decides a position and gives the file that proves it. Where the solver that was asked for can leave proofs, it
    /// makes this one, with its options.
    ///
    /// # Errors
    /// If there are no certificates of this game, the game is over, or the budget is spent.
    fn certify(
        &self,
        text: &str,
        spec: &SolverSpec,
        budget: Budget,
        cancel: &Cancel,
    ) -> Result<Vec<u8>, NoCertificate> {
        let _ = (text, spec, budget, cancel);
        Err(NoCertificate::NoFormat(self.game()))
    }

    /// Checks such a file with rules implemented apart from the solver's.
    ///
    /// # Errors
    /// If it does not hold.
    fn check_certificate(&self, file: &[u8]) -> Result<Proved, Refused> {
        let _ = file;
        Err(Refused { line: 1, reason: NoCertificate::NoFormat(self.game()).to_string() })
    }

    /// Why a move is illegal in a position that is not over.
    fn objection(&self, position: &Self::Duel, mv: MoveOf<Self>) -> String;

    /// What a legal move does, for a person, as in `blocks e5, then threatens c3 and c6`. `None` where the game has no
    /// words for it.
    fn explain(&self, position: &Self::Duel, mv: MoveOf<Self>) -> Option<String> {
        let _ = (position, mv);
        None
    }
}

/// A move of the game.
pub(crate) type MoveOf<S> = <<S as DuelShelf>::Duel as Game>::Move;

/// Whether options fit together, or why not.
pub(crate) type Check = fn(&Options) -> Result<(), String>;

/// One search that decides the duel `D`: the line of the catalog and the way to make it.
pub(crate) struct DeciderEntry<D: Duel> {
    pub(crate) listing: Listing,
    /// Whether the options fit together, where they might not.
    pub(crate) check: Option<Check>,
    pub(crate) build: fn(&Options) -> Box<dyn Decider<D>>,
}

/// One search that weighs the moves of the duel `D`.
pub(crate) struct ThinkerEntry<D: Duel> {
    pub(crate) listing: Listing,
    /// Whether the options fit together, where they might not.
    pub(crate) check: Option<Check>,
    /// Whether a search can be saved and taken up again.
    pub(crate) saves: bool,
    pub(crate) build: fn(&Options) -> Box<dyn Thinker<D>>,
}

/// An opponent for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// What it is called.
    pub name: &'static str,
    /// The search behind it, as it is written; it has an option `seed`.
    pub spec: &'static str,
}

impl Strength {
    /// The search with luck of its own.
    #[must_use]
    pub fn with_luck(&self, seed: u64) -> String {
        let separator = if self.spec.contains(':') { ',' } else { ':' };
        format!("{}{separator}seed={seed}", self.spec)
    }
}
