//! Standard output.

use std::io::{Write, stdout};

use anyhow::Context;

/// Writes a result, all of it, or says that it could not.
pub(crate) fn print(text: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    out.write_all(text.as_ref()).and_then(|()| out.flush()).context(FAILED)
}

/// What could not be done, for an error of standard output.
pub(crate) const FAILED: &str = "cannot write to standard output";
