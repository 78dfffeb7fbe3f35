//! Where a game went wrong: the move after which the verdict changed for the last time.

use std::time::{Duration, Instant};

use kibitzer_catalog::{Budget, Cancel, DuelRoom, PuzzleRoom, Room};

use crate::refusal::Refusal;
use crate::sessions::Session;
use crate::wire::answers::{Found, Mistake, Word};

use super::words::{answer_word, any_of, judgement_word, micros, number, reversed};
use super::{broken, prospects};

/// Better moves that are told; a person reads no more.
const MOST_BETTER: usize = 5;

/// Looks for the mistake of a game.
pub(crate) fn mistake(session: &Session, budget: Budget, cancel: &Cancel) -> Result<Mistake, Refusal> {
    let clock = Clock { started: Instant::now(), budget };
    let positions = session.positions()?;
    let mut mistake = match &session.room {
        Room::Puzzle(room) => of_puzzle(room.as_ref(), session, &positions, &clock, cancel)?,
        Room::Duel(room) => of_duel(room.as_ref(), session, &positions, &clock, cancel)?,
    };
    mistake.micros = micros(clock.started.elapsed());
    Ok(mistake)
}

/// What is left of the time.
struct Clock {
    started: Instant,
    budget: Budget,
}

impl Clock {
    fn left(&self) -> Budget {
        let time =
            self.budget.time.map(|time| time.saturating_sub(self.started.elapsed()).max(Duration::from_millis(1)));
        Budget { time, ..self.budget }
    }
}

/// Nothing, and why.
fn nothing(found: Found, says: &str) -> Mistake {
    Mistake {
        found,
        number: None,
        mv: None,
        player: None,
        before: None,
        after: None,
        better: Vec::new(),
        says: says.to_string(),
        micros: 0,
    }
}

/// A puzzle that is lost stays lost, so the last position that can be won is found by halving.
fn of_puzzle(
    room: &dyn PuzzleRoom,
    session: &Session,
    positions: &[String],
    clock: &Clock,
    cancel: &Cancel,
) -> Result<Mistake, Refusal> {
    let spec = room.algorithm(room.algorithms()[0].name).map_err(|_| Refusal::broken())?;
    let mut solver = room.solver(&spec);
    let mut judge = |index: usize| {
        solver.solve(&positions[index], clock.left(), cancel).map(|answer| answer_word(&answer)).map_err(broken)
    };
    let end = positions.len() - 1;
    match judge(end)? {
        Word::Unsolvable => {}
        Word::Solved => return Ok(nothing(Found::None, "nothing is lost: it can still be won")),
        _ => return Ok(nothing(Found::Unknown, "not known yet whether it is lost")),
    }
    // The position at `lost` is proved to be lost; the one at `open`, if there is one, is not.
    let (mut open, mut known, mut lost) = (None, Word::Unknown, end);
    while lost > open.map_or(0, |open: usize| open + 1) {
        let middle = open.map_or(0, |open| open + 1).midpoint(lost - 1);
        match judge(middle)? {
            Word::Unsolvable => lost = middle,
            word => (open, known) = (Some(middle), word),
        }
    }
    let Some(before) = open else {
        return Ok(nothing(Found::FromTheStart, "it could not be won from the start"));
    };
    let mv = &session.moves[before];
    if known != Word::Solved {
        let says = format!("lost after move {lost}, {mv}, at the latest; before that it is not known");
        return Ok(Mistake { number: Some(lost), mv: Some(mv.clone()), ..nothing(Found::Unknown, &says) });
    }
    let (moves, _) = prospects(room, &positions[before], clock.left(), cancel)?;
    let better = moves.into_iter().filter(|weighed| weighed.verdict == Word::Solved).map(|weighed| weighed.mv);
    let better: Vec<String> = better.take(MOST_BETTER).collect();
    let instead = if better.is_empty() { String::new() } else { format!("; {} would still have won", any_of(&better)) };
    Ok(Mistake {
        found: Found::Mistake,
        number: Some(lost),
        mv: Some(mv.clone()),
        player: None,
        before: Some(Word::Solved),
        after: Some(Word::Unsolvable),
        better,
        says: format!("lost since move {lost}, {mv}{instead}"),
        micros: 0,
    })
}

/// The values of a duel go up and down, and late positions are quick to decide: so it is walked from its end.
fn of_duel(
    room: &dyn DuelRoom,
    session: &Session,
    positions: &[String],
    clock: &Clock,
    cancel: &Cancel,
) -> Result<Mistake, Refusal> {
    let spec = room.decider_spec(room.deciders()[0].name).map_err(|_| Refusal::broken())?;
    let mut decider = room.decider(&spec);
    // What comes after the move at hand, for the side that made it.
    let mut after: Option<Word> = None;
    for (index, position) in positions.iter().enumerate().rev() {
        let judgement = decider.decide(position, clock.left(), cancel).map_err(Refusal::bad)?;
        let word = judgement_word(&judgement);
        if word == Word::Unknown {
            let says = match after {
                None => "not known yet who wins".to_string(),
                Some(_) => format!("nothing was given away after move {}; before that it is not known", index + 1),
            };
            return Ok(nothing(Found::Unknown, &says));
        }
        if let Some(after) = after.filter(|after| *after != word) {
            let player = number(room.look(position).map_err(Refusal::bad)?.to_move);
            let (mv, number) = (&session.moves[index], index + 1);
            let what = if word == Word::Win { "the win" } else { "the draw" };
            let better: Vec<String> = judgement.best().iter().take(MOST_BETTER).cloned().collect();
            let instead = if better.is_empty() { String::new() } else { format!("; {} keeps it", any_of(&better)) };
            return Ok(Mistake {
                found: Found::Mistake,
                number: Some(number),
                mv: Some(mv.clone()),
                player: Some(player),
                before: Some(word),
                after: Some(after),
                better,
                says: format!("move {number}, {mv}, by player {player} gives away {what}{instead}"),
                micros: 0,
            });
        }
        after = Some(reversed(word));
    }
    Ok(nothing(Found::None, "nothing was given away"))
}
