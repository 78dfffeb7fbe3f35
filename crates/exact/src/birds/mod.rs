//! Birds of a Feather, decided: every answer is a line that wins or a proof that there is none.

pub mod certificate;
pub mod checker;
pub mod level;
pub mod player;

mod arrangement;
mod closed;
mod cuts;
mod endings;
mod engine;
mod grid;
mod large;
mod pendant;
mod small;
mod state;
mod suits;
#[cfg(test)]
mod tests;

use kibitzer_games::birds::{Birds, Flight, partners};
use kibitzer_games::bits::members;
use kibitzer_games::cards::Card;
use kibitzer_search::{Budget, Meter, Observer, Report, Solver, Stop, Verdict};

use engine::Engine;
use grid::{Grid, Large, Set, Small};
use state::State;
use suits::Suits;

/// Decides any position. Keeps its tables from one position to the next, so use one for many.
///
/// Nodes are the positions whose flights were tried; endings of at most seven stacks are looked up and do not count.
/// The count depends on the position alone.
#[derive(Default)]
pub struct Exact {
    small: Option<Box<Engine<Small>>>,
    large: Option<Box<Engine<Large>>>,
}

impl Solver<Birds> for Exact {
    fn solve(&mut self, start: &Birds, budget: Budget, observer: &mut dyn Observer<Birds>) -> Report<Verdict<Flight>> {
        let mut meter = Meter::new(budget, observer);
        let layout = Layout::new(start);
        let outcome = if layout.fits::<Small>() {
            decide(self.small.get_or_insert_with(|| Box::new(Engine::new())), start, &layout, &mut meter)
        } else {
            decide(self.large.get_or_insert_with(|| Box::new(Engine::new())), start, &layout, &mut meter)
        };
        meter.report(outcome)
    }
}

/// Where the lines of a board go when those without a stack are left out.
struct Layout {
    /// How many rows and columns are left.
    rows: usize,
    columns: usize,
    /// The new number of each row and column.
    row: [usize; 7],
    column: [usize; 7],
}

impl Layout {
    fn new(board: &Birds) -> Self {
        let mut used = [[false; 7]; 2];
        for (row, column, _) in board.stacks() {
            used[0][row] = true;
            used[1][column] = true;
        }
        let [(rows, row), (columns, column)] = used.map(|used| {
            let mut count = 0;
            let numbers = used.map(|used| {
                count += usize::from(used);
                count.saturating_sub(1)
            });
            (count, numbers)
        });
        Self { rows, columns, row, column }
    }

    /// Whether what is left fits the board.
    fn fits<G: Grid>(&self) -> bool {
        self.rows <= G::SIDE && self.columns <= G::SIDE
    }

    /// Where a cell of the board goes.
    fn cell<G: Grid>(&self, row: usize, column: usize) -> usize {
        self.row[row] * G::SIDE + self.column[column]
    }

    /// The position as the solver holds it, and its cards by the numbers they go by there.
    fn state<G: Grid>(&self, board: &Birds) -> (State<G>, Vec<Card>) {
        let mut tops = Vec::with_capacity(board.stack_count() as usize);
        let mut cell_of = [0; Card::COUNT];
        let mut cards = 0;
        let mut state = State::<G> { compatible: G::NO_ROWS, occupied: G::Set::EMPTY, cards: G::Cards::default() };
        for (vertex, (row, column, stack)) in board.stacks().enumerate() {
            let cell = self.cell::<G>(row, column);
            tops.push(stack.top);
            cell_of[stack.top.number()] = cell;
            cards |= 1 << stack.top.number();
            state.occupied |= G::Set::only(cell);
            G::set_card(&mut state.cards, cell, vertex);
        }
        for top in &tops {
            let near = members(cards & partners(*top));
            state.compatible[cell_of[top.number()]] =
                near.fold(G::Set::EMPTY, |row, other| row | G::Set::only(cell_of[other]));
        }
        (state, tops)
    }

    /// The suits of a position, by its cards and what these are.
    fn suits<G: Grid>(state: &State<G>, tops: &[Card]) -> Suits<G> {
        let mut left = state.occupied;
        let cells = std::iter::from_fn(|| left.pop());
        Suits::new(cells.map(|cell| (cell, tops[G::card_at(&state.cards, cell)].suit())))
    }
}

fn decide<G: Grid>(
    engine: &mut Engine<G>,
    board: &Birds,
    layout: &Layout,
    meter: &mut Meter<'_, Birds>,
) -> Result<Verdict<Flight>, Stop> {
    engine.prepare(meter)?;
    let (start, tops) = layout.state::<G>(board);
    if !engine.decide(&start, Layout::suits(&start, &tops), meter)? {
        return Ok(Verdict::Unsolvable);
    }
    let line = engine.line(&start).into_iter().map(|(bird, onto)| Flight { bird: tops[bird], onto: tops[onto] });
    Ok(Verdict::Solved(line.collect()))
}
