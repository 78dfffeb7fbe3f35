//! Birds of a Feather, a solitaire by Todd Neller (2016).
//!
//! Cards lie face up in a grid, each a stack of one. A stack may fly onto another in the same row or column if their
//! top cards are of one suit or their ranks differ by at most one. The game is won when one stack is left.
//!
//! ```
//! use kibitzer_core::{Game, Puzzle};
//! use kibitzer_games::birds::Birds;
//!
//! let mut board: Birds = "8C 7S / 2D 8D".parse()?;
//! for flight in ["7S-8C", "8D-2D", "8D-7S"] {
//!     board.try_play(flight.parse()?)?;
//! }
//! assert!(board.is_goal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod deals;
mod graph;
mod heuristics;
mod symmetry;
mod text;

pub use board::{Birds, Flight, Size, Stack, partners};
pub use deals::deal;
pub use graph::Graph;
pub use heuristics::{BothGraphs, LinePairs, Remaining, ScoreAndMoves};
pub use text::{BadBirds, BadFlight, BadSize, Problem};
