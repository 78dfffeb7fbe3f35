//! The laws every game obeys, as a kit of checks that a game's tests call.
//!
//! Each check walks at random through the game from positions it is given and returns the first [`Violation`] it meets.
//! They say so by a value, not a panic, so that the kit itself can be tested on games that break one law each.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::{Duel, Game, Payoff, Puzzle, SplitMix, Symmetric, Transposing};

/// How far the checks walk.
#[derive(Clone, Copy, Debug)]
pub struct Walks {
    /// The stream that chooses the moves.
    pub seed: u64,
    /// How many walks start at each position.
    pub count: u32,
    /// How many moves a walk makes at most.
    pub length: u32,
}

impl Default for Walks {
    fn default() -> Self {
        Self { seed: 1, count: 20, length: 100 }
    }
}

/// A broken law and the position that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which law.
    pub law: Law,
    /// The position, as text.
    pub position: String,
    /// What was found there.
    pub found: String,
}

impl Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is broken at `{}`: {}", self.law, self.position, self.found)
    }
}

impl std::error::Error for Violation {}

/// The laws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Writing and reading a position gives it back, on one line.
    PositionText,
    /// Writing and reading a move gives it back.
    MoveText,
    /// `moves()` gives the same moves in the same order each time it is asked.
    StableOrder,
    /// No move is listed twice.
    NoDuplicates,
    /// `try_play` accepts exactly the moves of `moves()`, and leaves the position alone otherwise.
    TryPlay,
    /// `after` is `play` on a copy.
    After,
    /// Equal positions have equal keys.
    Key,
    /// A position and its images have equal keys.
    KeyOfImage,
    /// The images of the moves are the moves of the image.
    MovesOfImage,
    /// Playing, then looking through a symmetry, is looking first and then playing.
    PlayCommutes,
    /// A goal has no moves.
    GoalIsOver,
    /// A duel is over exactly when it has no moves.
    OutcomeIsOver,
    /// The turn passes.
    TurnPasses,
    /// A game has ended exactly when it has no moves, and is then worth something from -1 to 1.
    EndedIsOver,
    /// The n-th move is the n-th of the moves.
    NthMove,
    /// A random move is one of the moves, each as likely as the others; there is none exactly where there are no moves.
    RandomMove,
    /// Equal positions have equal identities, and equal identities the same moves.
    Identity,
    /// No position comes back.
    NoReturn,
}

/// Checks the laws of [`Game`] on walks from each of `starts`.
///
/// # Errors
/// The first violation.
pub fn check<G: Game>(starts: &[G], walks: Walks) -> Result<(), Violation> {
    let seen = positions(starts, walks);
    let mut all_moves = Vec::new();
    for state in &seen {
        for mv in state.moves() {
            if !all_moves.contains(&mv) && all_moves.len() < 200 {
                all_moves.push(mv);
            }
        }
    }
    for state in &seen {
        check_text(state)?;
        check_moves(state, &all_moves)?;
        ensure(state.key() == state.clone().key(), Law::Key, state, || "a copy has another key".into())?;
    }
    Ok(())
}

/// Checks the laws of [`Puzzle`] on walks from each of `starts`.
///
/// # Errors
/// The first violation.
pub fn check_puzzle<P: Puzzle>(starts: &[P], walks: Walks) -> Result<(), Violation> {
    for state in positions(starts, walks) {
        let over = state.moves().next().is_none();
        ensure(!state.is_goal() || over, Law::GoalIsOver, &state, || "a goal with moves".into())?;
    }
    Ok(())
}

/// Checks the laws of [`Duel`] on walks from each of `starts`.
///
/// # Errors
/// The first violation.
pub fn check_duel<D: Duel>(starts: &[D], walks: Walks) -> Result<(), Violation> {
    for state in positions(starts, walks) {
        let over = state.moves().next().is_none();
        ensure(state.outcome().is_some() == over, Law::OutcomeIsOver, &state, || {
            format!("outcome {:?}, but without moves is {over}", state.outcome())
        })?;
        for mv in state.moves() {
            let turn = state.after(mv).to_move();
            ensure(turn != state.to_move(), Law::TurnPasses, &state, || format!("{turn:?} moves again after `{mv}`"))?;
        }
    }
    Ok(())
}

