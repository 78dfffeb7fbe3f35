//! Depth-first search under the rule `suit`, where every deal can be searched to the end.
//!
//! # Why it ends
//!
//! Under `suit` no position comes back. *Proof.* Take a cycle of moves and among the cards that move in it one whose
//! predecessor (the card of its suit one rank lower) does not. If it is of the lowest rank it can only enter the first
//! cell of its own row, and never leaves again, since there it is where alone it may go. Any other card may only stand
//! behind its predecessor, which rests: having moved once it cannot move again. Neither comes back. ∎
//!
//! So a position that has been left without a win is lost, whatever was not tried because it was known to be lost, and
//! it may be remembered as lost whichever way led to it.
//!
//! # What is not tried
//!
//! - *Known positions*, in a [`Lost`] of fixed size. It forgets, which costs time and never truth.
//! - *Sleeping moves.* Two moves that are possible at once commute, unless their cards are neighbours in rank and suit:
//!   each fills a gap of its own, which only it can fill while its predecessor rests, and the cell it opens was no gap
//!   before. So if the move of a card led to a lost position, it leads to a lost position too after moves of cards that
//!   are not its neighbours: that position is reached from the lost one by those same moves. A set of such cards is
//!   handed down (Godefroid, "Partial-order methods for the verification of concurrent systems", 1996). Nineteen of
//!   twenty repeated positions are never made.
//! - *All but a safe move*, see [`Search::is_safe`].
//! - *Positions without hope*, see [`Search::is_hopeless`], asked where at most [`FEW`] moves are left: elsewhere it
//!   costs more than it saves.

use kibitzer_games::gaps::{First, Gaps, Shift};
use kibitzer_search::{Budget, Meter, Observer, Report, Solver, Stop, Verdict};

use super::board::{Board, Frame, GAP, NOWHERE, Step, WALL, is_first, read};
use super::lost::Lost;

/// Positions with more moves than this are not asked whether there is hope.
const FEW: usize = 2;

/// Decides positions under the rule `suit`, and gives up on others. Keeps its memory from one to the next.
///
/// Nodes are the positions whose moves were looked at, forced ones among them.
#[derive(Debug, Default)]
pub struct Deep {
    lost: Lost,
}

impl Solver<Gaps> for Deep {
    fn solve(&mut self, start: &Gaps, budget: Budget, observer: &mut dyn Observer<Gaps>) -> Report<Verdict<Shift>> {
        let mut meter = Meter::new(budget, observer);
        let outcome = self.decide(start, &mut meter);
        meter.report(outcome)
    }
}

impl Deep {
    fn decide(&mut self, start: &Gaps, meter: &mut Meter<'_, Gaps>) -> Result<Verdict<Shift>, Stop> {
        if start.first() != First::Suit {
            return Err(Stop::GaveUp);
        }
        let (frame, board, names) = read(start);
        if board.is_goal(frame) {
            return Ok(Verdict::Solved(Vec::new()));
        }
        self.lost.prepare(frame, &board, meter)?;
        let mut search = Search::new(frame, board, &mut self.lost);
        if !search.wins(0, 0, meter)? {
            return Ok(Verdict::Unsolvable);
        }
        Ok(Verdict::Solved(search.path.iter().map(|&(step, _)| names.shift(step)).collect()))
    }
}

struct Search<'a> {
    frame: Frame,
    board: Board,
    /// The cell of each card as a bit, by rank and suit.
    spots: [[u64; 4]; 16],
    /// The cells where the highest card of a suit may stand at the end, as bits.
    ends: [u64; 4],
    lost: &'a mut Lost,
    /// The steps from the start, with the numbers of the gaps they filled.
    path: Vec<(Step, usize)>,
}

/// The steps that are possible, with the numbers of the gaps.
struct Choice {
    steps: [(Step, usize); 4],
    count: usize,
}

impl Choice {
    fn steps(&self) -> &[(Step, usize)] {
        &self.steps[..self.count]
    }
}

impl<'a> Search<'a> {
    fn new(frame: Frame, board: Board, lost: &'a mut Lost) -> Self {
        let mut spots = [[0; 4]; 16];
        let mut ends = [u64::MAX; 4];
        for card in frame.cards() {
            spots[usize::from(card & 15)][usize::from(card >> 4)] = 1 << board.place(card);
        }
        for suit in 0..frame.rows {
            // A lowest card that begins in column 1 of another row may stay there to the end.
            let lowest = board.place(16 * suit);
            let elsewhere = if is_first(lowest) { lowest } else { 16 * suit };
            ends[usize::from(suit)] = (1 << (16 * suit) | 1 << elsewhere) << (frame.ranks() - 1);
        }
        Self { frame, board, spots, ends, lost, path: Vec::new() }
    }

    /// Whether the position can be won; if so its line is at the end of the path, else the path is as it was. `asleep`
    /// has cards, as bits, whose moves lead to lost positions.
    fn wins(&mut self, mut key: u128, mut asleep: u64, meter: &mut Meter<'_, Gaps>) -> Result<bool, Stop> {
        let base = self.path.len();
        let won = loop {
            meter.expand_unseen()?;
            let choice = self.choice();
            let steps = choice.steps();
            if steps.is_empty() {
                break self.board.is_goal(self.frame);
            }
            if steps.iter().all(|(step, _)| asleep >> step.card & 1 == 1) {
                break false;
            }
            let forced = match steps {
                [only] => Some(*only),
                _ => steps.iter().copied().find(|&(step, _)| self.is_safe(step)),
            };
            if let Some((step, gap)) = forced {
                if asleep >> step.card & 1 == 1 {
                    break false;
                }
                asleep &= !neighbours(step.card);
                key = self.lost.after(key, step);
                self.play(step, gap);
                continue;
            }
            if self.lost.remember(key) || steps.len() <= FEW && self.is_hopeless() {
                break false;
            }
            break self.any_wins(key, asleep, &choice, meter)?;
        };
        if !won {
            while self.path.len() > base {
                self.undo();
            }
        }
        Ok(won)
    }

