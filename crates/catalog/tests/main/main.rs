//! The catalog, tested from outside: names, rooms and the agreement of the searches.

mod birds;
mod connect4;
mod gaps;
mod gaps_paper;
mod names;
mod yavalath;
