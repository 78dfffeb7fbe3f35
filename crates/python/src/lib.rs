#![doc = include_str!("../README.md")]

mod analysis;
mod answer;
mod batch;
mod border;
mod data;
mod engine;
mod game;
mod guided;
mod limits;
mod position;

/// What Python sees; `python/kibitzer` puts it on show, and describes it in `_kibitzer.pyi`.
#[pyo3::pymodule]
mod _kibitzer {
    #[pymodule_export]
    use super::analysis::{Analysis, RankedMove};
    #[pymodule_export]
    use super::answer::{DuelAnswer, PuzzleAnswer};
    #[pymodule_export]
    use super::border::break_promise;
    #[pymodule_export]
    use super::data::{cross_validate, example_columns, feature_names, feature_rows, write_columns};
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::game::{Algorithm, Game, game_names};
    #[pymodule_export]
    use super::guided::DeadEnd;
    #[pymodule_export]
    use super::position::Position;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("DEAD_END", Bound::new(module.py(), DeadEnd)?)
    }
}
