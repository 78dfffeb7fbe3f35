#![doc = include_str!("../README.md")]

pub mod laws;

mod duel;
mod game;
mod heuristic;
mod payoff;
mod perft;
mod puzzle;
mod random;

pub use duel::{Duel, Outcome, Player};
pub use game::{Game, IllegalMove, Symmetric};
pub use heuristic::{Blind, Evaluator, Heuristic, MoveOrder};
pub use payoff::{Payoff, Transposing, Value};
pub use perft::perft;
pub use puzzle::Puzzle;
pub use random::SplitMix;
