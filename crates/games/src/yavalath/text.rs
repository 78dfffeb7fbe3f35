//! Positions and moves as text.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use kibitzer_core::{Duel, Game, Outcome, Payoff, Player};
use thiserror::Error;

use super::board::{Turn, Yavalath};
use super::geometry::{Cell, Cells, Side};
use super::lines::threes;

/// The empty board.
const START: &str = "start";
const SWAP: &str = "swap";
const SWAP_RULE: &str = "swap=on";

/// Text that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadYavalath {
    /// Nothing is written.
    #[error("a position is the cells played, as in e5 d4 f6; the empty board is `{START}`")]
    Empty,
    /// A word is not a cell of the board.
    #[error("move {number}: {}", off_board(found, *side))]
    Cell {
        /// Which move, counted from 1.
        number: usize,
        /// What is written.
        found: String,
        /// The board.
        side: Side,
    },
    /// A stone lies there already.
    #[error("move {number}: {cell} is taken since move {since}")]
    Taken {
        /// Which move, counted from 1.
        number: usize,
        /// The cell.
        cell: Cell,
        /// The move that took it.
        since: usize,
    },
    /// Nobody moves after the end.
    #[error("move {number}: the game was over after move {}{}", number - 1, how(*outcome))]
    Over {
        /// Which move, counted from 1.
        number: usize,
        /// How it ended.
        outcome: Outcome,
    },
    /// Swapping is for move two.
    #[error("move {number}: only move 2 can be `{SWAP}`")]
    LateSwap {
        /// Which move, counted from 1.
        number: usize,
    },
    /// The rules have no swap.
    #[error("move {number}: `{SWAP}` is not in the rules here; yavalath:{SWAP_RULE} has it")]
    NoSwap {
        /// Which move, counted from 1.
        number: usize,
    },
    /// The text is of a board with other rules.
    #[error("it begins with `{found}`, but the board here has side {} and {}", side.length(), swap_name(*has_swap))]
    Rules {
        /// The rule that is written.
        found: String,
        /// The side asked for.
        side: Side,
        /// Whether a swap was asked for.
        has_swap: bool,
    },
}

fn swap_name(has_swap: bool) -> &'static str {
    if has_swap { SWAP_RULE } else { "swap=off" }
}

fn how(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Player::One) => ", won by the first player",
        Outcome::Win(Player::Two) => ", won by the second player",
        Outcome::Draw => ", a draw",
    }
}

/// Why this is no cell of a board.
fn off_board(found: &str, side: Side) -> String {
    let last_row = letter(side.rows() - 1);
    let mut letters = found.chars();
    let row = letters.next().and_then(row_of).filter(|row| *row < side.rows());
    match row {
        Some(row) if letters.as_str().parse::<u32>().is_ok() => {
            format!("'{found}' is off the board, row {} has cells 1 to {}", letter(row), side.cells_of_row(row))
        }
        _ if letters.as_str().parse::<u32>().is_ok() => {
            format!("'{found}' is off the board, its rows are a to {last_row}")
        }
        _ => format!("'{found}' is not a cell, such as {}", side.cell(side.nth(side.size() / 2))),
    }
}

fn letter(row: usize) -> char {
    char::from(b"abcdefghi"[row])
}

fn row_of(letter: char) -> Option<usize> {
    let letter = letter.to_ascii_lowercase();
    letter.is_ascii_lowercase().then(|| usize::from(letter as u8 - b'a'))
}

/// Text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", off_board(found, *side))]
pub struct BadTurn {
    /// What is written.
    pub found: String,
    /// The board.
    pub side: Side,
}

impl FromStr for Turn {
    type Err = BadTurn;

    /// Reads a move on the largest board.
    fn from_str(text: &str) -> Result<Turn, BadTurn> {
        Turn::read(Side::FIVE, text)
    }
}

