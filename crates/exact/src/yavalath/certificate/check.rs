//! The checker: the rules of the game once more, from the standard library alone, and nothing of the solver's.
//!
//! Whoever trusts this file and the text in [`super`] needs to trust nothing else in the workspace.

use std::collections::HashSet;
use std::error::Error;
use std::fmt::{self, Display};

/// The first line of a file.
pub(super) const TITLE: &str = "kibitzer certificate 1 yavalath";
/// The characters that stand for cells.
pub(super) const CELLS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// The characters of a full line of a proof.
pub(super) const LINE: usize = 100;

/// A certificate that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The side of the board.
    pub side: usize,
    /// Whether the second player may swap.
    pub swap: bool,
    /// The position that is decided, as the moves played, `start` for none.
    pub position: String,
    /// `win`, `draw` or `loss`, for the side to move.
    pub verdict: &'static str,
    /// At how many turns of a planner the proofs look, each up to symmetry.
    pub turns: u64,
    /// How many replies of opponents were answered.
    pub replies: u64,
    /// The most moves that a proof looks ahead.
    pub longest: usize,
}

/// Why a certificate does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub why: String,
}

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl Error for Refused {}

fn refuse<T>(line: usize, why: impl Into<String>) -> Result<T, Refused> {
    Err(Refused { line, why: why.into() })
}

/// FNV-1a. Each step maps the sums one to one, and the bytes one to one: a single byte that is changed always shows.
pub(in super::super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

/// A set of cells, one bit for each in the order of reading.
type Set = u64;

/// What a stone does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Four,
    Three,
    Nothing,
}

/// The board: cells as points with three coordinates that add up to 0, and the lines through them.
struct Board {
    count: usize,
    rows: Vec<(usize, usize)>,
    /// For each cell the sets of four, and of three, cells in a line that contain it.
    fours: Vec<Vec<Set>>,
    threes: Vec<Vec<Set>>,
    /// All sets of four cells in a line.
    all_fours: Vec<Set>,
    /// Where each symmetry takes each cell.
    symmetries: Vec<Vec<usize>>,
}

impl Board {
    fn new(side: usize) -> Board {
        let radius = side.cast_signed() - 1;
        let mut points = Vec::new();
        let mut rows = Vec::new();
        for row in -radius..=radius {
            // Along a row the first coordinate grows; all three stay within the radius.
            let first = (-radius).max(-radius - row);
            let last = radius.min(radius - row);
            for (number, x) in (first..=last).enumerate() {
                points.push([x, row, -x - row]);
                rows.push(((row + radius).cast_unsigned(), number));
            }
        }
        let find = |point: [isize; 3]| points.iter().position(|other| *other == point);
        let lines = |length: isize| -> Vec<Set> {
            let mut sets = Vec::new();
            for point in &points {
                for step in [[1, 0, -1], [0, 1, -1], [1, -1, 0]] {
                    let along = (0..length).map(|i| find(std::array::from_fn(|axis| point[axis] + i * step[axis])));
                    if let Some(cells) = along.collect::<Option<Vec<usize>>>() {
                        sets.push(cells.into_iter().fold(0, |set, cell| set | 1 << cell));
                    }
                }
            }
            sets
        };
        let (all_fours, all_threes) = (lines(4), lines(3));
        let through = |sets: &[Set], cell: usize| sets.iter().copied().filter(|set| set >> cell & 1 == 1).collect();
        let count = points.len();
        let mut symmetries = Vec::new();
        // The coordinates in each of their six orders, with either sign.
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            for sign in [1, -1] {
                let image = points.iter().map(|point| find(order.map(|axis| sign * point[axis])));
                symmetries.push(image.map(|cell| cell.expect("the board is symmetric")).collect());
            }
        }
        Board {
            count,
            rows,
            fours: (0..count).map(|cell| through(&all_fours, cell)).collect(),
            threes: (0..count).map(|cell| through(&all_threes, cell)).collect(),
            all_fours,
            symmetries,
        }
    }

    fn all(&self) -> Set {
        (1 << self.count) - 1
    }

    /// What a stone on a cell does, which is among these stones already.
    fn effect(&self, stones: Set, cell: usize) -> Effect {
        let makes = |sets: &[Set]| sets.iter().any(|set| set & !stones == 0);
        if makes(&self.fours[cell]) {
            Effect::Four
        } else if makes(&self.threes[cell]) {
            Effect::Three
        } else {
            Effect::Nothing
        }
    }

    /// The free cells that make four with these stones.
    fn completing(&self, stones: Set, free: Set) -> Set {
        let missing = self.all_fours.iter().map(|set| set & !stones);
        missing.filter(|rest| rest & rest.wrapping_sub(1) == 0 && rest & free != 0).fold(0, |cells, rest| cells | rest)
    }

    /// The image of two sets with the smallest numbers.
    fn smallest(&self, own: Set, other: Set) -> (Set, Set) {
        let image = |set: Set, symmetry: &[usize]| {
            let (mut rest, mut image) = (set, 0);
            while rest != 0 {
                image |= 1 << symmetry[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
            image
        };
        let images = self.symmetries.iter().map(|symmetry| (image(own, symmetry), image(other, symmetry)));
        images.min().unwrap_or((own, other))
    }

    fn cell(&self, name: &str) -> Option<usize> {
        let row = usize::from(name.as_bytes().first()?.checked_sub(b'a')?);
        let digits = name.get(1..)?;
        let number = digits.parse::<usize>().ok().filter(|number| number.to_string() == digits)?;
        self.rows.iter().position(|at| *at == (row, number.wrapping_sub(1)))
    }
}

/// A position of the game that goes on.
#[derive(Clone, Copy)]
struct State {
    /// The stones of the side to move.
    own: Set,
    other: Set,
    stones: usize,
    is_swapped: bool,
}

impl State {
    fn free(&self, board: &Board) -> Set {
        board.all() & !(self.own | self.other)
    }
}

/// Plays the moves of a line of the file.
fn replay(board: &Board, swap: bool, moves: &str, line: usize) -> Result<State, Refused> {
    let mut state = State { own: 0, other: 0, stones: 0, is_swapped: false };
    if moves == "start" {
        return Ok(state);
    }
    for word in moves.split(' ') {
        if word == "swap" {
            if !swap || state.stones != 1 || state.is_swapped {
                return refuse(line, "nobody can swap there");
            }
            state.is_swapped = true;
            continue;
        }
        let Some(cell) = board.cell(word) else { return refuse(line, format!("'{word}' is not a cell of the board")) };
        if (state.own | state.other) >> cell & 1 == 1 {
            return refuse(line, format!("{word} is taken"));
        }
        let placed = state.own | 1 << cell;
        if board.effect(placed, cell) != Effect::Nothing {
            return refuse(line, format!("the game ends with {word}"));
        }
        state = State { own: state.other, other: placed, stones: state.stones + 1, ..state };
    }
    if state.free(board) == 0 {
        return refuse(line, "the board is full");
    }
    Ok(state)
}

/// What a proof shows of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shown {
    state: (Set, Set),
    by_mover: bool,
    wins: bool,
}

