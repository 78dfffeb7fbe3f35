//! Proofs in files: [`prove`] makes one, [`check`] reads it with rules of its own and believes nothing else.
//!
//! # The file
//!
//! Lines of ASCII, each ended by a line feed, single spaces between words, nothing before or after:
//!
//! ```text
//! kibitzer certificate 1 yavalath
//! rules side=5 swap=off
//! position e5 d4
//! verdict win
//! proof other wins e5 d4 e6
//! P-iX...
//! checksum 2388bd41bd9c167a
//! ```
//!
//! The verdict is for the side to move. It follows from one or more proofs. A proof begins with a line that names a
//! position and says which side, that `to-move` or the `other`, `wins` there or `holds`, which is: wins or draws.
//! Without a swap
//!
//! - a win needs a proof that the side to move wins, a loss one that the other side does;
//! - a draw needs a proof that the side to move holds, and one that the other does.
//!
//! With `swap=on` and one stone on the board, the side to move can have either side of the position, so a proof that one
//! of them wins makes it a win, and proofs that both hold a draw. On the empty board the second player then never does
//! worse than a draw, so a draw needs one opening, proved drawn, and a loss all openings up to symmetry, each proved
//! won for one of the sides. All other positions are as without a swap.
//!
//! The checksum is the 64-bit FNV-1a hash of all bytes before its line, in sixteen lowercase digits.
//!
//! # A proof
//!
//! is a strategy: for each turn of one side, the *planner*, one move; against each move of the other side, the
//! *opponent*. It is written as characters in lines of a hundred, the last may be shorter. The `n`-th cell in the order
//! of reading is the `n`-th of `0-9 A-Z a-z`, counted from 0. The tree of play is walked like this:
//!
//! - *The planner's turn.* Nothing is written where it can make four at once, or where the position or an image of it by
//!   one of the twelve symmetries of the board was met before at its turn. Else there is either a `!`, then a forcing
//!   line, which wins; or the cell of its move. The move must not make three. If no cell is free after it, the game is
//!   drawn, which is enough where the planner only holds.
//! - *The opponent's turn.* It must not be able to make four. If the planner threatens to make four on two cells,
//!   nothing is written, and if on one, the opponent takes that cell: it loses if this makes three, else the walk goes
//!   on after it. If nothing threatens, there is a `-`, or a forcing line of the planner after a `+`. All
//!   free cells are tried in their order: those that make three lose; after each of the others the forcing line is
//!   tried, and where it does not win, or where there is none, the walk goes on, unless no cell is free.
//!
//! A *forcing line* is cells that end with a `.`: the planner's moves. Each must be free, must not make three, and must
//! leave a threat to make four; the opponent must not be able to make four then. The line has won as soon as two cells
//! threaten, or the one that does makes three for the opponent, or a move of the line makes four. Else the opponent
//! takes the threatened cell, and the line goes on. A line that wins before its end is right too.

mod check;
mod write;

#[cfg(test)]
pub(super) use check::checksum;
pub use check::{Accepted, Refused, check};
pub use write::{Certificate, prove};
