//! The crate as whoever uses it sees it.

mod certificate;
mod level;
