//! What a search that decides says, with the words of the command line's JSON.

use kibitzer_catalog::{Answer, Judgement, Stats, Stop};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The answer of a search of a puzzle.
///
/// The moves of a solution have been replayed by the rules, and `unsolvable` is always a proof.
#[pyclass(frozen, get_all, module = "kibitzer")]
pub(crate) struct PuzzleAnswer {
    /// The game with its options.
    game: String,
    /// The number of the deal, where it was named by one.
    seed: Option<u64>,
    /// The position.
    position: String,
    /// `solved`, `unsolvable` or `unknown`.
    verdict: &'static str,
    /// The solution; empty where there is none.
    moves: Vec<String>,
    /// Whether there is a solution, and it is proved that none has fewer moves.
    shortest: bool,
    /// Positions expanded.
    expanded: u64,
    /// What it took, in seconds.
    seconds: f64,
    /// Why nothing is known: `nodes`, `time`, `memory` or `cancelled`, or `heuristic` where a heuristic of your own has left
    /// out positions; `None` where something is.
    stopped_by: Option<String>,
}

/// The answer of a search that decides a game for two, for the side to move.
#[pyclass(frozen, get_all, module = "kibitzer")]
pub(crate) struct DuelAnswer {
    /// The game with its options.
    game: String,
    /// The position.
    position: String,
    /// `win`, `draw`, `loss` or `unknown`.
    verdict: &'static str,
    /// The exact score, where the search finds one.
    score: Option<i32>,
    /// Moves that are proved to be best.
    best: Vec<String>,
    /// Positions expanded.
    expanded: u64,
    /// What it took, in seconds.
    seconds: f64,
    /// Why nothing is known; `None` where something is.
    stopped_by: Option<String>,
}

impl PuzzleAnswer {
    pub(crate) fn of(game: String, seed: Option<u64>, position: String, answer: &Answer) -> PuzzleAnswer {
        PuzzleAnswer {
            game,
            seed,
            position,
            verdict: answer.word(),
            moves: answer.moves().to_vec(),
            shortest: answer.shortest,
            expanded: answer.stats.expanded,
            seconds: seconds(&answer.stats),
            stopped_by: answer.stopped_by().map(word),
        }
    }

    /// The same answer of a search that left out positions on the word of somebody whom nobody has checked: what it found
    /// stands, and that it found nothing says nothing.
    pub(crate) fn without_proof(mut self) -> PuzzleAnswer {
        if self.verdict == "unsolvable" {
            (self.verdict, self.stopped_by) = ("unknown", Some("heuristic".to_string()));
        }
        self
    }
}

impl DuelAnswer {
    pub(crate) fn of(game: String, position: String, found: &Judgement) -> DuelAnswer {
        DuelAnswer {
            game,
            position,
            verdict: found.word(),
            score: found.score(),
            best: found.best().to_vec(),
            expanded: found.stats.expanded,
            seconds: seconds(&found.stats),
            stopped_by: found.stopped_by().map(word),
        }
    }
}

pub(crate) fn seconds(stats: &Stats) -> f64 {
    stats.elapsed.as_secs_f64()
}

/// What stopped a search, in a word.
pub(crate) fn word(stop: Stop) -> String {
    stop.to_string()
}

fn micros(seconds: f64) -> u128 {
    std::time::Duration::from_secs_f64(seconds).as_micros()
}

#[pymethods]
impl PuzzleAnswer {
    /// The number of moves of the solution; `None` where there is none.
    #[getter]
    fn length(&self) -> Option<usize> {
        (self.verdict == "solved").then_some(self.moves.len())
    }

    /// The object that `kibitzer solve --format json` prints.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let object = PyDict::new(py);
        object.set_item("game", &self.game)?;
        if let Some(seed) = self.seed {
            object.set_item("seed", seed)?;
        }
        object.set_item("position", &self.position)?;
        object.set_item("verdict", self.verdict)?;
        object.set_item("moves", &self.moves)?;
        object.set_item("length", self.moves.len())?;
        object.set_item("shortest", self.shortest)?;
        object.set_item("expanded", self.expanded)?;
        object.set_item("micros", micros(self.seconds))?;
        if let Some(stop) = &self.stopped_by {
            object.set_item("stopped_by", stop)?;
        }
        Ok(object)
    }

    fn __repr__(&self) -> String {
        let moves = if self.moves.is_empty() { String::new() } else { format!(", {} moves", self.moves.len()) };
        format!("<PuzzleAnswer {}{moves}>", self.verdict)
    }
}

#[pymethods]
impl DuelAnswer {
    /// The object that `kibitzer solve --format json` prints.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let object = PyDict::new(py);
        object.set_item("game", &self.game)?;
        object.set_item("position", &self.position)?;
        object.set_item("verdict", self.verdict)?;
        if let Some(score) = self.score {
            object.set_item("score", score)?;
        }
        object.set_item("best", &self.best)?;
        object.set_item("expanded", self.expanded)?;
        object.set_item("micros", micros(self.seconds))?;
        if let Some(stop) = &self.stopped_by {
            object.set_item("stopped_by", stop)?;
        }
        Ok(object)
    }

    fn __repr__(&self) -> String {
        let score = self.score.map(|score| format!(", score {score:+}")).unwrap_or_default();
        format!("<DuelAnswer {}{score}>", self.verdict)
    }
}
