//! Bars on standard error for long work.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stdout};

/// A bar with rate and remaining time. Hidden where standard error is no terminal, and where the results scroll by on
/// the same terminal and are progress enough.
pub(crate) fn bar(total: u64) -> ProgressBar {
    let target = if stdout().is_terminal() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let template = "{wide_bar} {human_pos}/{human_len}, {per_sec}, {eta} left";
    let style = ProgressStyle::with_template(template).expect("the template is one of indicatif");
    ProgressBar::with_draw_target(Some(total), target).with_style(style)
}
