//! Provers for boards of all sizes, each with words as short as they can be.

use kibitzer_games::yavalath::{Cells, Side, Yavalath};
use kibitzer_search::{Meter, Stop};

use super::forcing::Line;
use super::position::Position;
use super::prove::{Found, Prover, Tuning};
use super::symmetry::{Code, Symmetry};
use super::table::Table;
use super::word::Word;

/// A prover in words that the board fits.
#[expect(clippy::large_enum_variant, reason = "there are two of them in all")]
pub(super) enum Hunt {
    /// Of up to 37 cells.
    Small(Prover<u64>),
    /// Of any size.
    Large(Prover<Cells>),
}

/// Calls the same of either.
macro_rules! either {
    ($hunt:expr, $prover:ident => $call:expr) => {
        match $hunt {
            Hunt::Small($prover) => $call,
            Hunt::Large($prover) => $call,
        }
    };
}

impl Hunt {
    /// A prover with a table of this much memory, and so much more for endings; `None` where there is not as much.
    pub(super) fn new(side: Side, bytes: usize, for_endings: usize, tuning: Tuning) -> Option<Hunt> {
        Some(if side <= Side::FOUR {
            Hunt::Small(Prover::new(side, bytes, for_endings, tuning)?)
        } else {
            Hunt::Large(Prover::new(side, bytes, for_endings, tuning)?)
        })
    }

    /// The least memory of a table.
    pub(super) fn least_bytes(side: Side) -> usize {
        Table::smallest(Symmetry::<Cells>::key_bits(side))
    }

    pub(super) fn bytes(&self) -> usize {
        either!(self, prover => prover.bytes())
    }

    /// With fewer stones than this the moves are asked about one by one, with limits that grow; else by one search. On
    /// small boards little is forced, and one search of two stones goes round between moves that all have to be refuted.
    pub(super) const fn plies_apart(&self) -> u32 {
        match self {
            Hunt::Small(_) => 3,
            Hunt::Large(_) => 2,
        }
    }

    /// [`Prover::ask`]
    pub(super) fn ask(
        &mut self,
        position: &Position,
        is_hunter: bool,
        limit: u64,
        meter: &mut Meter<'_, Yavalath>,
    ) -> Result<Option<Found>, Stop> {
        either!(self, prover => prover.ask(&position.in_words_of(), is_hunter, limit, meter))
    }

    /// [`Prover::known`]
    pub(super) fn known(&mut self, position: &Position, is_hunter: bool) -> Option<Found> {
        either!(self, prover => prover.known(&position.in_words_of(), is_hunter))
    }

    /// [`Prover::candidates`]
    pub(super) fn candidates(&mut self, position: &Position) -> Cells {
        either!(self, prover => prover.candidates(&position.in_words_of()).widened())
    }

    /// A forcing line of the side to move that wins.
    pub(super) fn line(&mut self, position: &Position) -> Option<Line> {
        either!(self, prover => prover.forcing.wins(&position.in_words_of()).then(|| prover.forcing.line()))
    }

    /// A forcing line that would win for the other side if it were to move.
    pub(super) fn line_against(&mut self, position: &Position) -> Option<Line> {
        let passed = position.passed();
        either!(self, prover => prover.against.wins(&passed.in_words_of()).then(|| prover.against.line()))
    }

    /// A number that positions share exactly if one is an image of the other.
    pub(super) fn code(&self, position: &Position) -> Code {
        either!(self, prover => prover.symmetry.code(&position.in_words_of()).0)
    }
}
