//! The crate as whoever uses it sees it.

mod certificate;
mod checker;
mod connect4;
mod level;
mod player;
mod yavalath;
