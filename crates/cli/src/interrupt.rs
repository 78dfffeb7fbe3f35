//! Ctrl-C.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use kibitzer_catalog::Cancel;

use crate::terminal;

/// The flag, once Ctrl-C is watched for.
static FLAG: Mutex<Option<Cancel>> = Mutex::new(None);

/// From now on Ctrl-C sets the flag, so that searches end and what is known is printed; a second one ends the program.
pub(crate) fn cancel_on_interrupt() -> anyhow::Result<Cancel> {
    let mut known = FLAG.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(cancel) = known.as_ref() {
        return Ok(cancel.clone());
    }
    let cancel = Cancel::default();
    let flag = cancel.flag.clone();
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            terminal::restore();
            std::process::exit(1);
        }
    };
    ctrlc::set_handler(handler).context("cannot watch for Ctrl-C")?;
    Ok(known.insert(cancel).clone())
}
