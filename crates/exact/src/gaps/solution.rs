//! Solutions in files, and a checker with rules of its own: it shares no code with the board or the solvers.
//!
//! ```text
//! kibitzer certificate 1 gaps
//! position 2C 3C -- / -- 2H 3H
//! rules first=lowest
//! verdict solved
//! moves 2H>2,1 3H>2,2
//! checksum 0123456789abcdef
//! ```
//!
//! Lines of ASCII end with a line feed. The checksum is the 64-bit FNV-1a hash of all bytes before its line.

use std::error::Error;
use std::fmt::{self, Display};

use kibitzer_games::gaps::{Gaps, Shift};

/// The first line of a file.
pub const TITLE: &str = "kibitzer certificate 1 gaps";
const RANKS: &str = "A23456789TJQK";
const SUITS: &str = "CHSD";

/// A solution that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The position.
    pub position: String,
    /// The rule of the first column: `any`, `lowest` or `suit`.
    pub first: String,
    /// The moves.
    pub moves: Vec<String>,
}

/// Why a file does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub why: String,
}

impl Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl Error for Broken {}

/// The file of a solution.
#[must_use]
pub fn write(start: &Gaps, moves: &[Shift]) -> Vec<u8> {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let mut text = format!(
        "{TITLE}\nposition {}\nrules first={}\nverdict solved\nmoves {}",
        start.plain(),
        start.first(),
        moves.join(" ")
    );
    // Nothing may follow the last word.
    text.truncate(text.trim_end().len());
    text.push('\n');
    let sum = checksum(text.as_bytes());
    format!("{text}checksum {sum:016x}\n").into_bytes()
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

/// Reads such a file and replays it.
///
/// # Errors
/// If it is not such a file, or its moves do not win.
pub fn check(file: &[u8]) -> Result<Held, Broken> {
    let broken = |line: usize, why: &str| Broken { line, why: why.to_string() };
    let text = str::from_utf8(file).map_err(|_| broken(1, "this is not text"))?;
    let lines: Vec<&str> = text.split('\n').collect();
    let &[title, position, rules, verdict, moves, sum, ""] = lines.as_slice() else {
        return Err(broken(lines.len(), "the file does not have six lines"));
    };
    let after = |line: usize, text: &'_ str, word: &str| {
        text.strip_prefix(word).map(str::to_string).ok_or_else(|| broken(line, &format!("there is no '{word}'")))
    };
    if title != TITLE {
        return Err(broken(1, &format!("the first line is not '{TITLE}'")));
    }
    let position = after(2, position, "position ")?;
    let first = after(3, rules, "rules first=")?;
    after(4, verdict, "verdict solved")?;
    let moves: Vec<String> = after(5, moves, "moves")?.split_whitespace().map(str::to_string).collect();
    let written = text.len() - sum.len() - 1;
    if after(6, sum, "checksum ")? != format!("{:016x}", checksum(&file[..written])) {
        return Err(broken(6, "the checksum is wrong"));
    }
    let mut table = Table::read(&position).ok_or_else(|| broken(2, "this is not a position"))?;
    if !["any", "lowest", "suit"].contains(&first.as_str()) {
        return Err(broken(3, "there is no such rule"));
    }
    for mv in &moves {
        table.play(&first, mv).ok_or_else(|| broken(5, &format!("{mv} is illegal")))?;
    }
    if table.is_won() { Ok(Held { position, first, moves }) } else { Err(broken(5, "the moves do not win")) }
}

/// Cards as places in [`RANKS`] and [`SUITS`].
type Place = Option<(usize, usize)>;

struct Table {
    rows: Vec<Vec<Place>>,
    lowest: usize,
    /// Those in play, in the order of the rows they are tied to.
    suits: Vec<usize>,
}

fn card(word: &str) -> Place {
    let (rank, suit) = word.split_at_checked(1)?;
    let is_suit = suit.len() == 1;
    RANKS.find(rank).zip(SUITS.find(suit)).filter(|_| is_suit)
}

