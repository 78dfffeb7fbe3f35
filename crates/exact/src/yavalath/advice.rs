//! The solver as an adviser: every move with what is proved of it.

use std::cell::RefCell;
use std::ops::ControlFlow;

use kibitzer_core::{Game, Payoff, Value};
use kibitzer_games::yavalath::{Turn, Yavalath};
use kibitzer_search::{Analysis, Budget, Observer, Ranked, Report, Stats, Stop, Thinker, TreeSize, Watch};

use super::driver::{Exact, FIRST_LIMIT, Known};
use super::position::Position;

/// A move and its value for the side that makes it, where it is known.
type Judged = (Turn, Option<Value>);

impl Thinker<Yavalath> for Exact {
    /// The value of every move, in rounds: each gives every move that is not decided four times as long as the last.
    /// What the budget does not reach stays unknown.
    fn think(&mut self, board: &Yavalath, budget: Budget, watch: &mut dyn Watch<Turn>) -> Report<Analysis<Turn>> {
        // What ends the game is known at once.
        let at_once = |turn| (turn, board.after(turn).ended().map(Value::reversed));
        let judged = RefCell::new(board.moves().map(at_once).collect::<Vec<Judged>>());
        let mut relay = Relay { board, judged: &judged, watch };
        let report = self.drive(board.side(), budget, &mut relay, |driver| {
            let mut known = vec![Known::default(); judged.borrow().len()];
            let mut limit = FIRST_LIMIT;
            while judged.borrow().iter().any(|(_, value)| value.is_none()) {
                for (index, known) in known.iter_mut().enumerate() {
                    let (turn, value) = judged.borrow()[index];
                    if value.is_some() {
                        continue;
                    }
                    let next = board.after(turn);
                    let Some(position) = Position::new(&next) else { continue };
                    let value = driver.value_after(&next, &position, limit, known)?;
                    judged.borrow_mut()[index].1 = value.map(Value::reversed);
                }
                limit = limit.saturating_mul(4);
            }
            Ok(())
        });
        let analysis = analysis(board, &judged.borrow(), report.verdict.err());
        Report { verdict: analysis, stats: report.stats }
    }

    fn forget(&mut self) {
        Exact::forget(self);
    }
}

/// What is known when some moves are decided.
fn analysis(board: &Yavalath, judged: &[Judged], stop: Option<Stop>) -> Analysis<Turn> {
    let ranked = |(mv, proved): &Judged| Ranked { mv: *mv, visits: None, value: None, score: None, proved: *proved };
    let mut moves: Vec<_> = judged.iter().map(ranked).collect();
    // What is not known comes after what does not lose, and before what does; what wins or loses at once, first or last.
    moves.sort_by_key(|ranked| match (ranked.proved, board.after(ranked.mv).ended()) {
        (Some(Value::Win), Some(_)) => 0,
        (Some(Value::Win), None) => 1,
        (Some(Value::Draw), _) => 2,
        (None, _) => 3,
        (Some(Value::Loss), None) => 4,
        (Some(Value::Loss), Some(_)) => 5,
    });
    let best = moves.first().and_then(|ranked| ranked.proved);
    let is_complete = moves.iter().all(|ranked| ranked.proved.is_some());
    Analysis {
        variation: moves.first().map(|ranked| ranked.mv).into_iter().collect(),
        proved: board.ended().or(best.filter(|best| is_complete || *best == Value::Win)),
        score: None,
        moves,
        stopped_by: stop,
        playouts: 0,
        tree: TreeSize::default(),
    }
}

/// A watcher of thinkers as an observer of the solver.
struct Relay<'a> {
    board: &'a Yavalath,
    judged: &'a RefCell<Vec<Judged>>,
    watch: &'a mut dyn Watch<Turn>,
}

impl Observer<Yavalath> for Relay<'_> {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.watch.look(stats, &|| analysis(self.board, &self.judged.borrow(), None))
    }
}
