//! The top cards of a board as bit sets, so that counting is one instruction a card.

use kibitzer_games::birds::{Birds, partners};
use kibitzer_games::cards::Card;

/// The most rows and columns a board can have.
const SIDE: usize = 7;

/// The top cards of a board: all of them, and those of each row and column, by card number.
///
/// The stacks are walked twice rather than written down: a board has room for 49, and clearing that much memory takes
/// longer than the walk.
#[derive(Clone, Copy)]
pub(crate) struct Glance<'a> {
    board: &'a Birds,
    cards: u64,
    rows: [u64; SIDE],
    columns: [u64; SIDE],
}

/// How many others a stack is joined to: by its card, by its cell, and by both, which makes a legal pair.
#[derive(Clone, Copy)]
pub(crate) struct Degrees {
    pub(crate) card: u32,
    pub(crate) cell: u32,
    pub(crate) legal: u32,
}

/// A stack as sets of cards: its own, those compatible with it, and those in its row or column, its own among them.
pub(crate) struct Seat {
    pub(crate) card: u64,
    pub(crate) partners: u64,
    pub(crate) line: u64,
}

impl<'a> Glance<'a> {
    #[inline]
    pub(crate) fn new(board: &'a Birds) -> Self {
        let (mut cards, mut rows, mut columns) = (0, [0; SIDE], [0; SIDE]);
        for (row, column, stack) in board.stacks() {
            let card = 1 << stack.top.number();
            cards |= card;
            rows[row] |= card;
            columns[column] |= card;
        }
        Self { board, cards, rows, columns }
    }

    pub(crate) const fn stacks(&self) -> u32 {
        self.board.stack_count()
    }

    #[inline]
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> {
        self.board.stacks().map(|(row, column, stack)| Seat {
            card: 1 << stack.top.number(),
            partners: partners(stack.top) & self.cards,
            line: self.rows[row] | self.columns[column],
        })
    }

    /// The degrees of each stack, in the order of [`Birds::stacks`].
    #[inline]
    pub(crate) fn degrees(&self) -> impl Iterator<Item = Degrees> {
        self.seats().map(|Seat { partners, line, .. }| Degrees {
            card: partners.count_ones(),
            cell: line.count_ones() - 1,
            legal: (partners & line).count_ones(),
        })
    }

    /// Whether both graphs hang together: from any stack one comes to any other by compatible cards, and by shared lines.
    pub(crate) fn is_joined(&self) -> bool {
        self.joins(|seat| seat.partners) && self.joins(|seat| seat.line)
    }

    /// Whether a graph hangs together, given what each stack is joined to.
    fn joins(&self, joined: impl Fn(&Seat) -> u64) -> bool {
        let mut reached = self.cards & self.cards.wrapping_neg();
        loop {
            let before = reached;
            for seat in self.seats() {
                if reached & seat.card != 0 {
                    reached |= joined(&seat);
                }
            }
            if reached == before {
                return reached == self.cards;
            }
        }
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
            assert_eq!(glance.stacks(), board.stack_count());
            for (vertex, degrees) in glance.degrees().enumerate() {
                assert_eq!(degrees.card, cards.neighbours(vertex).count_ones(), "{board}");
                assert_eq!(degrees.cell, cells.neighbours(vertex).count_ones(), "{board}");
                assert_eq!(
                    degrees.legal,
                    (cards.neighbours(vertex) & cells.neighbours(vertex)).count_ones(),
                    "{board}"
                );
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
