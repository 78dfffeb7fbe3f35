//! In which order attempts by luck try moves: by what a move does, and by luck.

use kibitzer_core::SplitMix;
use kibitzer_games::gaps::First;

use super::board::{Board, Frame, GAP, Step, is_first};

/// How moves are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habit {
    /// By their kind alone: a player without experience. Difficulty is measured by it.
    Plain,
    /// As the moves of lines that won were. With attempts of 1,000 positions and more it won 29 to 34 of 41 hard deals under
    /// the rule `any` in three seconds each, beams included; with shorter attempts 25, as the plain one.
    ///
    /// The weights were fitted once, by softmax regression, to what distinguishes the moves of shortened solutions of the
    /// deals 80000 to 80149 under `any` from the other moves there; in thirty-seconds, without those near zero. Luck is a
    /// Gumbel variable: with a scale of one a move would come first as often as the regression says. A scale of 0.8 gives
    /// the likely ones a little more; from 0.6 to 1.0 it mattered little.
    Schooled,
}

/// What a move is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It follows the card below.
    Usual,
    /// It also lengthens a row that is in order from its beginning.
    Settles,
    /// A lowest card enters column 1.
    Lowest,
    /// A card that is in the way of a row in order is parked in column 1.
    InTheWay,
    /// A card that came to mind is parked there.
    Thought,
}

impl Habit {
    /// The one that wins most under a rule.
    pub(super) fn of_rule(rule: First) -> Self {
        if rule == First::Any { Self::Schooled } else { Self::Plain }
    }

    /// Whether a move is passed over that fills the first column for ever.
    pub(super) fn sees_what_is_shut(self) -> bool {
        self == Self::Schooled
    }

    /// The place of a step on a board: higher goes first. `last` is the step before it.
    #[inline]
    pub(super) fn rank(
        self,
        kind: Kind,
        step: Step,
        (frame, board): (Frame, &Board),
        last: Option<Step>,
        luck: &mut SplitMix,
    ) -> i32 {
        match self {
            Self::Plain => plain(kind, luck.next_u64()),
            Self::Schooled => schooled(kind, step, frame, board, last, luck.next_u64()),
        }
    }
}

fn plain(kind: Kind, luck: u64) -> i32 {
    let worth = match kind {
        Kind::Usual | Kind::Lowest => 300,
        Kind::Settles => 900,
        Kind::InTheWay | Kind::Thought => 250,
    };
    worth + i32::from(luck.to_le_bytes()[0])
}

#[inline]
fn schooled(kind: Kind, step: Step, frame: Frame, board: &Board, last: Option<Step>, luck: u64) -> i32 {
    let Step { card, from, to } = step;
    let highest = frame.ranks() - 1;
    let is_closed = |left: u8| left == GAP || left & 15 == highest;
    let mut worth = match kind {
        Kind::Usual => 0,
        Kind::Settles => 73,
        Kind::Lowest => -39,
        Kind::InTheWay => -51,
        Kind::Thought => -164,
    };
    // What becomes of the cell that it leaves.
    if !is_first(from) {
        let left = if from - 1 == to { card } else { board.at(from - 1) };
        worth -= if left == GAP {
            14
        } else if left & 15 == highest {
            if from & 15 > highest { 32 } else { 41 }
        } else {
            let next = board.place(left + 1);
            if !is_first(next) && is_closed(board.at(next - 1)) { 11 } else { 0 }
        };
    }
    if board.at(from + 1) == GAP {
        worth += 8;
    }
    if from & 15 == card & 15 {
        worth -= 9;
    }
    // What it does where it comes to. The next card behind it already means that it was driven out of there before, and
    // lines that won seldom did that.
    let right = board.at(to + 1);
    if right == GAP {
        worth += 8;
    } else if card & 15 != highest && right == card + 1 {
        worth -= 12;
    }
    if let Some(last) = last {
        if last.card == card {
            worth -= 132;
        }
        if last.from == to {
            worth += 18;
        }
    }
    worth + i32::from(GUMBEL[usize::from(luck.to_le_bytes()[7])])
}