impl Turn {
    /// Reads a move on a board of this side.
    ///
    /// # Errors
    /// If it is neither a cell of that board nor a swap.
    pub fn read(side: Side, text: &str) -> Result<Turn, BadTurn> {
        let text = text.trim();
        if text.eq_ignore_ascii_case(SWAP) {
            return Ok(Turn::Swap);
        }
        let cell = read_cell(text).filter(|cell| side.has(*cell));
        cell.map(Turn::Place).ok_or_else(|| BadTurn { found: text.to_string(), side })
    }

    /// The words of a game: `e5d4` is two, and so is `e5 d4`. What is no move is a word, too.
    #[must_use]
    pub fn split(text: &str) -> Vec<&str> {
        words(text)
    }
}

fn read_cell(word: &str) -> Option<Cell> {
    let mut letters = word.chars();
    let row = letters.next().and_then(row_of)?;
    let digits = letters.as_str();
    if !digits.starts_with(|first: char| matches!(first, '1'..='9')) {
        return None;
    }
    Cell::new(row, digits.parse::<usize>().ok()?.checked_sub(1)?)
}

/// The words of a game: `e5d4` is two, and so is `e5 d4`.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for part in text.split_whitespace() {
        let mut rest = part;
        while !rest.is_empty() {
            let word = if rest.get(..SWAP.len()).is_some_and(|start| start.eq_ignore_ascii_case(SWAP)) {
                SWAP.len()
            } else {
                let first = rest.chars().next().map_or(0, char::len_utf8);
                // Digits belong to the letter before them; anything else that is not a letter goes with them.
                let is_end = |c: char| c.is_alphabetic();
                rest[first..].find(is_end).map_or(rest.len(), |end| first + end)
            };
            words.push(&rest[..word]);
            rest = &rest[word..];
        }
    }
    words
}

impl FromStr for Yavalath {
    type Err = BadYavalath;

    /// Reads a position of the standard board without swapping, unless the text begins with `side=4` or `swap=on`.
    fn from_str(text: &str) -> Result<Yavalath, BadYavalath> {
        let (side, has_swap, moves) = rules(text);
        play_all(Yavalath::new(side.unwrap_or(Side::FIVE), has_swap), moves)
    }
}

/// The rules that a text begins with, and what follows them.
fn rules(text: &str) -> (Option<Side>, bool, &str) {
    let (mut side, mut has_swap, mut rest) = (None, false, text.trim());
    loop {
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if word == SWAP_RULE {
            has_swap = true;
        } else if let Some(length) = word.strip_prefix("side=").and_then(|length| Side::new(length.parse().ok()?)) {
            side = Some(length);
        } else {
            return (side, has_swap, rest);
        }
        rest = after.trim_start();
    }
}

impl Yavalath {
    /// Reads a position of a board with these rules.
    ///
    /// # Errors
    /// If it is not one.
    pub fn read(side: Side, has_swap: bool, text: &str) -> Result<Yavalath, BadYavalath> {
        let (found_side, found_swap, moves) = rules(text);
        if let Some(found) = found_side.filter(|found| *found != side) {
            return Err(BadYavalath::Rules { found: format!("side={}", found.length()), side, has_swap });
        }
        if found_swap && !has_swap {
            return Err(BadYavalath::Rules { found: SWAP_RULE.to_string(), side, has_swap });
        }
        play_all(Yavalath::new(side, has_swap), moves)
    }

    /// The moves of a position of a board with these rules, as they are written.
    ///
    /// # Errors
    /// As [`Yavalath::read`].
    pub fn read_game(side: Side, has_swap: bool, text: &str) -> Result<Vec<Turn>, BadYavalath> {
        Yavalath::read(side, has_swap, text)?;
        let (_, _, moves) = rules(text);
        let words = if moves == START { Vec::new() } else { words(moves) };
        Ok(words.into_iter().filter_map(|word| Turn::read(side, word).ok()).collect())
    }
}

