//! Whether a full first column stays closed for ever, at a glance.

use super::super::board::{Board, Frame, GAP, is_first, is_lowest};

/// The cells of column 1.
const FIRST: u64 = 0x0001_0001_0001_0001;

/// Whether the first column is full, can never be opened, and the position is lost for that.
///
/// Suppose that cells that were left once stayed open, and that cards that stood somewhere once could always be followed
/// there. With `open` the cells that are gaps or can be left, a card may ever stand where it stands, and in the open cells
/// right of those where the card below may ever stand; if there is one of those, its own cell can be left. The least fixed
/// point holds all that play can do until a cell of column 1 opens, since each move of such a play only uses what moves
/// before it made possible, and none goes to column 1. If under it no card leaves column 1, then none ever does. Then the
/// position can be won only with the lowest cards in column 1 where they stand now, and with the highest card of each suit
/// at the end of the row that its lowest card begins.
pub(in super::super) fn is_stuck(frame: Frame, board: &Board) -> bool {
    let gaps = &board.gaps[..usize::from(frame.rows)];
    if gaps.iter().any(|&gap| is_first(gap)) {
        return false;
    }
    // Often a card can leave at once.
    let can_leave = |card: u8| !is_lowest(card) && board.at(board.place(card - 1) + 1) == GAP;
    if (0..frame.rows).any(|row| can_leave(board.at(16 * row))) {
        return false;
    }
    let mut open = gaps.iter().fold(0_u64, |open, gap| open | 1 << gap);
    // The end of the row that each suit has begun; none if column 1 holds other cards.
    let mut ends = [0_u64; 4];
    for row in 0..frame.rows {
        let first = board.at(16 * row);
        if is_lowest(first) {
            ends[usize::from(first >> 4)] = 1 << (16 * row + frame.ranks() - 1);
        }
    }
    loop {
        let before = open;
        let mut can_end = true;
        for suit in 0..frame.rows {
            let mut reached = 0_u64;
            for card in 16 * suit..16 * suit + frame.ranks() {
                let spot = 1 << board.place(card);
                let moved = reached << 1 & open & !spot;
                open |= if moved == 0 { 0 } else { spot };
                reached = moved | spot;
            }
            can_end &= reached & ends[usize::from(suit)] != 0;
            if open & FIRST != 0 {
                return false;
            }
        }
        if can_end {
            return false;
        }
        if open == before {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_games::gaps::{First, Shuffle};

    use super::super::super::board::read;
    use super::super::super::twin::{Truth, deal, truth};
    use super::*;

    #[test]
    fn nothing_that_can_be_won_is_stuck() {
        let (mut stuck, mut lost, mut won) = (0, 0, 0);
        for (rows, columns, deals) in [(2, 4, 600), (2, 6, 800), (3, 4, 1200), (3, 5, 1200), (4, 4, 1200), (4, 5, 300)]
        {
            for seed in 0..deals {
                let start = deal(rows, columns, First::Any, Shuffle::Full, seed);
                let (frame, board, _) = read(&start);
                if (0..rows).any(|row| start.card(row, 0).is_none()) {
                    assert!(!is_stuck(frame, &board), "{start}");
                    continue;
                }
                match truth(&start, 3_000) {
                    Truth::Beyond => {}
                    Truth::Moves(_) => {
                        assert!(!is_stuck(frame, &board), "{start}");
                        won += 1;
                    }
                    Truth::Lost => {
                        stuck += u32::from(is_stuck(frame, &board));
                        lost += 1;
                    }
                }
            }
        }
        assert!(won > 300 && 2 * stuck > lost && lost > 300, "{won} won, {stuck} of {lost} lost ones stuck");
    }
}
