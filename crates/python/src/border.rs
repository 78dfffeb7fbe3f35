//! What crosses the border between the two languages besides values: mistakes, interrupts and broken promises.

use std::any::Any;
use std::fmt::Display;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use kibitzer_catalog::{Cancel, SolveError};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// How long Ctrl-C may wait to be seen. Shorter would only cost more looks.
const LOOK: Duration = Duration::from_millis(20);

/// Wrong input, in the words of the command line.
pub(crate) fn bad(problem: impl Display) -> PyErr {
    PyValueError::new_err(problem.to_string())
}

/// A promise of ours that did not hold.
pub(crate) fn broken(problem: impl Display) -> PyErr {
    PyRuntimeError::new_err(format!("internal error, please report it: {problem}"))
}

/// Wrong input or a broken promise.
pub(crate) fn unsolved(problem: SolveError) -> PyErr {
    match problem {
        SolveError::Position(problem) => bad(problem),
        problem @ SolveError::Broken { .. } => broken(problem),
    }
}

/// Does a small piece of work; a panic in it is a broken promise.
pub(crate) fn guard<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    // Nothing that the work has touched is used after a panic but values, which no half-done work changes.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(broken(words(&*panic))))
}

/// What a panic says.
fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without words")
}

/// Does work that may take long. Other Python threads run meanwhile, and Ctrl-C cancels it.
///
/// Python tells of signals only to its main thread, and only if asked there, so the work has a thread of its own and this
/// one keeps asking.
pub(crate) fn run<T: Send>(py: Python<'_>, work: impl FnOnce(&Cancel) -> PyResult<T> + Send) -> PyResult<T> {
    let cancel = Cancel::default();
    let (outcome, interrupt) = py.detach(|| watched(&cancel, work));
    interrupt.map_or(outcome, Err)
}

fn watched<T: Send>(cancel: &Cancel, work: impl FnOnce(&Cancel) -> PyResult<T> + Send) -> (PyResult<T>, Option<PyErr>) {
    thread::scope(|scope| {
        // Nothing is ever sent: the end of the work is the end of the sender.
        let (sender, end) = mpsc::channel::<()>();
        let worker = thread::Builder::new().spawn_scoped(scope, move || {
            let _sender = sender;
            guard(|| work(cancel))
        });
        let worker = match worker {
            Ok(worker) => worker,
            Err(problem) => return (Err(no_thread(&problem)), None),
        };
        let mut interrupt = None;
        while end.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            if interrupt.is_none()
                && let Err(signal) = pending_signal()
            {
                cancel.flag.store(true, Ordering::Relaxed);
                interrupt = Some(signal);
            }
        }
        (worker.join().unwrap_or_else(|panic| Err(broken(words(&*panic)))), interrupt)
    })
}

/// Does work that may take long and has no way to be cancelled. Ctrl-C leaves it to end by itself, unheard.
pub(crate) fn run_apart<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> PyResult<T> {
    let (sender, end) = mpsc::channel();
    // As in `guard`. Nobody may be left to hear the outcome.
    let worker = thread::Builder::new().spawn(move || drop(sender.send(catch_unwind(AssertUnwindSafe(work)))));
    worker.map_err(|problem| no_thread(&problem))?;
    let outcome = py.detach(move || {
        loop {
            match end.recv_timeout(LOOK) {
                Ok(outcome) => return Ok(outcome),
                Err(RecvTimeoutError::Timeout) => pending_signal()?,
                Err(RecvTimeoutError::Disconnected) => return Err(broken("a thread ended without a word")),
            }
        }
    })?;
    outcome.map_err(|panic| broken(words(&*panic)))?.map_err(bad)
}

/// The system has no room for another thread.
fn no_thread(problem: &io::Error) -> PyErr {
    PyOSError::new_err(format!("cannot start a thread: {problem}"))
}

/// Breaks a promise on a thread of its own, so that the tests can see what becomes of it.
#[pyfunction]
#[pyo3(name = "_break_promise")]
pub(crate) fn break_promise(py: Python<'_>) -> PyResult<()> {
    run(py, |_| panic!("this was asked for"))
}

/// What Python has to say about a signal that came meanwhile.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method itself is not general enough")]
fn pending_signal() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}
