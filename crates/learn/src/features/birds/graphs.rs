//! The three graphs of a board, and what can be counted on them.

use kibitzer_games::birds::Birds;
use kibitzer_games::bits::members;

const CELLS: usize = 49;

/// A graph on the stacks of a board, as rows of bits.
pub(super) type Rows = [u64; CELLS];

/// The card graph, the rook graph, and what they share: the stackability graph, whose edges are the legal pairs.
pub(super) struct Graphs {
    pub(super) all: u64,
    pub(super) card: Rows,
    pub(super) cell: Rows,
    pub(super) legal: Rows,
}

impl Graphs {
    pub(super) fn new(board: &Birds) -> Self {
        let (cards, cells) = (board.card_graph(), board.rook_graph());
        let mut graphs =
            Self { all: (1 << cards.vertices()) - 1, card: [0; CELLS], cell: [0; CELLS], legal: [0; CELLS] };
        for vertex in 0..cards.vertices() {
            graphs.card[vertex] = cards.neighbours(vertex);
            graphs.cell[vertex] = cells.neighbours(vertex);
            graphs.legal[vertex] = cards.neighbours(vertex) & cells.neighbours(vertex);
        }
        graphs
    }

    /// The graphs after the stack on `from` has gone onto that on `to`: a card and a cell less.
    ///
    /// The bird keeps its card and takes the other's cell, so vertex `to` gets the card row of `from`.
    pub(super) fn after(&self, from: usize, to: usize) -> Self {
        let all = self.all & !(1 << from);
        let mut next = Self { all, card: [0; CELLS], cell: [0; CELLS], legal: [0; CELLS] };
        let bird = self.card[from] & all & !(1 << to);
        for vertex in members(all) {
            let kept = self.card[vertex] & all & !(1 << to);
            next.card[vertex] = if vertex == to { bird } else { kept | (bird >> vertex & 1) << to };
            next.cell[vertex] = self.cell[vertex] & all;
            next.legal[vertex] = next.card[vertex] & next.cell[vertex];
        }
        next
    }

    /// Whether a cut card lies on a cut cell, or a graph has fallen apart: then the position is lost.
    pub(super) fn is_dead(&self) -> bool {
        components(&self.card, self.all) > 1
            || components(&self.cell, self.all) > 1
            || self.all.count_ones() > 2 && cuts(&self.card, self.all) & cuts(&self.cell, self.all) != 0
    }
}

/// The vertices that can be reached from `start` within `all`, itself included.
pub(super) fn reach(rows: &Rows, start: u64, all: u64) -> u64 {
    let mut reached = start;
    let mut fresh = start;
    while fresh != 0 {
        let next = members(fresh).fold(0, |next, vertex| next | rows[vertex]);
        fresh = next & all & !reached;
        reached |= fresh;
    }
    reached
}

/// How many parts a graph has.
pub(super) fn components(rows: &Rows, all: u64) -> u32 {
    let mut left = all;
    let mut parts = 0;
    while left != 0 {
        left &= !reach(rows, left & left.wrapping_neg(), all);
        parts += 1;
    }
    parts
}

/// The vertices without which the graph has more parts.
pub(super) fn cuts(rows: &Rows, all: u64) -> u64 {
    let parts = components(rows, all);
    let is_cut = |&vertex: &usize| components(rows, all & !(1 << vertex)) > parts;
    members(all).filter(is_cut).fold(0, |cuts, vertex| cuts | 1 << vertex)
}

/// Pairs of vertices without a common neighbour.
pub(super) fn strangers(rows: &Rows, all: u64) -> u32 {
    let near = |vertex: usize| members(rows[vertex]).fold(0, |near, middle| near | rows[middle]);
    members(all).map(|vertex| (all & !near(vertex) & !(1 << vertex)).count_ones()).sum::<u32>() / 2
}

#[cfg(test)]
mod tests {
    use kibitzer_core::Game;

    use super::super::glance::tests::positions;
    use super::*;

    #[test]
    fn a_flight_changes_the_graphs_as_it_changes_the_board() {
        for board in positions(60) {
            let graphs = Graphs::new(&board);
            let stacks: Vec<_> = board.stacks().collect();
            let place = |card| stacks.iter().position(|(_, _, stack)| stack.top == card).expect("on top");
            for flight in board.moves() {
                let (from, to) = (place(flight.bird), place(flight.onto));
                let (fast, slow) = (graphs.after(from, to), Graphs::new(&board.after(flight)));
                // The slow one has closed the gap that the bird left.
                let close = |row: u64| row & ((1 << from) - 1) | (row >> 1) & !((1_u64 << from) - 1);
                for vertex in members(fast.all) {
                    let other = if vertex > from { vertex - 1 } else { vertex };
                    assert_eq!(close(fast.card[vertex]), slow.card[other], "{board} {flight}");
                    assert_eq!(close(fast.cell[vertex]), slow.cell[other], "{board} {flight}");
                    assert_eq!(close(fast.legal[vertex]), slow.legal[other], "{board} {flight}");
                }
                assert_eq!(fast.is_dead(), slow.is_dead());
            }
        }
    }

    #[test]
    fn parts_and_strangers_agree_with_the_graph_of_the_game() {
        for board in positions(300) {
            let (graphs, cards) = (Graphs::new(&board), board.card_graph());
            assert_eq!(components(&graphs.card, graphs.all) == 1, cards.is_connected(), "{board}");
            assert_eq!(strangers(&graphs.card, graphs.all), cards.pairs_without_common_neighbour(), "{board}");
        }
    }

    #[test]
    fn the_middle_of_a_path_is_cut_and_its_ends_are_not() {
        let mut path = [0; CELLS];
        for (a, b) in [(0, 1), (1, 2), (2, 3)] {
            path[a] |= 1 << b;
            path[b] |= 1 << a;
        }
        assert_eq!(cuts(&path, 0b1111), 0b0110);
        assert_eq!(cuts(&path, 0b0111), 0b0010);
        assert_eq!(components(&path, 0b1011), 2);
    }
}
