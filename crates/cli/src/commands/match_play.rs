//! `kibitzer match`: engines against each other.

use std::io::{Write, stderr};
use std::time::Duration;

use anyhow::bail;
use kibitzer_lab::arena::{Contestant, Finish, Match};
use kibitzer_lab::files;

use crate::args::{Count, MatchArgs, Span, TableFormat};
use crate::failure::misuse;
use crate::interrupt::cancel_on_interrupt;
use crate::output::{counted, print};

use super::table;

/// How long a move takes where nothing limits it.
const UNLIMITED: Duration = Duration::from_secs(1);

/// More faults than this are counted, not told.
const TOLD: usize = 5;

/// Plays the match and prints what came of it, whole or not.
pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<()> {
    let room = args.game.duel().map_err(misuse)?;
    table::check_into(&args.table)?;
    let player = |option: &str, text: &str| {
        Contestant::read(text, room.as_ref()).map_err(|problem| misuse(format!("{option}: {problem}")))
    };
    let Count(games) = args.games;
    if games == 0 {
        return Err(misuse("--games: a match has at least one game"));
    }
    let Span(patience) = args.patience;
    let arena = Match {
        game: args.game,
        players: [player("--a", &args.a)?, player("--b", &args.b)?],
        games,
        opening_plies: args.openings,
        seed: args.seed,
        budget: args.limits.budget(Some(UNLIMITED))?,
        patience,
        threads: args.threads.threads(),
        is_watched: true,
    };
    let finish = arena.run(&cancel_on_interrupt()?)?;
    // Whoever reads the table may leave; the file is kept all the same.
    let kept = match &args.out {
        Some(path) => files::write_atomically(path, finish.record().as_bytes()),
        None => Ok(()),
    };
    let (table, strength) = (finish.table(), strength(&finish));
    let written = table::write_into(&table, &strength, &args.table);
    let printed = match args.table.format {
        TableFormat::Json => print(finish.to_json() + "\n"),
        TableFormat::Text | TableFormat::Markdown => table::print(&table, &strength, args.table.format),
    };
    kept.and(written).and(printed)?;
    tell_faults(&finish)?;
    let (finished, asked) = (finish.games.len(), finish.asked());
    match &finish.lost {
        Some(fault) => {
            bail!("given up after {finished} of {asked} games: {} failed three games in a row", fault.by.word())
        }
        None if (finished as u64) < asked => bail!("interrupted after {finished} of {asked} games"),
        None => Ok(()),
    }
}

/// What the games tell of the strength of the engines; nothing without a pair.
fn strength(finish: &Finish) -> String {
    let elo = finish.elo();
    let (Some(score), Some(difference)) = (elo.score, elo.difference) else { return String::new() };
    let [score, least, most] = [score, elo.score_interval.0, elo.score_interval.1].map(percent);
    let [difference, low, high] = [difference, elo.interval.0, elo.interval.1].map(points);
    format!(
        "Score of a in pairs: {score}, 95% interval {least} to {most}\n\
         Elo of a against b: {difference}, 95% interval {low} to {high}\n"
    )
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// `+12`, or that there is no bound.
fn points(number: f64) -> String {
    match number {
        f64::INFINITY => "+infinity".to_string(),
        f64::NEG_INFINITY => "-infinity".to_string(),
        _ => format!("{number:+.0}"),
    }
}

fn tell_faults(finish: &Finish) -> anyhow::Result<()> {
    let faults: Vec<_> = finish.faults().collect();
    let mut err = stderr().lock();
    for fault in faults.iter().take(TOLD) {
        writeln!(err, "game {}: lost by {}: {}", fault.game, fault.by.word(), fault.reason)?;
    }
    if faults.len() > TOLD {
        writeln!(err, "and {} lost in this way", counted((faults.len() - TOLD) as u64, "more game"))?;
    }
    Ok(())
}