impl Table {
    /// Reads a position: R rows of C cells with R suits, C - 1 ranks and each of their cards once.
    fn read(text: &str) -> Option<Table> {
        let mut rows = Vec::new();
        for line in text.split(" / ") {
            let cell = |word| if word == "--" { Some(None) } else { card(word).map(Some) };
            rows.push(line.split(' ').map(cell).collect::<Option<Vec<Place>>>()?);
        }
        let columns = rows[0].len();
        let mut cards: Vec<(usize, usize)> = rows.iter().flatten().flatten().copied().collect();
        cards.sort_unstable();
        let mut suits: Vec<usize> = cards.iter().map(|(_, suit)| *suit).collect();
        suits.sort_unstable();
        suits.dedup();
        let lowest = cards.first().map_or(0, |(rank, _)| *rank);
        let deck: Vec<_> =
            (lowest..lowest + columns - 1).flat_map(|rank| suits.iter().map(move |suit| (rank, *suit))).collect();
        let is_whole = rows.iter().all(|row| row.len() == columns) && cards == deck;
        (is_whole && (columns == 1 || suits.len() == rows.len())).then_some(Table { rows, lowest, suits })
    }

    fn play(&mut self, first: &str, mv: &str) -> Option<()> {
        let (name, place) = mv.split_once('>')?;
        let (row, column) = place.split_once(',')?;
        let moved = card(name)?;
        let (row, column) = (row.parse::<usize>().ok()?.checked_sub(1)?, column.parse::<usize>().ok()?.checked_sub(1)?);
        if self.rows.get(row)?.get(column)?.is_some() {
            return None;
        }
        let may_enter = match column.checked_sub(1) {
            Some(left) => self.rows[row][left].is_some_and(|(rank, suit)| (rank + 1, suit) == moved),
            None => match first {
                "any" => true,
                "lowest" => moved.0 == self.lowest,
                _ => moved.0 == self.lowest && self.suits.get(row) == Some(&moved.1),
            },
        };
        let from = self.rows.iter_mut().flatten().find(|cell| **cell == Some(moved)).filter(|_| may_enter)?;
        *from = None;
        self.rows[row][column] = Some(moved);
        Some(())
    }

    fn is_won(&self) -> bool {
        self.rows.iter().all(|row| {
            let suit = row[0].map(|(_, suit)| suit);
            let belongs = |column: usize| suit.map(|suit| (self.lowest + column, suit));
            row.iter().take(row.len() - 1).enumerate().all(|(column, cell)| cell.is_some() && *cell == belongs(column))
        })
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_core::Game;
    use kibitzer_games::gaps::First;
    use kibitzer_search::{Budget, Solver, Verdict};

    use super::super::Shortest;
    use super::*;

    fn solved(first: First, text: &str) -> Vec<u8> {
        let start = Gaps::read(first, text).expect("a position");
        let Verdict::Solved(moves) = Shortest.solve(&start, Budget::default(), &mut ()).verdict else {
            panic!("{text} cannot be won")
        };
        write(&start, &moves)
    }

    #[test]
    fn solutions_hold() {
        for first in First::ALL {
            let file = solved(first, "-- 2C 3C / 2H 3H --");
            let held = check(&file).expect("a solution");
            assert_eq!((held.first, held.moves.len()), (first.to_string(), 2));
        }
        let done = solved(First::Lowest, "2C 3C -- / 2H 3H --");
        assert_eq!(check(&done).expect("a solution").moves.len(), 0);
    }

    #[test]
    fn what_does_not_win_is_refused() {
        let start: Gaps = "2C 3C -- / -- 2H 3H".parse().expect("a position");
        let moves: Vec<Shift> = start.moves().take(1).collect();
        assert_eq!(check(&write(&start, &moves)).unwrap_err().to_string(), "line 5: the moves do not win");
        let twice = [moves[0], moves[0]];
        assert_eq!(check(&write(&start, &twice)).unwrap_err().why, format!("{} is illegal", moves[0]));
    }

    #[test]
    fn any_change_is_seen() {
        let file = solved(First::Any, "-- 2C 3C / 2H 3H --");
        for index in 0..file.len() {
            let mut other = file.clone();
            other[index] ^= 1;
            assert!(check(&other).is_err(), "byte {index}");
            assert!(check(&file[..index]).is_err(), "cut at {index}");
        }
    }
}