/// Checks the laws of [`Symmetric`] on walks from each of `starts`.
///
/// # Errors
/// The first violation.
pub fn check_symmetry<S: Symmetric>(starts: &[S], walks: Walks) -> Result<(), Violation> {
    for state in positions(starts, walks) {
        for which in 0..S::IMAGES {
            let image = state.image(which);
            ensure(image.key() == state.key(), Law::KeyOfImage, &state, || {
                format!("image {which}, `{image}`, has another key")
            })?;
            let expected: Vec<_> = state.moves().map(|mv| state.image_of_move(mv, which)).collect();
            let found: Vec<_> = image.moves().collect();
            let same = expected.len() == found.len() && expected.iter().all(|mv| found.contains(mv));
            ensure(same, Law::MovesOfImage, &state, || {
                format!("image {which} has the moves {found:?}, expected {expected:?}")
            })?;
            for mv in state.moves() {
                let there = state.after(mv).image(which);
                let here = image.after(state.image_of_move(mv, which));
                ensure(there == here, Law::PlayCommutes, &state, || {
                    format!("after `{mv}`, image {which} is `{there}`, but playing in the image gives `{here}`")
                })?;
            }
        }
    }
    Ok(())
}

/// Checks the laws of [`Payoff`] on walks from each of `starts`.
///
/// # Errors
/// The first violation.
pub fn check_payoff<P: Payoff>(starts: &[P], walks: Walks) -> Result<(), Violation> {
    const DRAWS: u32 = 64;
    let mut stream = SplitMix::new(walks.seed);
    for state in positions(starts, walks) {
        let moves: Vec<_> = state.moves().collect();
        let ended = state.ended();
        let in_range = ended.is_none_or(|ended| (-1.0..=1.0).contains(&state.worth(ended)));
        ensure(ended.is_some() == moves.is_empty() && in_range, Law::EndedIsOver, &state, || {
            format!("ended is {ended:?} with {} moves", moves.len())
        })?;
        for (index, mv) in moves.iter().enumerate() {
            let found = state.nth_move(index);
            ensure(found == *mv, Law::NthMove, &state, || format!("move {index} is `{found}`, not `{mv}`"))?;
        }
        let (mut played, mut same_luck) = (state.clone(), stream.clone());
        let mv = played.play_random_move(&mut same_luck);
        let mut other_luck = stream.clone();
        let expected = state.random_move(&mut other_luck);
        let is_same = mv == expected
            && same_luck == other_luck
            && played == expected.map_or_else(|| state.clone(), |mv| state.after(mv));
        ensure(is_same, Law::RandomMove, &state, || format!("drawn and played at once, {mv:?}; else {expected:?}"))?;
        let mut drawn = vec![0_u32; moves.len()];
        for _ in 0..DRAWS * u32::try_from(moves.len().max(1)).unwrap_or(1) {
            let index = state.random_move(&mut stream).map(|mv| moves.iter().position(|legal| *legal == mv));
            match index {
                None if moves.is_empty() => {}
                Some(Some(index)) => drawn[index] += 1,
                other => return broken(Law::RandomMove, &state, format!("{other:?} of {} moves", moves.len())),
            }
        }
        // Each count is binomial with mean 64 and deviation at most 8: seven deviations either way.
        let fair = drawn.iter().all(|count| (DRAWS - 56..=DRAWS + 56).contains(count));
        ensure(fair, Law::RandomMove, &state, || format!("drawn {drawn:?} times"))?;
    }
    Ok(())
}

