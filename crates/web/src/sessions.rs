//! A game as a request tells it: the position it began with, and the moves played since. Nothing of it is kept.

use kibitzer_catalog::{BadLine, DuelRoom, Ending, GameSpec, PuzzleRoom, Room, SolverSpec};

use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::wire::requests::{AskRequest, LookRequest, RedealRequest, ReplyRequest, SolutionRequest, WatchQuery};

/// A game that was replayed by its rules.
pub(crate) struct Session {
    pub(crate) room: Room,
    /// The position it began with, in its usual form.
    pub(crate) start: String,
    /// The moves since, each in its usual form.
    pub(crate) moves: Vec<String>,
    /// The position now.
    pub(crate) position: String,
}

/// A request that tells a game.
pub(crate) trait Tells {
    /// The game, the position and the moves.
    fn told(&self) -> (&str, Option<&str>, Vec<&str>);

    /// The game, replayed.
    fn session(&self) -> Result<Session, Refusal> {
        let (game, position, moves) = self.told();
        Session::open(game, position, &moves)
    }
}

macro_rules! tells {
    ($($request:ty),*) => {$(
        impl Tells for $request {
            fn told(&self) -> (&str, Option<&str>, Vec<&str>) {
                (&self.game, self.position.as_deref(), self.moves.iter().map(|mv| &**mv).collect())
            }
        }
    )*};
}

tells!(LookRequest, AskRequest, RedealRequest, SolutionRequest, ReplyRequest);

impl Tells for WatchQuery {
    fn told(&self) -> (&str, Option<&str>, Vec<&str>) {
        let moves = self.moves.as_deref().unwrap_or_default();
        (&self.game, self.position.as_deref(), moves.split_whitespace().collect())
    }
}

/// Reads the name of a game.
pub(crate) fn read_game(text: &str) -> Result<GameSpec, Refusal> {
    text.parse().map_err(|problem| Refusal::bad(format!("game: {problem}")))
}

impl Session {
    /// Replays a game.
    pub(crate) fn open(game: &str, position: Option<&str>, moves: &[&str]) -> Result<Session, Refusal> {
        let room = read_game(game)?.room();
        let start = match (&room, position) {
            (_, Some(position)) => {
                room.read(position).map_err(|problem| Refusal::bad(format!("position: {problem}")))?
            }
            (Room::Duel(duel), None) => duel.start().to_string(),
            (Room::Puzzle(_), None) => {
                return Err(Refusal::bad("position: none is given; /api/deal makes one"));
            }
        };
        for (number, mv) in (1..).zip(moves) {
            if mv.split_whitespace().count() != 1 {
                return Err(Refusal::bad(format!("move {number}: '{mv}' is not one move")));
            }
        }
        let bad = |problem: BadLine| match problem {
            BadLine::Position(problem) => Refusal::bad(format!("position: {problem}")),
            BadLine::Move { number, problem } => Refusal::bad(format!("move {number}: {problem}")),
        };
        let line = moves.join(" ");
        let (played, position, number, illegal) = match &room {
            Room::Puzzle(room) => {
                let replay = room.replay(&start, &line).map_err(bad)?;
                let illegal = if let Ending::Illegal { reason } = replay.ending { Some(reason) } else { None };
                (replay.moves, replay.position, replay.played, illegal)
            }
            Room::Duel(room) => {
                let replay = room.replay(&start, &line).map_err(bad)?;
                (replay.moves, replay.position, replay.played, replay.illegal)
            }
        };
        if let Some(reason) = illegal {
            let mv = played.get(number).map_or("", String::as_str);
            return Err(Refusal::bad(format!("move {}, {mv}: {reason}", number + 1)));
        }
        if played.len() != moves.len() {
            return Err(Refusal::bad("moves: one of them is several moves; write each by itself"));
        }
        Ok(Session { room, start, moves: played, position })
    }

    /// All positions of the game, the start first.
    pub(crate) fn positions(&self) -> Result<Vec<String>, Refusal> {
        let mut positions = vec![self.start.clone()];
        for mv in &self.moves {
            let last = positions.last().map_or("", String::as_str);
            positions.push(after(&self.room, last, mv)?);
        }
        Ok(positions)
    }
}

/// The position after a legal move.
pub(crate) fn after(room: &Room, position: &str, mv: &str) -> Result<String, Refusal> {
    match room {
        Room::Puzzle(room) => room.replay(position, mv).map(|replay| replay.position).map_err(Refusal::bad),
        Room::Duel(room) => room.play(position, mv).map_err(Refusal::bad),
    }
}

/// Reads the name of a search of a puzzle.
pub(crate) fn read_solver(room: &dyn PuzzleRoom, text: Option<&str>, limits: &Limits) -> Result<SolverSpec, Refusal> {
    let text = text.unwrap_or_else(|| room.algorithms()[0].name);
    admitted(room.algorithm(text).map_err(|problem| Refusal::bad(format!("with: {problem}")))?, limits)
}

/// Reads the name of a search that weighs the moves of a duel.
pub(crate) fn read_thinker(room: &dyn DuelRoom, text: Option<&str>, limits: &Limits) -> Result<SolverSpec, Refusal> {
    let text = text.unwrap_or_else(|| room.thinkers()[0].name);
    admitted(room.thinker_spec(text).map_err(|problem| Refusal::bad(format!("with: {problem}")))?, limits)
}

/// Options that would take more than one search may.
fn admitted(spec: SolverSpec, limits: &Limits) -> Result<SolverSpec, Refusal> {
    for (option, most) in limits.options() {
        if spec.number(option).is_some_and(|number| number > most) {
            return Err(Refusal::bad(format!("with: {option} is at most {most} here")));
        }
    }
    Ok(spec)
}
