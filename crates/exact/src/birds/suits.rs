//! Cut cards by suit: cards of one suit are all compatible, so a card graph is four cliques at most and what joins them.
//!
//! Without a card `v`, what is left of each suit still hangs together. So the other cards hang together exactly if the
//! suits do that still have a card, where two suits are *linked* if some card of one is compatible with some card of the
//! other. A link is lost with `v` exactly if all its pairs have `v`: if `v` is the only card of its suit that is
//! compatible with any card of the other suit. That takes a few operations on sets where a search takes one after the other.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use super::grid::{Grid, Set};

/// The suits that a link joins.
const LINKS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// For each set of links, the suits that they join with each suit: four bits for each of the four.
const TOGETHER: [u16; 64] = {
    let mut together = [0; 64];
    let mut links = 0;
    while links < 64 {
        let mut suit = 0;
        while suit < 4 {
            together[links] |= joined_with(suit, links) << (4 * suit);
            suit += 1;
        }
        links += 1;
    }
    together
};

/// The suits that the links join with this one.
const fn joined_with(suit: usize, links: usize) -> u16 {
    let mut reached = 1 << suit;
    let mut round = 0;
    while round < 3 {
        let mut link = 0;
        while link < LINKS.len() {
            let both = 1 << LINKS[link].0 | 1 << LINKS[link].1;
            if links >> link & 1 == 1 && both & reached != 0 {
                reached |= both;
            }
            link += 1;
        }
        round += 1;
    }
    reached
}

/// The cells of the cards of each suit.
#[derive(Clone, Copy)]
pub(super) struct Suits<G: Grid>([G::Set; 4]);

impl<G: Grid> Suits<G> {
    /// Cells with the suits of the cards on them.
    pub(super) fn new(cells: impl Iterator<Item = (usize, u8)>) -> Self {
        let mut suits = [G::Set::EMPTY; 4];
        for (cell, suit) in cells {
            suits[usize::from(suit)] |= G::Set::only(cell);
        }
        Self(suits)
    }

    /// The suits after a flight.
    #[inline(always)]
    pub(super) fn after(&self, from: usize, to: usize) -> Self {
        let kept = !(G::Set::only(from) | G::Set::only(to));
        Self(self.0.map(|suit| suit & kept | G::Set::only(to) & suit.spread(from)))
    }

    /// What joins the suits, by the card graph.
    #[inline(always)]
    pub(super) fn joints(&self, compatible: &G::Rows) -> Joints<G> {
        let suits = self.0;
        let reached = suits.map(|suit| neighbours::<G>(suit, compatible));
        let (mut links, mut covers) = (0, [G::Set::EMPTY; LINKS.len()]);
        for (link, (one, other)) in LINKS.into_iter().enumerate() {
            let ends = [suits[one] & reached[other], suits[other] & reached[one]];
            links |= usize::from(!ends[0].is_empty()) << link;
            let [one, other] = ends.map(|end| end.if_true(end.rest().is_empty()));
            covers[link] = one | other;
        }
        Joints { suits, links, covers }
    }
}

/// What joins the suits of a position.
pub(super) struct Joints<G: Grid> {
    suits: [G::Set; 4],
    /// A bit for each link that there is.
    links: usize,
    /// For each link, the cards that all its pairs have.
    covers: [G::Set; LINKS.len()],
}

impl<G: Grid> Joints<G> {
    /// The cut vertices of the card graph, which must be connected and have two members.
    #[inline(always)]
    pub(super) fn cut_cards(&self) -> G::Set {
        let mut cuts = G::Set::EMPTY;
        let mut single = self.covers.into_iter().fold(G::Set::EMPTY, |single, cover| single | cover);
        while let Some(card) = single.pop() {
            let only = G::Set::only(card);
            let mut left = 0;
            for (number, suit) in self.suits.into_iter().enumerate() {
                left |= u16::from(suit & !only != G::Set::EMPTY) << number;
            }
            let together = TOGETHER[self.links_without(card)] >> (4 * left.trailing_zeros()) & 15;
            cuts |= only.if_true(together != left);
        }
        cuts
    }

