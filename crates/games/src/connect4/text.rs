//! Positions and moves as text.

use std::collections::HashSet;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use kibitzer_core::{Duel, Game, Outcome, Payoff, Player};
use thiserror::Error;

use super::board::{COLUMNS, Column, Connect4, ROWS};

/// The empty board.
const START: &str = "start";

/// Text that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadConnect4 {
    /// Nothing is written.
    #[error("a position is the columns played, as in 4453; the empty board is `{START}`")]
    Empty,
    /// A character is not a column.
    #[error("move {number}: '{found}' is not a column from 1 to {COLUMNS}")]
    Column {
        /// Which move, counted from 1.
        number: usize,
        /// What is written.
        found: char,
    },
    /// The column has no room.
    #[error("move {number}: column {column} is full")]
    Full {
        /// Which move, counted from 1.
        number: usize,
        /// The column.
        column: Column,
    },
    /// Nobody moves after the end.
    #[error("move {number}: the game was over after move {}{}", number - 1, how(*outcome))]
    Over {
        /// Which move, counted from 1.
        number: usize,
        /// How it ended.
        outcome: Outcome,
    },
}

fn how(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Player::One) => ", won by the first player",
        Outcome::Win(Player::Two) => ", won by the second player",
        Outcome::Draw => ", a draw",
    }
}

/// Text that is not a column.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{found}' is not a column from 1 to {COLUMNS}")]
pub struct BadColumn {
    /// What is written.
    pub found: String,
}

impl FromStr for Connect4 {
    type Err = BadConnect4;

    fn from_str(text: &str) -> Result<Connect4, BadConnect4> {
        let text = text.trim();
        let mut board = Connect4::default();
        if text.is_empty() {
            return Err(BadConnect4::Empty);
        }
        if text == START {
            return Ok(board);
        }
        for (number, found) in (1..).zip(text.chars()) {
            let column = found.to_string().parse().map_err(|_| BadConnect4::Column { number, found })?;
            if let Some(outcome) = board.outcome() {
                return Err(BadConnect4::Over { number, outcome });
            }
            board.try_play(column).map_err(|_| BadConnect4::Full { number, column })?;
        }
        Ok(board)
    }
}

impl Display for Connect4 {
    /// A game that leads here: of all such games the one that comes first as a text. `{:#}` is a picture.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return picture(self, f);
        }
        if self.plies() == 0 {
            return f.write_str(START);
        }
        game_to(self).iter().try_for_each(|column| write!(f, "{column}"))
    }
}

impl Debug for Connect4 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Connect4({self})")
    }
}

fn picture(board: &Connect4, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for row in (0..ROWS).rev() {
        for column in (0..COLUMNS).filter_map(Column::new) {
            let stone = match board.stone(row, column) {
                None => '.',
                Some(Player::One) => 'X',
                Some(Player::Two) => 'O',
            };
            write!(f, "{stone}{}", if column.index() + 1 < COLUMNS { " " } else { "\n" })?;
        }
    }
    f.write_str("1 2 3 4 5 6 7")
}

/// A game that leads to a position. The stones of a column lie in the order they were played, so only the order among
/// columns is sought; heights from which there was no way on are remembered.
fn game_to(board: &Connect4) -> Vec<Column> {
    let mut game = Vec::new();
    let mut dead = HashSet::new();
    let found = extend(board, &mut [0; COLUMNS], &mut game, &mut dead);
    debug_assert!(found, "every position was reached by a game");
    game
}

fn extend(
    board: &Connect4,
    heights: &mut [usize; COLUMNS],
    game: &mut Vec<Column>,
    dead: &mut HashSet<[usize; COLUMNS]>,
) -> bool {
    if game.len() == board.plies() as usize {
        return true;
    }
    // Nobody plays on after a win.
    let here = board.cut(*heights);
    if here.ended().is_some() || dead.contains(heights) {
        return false;
    }
    for column in (0..COLUMNS).filter_map(Column::new) {
        let height = heights[column.index()];
        if board.stone(height, column) == Some(here.to_move()) {
            heights[column.index()] += 1;
            game.push(column);
            if extend(board, heights, game, dead) {
                return true;
            }
            game.pop();
            heights[column.index()] -= 1;
        }
    }
    dead.insert(*heights);
    false
}

impl Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index() + 1)
    }
}

impl FromStr for Column {
    type Err = BadColumn;

    fn from_str(text: &str) -> Result<Column, BadColumn> {
        let found = || BadColumn { found: text.to_string() };
        let mut digits = text.trim().chars();
        let (Some(digit), None) = (digits.next(), digits.next()) else { return Err(found()) };
        let number = digit.to_digit(10).and_then(|number| number.checked_sub(1)).ok_or_else(found)?;
        Column::new(number as usize).ok_or_else(found)
    }
}
