#![doc = include_str!("../README.md")]

mod advice;
mod boards;
mod control;
mod deals;
mod extract;
mod guard;
mod jobs;
mod laboratory;
mod limits;
mod listing;
mod page;
mod race;
mod refusal;
mod routes;
mod server;
mod sessions;
mod watch;

pub mod wire;

pub use limits::Limits;
pub use server::{CannotServe, Server, Settings, serve};