    /// The cards that hang together with the first of `rest` without this card.
    #[inline(always)]
    pub(super) fn component(&self, card: usize, rest: G::Set) -> G::Set {
        let first = G::Set::only(rest.first());
        let suit: usize = (1..4).map(|suit| suit * usize::from(self.suits[suit] & first != G::Set::EMPTY)).sum();
        let together = TOGETHER[self.links_without(card)] >> (4 * suit);
        let mut component = G::Set::EMPTY;
        for (number, suit) in self.suits.into_iter().enumerate() {
            component |= suit.if_true(together >> number & 1 == 1);
        }
        component & !G::Set::only(card)
    }

    /// The links that are left without a card.
    #[inline(always)]
    fn links_without(&self, card: usize) -> usize {
        let mut links = self.links;
        for (link, cover) in self.covers.into_iter().enumerate() {
            links &= !(usize::from(cover.contains(card)) << link);
        }
        links
    }
}

/// The cells whose cards are compatible with some card on `cells`.
#[inline(always)]
fn neighbours<G: Grid>(cells: G::Set, compatible: &G::Rows) -> G::Set {
    let mut found = G::Set::EMPTY;
    for (cell, &row) in compatible.as_ref().iter().enumerate() {
        found |= G::Set::only(cell).if_true(row & cells != G::Set::EMPTY);
    }
    found
}

#[cfg(test)]
mod tests {
    use kibitzer_core::{Game, SplitMix};
    use kibitzer_games::birds::{Birds, Size, deal};
    use kibitzer_games::cards::DealNumber;

    use super::super::Layout;
    use super::super::cuts::cut_vertices;
    use super::super::grid::{Large, Small, flood};
    use super::super::state::State;
    use super::*;

    fn agree<G: Grid>(board: &Birds) -> Option<bool> {
        let (state, tops) = Layout::new(board).state::<G>(board);
        let State { compatible, occupied, .. } = state;
        if occupied.len() < 2 || flood::<G>(&compatible, G::Set::only(occupied.first()), occupied) != occupied {
            return None;
        }
        let joints = Layout::suits(&state, &tops).joints(&compatible);
        let cuts = joints.cut_cards();
        assert_eq!(cuts, cut_vertices::<G>(&compatible, occupied), "{board}");
        let mut cards = occupied;
        while let Some(card) = cards.pop() {
            let rest = occupied & !G::Set::only(card);
            let component = flood::<G>(&compatible, G::Set::only(rest.first()), rest);
            assert_eq!(
                joints.component(card, rest),
                component,
                "{board} without {}",
                tops[G::card_at(&state.cards, card)]
            );
        }
        Some(!cuts.is_empty())
    }

    #[test]
    fn cut_cards_are_cut_vertices() {
        let mut stream = SplitMix::new(5);
        let mut counts = [0; 2];
        for seed in 0..3000 {
            let mut board = deal(Size::STANDARD, DealNumber::try_from(seed).expect("a small number"));
            loop {
                for cut in [agree::<Small>(&board), agree::<Large>(&board)].into_iter().flatten() {
                    counts[usize::from(cut)] += 1;
                }
                let flights: Vec<_> = board.moves().collect();
                if flights.is_empty() {
                    break;
                }
                board.play(flights[stream.below(flights.len())]);
            }
        }
        assert!(counts.iter().all(|&count| count > 10_000), "{counts:?} are enough of both kinds");
    }

    #[test]
    fn suits_fly_with_their_cards() {
        let mut stream = SplitMix::new(6);
        for seed in 0..200 {
            let mut board = deal(Size::STANDARD, DealNumber::try_from(seed).expect("a small number"));
            let layout = Layout::new(&board);
            let (mut state, tops) = layout.state::<Small>(&board);
            let mut suits = Layout::suits(&state, &tops);
            loop {
                let flights: Vec<_> = board.moves().collect();
                if flights.is_empty() {
                    break;
                }
                let flight = flights[stream.below(flights.len())];
                let cell = |card| board.stacks().find(|(_, _, stack)| stack.top == card).expect("a legal flight");
                let [from, to] = [flight.bird, flight.onto].map(|card| {
                    let (row, column, _) = cell(card);
                    layout.cell::<Small>(row, column)
                });
                suits = suits.after(from, to);
                state = state.after(from, to);
                assert_eq!(suits.0, Layout::suits(&state, &tops).0);
                board.play(flight);
            }
        }
    }
}
