//! The writer: turns what the solver knows into a strategy.

use std::collections::HashSet;

use kibitzer_core::{Game, Payoff, Value};
use kibitzer_games::yavalath::{Cells, Side, Yavalath};
use kibitzer_search::{Budget, Observer, Report, Stop};

use super::super::driver::{Driver, Exact};
use super::super::position::Position;
use super::super::symmetry::Code;
use super::check::{CELLS, LINE, TITLE, checksum};

/// A proof of the value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What is proved, for the side to move.
    pub value: Value,
    /// The file.
    pub file: Vec<u8>,
}

/// Decides a position and proves it. `text` is the position as it is to be named: its moves in Susan notation.
///
/// Nothing is found where the game is over.
///
/// # Errors
/// If the budget is spent.
pub fn prove(
    exact: &mut Exact,
    board: &Yavalath,
    text: &str,
    budget: Budget,
    observer: &mut dyn Observer<Yavalath>,
) -> Report<Result<Certificate, Stop>> {
    exact.drive(board.side(), budget, observer, |driver| {
        let side = board.side();
        let mut writer = Writer { driver, side, file: Vec::new(), in_line: 0, met: HashSet::new() };
        let swap = if board.has_swap() { "on" } else { "off" };
        writer.line(&format!("{TITLE}\nrules side={} swap={swap}\nposition {text}", side.length()));
        let mark = writer.file.len();
        let value = writer.value(board, text)?;
        let verdict = match value {
            Value::Win => "verdict win\n",
            Value::Draw => "verdict draw\n",
            Value::Loss => "verdict loss\n",
        };
        let mut file = writer.file;
        file.splice(mark..mark, verdict.bytes());
        let sum = checksum(&file);
        file.extend(format!("checksum {sum:016x}\n").bytes());
        Ok(Certificate { value, file })
    })
}

struct Writer<'a, 'd, 'o> {
    driver: &'a mut Driver<'d, 'o>,
    side: Side,
    file: Vec<u8>,
    in_line: usize,
    met: HashSet<Code>,
}

impl Writer<'_, '_, '_> {
    fn line(&mut self, text: &str) {
        self.file.extend(text.bytes());
        self.file.push(b'\n');
    }

    fn put(&mut self, character: u8) {
        self.file.push(character);
        self.in_line += 1;
        if self.in_line == LINE {
            self.file.push(b'\n');
            self.in_line = 0;
        }
    }

    fn put_cell(&mut self, cell: Cells) {
        let bit = cell.trailing_zeros() as usize;
        let index = (0..self.side.size()).find(|index| self.side.nth(*index) == bit).expect("on the board");
        self.put(CELLS[index]);
    }

    /// A forcing line: the attacker's moves of a line of both sides' moves.
    fn put_line(&mut self, line: &[Cells]) {
        for cell in line.iter().step_by(2) {
            self.put_cell(*cell);
        }
        self.put(b'.');
    }

    /// The value of a position with all its rules, and the proofs that it follows from.
    fn value(&mut self, board: &Yavalath, text: &str) -> Result<Value, Stop> {
        let Some(position) = Position::new(board) else { return Ok(board.ended().unwrap_or(Value::Draw)) };
        if board.has_swap() && board.stones() == 0 {
            let (value, best) = self.driver.judge(board, &position)?;
            let openings: Vec<_> = if value == Value::Draw { best } else { board.moves().collect() };
            let mut seen = HashSet::new();
            for turn in openings {
                let opening = board.after(turn);
                if seen.insert(opening.key()) {
                    self.value(&opening, &turn.to_string())?;
                }
            }
            return Ok(value);
        }
        let value = self.driver.value(&position)?;
        match value {
            Value::Win => self.proof(&position, true, true, text)?,
            Value::Loss => self.proof(&position, false, true, text)?,
            Value::Draw => {
                self.proof(&position, true, false, text)?;
                self.proof(&position, false, false, text)?;
            }
        }
        Ok(if board.may_swap() && value == Value::Loss { Value::Win } else { value })
    }

    fn proof(&mut self, position: &Position, by_mover: bool, wins: bool, text: &str) -> Result<(), Stop> {
        let who = if by_mover { "to-move" } else { "other" };
        self.line(&format!("proof {who} {} {text}", if wins { "wins" } else { "holds" }));
        self.met.clear();
        self.in_line = 0;
        // Who holds is looked for as who draws.
        let aim = if wins { Value::Win } else { Value::Draw };
        if by_mover { self.planner(position, aim) } else { self.opponent(position, aim) }?;
        if self.in_line > 0 {
            self.file.push(b'\n');
        }
        Ok(())
    }

    fn planner(&mut self, position: &Position, aim: Value) -> Result<(), Stop> {
        if position.wins() != 0 {
            return Ok(());
        }
        let hunt = &mut self.driver.hunts[0];
        if !self.met.insert(hunt.code(position)) {
            return Ok(());
        }
        if let Some(line) = hunt.line(position) {
            self.put(b'!');
            self.put_line(&line.moves);
            return Ok(());
        }
        let cell = self.driver.keepers(position, aim)?[0];
        self.put_cell(cell);
        let next = position.after(cell);
        if next.free == 0 { Ok(()) } else { self.opponent(&next, aim) }
    }

    fn opponent(&mut self, position: &Position, aim: Value) -> Result<(), Stop> {
        let gaps = position.threats();
        if gaps & gaps.wrapping_sub(1) != 0 {
            return Ok(());
        }
        if gaps != 0 {
            return self.reply(position, gaps, &[], aim);
        }
        let line = self.driver.hunts[0].line_against(position).map_or_else(Vec::new, |line| line.moves);
        if line.is_empty() {
            self.put(b'-');
        } else {
            self.put(b'+');
            self.put_line(&line);
        }
        let mut free = position.free;
        while free != 0 {
            let cell = free & free.wrapping_neg();
            free ^= cell;
            self.reply(position, cell, &line, aim)?;
        }
        Ok(())
    }

    fn reply(&mut self, position: &Position, cell: Cells, line: &[Cells], aim: Value) -> Result<(), Stop> {
        if cell & position.safe() == 0 {
            return Ok(());
        }
        let next = position.after(cell);
        if line_wins(&next, line) || next.free == 0 { Ok(()) } else { self.planner(&next, aim) }
    }
}

/// Whether the attacker's moves of a line of both sides' moves win for the side to move.
fn line_wins(position: &Position, line: &[Cells]) -> bool {
    let mut position = *position;
    for cell in line.iter().copied().step_by(2) {
        if position.free & cell == 0 {
            return false;
        }
        if position.wins() & cell != 0 {
            return true;
        }
        if position.safe() & cell == 0 {
            return false;
        }
        let next = position.after(cell);
        let gaps = next.threats();
        if gaps == 0 || next.wins() != 0 {
            return false;
        }
        if gaps & (gaps - 1) != 0 || gaps & next.safe() == 0 {
            return true;
        }
        position = next.after(gaps);
    }
    false
}
