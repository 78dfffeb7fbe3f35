//! One game between two contestants.

use std::time::{Duration, Instant};

use kibitzer_catalog::{BadMove, Cancel, DuelRoom, Outcome, Player, SolverSpec, TextThinker};

use crate::parallel::CpuClock;

use super::program::Program;
use super::{Contestant, Match};

/// A side of the match, whoever begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The one named first.
    A,
    /// The other.
    B,
}

impl Side {
    const fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    /// `a` or `b`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Side::A => "a",
            Side::B => "b",
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Which game, counted from 1.
    pub number: u64,
    /// Who began.
    pub first: Side,
    /// The moves that were made for them.
    pub opening: String,
    /// The whole game.
    pub position: String,
    /// Who won; nobody where it was a draw.
    pub winner: Option<Side>,
    /// Why the loser lost, if not on the board.
    pub fault: Option<Fault>,
    /// What each side spent.
    pub spent: [Spent; 2],
}

/// What a program did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Who did.
    pub by: Side,
    /// In which game, counted from 1.
    pub game: u64,
    /// What.
    pub reason: String,
}

/// What a side spent on its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// How many moves.
    pub moves: u64,
    /// By the clock.
    pub wall: Duration,
    /// By the processor; nothing where it is a program, which we cannot see into.
    pub cpu: Duration,
}

/// Where one thread plays its games.
pub(super) struct Desk<'a> {
    arena: &'a Match,
    room: &'a dyn DuelRoom,
    /// Engines are kept from game to game, but forget; programs are started for each game.
    engines: [Option<Box<dyn TextThinker>>; 2],
}

/// Who sits at the desk during one game.
enum Seat<'a> {
    Engine(&'a mut dyn TextThinker),
    Program(Program),
}

/// Why there is no move.
enum NoMove {
    Cancelled,
    Fault(String),
}

impl<'a> Desk<'a> {
    pub(super) fn new(arena: &'a Match, room: &'a dyn DuelRoom) -> Desk<'a> {
        let engine = |spec: &SolverSpec| room.thinker(spec);
        let engines = arena.players.each_ref().map(|player| match player {
            Contestant::Engine(spec) => Some(engine(spec)),
            Contestant::Program(_) => None,
        });
        Desk { arena, room, engines }
    }

    /// Plays one game; nothing if it was cancelled.
    pub(super) fn play(&mut self, number: u64, opening: &str, cancel: &Cancel, stop: &Cancel) -> Option<GameRecord> {
        let first = if number.is_multiple_of(2) { Side::A } else { Side::B };
        let mut record = GameRecord {
            number: number + 1,
            first,
            opening: opening.to_string(),
            position: opening.to_string(),
            winner: None,
            fault: None,
            spent: [Spent::default(); 2],
        };
        let Desk { arena, room, engines } = self;
        let [a, b] = engines;
        let mut seats = Vec::new();
        for (side, engine, player) in [(Side::A, a, &arena.players[0]), (Side::B, b, &arena.players[1])] {
            match seat(engine, player) {
                Ok(seat) => seats.push(seat),
                Err(reason) => return Some(record.lost_by(side, reason)),
            }
        }
        loop {
            let situation = room.look(&record.position).expect("only legal moves are played");
            if let Some(outcome) = situation.outcome {
                record.winner = match outcome {
                    Outcome::Win(Player::One) => Some(first),
                    Outcome::Win(Player::Two) => Some(first.other()),
                    Outcome::Draw => None,
                };
                return Some(record);
            }
            let side = if situation.to_move == Player::One { first } else { first.other() };
            let (wall, cpu) = (Instant::now(), CpuClock::start(arena.threads));
            let chosen = seats[side as usize].choose(arena, &record.position, cancel, stop);
            let spent = &mut record.spent[side as usize];
            spent.moves += 1;
            spent.wall += wall.elapsed();
            spent.cpu += cpu.elapsed();
            let next = chosen.and_then(|mv| {
                room.play(&record.position, &mv).map_err(|problem| {
                    NoMove::Fault(match problem {
                        BadMove::Illegal(reason) => format!("illegal move {mv}: {reason}"),
                        BadMove::Unreadable(reason) => reason,
                        BadMove::Position(problem) => problem.to_string(),
                    })
                })
            });
            match next {
                Ok(position) => record.position = position,
                Err(NoMove::Cancelled) => return None,
                Err(NoMove::Fault(reason)) => return Some(record.lost_by(side, reason)),
            }
        }
    }
}

fn seat<'a>(engine: &'a mut Option<Box<dyn TextThinker>>, player: &Contestant) -> Result<Seat<'a>, String> {
    match (engine, player) {
        (Some(engine), _) => {
            engine.forget();
            Ok(Seat::Engine(engine.as_mut()))
        }
        (None, Contestant::Program(words)) => Program::start(words).map(Seat::Program),
        (None, Contestant::Engine(spec)) => Err(format!("{spec} was not made")),
    }
}

impl Seat<'_> {
    fn choose(&mut self, arena: &Match, position: &str, cancel: &Cancel, stop: &Cancel) -> Result<String, NoMove> {
        match self {
            Seat::Engine(engine) => {
                let thought = engine.think(position, arena.budget, &mut (cancel.clone(), stop.clone()));
                let is_cancelled = [cancel, stop].iter().any(|flag| is_set(flag));
                let report = thought.map_err(|problem| NoMove::Fault(problem.to_string()))?;
                let best = report.verdict.moves.into_iter().next().map(|ranked| ranked.mv);
                if is_cancelled { Err(NoMove::Cancelled) } else { best.ok_or(NoMove::Fault("it found no move".into())) }
            }
            Seat::Program(program) => {
                let is_cancelled = || [cancel, stop].iter().any(|flag| is_set(flag));
                match program.ask(position, arena.budget, arena.patience, &is_cancelled) {
                    Ok(Some(mv)) => Ok(mv),
                    Ok(None) => Err(NoMove::Cancelled),
                    Err(reason) => Err(NoMove::Fault(reason)),
                }
            }
        }
    }
}

fn is_set(cancel: &Cancel) -> bool {
    cancel.flag.load(std::sync::atomic::Ordering::Relaxed)
}

impl GameRecord {
    fn lost_by(self, side: Side, reason: String) -> GameRecord {
        let fault = Fault { by: side, game: self.number, reason };
        GameRecord { winner: Some(side.other()), fault: Some(fault), ..self }
    }
}
