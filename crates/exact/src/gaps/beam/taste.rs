//! What positions are worth to a beam: a taste, drawn by luck, since no single one suits all deals.

use kibitzer_core::SplitMix;

use super::super::board::{Board, Frame, GAP, NOWHERE, Step, WALL, is_first, is_lowest};

/// What the parts of a position count, where the cards of a row in order count a hundred each on average.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taste {
    /// How much more than average the first card in order counts, and less the last.
    bend: i32,
    /// A gap in column 1.
    first_gap: i32,
    /// A gap elsewhere that a card can enter, and what one costs that none can.
    live: i32,
    dead: i32,
    /// What a card in column 1 costs that is no lowest one, and what it gets back if it can leave at once.
    intruder: i32,
    free: i32,
    /// A gap where a row in order goes on.
    next: i32,
    /// Two cards side by side in order.
    pair: i32,
    /// A card in its column, in the best assignment of rows to suits.
    place: i32,
    /// What a highest card costs that stands further left than where it ends.
    king: i32,
    /// Luck counts less than this.
    noise: usize,
    /// One position in so many may be of one kind, see [`Taste::kind`].
    pub(super) kinds: usize,
}

/// What changes little from a position to the next, kept up to date from move to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    pairs: i32,
    /// By suit and row, the cards in their columns.
    places: [[i32; 4]; 4],
}

impl Taste {
    /// Served narrow beams best where beams of 300 levels were compared.
    const NARROW: Self = Self {
        bend: 60,
        first_gap: 101,
        live: 81,
        dead: 77,
        intruder: 46,
        free: 56,
        next: 4,
        pair: 67,
        place: 0,
        king: 20,
        noise: 39,
        kinds: 8,
    };

    /// Served wide ones of them best.
    const WIDE: Self = Self {
        bend: 50,
        first_gap: 260,
        live: 7,
        dead: 66,
        intruder: 69,
        free: 23,
        next: 26,
        pair: 40,
        place: 19,
        king: 0,
        noise: 39,
        kinds: 300,
    };

    /// Some of the first beams have tastes that have served well, all others draw one.
    pub(super) fn of_beam(number: usize, luck: &mut SplitMix) -> Self {
        match number {
            0 | 1 => Self::NARROW,
            3 => Self::WIDE,
            _ => Self::draw(luck),
        }
    }

    /// A taste by luck. The bounds are those of tastes that won deals on which others failed.
    fn draw(luck: &mut SplitMix) -> Self {
        let mut below = |bound: u8| i32::from(luck.below(usize::from(bound)).to_le_bytes()[0]);
        let (few, many) = (below(4), below(2));
        Self {
            bend: 30 + below(50),
            first_gap: 60 + below(240),
            live: below(90),
            dead: 10 + below(80),
            intruder: below(150),
            free: 10 + below(45),
            next: below(50),
            pair: below(60),
            place: below(80),
            king: many * below(75),
            noise: 15 + luck.below(45),
            kinds: [300, 100, 32, 8][usize::from(few.to_le_bytes()[0])],
        }
    }

    /// What a position is worth.
    pub(super) fn worth(&self, frame: Frame, board: &Board, tally: &Tally, luck: &mut SplitMix) -> i32 {
        let highest = frame.ranks() - 1;
        let mut worth = self.pair * tally.pairs + self.place * tally.in_place();
        worth += i32::from(luck.below(self.noise).to_le_bytes()[0]);
        for row in 0..frame.rows {
            let first = board.at(16 * row);
            if first == GAP {
                worth += self.first_gap;
            } else if is_lowest(first) {
                let length = in_order(frame, board, row);
                worth += self.in_order(length);
                if length <= highest && board.at(16 * row + length) == GAP {
                    worth += self.next;
                }
            } else {
                let can_leave = board.at(board.place(first - 1) + 1) == GAP;
                worth += if can_leave { self.free } else { 0 } - self.intruder;
            }
            let last = board.place(16 * row + highest);
            worth -= if last & 15 < highest { self.king } else { 0 };
        }
        for &gap in board.gaps[..usize::from(frame.rows)].iter().filter(|&&gap| !is_first(gap)) {
            let left = board.at(gap - 1);
            worth += match (left == GAP, left & 15 == highest, gap & 15 > highest) {
                (false, false, _) => self.live,
                // Where it shall be in the end.
                (false, true, true) => 0,
                (true, _, true) => -self.dead / 2,
                _ => -self.dead,
            };
        }
        worth
    }

