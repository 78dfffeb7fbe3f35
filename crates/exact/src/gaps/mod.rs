//! Gaps, decided: every answer is a line that wins or a proof that there is none.
//!
//! [`Exact`] stands in front and asks the solver that suits the rule of the first column.

mod any;
mod beam;
mod board;
mod deep;
mod exact;
mod habit;
mod layout;
pub mod level;
mod lost;
mod lowest;
pub mod proof;
mod roam;
mod schedule;
mod shorten;
pub mod shortest;
pub mod solution;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

pub use deep::Deep;
pub use exact::Exact;
pub use lowest::Scheduler;
pub use roam::Roam;
pub use shorten::shorten;
pub use shortest::Shortest;
