//! Best-first search with a guess that is written in Python.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use kibitzer_catalog::{Budget, Weight};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::answer::PuzzleAnswer;
use crate::border::{bad, run, unsolved};
use crate::game::{Game, Whole};

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
/// is raised again here.
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
    let answer = run(py, |cancel| {
        let (ended, game, keep) = (cancel.flag.clone(), game.clone(), raised.clone());
        let estimate = move |text: &str| {
            // The verdict of a search that was cancelled is not used, so any number will do until it notices.
            if ended.load(Ordering::Relaxed) {
                return Some(0);
            }
            Python::attach(|py| guess(py, &heuristic, &game, text)).unwrap_or_else(|problem| {
                *keep.lock().unwrap_or_else(PoisonError::into_inner) = Some(problem);
                ended.store(true, Ordering::Relaxed);
                Some(0)
            })
        };
        room.best_first(weight, Box::new(estimate)).solve(position, budget, cancel).map_err(unsolved)
    });
    let problem = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    match problem {
        Some(problem) => Err(problem),
        None => Ok(PuzzleAnswer::of(game.spec.clone(), None, position.to_string(), &answer?)),
    }
}

/// Asks for one guess: a whole number of moves, or `None` where no goal can be reached.
fn guess(py: Python<'_>, heuristic: &Py<PyAny>, game: &Game, text: &str) -> PyResult<Option<u32>> {
    let value = heuristic.call1(py, (game.at(text.to_string()),))?;
    let Some(Whole(number)) = value.extract::<Option<Whole>>(py)? else { return Ok(None) };
    u32::try_from(number).map(Some).map_err(|_| PyValueError::new_err(format!("{number} is too large for a guess")))
}
