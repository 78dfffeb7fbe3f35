//! The `kibitzer` binary, run as its users run it.

mod arrows;
mod census;
mod certificate;
mod deal;
mod docs;
mod help;
mod misuse;
mod race;
mod run;
mod solve;
mod streams;
mod verify;
