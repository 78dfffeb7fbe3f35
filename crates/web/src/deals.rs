//! Deals by number, by luck, by level, or only those that can be won.

use std::sync::atomic::Ordering;
use std::time::Instant;

use kibitzer_catalog::{self as catalog, Budget, Cancel, NoLevel, PuzzleRoom, Room, Verdict};

use crate::advice::{broken, random_seed};
use crate::refusal::Refusal;
use crate::sessions::{Session, read_game};
use crate::wire::answers::Deal;
use crate::wire::requests::{DealRequest, Level};
use crate::wire::text::Seed;

/// Random deals are picked below this, so that their numbers are short enough to note down.
const RANDOM_SEEDS: u64 = 1_000_000;

/// The room, and the first seed that may do.
pub(crate) fn first(request: &DealRequest) -> Result<(Box<dyn PuzzleRoom>, u64), Refusal> {
    let room = read_game(&request.game)?.puzzle().map_err(|problem| Refusal::bad(format!("game: {problem}")))?;
    let last = room.last_seed();
    let seed = request.seed.map_or_else(|| random_seed(RANDOM_SEEDS.min(last)), Seed::get);
    if seed > last {
        return Err(Refusal::bad(format!("seed: {seed} is not a seed: they end at {last}")));
    }
    Ok((room, seed))
}

/// The deal with this number.
pub(crate) fn deal(room: &dyn PuzzleRoom, seed: u64) -> Result<Deal, Refusal> {
    let position = room.deal(seed).map_err(|problem| Refusal::bad(format!("seed: {problem}")))?;
    Ok(Deal { game: room.game().to_string(), seed, position })
}

/// The first deal from this one on that will do.
pub(crate) fn find(
    room: &dyn PuzzleRoom,
    first: u64,
    level: Option<Level>,
    budget: Budget,
    cancel: &Cancel,
) -> Result<Deal, Refusal> {
    let until = budget.time.map(|time| Instant::now() + time);
    let spec = room.algorithm(room.algorithms()[0].name).map_err(|_| Refusal::broken())?;
    let mut solver = room.solver(&spec);
    let mut leveler = match level {
        Some(_) => Some(room.leveler().map_err(|why| Refusal::bad(format!("level: {why}")))?),
        None => None,
    };
    for seed in first..=room.last_seed() {
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        if cancel.flag.load(Ordering::Relaxed) || left.is_some_and(|left| left.is_zero()) {
            break;
        }
        let position = room.deal(seed).map_err(Refusal::bad)?;
        let will_do = if let (Some(level), Some(leveler)) = (level, &mut leveler) {
            match leveler.has_level(&position, catalog_level(level), cancel) {
                Ok(found) => found,
                Err(NoLevel::Stopped(_)) => false,
                Err(NoLevel::Position(problem)) => return Err(Refusal::bad(problem)),
            }
        } else {
            let patience = Budget { time: left, bytes: budget.bytes, ..room.patience() };
            let answer = solver.solve(&position, patience, cancel).map_err(broken)?;
            matches!(answer.verdict, Verdict::Solved(_))
        };
        if will_do {
            return deal(room, seed);
        }
    }
    Err(Refusal::bad(format!("seed: no such deal was found from {first} on in time; try another")))
}

/// The cards that lie wrong, dealt anew.
pub(crate) fn redeal(session: &Session, luck: Option<u64>) -> Result<Deal, Refusal> {
    let Room::Puzzle(room) = &session.room else {
        return Err(Refusal::bad("game: only puzzles are dealt"));
    };
    let seed = luck.unwrap_or_else(|| random_seed(RANDOM_SEEDS));
    let position = room.redeal(&session.position, seed).map_err(Refusal::bad)?;
    let position = position.ok_or_else(|| Refusal::bad(format!("game: {} is not dealt anew", room.game())))?;
    Ok(Deal { game: room.game().to_string(), seed, position })
}

fn catalog_level(level: Level) -> catalog::Level {
    match level {
        Level::Easy => catalog::Level::Easy,
        Level::Medium => catalog::Level::Medium,
        Level::Hard => catalog::Level::Hard,
        Level::Expert => catalog::Level::Expert,
    }
}
