//! Yavalath: forced replies, forcing lines, mates and proofs.

pub mod certificate;
mod driver;
mod forcing;
mod position;
mod prove;
mod symmetry;
mod table;
#[cfg(test)]
mod tests;

pub use driver::Exact;
pub use forcing::{Forcing, Line};
pub use position::{Position, Sight};
pub use prove::Tuning;
