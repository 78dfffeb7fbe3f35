//! Standard output.

use std::io::{Write, stdout};

use anyhow::Context;
use indicatif::HumanCount;

/// Writes a result, all of it, or says that it could not.
pub(crate) fn print(text: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    out.write_all(text.as_ref()).and_then(|()| out.flush()).context(FAILED)
}

/// What could not be done, for an error of standard output.
pub(crate) const FAILED: &str = "cannot write to standard output";

/// `1 move`, `2 moves`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", HumanCount(number), if number == 1 { "" } else { "s" })
}