    /// What so many cards in order are worth: hundreds, bent.
    fn in_order(&self, length: u8) -> i32 {
        let length = i32::from(length);
        // The sum of 100 + bend * (13 - 2 k) / 11 for k from 1 on.
        100 * length + self.bend * length * (12 - length) / 11
    }

    /// A number for all positions with the same first column, and as many cards in order behind each of it. Beams are
    /// kept from holding little else but one kind: most often one from which nothing wins, though much is in order.
    pub(super) fn kind(frame: Frame, board: &Board) -> u64 {
        let row = |row| u64::from(board.at(16 * row)) << 8 | u64::from(in_order(frame, board, row));
        (0..frame.rows).fold(0, |kind, number| kind + SplitMix::new(row(number)).next_u64() / 4)
    }
}

/// How many cards of a row are in order from a lowest card in column 1 on.
fn in_order(frame: Frame, board: &Board, row: u8) -> u8 {
    let first = board.at(16 * row);
    if first == GAP || !is_lowest(first) {
        return 0;
    }
    (1..frame.ranks()).find(|ahead| board.at(16 * row + ahead) != first + ahead).unwrap_or(frame.ranks())
}

impl Tally {
    pub(super) fn new(frame: Frame, board: &Board) -> Self {
        let mut tally = Self { pairs: 0, places: [[0; 4]; 4] };
        for card in frame.cards() {
            let cell = board.place(card);
            tally.pairs += i32::from(board.at(cell + 1) == card + 1 && board.place(card + 1) != NOWHERE);
            tally.count(card, cell, 1);
        }
        tally
    }

    fn count(&mut self, card: u8, cell: u8, change: i32) {
        if cell & 15 == card & 15 {
            self.places[usize::from(card >> 4)][usize::from(cell >> 4)] += change;
        }
    }

    /// The tally after a step, on the board before it.
    pub(super) fn after(mut self, board: &Board, step: Step) -> Self {
        let Step { card, from, to } = step;
        let above = if board.place(card + 1) == NOWHERE { WALL } else { card + 1 };
        let behind = |cell: u8| i32::from(!is_first(cell) && board.at(cell - 1) + 1 == card);
        let before = |cell: u8| i32::from(above != WALL && board.at(cell + 1) == above);
        self.pairs += behind(to) + before(to) - behind(from) - before(from);
        self.count(card, from, -1);
        self.count(card, to, 1);
        self
    }

    /// How many cards are in their places at best.
    fn in_place(&self) -> i32 {
        let of = |suit: usize, row: usize| self.places[suit][row];
        // The rows of two suits, then the better way to give the others to the other two.
        let best = PAIRS.map(|(first, second, third, fourth)| {
            let rest = (of(2, third) + of(3, fourth)).max(of(2, fourth) + of(3, third));
            of(0, first) + of(1, second) + rest
        });
        best.into_iter().max().unwrap_or(0)
    }
}

/// All ways to take two rows of four in order, with the other two.
const PAIRS: [(usize, usize, usize, usize); 12] = {
    let mut all = [(0, 0, 0, 0); 12];
    let (mut count, mut code) = (0, 0);
    while code < 256 {
        let [first, second, third, fourth] = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        if 1 << first | 1 << second | 1 << third | 1 << fourth == 15 && third < fourth {
            all[count] = (first, second, third, fourth);
            count += 1;
        }
        code += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use kibitzer_core::Game;
    use kibitzer_games::gaps::{First, Shuffle};

    use super::super::super::{board::read, twin::deal};
    use super::*;

    #[test]
    fn tallies_are_kept_up_to_date() {
        let mut luck = SplitMix::new(5);
        for (seed, (rows, columns)) in (0..40).zip([(4, 13), (4, 5), (3, 6), (2, 4)].into_iter().cycle()) {
            let mut position = deal(rows, columns, First::Any, Shuffle::Full, seed);
            for _ in 0..100 {
                let (frame, board, names) = read(&position);
                let tally = Tally::new(frame, &board);
                let moves: Vec<_> = position.moves().collect();
                for &mv in &moves {
                    let to = 16 * mv.row + mv.column;
                    let found = frame.cards().find(|&card| names.shift(Step { card, from: 0, to }) == mv);
                    let card = found.expect("a card of the board");
                    let after = tally.after(&board, Step { card, from: board.place(card), to });
                    assert_eq!(after, Tally::new(frame, &read(&position.after(mv)).1), "{position} {mv}");
                }
                if moves.is_empty() {
                    break;
                }
                position.play(moves[luck.below(moves.len())]);
            }
        }
    }
}
