//! A move to make, and the reason in the words of a player.

use std::time::Instant;

use kibitzer_catalog::{Budget, Cancel, DuelRoom, PuzzleRoom, Room};

use crate::refusal::Refusal;
use crate::sessions::{Session, after};
use crate::wire::answers::{Found, Hint, Word};

use super::mistake::mistake;
use super::words::{answer_word, any_of, micros};
use super::{prospects, solve, think};

/// Moves that a sentence names.
const MOST_NAMED: usize = 3;

/// A hint.
pub(crate) fn hint(session: &Session, budget: Budget, cancel: &Cancel) -> Result<Hint, Refusal> {
    let started = Instant::now();
    let mut hint = match &session.room {
        Room::Puzzle(room) => of_puzzle(room.as_ref(), session, budget, cancel)?,
        Room::Duel(room) => of_duel(room.as_ref(), session, budget, cancel)?,
    };
    hint.micros = micros(started.elapsed());
    Ok(hint)
}

fn plain(verdict: Word, reason: impl Into<String>) -> Hint {
    Hint { mv: None, reason: reason.into(), verdict, line: Vec::new(), micros: 0 }
}

fn of_puzzle(room: &dyn PuzzleRoom, session: &Session, budget: Budget, cancel: &Cancel) -> Result<Hint, Refusal> {
    // Most of the time is for the question whether it can be won; what is left compares the moves.
    let started = Instant::now();
    let most = Budget { time: budget.time.map(|time| time * 3 / 4), ..budget };
    let answer = solve(room, &session.position, most, cancel)?;
    let left = budget.time.map(|time| time.saturating_sub(started.elapsed()).min(time / 2));
    let rest = Budget { time: left, ..budget };
    match answer_word(&answer) {
        Word::Solved => {}
        Word::Unsolvable => return lost(room, session, rest, cancel),
        _ => return undecided(room, session, rest, cancel),
    }
    let Some(mv) = answer.moves().first() else { return Ok(plain(Word::Solved, "it is won")) };
    let (moves, _) = prospects(room, &session.position, rest, cancel)?;
    let count = |word: Word| moves.iter().filter(|weighed| weighed.verdict == word).count();
    let (good, bad, all) = (count(Word::Solved).max(1), count(Word::Unsolvable), moves.len());
    let mut reason = match (good, all) {
        (_, 1) => format!("{mv} is the only move"),
        (1, _) if bad + 1 == all => format!("{mv} is the only move that still wins"),
        _ if good == all => format!("{mv} wins, as every move still does"),
        _ => format!("{mv} still wins, as {good} of {all} moves do"),
    };
    if let Some(does) = room.explain(&session.position, mv).map_err(Refusal::bad)? {
        reason = format!("{reason}: {does}");
    }
    let lost: Vec<&str> =
        moves.iter().filter(|weighed| weighed.verdict == Word::Unsolvable).map(|weighed| weighed.mv.as_str()).collect();
    // A reason that can be seen is worth more than a name.
    let doomed = lost.iter().find_map(|bad| {
        let position = after(&session.room, &session.position, bad).ok()?;
        Some((*bad, room.doom(&position).ok()??))
    });
    if let Some((bad, why)) = doomed {
        reason = format!("{reason}; {bad} loses, for then {why}");
    } else if !lost.is_empty() {
        let named: Vec<String> = lost.iter().take(MOST_NAMED).map(ToString::to_string).collect();
        let verb = if lost.len() == 1 { "loses" } else { "would lose" };
        reason = format!("{reason}; {} {verb}", any_of(&named));
    }
    Ok(Hint { mv: Some(mv.clone()), reason, verdict: Word::Solved, line: answer.moves().to_vec(), micros: 0 })
}

/// What is said where the search has not come to an end: a move that is not proved to lose, and what it does.
fn undecided(room: &dyn PuzzleRoom, session: &Session, budget: Budget, cancel: &Cancel) -> Result<Hint, Refusal> {
    let (moves, _) = prospects(room, &session.position, budget, cancel)?;
    let count = |word: Word| moves.iter().filter(|weighed| weighed.verdict == word).count();
    let best = moves.iter().find(|weighed| weighed.verdict == Word::Solved);
    let Some(best) = best.or_else(|| moves.iter().find(|weighed| weighed.verdict == Word::Unknown)) else {
        return lost(room, session, budget, cancel);
    };
    let does = room.explain(&session.position, &best.mv).map_err(Refusal::bad)?;
    let does = does.map(|does| format!(": {does}")).unwrap_or_default();
    let (mv, bad) = (&best.mv, count(Word::Unsolvable));
    let reason = match (best.verdict, bad) {
        (Word::Solved, _) => format!("{mv} still wins{does}"),
        (_, 0) => format!("not known yet whether it can be won; {mv} may do{does}"),
        (_, 1) => format!("not known yet whether it can be won; {mv} may do, one other move loses{does}"),
        (_, _) => format!("not known yet whether it can be won; {mv} may do, {bad} other moves lose{does}"),
    };
    Ok(Hint { mv: Some(mv.clone()), reason, verdict: best.verdict, line: vec![mv.clone()], micros: 0 })
}

/// What is said where nothing helps.
fn lost(room: &dyn PuzzleRoom, session: &Session, budget: Budget, cancel: &Cancel) -> Result<Hint, Refusal> {
    let why = room.doom(&session.position).map_err(Refusal::bad)?;
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    let mistake = mistake(session, budget, cancel)?;
    let back =
        mistake.number.filter(|_| mistake.found == Found::Mistake).map(|number| session.moves.len() + 1 - number);
    Ok(plain(
        Word::Unsolvable,
        match (back, mistake.found) {
            (Some(1), _) => format!("it can no longer be won{why}; take back the last move"),
            (Some(back), _) => format!("it can no longer be won{why}; take back {back} moves"),
            (None, Found::FromTheStart) => format!("it cannot be won, and never could{why}"),
            (None, _) => format!("it can no longer be won{why}"),
        },
    ))
}

fn of_duel(room: &dyn DuelRoom, session: &Session, budget: Budget, cancel: &Cancel) -> Result<Hint, Refusal> {
    let strongest = room.strengths().last().map_or(room.thinkers()[0].name, |strength| strength.spec);
    let spec = room.thinker_spec(strongest).map_err(|_| Refusal::broken())?;
    let thought = think(room, &spec, &session.position, budget, cancel)?;
    let Some(best) = thought.moves.first() else { return Ok(plain(thought.verdict, "the game is over")) };
    let does = room.explain(&session.position, &best.mv).map_err(Refusal::bad)?;
    let does = does.map(|does| format!(" ({does})")).unwrap_or_default();
    let worth = match (best.verdict, best.value) {
        (Word::Win, _) if thought.line.len() == 1 => "wins at once".to_string(),
        (Word::Win, _) => "wins whatever the other side does".to_string(),
        (Word::Draw, _) => "holds the draw".to_string(),
        (Word::Loss, _) => "holds out longest; every move loses".to_string(),
        (_, Some(value)) => format!("looks best: it wins about {:.0}% of tries", 50.0 * (value + 1.0)),
        _ => "looks best".to_string(),
    };
    let reason = format!("{}{does} {worth}", best.mv);
    let verdict = if matches!(best.verdict, Word::Win | Word::Loss) { best.verdict } else { thought.verdict };
    Ok(Hint { mv: Some(best.mv.clone()), reason, verdict, line: thought.line, micros: 0 })
}
