//! Proofs in files: [`prove`] makes one, [`check`] reads it with rules of its own and believes nothing else.
//!
//! # The file
//!
//! Lines of ASCII, each ended by a line feed, single spaces between words, nothing before or after:
//!
//! ```text
//! kibitzer certificate 1 birds
//! position 8C 7S / 2D 8D
//! verdict solved
//! moves 7S-8C 8D-2D 8D-7S
//! checksum 2388bd41bd9c167a
//! ```
//!
//! The first line names the version of the format and the game; the second the position that is decided, in the
//! notation of the game. The checksum is the 64-bit FNV-1a hash of all bytes before its line, in sixteen lowercase
//! digits. For an unsolvable position the lines between are
//!
//! ```text
//! verdict unsolvable
//! positions 58655
//! f////////5///e///...
//! ```
//!
//! with the number of members of a set of positions, and the members themselves. The set contains the position unless
//! one of its graphs falls apart (see below), and it is closed under play: every legal move of every member leads to a
//! member or to a position of which a graph has fallen apart. No member has a single stack. So no play from the
//! position ever ends with a single stack.
//!
//! Members are named by the moves that lead to them. The position is the first member. For each member in turn, and
//! for each of its legal moves that leads to a position whose graphs both hold together, the file has one bit: 1 if the
//! position reached is a new member, which is put at the end of the list; 0 if it is in the list already. Moves go in
//! the order of the cell of the stack that flies, row by row, and for one stack in the order of the cell it flies to.
//! Every move takes one stack away, so the list is ordered by stacks, and only positions after the same number of
//! moves need to be compared. Six bits, the first one the highest, make a character of the alphabet
//! `A-Z a-z 0-9 + /` of base 64; a last character is filled up with zeros. Every line but the last has a hundred
//! characters.
//!
//! # The one lemma
//!
//! The *card graph* joins stacks whose top cards are of one suit or of ranks that differ by at most one. The *rook
//! graph* joins stacks in one row or column. If either is disconnected the position cannot be won.
//!
//! *Proof.* A legal move flies a stack onto a neighbour in both graphs. In the card graph this takes the covered card
//! away and changes nothing between the cards that are left. So a part of it, which is not joined to the others, never
//! becomes joined to them, and it loses a card only to another card of the same part, which stays: no part ever
//! vanishes. In the rook graph the move takes the cell that is left away, and the cell flown to, of the same part,
//! stays occupied: no part ever vanishes. Two parts that never vanish are two stacks or more, for ever. ∎
//!
//! The solver knows more rules. A certificate with the articulation rule as a second lemma would have 15 to 22% fewer
//! members (seeds 1163, 12226, 38711, 45088, 63135 and 68943): too little for a second thing to believe.

mod check;
mod write;

pub use check::{Accepted, Claim, Refused, check};
pub use write::{Certificate, Unproved, prove};
