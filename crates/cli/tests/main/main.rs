//! The `kibitzer` binary, run as its users run it.

mod arrows;
mod census;
mod census_folders;
mod certificate;
mod deal;
mod docs;
mod duels;
mod engine;
mod gaps;
mod help;
mod lab;
mod match_play;
mod misuse;
mod play;
mod published;
mod puzzles;
mod race;
mod run;
mod saved;
mod serve;
#[cfg(target_os = "linux")]
mod slurm;
mod solve;
mod streams;
mod study;
mod suite;
mod verify;
mod yavalath;
