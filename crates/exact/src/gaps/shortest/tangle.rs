//! The cards that wait for each other, if each suit goes to its row; see [`bound`](super::bound).

use super::super::board::{Board, Frame};
use super::cycles::{fewest_breaks, fewest_breaks_among};
use super::ledger::goal;
use super::relaxed::Relaxed;

/// The misplaced cards on cycles, and between cycles.
pub(super) struct Tangle {
    pub(super) cards: u64,
    /// How many of them move twice at least.
    pub(super) breaks: u8,
    /// The cards that must go before a card.
    before: [u64; 64],
}

impl Tangle {
    /// The tangle of the misplaced cards; what moves twice is counted no further than `most`.
    pub(super) fn new(frame: Frame, board: &Board, rows: [u8; 4], misplaced: u64, most: u8) -> Self {
        let mut waits = Waits::new(frame, board, rows, misplaced);
        waits.leave_ready();
        waits.leave_last(board, rows);
        let before = waits.before(board, rows);
        Self { cards: waits.waiting, breaks: fewest_breaks(waits.waiting, before, most), before }
    }

    /// How many move twice at least if only those do that can wait, or some card moves that stands at its goal; counted no
    /// further than `most`.
    pub(super) fn breaks_among_waiters(&self, frame: Frame, rows: [u8; 4], relaxed: &Relaxed, most: u8) -> u8 {
        // Saying that two more moves are needed costs nothing where the limit is lower.
        let more = most.min(self.breaks.saturating_add(2));
        if self.breaks == more || self.cards == 0 {
            return self.breaks;
        }
        let can_wait = |card: u8| relaxed.entered(frame, card) & !(1 << goal(rows, card)) != 0;
        let waiters = members(self.cards).filter(|&card| can_wait(card)).fold(0, |set, card| set | 1 << card);
        if waiters == self.cards {
            return self.breaks;
        }
        fewest_breaks_among(waiters, self.cards, self.before, more).unwrap_or(more)
    }
}

/// Who waits for whom.
struct Waits {
    waiting: u64,
    /// The cards among them that wait for their predecessors, and those that wait for a card at their goals.
    follow: u64,
    find_taken: u64,
    /// The card whose goal is where another one stands; no card where that is nobody's goal.
    takes: [u8; 64],
}

/// No card has this number.
const NO_CARD: u8 = 63;

impl Waits {
    fn new(frame: Frame, board: &Board, rows: [u8; 4], misplaced: u64) -> Self {
        let mut suits = [0; 4];
        for (suit, row) in (0..4).zip(rows) {
            suits[usize::from(row & 3)] = suit;
        }
        let mut takes = [NO_CARD; 64];
        let mut find_taken = 0;
        for card in members(misplaced) {
            let cell = board.place(card);
            if cell & 15 < frame.ranks() {
                let other = 16 * suits[usize::from(cell >> 4 & 3)] + (cell & 15);
                takes[usize::from(card & 63)] = other;
                find_taken |= 1 << other;
            }
        }
        Self { waiting: misplaced, follow: misplaced & misplaced << 1, find_taken: find_taken & misplaced, takes }
    }

    /// Leaves out the cards that wait for nobody, and those that wait for these alone: they are on no cycle.
    fn leave_ready(&mut self) {
        loop {
            let ready = self.waiting & !(self.follow | self.find_taken);
            if ready == 0 {
                return;
            }
            self.waiting &= !ready;
            self.follow &= !(ready << 1);
            for card in members(ready) {
                self.find_taken &= !(1 << self.takes[usize::from(card & 63)]);
            }
        }
    }

    /// Leaves out the cards for which nobody waits, nor anybody but these.
    fn leave_last(&mut self, board: &Board, rows: [u8; 4]) {
        let is_taken = |card: u8| self.find_taken >> self.takes[usize::from(card & 63)] & 1;
        let mut in_the_way = members(self.waiting).fold(0, |set, card| set | is_taken(card) << card);
        loop {
            let last = self.waiting & !(self.follow >> 1 | in_the_way);
            if last == 0 {
                return;
            }
            for card in members(last & self.find_taken) {
                in_the_way &= !(1 << (board.at(goal(rows, card)) & 63));
            }
            self.waiting &= !last;
            self.follow &= !last;
            self.find_taken &= !last;
        }
    }

    /// The cards that must go before each card.
    fn before(&self, board: &Board, rows: [u8; 4]) -> [u64; 64] {
        let mut before = [0; 64];
        for card in members(self.follow) {
            before[usize::from(card & 63)] = 1 << (card - 1);
        }
        for card in members(self.find_taken) {
            before[usize::from(card & 63)] |= 1 << (board.at(goal(rows, card)) & 63);
        }
        before
    }
}

#[expect(clippy::cast_possible_truncation, reason = "bits are below 64")]
pub(super) fn members(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(first)
    })
}

#[cfg(test)]
mod tests {
    use kibitzer_games::gaps::{First, Shuffle};

    use super::super::super::{board::read, twin::deal};
    use super::*;

    /// The cards before each card, by the definition alone, and those from which arrows lead back to themselves.
    fn slowly(frame: Frame, board: &Board, rows: [u8; 4]) -> ([u64; 64], u64) {
        let is_misplaced = |card: u8| board.place(card) != goal(rows, card);
        let mut before = [0_u64; 64];
        for card in frame.cards().filter(|&card| is_misplaced(card)) {
            for other in frame.cards().filter(|&other| is_misplaced(other)) {
                let is_before = other + 1 == card || board.place(other) == goal(rows, card);
                before[usize::from(card)] |= u64::from(is_before) << other;
            }
        }
        let mut reached = before;
        for _ in frame.cards() {
            let known = reached;
            for set in &mut reached {
                *set = members(*set).fold(*set, |all, card| all | known[usize::from(card)]);
            }
        }
        let on_cycles = frame.cards().filter(|&card| reached[usize::from(card)] >> card & 1 == 1);
        (before, on_cycles.fold(0, |set, card| set | 1 << card))
    }

    #[test]
    fn a_tangle_has_all_cycles_and_their_arrows() {
        let mut sizes = [0; 2];
        for seed in 0..300 {
            let shuffle = if seed % 2 == 0 { Shuffle::Swaps(15) } else { Shuffle::Full };
            let (frame, board, _) = read(&deal(4, 8, First::Any, shuffle, seed));
            for rows in [[0, 1, 2, 3], [2, 0, 3, 1]] {
                let misplaced = frame
                    .cards()
                    .filter(|&card| board.place(card) != goal(rows, card))
                    .fold(0, |set, card| set | 1 << card);
                let tangle = Tangle::new(frame, &board, rows, misplaced, u8::MAX);
                let (before, on_cycles) = slowly(frame, &board, rows);
                assert_eq!(tangle.cards & on_cycles, on_cycles, "{board:?}");
                for card in members(tangle.cards) {
                    let card = usize::from(card);
                    assert_eq!(tangle.before[card] & tangle.cards, before[card] & tangle.cards, "{board:?}");
                }
                assert_eq!(tangle.breaks > 0, on_cycles != 0, "{board:?}");
                sizes[usize::from(on_cycles == 0)] += 1;
            }
        }
        assert!(sizes[0] > 100 && sizes[1] > 20, "{sizes:?}");
    }
}
