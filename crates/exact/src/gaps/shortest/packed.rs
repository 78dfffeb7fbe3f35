//! Positions in 40 bytes.

use std::hash::{Hash, Hasher};

use kibitzer_games::gaps::First;

use super::super::board::{Board, Frame, GAP, Step};

/// Four rows of 78 bits, one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packed([u64; 5]);

impl PartialEq for Packed {
    fn eq(&self, other: &Self) -> bool {
        // Without a call and without a branch, unlike that of arrays.
        self.0.iter().zip(other.0).fold(0, |differs, (one, two)| differs | one ^ two) == 0
    }
}

impl Eq for Packed {}

impl Hash for Packed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|&word| state.write_u64(word));
    }
}

const CELL_BITS: u32 = 6;
const ROW_BITS: u32 = 78;
const ROW: u128 = (1 << ROW_BITS) - 1;

/// The rows as numbers: what column `c` holds is in the six bits from `6 * c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rows([u128; 4]);

impl Rows {
    pub(super) fn new(frame: Frame, board: &Board) -> Self {
        let mut rows = [0; 4];
        let (cells, _) = board.cells.as_chunks::<8>();
        for (row, (number, halves)) in rows.iter_mut().zip((0..).zip(cells.as_chunks::<2>().0)) {
            if number < frame.rows {
                let [low, high] = halves.map(|half| u128::from(squeeze(u64::from_le_bytes(half))));
                *row = (low | high << 48) & ((1 << (CELL_BITS * u32::from(frame.columns))) - 1);
            }
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
            if frame.rows == 4 {
                sort_four(&mut rows);
            } else {
                rows[..usize::from(frame.rows)].sort_unstable();
            }
        }
        let [a, b, c, d] = rows;
        let low = a | b << 78;
        let middle = b >> 50 | c << 28 | d << 106;
        Packed([low as u64, (low >> 64) as u64, middle as u64, (middle >> 64) as u64, (d >> 22) as u64])
    }

    pub(super) fn unpacked(packed: Packed) -> Self {
        let [low, low_high, middle, middle_high, last] = packed.0.map(u128::from);
        let (low, middle) = (low | low_high << 64, middle | middle_high << 64);
        Self([low & ROW, (low >> 78 | middle << 50) & ROW, middle >> 28 & ROW, middle >> 106 | last << 22])
    }

    /// The board with the rows in this order.
    pub(super) fn board(self, frame: Frame) -> Board {
        #[expect(clippy::cast_possible_truncation, reason = "halves of a row, then six bits")]
        let contents = self.0[..usize::from(frame.rows)].iter().flat_map(|&row| {
            let halves = [row as u64, (row >> 60) as u64];
            (0..frame.columns).map(move |column| {
                let (half, place) = if column < 10 { (halves[0], column) } else { (halves[1], column - 10) };
                (half >> (6 * place)) as u8 & 63
            })
        });
        Board::new(frame, contents.map(|found| Some(found).filter(|&found| found != GAP)))
    }
}

/// The low six bits of eight bytes side by side.
#[inline]
fn squeeze(bytes: u64) -> u64 {
    let pairs = bytes & 0x003F_003F_003F_003F | (bytes & 0x3F00_3F00_3F00_3F00) >> 2;
    let fours = pairs & 0x0000_0FFF_0000_0FFF | (pairs & 0x0FFF_0000_0FFF_0000) >> 4;
    fours & 0x00FF_FFFF | fours >> 8 & 0xFFFF_FF00_0000
}

/// Sorts without a branch.
#[inline]
fn sort_four(rows: &mut [u128; 4]) {
    for (one, two) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        (rows[one], rows[two]) = (rows[one].min(rows[two]), rows[one].max(rows[two]));
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
