//! Beginnings by beams: all good positions so many moves from the start, then those one move further.
//!
//! Under the rule `any` hardly anything is ever forced, and a deal is won or lost by its first moves: an attempt by luck that
//! begins at the position itself seldom makes the right ones, and far down in a beam nearly all that looks good is lost. So
//! beams are short, and from some positions of each level an attempt by luck goes on. What a beam prefers is a taste
//! (`taste.rs`), and a beam that fails is followed by one with another taste and of another shape. Rows are alike, so that
//! positions which differ in their order are met once. Positions whose first column stays closed are left (`closed.rs`).
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

/// One beam in so many begins at the other positions, if there are any.
const ELSEWHERE: usize = 4;

/// Positions of an attempt by luck that take as long as one of a beam: each counts as so many, so that a limit of nodes
/// is one of time.
const COST: u64 = 12;

/// One position of a beam in so many is where an attempt by luck begins.
const ATTEMPTS: usize = 30;

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

/// How much of a beam there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    /// The positions of a level.
    width: usize,
    /// The moves that are made.
    levels: usize,
    /// The positions that an attempt by luck may see.
    positions: u64,
}

impl Shape {
    const WIDEST: usize = 400;
    const LONGEST: usize = 50;

    /// That of the first beam.
    const USUAL: Self = Self { width: 200, levels: 12, positions: 2_000 };

    /// A shape by luck. Of 34 hard deals, with a limit of 20 million nodes, each of twelve shapes alone won 12 to 22 of
    /// them.
    fn draw(luck: &mut SplitMix) -> Self {
        Self {
            width: [100, 200, 200, Self::WIDEST][luck.below(4)],
            levels: [6, 12, 12, 25, 25, Self::LONGEST][luck.below(6)],
            positions: [1_000, 2_000, 2_000, 8_000][luck.below(4)],
        }
    }
}

/// Beams from one or more positions, each with a taste and a shape of its own.
pub(super) struct Beams {
    frame: Frame,
    /// Where beams begin, with the moves that lead there: the position itself, then others.
    starts: Vec<(Board, Vec<Shift>)>,
    luck: SplitMix,
    /// Random words whose sum modulo two names a row, by what a cell holds and its column.
    words: Vec<[u64; 16]>,
    /// The taste of the next beam, and its number.
    taste: Taste,
    count: usize,
    shape: Shape,
    roamer: Roamer,
}

impl Beams {
    /// The memory they hold, with that of the largest beam that may run.
    pub(super) const BYTES: usize = Roamer::BYTES
        + size_of::<[[u64; 16]; 64]>()
        + Shape::WIDEST * (2 * size_of::<Board>() + MOVES * size_of::<Candidate>())
        + Shape::LONGEST * Shape::WIDEST * (size_of::<(u32, Step)>() + 4 * size_of::<u64>());

    /// Beams that begin at a position.
    pub(super) fn new(frame: Frame, start: Board, seed: u64) -> Self {
        let mut luck = SplitMix::new(seed);
        let words = (0..64).map(|_| std::array::from_fn(|_| luck.next_u64())).collect();
        let roamer = Roamer::new(frame, start.clone(), Habit::of_rule(frame.rule), luck.next_u64());
        let taste = Taste::of_beam(0, &mut luck);
        Self { frame, starts: vec![(start, Vec::new())], luck, words, taste, count: 0, shape: Shape::USUAL, roamer }
    }

    /// Whether some beams begin at other positions.
    pub(super) fn begin_elsewhere(&self) -> bool {
        self.starts.len() > 1
    }

    /// One beam in some begins at positions like this one, to which these moves lead.
    pub(super) fn begin_also(&mut self, board: Board, line: Vec<Shift>) {
        self.starts.push((board, line));
    }

    /// One beam: a line that wins, if it finds one. The next has another taste and another shape.
    pub(super) fn run(&mut self, names: Names, meter: &mut Meter<'_, Gaps>) -> Result<Option<Vec<Shift>>, Stop> {
        let line = self.search(names, meter);
        self.count += 1;
        self.taste = Taste::of_beam(self.count, &mut self.luck);
        self.shape = Shape::draw(&mut self.luck);
        line
    }

    fn search(&mut self, names: Names, meter: &mut Meter<'_, Gaps>) -> Result<Option<Vec<Shift>>, Stop> {
        let Shape { width, levels, positions } = self.shape;
        let mut seen = NameSet::default();
        let first = usize::from(self.count % ELSEWHERE == ELSEWHERE - 1 && self.begin_elsewhere());
        let last = if first == 0 { 1 } else { self.starts.len() };
        let mut level: Vec<Board> = self.starts[first..last].iter().map(|(board, _)| board.clone()).collect();
        for board in &level {
            seen.insert(self.name(&self.rows(board)));
        }
        let mut history: Vec<Vec<(u32, Step)>> = Vec::new();
        let mut candidates = Vec::new();
        while history.len() < levels && !level.is_empty() {
            candidates.clear();
            for (parent, board) in (0..).zip(&mut level) {
                meter.expand_unseen()?;
                self.expand(parent, board, &seen, &mut candidates);
            }
            meter.expand_elsewhere((COST - 1) * level.len() as u64);
            let chosen = self.choose(width, &mut candidates, &mut level, &mut seen);
            let child = |candidate: &Candidate| {
                let mut board = level[candidate.parent as usize].clone();
                board.play(candidate.step, usize::from(candidate.gap));
                board
            };
            let next: Vec<Board> = chosen.iter().map(child).collect();
            history.push(chosen.iter().map(|candidate| (candidate.parent, candidate.step)).collect());
            if let Some(won) = next.iter().position(|board| board.is_goal(self.frame)) {
                return Ok(Some(self.line(first, &history, won, names)));
            }
            for _ in 0..next.len().div_ceil(ATTEMPTS) {
                let number = self.luck.below(next.len());
                self.roamer.go_to(next[number].clone());
                if self.roamer.attempt(positions, meter)? {
                    let mut line = self.line(first, &history, number, names);
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
    fn line(&self, first: usize, history: &[Vec<(u32, Step)>], last: usize, names: Names) -> Vec<Shift> {
        let mut number = last;
        let mut steps = Vec::new();
        for level in history.iter().rev() {
            let (parent, step) = level[number];
            steps.push(names.shift(step));
            number = parent as usize;
        }
        steps.reverse();
        [&*self.starts[first + number].1, &*steps].concat()
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
                    let line = Beams::new(frame, board.clone(), 1).run(names, &mut meter);
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
            let mut beams = Beams::new(frame, read(&start).1, 1);
            beams.begin_also(read(&start.after(mv)).1, vec![mv]);
            let mut alone = ();
            let mut meter = Meter::new(Budget::default(), &mut alone);
            for _ in 1..ELSEWHERE {
                beams.run(names, &mut meter).expect("no limits");
            }
            if let Some(line) = beams.run(names, &mut meter).expect("no limits") {
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
        let beams = Beams::new(frame, board.clone(), 0);
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
