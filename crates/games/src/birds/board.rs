//! The board and its rules.

use std::num::NonZeroU8;

use kibitzer_core::{Game, Payoff, Puzzle, Value};

use crate::bits::members;
use crate::cards::Card;

use super::graph::Graph;

/// The largest number of rows, and of columns.
pub(super) const MAX_SIDE: usize = 7;
/// The largest number of cells. Cell `row * MAX_SIDE + column`, whatever the size of the board.
pub(super) const CELLS: usize = MAX_SIDE * MAX_SIDE;

/// For each cell, the other cells of its row and column.
const LINES: [u64; CELLS] = {
    let mut lines = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut other = 0;
        while other < CELLS {
            let in_line = cell / MAX_SIDE == other / MAX_SIDE || cell % MAX_SIDE == other % MAX_SIDE;
            if in_line && cell != other {
                lines[cell] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    lines
};

/// For each card, the other cards that it may fly onto.
const COMPATIBLE: [u64; Card::COUNT] = {
    let mut compatible = [0; Card::COUNT];
    let mut card = 0;
    while card < Card::COUNT {
        let mut other = 0;
        while other < Card::COUNT {
            let same_suit = card % 4 == other % 4;
            let near_rank = (card / 4).abs_diff(other / 4) <= 1;
            if (same_suit || near_rank) && card != other {
                compatible[card] |= 1 << other;
            }
            other += 1;
        }
        card += 1;
    }
    compatible
};

/// How many rows and columns a board has: 1 to 7 each, at least two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    rows: u8,
    columns: u8,
}

impl Size {
    /// The size of the game as its author plays it.
    pub const STANDARD: Size = Size { rows: 4, columns: 4 };

    /// A size, if there is such a board.
    #[must_use]
    pub const fn new(rows: usize, columns: usize) -> Option<Size> {
        if rows >= 1 && rows <= MAX_SIDE && columns >= 1 && columns <= MAX_SIDE && rows * columns >= 2 {
            #[expect(clippy::cast_possible_truncation, reason = "both are at most 7")]
            Some(Size { rows: rows as u8, columns: columns as u8 })
        } else {
            None
        }
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(self) -> usize {
        self.columns as usize
    }
}

/// A stack of cards: the card on top and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    /// The card that decides where the stack may go and who may come.
    pub top: Card,
    /// The number of cards, the top one included.
    pub size: NonZeroU8,
}

/// A stack, named by its top card, goes onto another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flight {
    /// The top of the stack that moves, and of the stack that results.
    pub bird: Card,
    /// The card that is covered.
    pub onto: Card,
}

/// A position of Birds of a Feather.
///
/// Two positions are equal if the same stacks lie on the same cells of boards of the same size.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Birds {
    pub(super) size: Size,
    pub(super) stacks: [Option<Stack>; CELLS],
    /// The cells that hold a stack, so that moves need not look at the others.
    pub(super) occupied: u64,
}

/// What decides the future of a position: which cards lie on top, and which of them share rows and columns.
///
/// Rows are numbered by their smallest card, and so are columns; of the two readings, with rows and columns exchanged,
/// the smaller one is taken. Cards are all different, so each class of symmetric positions has exactly one such form.
/// The sizes of the stacks are left out: they change the score, never what can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BirdsKey {
    cards: u64,
    /// Three bits for the row and three for the column of each card, in the order of the cards.
    places: [u64; CELLS.div_ceil(PLACES_PER_WORD)],
}

const PLACES_PER_WORD: usize = 10;

impl Birds {
    /// A board of this size with nothing on it; the parser and the dealer fill it.
    pub(super) const fn empty(size: Size) -> Birds {
        Birds { size, stacks: [None; CELLS], occupied: 0 }
    }

