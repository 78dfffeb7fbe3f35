//! How far long work has come, for a person at a terminal.

use std::fmt;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::tables::grouped;

/// A bar with rate and remaining time on standard error, where that is a terminal, and notes beside it.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    speaks: bool,
}

impl Progress {
    /// A bar for so many of something, such as deals.
    ///
    /// # Panics
    /// If the unit holds braces.
    #[must_use]
    pub fn of(total: u64, unit: &str) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
        let template = format!(
            "{{elapsed_precise}} {{wide_bar:.cyan/dim}} {{human_pos}} of {{human_len}} {unit}, {{rate}}, {{eta}} left"
        );
        let style = ProgressStyle::with_template(&template).expect("the unit holds no braces");
        bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏ ").with_key("rate", rate));
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, speaks: true }
    }

    /// No bar and no notes.
    #[must_use]
    pub fn silent() -> Progress {
        Progress { bar: ProgressBar::hidden(), speaks: false }
    }

    /// So many were done before: they count as done, not for the rate.
    pub fn skip(&self, count: u64) {
        self.bar.inc(count);
        self.bar.reset_eta();
    }

    /// So many more are done.
    pub fn advance(&self, count: u64) {
        self.bar.inc(count);
    }

    /// A line on standard error.
    pub fn note(&self, line: &str) {
        if self.speaks {
            self.bar.suspend(|| eprintln!("{line}"));
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// `16,081/s`; with decimals where it is slow.
fn rate(state: &ProgressState, out: &mut dyn fmt::Write) {
    let rate = state.per_sec();
    let digits = if rate < 10.0 { 2 } else { 0 };
    // The bar is drawn again soon; there is nobody to tell.
    let _ = write!(out, "{}/s", grouped(format!("{rate:.digits$}")));
}
