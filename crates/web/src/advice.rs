//! What a kibitzer says about a position: whether it can be won, what moves are worth, what an engine would play.

pub(crate) mod hint;
pub(crate) mod mistake;
pub(crate) mod words;

use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};

use kibitzer_catalog::{Answer, Budget, Cancel, DuelRoom, Judgement, PuzzleRoom, Report, Room, SolveError, SolverSpec};

use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::sessions::{Session, read_solver, read_thinker};
use crate::wire::answers::{Reply, Solution, Thought, Verdict, Verdicts, Weighed, Word};
use words::{answer_word, judgement_word, micros, number, stopped_by, value_word, weighed};

/// How long a search takes where nothing is said.
pub(crate) const USUAL: Duration = Duration::from_secs(1);

/// The level of an engine where nothing is said.
const USUAL_LEVEL: &str = "medium";

/// A solver that is broken is our fault.
pub(crate) fn broken(problem: SolveError) -> Refusal {
    match problem {
        SolveError::Position(problem) => Refusal::bad(format!("position: {problem}")),
        SolveError::Broken { .. } => Refusal::broken(),
    }
}

/// Decides a puzzle by its usual search.
fn solve(room: &dyn PuzzleRoom, position: &str, budget: Budget, cancel: &Cancel) -> Result<Answer, Refusal> {
    let spec = room.algorithm(room.algorithms()[0].name).map_err(|_| Refusal::broken())?;
    room.solver(&spec).solve(position, budget, cancel).map_err(broken)
}

/// Decides a duel by its usual search.
fn decide(room: &dyn DuelRoom, position: &str, budget: Budget, cancel: &Cancel) -> Result<Judgement, Refusal> {
    let spec = room.decider_spec(room.deciders()[0].name).map_err(|_| Refusal::broken())?;
    room.decider(&spec).decide(position, budget, cancel).map_err(Refusal::bad)
}

/// Whether the game can still be won.
pub(crate) fn verdict(session: &Session, budget: Budget, cancel: &Cancel) -> Result<Verdict, Refusal> {
    match &session.room {
        Room::Puzzle(room) => {
            let answer = solve(room.as_ref(), &session.position, budget, cancel)?;
            let verdict = answer_word(&answer);
            let moves = answer.moves();
            let says = match verdict {
                Word::Solved if moves.is_empty() => "it is won",
                Word::Solved => "can still be won",
                Word::Unsolvable if session.moves.is_empty() => "cannot be won",
                Word::Unsolvable => "can no longer be won",
                _ => "not known yet",
            };
            Ok(Verdict {
                verdict,
                score: None,
                length: (verdict == Word::Solved).then_some(moves.len()),
                best: moves.iter().take(1).cloned().collect(),
                says: says.to_string(),
                expanded: answer.stats.expanded,
                micros: micros(answer.stats.elapsed),
                stopped_by: answer.stopped_by().map(stopped_by),
            })
        }
        Room::Duel(room) => {
            let judgement = decide(room.as_ref(), &session.position, budget, cancel)?;
            let situation = room.look(&session.position).map_err(Refusal::bad)?;
            let verdict = judgement_word(&judgement);
            let (own, other) = (number(situation.to_move), number(!situation.to_move));
            let is_over = situation.outcome.is_some();
            let says = match verdict {
                Word::Win => format!("player {own} wins with best play"),
                Word::Loss if is_over => format!("player {other} has won"),
                Word::Loss => format!("player {other} wins with best play"),
                Word::Draw if is_over => "it is a draw".to_string(),
                Word::Draw => "a draw with best play".to_string(),
                _ => "not known yet".to_string(),
            };
            Ok(Verdict {
                verdict,
                score: judgement.score(),
                length: None,
                best: judgement.best().to_vec(),
                says,
                expanded: judgement.stats.expanded,
                micros: micros(judgement.stats.elapsed),
                stopped_by: judgement.stopped_by().map(stopped_by),
            })
        }
    }
}

/// What every legal move leads to.
pub(crate) fn verdicts(session: &Session, budget: Budget, cancel: &Cancel) -> Result<Verdicts, Refusal> {
    let started = Instant::now();
    match &session.room {
        Room::Puzzle(room) => {
            let (mut moves, expanded) = prospects(room.as_ref(), &session.position, budget, cancel)?;
            moves.sort_by_key(|weighed| match weighed.verdict {
                Word::Solved => 0,
                Word::Unknown => 1,
                _ => 2,
            });
            Ok(Verdicts { moves, expanded, micros: micros(started.elapsed()) })
        }
        Room::Duel(room) => {
            let spec = room.thinker_spec(room.thinkers()[0].name).map_err(|_| Refusal::broken())?;
            let thought = think(room.as_ref(), &spec, &session.position, budget, cancel)?;
            Ok(Verdicts { moves: thought.moves, expanded: thought.expanded, micros: thought.micros })
        }
    }
}

/// Solves what each move of a puzzle leads to; the time is shared out among those that are left.
fn prospects(
    room: &dyn PuzzleRoom,
    position: &str,
    budget: Budget,
    cancel: &Cancel,
) -> Result<(Vec<Weighed>, u64), Refusal> {
    let until = budget.time.map(|time| Instant::now() + time);
    let spec = room.algorithm(room.algorithms()[0].name).map_err(|_| Refusal::broken())?;
    let mut solver = room.solver(&spec);
    let moves = room.legal_moves(position).map_err(Refusal::bad)?;
    let (mut found, mut expanded) = (Vec::new(), 0);
    for (left, mv) in (1..=moves.len()).rev().zip(&moves) {
        let next = room.replay(position, mv).map_err(Refusal::bad)?.position;
        let share = u32::try_from(left).unwrap_or(u32::MAX);
        let time = until.map(|until| until.saturating_duration_since(Instant::now()) / share);
        let answer = solver.solve(&next, Budget { time, ..budget }, cancel).map_err(broken)?;
        expanded += answer.stats.expanded;
        let verdict = answer_word(&answer);
        found.push(Weighed { mv: mv.clone(), verdict, value: None, score: None, visits: None });
    }
    Ok((found, expanded))
}

