//! `--certificate`: a proof of the verdict, in a file.

use std::io::{Write, stderr};
use std::path::Path;

use anyhow::{Context, bail};
use kibitzer_catalog::{Budget, Cancel, Claim, NoCertificate, Room, SolverSpec};
use kibitzer_lab::files::write_atomically;

use super::{Found, Solved};

/// Makes the proof and writes it, once the answer is printed.
pub(super) fn write(
    room: &Room,
    spec: &SolverSpec,
    solved: &Solved,
    path: &Path,
    budget: Budget,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let (made, word) = match (room, &solved.found) {
        (Room::Puzzle(room), Found::Puzzle(answer)) => {
            (room.certify(&solved.position, answer, budget, cancel), answer.word())
        }
        (Room::Duel(room), Found::Duel(judgement)) => match judgement.stopped_by() {
            Some(stop) => (Err(NoCertificate::Stopped(stop)), judgement.word()),
            None => (room.certify(&solved.position, spec, budget, cancel), judgement.word()),
        },
        _ => return Ok(()),
    };
    let file = match made {
        Ok(file) => file,
        Err(NoCertificate::Wrong) => {
            bail!("internal error, please report it: {word} is wrong of {}", solved.position)
        }
        Err(problem) => return Err(problem).context(format!("{} was not written", path.display())),
    };
    // What is written is what was checked.
    let checked = match room {
        Room::Puzzle(room) => room.check_certificate(&file),
        Room::Duel(room) => room.check_certificate(&file),
    };
    let proved = checked.context("internal error, please report it: the proof does not hold")?;
    if let Claim::Duel { verdict, .. } = proved.claim
        && verdict != word
    {
        bail!("internal error, please report it: {} is a {word}, and the proof says {verdict}", solved.position);
    }
    write_atomically(path, &file)?;
    writeln!(stderr(), "the proof is in {}", path.display())?;
    Ok(())
}
