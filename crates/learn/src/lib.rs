#![doc = include_str!("../README.md")]

pub mod birds;
pub mod data;
pub mod features;
pub mod models;
pub mod train;
