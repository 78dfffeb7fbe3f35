//! Connect Four, solved: the exact score of any position, or only who wins.
//!
//! A score is 0 for a draw. If the side to move wins, it is 22 less the stones it will have played by then, so that
//! earlier wins score higher: 1 is a win with its last stone. If it loses, it is the same number for the other side,
//! negated. Both sides win as early and lose as late as they can.
//!
//! ```
//! use kibitzer_exact::connect4::Exact;
//! use kibitzer_search::Budget;
//!
//! let mut exact = Exact::default();
//! let report = exact.score(&"44444752237".parse()?, Budget::default(), &mut ());
//! println!("score {:?} after {} nodes", report.verdict, report.stats.expanded);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How
//!
//! `driver.rs` asks `search.rs` whether the score is above a number, until only one is left. The search plays out forced
//! moves (`resolve.rs`), cuts by two rules of zugzwang with their proofs (`rules.rs`), remembers positions by their exact
//! number (`table.rs`), and tries the moves in a good order (`order.rs`). The board is a byte a column (`board.rs`), so
//! that all lines are found by a few shifts, in all four directions at once (`threats.rs`).
//! Threads share the table of early positions and keep out of each other's way (`taken.rs`).

mod advice;
mod board;
mod driver;
mod order;
mod player;
mod resolve;
mod rules;
mod search;
mod table;
mod taken;
#[cfg(test)]
mod tests;
mod threats;

use std::num::NonZeroUsize;

use kibitzer_core::Duel;
use kibitzer_games::connect4::{COLUMNS, Column, Connect4};
use kibitzer_search::{Budget, Meter, Observer, Report, Stop, Value};

use board::{Board, column};
use driver::{Driver, Processor, Tables};

pub use player::Player;

/// Solves any position. Keeps its tables from one position to the next, so use one for many.
///
/// Nodes are the positions whose moves were looked at; those that forced moves or a rule decide do not count. On one
/// thread the count depends on the position and on what the tables hold, so it repeats after [`Exact::forget`]; on more
/// threads it also depends on their timing. The answers never do.
pub struct Exact {
    /// How many threads search a position that takes long.
    pub threads: NonZeroUsize,
    /// The memory of the tables; a budget may allow less.
    pub table_bytes: usize,
    tables: Option<Tables>,
    processor: Processor,
}

impl Default for Exact {
    /// One thread and 64 MiB.
    fn default() -> Self {
        Self { threads: NonZeroUsize::MIN, table_bytes: 64 << 20, tables: None, processor: Processor::detect() }
    }
}

impl Exact {
    /// The score of a position, for the side to move; an ended game has one too.
    pub fn score(
        &mut self,
        position: &Connect4,
        budget: Budget,
        observer: &mut dyn Observer<Connect4>,
    ) -> Report<Result<i32, Stop>> {
        self.drive(budget, observer, |driver| driver.score(board_of(position)))
    }

    /// Who wins a position; quicker than its score.
    pub fn value(
        &mut self,
        position: &Connect4,
        budget: Budget,
        observer: &mut dyn Observer<Connect4>,
    ) -> Report<Result<Value, Stop>> {
        self.drive(budget, observer, |driver| driver.sign(board_of(position)).map(value_of))
    }

    /// The score of each move for the side that makes it, by column; `None` where a stone cannot go.
    pub fn scores(
        &mut self,
        position: &Connect4,
        budget: Budget,
        observer: &mut dyn Observer<Connect4>,
    ) -> Report<Result<[Option<i32>; COLUMNS], Stop>> {
        self.drive(budget, observer, |driver| each_move(position, |after| Ok(-driver.score(after)?)))
    }

    /// Who wins after each move, for the side that makes it, by column; `None` where a stone cannot go.
    pub fn values(
        &mut self,
        position: &Connect4,
        budget: Budget,
        observer: &mut dyn Observer<Connect4>,
    ) -> Report<Result<[Option<Value>; COLUMNS], Stop>> {
        self.drive(budget, observer, |driver| each_move(position, |after| Ok(value_of(-driver.sign(after)?))))
    }

    /// A move that keeps the value of the position, and that value; `None` if the game is over.
    pub fn safe_move(
        &mut self,
        position: &Connect4,
        budget: Budget,
        observer: &mut dyn Observer<Connect4>,
    ) -> Report<Result<Option<(Column, Value)>, Stop>> {
        self.drive(budget, observer, |driver| {
            let Some(&first) = moves(position).first() else { return Ok(None) };
            for (alpha, value) in [(0, Value::Win), (-1, Value::Draw)] {
                for (column, after) in moves(position) {
                    if -driver.ask(after, -alpha - 1)? > alpha {
                        return Ok(Some((column, value)));
                    }
                }
            }
            Ok(Some((first.0, Value::Loss)))
        })
    }

    /// Empties the tables.
    pub fn forget(&mut self) {
        self.tables = None;
    }

    fn drive<V>(
        &mut self,
        budget: Budget,
        observer: &mut dyn Observer<Connect4>,
        answer: impl FnOnce(&mut Driver<'_, '_>) -> Result<V, Stop>,
    ) -> Report<Result<V, Stop>> {
        let mut meter = Meter::new(budget, observer);
        let bytes = self.table_bytes.min(budget.bytes.unwrap_or(usize::MAX)).max(Tables::smallest(self.threads));
        if self.tables.as_ref().is_some_and(|tables| !tables.fit(bytes, self.threads)) {
            self.tables = None;
        }
        if let Err(stop) = meter.hold(bytes).and_then(|()| meter.look()) {
            return Report { verdict: Err(stop), stats: meter.stats() };
        }
        if self.tables.is_none() {
            self.tables = Tables::new(bytes, self.threads);
        }
        let Some(tables) = &self.tables else {
            return Report { verdict: Err(Stop::Memory), stats: meter.stats() };
        };
        let mut driver = Driver { tables, processor: self.processor, meter };
        let verdict = answer(&mut driver);
        Report { verdict, stats: driver.meter.stats() }
    }
}

/// The position as the solver holds it.
fn board_of(position: &Connect4) -> Board {
    let own = position.stones(position.to_move());
    Board { own, all: own | position.stones(!position.to_move()) }
}

fn value_of(score: i32) -> Value {
    match score {
        ..0 => Value::Loss,
        0 => Value::Draw,
        1.. => Value::Win,
    }
}

/// The moves and where they lead, from the middle outwards; none if the game is over.
fn moves(position: &Connect4) -> Vec<(Column, Board)> {
    let board = board_of(position);
    let playable = if position.outcome().is_some() { 0 } else { board.playable() };
    let columns = [3, 2, 4, 1, 5, 0, 6].into_iter().filter_map(Column::new);
    columns
        .filter(|mv| playable & column(mv.index()) != 0)
        .map(|mv| (mv, board.after(playable & column(mv.index()))))
        .collect()
}

fn each_move<V: Copy>(
    position: &Connect4,
    mut judge: impl FnMut(Board) -> Result<V, Stop>,
) -> Result<[Option<V>; COLUMNS], Stop> {
    let mut judged = [None; COLUMNS];
    for (column, after) in moves(position) {
        judged[column.index()] = Some(judge(after)?);
    }
    Ok(judged)
}
