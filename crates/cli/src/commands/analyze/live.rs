//! A line on standard error that tells how a search goes, for a person at a terminal.

use std::io::{IsTerminal, Write, stderr};
use std::ops::ControlFlow;
use std::time::Duration;

use kibitzer_catalog::{Analysis, Stats, Watch};
use kibitzer_lab::tables::grouped;

use super::{rate, word};

/// How often the line is drawn.
const INTERVAL: Duration = Duration::from_millis(150);
/// Longer lines would wrap.
const WIDTH: usize = 78;

/// Draws the line, where there is a terminal.
pub(super) struct Live {
    next: Option<Duration>,
}

impl Live {
    pub(super) fn on_stderr() -> Live {
        Live { next: stderr().is_terminal().then_some(INTERVAL) }
    }

    /// Takes the line away.
    pub(super) fn clear() {
        if stderr().is_terminal() {
            // Nobody is told less if this fails.
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}

impl Watch<String> for Live {
    fn look(&mut self, stats: &Stats, analysis: &dyn Fn() -> Analysis<String>) -> ControlFlow<()> {
        let Some(next) = self.next else { return ControlFlow::Continue(()) };
        if stats.elapsed >= next {
            self.next = Some(stats.elapsed + INTERVAL);
            let mut line = summary(stats, &analysis());
            line.truncate(line.char_indices().nth(WIDTH).map_or(line.len(), |(place, _)| place));
            let _ = write!(stderr(), "\r{line}\x1b[K");
        }
        ControlFlow::Continue(())
    }
}

/// What a search is at, in one line.
fn summary(stats: &Stats, analysis: &Analysis<String>) -> String {
    let per_second = grouped(format!("{:.0}", rate(stats.expanded, stats.elapsed.as_secs_f64())));
    let mut line = format!("{:.0?}, {} done, {per_second} a second", stats.elapsed, grouped(stats.expanded));
    if let Some(best) = analysis.moves.first() {
        let told = match (best.proved, best.value) {
            (Some(value), _) => format!(" ({})", word(value)),
            (None, Some(value)) => format!(" ({value:+.2})"),
            (None, None) => String::new(),
        };
        line.extend([", best ", &best.mv, &told, ": ", &analysis.variation.join(" ")]);
    }
    line
}
