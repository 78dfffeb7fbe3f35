//! `kibitzer census --merge`: the pieces of a census put together and counted.

use std::io::{Write, stderr};

use anyhow::bail;
use kibitzer_lab::census::{Flaws, Merge};
use kibitzer_lab::tables::grouped;

use crate::args::CensusArgs;
use crate::commands::table;
use crate::failure::misuse;

use super::{SHOWN, tell};

/// Checks the folders, fills the new one if there is to be one, and prints the summary.
pub(super) fn run(args: &CensusArgs) -> anyhow::Result<()> {
    table::check_into(&args.table)?;
    if args.out.is_none() && args.merge.len() > 1 {
        return Err(misuse("--merge: several folders are merged into a new one, which --out names"));
    }
    let merge =
        Merge { folders: args.merge.clone(), out: args.out.clone(), threads: args.threads.threads(), is_watched: true };
    match merge.run() {
        Ok(summary) => tell(&summary, args),
        Err(error) => match error.downcast::<Flaws>() {
            Ok(flaws) => name(&flaws),
            Err(error) => Err(error),
        },
    }
}

/// Fails with the first flaw, and puts others before it.
fn name(Flaws(flaws): &Flaws) -> anyhow::Result<()> {
    let mut err = stderr().lock();
    for flaw in flaws.iter().skip(1).take(SHOWN - 1) {
        writeln!(err, "{flaw}")?;
    }
    match flaws.as_slice() {
        [] => bail!("the folders are not one whole census"),
        [only] => bail!("{only}"),
        [first, rest @ ..] => bail!("{first} (and {} more)", grouped(rest.len())),
    }
}
