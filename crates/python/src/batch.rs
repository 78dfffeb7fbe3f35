//! Searches that decide: one position, or many on all cores.

use std::num::NonZeroUsize;

use kibitzer_catalog::{Budget, Cancel, Room, SolverSpec, TextDecider, TextSolver};
use kibitzer_lab::in_order::{Spread, in_order};
use pyo3::prelude::*;

use crate::answer::{DuelAnswer, PuzzleAnswer};
use crate::border::{bad, guard, run, unsolved};
use crate::game::Game;

/// A position to decide.
pub(crate) enum Job {
    /// A position in its usual form.
    Position(String),
    /// A deal, which exists.
    Deal(u64),
}

/// What is known of a position.
pub(crate) enum Found {
    Puzzle(PuzzleAnswer),
    Duel(DuelAnswer),
}

impl Found {
    pub(crate) fn into_python(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(match self {
            Found::Puzzle(answer) => Py::new(py, answer)?.into_any(),
            Found::Duel(answer) => Py::new(py, answer)?.into_any(),
        })
    }
}

/// What decides positions in one thread.
enum Worker {
    Puzzle(Box<dyn TextSolver>),
    Duel(Box<dyn TextDecider>),
}

impl Worker {
    fn new(room: &Room, spec: &SolverSpec) -> Worker {
        match room {
            Room::Puzzle(room) => Worker::Puzzle(room.solver(spec)),
            Room::Duel(room) => Worker::Duel(room.decider(spec)),
        }
    }

    fn decide(&mut self, game: &Game, job: Job, budget: Budget, cancel: &Cancel) -> PyResult<Found> {
        let (seed, position) = match job {
            Job::Position(text) => (None, text),
            Job::Deal(seed) => (Some(seed), game.puzzle()?.deal(seed).map_err(bad)?),
        };
        let name = game.spec.clone();
        match self {
            Worker::Puzzle(solver) => {
                let answer = solver.solve(&position, budget, cancel).map_err(unsolved)?;
                Ok(Found::Puzzle(PuzzleAnswer::of(name, seed, position, &answer)))
            }
            Worker::Duel(decider) => {
                let found = decider.decide(&position, budget, cancel).map_err(bad)?;
                Ok(Found::Duel(DuelAnswer::of(name, position, &found)))
            }
        }
    }
}

/// The search of this name, or the one that is usual.
pub(crate) fn spec(game: &Game, algorithm: Option<&str>) -> PyResult<SolverSpec> {
    guard(|| match &*game.room {
        Room::Puzzle(room) => room.algorithm(algorithm.unwrap_or(room.algorithms()[0].name)).map_err(bad),
        Room::Duel(room) => room.decider_spec(algorithm.unwrap_or(room.deciders()[0].name)).map_err(bad),
    })
}

/// Decides one position.
pub(crate) fn solve(
    py: Python<'_>,
    game: &Game,
    position: &str,
    spec: &SolverSpec,
    budget: Budget,
) -> PyResult<Py<PyAny>> {
    let job = Job::Position(position.to_string());
    let found = run(py, |cancel| Worker::new(&game.room, spec).decide(game, job, budget, cancel))?;
    found.into_python(py)
}

/// Decides many positions; the answers come in their order.
pub(crate) fn solve_all(
    py: Python<'_>,
    game: &Game,
    jobs: Vec<Job>,
    algorithm: Option<&str>,
    budget: Budget,
    threads: NonZeroUsize,
) -> PyResult<Vec<Py<PyAny>>> {
    let spec = spec(game, algorithm)?;
    let useful = NonZeroUsize::new(jobs.len()).map_or(threads, |jobs| jobs.min(threads));
    let spread = Spread::of(jobs.len() as u64, useful);
    let found = run(py, |cancel| {
        let mut found = Vec::with_capacity(jobs.len());
        in_order(
            jobs.into_iter(),
            spread,
            cancel,
            || Worker::new(&game.room, &spec),
            // A panic is caught where it happens, so that the other threads do not wait for it.
            |worker, job| guard(|| worker.decide(game, job, budget, cancel)),
            |answer| answer.map(|answer| found.push(answer)),
        )?;
        Ok(found)
    })?;
    found.into_iter().map(|answer| answer.into_python(py)).collect()
}
