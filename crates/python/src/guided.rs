//! Best-first search with a guess that is written in Python.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kibitzer_catalog::{Budget, Weight};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::answer::PuzzleAnswer;
use crate::border::{bad, run, unsolved};
use crate::game::{Game, Whole};

/// What a heuristic gives for a position from which it sees no way to the goal. There is one, `kibitzer.DEAD_END`.
#[pyclass(frozen, module = "kibitzer")]
pub(crate) struct DeadEnd;

#[pymethods]
impl DeadEnd {
    #[expect(clippy::unused_self, reason = "Python hands it over")]
    fn __repr__(&self) -> &'static str {
        "kibitzer.DEAD_END"
    }

    /// There is one, however it is copied: pickle finds it by its name.
    #[expect(clippy::unused_self, reason = "Python hands it over")]
    fn __reduce__(&self) -> &'static str {
        "DEAD_END"
    }
}

/// How moves made and moves left are weighed: `greedy`, `a-star`, or a pair of whole numbers.
pub(crate) fn weight(value: &Bound<'_, PyAny>) -> PyResult<Weight> {
    if let Ok((made, left)) = value.extract::<(u32, u32)>() {
        return Ok(Weight::Path { made, left });
    }
    match value.extract::<String>().as_deref() {
        Ok("greedy") => Ok(Weight::Greedy),
        Ok("a-star") => Ok(Weight::A_STAR),
        _ => Err(bad(format!("weight: {} is neither greedy, a-star nor a pair of whole numbers", value.repr()?))),
    }
}

/// Solves a position with the guess of a Python function.
///
/// The search asks from its own thread and takes the interpreter for each guess. The first exception ends the search and
/// is raised again here. Nobody has checked what the function calls a dead end, so a search that ran out of positions after
/// one is no proof: its answer is `unknown`, stopped by `heuristic`.
pub(crate) fn solve(
    py: Python<'_>,
    game: &Game,
    position: &str,
    heuristic: Py<PyAny>,
    weight: Weight,
    budget: Budget,
) -> PyResult<PuzzleAnswer> {
    let room = game.puzzle()?;
    let raised: Arc<Mutex<Option<PyErr>>> = Arc::default();
    let has_dropped: Arc<AtomicBool> = Arc::default();
    let answer = run(py, |cancel| {
        let (ended, game, keep, dropped) = (cancel.flag.clone(), game.clone(), raised.clone(), has_dropped.clone());
        let estimate = move |text: &str| {
            // The verdict of a search that was cancelled is not used, so any number will do until it notices.
            if ended.load(Ordering::Relaxed) {
                return Some(0);
            }
            let guess = Python::attach(|py| guess(py, &heuristic, &game, text)).unwrap_or_else(|problem| {
                *keep.lock().unwrap_or_else(PoisonError::into_inner) = Some(problem);
                ended.store(true, Ordering::Relaxed);
                Some(0)
            });
            if guess.is_none() {
                dropped.store(true, Ordering::Relaxed);
            }
            guess
        };
        room.best_first(weight, Box::new(estimate)).solve(position, budget, cancel).map_err(unsolved)
    });
    let problem = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(problem) = problem {
        return Err(problem);
    }
    let answer = PuzzleAnswer::of(game.spec.clone(), None, position.to_string(), &answer?);
    Ok(if has_dropped.load(Ordering::Relaxed) { answer.without_proof() } else { answer })
}

/// Asks for one guess: a whole number of moves, or nothing where the function says that no goal can be reached.
///
/// `None` is what a Python function gives that forgets to return, so it is a mistake and no claim.
fn guess(py: Python<'_>, heuristic: &Py<PyAny>, game: &Game, text: &str) -> PyResult<Option<u32>> {
    let value = heuristic.call1(py, (game.at(text.to_string()),))?.into_bound(py);
    if value.cast::<DeadEnd>().is_ok() {
        return Ok(None);
    }
    if value.is_none() {
        let words = "the heuristic gave None: it must give a whole number of moves, or kibitzer.DEAD_END";
        return Err(PyTypeError::new_err(words));
    }
    let Whole(number) = value.extract()?;
    u32::try_from(number).map(Some).map_err(|_| PyValueError::new_err(format!("{number} is too large for a guess")))
}
