//! A position while the game goes on, as bare sets of cells, for searches.

use kibitzer_core::Payoff;
use kibitzer_games::yavalath::{Cells, Side, Yavalath};

use super::word::Word;

/// A position in which nobody has three in a line and a cell is free. The swap is not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<W = Cells> {
    /// The stones of the side to move.
    pub own: W,
    /// The stones of the other side.
    pub other: W,
    /// The free cells.
    pub free: W,
}

/// What the side to move can be told at sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight<W = Cells> {
    /// Any of these cells makes four.
    Wins(W),
    /// Whatever it does, the other side makes four, or it makes three itself.
    Lost,
    /// This one cell must be taken, and taking it does not lose at once.
    Forced(W),
    /// Any of these cells will do for now: they do not make three, and the other side threatens nothing.
    Open(W),
}

impl Position {
    /// The stones of a game that goes on; `None` where it has ended.
    #[must_use]
    pub fn new(board: &Yavalath) -> Option<Position> {
        let position = Position { own: board.own(), other: board.other(), free: board.free() };
        board.ended().is_none().then_some(position)
    }

    /// An empty board.
    #[must_use]
    pub const fn empty(side: Side) -> Position {
        Position { own: 0, other: 0, free: side.cells() }
    }
}

impl<W: Word> Position<W> {
    /// The same position in words of another size, which must have room for it.
    #[must_use]
    pub fn in_words_of<V: Word>(&self) -> Position<V> {
        let turn = |cells: W| V::narrowed(cells.widened());
        Position { own: turn(self.own), other: turn(self.other), free: turn(self.free) }
    }

    /// The position after a stone that makes no three, on a cell that is free.
    #[must_use]
    #[inline]
    pub fn after(&self, cell: W) -> Position<W> {
        Position { own: self.other, other: self.own | cell, free: self.free & !cell }
    }

    /// The same stones with the other side to move.
    #[must_use]
    #[inline]
    pub fn passed(&self) -> Position<W> {
        Position { own: self.other, other: self.own, free: self.free }
    }

    /// The free cells that make four for the side to move.
    #[must_use]
    #[inline]
    pub fn wins(&self) -> W {
        self.own.completing() & self.free
    }

    /// The free cells where the other side would make four.
    #[must_use]
    #[inline]
    pub fn threats(&self) -> W {
        self.other.completing() & self.free
    }

    /// The free cells that do not make three for the side to move.
    #[must_use]
    #[inline]
    pub fn safe(&self) -> W {
        self.free & !self.own.tripling()
    }

    /// The free cells where a stone threatens to make four and does not make three.
    #[must_use]
    #[inline]
    pub fn attacks(&self) -> W {
        self.own.threatening(self.free) & !self.own.tripling()
    }

    /// What can be told at sight. On a board that is nearly full, an open position may still be drawn: by taking its
    /// last cell.
    #[must_use]
    #[inline]
    pub fn sight(&self) -> Sight<W> {
        let wins = self.wins();
        if !wins.is_empty() {
            return Sight::Wins(wins);
        }
        let (threats, safe) = (self.threats(), self.safe());
        if threats.is_empty() {
            return if safe.is_empty() { Sight::Lost } else { Sight::Open(safe) };
        }
        let answer = threats & safe;
        // Two threats cannot both be met, whichever of them makes three.
        if answer.is_empty() || threats.has_two() { Sight::Lost } else { Sight::Forced(answer) }
    }
}
