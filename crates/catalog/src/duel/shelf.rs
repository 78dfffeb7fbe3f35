//! What the catalog must know of a game for two beyond its rules; one impl per game.

use kibitzer_core::{Duel, Game, Payoff};
use kibitzer_search::{Decider, Thinker};

use crate::algorithm::Listing;
use crate::game::GameSpec;
use crate::options::Options;

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

    /// The name of the game with its options.
    fn game(&self) -> GameSpec;

    /// The text of a position with one more move, which is legal.
    fn join(&self, position: &str, mv: MoveOf<Self>) -> String;

    /// The last move of the text of a position.
    fn last_move(&self, position: &str) -> Option<MoveOf<Self>>;

    /// How many moves led to a position.
    fn plies(&self, position: &Self::Duel) -> u32;

    /// The board to be drawn.
    fn board(&self, position: &Self::Duel, last: Option<MoveOf<Self>>) -> Board;

    /// Why a move is illegal in a position that is not over.
    fn objection(&self, position: &Self::Duel, mv: MoveOf<Self>) -> String;
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
