//! What an ending is worth: the seam between games and searches that play to the end.

use crate::{Game, SplitMix};

/// What a game is worth to the side that is to move, when both sides play as well as they can.
///
/// For a puzzle, [`Value::Win`] is a goal that is reached and [`Value::Loss`] one that cannot be; there are no draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The other side wins; the puzzle is a dead end.
    Loss,
    /// Neither side does.
    Draw,
    /// The side to move wins; the goal is reached.
    Win,
}

impl Value {
    /// The same for the other side.
    #[must_use]
    pub const fn reversed(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }
}

/// Who profits from an ending, and how much. One small impl for each game, puzzle or duel.
pub trait Payoff: Game {
    /// Whether each move passes the turn to somebody with the opposite interest: true for duels, false for puzzles.
    const ALTERNATES: bool;

    /// How the game ended for the side to move; `None` exactly while there are moves.
    fn ended(&self) -> Option<Value>;

    /// What that ending is worth to the side to move, from -1 to 1. A puzzle may grade its dead ends.
    fn worth(&self, ended: Value) -> f32 {
        match ended {
            Value::Loss => -1.0,
            Value::Draw => 0.0,
            Value::Win => 1.0,
        }
    }

    /// The move with this index in [`Game::moves`], counted from 0. Games with a quicker way override it.
    ///
    /// # Panics
    /// It may, if there are not so many moves.
    fn nth_move(&self, index: usize) -> Self::Move {
        self.moves().nth(index).expect("there are more moves than that")
    }

    /// One of the moves, each equally likely; `None` where there are none. Games with a quicker way override it.
    fn random_move(&self, stream: &mut SplitMix) -> Option<Self::Move> {
        let count = self.moves().count();
        if count == 0 { None } else { self.moves().nth(stream.below(count)) }
    }

    /// Makes the move that [`Payoff::random_move`] draws, and tells it. Games with a quicker way override it.
    fn play_random_move(&mut self, stream: &mut SplitMix) -> Option<Self::Move> {
        let mv = self.random_move(stream)?;
        self.play(mv);
        Some(mv)
    }

    /// A random move that looks one ply ahead: a move that wins at once, if there is one; else one that does not lose at
    /// once and after which the other side cannot win at once, if there is one; else any. Each of its kind is equally
    /// likely (Teytaud & Teytaud 2010: decisive and anti-decisive moves). Games with a quicker way override it.
    fn decisive_move(&self, stream: &mut SplitMix) -> Option<Self::Move> {
        let wins =
            |state: &Self, mv| state.after(mv).ended() == Some(if Self::ALTERNATES { Value::Loss } else { Value::Win });
        let pick = |kind: &dyn Fn(Self::Move) -> bool, stream: &mut SplitMix| {
            let count = self.moves().filter(|mv| kind(*mv)).count();
            if count == 0 { None } else { self.moves().filter(|mv| kind(*mv)).nth(stream.below(count)) }
        };
        let is_safe = |mv| {
            let next = self.after(mv);
            next.ended() != Some(Value::Win) && !next.moves().any(|reply| wins(&next, reply))
        };
        pick(&|mv| wins(self, mv), stream)
            .or_else(|| if Self::ALTERNATES { pick(&is_safe, stream) } else { None })
            .or_else(|| self.random_move(stream))
    }
}

/// A game in which different orders of moves meet, so that a search may keep one node for a position.
///
/// No position may come back: each move leads to a position that was not on the way.
pub trait Transposing: Game {
    /// Equal exactly if all that a search may see is equal: the same moves by the same names, and the same after each.
    type Identity: Copy + Eq + std::hash::Hash + std::fmt::Debug;

    /// What tells this position from others.
    fn identity(&self) -> Self::Identity;
}
