//! What is needed after further moves, at a glance.
//!
//! Say which row each suit goes to, and let at least `k` of the misplaced cards move twice, to break all cycles; see
//! [`bound`](super::bound). Some moves later at least `k - c` of those that are misplaced then move twice, where `c` is the
//! number of cards that were on a cycle and whose first move since did not go to their goals. For the arrows between cards
//! that have not moved are as they were. And a card whose first move goes to its goal has no arrow in from these: its
//! predecessor is at its goal, and nobody stands at its own. So leaving it out breaks no cycle, and leaving out any other
//! card takes away one from what it takes to break all cycles, if it was on one, and nothing if not.
//!
//! A move thus takes at most one from what is needed: either its card comes to its goal, and one card less is misplaced,
//! or one card less moves twice. So the moves made and those needed never fall together, and what is left out of a
//! position's children for needing too many moves comes with all that lies behind it.

use super::super::board::{Board, Frame, Step};
use super::ledger::{ASSIGNMENTS, Homes, Ledger, NEVER, gives, least};
use super::tangle::{Tangle, members};

/// By card, 1 for each assignment in which it may be on a cycle.
pub(super) type OnCycles = [[u8; 32]; 64];

/// What is needed at least in each assignment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    pub(super) ledger: Ledger,
    /// How many cards move twice.
    twice: [u8; 32],
}

impl Outlook {
    /// What the misplaced cards say.
    pub(super) fn plain(frame: Frame, board: &Board) -> (Self, OnCycles) {
        (Self { ledger: Ledger::new(frame, board), twice: [0; 32] }, [[0; 32]; 64])
    }

    /// The same with what cycles say, in those assignments where no more than `most` cards are misplaced.
    pub(super) fn new(frame: Frame, board: &Board, most: u8) -> (Self, OnCycles) {
        let (mut outlook, mut on_cycles) = Self::plain(frame, board);
        let homes = Homes::new(frame, board);
        let moves = outlook.ledger.moves(frame, board);
        for (number, rows) in ASSIGNMENTS.into_iter().enumerate() {
            if moves[number] <= most {
                let tangle = Tangle::new(frame, board, rows, homes.misplaced(frame, rows), NEVER);
                outlook.twice[number] = tangle.breaks;
                for card in members(tangle.cards) {
                    on_cycles[usize::from(card & 63)][number] = 1;
                }
            }
        }
        (outlook, on_cycles)
    }

    /// The outlook after a step; `is_first` if its card has not moved since the cycles were looked for.
    #[inline]
    pub(super) fn after(&self, step: Step, is_first: bool, on_cycles: &OnCycles) -> Self {
        let mut twice = self.twice;
        if is_first {
            let at_goal = if step.to & 15 == step.card & 15 { gives(step.card, step.to) } else { &[0; 32] };
            for ((twice, on_cycle), at_goal) in
                twice.iter_mut().zip(&on_cycles[usize::from(step.card & 63)]).zip(at_goal)
            {
                *twice = twice.saturating_sub(on_cycle & !at_goal);
            }
        }
        Self { ledger: self.ledger.after(step), twice }
    }

    /// How many moves are needed at least; [`NEVER`] where the rows cannot be given to the suits.
    #[inline]
    pub(super) fn needed(&self, frame: Frame, board: &Board) -> u8 {
        let mut moves = self.ledger.moves(frame, board);
        for (moves, twice) in moves.iter_mut().zip(self.twice) {
            *moves = moves.saturating_add(twice);
        }
        least(&moves)
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_core::{Game, SplitMix};
    use kibitzer_games::gaps::{First, Shuffle};

    use super::super::super::{board::read, twin::deal};
    use super::super::bound::needed;
    use super::*;

    #[test]
    fn no_outlook_says_more_than_the_bound_of_the_position() {
        let mut luck = SplitMix::new(3);
        let (mut same, mut less) = (0, 0);
        for (seed, first) in (0..200).zip(First::ALL.into_iter().cycle()) {
            let mut position = deal(4, 7, first, Shuffle::Swaps(20), seed);
            let (frame, board, names) = read(&position);
            let (mut outlook, on_cycles) = Outlook::new(frame, &board, NEVER - 1);
            let mut gone = 0_u64;
            let mut total = outlook.needed(frame, &board);
            for made in 1..=8 {
                let moves: Vec<_> = position.moves().collect();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[luck.below(moves.len())];
                let before = read(&position).1;
                let to = 16 * mv.row + mv.column;
                let found = frame.cards().find(|&card| names.shift(Step { card, from: 0, to }) == mv);
                let card = found.expect("a card of the board");
                let is_first = gone >> card & 1 == 0;
                gone |= 1 << card;
                outlook = outlook.after(Step { card, from: before.place(card), to }, is_first, &on_cycles);
                position.play(mv);
                let board = read(&position).1;
                let before = std::mem::replace(&mut total, outlook.needed(frame, &board).saturating_add(made));
                assert!(before <= total, "{before} > {total}: {position}");
                if let Some(bound) = needed(frame, &board, 0) {
                    let seen = outlook.needed(frame, &board);
                    assert!(seen <= bound, "{seen} > {bound}: {position}");
                    *(if seen == bound { &mut same } else { &mut less }) += 1;
                }
            }
        }
        assert!(same > 200 && less > 200, "{same} the same, {less} less");
    }
}