/// Checks a certificate, the whole content of a file.
///
/// # Errors
/// If anything in it is not as [the format](super) wants it, or does not prove what it says.
pub fn check(file: &[u8]) -> Result<Accepted, Refused> {
    if !file.is_ascii() {
        return refuse(1, "this is not a certificate of ASCII text");
    }
    let text = str::from_utf8(file).map_err(|_| Refused { line: 1, why: "this is not text".to_string() })?;
    let Some(body) = text.strip_suffix('\n') else { return refuse(1, "the last line is not ended") };
    let lines: Vec<&str> = body.split('\n').collect();
    check_sum(text, &lines)?;
    let at = |index: usize, start: &str| match lines.get(index).and_then(|line| line.strip_prefix(start)) {
        Some(rest) => Ok(rest),
        None => refuse(index + 1, format!("'{}' should stand here", start.trim_end())),
    };
    if !at(0, TITLE)?.is_empty() {
        return refuse(1, format!("'{TITLE}' should stand here"));
    }
    let (side, swap) = match at(1, "rules side=")?.split_once(" swap=") {
        Some((side @ ("3" | "4" | "5"), swap @ ("on" | "off"))) => {
            (usize::from(side.as_bytes()[0] - b'0'), swap == "on")
        }
        _ => return refuse(2, "these are not rules"),
    };
    let board = Board::new(side);
    let position = at(2, "position ")?;
    let state = replay(&board, swap, position, 3)?;
    let verdict = match at(3, "verdict ")? {
        "win" => "win",
        "draw" => "draw",
        "loss" => "loss",
        _ => return refuse(4, "this is not a verdict"),
    };
    let mut walk = Walk::new(&board, &lines[..lines.len() - 1]);
    let mut shown = Vec::new();
    while walk.line + 1 < lines.len() {
        shown.push(walk.proof(swap)?);
    }
    if !follows(&board, swap, state, verdict, &shown) {
        return refuse(4, format!("the proofs do not make it a {verdict}"));
    }
    let Walk { turns, replies, longest, .. } = walk;
    Ok(Accepted { side, swap, position: position.to_string(), verdict, turns, replies, longest })
}

