//! Games for two players.

use std::ops::Not;

use crate::Game;

/// A game for two players who move in turn.
pub trait Duel: Game {
    /// Whose turn it is; whose it would be, where the game is over.
    fn to_move(&self) -> Player;

    /// How the game ended; `None` while it goes on. Over and without moves are the same.
    fn outcome(&self) -> Option<Outcome>;
}

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The side that moved first.
    One,
    /// The other side.
    Two,
}

impl Not for Player {
    type Output = Player;

    /// The opponent.
    fn not(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }
}

/// How a duel ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won.
    Win(Player),
    /// Nobody did.
    Draw,
}
