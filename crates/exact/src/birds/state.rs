//! The position as the solver holds it, and the order in which it tries moves.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use super::grid::{Grid, Set};

/// Which cells are occupied, and which of the cards on them are compatible. Stack sizes do not matter.
///
/// The card graph is labelled by cells, not by cards: bit `b` of `compatible[a]` says that the cards on cells `a` and
/// `b` are compatible. So a legal move is one `and` with the lines of the board, and the card that flies takes its row
/// and column of this matrix along.
#[derive(Clone, Copy)]
pub(super) struct State<G: Grid> {
    pub(super) compatible: G::Rows,
    pub(super) occupied: G::Set,
    /// Which card lies where; the search itself never looks, but two arrangements are told apart by this.
    pub(super) cards: G::Cards,
}

/// A flight from one cell to another, with its place in the order: larger goes first.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ranked(u32);

impl Ranked {
    const CELL_BITS: u32 = 6;
    /// Ranks lie well within this of zero.
    const MIDDLE: i32 = 1 << 18;
    /// The largest rank, with room for what raises it.
    pub(super) const HIGHEST: i32 = Self::MIDDLE - 1;

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cells and ranks are small")]
    pub(super) fn new(rank: i32, from: usize, to: usize) -> Self {
        let rank = (Self::MIDDLE + rank) as u32;
        Self(rank << (2 * Self::CELL_BITS) | (from as u32) << Self::CELL_BITS | to as u32)
    }

    /// Moves the flight up in the order.
    pub(super) const fn raise(&mut self, by: u32) {
        self.0 += by << (2 * Self::CELL_BITS);
    }

    pub(super) const fn from(self) -> usize {
        (self.0 >> Self::CELL_BITS & 63) as usize
    }

    pub(super) const fn to(self) -> usize {
        (self.0 & 63) as usize
    }
}

/// For each cell, what is lost when its stack leaves and when its card is covered.
pub(super) struct Losses {
    pub(super) left: [i16; 49],
    pub(super) covered: [i16; 49],
}

impl Default for Losses {
    fn default() -> Self {
        Self { left: [0; 49], covered: [0; 49] }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "there are at most 49 cells")]
#[inline(always)]
fn count<S: Set>(set: S) -> i16 {
    set.len() as i16
}

/// What the order of moves is made of. Each term is what a flight takes away, so that what is left is largest: fitted
/// by hill climbing on the share of deals (numbers from 1,000,000 on) that a single dive without any search wins.
pub(super) mod weight {
    /// A legal pair of stacks, lost or won.
    pub(in super::super) const LEGAL: i16 = 20;
    /// An edge of the card graph, lost with the covered card.
    pub(super) const CARD_EDGE: i16 = 40;
    /// An edge of the rook graph, lost with the cell that is left.
    pub(super) const CELL_EDGE: i16 = 50;
    /// An edge of the rook graph at the cell that is flown to.
    pub(super) const TARGET_EDGE: i16 = 20;
    /// A neighbour of the covered card that has at most two others, and once more if it has at most three.
    pub(super) const LONELY_CARD: i16 = 12;
    /// A neighbour of the left cell that has at most two others.
    pub(super) const LONELY_CELL: i16 = 15;
}

impl<G: Grid> State<G> {
    /// The position after a flight.
    #[inline(always)]
    pub(super) fn after(&self, from: usize, to: usize) -> Self {
        let mut next = *self;
        let (source, target) = (G::Set::only(from), G::Set::only(to));
        let kept = !(source | target);
        for row in next.compatible.as_mut() {
            *row = *row & kept | target & row.spread(from);
        }
        next.compatible[to] = self.compatible[from] & kept;
        next.compatible[from] = G::Set::EMPTY;
        next.occupied &= !source;
        G::set_card(&mut next.cards, to, G::card_at(&self.cards, from));
        G::set_card(&mut next.cards, from, 0);
        next
    }

    /// The legal flights that are not refuted and neither leave a cell of `cut_cells` nor cover a card on `cut_cards`.
    /// Those that do join the refuted.
    #[inline(always)]
    pub(super) fn untried_flights(&self, cut_cards: G::Set, cut_cells: G::Set, refuted: &mut G::Rows) -> G::Rows {
        let mut cells = cut_cells;
        while let Some(cell) = cells.pop() {
            refuted[cell] = self.compatible[cell] & G::LINES[cell];
        }
        let mut untried = self.compatible;
        let lines = G::LINES;
        for ((untried, refuted), &line) in untried.as_mut().iter_mut().zip(refuted.as_mut()).zip(lines.as_ref()) {
            let legal = *untried & line;
            *refuted |= legal & cut_cards;
            *untried = legal & !*refuted;
        }
        untried
    }

