//! Positions as arrangements of the stacks that play began with: plain, exact and without any rule of the solver.
//!
//! A stack only ever flies onto another, so the cells in use and the cards on top are always among those of the start.
//! Both are numbered in the order of [`Birds::stacks`], and the two graphs of the start hold all there is to know of
//! lines and of cards for as long as play lasts.

use kibitzer_games::birds::{Birds, Flight, Graph};
use kibitzer_games::bits::members;
use kibitzer_games::cards::Card;

/// The most stacks on any board.
pub(super) const STACKS: usize = 49;

/// What stays the same while play lasts: which cells are in line and which cards are compatible.
pub(super) struct Field {
    in_line: [u64; STACKS],
    compatible: [u64; STACKS],
    tops: Vec<Card>,
}

/// Which card lies on which cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrangement {
    /// The cells that hold a stack.
    pub(super) cells: u64,
    /// The cards that are on top.
    pub(super) cards: u64,
    /// For each of `cells`, its card.
    pub(super) card_at: [u8; STACKS],
}

impl Field {
    /// The field of a start, and the start as an arrangement.
    pub(super) fn new(start: &Birds) -> (Field, Arrangement) {
        let tops: Vec<Card> = start.stacks().map(|(_, _, stack)| stack.top).collect();
        let rows = |graph: &Graph| {
            let mut rows = [0; STACKS];
            rows.iter_mut().take(tops.len()).enumerate().for_each(|(vertex, row)| *row = graph.neighbours(vertex));
            rows
        };
        let (in_line, compatible) = (rows(&start.rook_graph()), rows(&start.card_graph()));
        let all = (1 << tops.len()) - 1;
        let mut arrangement = Arrangement { cells: all, cards: all, card_at: [0; STACKS] };
        for (card, place) in (0..).zip(arrangement.card_at.iter_mut().take(tops.len())) {
            *place = card;
        }
        (Field { in_line, compatible, tops }, arrangement)
    }

    /// How many stacks there were.
    pub(super) fn stacks(&self) -> usize {
        self.tops.len()
    }

    /// The legal flights as pairs of cells, ordered by the cell of the bird and then by the cell it goes to: the order
    /// of the game's own `moves()`.
    pub(super) fn flights(&self, state: Arrangement) -> impl Iterator<Item = (usize, usize)> {
        members(state.cells).flat_map(move |from| {
            let friends = self.compatible[usize::from(state.card_at[from])];
            members(self.in_line[from] & state.cells)
                .filter(move |&to| friends >> state.card_at[to] & 1 == 1)
                .map(move |to| (from, to))
        })
    }

    /// The flight as the game writes it.
    pub(super) fn flight(&self, state: &Arrangement, (from, to): (usize, usize)) -> Flight {
        let top = |cell: usize| self.tops[usize::from(state.card_at[cell])];
        Flight { bird: top(from), onto: top(to) }
    }

    /// Whether neither the card graph nor the rook graph falls apart. If one does the position is lost: a flight joins
    /// neighbours of both graphs and takes one vertex out of each, so no part ever loses its last stack.
    pub(super) fn holds_together(&self, state: &Arrangement) -> bool {
        is_connected(&self.in_line, state.cells) && is_connected(&self.compatible, state.cards)
    }
}

impl Arrangement {
    /// The arrangement after a legal flight.
    pub(super) fn after(mut self, (from, to): (usize, usize)) -> Arrangement {
        self.cells &= !(1 << from);
        self.cards &= !(1 << self.card_at[to]);
        self.card_at[to] = self.card_at[from];
        self
    }

    /// How many stacks there are.
    pub(super) fn stacks(&self) -> u32 {
        self.cells.count_ones()
    }
}

/// Whether the vertices of a set that is not empty can all be reached from each other within it.
fn is_connected(rows: &[u64; STACKS], set: u64) -> bool {
    let mut reached = set & set.wrapping_neg();
    let mut fresh = reached;
    while fresh != 0 {
        let next = members(fresh).fold(0, |next, vertex| next | rows[vertex]);
        fresh = next & set & !reached;
        reached |= fresh;
    }
    reached == set
}

#[cfg(test)]
mod tests {
    use kibitzer_core::{Game, SplitMix};
    use kibitzer_games::birds::{Size, deal};
    use kibitzer_games::cards::DealNumber;

    use super::*;

    #[test]
    fn random_games_go_as_by_the_rules() {
        let mut stream = SplitMix::new(3);
        for (rows, columns) in [(4, 4), (2, 3), (7, 7), (1, 7)] {
            for seed in 0..40 {
                let size = Size::new(rows, columns).expect("a size");
                let mut board = deal(size, DealNumber::try_from(seed).expect("below 2^31"));
                let (field, mut state) = Field::new(&board);
                loop {
                    let joined = board.rook_graph().is_connected() && board.card_graph().is_connected();
                    assert_eq!(field.holds_together(&state), joined, "{board}");
                    let flights: Vec<_> = field.flights(state).collect();
                    assert!(flights.iter().map(|&flight| field.flight(&state, flight)).eq(board.moves()), "{board}");
                    if flights.is_empty() {
                        break;
                    }
                    let flight = flights[stream.below(flights.len())];
                    board.play(field.flight(&state, flight));
                    state = state.after(flight);
                    assert_eq!(state.stacks(), board.stack_count());
                }
            }
        }
    }
}
