//! The solver as an adviser: every move with its exact score, or the value of a position with its best moves.

use std::cell::RefCell;
use std::ops::ControlFlow;

use kibitzer_core::{Duel, Game, Payoff};
use kibitzer_games::connect4::{COLUMNS, Column, Connect4};
use kibitzer_search::{
    Analysis, Budget, Decider, Decision, Observer, Ranked, Report, Stats, Stop, Thinker, TreeSize, Watch,
};

use super::{Exact, board_of, moves, value_of};

/// Scores by column, as far as they are known.
type Scores = [Option<i32>; COLUMNS];

impl Thinker<Connect4> for Exact {
    /// The exact score of every move. What the budget does not reach stays unknown.
    fn think(
        &mut self,
        position: &Connect4,
        budget: Budget,
        watch: &mut dyn Watch<Column>,
    ) -> Report<Analysis<Column>> {
        let scores = RefCell::new([None; COLUMNS]);
        let mut relay = Relay { position, scores: &scores, watch };
        let report = self.drive(budget, &mut relay, |driver| {
            for (column, after) in moves(position) {
                let score = -driver.score(after)?;
                scores.borrow_mut()[column.index()] = Some(score);
            }
            Ok(())
        });
        let analysis = analysis(position, &scores.borrow(), report.verdict.err());
        Report { verdict: analysis, stats: report.stats }
    }

    fn forget(&mut self) {
        Exact::forget(self);
    }
}

impl Decider<Connect4> for Exact {
    fn decide(
        &mut self,
        position: &Connect4,
        budget: Budget,
        observer: &mut dyn Observer<Connect4>,
    ) -> Report<Decision<Column>> {
        let report = self.drive(budget, observer, |driver| {
            let score = driver.score(board_of(position))?;
            let mut best = Vec::new();
            for (column, after) in moves(position) {
                // The move is as good as the best unless the other side gets more out of it.
                if driver.ask(after, -score)? <= -score {
                    best.push(column);
                }
            }
            best.sort_unstable();
            Ok((score, best))
        });
        let verdict = match report.verdict {
            Ok((score, best)) => Decision::Known { value: value_of(score), score: Some(score), best },
            Err(stop) => Decision::Unknown(stop),
        };
        Report { verdict, stats: report.stats }
    }
}

/// What is known when some moves have their score.
pub(super) fn analysis(position: &Connect4, scores: &Scores, stop: Option<Stop>) -> Analysis<Column> {
    let ranked = |mv: Column| {
        let score = scores[mv.index()];
        Ranked { mv, visits: None, value: None, score, proved: score.map(value_of) }
    };
    let mut moves: Vec<_> = position.moves().map(ranked).collect();
    // What is not known comes after what does not lose, and before what does. Among equals, the middle comes first.
    moves.sort_by_key(|ranked| {
        let known = ranked.score.map_or(-1, |score| 2 * score);
        (-known, (2 * ranked.mv.index() + 1).abs_diff(COLUMNS))
    });
    let best = moves.first().and_then(|ranked| ranked.score);
    let is_complete = moves.iter().all(|ranked| ranked.score.is_some());
    let score = best.filter(|_| is_complete);
    Analysis {
        variation: moves.first().map(|ranked| ranked.mv).into_iter().collect(),
        proved: position.ended().or(score.map(value_of)).or(best.filter(|best| *best > 0).map(value_of)),
        score: if position.outcome().is_some() { None } else { score },
        moves,
        stopped_by: stop,
        playouts: 0,
        tree: TreeSize::default(),
    }
}

/// A watcher of thinkers as an observer of the solver.
struct Relay<'a> {
    position: &'a Connect4,
    scores: &'a RefCell<Scores>,
    watch: &'a mut dyn Watch<Column>,
}

impl Observer<Connect4> for Relay<'_> {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.watch.look(stats, &|| analysis(self.position, &self.scores.borrow(), None))
    }
}
