#![doc = include_str!("../README.md")]

mod contender;
mod contest;
mod document;
mod elo;
mod memory;
mod speed;
mod table;

pub use contender::{Contender, Search};
pub use contest::{Contest, Limit, Score};
pub use document::{Section, replace_section};
pub use elo::Elo;
pub use memory::{CountingAllocator, Footprint, footprint};
pub use speed::rates;
pub use table::{Row, comparison, markdown};
