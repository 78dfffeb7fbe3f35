//! Features, examples and tables: numbers for many positions at once.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use kibitzer_catalog::{Cancel, FeatureSpec, LearnerSpec};
use kibitzer_lab::examples::{Trail, columns};
use kibitzer_lab::files::write_atomically;
use kibitzer_lab::in_order::{Spread, in_order};
use kibitzer_lab::measure::trails;
use kibitzer_lab::parquet_table::{Column, to_parquet};
use kibitzer_lab::progress::Progress;
use kibitzer_lab::train::Training;
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyList, PyString};

use crate::border::{bad, guard, run, run_apart};
use crate::game::{Game, Whole};
use crate::limits;

/// Deals of each thread between two looks at whether to stop.
const CHUNK: usize = 16;

/// The names of the features of a set.
#[pyfunction]
pub(crate) fn feature_names(features: &str) -> PyResult<Vec<String>> {
    Ok(features.parse::<FeatureSpec>().map_err(bad)?.columns())
}

/// The features of many positions of Birds of a Feather: the bytes of rows of 32-bit floats.
#[pyfunction]
pub(crate) fn feature_rows<'py>(
    positions: &Bound<'py, PyAny>,
    features: &str,
    threads: Option<Whole>,
) -> PyResult<Bound<'py, PyByteArray>> {
    let py = positions.py();
    let features: FeatureSpec = features.parse().map_err(bad)?;
    let game = Game::of(PyString::new(py, "birds").as_any())?;
    let mut texts = Vec::new();
    for position in positions.try_iter()? {
        let position = position?;
        // A position of a board with a given size is one of any size.
        texts.push(match position.cast::<crate::position::Position>() {
            Ok(position) => position.get().text.clone(),
            Err(_) => game.text_of(&position)?,
        });
    }
    let threads = limits::threads(threads)?;
    let rows = run(py, |cancel| {
        let mut bytes = Vec::new();
        in_order(
            texts.into_iter(),
            Spread { threads, batch: NonZeroUsize::MIN.saturating_add(255) },
            cancel,
            Vec::new,
            |row, text| {
                guard(|| {
                    row.clear();
                    features.measure_text(&text, row).map_err(bad)?;
                    Ok(row.iter().flat_map(|number| number.to_ne_bytes()).collect::<Vec<u8>>())
                })
            },
            |row| row.map(|row| bytes.extend(row)),
        )?;
        Ok(bytes)
    })?;
    Ok(PyByteArray::new(py, &rows))
}

/// Examples of deals, and whether each position can be won, as columns: the bytes of 64-bit numbers, or texts.
#[pyfunction]
pub(crate) fn example_columns<'py>(
    py: Python<'py>,
    seeds: Vec<Whole>,
    features: &str,
    threads: Option<Whole>,
) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let features: FeatureSpec = features.parse().map_err(bad)?;
    let threads = limits::threads(threads)?;
    let columns = run(py, |cancel| {
        let seeds: Vec<u64> = seeds.into_iter().map(|Whole(seed)| seed).collect();
        let found = trails_of(&seeds, threads, cancel)?;
        let found: Vec<_> = seeds.into_iter().zip(found).collect();
        Ok(columns(&found, features))
    })?;
    let column = |column: Column| -> PyResult<Bound<'py, PyAny>> {
        Ok(match column {
            Column::Whole(numbers) => {
                let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
                PyByteArray::new(py, &bytes).into_any()
            }
            Column::Number(numbers) => {
                let number = |number: &Option<f64>| number.unwrap_or(f64::NAN).to_ne_bytes();
                PyByteArray::new(py, &numbers.iter().flat_map(number).collect::<Vec<u8>>()).into_any()
            }
            Column::Text(texts) => PyList::new(py, texts)?.into_any(),
        })
    };
    columns.into_iter().map(|(name, found)| Ok((name, column(found)?))).collect()
}

/// The examples of deals, in their order. Where it is cancelled some are missing, and nobody uses the rest.
fn trails_of(seeds: &[u64], threads: NonZeroUsize, cancel: &Cancel) -> PyResult<Vec<Trail>> {
    let mut found = Vec::with_capacity(seeds.len());
    for chunk in seeds.chunks(CHUNK.saturating_mul(threads.get())) {
        if cancel.flag.load(Ordering::Relaxed) {
            break;
        }
        found.extend(trails(chunk, threads, &Progress::silent()).map_err(|problem| bad(format!("{problem:#}")))?);
    }
    Ok(found)
}

/// Judges a way of ours to learn by cross-validation: right answers and examples of each part of the deals.
#[pyfunction]
pub(crate) fn cross_validate(
    py: Python<'_>,
    learner: &str,
    seeds: Vec<Whole>,
    folds: usize,
    threads: Option<Whole>,
) -> PyResult<Vec<(u64, u64)>> {
    let learner = LearnerSpec::read(learner).map_err(bad)?;
    let threads = limits::threads(threads)?;
    let seeds: Vec<u64> = seeds.into_iter().map(|Whole(seed)| seed).collect();
    let trails = run(py, |cancel| trails_of(&seeds, threads, cancel))?;
    run_apart(py, move || {
        let learners = [learner];
        let training = Training { trails: &trails, learners: &learners, folds, threads, is_watched: false };
        let judged = training.run().map_err(|problem| format!("{problem:#}"))?;
        let parts = judged.iter().flat_map(|judged| &judged.folds);
        Ok(parts.map(|fold| (fold.true_yes + fold.true_no, fold.total())).collect())
    })
}

/// Writes columns, each a name and a list of whole numbers, of numbers and `None`, or of texts, as a Parquet file.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "what comes from Python is made here")]
pub(crate) fn write_columns(py: Python<'_>, path: PathBuf, table: Vec<(String, Bound<'_, PyAny>)>) -> PyResult<()> {
    let read = |(name, values): (String, Bound<'_, PyAny>)| {
        let column = if let Ok(numbers) = values.extract::<Vec<u64>>() {
            Column::Whole(numbers)
        } else if let Ok(numbers) = values.extract::<Vec<Option<f64>>>() {
            Column::Number(numbers)
        } else if let Ok(texts) = values.extract::<Vec<String>>() {
            Column::Text(texts)
        } else {
            return Err(PyTypeError::new_err(format!("column {name} holds neither numbers nor texts alone")));
        };
        Ok((name, column))
    };
    let columns = table.into_iter().map(read).collect::<PyResult<Vec<_>>>()?;
    run(py, |_| {
        let bytes = to_parquet(&columns).map_err(|problem| bad(format!("{problem:#}")))?;
        write_atomically(&path, &bytes).map_err(|problem| PyOSError::new_err(format!("{problem:#}")))
    })
}
