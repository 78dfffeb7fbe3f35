//! Connect Four: seven columns, six rows; the first to have four stones in a line wins.
//!
//! A position is written as the columns played, 1 to 7, as in Pascal Pons' test sets; the empty board is `start`.
//!
//! ```
//! use kibitzer_core::{Duel, Game, Outcome, Player};
//! use kibitzer_games::connect4::Connect4;
//!
//! let mut board: Connect4 = "415263".parse()?;
//! assert_eq!(board.to_move(), Player::One);
//! board.try_play("7".parse()?)?;
//! assert_eq!(board.outcome(), Some(Outcome::Win(Player::One)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod text;

pub use board::{COLUMNS, Column, Connect4, Connect4Key, ROWS};
pub use text::{BadColumn, BadConnect4};