    pub(super) fn put(&mut self, cell: usize, stack: Stack) {
        self.stacks[cell] = Some(stack);
        self.occupied |= 1 << cell;
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stack in a row and a column, both counted from 0; `None` where the cell is empty or off the board.
    #[must_use]
    pub fn stack(&self, row: usize, column: usize) -> Option<Stack> {
        let on_board = row < self.size.rows() && column < self.size.columns();
        if on_board { self.stacks[row * MAX_SIDE + column] } else { None }
    }

    /// The stacks row by row, each with its row and column counted from 0.
    pub fn stacks(&self) -> impl Iterator<Item = (usize, usize, Stack)> {
        self.occupied_cells().map(|(cell, stack)| (cell / MAX_SIDE, cell % MAX_SIDE, stack))
    }

    /// How many stacks are left. One more than the moves of any solution.
    #[must_use]
    pub const fn stack_count(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// The sum of the squares of the stacks' sizes: 256 for sixteen cards in one stack.
    #[must_use]
    pub fn score(&self) -> u32 {
        self.stacks().map(|(_, _, stack)| u32::from(stack.size.get()).pow(2)).sum()
    }

    /// Whether the flights are legal, one after the other, and leave a single stack: what playing them with
    /// [`Game::try_play`] tells, in a hundredth of the time.
    #[must_use]
    pub fn is_won_by(&self, flights: &[Flight]) -> bool {
        let mut cell_of = [None; Card::COUNT];
        for (cell, stack) in self.occupied_cells() {
            cell_of[stack.top.number()] = Some(cell);
        }
        let mut is_legal = |flight: &Flight| {
            let Flight { bird, onto } = *flight;
            let (Some(from), Some(to)) = (cell_of[bird.number()], cell_of[onto.number()]) else { return false };
            (cell_of[bird.number()], cell_of[onto.number()]) = (Some(to), None);
            LINES[from] >> to & 1 == 1 && compatible(bird, onto)
        };
        flights.len() + 1 == self.stack_count() as usize && flights.iter().all(&mut is_legal)
    }

    /// The card graph: two stacks are adjacent if their top cards are compatible, wherever they lie. Vertices are
    /// numbered in the order of [`Birds::stacks`].
    #[must_use]
    pub fn card_graph(&self) -> Graph {
        let mut vertex_of = [0; Card::COUNT];
        let mut cards = 0;
        for (vertex, (_, stack)) in self.occupied_cells().enumerate() {
            vertex_of[stack.top.number()] = vertex;
            cards |= 1 << stack.top.number();
        }
        let mut graph = Graph::new(self.stack_count() as usize);
        for card in members(cards) {
            for other in members(cards & COMPATIBLE[card] & (u64::MAX << card)) {
                graph.connect(vertex_of[card], vertex_of[other]);
            }
        }
        graph
    }

    /// The rook graph: two stacks are adjacent if they share a row or a column. Vertices are numbered in the order of
    /// [`Birds::stacks`].
    #[must_use]
    pub fn rook_graph(&self) -> Graph {
        let mut graph = Graph::new(self.stack_count() as usize);
        for (vertex, (cell, _)) in self.occupied_cells().enumerate() {
            for (other, (other_cell, _)) in self.occupied_cells().enumerate().skip(vertex + 1) {
                if LINES[cell] >> other_cell & 1 == 1 {
                    graph.connect(vertex, other);
                }
            }
        }
        graph
    }

    /// The stackability graph of Hoshino and Kahn (2019): two stacks are adjacent if one may fly onto the other now, that
    /// is if they are adjacent in both other graphs. Vertices are numbered in the order of [`Birds::stacks`].
    #[must_use]
    pub fn stackability_graph(&self) -> Graph {
        let mut graph = Graph::new(self.stack_count() as usize);
        for (vertex, (cell, stack)) in self.occupied_cells().enumerate() {
            for (other, (other_cell, other_stack)) in self.occupied_cells().enumerate().skip(vertex + 1) {
                if LINES[cell] >> other_cell & 1 == 1 && compatible(stack.top, other_stack.top) {
                    graph.connect(vertex, other);
                }
            }
        }
        graph
    }

    pub(super) fn occupied_cells(&self) -> impl Iterator<Item = (usize, Stack)> {
        members(self.occupied).map(|cell| (cell, self.top_at(cell)))
    }

    fn top_at(&self, cell: usize) -> Stack {
        self.stacks[cell].expect("`occupied` holds only cells with a stack")
    }

    fn cell_of(&self, card: Card) -> Option<usize> {
        self.occupied_cells().find(|(_, stack)| stack.top == card).map(|(cell, _)| cell)
    }
}

/// Whether one card may fly onto the other, as far as their faces go.
pub(super) fn compatible(card: Card, other: Card) -> bool {
    COMPATIBLE[card.number()] >> other.number() & 1 == 1
}

/// The cards that may fly onto this one and that it may fly onto, as far as faces go: bit `n` is card number `n`.
///
/// ```
/// use kibitzer_games::birds::partners;
///
/// let ace = "AC".parse()?;
/// assert_eq!(partners(ace).count_ones(), 3 + 4 + 11); // aces, twos, and the other clubs
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub const fn partners(card: Card) -> u64 {
    COMPATIBLE[card.number()]
}

impl Game for Birds {
    type Move = Flight;
    type Key = BirdsKey;

    /// By the cell of the bird, row by row, then by the cell it goes to.
    fn moves(&self) -> impl Iterator<Item = Flight> {
        self.occupied_cells().flat_map(move |(cell, bird)| {
            members(LINES[cell] & self.occupied)
                .map(|other| self.top_at(other).top)
                .filter(move |&onto| compatible(bird.top, onto))
                .map(move |onto| Flight { bird: bird.top, onto })
        })
    }

    fn play(&mut self, flight: Flight) {
        let (Some(from), Some(to)) = (self.cell_of(flight.bird), self.cell_of(flight.onto)) else {
            debug_assert!(false, "{flight} names a card that is not on top");
            return;
        };
        debug_assert!(LINES[from] >> to & 1 == 1 && compatible(flight.bird, flight.onto), "{flight} is illegal");
        let size = self.top_at(from).size.saturating_add(self.top_at(to).size.get());
        self.stacks[from] = None;
        self.occupied &= !(1 << from);
        self.put(to, Stack { top: flight.bird, size });
    }

    fn key(&self) -> BirdsKey {
        let mut cell_of = [0; Card::COUNT];
        let mut cards = 0;
        let mut first = [[usize::MAX; MAX_SIDE]; 2];
        for (cell, stack) in self.occupied_cells() {
            let card = stack.top.number();
            cards |= 1 << card;
            cell_of[card] = cell;
            for (line, lines) in [cell / MAX_SIDE, cell % MAX_SIDE].into_iter().zip(&mut first) {
                lines[line] = lines[line].min(card);
            }
        }
        let rank = first.map(|lines| lines.map(|card| lines.iter().filter(|&&other| other < card).count() as u64));
        let mut places = [[0; CELLS.div_ceil(PLACES_PER_WORD)]; 2];
        for (index, card) in members(cards).enumerate() {
            let (row, column) = (rank[0][cell_of[card] / MAX_SIDE], rank[1][cell_of[card] % MAX_SIDE]);
            let shift = index % PLACES_PER_WORD * 6;
            places[0][index / PLACES_PER_WORD] |= (row << 3 | column) << shift;
            places[1][index / PLACES_PER_WORD] |= (column << 3 | row) << shift;
        }
        let [upright, transposed] = places;
        BirdsKey { cards, places: upright.min(transposed) }
    }
}

impl Puzzle for Birds {
    fn is_goal(&self) -> bool {
        self.stack_count() == 1
    }
}

impl Payoff for Birds {
    const ALTERNATES: bool = false;

    fn ended(&self) -> Option<Value> {
        let is_over = self.moves().next().is_none();
        is_over.then_some(if self.is_goal() { Value::Win } else { Value::Loss })
    }

    /// The score as a share of that of a single stack: the fewer stacks are left, the better.
    fn worth(&self, _: Value) -> f32 {
        let cards: u32 = self.stacks().map(|(_, _, stack)| u32::from(stack.size.get())).sum();
        #[expect(clippy::cast_precision_loss, reason = "a deck has 52 cards")]
        let share = self.score() as f32 / (cards * cards) as f32;
        share
    }
}
