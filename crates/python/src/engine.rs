//! Engines of games for two, which keep what they learn.

use std::sync::{Mutex, PoisonError};

use kibitzer_catalog::{Budget, Resumed, SolverSpec, TextThinker};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::analysis::Analysis;
use crate::border::{bad, guard, run};
use crate::game::{Game, Whole};
use crate::limits::{budget, thought};

/// An engine that weighs the moves of positions, and keeps its tree from one to the next.
#[pyclass(frozen, module = "kibitzer")]
pub(crate) struct Engine {
    game: Game,
    spec: SolverSpec,
    thinker: Mutex<Box<dyn TextThinker>>,
}

impl Engine {
    pub(crate) fn new(game: &Game, algorithm: Option<&str>) -> PyResult<Engine> {
        guard(|| {
            let room = game.duel()?;
            let spec = room.thinker_spec(algorithm.unwrap_or(room.thinkers()[0].name)).map_err(bad)?;
            Ok(Engine { game: game.clone(), thinker: Mutex::new(room.thinker(&spec)), spec })
        })
    }

    pub(crate) fn resume(game: &Game, saved: &[u8]) -> PyResult<Engine> {
        guard(|| {
            let Resumed { spec, thinker, .. } = game.duel()?.resume(saved).map_err(bad)?;
            Ok(Engine { game: game.clone(), spec, thinker: Mutex::new(thinker) })
        })
    }

    /// Weighs the moves of a position that has been read.
    pub(crate) fn think(&self, py: Python<'_>, text: String, budget: Budget) -> PyResult<Analysis> {
        run(py, |cancel| {
            let mut watch = cancel.clone();
            let report = self.with(|thinker| thinker.think(&text, budget, &mut watch).map_err(bad))?;
            Ok(Analysis::of(self.game.spec.clone(), text, &self.spec, report))
        })
    }

    /// The thinker. One that panicked starts afresh, whatever it had learned.
    fn with<T>(&self, work: impl FnOnce(&mut dyn TextThinker) -> PyResult<T>) -> PyResult<T> {
        let mut thinker = self.thinker.lock().unwrap_or_else(|poisoned| {
            let mut thinker = PoisonError::into_inner(poisoned);
            if let Ok(room) = self.game.duel() {
                *thinker = room.thinker(&self.spec);
            }
            self.thinker.clear_poison();
            thinker
        });
        work(thinker.as_mut())
    }
}

#[pymethods]
impl Engine {
    /// The search with all its options.
    #[getter]
    fn algorithm(&self) -> String {
        self.spec.to_string()
    }

    /// Weighs the moves of a position. Five seconds where nothing limits it.
    #[pyo3(signature = (position, *, playouts=None, max_nodes=None, max_time=None, max_memory=None))]
    fn analyze(
        &self,
        position: &Bound<'_, PyAny>,
        playouts: Option<Whole>,
        max_nodes: Option<Whole>,
        max_time: Option<f64>,
        max_memory: Option<Whole>,
    ) -> PyResult<Analysis> {
        let text = self.game.text_of(position)?;
        self.think(position.py(), text, thought(playouts, budget(max_nodes, max_time, max_memory)?)?)
    }

    /// Forgets what it learned.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        run(py, |_| {
            self.with(|thinker| {
                thinker.forget();
                Ok(())
            })
        })
    }

    /// The search at the position it thought about last, for `Game.resume`.
    fn save<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let text = self.game.text_of(position)?;
        let saved = run(position.py(), |_| self.with(|thinker| Ok(thinker.save(&text))))?;
        let saved = saved.ok_or_else(|| bad("the search kept nothing that could be saved"))?;
        Ok(PyBytes::new(position.py(), &saved))
    }

    fn __repr__(&self) -> String {
        format!("<Engine {} of {}>", self.spec.brief(), self.game.spec)
    }
}
