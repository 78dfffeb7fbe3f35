//! What a census needs to know of a game.

use std::fmt::Write;

use kibitzer_core::{Blind, Game, Puzzle};
use kibitzer_exact::birds::Exact;
use kibitzer_games::birds::{Birds, Flight, Size, deal};
use kibitzer_games::cards::{Card, DealNumber};
use kibitzer_search::{Budget, Closed, DepthFirst, Solver};

use crate::Finding;

/// Plain search gives up after this much, and says so.
const TWIN: Budget = Budget { nodes: Some(20_000_000), time: None, bytes: Some(4 << 30) };

/// A game that can be counted: its deals, its solver, and the numbers that describe a deal.
pub trait Subject: Sync + 'static {
    /// The game.
    type Puzzle: Puzzle;

    /// The names of the numbers that describe a deal; each is a column.
    const FEATURES: &'static [&'static str];

    /// What [`Subject::is_plain`] sees, for tables.
    const PLAIN: &'static str;

    /// The game as the command line writes it.
    fn game(&self) -> String;

    /// The first seed that names no deal.
    fn seeds_end(&self) -> u64;

    /// The deal with this seed.
    ///
    /// # Panics
    /// If there is none: see [`Subject::seeds_end`].
    fn deal(&self, seed: u64) -> Self::Puzzle;

    /// A solver that decides deals one after the other; its counts for one do not depend on those before.
    fn solver(&self) -> impl Solver<Self::Puzzle> + Send;

    /// The features of a deal; `None` where a number does not fit.
    fn features(&self, deal: &Self::Puzzle) -> impl IntoIterator<Item = Option<i64>>;

    /// Whether the deal is plainly unsolvable, without any search.
    fn is_plain(&self, deal: &Self::Puzzle) -> bool;

    /// The same, by the features alone.
    fn looks_plain(&self, features: impl Iterator<Item = Option<i64>>) -> bool;

    /// What a deal is that was called unsolvable, by other means than those of the solver.
    ///
    /// # Errors
    /// What is wrong with a proof that cannot be right.
    fn judge(&self, deal: &Self::Puzzle) -> Result<Finding, String> {
        Ok(by_plain_search(deal))
    }

    /// Whether the moves are legal, one after the other, and end in the goal.
    fn wins(deal: &Self::Puzzle, moves: &[<Self::Puzzle as Game>::Move]) -> bool {
        let mut position = deal.clone();
        moves.iter().all(|&mv| position.try_play(mv).is_ok()) && position.is_goal()
    }

    /// Appends a move to a text, as `Display` would write it.
    fn write_move(mv: <Self::Puzzle as Game>::Move, text: &mut String) {
        write!(text, "{mv}").expect("a String takes any text");
    }
}

/// What plain search says, which prunes nothing.
pub(super) fn by_plain_search<P: Puzzle>(deal: &P) -> Finding {
    let mut twin = DepthFirst { heuristic: Blind, closed: Closed::All };
    Finding::from(&twin.solve(deal, TWIN, &mut ()).verdict)
}

/// Birds of a Feather on boards of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BirdsDeals {
    /// The size.
    pub size: Size,
}

impl BirdsDeals {
    /// Boards of this size, or of the standard one.
    #[must_use]
    pub fn of_size(size: Option<Size>) -> BirdsDeals {
        BirdsDeals { size: size.unwrap_or(Size::STANDARD) }
    }
}

/// The text of each card. `Display` costs a tenth of a deal, a table a hundredth.
const CARDS: [[u8; 2]; Card::COUNT] = {
    let mut cards = [[0; 2]; Card::COUNT];
    let mut number = 0;
    while number < Card::COUNT {
        cards[number] = [b"A23456789TJQK"[number / 4], b"CDHS"[number % 4]];
        number += 1;
    }
    cards
};

impl Subject for BirdsDeals {
    type Puzzle = Birds;

    /// Of the card graph: pairs without an edge and pairs without a common neighbour, as Hoshino and Kahn (2019)
    /// count them, and the number of spanning trees.
    const FEATURES: &'static [&'static str] = &["nw1", "nw2", "spanning_trees"];

    const PLAIN: &'static str = "card graph disconnected";

    fn game(&self) -> String {
        match self.size {
            Size::STANDARD => "birds".to_string(),
            size => format!("birds:rows={},cols={}", size.rows(), size.columns()),
        }
    }

    fn seeds_end(&self) -> u64 {
        u64::from(DealNumber::LAST) + 1
    }

    fn deal(&self, seed: u64) -> Birds {
        deal(self.size, DealNumber::try_from(seed).expect("the range was checked"))
    }

    fn solver(&self) -> impl Solver<Birds> + Send {
        Exact::default()
    }

    fn features(&self, deal: &Birds) -> impl IntoIterator<Item = Option<i64>> {
        let graph = deal.card_graph();
        let trees = graph.spanning_trees().and_then(|trees| i64::try_from(trees).ok());
        let pairs = [graph.pairs_without_edge(), graph.pairs_without_common_neighbour()];
        [Some(pairs[0].into()), Some(pairs[1].into()), trees]
    }

    fn is_plain(&self, deal: &Birds) -> bool {
        !deal.card_graph().is_connected()
    }

    fn looks_plain(&self, features: impl Iterator<Item = Option<i64>>) -> bool {
        features.last().flatten() == Some(0)
    }

    fn wins(deal: &Birds, flights: &[Flight]) -> bool {
        deal.is_won_by(flights)
    }

    fn write_move(flight: Flight, text: &mut String) {
        for (card, after) in [(flight.bird, Some('-')), (flight.onto, None)] {
            text.extend(CARDS[card.number()].map(char::from));
            text.extend(after);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_as_they_display() {
        let cards = || (0..52).filter_map(Card::new);
        for flight in cards().flat_map(|bird| cards().map(move |onto| Flight { bird, onto })) {
            let mut text = String::new();
            BirdsDeals::write_move(flight, &mut text);
            assert_eq!(text, flight.to_string());
        }
    }

    #[test]
    fn a_deal_that_falls_apart_is_plain_by_board_and_by_features() {
        let birds = BirdsDeals { size: Size::STANDARD };
        for seed in 0..2000 {
            let deal = birds.deal(seed);
            assert_eq!(birds.is_plain(&deal), birds.looks_plain(birds.features(&deal).into_iter()), "seed {seed}");
        }
    }
}
