//! What a search that weighs moves says.

use std::time::Instant;

use kibitzer_catalog::{Budget, Cancel, PuzzleRoom, Ranked, Report, SolverSpec, Value, Verdict};
use pyo3::prelude::*;

use crate::answer::{seconds, word};
use crate::border::{bad, unsolved};

/// What is known of one move, for the side that makes it.
#[pyclass(frozen, get_all, module = "kibitzer")]
#[derive(Clone)]
pub(crate) struct RankedMove {
    /// The move.
    #[pyo3(name = "move")]
    mv: String,
    /// How often it was tried, where the search counts.
    visits: Option<u64>,
    /// Its estimated value, from -1 to 1, where the search estimates.
    value: Option<f64>,
    /// Its exact score, where the search knows one.
    score: Option<i32>,
    /// What it is proved to lead to: `win`, `draw` or `loss`, and in a puzzle `solvable` or `unsolvable`.
    proved: Option<&'static str>,
}

/// The moves of a position, weighed.
#[pyclass(frozen, module = "kibitzer")]
pub(crate) struct Analysis {
    /// The game with its options.
    #[pyo3(get)]
    game: String,
    /// The position.
    #[pyo3(get)]
    position: String,
    /// The search with all its options.
    #[pyo3(get)]
    algorithm: String,
    /// What the position is proved to be for the side to move: `win`, `draw` or `loss`.
    #[pyo3(get)]
    proved: Option<&'static str>,
    /// The exact score of the position, where the search knows one.
    #[pyo3(get)]
    score: Option<i32>,
    /// The line that the search expects.
    #[pyo3(get)]
    variation: Vec<String>,
    /// Playouts behind the numbers; 0 for searches without playouts.
    #[pyo3(get)]
    playouts: u64,
    /// Nodes of the tree; 0 for searches without one.
    #[pyo3(get)]
    nodes: u64,
    /// What it took, in seconds.
    #[pyo3(get)]
    seconds: f64,
    /// What stopped the search; `None` where it found all that it looks for.
    #[pyo3(get)]
    stopped_by: Option<String>,
    moves: Vec<RankedMove>,
}

#[pymethods]
impl Analysis {
    /// Every legal move, the best first.
    #[getter]
    fn moves(&self) -> Vec<RankedMove> {
        self.moves.clone()
    }

    /// The best move; `None` where there is no move.
    #[getter]
    fn best(&self) -> Option<&str> {
        self.moves.first().map(|ranked| ranked.mv.as_str())
    }

    fn __repr__(&self) -> String {
        format!("<Analysis {} moves, best {}>", self.moves.len(), self.best().unwrap_or("none"))
    }
}

#[pymethods]
impl RankedMove {
    fn __repr__(&self) -> String {
        let visits = self.visits.map(|visits| format!(", {visits} visits")).unwrap_or_default();
        let value = self.value.map(|value| format!(", value {value:+.3}")).unwrap_or_default();
        let score = self.score.map(|score| format!(", score {score:+}")).unwrap_or_default();
        let proved = self.proved.map(|word| format!(", {word}")).unwrap_or_default();
        format!("<RankedMove {}{visits}{value}{score}{proved}>", self.mv)
    }
}

impl Analysis {
    /// What an engine says of a game for two.
    pub(crate) fn of(
        game: String,
        position: String,
        spec: &SolverSpec,
        report: Report<kibitzer_catalog::Analysis<String>>,
    ) -> Analysis {
        let Report { verdict: found, stats } = report;
        Analysis {
            game,
            position,
            algorithm: spec.to_string(),
            proved: found.proved.map(value_word),
            score: found.score,
            variation: found.variation,
            playouts: found.playouts,
            nodes: found.tree.nodes,
            seconds: seconds(&stats),
            stopped_by: found.stopped_by.map(word),
            moves: found.moves.into_iter().map(RankedMove::of).collect(),
        }
    }

    /// Solves what each move of a puzzle leads to, each within the budget; the best first.
    pub(crate) fn of_puzzle(
        room: &dyn PuzzleRoom,
        position: String,
        spec: &SolverSpec,
        budget: Budget,
        cancel: &Cancel,
    ) -> PyResult<Analysis> {
        let started = Instant::now();
        let mut solver = room.solver(spec);
        let mut moves = Vec::new();
        let mut stopped_by = None;
        for mv in room.legal_moves(&position).map_err(bad)? {
            let next = room.replay(&position, &mv).map_err(bad)?.position;
            let proved = match solver.solve(&next, budget, cancel).map_err(unsolved)?.verdict {
                Verdict::Solved(_) => Some("solvable"),
                Verdict::Unsolvable => Some("unsolvable"),
                Verdict::Unknown(stop) => {
                    stopped_by = Some(word(stop));
                    None
                }
            };
            moves.push(RankedMove { mv, visits: None, value: None, score: None, proved });
        }
        // The order of the board among equals.
        moves.sort_by_key(|found| match found.proved {
            Some("solvable") => 0,
            None => 1,
            Some(_) => 2,
        });
        Ok(Analysis {
            game: room.game().to_string(),
            position,
            algorithm: spec.to_string(),
            proved: None,
            score: None,
            variation: Vec::new(),
            playouts: 0,
            nodes: 0,
            seconds: started.elapsed().as_secs_f64(),
            stopped_by,
            moves,
        })
    }
}

impl RankedMove {
    fn of(ranked: Ranked<String>) -> RankedMove {
        let Ranked { mv, visits, value, score, proved } = ranked;
        RankedMove { mv, visits, value, score, proved: proved.map(value_word) }
    }
}

fn value_word(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Draw => "draw",
        Value::Loss => "loss",
    }
}