    fn any_wins(
        &mut self,
        key: u128,
        mut asleep: u64,
        choice: &Choice,
        meter: &mut Meter<'_, Gaps>,
    ) -> Result<bool, Stop> {
        for &(step, gap) in choice.steps() {
            if asleep >> step.card & 1 == 1 {
                continue;
            }
            self.play(step, gap);
            if self.wins(self.lost.after(key, step), asleep & !neighbours(step.card), meter)? {
                return Ok(true);
            }
            self.undo();
            asleep |= 1 << step.card;
        }
        Ok(false)
    }

    #[inline]
    fn choice(&self) -> Choice {
        let nothing = Step { card: 0, from: 0, to: 0 };
        let mut choice = Choice { steps: [(nothing, 0); 4], count: 0 };
        for gap in 0..usize::from(self.frame.rows) {
            if let Some(step) = self.board.step_into(gap) {
                choice.steps[choice.count] = (step, gap);
                choice.count += 1;
            }
        }
        choice
    }

    #[inline]
    fn play(&mut self, step: Step, gap: usize) {
        self.board.play(step, gap);
        self.path.push((step, gap));
        self.spots[usize::from(step.card & 15)][usize::from(step.card >> 4)] = 1 << step.to;
    }

    #[inline]
    fn undo(&mut self) {
        let (step, gap) = self.path.pop().expect("a step was played");
        self.board.undo(step, gap);
        self.spots[usize::from(step.card & 15)][usize::from(step.card >> 4)] = 1 << step.from;
    }

    /// Whether a position that can be won can be won beginning with this step, since it brings a card `k` home behind
    /// cards that are all at home and costs the cards after it nothing.
    ///
    /// Let `a` be the cell that `k` leaves. For `j` = 1, 2, ... card `k+j` might have come to `a+j` while `k` stood at
    /// `a`, and now cannot. The step is safe if, for some `j`, there is no card `k+j`, or no cell `a+j`, or `k+j` stands
    /// there already, and if for every smaller `j` the home of `k+j` is a gap or holds `k+j`.
    ///
    /// *Proof.* The cards before `k` never move again, so `k` stays at `a` until it goes home, which it does in every
    /// line that wins (a lowest card is asked not to stand in column 1 of another row, where it might stay). Take such
    /// a line. Play `k` home first, then the moves of the line, with two changes: where `k+i` would come to `a+i`,
    /// `i < j`, it goes home instead, or stays if it is at home; where a card would go home that is there already,
    /// nothing is played. The two boards differ in cards on the line of `a` that stand at home instead, no others. No
    /// other card wants their homes: left of the home of `k` is a card that wants `k`; left of the home of `k+i` is a
    /// gap, or `k+i-1`. Their being away from `a+i` opens cells and fills none. A card that stands behind `k+i` at
    /// `a+i` in the line is `k+i+1`: for `i+1 < j` it is one of those at home, and at `j` it does not exist, does not
    /// fit on the row, or stood there from the beginning. So all moves can be played, and at the end, where all are at
    /// home, the boards agree. ∎
    fn is_safe(&self, step: Step) -> bool {
        let rank = step.card & 15;
        let home = step.card;
        if step.to != home {
            // The numbers of cards are those of their homes.
            return false;
        }
        let start = home - rank;
        let is_home = |cell: u8| self.board.at(cell) == cell;
        if !(start..home).all(is_home) || rank == 0 && is_first(step.from) {
            return false;
        }
        for ahead in 1.. {
            let (card, beside) = (home + ahead, step.from + ahead);
            let found = self.board.at(beside);
            if self.board.place(card) == NOWHERE || found == WALL || found == card {
                return true;
            }
            let there = self.board.at(card);
            if there != GAP && there != card {
                return false;
            }
        }
        unreachable!("ranks end")
    }

    /// Whether some suit cannot come home even if cells that were left once stayed open, and cards that stood somewhere
    /// once could always be followed there.
    ///
    /// With `open` the cells that are gaps or can be left, a card may ever stand where it stands, and in the open cells
    /// right of those where its predecessor may ever stand; if there is one of those, its own cell can be left. The
    /// least fixed point holds all that play can do, since each move of a line of play only uses what moves before it
    /// made possible. If under it the highest card of a suit cannot stand at the end of a row, the position is lost.
    fn is_hopeless(&self) -> bool {
        let mut open = self.board.gaps[..usize::from(self.frame.rows)].iter().fold(0_u64, |open, gap| open | 1 << gap);
        loop {
            let before = open;
            // One set for each suit, so that the four go side by side.
            let mut opened = [open; 4];
            let mut reached = [1, 1 << 16, 1 << 32, 1 << 48];
            for spots in &self.spots[..usize::from(self.frame.ranks())] {
                for suit in 0..4 {
                    let spot = spots[suit];
                    let moved = reached[suit] & opened[suit] & !spot;
                    opened[suit] |= if moved == 0 { 0 } else { spot };
                    reached[suit] = (moved | spot) << 1;
                }
            }
            if (0..4).all(|suit| reached[suit] >> 1 & self.ends[suit] != 0 || suit >= usize::from(self.frame.rows)) {
                return false;
            }
            open = opened[0] | opened[1] | opened[2] | opened[3];
            if open == before {
                return true;
            }
        }
    }
}

/// The cards next to a card in rank, as bits. Codes beyond the ranks are no cards.
#[inline]
fn neighbours(card: u8) -> u64 {
    (5 << card) >> 1
}
