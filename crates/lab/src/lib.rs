#![doc = include_str!("../README.md")]

pub mod arena;
pub mod census;
pub mod examples;
pub mod experiment;
pub mod fairness;
pub mod files;
pub mod heat_map;
pub mod in_order;
pub mod measure;
pub mod openings;
pub mod parallel;
pub mod parquet_table;
pub mod plot;
pub mod progress;
pub mod puzzles;
pub mod race;
pub mod record;
pub mod seeds;
pub mod stats;
pub mod suite;
pub mod tables;
pub mod train;
pub mod tune;

mod finding;

pub use finding::Finding;
