//! Games for two behind text, so that whoever talks to people needs no types of games.

mod afresh;
mod board;
pub(crate) mod plain;
mod replay;
mod room;
mod saved;
mod shelf;
mod thinking;

pub use board::{Board, Row, Square, Threat};
pub use replay::DuelReplay;
pub use room::{BadMove, DuelRoom, Situation, Turn};
pub use saved::{BadFile, Resumed};
pub use shelf::Strength;
pub use thinking::{Judgement, TextDecider, TextThinker};

pub(crate) use afresh::{Afresh, Forgets};
pub(crate) use shelf::{DeciderEntry, DuelShelf, ThinkerEntry};
