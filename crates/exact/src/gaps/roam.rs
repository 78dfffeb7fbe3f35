//! Solutions by luck: many short depth-first searches, each with a random order of sensible moves.
//!
//! A search that begins badly seldom mends: it is left after some hundreds or thousands of positions for one that begins
//! in another way. Made for the rule `any`, where nearly every deal can be won and no search sees all of one; it works under every
//! rule. There short beams make the beginnings: see `any.rs`. Elsewhere all attempts begin at the position itself. Between the attempts a best-first search is given a growing number of positions. It ends where few can be
//! reached, which is a proof that the deal is lost, and it is quick where little is out of place.
//!
//! Under `any` a move that fills the first column for ever is passed over, or the rest of an attempt would be spent behind it.

use kibitzer_core::SplitMix;
use kibitzer_games::gaps::{First, Gaps, Shift};
use kibitzer_search::{Budget, Meter, Observer, Report, Solver, Stop, Verdict};

use super::any;
use super::beam::is_stuck;
use super::board::{Board, Frame, GAP, Names, Step, WALL, is_first, read};
use super::habit::{Habit, Kind};
use super::shortest::Hasty;

/// Positions of the first best-first search. A later one begins when the nodes have doubled, and has two in so many of them.
const WHOLE: u64 = 1_000;
const SHARE: u64 = 100;

/// Positions of an attempt that take as long as one of these, which count so many, so that a limit of nodes is one of time.
const COST: u64 = 24;

/// Positions of all attempts in the round between two best-first searches.
const LUCK: u64 = 1_000_000;

/// Positions of attempts, in turn. Twenty times as many make a player without experience four times as slow.
const ATTEMPTS: [u64; 3] = [200, 200, 1_000];

/// Attempts are not followed deeper than this.
const DEEPEST: usize = 350;

/// Slots of the table of positions that an attempt has seen.
const SLOTS: usize = 1 << 15;

/// Random cards that are thought of for a gap in column 1, beside those that stand in the way.
const THOUGHTS: usize = 4;

/// Seeks a solution by luck that its seed repeats; under the rule `any` with beams and a schedule. Says `Unsolvable` where a best-first search saw all
/// positions, where the first column stays closed for ever, or where no schedule exists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roam {
    /// The seed of the luck.
    pub seed: u64,
}

impl Solver<Gaps> for Roam {
    fn solve(&mut self, start: &Gaps, budget: Budget, observer: &mut dyn Observer<Gaps>) -> Report<Verdict<Shift>> {
        let mut meter = Meter::new(budget, observer);
        let outcome = self.run(start, budget, &mut meter);
        meter.report(outcome)
    }
}

impl Roam {
    fn run(self, start: &Gaps, budget: Budget, meter: &mut Meter<'_, Gaps>) -> Result<Verdict<Shift>, Stop> {
        let (frame, board, names) = read(start);
        if board.is_goal(frame) {
            return Ok(Verdict::Solved(Vec::new()));
        }
        if frame.rule == First::Any {
            return any::decide(start, self.seed, budget, meter);
        }
        meter.hold(Roamer::BYTES)?;
        let mut roamer = Roamer::new(frame, board, Habit::of_rule(frame.rule), self.seed);
        let mut glances = Glances::new(start, budget);
        loop {
            meter.look()?;
            if let Some(verdict) = glances.glance(meter) {
                return Ok(verdict);
            }
            let mut left = LUCK;
            for limit in ATTEMPTS.into_iter().cycle() {
                if left < limit {
                    break;
                }
                left -= limit;
                if roamer.attempt(limit, meter)? {
                    return Ok(Verdict::Solved(roamer.line(names)));
                }
            }
        }
    }
}

/// Best-first searches beside all else, each of more positions than the one before.
pub(super) struct Glances<'a> {
    start: &'a Gaps,
    budget: Budget,
    /// Nodes that all else must have taken before the next.
    next: u64,
}

impl<'a> Glances<'a> {
    pub(super) fn new(start: &'a Gaps, budget: Budget) -> Self {
        Self { start, budget, next: 0 }
    }

