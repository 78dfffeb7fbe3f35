//! What a search may spend, as Python says it.

use std::num::NonZeroUsize;
use std::time::Duration;

use kibitzer_catalog::Budget;
use kibitzer_lab::parallel::all_cores;
use pyo3::prelude::*;

use crate::border::bad;
use crate::game::Whole;

/// How long a search weighs moves where nothing limits it, as on the command line.
const UNLIMITED: Duration = Duration::from_secs(5);

/// The limits of a search that decides: nodes, seconds and bytes.
pub(crate) fn budget(nodes: Option<Whole>, seconds: Option<f64>, bytes: Option<Whole>) -> PyResult<Budget> {
    let time = |seconds: f64| {
        Duration::try_from_secs_f64(seconds).map_err(|_| bad(format!("max_time: {seconds} is not a number of seconds")))
    };
    Ok(Budget {
        nodes: nodes.map(|Whole(nodes)| nodes),
        time: seconds.map(time).transpose()?,
        // More than the machine can address is no limit.
        bytes: bytes.map(|Whole(bytes)| usize::try_from(bytes).unwrap_or(usize::MAX)),
    })
}

/// The limits of a search that weighs moves.
pub(crate) fn thought(playouts: Option<Whole>, budget: Budget) -> PyResult<Budget> {
    let playouts = playouts.map(|Whole(playouts)| playouts);
    for (option, is_zero) in [
        ("playouts", playouts == Some(0)),
        ("max_nodes", budget.nodes == Some(0)),
        ("max_time", budget.time == Some(Duration::ZERO)),
        ("max_memory", budget.bytes == Some(0)),
    ] {
        if is_zero {
            return Err(bad(format!("{option}: nothing can be said without any thought; allow more than 0")));
        }
    }
    let nodes = [budget.nodes, playouts].into_iter().flatten().min();
    let budget = Budget { nodes, ..budget };
    Ok(if budget == Budget::default() { Budget { time: Some(UNLIMITED), ..budget } } else { budget })
}

/// How many threads work on different positions: the number asked for, or one for each core.
pub(crate) fn threads(wanted: Option<Whole>) -> PyResult<NonZeroUsize> {
    let Some(Whole(wanted)) = wanted else { return Ok(all_cores()) };
    let count = usize::try_from(wanted).ok().filter(|count| *count <= 1024).and_then(NonZeroUsize::new);
    count.ok_or_else(|| bad(format!("threads: {wanted} is not in 1..=1024")))
}
