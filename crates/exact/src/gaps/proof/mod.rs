//! Proofs in files that a position cannot be won: [`prove`] makes one, [`check`] reads it with rules of its own and
//! believes nothing else.
//!
//! # The file
//!
//! ```text
//! kibitzer proof 1 gaps first=lowest
//! position 2C -- 3H / ...
//! ```
//!
//! Two lines of text, each ended by a line feed, then numbers, then the 64-bit FNV-1a hash of all bytes before it, the
//! lowest byte first. A number has seven bits a byte, the lowest first; the highest bit of a byte says that more follow.
//! A list is its length and its members.
//!
//! The position gives events, variables, clauses, and orders of events, some of which hold under a literal: see the
//! module of the solver, `schedule`, for what they mean and why every play that wins satisfies them, and `rules.rs` for
//! the order in which they are numbered from 0. Suits go by the order clubs, hearts, spades, diamonds. A literal is twice
//! the number of its variable, one more if it is negated. The steps, each begun by its number:
//!
//! | step | what follows | what it says |
//! |---|---|---|
//! | 0 | a list of literals, a list of hints | the clause follows: with its literals false, each hint makes one more literal true, and the last has none left. Hints are clauses, counted backward, 0 for the last one |
//! | 1 | a list of orders | they go round in a circle, with orders that always hold in between, at least one strict: their literals cannot all hold |
//! | 2 | a list of facts | under them the cards cannot be put away: one does not hold |
//! | 3, 4 | suit, rank, row, column | a new fact: the row is cleared up to the column no earlier (3) or later (4) than the card is stashed. It gets a variable that denies it, with two orders: the first of them under its negation |
//! | 5 | suit, rank, suit, rank | a new fact: the first card is stashed before the second |
//!
//! Steps 0 to 2 each add a clause. The last step adds the empty one.

mod check;
mod puzzle;
mod rules;
#[cfg(test)]
mod tests;
mod write;

pub use check::{Accepted, Refused, check};
pub use write::{Unproved, prove};