    /// Appends `flights` with their ranks. `losses` is room to work in; what it holds does not matter.
    #[inline(always)]
    pub(super) fn rank_flights(&self, flights: &G::Rows, losses: &mut Losses, out: &mut Vec<Ranked>) {
        self.weigh_losses(losses);
        G::for_each_pair(flights, |from, to| {
            let gained = weight::LEGAL * count(self.compatible[from] & G::LINES[to]);
            let rank = gained - losses.left[from] - losses.covered[to];
            out.push(Ranked::new(i32::from(rank), from, to));
        });
    }

    /// Takes the flight with the highest rank out of `flights`, which are ranked as [`State::rank_flights`] does.
    #[inline(always)]
    pub(super) fn take_best(&self, flights: &mut G::Rows, losses: &mut Losses) -> Option<Ranked> {
        self.weigh_losses(losses);
        let (rank, from, to) = G::best_flight(&self.compatible, flights, losses)?;
        flights[from] &= !G::Set::only(to);
        Some(Ranked::new(rank, from, to))
    }

    /// Counts, for all cells at once, what a flight from or to the cell takes away. Empty cells are counted along with
    /// the others, so that the loops become vector instructions; what comes out for them has no effect, as no flight
    /// begins or ends there.
    #[inline(always)]
    fn weigh_losses(&self, losses: &mut Losses) {
        let (mut few, mut fewer, mut few_cells) = (G::Set::EMPTY, G::Set::EMPTY, G::Set::EMPTY);
        let mut edges = [[0_i16; 49]; 2];
        let [card_edges, cell_edges] = &mut edges;
        for (cell, (&row, &line)) in self.compatible.as_ref().iter().zip(G::LINES.as_ref()).enumerate() {
            card_edges[cell] = count(row);
            cell_edges[cell] = count(line & self.occupied);
        }
        for cell in 0..G::SIDE * G::SIDE {
            let only = G::Set::only(cell);
            few |= only.if_true(card_edges[cell] <= 3);
            fewer |= only.if_true(card_edges[cell] <= 2);
            few_cells |= only.if_true(cell_edges[cell] <= 2);
        }
        few_cells &= self.occupied;
        for (cell, (&row, &line)) in self.compatible.as_ref().iter().zip(G::LINES.as_ref()).enumerate() {
            let legal = weight::LEGAL * count(row & line);
            losses.left[cell] =
                legal + weight::CELL_EDGE * cell_edges[cell] + weight::LONELY_CELL * count(line & few_cells);
            losses.covered[cell] = legal
                + weight::CARD_EDGE * card_edges[cell]
                + weight::TARGET_EDGE * cell_edges[cell]
                + weight::LONELY_CARD * (count(row & few) + count(row & fewer));
        }
    }

    /// A flight that keeps an ending won, of a position of at most one stack more than are looked up.
    pub(super) fn winning_flight(&self, tables: G::Tables) -> Option<(usize, usize)> {
        let mut cells = self.occupied;
        while let Some(from) = cells.pop() {
            let mut targets = self.compatible[from] & G::LINES[from];
            while let Some(to) = targets.pop() {
                if G::ending_is_won_after(tables, &self.compatible, self.occupied, (from, to)) {
                    return Some((from, to));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_core::SplitMix;
    use kibitzer_games::birds::{Size, deal};
    use kibitzer_games::cards::DealNumber;

    use super::super::Layout;
    use super::super::grid::Small;
    use super::*;

    #[test]
    fn flights_are_taken_in_the_order_of_their_ranks() {
        let mut stream = SplitMix::new(9);
        let mut losses = Losses::default();
        for number in 0..500 {
            let board = deal(Size::STANDARD, DealNumber::try_from(number).expect("a small number"));
            let mut state = Layout::new(&board).state::<Small>(&board).0;
            loop {
                let mut flights = state.untried_flights(0, 0, &mut [0; 16]);
                let mut listed = Vec::new();
                state.rank_flights(&flights, &mut losses, &mut listed);
                listed.sort_unstable_by_key(|&flight| std::cmp::Reverse(flight));
                let taken: Vec<_> = std::iter::from_fn(|| state.take_best(&mut flights, &mut losses)).collect();
                assert!(taken == listed, "deal {number}");
                let Some(&flight) = listed.get(stream.below(listed.len().max(1))) else { break };
                state = state.after(flight.from(), flight.to());
            }
        }
    }
}
