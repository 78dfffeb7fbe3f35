//! `kibitzer census`: decides a range, resumably; tells how far that is, and puts its pieces together.

mod merge;
mod published;
mod status;

use std::io::{BufWriter, Write, stderr, stdout};

use anyhow::{Context, bail};
use kibitzer_lab::Finding;
use kibitzer_lab::census::{AnyCensus, Census, Damaged, Done, Gaps, Misfit, Refused, part_size, summary_table};
use kibitzer_lab::record::{self, Summary};
use kibitzer_lab::tables::grouped;

use crate::args::{CensusArgs, TableFormat, checked_seed};
use crate::failure::misuse;
use crate::output;

use super::table;

/// This many mismatches are shown; the rest are counted.
const SHOWN: usize = 20;

/// Decides what is not decided yet, then prints what was asked for.
pub(crate) fn run(args: &CensusArgs) -> anyhow::Result<()> {
    let (Some(game), Some(seeds), Some(out)) = (args.game, &args.seeds, &args.out) else {
        return look(args);
    };
    let game = args.shuffle.game(game)?;
    let room = game.puzzle().map_err(misuse)?;
    table::check_into(&args.table)?;
    checked_seed(room.as_ref(), "--seeds", seeds.last())?;
    let census = Census {
        subject: (),
        seeds: seeds.range(),
        folder: out.clone(),
        part_size: part_size(game, args.keep.into()),
        keep: args.keep.into(),
        shard: args.shard,
        threads: args.threads.threads(),
        budget: args.budget.budget(),
        damaged: if args.verify { Damaged::Keep } else { Damaged::Mend },
        is_watched: true,
    };
    let census = census.of(game).map_err(misuse)?;
    let is_misfit = |error: anyhow::Error| match error.downcast::<Misfit>() {
        Ok(misfit) => misuse(format!("--out: {misfit}")),
        Err(error) => error,
    };
    if args.prepare {
        return census.prepare().map_err(is_misfit);
    }
    let is_taken = |error: anyhow::Error| match error.downcast::<Refused>() {
        Ok(refused) => misuse(format!("--publish: {refused}")),
        Err(error) => error,
    };
    if let Some(folder) = &args.publish {
        if folder == out {
            return Err(misuse("--publish: it is the folder of --out; name one of its own"));
        }
        census.may_publish(folder).map_err(is_taken)?;
    }
    let done = census.run().map_err(is_misfit)?;
    report(&done)?;
    match args.list {
        Some(listed) => list(census.as_ref(), listed.into()),
        None if args.verify => verify(census.as_ref(), args.sample),
        None if args.no_summary => Ok(()),
        None if args.publish.is_some() => publish(census.as_ref(), args),
        None => summarize(census.as_ref(), args),
    }
}

/// Looks at a census that is there.
fn look(args: &CensusArgs) -> anyhow::Result<()> {
    let (option, looked) = match (&args.status, &args.published) {
        (Some(folder), _) => ("--status", status::run(folder, args)),
        (None, Some(folder)) => ("--published", published::run(folder, args)),
        (None, None) => ("--merge", merge::run(args)),
    };
    looked.map_err(|error| match error.downcast::<Refused>() {
        Ok(refused @ Refused::Occupied(_)) => misuse(format!("--out: {refused}")),
        Ok(refused) => misuse(format!("{option}: {refused}")),
        Err(error) => error,
    })
}

/// What the run did, on standard error: times do not belong among the results.
fn report(done: &Done) -> anyhow::Result<()> {
    let Done { found, decided, wall, cpu, .. } = done;
    let rate = |time| grouped(format!("{:.0}", done.decided_per_second(time)));
    let mut err = stderr().lock();
    match decided {
        0 => writeln!(err, "{} deals were decided before", grouped(found))?,
        _ => writeln!(
            err,
            "{} deals decided in {wall:.1?}, {} a second, {} a CPU-second; {} were decided before",
            grouped(decided),
            rate(*wall),
            rate(*cpu),
            grouped(found)
        )?,
    }
    Ok(())
}

fn note(gaps: &Gaps) -> anyhow::Result<()> {
    gaps.notes().iter().try_for_each(|line| writeln!(stderr(), "{line}")).map_err(Into::into)
}

fn list(census: &dyn AnyCensus, finding: Finding) -> anyhow::Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    let gaps = census.list(finding, &mut out)?;
    out.flush().context(output::FAILED)?;
    note(&gaps)
}

fn summarize(census: &dyn AnyCensus, args: &CensusArgs) -> anyhow::Result<()> {
    let (summary, gaps) = census.summarize()?;
    tell(&summary, args)?;
    note(&gaps)
}

/// Keeps what is small, in the folder that was named for it.
fn publish(census: &dyn AnyCensus, args: &CensusArgs) -> anyhow::Result<()> {
    let Some(folder) = &args.publish else { return Ok(()) };
    tell(&census.publish(folder)?, args)
}

/// Prints a summary, and writes it into a document if one was named.
fn tell(summary: &Summary, args: &CensusArgs) -> anyhow::Result<()> {
    // Whoever reads the table may leave; the document is written all the same.
    let kept = table::write_into(&summary_table(summary), "", &args.table);
    let printed = match args.table.format {
        TableFormat::Json => output::print(format!("{}\n", record::to_json_line(summary))),
        TableFormat::Text | TableFormat::Markdown => table::print(&summary_table(summary), "", args.table.format),
    };
    kept.and(printed)
}

fn verify(census: &dyn AnyCensus, sample: usize) -> anyhow::Result<()> {
    let check = census.verify(sample, 0)?;
    table::print(&check.table(), "", TableFormat::Text)?;
    let mut err = stderr().lock();
    for seed in &check.abandoned {
        writeln!(err, "seed {seed}: it took too long, so this refutation is not proved again")?;
    }
    for mismatch in check.mismatches.iter().skip(1).take(SHOWN - 1) {
        writeln!(err, "{mismatch}")?;
    }
    match check.mismatches.as_slice() {
        [] => Ok(()),
        [only] => bail!("{only}"),
        [first, rest @ ..] => bail!("{first} (and {} more)", grouped(rest.len())),
    }
}
