//! Yavalath: forced replies, forcing lines, mates and proofs.

mod explain;
mod position;

pub use explain::{Effects, Reason, explain};
pub use position::Position;
