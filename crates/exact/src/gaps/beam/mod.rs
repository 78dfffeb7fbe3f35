//! Solutions by beams: all good positions so many moves from the start, then those one move further.
//!
//! Under the rule `any` hardly anything is ever forced, and what a move was worth shows ten or twenty moves later. A beam
//! keeps thousands of positions side by side so long. What it prefers is a taste (`taste.rs`), and a beam that fails is
//! followed by one with another taste. Rows are alike, so that positions which differ in their order are met once.
//! Positions whose first column stays closed are left (`closed.rs`). From some positions of each level a short attempt by
//! luck goes on: a beam finds good beginnings that luck alone does not, and luck ends that the taste does not like.
//!
//! Nothing is proved here: what does not fit a beam is dropped, and positions go by numbers that may coincide.

mod closed;
mod taste;

use std::cmp::Reverse;
use std::collections::HashMap;

use kibitzer_core::SplitMix;
use kibitzer_games::gaps::{Gaps, Shift};
use kibitzer_search::{Meter, Stop};

use super::board::{Board, Frame, GAP, Names, Step, is_first, is_lowest};
use super::habit::Habit;
use super::roam::Roamer;
pub(super) use closed::is_stuck;
use taste::{Tally, Taste};

/// A beam has no more levels than this.
const DEEPEST: usize = 300;

/// A beam whose best position has not become better for so many moves is left.
const PATIENCE: u32 = 60;

/// Positions of an attempt by luck that take as long as one of a beam: each counts as so many, so that a limit of nodes
/// is one of time.
const COST: u64 = 12;

/// One position of a beam in so many is where an attempt by luck begins, which may see so many positions. One in ten to
/// eighty, and a thousand to three thousand positions, all win about as many hard deals in the same time.
const ATTEMPTS: usize = 30;
const POSITIONS: u64 = 2_000;

/// Moves of a position, for the memory they need; most have fewer.
const MOVES: usize = 48;

/// A move, with what is kept until its level is complete.
#[derive(Clone, Copy)]
struct Candidate {
    worth: i32,
    parent: u32,
    name: u64,
    step: Step,
    gap: u8,
}

/// Beams from one or more positions, each with a taste of its own.
pub(super) struct Beams {
    frame: Frame,
    /// Where beams begin, with the moves that lead there.
    starts: Vec<(Board, Vec<Shift>)>,
    luck: SplitMix,
    /// Random words whose sum modulo two names a row, by what a cell holds and its column.
    words: Vec<[u64; 16]>,
    /// The taste of the next beam, and its number.
    taste: Taste,
    count: usize,
    roamer: Roamer,
}

impl Beams {
    /// The memory they hold, beside that of a beam that runs.
    pub(super) const BYTES: usize = Roamer::BYTES + size_of::<[[u64; 16]; 64]>();

    /// Beams that begin at all of these positions, of which there is at least one; each comes with the moves that lead there
    /// from the position to be solved.
    pub(super) fn new(frame: Frame, starts: Vec<(Board, Vec<Shift>)>, seed: u64) -> Self {
        let mut luck = SplitMix::new(seed);
        let words = (0..64).map(|_| std::array::from_fn(|_| luck.next_u64())).collect();
        let roamer = Roamer::new(frame, starts[0].0.clone(), Habit::of_rule(frame.rule), luck.next_u64());
        let taste = Taste::of_beam(0, &mut luck);
        Self { frame, starts, luck, words, taste, count: 0, roamer }
    }

    /// One beam of so many positions: a line that wins, if it finds one. The next has another taste. Where there is no
    /// memory for it, nothing is found: narrower ones, and attempts by luck, may still be made.
    pub(super) fn run(
        &mut self,
        width: usize,
        names: Names,
        meter: &mut Meter<'_, Gaps>,
    ) -> Result<Option<Vec<Shift>>, Stop> {
        let level = width * (2 * size_of::<Board>() + MOVES * size_of::<Candidate>());
        let bytes = level + DEEPEST * width * (size_of::<(u32, Step)>() + 4 * size_of::<u64>());
        let line = if meter.hold(bytes).is_ok() {
            let line = self.search(width, names, meter);
            meter.release(bytes);
            line
        } else {
            Ok(None)
        };
        self.count += 1;
        self.taste = Taste::of_beam(self.count, &mut self.luck);
        line
    }

