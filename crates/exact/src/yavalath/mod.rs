//! Yavalath: forced replies, forcing lines, mates and proofs.

mod advice;
pub mod certificate;
mod driver;
mod ending;
mod essence;
mod explain;
mod forcing;
mod hunt;
mod mate;
mod outlast;
#[cfg(test)]
mod plain;
mod player;
mod position;
mod prove;
mod symmetry;
mod table;
#[cfg(test)]
mod tests;
mod word;

pub use driver::{DEFAULT_BYTES, Exact};
pub use explain::{Effects, Reason, explain};
pub use forcing::{Forcing, Line};
pub use mate::{Mate, MateSearch, lost_within, mate_within};
pub use player::{Judge, Player};
pub use position::{Position, Sight};
pub use prove::Tuning;
pub use word::Word;
