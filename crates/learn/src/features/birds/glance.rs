//! The top cards of a board as bit sets, so that counting is one instruction a card.

use kibitzer_games::birds::{Birds, partners};
use kibitzer_games::cards::Card;

/// The most rows, columns and stacks a board can have.
const SIDE: usize = 7;
const CELLS: usize = SIDE * SIDE;

/// The top cards of a board: all of them, and those of each row and column, by card number.
#[derive(Clone, Copy)]
pub(crate) struct Glance {
    pub(crate) cards: u64,
    rows: [u64; SIDE],
    columns: [u64; SIDE],
    seats: [Seat; CELLS],
    stacks: usize,
}

#[derive(Clone, Copy)]
struct Seat {
    card: u64,
    partners: u64,
    row: u8,
    column: u8,
}

/// How many others a stack is joined to: by its card, by its cell, and by both, which makes a legal pair.
#[derive(Clone, Copy)]
pub(crate) struct Degrees {
    pub(crate) card: u32,
    pub(crate) cell: u32,
    pub(crate) legal: u32,
}

impl Glance {
    #[expect(clippy::cast_possible_truncation, reason = "rows and columns are below 7")]
    pub(crate) fn new(board: &Birds) -> Self {
        let mut glance = Self {
            cards: 0,
            rows: [0; SIDE],
            columns: [0; SIDE],
            seats: [Seat { card: 0, partners: 0, row: 0, column: 0 }; CELLS],
            stacks: 0,
        };
        for (row, column, stack) in board.stacks() {
            let card = 1 << stack.top.number();
            glance.cards |= card;
            glance.rows[row] |= card;
            glance.columns[column] |= card;
            glance.seats[glance.stacks] = Seat { card, partners: partners(stack.top), row: row as u8, column: column as u8 };
            glance.stacks += 1;
        }
        glance
    }

    pub(crate) const fn stacks(&self) -> usize {
        self.stacks
    }

    /// The degrees of each stack, in the order of [`Birds::stacks`].
    pub(crate) fn degrees(&self) -> impl Iterator<Item = Degrees> {
        self.seats[..self.stacks].iter().map(|seat| {
            let line = self.line(seat);
            Degrees {
                card: (seat.partners & self.cards).count_ones(),
                // The stack itself is in its line, and no partner of itself.
                cell: line.count_ones() - 1,
                legal: (seat.partners & line).count_ones(),
            }
        })
    }

    /// Whether both graphs hang together: from any stack one comes to any other by compatible cards, and by shared lines.
    pub(crate) fn is_joined(&self) -> bool {
        self.joins(|seat| seat.partners) && self.joins(|seat| self.line(seat))
    }

    /// Whether a graph hangs together, given what each stack is joined to.
    fn joins(&self, joined: impl Fn(&Seat) -> u64) -> bool {
        let mut reached = self.seats[0].card;
        loop {
            let before = reached;
            for seat in &self.seats[..self.stacks] {
                if reached & seat.card != 0 {
                    reached |= joined(seat) & self.cards;
                }
            }
            if reached == before {
                return reached == self.cards;
            }
        }
    }

    fn line(&self, seat: &Seat) -> u64 {
        self.rows[usize::from(seat.row)] | self.columns[usize::from(seat.column)]
    }

    /// How many cards each suit has.
    pub(crate) fn suits(&self) -> [u32; 4] {
        const CLUBS: u64 = 0x1_1111_1111_1111;
        [0, 1, 2, 3].map(|suit| (self.cards & CLUBS << suit).count_ones())
    }

    /// How many cards each rank has.
    pub(crate) fn ranks(&self) -> [u32; Card::COUNT / 4] {
        std::array::from_fn(|rank| (self.cards >> (4 * rank) & 15).count_ones())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use kibitzer_core::{Game, SplitMix};
    use kibitzer_games::birds::{Size, deal};
    use kibitzer_games::cards::DealNumber;

    use super::*;

    /// Positions on the way of random play, of every size of board.
    pub(crate) fn positions(count: u64) -> impl Iterator<Item = Birds> {
        (0..count).map(|seed| {
            let mut stream = SplitMix::new(seed);
            let size = Size::new(2 + stream.below(6), 1 + stream.below(7)).expect("a board");
            let mut board = deal(size, DealNumber::try_from(seed).expect("small"));
            for _ in 0..stream.below(20) {
                let moves: Vec<_> = board.moves().collect();
                if moves.is_empty() {
                    break;
                }
                board.play(moves[stream.below(moves.len())]);
            }
            board
        })
    }

    #[test]
    fn degrees_are_those_of_the_graphs() {
        for board in positions(300) {
            let (cards, cells) = (board.card_graph(), board.rook_graph());
            let glance = Glance::new(&board);
            assert_eq!(glance.stacks(), board.stack_count() as usize);
            for (vertex, degrees) in glance.degrees().enumerate() {
                assert_eq!(degrees.card, cards.neighbours(vertex).count_ones(), "{board}");
                assert_eq!(degrees.cell, cells.neighbours(vertex).count_ones(), "{board}");
                assert_eq!(degrees.legal, (cards.neighbours(vertex) & cells.neighbours(vertex)).count_ones(), "{board}");
            }
        }
    }

    #[test]
    fn joined_boards_are_those_whose_graphs_are_connected() {
        let mut apart = 0;
        for board in positions(1_000) {
            let connected = board.card_graph().is_connected() && board.rook_graph().is_connected();
            assert_eq!(Glance::new(&board).is_joined(), connected, "{board}");
            apart += u32::from(!connected);
        }
        assert!((50..950).contains(&apart), "{apart} of 1,000 fall apart");
    }

    #[test]
    fn suits_and_ranks_are_counted_one_by_one() {
        for board in positions(100) {
            let (mut suits, mut ranks) = ([0; 4], [0; 13]);
            for (_, _, stack) in board.stacks() {
                suits[usize::from(stack.top.suit())] += 1;
                ranks[usize::from(stack.top.rank())] += 1;
            }
            assert_eq!(Glance::new(&board).suits(), suits, "{board}");
            assert_eq!(Glance::new(&board).ranks(), ranks, "{board}");
        }
    }
}
