//! Yavalath (Cameron Browne's program Ludi, 2007): four stones in a line win, three in a line without a fourth lose.
//!
//! Boards are hexagons of side 3 to 5. A position is written as the cells played, in Susan notation: rows are letters
//! from the top, cells are counted from the left within their row, so the middle of the standard board is `e5`. The
//! empty board is `start`.
//!
//! ```
//! use kibitzer_core::{Duel, Game, Outcome, Player};
//! use kibitzer_games::yavalath::Yavalath;
//!
//! let mut board: Yavalath = "e5 a1 e6 a2 e8 b1".parse()?;
//! assert_eq!(board.to_move(), Player::One);
//! board.try_play("e7".parse()?)?;
//! assert_eq!(board.outcome(), Some(Outcome::Win(Player::One)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod geometry;
mod lines;
mod text;

pub use board::{Turn, Yavalath, YavalathIdentity, YavalathKey};
pub use geometry::{Cell, Cells, IMAGES, Side};
pub use lines::{completing, fours, overwhelming, threatening, threes, tripling};
pub use text::{BadTurn, BadYavalath};
