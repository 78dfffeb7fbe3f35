//! Ctrl-C.

use std::sync::atomic::Ordering;

use anyhow::Context;
use kibitzer_catalog::Cancel;

/// From now on Ctrl-C sets the flag, so that searches end and what is known is printed; a second one ends the program.
pub(crate) fn cancel_on_interrupt() -> anyhow::Result<Cancel> {
    let cancel = Cancel::default();
    let flag = cancel.flag.clone();
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(1);
        }
    };
    ctrlc::set_handler(handler).context("cannot watch for Ctrl-C")?;
    Ok(cancel)
}
