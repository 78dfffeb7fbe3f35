//! `--certificate`: a proof of the verdict, in a file.

use std::io::{Write, stderr};
use std::path::Path;

use anyhow::{Context, bail};
use kibitzer_catalog::{Budget, Cancel, NoCertificate, PuzzleRoom};
use kibitzer_lab::files::write_atomically;

use super::{Found, Solved};

/// Makes the proof and writes it, once the answer is printed.
pub(super) fn write(
    room: &dyn PuzzleRoom,
    solved: &Solved,
    path: &Path,
    budget: Budget,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let Solved { position, found: Found::Puzzle(answer), .. } = solved else { return Ok(()) };
    let file = match room.certify(position, answer, budget, cancel) {
        Ok(file) => file,
        Err(NoCertificate::Wrong) => {
            bail!("internal error, please report it: {} is wrong of {position}", answer.word())
        }
        Err(problem) => return Err(problem).context(format!("{} was not written", path.display())),
    };
    // What is written is what was checked.
    room.check_certificate(&file).context("internal error, please report it: the proof does not hold")?;
    write_atomically(path, &file)?;
    writeln!(stderr(), "the proof is in {}", path.display())?;
    Ok(())
}
