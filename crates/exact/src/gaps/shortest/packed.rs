//! Positions in 40 bytes.

use kibitzer_games::gaps::First;

use super::super::board::{Board, Frame, GAP, Step};

/// Four rows of 78 bits, one after the other.
pub(super) type Packed = [u64; 5];

const CELL_BITS: u32 = 6;
const ROW_BITS: u32 = 78;
const ROW: u128 = (1 << ROW_BITS) - 1;

/// The rows as numbers: what column `c` holds is in the six bits from `6 * c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rows([u128; 4]);

impl Rows {
    pub(super) fn new(frame: Frame, board: &Board) -> Self {
        let mut rows = [0; 4];
        for cell in frame.cells() {
            rows[usize::from(cell >> 4)] |= u128::from(board.at(cell)) << shift(cell);
        }
        Self(rows)
    }

    /// The rows after a step.
    pub(super) fn after(self, step: Step) -> Self {
        let mut rows = self.0;
        let change = u128::from(step.card ^ GAP);
        rows[usize::from(step.from >> 4)] ^= change << shift(step.from);
        rows[usize::from(step.to >> 4)] ^= change << shift(step.to);
        Self(rows)
    }

    /// The same for all orders of the rows, except where rows are tied to suits.
    #[expect(clippy::cast_possible_truncation, reason = "halves are what is wanted")]
    pub(super) fn packed(self, frame: Frame) -> Packed {
        let mut rows = self.0;
        if frame.rule != First::Suit {
            rows[..usize::from(frame.rows)].sort_unstable();
        }
        let [a, b, c, d] = rows;
        let low = a | b << 78;
        let middle = b >> 50 | c << 28 | d << 106;
        [low as u64, (low >> 64) as u64, middle as u64, (middle >> 64) as u64, (d >> 22) as u64]
    }

    pub(super) fn unpacked(packed: Packed) -> Self {
        let [low, low_high, middle, middle_high, last] = packed.map(u128::from);
        let (low, middle) = (low | low_high << 64, middle | middle_high << 64);
        Self([low & ROW, (low >> 78 | middle << 50) & ROW, middle >> 28 & ROW, middle >> 106 | last << 22])
    }

    pub(super) fn board(self, frame: Frame) -> Board {
        #[expect(clippy::cast_possible_truncation, reason = "six bits are left")]
        let found = |cell: u8| (self.0[usize::from(cell >> 4)] >> shift(cell)) as u8 & 63;
        Board::new(frame, frame.cells().map(|cell| Some(found(cell)).filter(|&found| found != GAP)))
    }
}

fn shift(cell: u8) -> u32 {
    CELL_BITS * u32::from(cell & 15)
}

#[cfg(test)]
mod tests {
    use kibitzer_games::gaps::Shuffle;

    use super::super::super::{board::read, twin::deal};
    use super::*;

    #[test]
    fn positions_come_back_and_steps_are_as_on_the_board() {
        for seed in 0..50 {
            let (frame, mut board, _) = read(&deal(4, 13, First::Suit, Shuffle::Full, seed));
            let rows = Rows::new(frame, &board);
            assert_eq!(Rows::unpacked(rows.packed(frame)), rows);
            assert_eq!(rows.board(frame), board);
            for gap in 0..4 {
                if let Some(step) = board.step_into(gap) {
                    board.play(step, gap);
                    assert_eq!(rows.after(step), Rows::new(frame, &board));
                    board.undo(step, gap);
                }
            }
        }
    }
}