    fn search(&mut self, width: usize, names: Names, meter: &mut Meter<'_, Gaps>) -> Result<Option<Vec<Shift>>, Stop> {
        let mut seen = NameSet::default();
        let mut level: Vec<Board> = self.starts.iter().map(|(board, _)| board.clone()).collect();
        for board in &level {
            seen.insert(self.name(&self.rows(board)));
        }
        let mut history: Vec<Vec<(u32, Step)>> = Vec::new();
        let mut candidates = Vec::new();
        let (mut best, mut since) = (i32::MIN, 0);
        while history.len() < DEEPEST && !level.is_empty() && since < PATIENCE {
            candidates.clear();
            for (parent, board) in (0..).zip(&mut level) {
                meter.expand_unseen()?;
                self.expand(parent, board, &seen, &mut candidates);
            }
            meter.expand_elsewhere((COST - 1) * level.len() as u64);
            let chosen = self.choose(width, &mut candidates, &mut level, &mut seen);
            let top = chosen.iter().map(|candidate| candidate.worth).max().unwrap_or(best);
            since = if top > best { 0 } else { since + 1 };
            best = best.max(top);
            let child = |candidate: &Candidate| {
                let mut board = level[candidate.parent as usize].clone();
                board.play(candidate.step, usize::from(candidate.gap));
                board
            };
            let next: Vec<Board> = chosen.iter().map(child).collect();
            history.push(chosen.iter().map(|candidate| (candidate.parent, candidate.step)).collect());
            if let Some(won) = next.iter().position(|board| board.is_goal(self.frame)) {
                return Ok(Some(self.line(&history, won, names)));
            }
            for _ in 0..next.len().div_ceil(ATTEMPTS) {
                let number = self.luck.below(next.len());
                self.roamer.go_to(next[number].clone());
                if self.roamer.attempt(POSITIONS, meter)? {
                    let mut line = self.line(&history, number, names);
                    line.extend(self.roamer.line(names));
                    return Ok(Some(line));
                }
            }
            level = next;
        }
        Ok(None)
    }

    /// The moves of a position that lead to new ones, but for those into column 1 that open nothing there.
    fn expand(&mut self, parent: u32, board: &mut Board, seen: &NameSet, candidates: &mut Vec<Candidate>) {
        let rows = self.rows(board);
        let tally = Tally::new(self.frame, board);
        let mut is_another = false;
        for gap in 0..usize::from(self.frame.rows) {
            let to = board.gaps[gap];
            if !is_first(to) {
                if let Some(step) = board.step_into(gap) {
                    self.consider((parent, step, gap), board, &rows, &tally, seen, candidates);
                }
                continue;
            }
            for card in self.frame.cards() {
                let step = Step { card, from: board.place(card), to };
                if is_lowest(card) || self.is_useful(step, is_another, board) {
                    self.consider((parent, step, gap), board, &rows, &tally, seen, candidates);
                }
            }
            is_another = true;
        }
    }

    /// Whether a card that is no lowest one does something in column 1: a card can follow it, or come where it stood.
    fn is_useful(&self, step: Step, is_another: bool, board: &Board) -> bool {
        if is_first(step.from) {
            return !is_another;
        }
        let left = board.at(step.from - 1);
        left != GAP && left & 15 != self.frame.ranks() - 1 || board.at(step.to + 1) == GAP
    }

    fn consider(
        &mut self,
        (parent, step, gap): (u32, Step, usize),
        board: &mut Board,
        rows: &[u64; 4],
        tally: &Tally,
        seen: &NameSet,
        candidates: &mut Vec<Candidate>,
    ) {
        let name = self.name(&self.rows_after(*rows, step));
        if seen.contains(name) {
            return;
        }
        let tally = tally.after(board, step);
        board.play(step, gap);
        let worth = self.taste.worth(self.frame, board, &tally, &mut self.luck);
        candidates.push(Candidate { worth, parent, name, step, gap: gap.to_le_bytes()[0] });
        board.undo(step, gap);
    }

    /// The best candidates, each position once, and not too many of one kind.
    fn choose(
        &self,
        width: usize,
        mut rest: &mut [Candidate],
        level: &mut [Board],
        seen: &mut NameSet,
    ) -> Vec<Candidate> {
        let most = width / self.taste.kinds + 1;
        let mut kinds: HashMap<u64, usize> = HashMap::new();
        let mut chosen = Vec::new();
        let order = |candidate: &Candidate| (Reverse(candidate.worth), candidate.name, candidate.parent);
        while !rest.is_empty() && chosen.len() < width {
            // All in order would take longer than all else.
            let count = rest.len().min(2 * width);
            if count < rest.len() {
                rest.select_nth_unstable_by_key(count, order);
            }
            let (front, back) = rest.split_at_mut(count);
            front.sort_unstable_by_key(order);
            for candidate in front {
                if chosen.len() == width || seen.contains(candidate.name) {
                    continue;
                }
                let board = &mut level[candidate.parent as usize];
                board.play(candidate.step, usize::from(candidate.gap));
                let alike = kinds.entry(Taste::kind(self.frame, board)).or_insert(0);
                if *alike < most {
                    seen.insert(candidate.name);
                    if !is_stuck(self.frame, board) {
                        *alike += 1;
                        chosen.push(*candidate);
                    }
                }
                board.undo(candidate.step, usize::from(candidate.gap));
            }
            rest = back;
        }
        chosen
    }

    /// The moves from the first position to one of the last level.
    fn line(&self, history: &[Vec<(u32, Step)>], last: usize, names: Names) -> Vec<Shift> {
        let mut number = last;
        let mut steps = Vec::new();
        for level in history.iter().rev() {
            let (parent, step) = level[number];
            steps.push(names.shift(step));
            number = parent as usize;
        }
        steps.reverse();
        [&*self.starts[number].1, &*steps].concat()
    }

