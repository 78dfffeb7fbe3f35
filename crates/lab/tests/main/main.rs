//! The lab from outside, on small censuses with small parts, and what it has published.

mod census;
mod counts;
mod damage;
mod experiment;
mod lean;
mod merge;
mod plot;
mod publish;
mod puzzles;
mod race;
mod status;
mod verify;
