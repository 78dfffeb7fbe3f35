//! The games, tested from outside: laws, published positions, perft and random text.

mod birds;
mod connect4;
mod gaps;
mod twins;
mod yavalath;
