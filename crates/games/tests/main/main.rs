//! The games, tested from outside: laws, published positions, perft and random text.

mod birds;
mod connect4;
mod twins;
mod yavalath;
