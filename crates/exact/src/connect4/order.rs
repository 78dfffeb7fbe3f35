//! Which move to try first.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use super::board::{EVEN, ODD, above};
use super::resolve::Node;
use super::threats::Lines;

/// Before this many stones, lines that may yet grow count; later threats decide.
const OPENING: u32 = 19;

/// How promising a position is for the side that is *not* to move: it has just moved there.
///
/// Counts the cells that complete a line, less those above such a cell of the other side, where a stone comes too late.
/// Player one profits from odd cells and player two from even ones, as the rules of zugzwang show. The weights are those
/// with the fewest nodes on random positions of 14 to 18 plies.
#[inline(always)]
#[expect(clippy::cast_possible_wrap, reason = "counts of cells")]
pub(super) fn promise(lines: impl Lines, node: &Node) -> i32 {
    let Node { board, own_wins, their_wins } = *node;
    let (good, bad) = if board.plies().is_multiple_of(2) { (EVEN, ODD) } else { (ODD, EVEN) };
    let theirs = their_wins & !above(own_wins);
    let own = own_wins & !above(their_wins);
    let count = |cells: u64| cells.count_ones() as i32;
    let mut promise = 9 * count(theirs) + 8 * count(theirs & good) - 16 * count(own) - 8 * count(own & bad);
    if board.plies() < OPENING {
        let (theirs, empty) = (board.other(), board.empty());
        promise += 4 * (lines.pairs(theirs, theirs | empty) as i32 - lines.pairs(board.own, board.own | empty) as i32);
    }
    promise
}
