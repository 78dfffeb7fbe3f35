//! `kibitzer solve`: decides positions.

mod certificate;
mod source;
mod write;

use std::io::{IsTerminal, stdout};
use std::sync::atomic::Ordering;

use anyhow::{Context, bail};
use kibitzer_catalog::{Answer, Budget, Cancel, Judgement, Room, SolveError, SolverSpec, TextDecider, TextSolver};
use kibitzer_lab::progress::Progress;

use crate::args::{SolveArgs, With};
use crate::failure::misuse;
use crate::interrupt::cancel_on_interrupt;
use crate::output::FAILED;
use kibitzer_lab::in_order::in_order;

use super::algorithms;
use source::{Job, Source};
use write::Writer;

/// Decides what was asked for, or lists the searches.
pub(crate) fn run(args: &SolveArgs) -> anyhow::Result<()> {
    let mut room = args.shuffle.game_of_deals(args.game, args.seed.is_some() || args.seeds.is_some())?.room();
    let listings = match &room {
        Room::Puzzle(room) => room.algorithms(),
        Room::Duel(room) => room.deciders(),
    };
    let name = match &args.with {
        Some(With::Help) => return algorithms::show(room.game(), &listings),
        Some(With::Search(name)) => name,
        None => listings[0].name,
    };
    let spec = match &room {
        Room::Puzzle(room) if args.shortest && args.with.is_none() => {
            room.shortest_algorithm().map_or_else(|| room.algorithm(name), Ok)
        }
        Room::Puzzle(room) => room.algorithm(name),
        Room::Duel(room) => room.decider_spec(name),
    };
    let spec = spec.map_err(|problem| misuse(format!("--with: {problem}")))?;
    if args.shortest && !source::puzzle(&room, "--shortest")?.proves_shortest(&spec) {
        return Err(misuse(format!("--shortest: solutions found by {spec} are not proved to be shortest")));
    }
    if args.shorten {
        source::puzzle(&room, "--shorten")?.shortens().map_err(|why| misuse(format!("--shorten: {why}")))?;
    }
    if args.certificate.is_some()
        && let Room::Duel(room) = &room
        && !room.certifies()
    {
        return Err(misuse(format!("--certificate: there are no certificates of {}", room.game())));
    }
    match &mut room {
        Room::Puzzle(room) => drop(args.models.read(&mut **room)?),
        Room::Duel(room) if args.models.is_given() => {
            return Err(misuse(format!("--models: {} has no learned models", room.game())));
        }
        Room::Duel(_) => {}
    }
    let source = Source::of(args, &room)?;
    if args.certificate.is_some() && source.total() != Some(1) {
        return Err(misuse("--certificate: a proof is of one position, from the command line or by --seed"));
    }
    solve_all(args, &room, &spec, source)
}

fn solve_all(args: &SolveArgs, room: &Room, spec: &SolverSpec, source: Source) -> anyhow::Result<()> {
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
        || Worker::new(room, spec),
        |worker, job| {
            let solved = answer(room, worker, job, budget, &cancel)?;
            if args.shorten { shortened(room, solved) } else { Ok(solved) }
        },
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
        (Some(path), Some(solved)) => certificate::write(room, spec, &solved, path, budget, &cancel),
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
    found: Found,
}

/// What is known of a puzzle or of a game for two.
enum Found {
    Puzzle(Answer),
    Duel(Judgement),
}

/// What decides positions in one thread.
enum Worker {
    Puzzle(Box<dyn TextSolver>),
    Duel(Box<dyn TextDecider>),
}

impl Worker {
    fn new(room: &Room, spec: &SolverSpec) -> Worker {
        match room {
            Room::Puzzle(room) => Worker::Puzzle(room.solver(spec)),
            Room::Duel(room) => Worker::Duel(room.decider(spec)),
        }
    }
}

/// Answers one job; errors name its place.
fn answer(room: &Room, worker: &mut Worker, mut job: Job, budget: Budget, cancel: &Cancel) -> anyhow::Result<Solved> {
    let position = job.position(room)?;
    let found = match worker {
        Worker::Puzzle(solver) => match solver.solve(&position, budget, cancel) {
            Ok(answer) => Found::Puzzle(answer),
            Err(SolveError::Position(problem)) => return Err(misuse(problem)),
            Err(broken) => {
                return Err(broken).context("internal error, please report it");
            }
        },
        Worker::Duel(decider) => Found::Duel(decider.decide(&position, budget, cancel).map_err(misuse)?),
    };
    Ok(Solved { job, position, found })
}

/// The same answer with a shorter solution, if one is found.
fn shortened(room: &Room, solved: Solved) -> anyhow::Result<Solved> {
    match (room, solved) {
        (Room::Puzzle(room), Solved { job, position, found: Found::Puzzle(answer) }) => {
            let answer = room.shorten(&position, answer).context("internal error, please report it")?;
            Ok(Solved { job, position, found: Found::Puzzle(answer) })
        }
        (_, solved) => Ok(solved),
    }
}