    /// The next search, if it is due: what the position is, if that is seen.
    pub(super) fn glance(&mut self, meter: &mut Meter<'_, Gaps>) -> Option<Verdict<Shift>> {
        let expanded = meter.stats().expanded;
        if expanded < self.next {
            return None;
        }
        let whole = WHOLE.max(2 * expanded / SHARE);
        self.next = SHARE * whole;
        let nodes = whole.min(meter.nodes_left().div_ceil(COST));
        let limits = Budget { nodes: Some(nodes), time: meter.time_left(), ..self.budget };
        let report = Hasty { weight: 3 }.solve(self.start, limits, &mut ());
        meter.expand_elsewhere(COST * report.stats.expanded);
        Some(report.verdict).filter(|verdict| !matches!(verdict, Verdict::Unknown(_)))
    }
}

/// A step with its place in the order, and the gap it fills.
#[derive(Clone, Copy)]
struct Ranked {
    rank: i32,
    step: Step,
    gap: u8,
}

/// The rank of a step that was tried.
const TRIED: i32 = i32::MIN;

pub(super) struct Roamer {
    frame: Frame,
    board: Board,
    /// Random words whose sum modulo two names a position, well enough to avoid it.
    words: Vec<[u64; 64]>,
    seen: Vec<u64>,
    habit: Habit,
    /// Changes the names from one attempt to the next, so that nothing needs to be wiped.
    veil: u64,
    luck: SplitMix,
    path: Vec<(Step, usize)>,
    /// The moves of all positions on the path, one position after the other.
    ranked: Vec<Ranked>,
}

impl Roamer {
    /// The memory it holds.
    pub(super) const BYTES: usize = SLOTS * size_of::<u64>() + size_of::<[[u64; 64]; 64]>();

    pub(super) fn new(frame: Frame, board: Board, habit: Habit, seed: u64) -> Self {
        let mut luck = SplitMix::new(seed);
        let words = (0..64).map(|_| std::array::from_fn(|_| luck.next_u64())).collect();
        Self { frame, board, words, seen: vec![0; SLOTS], habit, veil: 0, luck, path: Vec::new(), ranked: Vec::new() }
    }

    /// Attempts begin here from now on.
    pub(super) fn go_to(&mut self, board: Board) {
        self.board = board;
        self.path.clear();
    }

    /// Attempts without end: back with the path of a solution, or stopped.
    pub(super) fn roam(&mut self, meter: &mut Meter<'_, Gaps>) -> Result<(), Stop> {
        for limit in ATTEMPTS.into_iter().cycle() {
            // An attempt may end without a position, and must not go on for ever.
            meter.look()?;
            meter.expand_unseen()?;
            if self.attempt(limit, meter)? {
                break;
            }
        }
        Ok(())
    }

    /// The line of the attempt that has won.
    pub(super) fn line(&self, names: Names) -> Vec<Shift> {
        self.path.iter().map(|&(step, _)| names.shift(step)).collect()
    }

    /// One search of so many positions. If it wins the path is its line; else the board is as it was,
    /// unless it was stopped.
    pub(super) fn attempt(&mut self, mut limit: u64, meter: &mut Meter<'_, Gaps>) -> Result<bool, Stop> {
        self.veil = self.luck.next_u64();
        self.ranked.clear();
        self.wins(0, &mut limit, meter)
    }

    fn wins(&mut self, name: u64, limit: &mut u64, meter: &mut Meter<'_, Gaps>) -> Result<bool, Stop> {
        if self.board.is_goal(self.frame) {
            return Ok(true);
        }
        #[expect(clippy::cast_possible_truncation, reason = "some bits of a name")]
        let slot = name as usize & (SLOTS - 1);
        if *limit == 0 || self.path.len() >= DEEPEST || self.seen[slot] == name ^ self.veil {
            return Ok(false);
        }
        self.seen[slot] = name ^ self.veil;
        *limit -= 1;
        meter.expand_unseen()?;
        let moves = self.ranked.len();
        self.rank();
        while let Some((step, gap)) = self.best_of(moves) {
            self.board.play(step, gap);
            self.path.push((step, gap));
            let words = &self.words[usize::from(step.card & 63)];
            let after = name ^ words[usize::from(step.from & 63)] ^ words[usize::from(step.to & 63)];
            let shuts = is_first(step.to) && self.habit.sees_what_is_shut() && is_stuck(self.frame, &self.board);
            if !shuts && self.wins(after, limit, meter)? {
                return Ok(true);
            }
            self.path.pop();
            self.board.undo(step, gap);
        }
        self.ranked.truncate(moves);
        Ok(false)
    }

