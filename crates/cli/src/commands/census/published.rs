//! `kibitzer census --published`: what was kept of a census.

use std::io::{BufWriter, Write, stderr, stdout};
use std::path::Path;

use anyhow::{Context, bail};
use kibitzer_lab::census::Publication;
use kibitzer_lab::tables::grouped;

use crate::args::{CensusArgs, TableFormat};
use crate::commands::table;
use crate::output;

use super::{SHOWN, tell};

/// Prints the seeds that were asked for, the summary, or what a review finds.
pub(super) fn run(folder: &Path, args: &CensusArgs) -> anyhow::Result<()> {
    table::check_into(&args.table)?;
    let publication = Publication::read(folder)?;
    match args.list {
        Some(listed) => {
            let mut out = BufWriter::new(stdout().lock());
            publication
                .list(listed.into())
                .try_for_each(|seed| writeln!(out, "{seed}"))
                .and_then(|()| out.flush())
                .context(output::FAILED)
        }
        None if args.verify => review(&publication, args),
        None => tell(&publication.summary, args),
    }
}

/// Decides some deals again; fails with the first mismatch, and puts others before it.
fn review(publication: &Publication, args: &CensusArgs) -> anyhow::Result<()> {
    let review = publication.census(args.threads.threads())?.review(publication, args.sample, 0)?;
    table::print(&review.table(), "", TableFormat::Text)?;
    let mut err = stderr().lock();
    for seed in &review.abandoned {
        writeln!(err, "seed {seed}: it took too long, so this refutation is not proved again")?;
    }
    for mismatch in review.mismatches.iter().skip(1).take(SHOWN - 1) {
        writeln!(err, "{mismatch}")?;
    }
    match review.mismatches.as_slice() {
        [] => Ok(()),
        [only] => bail!("{only}"),
        [first, rest @ ..] => bail!("{first} (and {} more)", grouped(rest.len())),
    }
}
