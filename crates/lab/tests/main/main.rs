//! The lab from outside, on small censuses with small parts, and what it has published.

mod census;
mod counts;
mod damage;
mod experiment;
mod plot;
mod puzzles;
mod race;
mod verify;
