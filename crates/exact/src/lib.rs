#![doc = include_str!("../README.md")]

pub mod birds;
pub mod connect4;
pub mod gaps;
pub mod yavalath;
