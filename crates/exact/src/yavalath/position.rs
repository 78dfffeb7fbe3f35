//! A position while the game goes on, as bare sets of cells, for searches.

use kibitzer_core::Payoff;
use kibitzer_games::yavalath::{Cells, Side, Yavalath, completing, threatening, tripling};

/// A position in which nobody has three in a line and a cell is free. The swap is not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The stones of the side to move.
    pub own: Cells,
    /// The stones of the other side.
    pub other: Cells,
    /// The free cells.
    pub free: Cells,
}

/// What the side to move can be told at sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Any of these cells makes four.
    Wins(Cells),
    /// Whatever it does, the other side makes four, or it makes three itself.
    Lost,
    /// This one cell must be taken, and taking it does not lose at once.
    Forced(Cells),
    /// Any of these cells will do for now: they do not make three, and the other side threatens nothing.
    Open(Cells),
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

    /// The position after a stone that makes no three, on a cell that is free.
    #[must_use]
    #[inline]
    pub const fn after(&self, cell: Cells) -> Position {
        Position { own: self.other, other: self.own | cell, free: self.free & !cell }
    }

    /// The same stones with the other side to move.
    #[must_use]
    #[inline]
    pub const fn passed(&self) -> Position {
        Position { own: self.other, other: self.own, free: self.free }
    }

    /// The free cells that make four for the side to move.
    #[must_use]
    #[inline]
    pub const fn wins(&self) -> Cells {
        completing(self.own) & self.free
    }

    /// The free cells where the other side would make four.
    #[must_use]
    #[inline]
    pub const fn threats(&self) -> Cells {
        completing(self.other) & self.free
    }

    /// The free cells that do not make three for the side to move.
    #[must_use]
    #[inline]
    pub const fn safe(&self) -> Cells {
        self.free & !tripling(self.own)
    }

    /// The free cells where a stone threatens to make four and does not make three.
    #[must_use]
    #[inline]
    pub const fn attacks(&self) -> Cells {
        threatening(self.own, self.free) & !tripling(self.own)
    }

    /// What can be told at sight. On a board that is nearly full, an open position may still be drawn: by taking its
    /// last cell.
    #[must_use]
    #[inline]
    pub const fn sight(&self) -> Sight {
        let wins = self.wins();
        if wins != 0 {
            return Sight::Wins(wins);
        }
        let (threats, safe) = (self.threats(), self.safe());
        if threats == 0 {
            return if safe == 0 { Sight::Lost } else { Sight::Open(safe) };
        }
        let answer = threats & safe;
        // Two threats cannot both be met, whichever of them makes three.
        if answer == 0 || threats & (threats - 1) != 0 { Sight::Lost } else { Sight::Forced(answer) }
    }
}
