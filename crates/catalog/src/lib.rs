#![doc = include_str!("../README.md")]

mod algorithm;
mod answer;
mod birds;
mod game;
mod options;
mod room;
mod shelf;

pub use algorithm::{Listing, SolverSpec};
pub use answer::{Answer, Ending, Replay};
pub use game::{GameListing, GameSpec};
pub use options::{BadSpec, Kind, Parameter, Value};
pub use room::{BadLine, BadPosition, BadSeed, PuzzleRoom, SolveError, TextSolver};

pub use kibitzer_search::{Budget, Cancel, Stats, Stop, Verdict};
