//! Birds of a Feather, decided: every answer is a line that wins or a proof that there is none.

mod closed;
mod cuts;
mod endings;
mod engine;
mod grid;
mod pendant;
mod state;

use kibitzer_core::Game;
use kibitzer_games::birds::{Birds, Flight};
use kibitzer_search::{Budget, Meter, Observer, Report, Solver, Stop, Verdict};

use endings::Endings;
use engine::Engine;
use grid::{Grid, Large, Set, Small};
use state::State;

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
        let outcome = if layout.rows.len() <= Small::SIDE && layout.columns.len() <= Small::SIDE {
            let engine = self.small.get_or_insert_with(|| Box::new(Engine::new()));
            let held = Endings::bytes() + engine.bytes();
            meter.hold(held).and_then(|()| decide(engine, start, &layout, &mut meter))
        } else {
            let engine = self.large.get_or_insert_with(|| Box::new(Engine::new()));
            meter.hold(engine.bytes()).and_then(|()| decide(engine, start, &layout, &mut meter))
        };
        meter.report(outcome)
    }
}

/// The rows and columns of a board that hold a stack: the solver numbers lines by their place in these lists.
struct Layout {
    rows: Vec<usize>,
    columns: Vec<usize>,
}

impl Layout {
    fn new(board: &Birds) -> Self {
        let lines = |count, line: fn((usize, usize)) -> usize| -> Vec<usize> {
            (0..count).filter(|&wanted| board.stacks().any(|(row, column, _)| line((row, column)) == wanted)).collect()
        };
        let size = board.size();
        Self { rows: lines(size.rows(), |cell| cell.0), columns: lines(size.columns(), |cell| cell.1) }
    }

    fn state<G: Grid>(&self, board: &Birds) -> State<G> {
        let place = |lines: &[usize], line| lines.iter().position(|&other| other == line).expect("a line with a stack");
        let graph = board.card_graph();
        let cells: Vec<usize> = board
            .stacks()
            .map(|(row, column, _)| place(&self.rows, row) * G::SIDE + place(&self.columns, column))
            .collect();
        let mut state = State::<G> { compatible: G::NO_ROWS, occupied: G::Set::EMPTY, cards: G::Cards::default() };
        for (vertex, &cell) in cells.iter().enumerate() {
            state.occupied |= G::Set::only(cell);
            G::set_card(&mut state.cards, cell, vertex);
            for (other, &other_cell) in cells.iter().enumerate() {
                if graph.neighbours(vertex) >> other & 1 == 1 {
                    state.compatible[cell] |= G::Set::only(other_cell);
                }
            }
        }
        state
    }
}

fn decide<G: Grid>(
    engine: &mut Engine<G>,
    start: &Birds,
    layout: &Layout,
    meter: &mut Meter<'_, Birds>,
) -> Result<Verdict<Flight>, Stop> {
    let mut state = layout.state::<G>(start);
    if !engine.decide(&state, meter)? {
        return Ok(Verdict::Unsolvable);
    }
    let mut board = *start;
    let mut line = Vec::new();
    let mut play = |from: usize, to: usize, state: &mut State<G>| {
        let top = |cell: usize| {
            let stack = board.stack(layout.rows[cell / G::SIDE], layout.columns[cell % G::SIDE]);
            stack.expect("flights go between stacks").top
        };
        let flight = Flight { bird: top(from), onto: top(to) };
        board.play(flight);
        line.push(flight);
        *state = state.after(from, to);
    };
    for (from, to) in engine.line() {
        play(from, to, &mut state);
    }
    while state.occupied.len() > 1 {
        let (from, to) = state.winning_flight().expect("an ending that is won has a flight that wins");
        play(from, to, &mut state);
    }
    Ok(Verdict::Solved(line))
}
