//! Forced moves, played out: a search only sees positions with a choice.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use super::board::{Board, loss_at, win_at};
use super::threats::Lines;

/// A position with the empty cells that complete a line of either side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    pub(super) board: Board,
    /// Where the side to move completes a line. None of these is playable in a position that is searched.
    pub(super) own_wins: u64,
    /// Where the other side does.
    pub(super) their_wins: u64,
}

/// What playing out the forced moves led to.
pub(super) enum Settled {
    /// The end of the game: the score of the side that was to move first.
    Known(i32),
    /// A position with at least two moves that do not lose at once.
    Open(Choice),
}

/// A position with at least two moves that do not lose at once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choice {
    pub(super) node: Node,
    /// The moves.
    pub(super) moves: u64,
    /// Whether the side to move is the other one than at the start.
    pub(super) turned: bool,
}

impl Node {
    /// Looks for all winning cells of a position.
    #[inline(always)]
    pub(super) fn new(lines: impl Lines, board: Board) -> Self {
        let empty = board.empty();
        Self {
            board,
            own_wins: lines.completing(board.own) & empty,
            their_wins: lines.completing(board.other()) & empty,
        }
    }

    /// The position after a stone, which completes no line, on a playable cell.
    #[inline(always)]
    pub(super) fn after(&self, lines: impl Lines, cell: u64) -> Self {
        let wins = lines.completing(self.board.own | cell) & self.board.empty() & !cell;
        self.with(cell, wins)
    }

    /// The same, where `wins` are the cells that complete a line for the side that moves.
    #[inline(always)]
    pub(super) fn with(&self, cell: u64, wins: u64) -> Self {
        Self { board: self.board.after(cell), own_wins: self.their_wins & !cell, their_wins: wins }
    }

    /// The best score that is possible if no stone wins now.
    #[inline(always)]
    pub(super) fn best_hope(&self) -> i32 {
        win_at(self.board.plies() + 2)
    }

    /// The worst score of a position with a move that does not lose at once.
    #[inline(always)]
    pub(super) fn worst_fear(&self) -> i32 {
        loss_at(self.board.plies() + 2)
    }

    /// Plays while there is one move that does not lose at once. The side to move must have no winning move.
    #[inline(always)]
    pub(super) fn settle(mut self, lines: impl Lines) -> Settled {
        let mut turned = false;
        loop {
            let playable = self.board.playable();
            let threats = self.their_wins & playable;
            let candidates = if threats == 0 { playable } else { threats };
            let moves = candidates & !(self.their_wins >> 1);
            if moves == 0 || threats & threats.wrapping_sub(1) != 0 {
                let score = if playable == 0 { 0 } else { loss_at(self.board.plies()) };
                return Settled::Known(if turned { -score } else { score });
            }
            if moves & (moves - 1) != 0 {
                return Settled::Open(Choice { node: self, moves, turned });
            }
            self = self.after(lines, moves);
            turned = !turned;
        }
    }
}

impl Choice {
    /// Whether the side to move wins with its second stone from now, whatever the other side does.
    #[inline(always)]
    pub(super) fn wins_in_two(&self, lines: impl Lines) -> bool {
        let board = self.node.board;
        let mut moves = self.moves;
        while moves != 0 {
            let cell = moves & moves.wrapping_neg();
            moves ^= cell;
            let after = board.after(cell);
            let wins = lines.completing(board.own | cell) & after.empty();
            let playable = after.playable();
            let threats = wins & playable;
            let replies = (if threats == 0 { playable } else { threats }) & !(wins >> 1);
            if replies == 0 && playable != 0 || threats & threats.wrapping_sub(1) != 0 {
                return true;
            }
        }
        false
    }
}
