//! `kibitzer play`: a person at the terminal.

mod adviser;
mod cursor;
mod draw;
mod plain;
mod screen;
mod session;

use std::fmt::Write;
use std::io::{IsTerminal, stdin, stdout};
use std::time::Duration;

use clap::ValueEnum;
use kibitzer_catalog::{DuelRoom, Player, PuzzleRoom, Room, SolverSpec};

use crate::args::{First, LevelWord, PlayArgs, With, checked_seed};
use crate::failure::misuse;
use crate::output::print;

use super::algorithms;
use super::deal::{self, Wish};
use adviser::{Adviser, DuelAdviser, PuzzleAdviser};
use session::{Rules, Seats, Session};

/// How long an engine thinks about a move where nothing limits it, and about a hint.
const UNLIMITED: Duration = Duration::from_secs(2);

/// The level where none was asked for.
const USUAL: &str = "medium";

/// Plays, on a screen or line by line.
pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<()> {
    let game = args.shuffle.game_of_deals(args.game, args.position.is_none())?;
    let session = match game.room() {
        Room::Duel(room) => duel(room, args)?,
        Room::Puzzle(room) => puzzle(room, args)?,
    };
    match session {
        None => Ok(()),
        Some(session) if stdin().is_terminal() && stdout().is_terminal() => screen::run(session),
        Some(session) => plain::run(session),
    }
}

/// Sets up a game for two; nothing if only help was wanted.
fn duel(room: Box<dyn DuelRoom>, args: &PlayArgs) -> anyhow::Result<Option<Session>> {
    if args.level.as_deref() == Some("help") {
        show_levels(room.as_ref())?;
        return Ok(None);
    }
    let budget = args.limits.budget(Some(UNLIMITED))?;
    let engine = match &args.with {
        Some(With::Help) => {
            algorithms::show(room.game(), &room.thinkers())?;
            return Ok(None);
        }
        Some(With::Search(name)) if name == "none" => None,
        Some(With::Search(name)) => {
            let spec = room.thinker_spec(name).map_err(|problem| misuse(format!("--with: {problem}")))?;
            Some((spec.brief(), spec))
        }
        None => {
            let luck = args.seed.unwrap_or_else(deal::random_seed);
            Some(level(room.as_ref(), args.level.as_deref().unwrap_or(USUAL), luck)?)
        }
    };
    if args.seed.is_some() && args.with.is_some() {
        return Err(misuse("--seed: with --with, luck is an option of the engine, as in mcts:seed=1"));
    }
    let start = room.read(args.position.as_deref().unwrap_or(room.start())).map_err(misuse)?;
    let to_move = room.look(&start)?.to_move;
    let is_engine_first = match args.first.unwrap_or(First::Me) {
        First::Me => false,
        First::Engine => true,
        First::Random => deal::random_seed().is_multiple_of(2),
    };
    let person = if is_engine_first { !to_move } else { to_move };
    let seats = match &engine {
        Some((name, _)) => Seats::Engine { person, name: name.clone() },
        None if args.first.is_some() => return Err(misuse("--first: without an engine whoever sits there begins")),
        None => Seats::People,
    };
    let adviser = |spec: &SolverSpec| Box::new(DuelAdviser { thinker: room.thinker(spec), budget }) as Box<dyn Adviser>;
    let opponent = engine.as_ref().map(|(_, spec)| adviser(spec));
    let best = room.strengths().last().expect("there are levels").spec;
    let helper = adviser(&room.thinker_spec(best)?);
    Ok(Some(Session::new(Rules::Duel(room), start, seats, opponent, helper)?))
}

/// The engine of a level, and what it is called.
fn level(room: &dyn DuelRoom, name: &str, luck: u64) -> anyhow::Result<(String, SolverSpec)> {
    let known = room.strengths();
    let Some(strength) = known.iter().find(|strength| strength.name == name) else {
        let names: Vec<_> = known.iter().map(|strength| strength.name).collect();
        return Err(misuse(format!("--level: there is no level '{name}', only {}", names.join(", "))));
    };
    Ok((strength.name.to_string(), room.thinker_spec(&strength.with_luck(luck))?))
}

fn show_levels(room: &dyn DuelRoom) -> anyhow::Result<()> {
    let mut text = format!("Levels for {}: --level NAME\n\n", room.game());
    for strength in room.strengths() {
        let usual = if strength.name == USUAL { " (default)" } else { "" };
        let name = format!("{}{usual}", strength.name);
        writeln!(text, "{name:24}--with {}", strength.spec)?;
    }
    print(text)
}

/// Sets up a puzzle; nothing if only help was wanted.
fn puzzle(room: Box<dyn PuzzleRoom>, args: &PlayArgs) -> anyhow::Result<Option<Session>> {
    if args.first.is_some() {
        return Err(misuse(format!("--first: {} is played alone", room.game())));
    }
    let name = match &args.with {
        Some(With::Help) => {
            algorithms::show(room.game(), &room.algorithms())?;
            return Ok(None);
        }
        Some(With::Search(name)) => name.clone(),
        None => room.algorithms()[0].name.to_string(),
    };
    let spec = room.algorithm(&name).map_err(|problem| misuse(format!("--with: {problem}")))?;
    let level = args.level.as_deref().map(|word| {
        LevelWord::from_str(word, false)
            .map_err(|_| misuse(format!("--level: there is no level '{word}', only easy, medium, hard, expert")))
    });
    let wish = match level.transpose()? {
        Some(_) if args.position.is_some() => return Err(misuse("--level: a position is as hard as it is")),
        Some(word) => Wish::Level(word.into()),
        None if args.seed.is_some() => Wish::Any,
        None => Wish::Solvable,
    };
    let (title, luck, start) = match (&args.position, args.seed) {
        (Some(_), Some(_)) => return Err(misuse("--seed: name a position or a deal, not both")),
        (Some(text), None) => (None, 0, room.read(text).map_err(misuse)?),
        (None, seed) => {
            let first =
                seed.map_or_else(|| Ok(deal::random_seed()), |seed| checked_seed(room.as_ref(), "--seed", seed))?;
            let seed = deal::find(room.as_ref(), first, wish)?.seed;
            (Some(format!("deal {seed}")), seed, room.deal(seed)?)
        }
    };
    let budget = args.limits.budget(Some(UNLIMITED))?;
    let helper = Box::new(PuzzleAdviser::new(room.game().puzzle()?, room.solver(&spec), budget));
    Ok(Some(Session::new(Rules::Puzzle(room), start, Seats::Alone { title, luck }, None, helper)?))
}

/// The first or the second to move, as a word.
fn ordinal(player: Player) -> usize {
    match player {
        Player::One => 0,
        Player::Two => 1,
    }
}