fn check_sum(text: &str, lines: &[&str]) -> Result<(), Refused> {
    let last = lines[lines.len() - 1];
    let Some(sum) = last.strip_prefix("checksum ") else { return refuse(lines.len(), "'checksum' should stand here") };
    let before = &text.as_bytes()[..text.len() - last.len() - 1];
    if sum == format!("{:016x}", checksum(before)) {
        Ok(())
    } else {
        refuse(lines.len(), "the checksum is wrong, so the file was changed or cut")
    }
}

/// Whether a verdict follows from what is shown.
fn follows(board: &Board, swap: bool, state: State, verdict: &str, shown: &[Shown]) -> bool {
    let is_shown = |state: &State, by_mover: bool, wins: bool| {
        let state = board.smallest(state.own, state.other);
        // Who wins also holds.
        shown.iter().any(|proof| (proof.state, proof.by_mover) == (state, by_mover) && (proof.wins || !wins))
    };
    let is_decisive = |state: &State| is_shown(state, true, true) || is_shown(state, false, true);
    let is_drawn = |state: &State| is_shown(state, true, false) && is_shown(state, false, false);
    let may_swap = swap && state.stones < 2 && !state.is_swapped;
    if may_swap && state.stones == 1 {
        return match verdict {
            "win" => is_decisive(&state),
            "draw" => is_drawn(&state),
            _ => false,
        };
    }
    if may_swap {
        let mut openings = (0..board.count).map(|cell| State { other: 1 << cell, stones: 1, ..state });
        return match verdict {
            "draw" => openings.any(|opening| is_drawn(&opening)),
            "loss" => openings.all(|opening| is_decisive(&opening)),
            _ => false,
        };
    }
    match verdict {
        "win" => is_shown(&state, true, true),
        "loss" => is_shown(&state, false, true),
        _ => is_drawn(&state),
    }
}

/// Walks through the proofs.
struct Walk<'a> {
    board: &'a Board,
    lines: &'a [&'a str],
    /// The line that is read, counted from 0, and the place in it.
    line: usize,
    at: usize,
    /// Whether the planner must win.
    wins: bool,
    met: HashSet<(Set, Set)>,
    turns: u64,
    replies: u64,
    longest: usize,
}

