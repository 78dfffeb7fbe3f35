//! `kibitzer solve`: decides positions.

mod algorithms;
mod certificate;
mod source;
mod write;

use std::io::{IsTerminal, stdout};
use std::sync::atomic::Ordering;

use anyhow::{Context, bail};
use kibitzer_catalog::{Answer, Budget, Cancel, PuzzleRoom, SolveError, SolverSpec, TextSolver};
use kibitzer_lab::progress::Progress;

use crate::args::{SolveArgs, With};
use crate::failure::misuse;
use crate::interrupt::cancel_on_interrupt;
use crate::output::FAILED;
use kibitzer_lab::in_order::in_order;

use source::{Job, Source};
use write::Writer;

/// Decides what was asked for, or lists the searches.
pub(crate) fn run(args: &SolveArgs) -> anyhow::Result<()> {
    let room = args.game.room();
    let With::Search(name) = &args.with else { return algorithms::show(room.as_ref()) };
    let spec = room.algorithm(name).map_err(|problem| misuse(format!("--with: {problem}")))?;
    if args.shortest && !room.proves_shortest(&spec) {
        return Err(misuse(format!("--shortest: solutions found by {spec} are not proved to be shortest")));
    }
    let source = Source::of(args, room.as_ref())?;
    if args.certificate.is_some() && source.total() != Some(1) {
        return Err(misuse("--certificate: a proof is of one position, from the command line or by --seed"));
    }
    solve_all(args, room.as_ref(), &spec, source)
}

fn solve_all(args: &SolveArgs, room: &dyn PuzzleRoom, spec: &SolverSpec, source: Source) -> anyhow::Result<()> {
    let cancel = cancel_on_interrupt()?;
    let total = source.total();
    let mut last = None;
    let mut writer = Writer::new(room, args.format, &source);
    let progress = progress(total);
    let budget = args.budget.budget();
    let spread = source.spread(args.threads.threads());
    let outcome = in_order(
        source.jobs(&cancel),
        spread,
        &cancel,
        || room.solver(spec),
        |solver, job| answer(room, solver.as_mut(), job, budget, &cancel),
        |solved| {
            progress.advance(1);
            let solved = last.insert(solved?);
            writer.write(solved).context(FAILED)
        },
    );
    progress.finish();
    outcome?;
    let answered = writer.finish().context(FAILED)?;
    if cancel.flag.load(Ordering::Relaxed) && total != Some(answered) {
        match total {
            Some(total) => bail!("interrupted: {answered} of {total} answered"),
            None => bail!("interrupted: {answered} answered"),
        }
    }
    match (&args.certificate, last) {
        (Some(path), Some(solved)) => certificate::write(room, &solved, path, budget, &cancel),
        _ => Ok(()),
    }
}

/// A bar for many positions. None where the answers scroll by on a terminal: those are progress enough.
fn progress(total: Option<u64>) -> Progress {
    match total {
        Some(total) if total > 1 && !stdout().is_terminal() => Progress::of(total, "positions"),
        _ => Progress::silent(),
    }
}

/// A position and what is known of it.
struct Solved {
    job: Job,
    position: String,
    answer: Answer,
}

/// Answers one job; errors name its place.
fn answer(
    room: &dyn PuzzleRoom,
    solver: &mut dyn TextSolver,
    mut job: Job,
    budget: Budget,
    cancel: &Cancel,
) -> anyhow::Result<Solved> {
    let position = job.position(room)?;
    let answer = match solver.solve(&position, budget, cancel) {
        Ok(answer) => answer,
        Err(SolveError::Position(problem)) => return Err(misuse(problem)),
        Err(broken) => {
            return Err(broken).context("internal error, please report it");
        }
    };
    Ok(Solved { job, position, answer })
}
