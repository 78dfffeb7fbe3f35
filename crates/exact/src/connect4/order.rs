//! Which move to try first.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use super::board::{EVEN, ODD, above};
use super::resolve::Node;
use super::threats::Lines;

/// Before this many stones, lines that may yet grow count; later threats decide.
const OPENING: u32 = 26;

/// How promising a position is for the side that is *not* to move: it has just moved there.
#[inline(always)]
#[expect(clippy::cast_possible_wrap, reason = "counts of cells")]
pub(super) fn promise(lines: impl Lines, node: &Node) -> i32 {
    let Node { board, own_wins, their_wins } = *node;
    let follower_is_first = board.plies() % 2 != 0;
    let (good, bad) = if follower_is_first { (ODD, EVEN) } else { (EVEN, ODD) };
    let theirs = their_wins & !above(own_wins);
    let own = own_wins & !above(their_wins);
    let count = |cells: u64| cells.count_ones() as i32;
    let mut promise = 16 * count(theirs) + 8 * count(theirs & good) - 16 * count(own) - 8 * count(own & bad);
    if board.plies() < OPENING {
        let empty = board.empty();
        promise += 2 * lines.pairs(board.other(), board.other() | empty) as i32;
        promise -= 2 * lines.pairs(board.own, board.own | empty) as i32;
    }
    promise
}
