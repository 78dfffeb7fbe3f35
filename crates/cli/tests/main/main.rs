//! The `kibitzer` binary, run as its users run it.

mod census;
mod certificate;
mod deal;
mod help;
mod misuse;
mod race;
mod run;
mod solve;
mod streams;
mod verify;
