//! The player: it proves what its budget can prove, and trusts the tree search for the rest.

use std::ops::ControlFlow;
use std::time::Duration;

use kibitzer_core::{Payoff, Value};
use kibitzer_games::connect4::{COLUMNS, Column, Connect4};
use kibitzer_search::mcts::{Decisive, Mcts, MctsThinker, Mean, Proofs, Together, Ucb1};
use kibitzer_search::{Analysis, Budget, Observer, Report, Stats, Thinker, Watch};

use super::{Exact, moves, value_of};

/// A few playouts, to try the moves in a good order.
const FIRST_LOOK: u64 = 1_000;

/// Plays Connect Four with the solver and the tree search together.
///
/// First it asks the solver for a move that keeps the value of the position. If the budget carries that far, the move is
/// played, and what is left of the budget goes into finding the quickest win or the longest defence. If it does not,
/// the tree search decides.
pub struct Player {
    exact: Exact,
    tree: MctsThinker<Connect4, Ucb1, Decisive, Proofs<Mean>, Together>,
}

impl Player {
    /// A player; the seed is for the tree search.
    #[must_use]
    pub fn new(seed: u64) -> Player {
        let mut mcts = Mcts::new(Ucb1 { exploration: 1.0 }, Decisive, Proofs(Mean)).together();
        mcts.settings.seed = seed;
        Player { exact: Exact::default(), tree: MctsThinker::new(mcts) }
    }
}

/// What is left of a budget.
struct Purse {
    budget: Budget,
    spent: Stats,
}

impl Purse {
    /// A part of what is left, for the solver; nodes are not shared out, since it counts others than the tree search.
    fn part(&self, numerator: u32, denominator: u32) -> Budget {
        let time = self.budget.time.map(|time| time.saturating_sub(self.spent.elapsed) * numerator / denominator);
        Budget { time: time.map(|time| time.max(Duration::from_micros(100))), ..self.budget }
    }

    fn pay(&mut self, stats: Stats) {
        self.spent.expanded += stats.expanded;
        self.spent.generated += stats.generated;
        self.spent.peak_bytes = self.spent.peak_bytes.max(stats.peak_bytes);
        self.spent.elapsed += stats.elapsed;
    }
}

impl Thinker<Connect4> for Player {
    fn think(
        &mut self,
        position: &Connect4,
        budget: Budget,
        watch: &mut dyn Watch<Column>,
    ) -> Report<Analysis<Column>> {
        let mut purse = Purse { budget, spent: Stats::default() };
        // Half of the memory each; the solver needs little of its half.
        let halves = Budget { bytes: budget.bytes.map(|bytes| bytes / 2), ..budget };
        purse.budget = halves;
        let first = Budget { nodes: Some(budget.nodes.unwrap_or(FIRST_LOOK).min(FIRST_LOOK)), ..purse.part(1, 10) };
        let look = self.tree.think(position, first, watch);
        purse.pay(look.stats);
        let mut analysis = look.verdict;
        if position.ended().is_some() {
            return Report { verdict: analysis, stats: purse.spent };
        }
        let order: Vec<Column> = analysis.moves.iter().map(|ranked| ranked.mv).collect();
        let safe = self.safe_move(position, &order, purse.part(7, 10), watch);
        purse.pay(safe.stats);
        if let Ok((column, value)) = safe.verdict {
            self.refine(position, (column, value), &mut analysis, &mut purse, watch);
            return Report { verdict: analysis, stats: purse.spent };
        }
        let rest = self.tree.think(position, purse.part(1, 1), watch);
        purse.pay(rest.stats);
        let mut analysis = rest.verdict;
        // What is proved to draw is not given up for what only looks like a win.
        if analysis.moves.first().is_some_and(|ranked| ranked.proved != Some(Value::Win)) {
            analysis.moves.sort_by_key(|ranked| ranked.proved != Some(Value::Draw));
        }
        Report { verdict: analysis, stats: purse.spent }
    }

    fn forget(&mut self) {
        self.exact.forget();
        self.tree.forget();
    }
}

type Found<T> = Report<Result<T, kibitzer_search::Stop>>;

impl Player {
    /// A move that keeps the value of the position, tried in this order, and the value.
    fn safe_move(
        &mut self,
        position: &Connect4,
        order: &[Column],
        budget: Budget,
        watch: &mut dyn Watch<Column>,
    ) -> Found<(Column, Value)> {
        let tree = &self.tree;
        let mut relay = Relay { watch, analysis: &|| tree.snapshot() };
        self.exact.drive(budget, &mut relay, |driver| {
            let after = |column: &Column| {
                let found = moves(position).into_iter().find(|(mv, _)| mv == column);
                found.expect("the tree ranks legal moves").1
            };
            for (alpha, value) in [(0, Value::Win), (-1, Value::Draw)] {
                for column in order {
                    if -driver.ask(after(column), -alpha - 1)? > alpha {
                        return Ok((*column, value));
                    }
                }
            }
            Ok((order[0], Value::Loss))
        })
    }

    /// Looks for the exact scores of the moves with what is left of the budget, and puts the best first.
    fn refine(
        &mut self,
        position: &Connect4,
        safe: (Column, Value),
        analysis: &mut Analysis<Column>,
        purse: &mut Purse,
        watch: &mut dyn Watch<Column>,
    ) {
        let tree = &self.tree;
        let mut relay = Relay { watch, analysis: &|| tree.snapshot() };
        let mut scores = [None; COLUMNS];
        let report = self.exact.drive(purse.part(9, 10), &mut relay, |driver| {
            for (column, after) in moves(position) {
                scores[column.index()] = Some(-driver.score(after)?);
            }
            Ok(())
        });
        purse.pay(report.stats);
        for ranked in &mut analysis.moves {
            ranked.score = scores[ranked.mv.index()];
            ranked.proved = ranked.score.map(value_of).or(ranked.proved);
            if ranked.mv == safe.0 {
                ranked.proved = Some(safe.1);
            }
        }
        // Where all moves lose, the last to lose is best; where the scores are not known, the proved move comes first.
        let is_complete = analysis.moves.iter().all(|ranked| ranked.score.is_some());
        analysis.moves.sort_by_key(|ranked| {
            let score = ranked.score.unwrap_or(if ranked.mv == safe.0 { 0 } else { -22 });
            let keeps = ranked.proved == Some(safe.1);
            (!keeps, if keeps || is_complete { -score } else { 0 })
        });
        analysis.proved = Some(safe.1);
        analysis.score = if is_complete { analysis.moves.first().and_then(|ranked| ranked.score) } else { None };
        analysis.variation = analysis.moves.first().map(|ranked| ranked.mv).into_iter().collect();
        analysis.stopped_by = None;
    }
}

/// A watcher of thinkers as an observer of the solver.
struct Relay<'a> {
    watch: &'a mut dyn Watch<Column>,
    analysis: &'a dyn Fn() -> Analysis<Column>,
}

impl Observer<Connect4> for Relay<'_> {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.watch.look(stats, self.analysis)
    }
}
