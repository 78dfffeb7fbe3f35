//! The `kibitzer` binary, run as its users run it.

mod deal;
mod help;
mod misuse;
mod run;
mod solve;
mod streams;
mod verify;
