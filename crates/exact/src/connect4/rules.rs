//! Two bounds from zugzwang: how the side that just moved can answer every move from here on.
//!
//! Rows are counted from 1; odd and even cells are those of odd and even rows. Columns have six cells, so a column with
//! an even number of empty cells begins with an odd one. The side to move is *the mover*, the other *the follower*.
//!
//! # The strategy
//!
//! Let each column have a phase: the follower answers in it either above *odd* cells or above *even* cells, so the cells
//! it takes there are all even or all odd. Call a playable cell *loose* if it is one the follower would take, had the
//! mover played below it. While the number of loose cells is even when the mover is to move, the follower plays so:
//!
//! - if the mover takes a loose cell, the follower takes another one. There is one, as they are even in number, and then
//!   two fewer: the cells above the two are not loose.
//! - if the mover takes any other cell, the follower takes the one above it. It is empty, and the next one is not loose.
//!
//! So the number of loose cells stays even, and the follower gets every cell of its phase that is not playable now: its
//! *sure* cells. The mover gets some of the others, and can complete a line only within its stones and those. The cell
//! above is always on the board where the follower takes even cells; in a column where it takes odd cells it is up to
//! the last odd cell it means to take.
//!
//! # The even rule
//!
//! Player one is the mover, player two takes even cells everywhere. The number of stones is even, so the number of empty
//! cells is even too, and so is the number of columns with an odd number of empty cells. Those are the columns whose
//! playable cell is even, that is, loose. So the strategy works.
//!
//! # The odd rule
//!
//! Player two is the mover, and player one would complete a line on an odd cell `x`, which is not playable. Player one
//! takes odd cells in the column of `x`, and even cells everywhere else. The number of empty cells is odd. If the
//! playable cell of the column of `x` is odd, it is loose and the column has an even number of empty cells, so the other
//! columns have an odd number of them, and an odd number of loose cells. If it is even, it is not loose, and the others
//! have an even number. So the number of all loose cells is even, and the strategy works: up to `x`, where player one
//! wins.
//!
//! # The bound
//!
//! A sure cell which completes a line of the follower is a *trap*. Whoever plays below the lowest trap of a column is
//! the mover, and loses at once. So the mover never gets a cell above a trap, nor one above all of a sure line: if every
//! empty cell of a line of stones and sure cells lies below an empty cell of a line of the mover, the former is complete
//! before the latter.
//!
//! If the mover can then complete no line, it does not win. If there are traps, it loses: at the latest when all is full
//! but the columns with traps, each from right below its lowest trap upwards, and two more stones are played: the mover's
//! below a trap, and the follower's on it. With the lowest traps in rows `r1, r2, …`, such a column has `8 - r` empty
//! cells, so that `S = 44 - (8 - r1) - (8 - r2) - …` stones are played at most.
//!
//! - If all traps are even, the follower is player two and has played `S / 2` stones. The mover's score is at most
//!   `-(22 - S / 2)`, which is less than 0 by `4 - r / 2` for each of these columns: the even cells from the trap upwards.
//! - If the trap in row `x` is odd, the follower is player one and has played `(S + 1) / 2`. That is the same but for the
//!   column of this trap, which counts `(7 - x) / 2`: again the even cells from the trap upwards.
//!
//! Without traps but with a sure line, the mover loses at the latest when the board is full, which is a score of -1.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use super::board::{Board, EVEN, ODD, above, column, column_of};
use super::threats::Lines;

/// An upper bound of the score of the side to move, if the follower has a strategy that shows it is at most `wanted`.
///
/// `their_wins` are the empty cells that complete a line of the other side. The bound may be below `wanted`.
#[inline(always)]
pub(super) fn upper_bound(lines: impl Lines, board: Board, their_wins: u64, wanted: i32) -> Option<i32> {
    let later = board.empty() & !board.playable();
    if board.plies().is_multiple_of(2) {
        return follow(lines, board, their_wins, later & EVEN, wanted);
    }
    let mut odd = their_wins & later & ODD;
    while odd != 0 {
        let lowest = odd & odd.wrapping_neg();
        let column = column(column_of(lowest));
        odd &= !column;
        let sure = later & ((EVEN & !column) | (ODD & column & (lowest | (lowest - 1))));
        if let Some(bound) = follow(lines, board, their_wins, sure, wanted) {
            return Some(bound);
        }
    }
    None
}

/// The bound when the follower gets the `sure` cells.
#[inline(always)]
#[expect(clippy::cast_possible_wrap, reason = "at most 21")]
fn follow(lines: impl Lines, board: Board, their_wins: u64, sure: u64, wanted: i32) -> Option<i32> {
    let traps = their_wins & sure;
    let lost = above(traps);
    let bound = -(((traps | lost) & EVEN).count_ones() as i32);
    let open = board.own | (board.empty() & !sure & !lost);
    if bound <= wanted {
        if !lines.has_line(open) {
            return Some(bound);
        }
        let theirs = board.other() | sure;
        return (!lines.has_line_on_top(open, theirs)).then_some(bound.min(-1));
    }
    if wanted == -1 {
        let theirs = board.other() | sure;
        return (lines.has_line(theirs) && !lines.has_line_on_top(open, theirs)).then_some(-1);
    }
    None
}