    /// The best of the last moves that was not tried, the first of equals; it is now. Few positions try all of theirs, so that
    /// they are not sorted.
    #[inline]
    fn best_of(&mut self, moves: usize) -> Option<(Step, usize)> {
        let mut best = None;
        let mut most = TRIED;
        for (place, ranked) in self.ranked.iter().enumerate().skip(moves) {
            if ranked.rank > most {
                (best, most) = (Some(place), ranked.rank);
            }
        }
        let Ranked { rank, step, gap } = &mut self.ranked[best?];
        *rank = TRIED;
        Some((*step, usize::from(*gap)))
    }

    /// The sensible moves, ranked by kind and luck.
    fn rank(&mut self) {
        let mut parked = false;
        for gap in 0..usize::from(self.frame.rows) {
            let to = self.board.gaps[gap];
            if to & 15 != 0 || self.frame.rule == First::Suit {
                if let Some(step) = self.board.step_into(gap) {
                    let kind = if self.settles(step) { Kind::Settles } else { Kind::Usual };
                    self.think_of(kind, step, gap);
                }
                continue;
            }
            for suit in 0..self.frame.rows {
                self.enter(16 * suit, gap, Kind::Lowest);
            }
            // One gap is as good as another for cards that will not stay.
            if self.frame.rule == First::Any && !parked {
                parked = true;
                for row in 0..self.frame.rows {
                    if let Some(card) = self.in_the_way(row) {
                        self.enter(card, gap, Kind::InTheWay);
                    }
                }
                for _ in 0..THOUGHTS {
                    let card = self.any_card();
                    self.enter(card, gap, Kind::Thought);
                }
            }
        }
    }

    /// Adds a move into column 1, unless the card comes from there.
    fn enter(&mut self, card: u8, gap: usize, kind: Kind) {
        let step = Step { card, from: self.board.place(card), to: self.board.gaps[gap] };
        if !is_first(step.from) {
            self.think_of(kind, step, gap);
        }
    }

    fn think_of(&mut self, kind: Kind, step: Step, gap: usize) {
        let last = self.path.last().map(|&(step, _)| step);
        let rank = self.habit.rank(kind, step, (self.frame, &self.board), last, &mut self.luck);
        #[expect(clippy::cast_possible_truncation, reason = "there are four gaps")]
        self.ranked.push(Ranked { rank, step, gap: gap as u8 });
    }

    #[expect(clippy::cast_possible_truncation, reason = "cards are below 64")]
    fn any_card(&mut self) -> u8 {
        let ranks = usize::from(self.frame.ranks());
        let number = self.luck.below(ranks * usize::from(self.frame.rows));
        (16 * (number / ranks) + number % ranks) as u8
    }

    /// Whether a step lengthens a row that is in order from its beginning.
    fn settles(&self, step: Step) -> bool {
        let start = step.to & 0x30;
        let first = step.card & 0x30;
        step.to & 15 == step.card & 15 && (start..step.to).zip(first..).all(|(cell, card)| self.board.at(cell) == card)
    }

    /// The card that stands where a row in order from its beginning would go on.
    fn in_the_way(&self, row: u8) -> Option<u8> {
        let first = self.board.at(16 * row);
        if first == GAP || first & 15 != 0 {
            return None;
        }
        let ahead = (1..self.frame.ranks()).find(|ahead| self.board.at(16 * row + ahead) != first + ahead)?;
        let card = self.board.at(16 * row + ahead);
        (card != GAP && card != WALL).then_some(card)
    }
}