/// Checks the laws of [`Transposing`] on walks from each of `starts`.
///
/// # Errors
/// The first violation.
pub fn check_transposing<T: Transposing>(starts: &[T], walks: Walks) -> Result<(), Violation> {
    let mut seen: HashMap<T::Identity, Vec<T::Move>> = HashMap::new();
    for state in positions(starts, walks) {
        let moves: Vec<_> = state.moves().collect();
        ensure(state.identity() == state.clone().identity(), Law::Identity, &state, || "a copy has another".into())?;
        let known = seen.entry(state.identity()).or_insert_with(|| moves.clone());
        ensure(*known == moves, Law::Identity, &state, || format!("moves {moves:?}, and elsewhere {known:?}"))?;
        for mv in moves {
            ensure(state.after(mv).identity() != state.identity(), Law::NoReturn, &state, || format!("`{mv}` stays"))?;
        }
    }
    for start in starts {
        let mut stream = SplitMix::new(walks.seed);
        let (mut state, mut on_the_way) = (start.clone(), HashSet::new());
        for _ in 0..walks.length {
            ensure(on_the_way.insert(state.identity()), Law::NoReturn, &state, || "it came back".into())?;
            let moves: Vec<_> = state.moves().collect();
            if moves.is_empty() {
                break;
            }
            state.play(moves[stream.below(moves.len())]);
        }
    }
    Ok(())
}

/// The positions met on the walks, each start included.
fn positions<G: Game>(starts: &[G], walks: Walks) -> Vec<G> {
    let mut stream = SplitMix::new(walks.seed);
    let mut seen = Vec::new();
    for start in starts {
        seen.push(start.clone());
        for _ in 0..walks.count {
            let mut state = start.clone();
            for _ in 0..walks.length {
                let moves: Vec<_> = state.moves().collect();
                if moves.is_empty() {
                    break;
                }
                state.play(moves[stream.below(moves.len())]);
                seen.push(state.clone());
            }
        }
    }
    seen
}

fn check_text<G: Game>(state: &G) -> Result<(), Violation> {
    let text = state.to_string();
    ensure(!text.contains('\n'), Law::PositionText, state, || "the text has more than one line".into())?;
    match G::from_str(&text) {
        Ok(read) => ensure(read == *state, Law::PositionText, state, || format!("reads back as `{read}`")),
        Err(error) => broken(Law::PositionText, state, format!("does not read back: {error}")),
    }
}

fn check_moves<G: Game>(state: &G, all_moves: &[G::Move]) -> Result<(), Violation> {
    let moves: Vec<_> = state.moves().collect();
    let again: Vec<_> = state.moves().collect();
    ensure(moves == again, Law::StableOrder, state, || format!("{moves:?}, then {again:?}"))?;
    for (index, mv) in moves.iter().enumerate() {
        ensure(!moves[..index].contains(mv), Law::NoDuplicates, state, || format!("`{mv}` is listed twice"))?;
        match G::Move::from_str(&mv.to_string()) {
            Ok(read) => ensure(read == *mv, Law::MoveText, state, || format!("`{mv}` reads back as `{read}`"))?,
            Err(error) => return broken(Law::MoveText, state, format!("`{mv}` does not read back: {error}")),
        }
        let mut played = state.clone();
        played.play(*mv);
        ensure(played == state.after(*mv), Law::After, state, || format!("`{mv}` played and after it differ"))?;
    }
    for mv in moves.iter().chain(all_moves) {
        let legal = moves.contains(mv);
        let mut tried = state.clone();
        let accepted = tried.try_play(*mv).is_ok();
        ensure(accepted == legal, Law::TryPlay, state, || format!("`{mv}` legal: {legal}, accepted: {accepted}"))?;
        let expected = if legal { state.after(*mv) } else { state.clone() };
        ensure(tried == expected, Law::TryPlay, state, || format!("`{mv}` left `{tried}`, expected `{expected}`"))?;
    }
    Ok(())
}

fn ensure<G: Game>(holds: bool, law: Law, state: &G, found: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds { Ok(()) } else { broken(law, state, found()) }
}

fn broken<G: Game>(law: Law, state: &G, found: String) -> Result<(), Violation> {
    Err(Violation { law, position: state.to_string(), found })
}
