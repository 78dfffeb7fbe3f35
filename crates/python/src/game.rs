//! Games by name, and what there is to find out about them.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use kibitzer_catalog::{DuelRoom, GameSpec, Listing, PuzzleRoom, Room};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::batch::{Job, solve_all};
use crate::border::{bad, guard};
use crate::engine::Engine;
use crate::limits::{budget, threads};
use crate::position::Position;

/// A game with its options, such as `birds`, `gaps:first=any` or `yavalath:swap=on`.
#[pyclass(frozen, eq, hash, module = "kibitzer")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) room: Arc<Room>,
    pub(crate) spec: String,
}

/// A search that fits a game.
#[pyclass(frozen, get_all, module = "kibitzer")]
pub(crate) struct Algorithm {
    /// Its name.
    name: &'static str,
    /// What it does, in one line.
    help: &'static str,
    /// Who described it.
    source: &'static str,
    /// Its options: name, default, what may be written, and what it does.
    options: Vec<(String, String, String, String)>,
}

/// A whole number from Python. A negative one is a mistake like any other.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Whole> {
        number.extract::<u64>().map(Whole).map_err(|problem| {
            if problem.is_instance_of::<PyOverflowError>(number.py()) {
                bad(format!("{} is not a whole number from 0 to {}", *number, u64::MAX))
            } else {
                problem
            }
        })
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.spec == other.spec
    }
}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.spec.hash(state);
    }
}

impl Game {
    /// Reads the name of a game, or takes a game as it is.
    pub(crate) fn of(game: &Bound<'_, PyAny>) -> PyResult<Game> {
        match game.cast::<Game>() {
            Ok(game) => Ok(game.get().clone()),
            Err(_) => Game::new(game.cast::<PyString>()?.to_string().as_str()),
        }
    }

    pub(crate) fn puzzle(&self) -> PyResult<&dyn PuzzleRoom> {
        match &*self.room {
            Room::Puzzle(room) => Ok(room.as_ref()),
            Room::Duel(room) => Err(bad(room.game().not_a_puzzle())),
        }
    }

    pub(crate) fn duel(&self) -> PyResult<&dyn DuelRoom> {
        match &*self.room {
            Room::Duel(room) => Ok(room.as_ref()),
            Room::Puzzle(room) => Err(room.game().duel().err().map_or_else(|| bad("this is for games for two"), bad)),
        }
    }

    /// Reads a position and writes it in its usual form.
    pub(crate) fn read(&self, text: &str) -> PyResult<String> {
        guard(|| {
            let text = self.room.read(text).map_err(bad)?;
            let Room::Duel(room) = &*self.room else { return Ok(text) };
            // A line of moves has one text, however it was typed: that of its moves one by one.
            if text == room.start() {
                return Ok(text);
            }
            Ok(room.replay(room.start(), &text).map_or(text, |replay| replay.position))
        })
    }

    /// The text of a position, which may be one or may be written.
    pub(crate) fn text_of(&self, position: &Bound<'_, PyAny>) -> PyResult<String> {
        if let Ok(position) = position.cast::<Position>() {
            let Position { game, text } = position.get();
            if game != self {
                return Err(bad(format!("this is a position of {}, not of {}", game.spec, self.spec)));
            }
            return Ok(text.clone());
        }
        match position.cast::<PyString>() {
            Ok(text) => self.read(&text.to_string()),
            Err(_) => {
                Err(PyTypeError::new_err(format!("a position or its text is needed, not {}", position.get_type())))
            }
        }
    }

    pub(crate) fn at(&self, text: String) -> Position {
        Position { game: self.clone(), text }
    }
}

#[pymethods]
impl Game {
    /// Reads the name of a game and its options.
    #[new]
    fn new(spec: &str) -> PyResult<Game> {
        guard(|| {
            let spec: GameSpec = spec.parse().map_err(bad)?;
            Ok(Game { room: Arc::new(spec.room()), spec: spec.to_string() })
        })
    }

