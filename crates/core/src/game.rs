//! The position and its moves: the one trait that every search and every game meet at.

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// A position and its moves. A plain value: cheap to clone, no history inside.
///
/// [`Display`] and [`FromStr`] are inverse and use one line; the alternate form `{:#}` is a picture for people.
pub trait Game: Clone + Eq + Debug + Display + FromStr<Err: Error + Send + Sync + 'static> {
    /// A move, readable without its position.
    type Move: Copy + Eq + Debug + Display + FromStr<Err: Error + Send + Sync + 'static>;
    /// Equal keys mean equal futures, up to symmetry. Exact: never a lossy hash.
    type Key: Copy + Eq + Hash + Debug;

    /// The legal moves, in an order that depends on the position alone; none when the game is over.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Plays a legal move. Trusts its caller: an illegal move may leave a position that means nothing.
    fn play(&mut self, mv: Self::Move);

    /// What decides the future of this position.
    fn key(&self) -> Self::Key;

    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// Plays a move that may come from a person or a file.
    ///
    /// # Errors
    /// If the move is not among [`Game::moves`]; the position is then unchanged.
    fn try_play(&mut self, mv: Self::Move) -> Result<(), IllegalMove<Self::Move>> {
        if self.moves().any(|legal| legal == mv) {
            self.play(mv);
            Ok(())
        } else {
            Err(IllegalMove { mv })
        }
    }
}

/// A move that the position does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove<M> {
    /// The move that was asked for.
    pub mv: M,
}

impl<M: Display> Display for IllegalMove<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a legal move here", self.mv)
    }
}

impl<M: Debug + Display> Error for IllegalMove<M> {}

/// A game whose board has symmetries.
///
/// The images need not be the whole group: generators are enough, since the laws walk from image to image.
pub trait Symmetric: Game {
    /// How many images a position has; image 0 is the position itself.
    const IMAGES: usize;

    /// The position seen through one symmetry.
    #[must_use]
    fn image(&self, which: usize) -> Self;

    /// What a move of this position is called in the image.
    #[must_use]
    fn image_of_move(&self, mv: Self::Move, which: usize) -> Self::Move;
}
