//! Yavalath: forced replies, forcing lines, mates and proofs.

mod position;

pub use position::Position;