/// Moves that win, or the play that is expected of both sides.
pub(crate) fn solution(
    session: &Session,
    with: Option<&str>,
    shortest: bool,
    limits: &Limits,
    budget: Budget,
    cancel: &Cancel,
) -> Result<Solution, Refusal> {
    match &session.room {
        Room::Puzzle(room) => {
            let spec = match with {
                None if shortest => shortest_solver(room.as_ref())?,
                with => read_solver(room.as_ref(), with, limits)?,
            };
            if shortest && !room.proves_shortest(&spec) {
                let problem = format!("shortest: {} does not prove that its solutions are shortest", spec.name());
                return Err(Refusal::bad(problem));
            }
            let mut answer = room.solver(&spec).solve(&session.position, budget, cancel).map_err(broken)?;
            if with.is_none() && !answer.shortest && room.shortens().is_ok() {
                answer = room.shorten(&session.position, answer).map_err(broken)?;
            }
            Ok(Solution {
                verdict: answer_word(&answer),
                moves: answer.moves().to_vec(),
                shortest: answer.shortest,
                with: spec.brief(),
                expanded: answer.stats.expanded,
                micros: micros(answer.stats.elapsed),
                stopped_by: answer.stopped_by().map(stopped_by),
            })
        }
        Room::Duel(room) => {
            if shortest {
                return Err(Refusal::bad("shortest: only puzzles have solutions with a length"));
            }
            let spec = read_thinker(room.as_ref(), with, limits)?;
            expected_play(room.as_ref(), session, &spec, budget, cancel)
        }
    }
}

/// The first search that proves its solutions to be shortest.
fn shortest_solver(room: &dyn PuzzleRoom) -> Result<SolverSpec, Refusal> {
    room.shortest_algorithm().ok_or_else(|| Refusal::bad("shortest: no search of this game proves that"))
}

/// The line that the engine expects, where both sides play as it would.
fn expected_play(
    room: &dyn DuelRoom,
    session: &Session,
    spec: &SolverSpec,
    budget: Budget,
    cancel: &Cancel,
) -> Result<Solution, Refusal> {
    let thought = think(room, spec, &session.position, budget, cancel)?;
    Ok(Solution {
        verdict: thought.verdict,
        moves: thought.line,
        shortest: false,
        with: spec.brief(),
        expanded: thought.expanded,
        micros: thought.micros,
        stopped_by: thought.stopped_by,
    })
}

/// Lets an engine think.
fn think(
    room: &dyn DuelRoom,
    spec: &SolverSpec,
    position: &str,
    budget: Budget,
    cancel: &Cancel,
) -> Result<Thought, Refusal> {
    let report = room.thinker(spec).think(position, budget, &mut cancel.clone());
    let Report { verdict: analysis, stats } = report.map_err(Refusal::bad)?;
    Ok(Thought {
        moves: weighed(&analysis),
        verdict: value_word(analysis.proved),
        score: analysis.score,
        playouts: (analysis.playouts > 0).then_some(analysis.playouts),
        expanded: stats.expanded,
        micros: micros(stats.elapsed),
        stopped_by: analysis.stopped_by.map(stopped_by),
        line: analysis.variation,
    })
}

/// The engine that was asked for.
pub(crate) fn engine(
    room: &dyn DuelRoom,
    level: Option<&str>,
    with: Option<&str>,
    seed: Option<u64>,
    limits: &Limits,
) -> Result<SolverSpec, Refusal> {
    let seed = seed.unwrap_or_else(|| random_seed(1 << 32));
    match (level, with) {
        (Some(_), Some(_)) => Err(Refusal::bad("level and with: only one of them names the engine")),
        (None, Some(with)) => {
            let spec = read_thinker(room, Some(with), limits)?;
            Ok(if with.contains("seed=") { spec } else { spec.with_seed(seed).unwrap_or(spec) })
        }
        (level, None) => {
            let known = room.strengths();
            let level = level.unwrap_or(USUAL_LEVEL);
            let Some(strength) = known.iter().find(|strength| strength.name == level) else {
                let names: Vec<_> = known.iter().map(|strength| strength.name).collect();
                return Err(Refusal::bad(format!("level: there is no '{level}', only {}", names.join(", "))));
            };
            room.thinker_spec(&strength.with_luck(seed)).map_err(|_| Refusal::broken())
        }
    }
}

/// A number that nobody chose, below `end`.
pub(crate) fn random_seed(end: u64) -> u64 {
    RandomState::new().hash_one(()) % end
}

/// The move of an engine.
pub(crate) fn reply(
    room: &dyn DuelRoom,
    spec: &SolverSpec,
    position: &str,
    budget: Budget,
    cancel: &Cancel,
) -> Result<Reply, Refusal> {
    let thought = think(room, spec, position, budget, cancel)?;
    let Some(best) = thought.moves.first() else { return Err(Refusal::bad("the game is over")) };
    let does = room.explain(position, &best.mv).map_err(Refusal::bad)?;
    Ok(Reply { mv: best.mv.clone(), does, with: spec.brief(), thought })
}