    /// The name with its options.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// The name without options.
    #[getter]
    fn name(&self) -> &'static str {
        self.room.game().listing().name
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.room.game().listing().title
    }

    /// Whether one plays it alone.
    #[getter]
    fn is_puzzle(&self) -> bool {
        matches!(&*self.room, Room::Puzzle(_))
    }

    /// The last seed of a puzzle; the first is 0.
    #[getter]
    fn last_seed(&self) -> PyResult<u64> {
        Ok(self.puzzle()?.last_seed())
    }

    /// The position that a seed deals.
    fn deal(&self, seed: Whole) -> PyResult<Position> {
        guard(|| Ok(self.at(self.puzzle()?.deal(seed.0).map_err(bad)?)))
    }

    /// The position before the first move of a game for two.
    fn start(&self) -> PyResult<Position> {
        Ok(self.at(self.duel()?.start().to_string()))
    }

    /// Reads a position.
    fn position(&self, text: &str) -> PyResult<Position> {
        self.read(text).map(|text| self.at(text))
    }

    /// The searches that decide positions; the first is the default.
    fn algorithms(&self) -> Vec<Algorithm> {
        let listings = match &*self.room {
            Room::Puzzle(room) => room.algorithms(),
            Room::Duel(room) => room.deciders(),
        };
        listings.iter().map(Algorithm::of).collect()
    }

    /// The searches that weigh the moves of a game for two; the first is the default.
    fn thinkers(&self) -> PyResult<Vec<Algorithm>> {
        Ok(self.duel()?.thinkers().iter().map(Algorithm::of).collect())
    }

    /// Decides many positions, on all cores unless told otherwise; the answers come in the order of the positions.
    #[pyo3(signature = (positions, algorithm=None, *, max_nodes=None, max_time=None, max_memory=None, threads=None))]
    fn solve_many(
        &self,
        positions: &Bound<'_, PyAny>,
        algorithm: Option<&str>,
        max_nodes: Option<Whole>,
        max_time: Option<f64>,
        max_memory: Option<Whole>,
        threads: Option<Whole>,
    ) -> PyResult<Vec<Py<PyAny>>> {
        let mut jobs = Vec::new();
        for (number, position) in (1..).zip(positions.try_iter()?) {
            let text = self.text_of(&position?).map_err(|problem| placed(positions.py(), number, problem))?;
            jobs.push(Job::Position(text));
        }
        let (budget, threads) = (budget(max_nodes, max_time, max_memory)?, self::threads(threads)?);
        solve_all(positions.py(), self, jobs, algorithm, budget, threads)
    }

    /// Decides the deals of many seeds, such as `range(1000)`.
    #[pyo3(signature = (seeds, algorithm=None, *, max_nodes=None, max_time=None, max_memory=None, threads=None))]
    fn solve_seeds(
        &self,
        seeds: &Bound<'_, PyAny>,
        algorithm: Option<&str>,
        max_nodes: Option<Whole>,
        max_time: Option<f64>,
        max_memory: Option<Whole>,
        threads: Option<Whole>,
    ) -> PyResult<Vec<Py<PyAny>>> {
        let room = self.puzzle()?;
        let mut jobs = Vec::new();
        for seed in seeds.try_iter()? {
            let Whole(seed) = seed?.extract()?;
            if seed > room.last_seed() {
                room.deal(seed).map_err(bad)?;
            }
            jobs.push(Job::Deal(seed));
        }
        let (budget, threads) = (budget(max_nodes, max_time, max_memory)?, self::threads(threads)?);
        solve_all(seeds.py(), self, jobs, algorithm, budget, threads)
    }

    /// An engine of a game for two, which keeps what it learns from position to position.
    #[pyo3(signature = (algorithm=None))]
    fn engine(&self, algorithm: Option<&str>) -> PyResult<Engine> {
        Engine::new(self, algorithm)
    }

    /// Takes up a search that `Engine.save` saved.
    fn resume(&self, saved: &[u8]) -> PyResult<Engine> {
        Engine::resume(self, saved)
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.spec)
    }

    fn __str__(&self) -> &str {
        &self.spec
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().spec.clone(),))
    }
}

/// A mistake in one of many positions, with its place.
fn placed(py: Python<'_>, number: usize, problem: PyErr) -> PyErr {
    if problem.is_instance_of::<pyo3::exceptions::PyValueError>(py) {
        bad(format!("position {number}: {}", problem.value(py)))
    } else {
        problem
    }
}

impl Algorithm {
    fn of(listing: &Listing) -> Algorithm {
        let option = |parameter: &kibitzer_catalog::Parameter| {
            let kind = &parameter.kind;
            (parameter.name.to_string(), kind.default().to_string(), kind.to_string(), parameter.help.to_string())
        };
        let Listing { name, help, source, parameters } = *listing;
        Algorithm { name, help, source, options: parameters.iter().map(option).collect() }
    }
}

#[pymethods]
impl Algorithm {
    fn __repr__(&self) -> String {
        format!("<Algorithm {}: {}>", self.name, self.help)
    }
}

/// The names of all games.
#[pyfunction]
pub(crate) fn game_names() -> Vec<&'static str> {
    GameSpec::GAMES.iter().map(|game| game.name).collect()
}
