//! What is learned, used by real searches and judged by a solver that proves.

mod deals;
mod search;
mod trails;