fn play_all(mut board: Yavalath, text: &str) -> Result<Yavalath, BadYavalath> {
    let side = board.side();
    if text.is_empty() {
        return Err(BadYavalath::Empty);
    }
    if text == START {
        return Ok(board);
    }
    let mut played: Vec<Option<Cell>> = Vec::new();
    for (number, word) in (1..).zip(words(text)) {
        let turn =
            Turn::read(side, word).map_err(|BadTurn { found, side }| BadYavalath::Cell { number, found, side })?;
        if let Some(outcome) = board.outcome() {
            return Err(BadYavalath::Over { number, outcome });
        }
        board.try_play(turn).map_err(|_| match turn {
            Turn::Place(cell) => {
                let since = played.iter().position(|taken| *taken == Some(cell)).map_or(number, |index| index + 1);
                BadYavalath::Taken { number, cell, since }
            }
            Turn::Swap if board.has_swap() => BadYavalath::LateSwap { number },
            Turn::Swap if number == 2 => BadYavalath::NoSwap { number },
            Turn::Swap => BadYavalath::LateSwap { number },
        })?;
        played.push(if let Turn::Place(cell) = turn { Some(cell) } else { None });
    }
    Ok(board)
}

impl Display for Yavalath {
    /// A game that leads here. `{:#}` is a picture.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return picture(self, f);
        }
        if self.side() != Side::FIVE {
            write!(f, "side={} ", self.side().length())?;
        }
        if self.has_swap() {
            write!(f, "{SWAP_RULE} ")?;
        }
        if self.stones() == 0 {
            return f.write_str(START);
        }
        let turns = game_to(self);
        turns.iter().enumerate().try_for_each(|(index, turn)| write!(f, "{}{turn}", if index == 0 { "" } else { " " }))
    }
}

impl Debug for Yavalath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Yavalath({self})")
    }
}

/// A game that leads to a position. Where it goes on, no part of the stones makes a line, so any order will do. Where
/// a line ended it, the last stone is one without which there is no line.
fn game_to(board: &Yavalath) -> Vec<Turn> {
    let is_last = |bit: &usize| threes(board.other() & !(1 << bit)) == 0;
    let last = board.ended().and_then(|_| cells(board.other()).into_iter().rev().find(is_last));
    debug_assert_eq!(last.is_some(), board.ended().is_some(), "every position was reached by a game");
    let before = last.map_or(*board, |bit| board.without_last(bit));
    // The colour that began has as many stones as the other, or one more.
    let is_even = before.stones().is_multiple_of(2);
    let (first, second) = if is_even { (before.own(), before.other()) } else { (before.other(), before.own()) };
    let (first, second) = (cells(first), cells(second));
    let mut game = Vec::new();
    for index in 0..first.len() {
        let stones = [first.get(index), second.get(index)].into_iter().flatten();
        game.extend(stones.map(|bit| board.place(*bit)));
    }
    game.extend(last.map(|bit| board.place(bit)));
    if board.is_swapped() {
        game.insert(1, Turn::Swap);
    }
    game
}

fn cells(set: Cells) -> Vec<usize> {
    (0..Cells::BITS as usize).filter(|bit| set >> bit & 1 == 1).collect()
}

fn picture(board: &Yavalath, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let side = board.side();
    for row in 0..side.rows() {
        let indent = row.abs_diff(side.length() - 1);
        write!(f, "{}{}", letter(row), " ".repeat(indent + 1))?;
        for number in 0..side.cells_of_row(row) {
            let stone = match Cell::new(row, number).and_then(|cell| board.stone(cell)) {
                None => '.',
                Some(Player::One) => 'X',
                Some(Player::Two) => 'O',
            };
            write!(f, "{}{stone}", if number == 0 { "" } else { " " })?;
        }
        // Each row tells how far its numbers go.
        write!(f, " {}{}", side.cells_of_row(row), if row + 1 < side.rows() { "\n" } else { "" })?;
    }
    Ok(())
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.row()), self.number() + 1)
    }
}

impl Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Place(cell) => write!(f, "{cell}"),
            Turn::Swap => f.write_str(SWAP),
        }
    }
}
