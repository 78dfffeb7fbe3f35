//! Gaps, also called Montana: a solitaire in which cards move into gaps.
//!
//! Rows of cards lie face up with as many gaps as there are rows. A card may move into a gap if the card to the left of
//! the gap is of its suit and one rank lower. What may enter a gap in the first column differs between sources, see
//! [`First`]. The game is won when every row holds one suit in order, with the gap at its end.
//!
//! ```
//! use kibitzer_core::{Game, Puzzle};
//! use kibitzer_games::gaps::Gaps;
//!
//! let mut board: Gaps = "2C 3C -- / -- 2H 3H".parse()?;
//! for shift in ["2H>2,1", "3H>2,2"] {
//!     board.try_play(shift.parse()?)?;
//! }
//! assert!(board.is_goal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod deals;
mod heuristics;
mod symmetry;
mod text;

pub use board::{First, Gaps, GapsKey, Shift, Size};
pub use deals::{BadShuffle, Dealer, Removed, Shuffle};
pub use heuristics::{Change, Distance, Penalty, Placed, Score};
pub use text::{BadFirst, BadGaps, BadShift, BadSize, Missing, Plain, Problem};