    /// The names of the rows.
    fn rows(&self, board: &Board) -> [u64; 4] {
        let mut rows = [0; 4];
        for cell in self.frame.cells() {
            rows[usize::from(cell >> 4)] ^= self.words[usize::from(board.at(cell))][usize::from(cell & 15)];
        }
        rows
    }

    fn rows_after(&self, mut rows: [u64; 4], step: Step) -> [u64; 4] {
        let (card, gap) = (&self.words[usize::from(step.card)], &self.words[usize::from(GAP)]);
        for cell in [step.from, step.to] {
            rows[usize::from(cell >> 4)] ^= card[usize::from(cell & 15)] ^ gap[usize::from(cell & 15)];
        }
        rows
    }

    /// The name of a position, whatever the order of its rows; never 0.
    fn name(&self, rows: &[u64; 4]) -> u64 {
        let rows = &rows[..usize::from(self.frame.rows)];
        rows.iter().fold(0_u64, |name, &row| name.wrapping_add(SplitMix::new(row).next_u64())).max(1)
    }
}

/// A set of numbers other than 0 that are random already.
#[derive(Default)]
struct NameSet {
    slots: Vec<u64>,
    count: usize,
}

impl NameSet {
    /// The slot of a number, or the free one where it would be.
    fn slot(&self, name: u64) -> usize {
        let mask = self.slots.len() - 1;
        #[expect(clippy::cast_possible_truncation, reason = "some bits of a name")]
        let mut slot = name as usize & mask;
        while self.slots[slot] != 0 && self.slots[slot] != name {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn contains(&self, name: u64) -> bool {
        self.slots[self.slot(name)] == name
    }

    fn insert(&mut self, name: u64) {
        if 2 * (self.count + 1) > self.slots.len() {
            let slots = vec![0; (2 * self.slots.len()).max(1 << 10)];
            for name in std::mem::replace(&mut self.slots, slots).into_iter().filter(|&name| name != 0) {
                let slot = self.slot(name);
                self.slots[slot] = name;
            }
        }
        let slot = self.slot(name);
        self.count += usize::from(self.slots[slot] == 0);
        self.slots[slot] = name;
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_core::Game;
    use kibitzer_games::gaps::{First, Shuffle};
    use kibitzer_search::Budget;

    use super::super::board::read;
    use super::super::twin::{deal, wins};
    use super::*;

    #[test]
    fn lines_win_and_repeat_whatever_the_order_of_rows() {
        let mut won = 0;
        for (columns, seeds) in [(5, 0..30), (7, 0..20), (13, 0..6)] {
            for seed in seeds {
                let start = deal(4, columns, First::Any, Shuffle::Full, seed);
                let (frame, board, names) = read(&start);
                let run = || {
                    let mut alone = ();
                    let mut meter = Meter::new(Budget::default(), &mut alone);
                    let line = Beams::new(frame, vec![(board.clone(), Vec::new())], 1).run(100, names, &mut meter);
                    (line.expect("no limits"), meter.stats().expanded)
                };
                let found = run();
                assert_eq!(found, run(), "{start}");
                if let (Some(line), _) = found {
                    assert!(wins(&start, &line), "{start} {line:?}");
                    won += 1;
                }
            }
        }
        assert!(won > 25, "{won}");
    }

    #[test]
    fn lines_begin_with_the_moves_that_led_to_where_a_beam_began() {
        let mut won = 0;
        for seed in 0..30 {
            let start = deal(4, 5, First::Any, Shuffle::Full, seed);
            let Some(mv) = start.moves().next() else { continue };
            let (frame, _, names) = read(&start);
            let starts = vec![(read(&start.after(mv)).1, vec![mv])];
            let mut alone = ();
            let mut meter = Meter::new(Budget::default(), &mut alone);
            if let Some(line) = Beams::new(frame, starts, 1).run(100, names, &mut meter).expect("no limits") {
                assert!(line[0] == mv && wins(&start, &line), "{start} {line:?}");
                won += 1;
            }
        }
        assert!(won > 5, "{won}");
    }

    #[test]
    fn names_are_those_of_the_rows_in_any_order() {
        let start = deal(4, 13, First::Any, Shuffle::Full, 3);
        let (frame, board, names) = read(&start);
        let beams = Beams::new(frame, vec![(board.clone(), Vec::new())], 0);
        let rows = beams.rows(&board);
        let [a, b, c, d] = rows;
        assert_eq!(beams.name(&rows), beams.name(&[d, b, a, c]));
        for gap in 0..4 {
            if let Some(step) = board.step_into(gap).filter(|step| !is_first(step.to)) {
                let after = read(&start.after(names.shift(step))).1;
                assert_eq!(beams.rows_after(rows, step), beams.rows(&after));
                assert_ne!(beams.name(&beams.rows(&after)), beams.name(&rows));
            }
        }
    }
}
