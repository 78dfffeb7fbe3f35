//! What models read of a position of Birds of a Feather.

mod board;
mod deal;
mod glance;
mod graphs;
mod order;
mod six;

pub use board::Board;
pub use deal::{DealVariables, Variables};
pub use order::OrderFeatures;
pub use six::Six;

#[cfg(test)]
pub(crate) use glance::tests::positions;
pub(crate) use glance::{Glance, Seat};
