//! Training from the outside: progress, accuracy, cross-validation, and the order of siblings.

mod accuracy;
mod ranking;

pub use accuracy::{Confusion, cross_validate};
pub use ranking::{Ranking, Siblings};

/// How far a fit has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Steps done.
    pub done: u64,
    /// Steps to do, at most.
    pub total: u64,
}

/// Whoever wants to know how far a fit has come.
pub type Watch<'a> = dyn FnMut(Progress) + 'a;