impl<'a> Walk<'a> {
    fn new(board: &'a Board, lines: &'a [&'a str]) -> Self {
        let (met, wins) = (HashSet::new(), true);
        Walk { board, lines, line: 4, at: 0, wins, met, turns: 0, replies: 0, longest: 0 }
    }

    fn refuse<T>(&self, why: impl Into<String>) -> Result<T, Refused> {
        refuse(self.line + 1, why)
    }

    /// Reads a proof: its first line, then the strategy.
    fn proof(&mut self, swap: bool) -> Result<Shown, Refused> {
        let line = self.lines[self.line];
        let (by_mover, rest) = if let Some(rest) = line.strip_prefix("proof to-move ") {
            (true, rest)
        } else if let Some(rest) = line.strip_prefix("proof other ") {
            (false, rest)
        } else {
            return self.refuse("a proof should begin here");
        };
        let (wins, moves) = match rest.split_once(' ') {
            Some(("wins", moves)) => (true, moves),
            Some(("holds", moves)) => (false, moves),
            _ => return self.refuse("a proof should begin here"),
        };
        let state = replay(self.board, swap, moves, self.line + 1)?;
        (self.wins, self.at) = (wins, 0);
        self.line += 1;
        self.met.clear();
        if by_mover {
            self.planner(state.own, state.other, 0)?;
        } else {
            self.opponent(state.other, state.own, 0)?;
        }
        self.finish_strategy()?;
        Ok(Shown { state: self.board.smallest(state.own, state.other), by_mover, wins })
    }

    /// The strategy is read; its last line must be too.
    fn finish_strategy(&mut self) -> Result<(), Refused> {
        if self.at > 0 {
            if self.at < self.lines[self.line].len() {
                return self.refuse("there is more in the line than is needed");
            }
            (self.line, self.at) = (self.line + 1, 0);
        }
        Ok(())
    }

    /// The next character of a strategy.
    fn next(&mut self) -> Result<u8, Refused> {
        let Some(line) = self.lines.get(self.line) else { return self.refuse("the strategy ends too soon") };
        let Some(character) = line.as_bytes().get(self.at) else { return self.refuse("the line is too short") };
        if line.len() > LINE {
            return self.refuse("the line is too long");
        }
        self.at += 1;
        if self.at == LINE {
            (self.line, self.at) = (self.line + 1, 0);
        }
        Ok(*character)
    }

    fn cell_of(&self, character: u8) -> Result<usize, Refused> {
        match CELLS.iter().position(|cell| *cell == character).filter(|cell| *cell < self.board.count) {
            Some(cell) => Ok(cell),
            None => self.refuse(format!("'{}' is not a cell", char::from(character).escape_default())),
        }
    }

    /// A forcing line: cells up to a full stop.
    fn forcing_line(&mut self) -> Result<Vec<usize>, Refused> {
        let mut cells = Vec::new();
        loop {
            let character = self.next()?;
            if character == b'.' {
                return Ok(cells);
            }
            cells.push(self.cell_of(character)?);
            if cells.len() > self.board.count {
                return self.refuse("the forcing line is too long");
            }
        }
    }

    /// Whether a forcing line wins; `depth` counts the moves so far.
    fn line_wins(&mut self, mut plan: Set, mut opponent: Set, line: &[usize], mut depth: usize) -> bool {
        for &cell in line {
            let free = self.board.all() & !(plan | opponent);
            if free >> cell & 1 == 0 {
                return false;
            }
            plan |= 1 << cell;
            depth += 1;
            match self.board.effect(plan, cell) {
                Effect::Four => {
                    self.longest = self.longest.max(depth);
                    return true;
                }
                Effect::Three => return false,
                Effect::Nothing => {}
            }
            let free = free & !(1 << cell);
            let gaps = self.board.completing(plan, free);
            if gaps == 0 || self.board.completing(opponent, free) != 0 {
                return false;
            }
            let gap = gaps.trailing_zeros() as usize;
            opponent |= 1 << gap;
            if gaps.count_ones() > 1 || self.board.effect(opponent, gap) == Effect::Three {
                // An answer, and four.
                self.longest = self.longest.max(depth + 2);
                return true;
            }
            depth += 1;
        }
        false
    }

    fn planner(&mut self, plan: Set, opponent: Set, depth: usize) -> Result<(), Refused> {
        let free = self.board.all() & !(plan | opponent);
        if self.board.completing(plan, free) != 0 {
            self.longest = self.longest.max(depth + 1);
            return Ok(());
        }
        if !self.met.insert(self.board.smallest(plan, opponent)) {
            return Ok(());
        }
        self.turns += 1;
        let character = self.next()?;
        if character == b'!' {
            let line = self.forcing_line()?;
            return if self.line_wins(plan, opponent, &line, depth) {
                Ok(())
            } else {
                self.refuse("the forcing line does not win")
            };
        }
        let cell = self.cell_of(character)?;
        if free >> cell & 1 == 0 {
            return self.refuse("the planner moves to a cell that is taken");
        }
        let plan = plan | 1 << cell;
        if self.board.effect(plan, cell) == Effect::Three {
            return self.refuse("the planner makes three");
        }
        if free & !(1 << cell) == 0 {
            return self.full_board(depth + 1);
        }
        self.opponent(plan, opponent, depth + 1)
    }

    fn full_board(&mut self, depth: usize) -> Result<(), Refused> {
        self.longest = self.longest.max(depth);
        if self.wins { self.refuse("a full board is no win") } else { Ok(()) }
    }

    fn opponent(&mut self, plan: Set, opponent: Set, depth: usize) -> Result<(), Refused> {
        let free = self.board.all() & !(plan | opponent);
        if self.board.completing(opponent, free) != 0 {
            return self.refuse("the opponent can make four");
        }
        let gaps = self.board.completing(plan, free);
        self.replies += u64::from(free.count_ones());
        if gaps.count_ones() > 1 {
            self.longest = self.longest.max(depth + 2);
            return Ok(());
        }
        if gaps != 0 {
            let gap = gaps.trailing_zeros() as usize;
            self.longest = self.longest.max(depth + 2);
            return self.reply(plan, opponent, gap, &[], depth);
        }
        let line = match self.next()? {
            b'-' => Vec::new(),
            b'+' => self.forcing_line()?,
            other => return self.refuse(format!("'{}' is neither - nor +", char::from(other).escape_default())),
        };
        for cell in (0..self.board.count).filter(|cell| free >> cell & 1 == 1) {
            self.reply(plan, opponent, cell, &line, depth)?;
        }
        Ok(())
    }

    /// The opponent takes a cell.
    fn reply(&mut self, plan: Set, opponent: Set, cell: usize, line: &[usize], depth: usize) -> Result<(), Refused> {
        let opponent = opponent | 1 << cell;
        if self.board.effect(opponent, cell) == Effect::Three || self.line_wins(plan, opponent, line, depth + 1) {
            return Ok(());
        }
        if plan | opponent == self.board.all() {
            return self.full_board(depth + 1);
        }
        self.planner(plan, opponent, depth + 1)
    }
}

#[cfg(test)]
mod tests;
