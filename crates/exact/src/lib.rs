//! Solvers that know their game and always answer with a proof.

pub mod birds;
