//! The crate as whoever uses it sees it.

mod certificate;
mod connect4;
mod level;
mod yavalath;