/// The quantiles of a Gumbel variable with a scale of 0.8, in thirty-seconds.
#[rustfmt::skip]
const GUMBEL: [i16; 256] = [
    -47, -42, -39, -37, -36, -34, -33, -32, -31, -31, -30, -29, -28, -28, -27, -26, -26, -25, -25, -24, -24, -23, -23,
    -22, -22, -21, -21, -21, -20, -20, -19, -19, -19, -18, -18, -17, -17, -17, -16, -16, -16, -15, -15, -15, -14, -14,
    -14, -13, -13, -13, -12, -12, -12, -11, -11, -11, -11, -10, -10, -10, -9, -9, -9, -9, -8, -8, -8, -7, -7, -7, -7,
    -6, -6, -6, -5, -5, -5, -5, -4, -4, -4, -3, -3, -3, -3, -2, -2, -2, -2, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2,
    2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 8, 8, 8, 8, 9, 9, 9, 10, 10, 10, 10, 11, 11, 11, 12, 12,
    12, 12, 13, 13, 13, 14, 14, 14, 15, 15, 15, 16, 16, 16, 17, 17, 17, 17, 18, 18, 18, 19, 19, 19, 20, 20, 21, 21,
    21, 22, 22, 22, 23, 23, 23, 24, 24, 25, 25, 25, 26, 26, 27, 27, 27, 28, 28, 29, 29, 29, 30, 30, 31, 31, 32, 32,
    33, 33, 34, 34, 35, 35, 36, 36, 37, 37, 38, 38, 39, 39, 40, 41, 41, 42, 42, 43, 44, 44, 45, 46, 46, 47, 48, 49,
    49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 64, 65, 66, 68, 69, 71, 73, 75, 77, 79, 81, 84, 87, 90,
    94, 98, 103, 110, 118, 132, 160,
];

#[cfg(test)]
mod tests {
    use kibitzer_games::gaps::{Gaps, Shuffle};

    use super::super::board::read;
    use super::super::twin::deal;
    use super::*;

    #[test]
    fn quantiles_are_those_of_a_gumbel_variable() {
        for (number, &found) in (0_u16..).zip(&GUMBEL) {
            let share = (f64::from(number) + 0.5) / 256.0;
            let wanted = -0.8 * 32.0 * (-share.ln()).ln();
            assert!((wanted - f64::from(found)).abs() <= 0.5 + 1e-9, "{number}: {found}, not {wanted}");
        }
    }

    #[test]
    fn a_schooled_player_ranks_by_what_a_step_does() {
        // Cells are 16 * row + column, cards 16 * suit + rank; suits and rows have four cards and five cells.
        let cells = "3C -- 4C 2C 5C / 2D 3D 4D 5D -- / 2H 3H 4H 5H -- / 2S 3S 4S 5S --";
        let (frame, board, _) = read(&cells.parse::<Gaps>().expect("a position"));
        let rank = |step, last| Habit::Schooled.rank(Kind::Usual, step, (frame, &board), last, &mut SplitMix::new(3));
        let step = board.step_into(0).expect("4C follows 3C");
        assert_eq!((step.card, step.from, step.to), (2, 2, 1));
        let usual = rank(step, None);
        // The same card once more; and into the cell that was just left.
        assert_eq!(rank(step, Some(Step { card: 2, from: 9, to: 2 })), usual - 132);
        assert_eq!(rank(step, Some(Step { card: 9, from: 1, to: 9 })), usual + 18);
        // 4C leaves its own column. The cell behind it is for 5C, which then leaves one that a card can enter.
        let luck = SplitMix::new(3).next_u64().to_le_bytes()[7];
        assert_eq!(usual, i32::from(GUMBEL[usize::from(luck)]) - 9);
    }

    #[test]
    fn every_step_of_every_board_has_a_rank() {
        let mut luck = SplitMix::new(1);
        for (rows, columns) in (1..=4).flat_map(|rows| (2..=13).map(move |columns| (rows, columns))) {
            for seed in 0..20 {
                let (frame, board, _) = read(&deal(rows, columns, First::Any, Shuffle::Full, seed));
                for &to in &board.gaps[..rows] {
                    for card in frame.cards() {
                        let step = Step { card, from: board.place(card), to };
                        let rank = Habit::Schooled.rank(Kind::Usual, step, (frame, &board), Some(step), &mut luck);
                        assert!(rank.abs() < 1_000, "{rank}");
                    }
                }
            }
        }
    }
}
