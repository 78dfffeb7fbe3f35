//! Positions, moves and rules as text. The notation is described in `docs/notation.md`.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use thiserror::Error;

use crate::cards::{Card, NotACard};

use super::board::{First, Gaps, ROW_ORDER, Shift, Size};

const GAP: &str = "--";
/// What stands before the rows of a position under another rule than the usual one.
const FIRST: &str = "first=";

/// Text that is not a position, and where it went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadGaps {
    /// One cell is wrong.
    #[error("row {row}, column {column}: {problem}")]
    Cell {
        /// The row, counted from 1.
        row: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong there.
        problem: Problem,
    },
    /// The rows have different lengths.
    #[error("row {row} has {found} cells, but row 1 has {expected}")]
    Ragged {
        /// The row, counted from 1.
        row: usize,
        /// Its cells.
        found: usize,
        /// The cells of the first row.
        expected: usize,
    },
    /// No board has this many rows and columns.
    #[error(transparent)]
    Size(#[from] BadSize),
    /// It begins with a rule that does not exist.
    #[error(transparent)]
    First(#[from] BadFirst),
    /// It begins with another rule than the one that was asked for.
    #[error("it begins with `first={found}`, but the game here has first={expected}")]
    Rule {
        /// The rule of the text.
        found: First,
        /// The rule that was asked for.
        expected: First,
    },
}

/// What is wrong with one cell.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// Neither a card nor a gap.
    #[error(transparent)]
    Card(#[from] NotACard),
    /// The card lies elsewhere, too.
    #[error("{card} is already in row {row}, column {column}")]
    Duplicate {
        /// The card.
        card: Card,
        /// The row where it came first, counted from 1.
        row: usize,
        /// The column where it came first, counted from 1.
        column: usize,
    },
    /// There are more suits than rows.
    #[error("{card} is of a suit too many: {rows} {} {rows} {}", row_word(*rows), suit_word(*rows))]
    Suit {
        /// The card.
        card: Card,
        /// The rows, and the suits that there should be.
        rows: usize,
    },
    /// There are fewer gaps than rows.
    #[error("{card} is a card too many: {rows} {} {rows} {}", row_word(*rows), gap_word(*rows))]
    Extra {
        /// The card.
        card: Card,
        /// The rows, and the gaps that there should be.
        rows: usize,
    },
    /// The ranks do not fit the columns.
    #[error(
        "{card} does not fit: {columns} columns have the ranks {} to {}, and {missing} is missing",
        rank_name(*lowest),
        rank_name(*highest)
    )]
    Rank {
        /// The card.
        card: Card,
        /// The columns.
        columns: usize,
        /// The lowest rank that fits.
        lowest: u8,
        /// The highest.
        highest: u8,
        /// A card that should have been there.
        missing: Card,
    },
    /// There are more gaps than rows.
    #[error("this is gap number {number}, but {rows} {} {rows} {}; {missing} is missing", row_word(*rows), gap_word(*rows))]
    Gap {
        /// Which gap it is, counted from 1.
        number: usize,
        /// The rows, and the gaps that there should be.
        rows: usize,
        /// A card that should have been there.
        missing: Missing,
    },
}

/// A card that a board lacks, or the one card that could be any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// This one.
    Card(Card),
    /// No card lies on the board, so any might be meant.
    Any,
}

impl Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missing::Card(card) => write!(f, "{card}"),
            Missing::Any => f.write_str("every card"),
        }
    }
}

fn row_word(rows: usize) -> &'static str {
    if rows == 1 { "row has" } else { "rows have" }
}

fn suit_word(rows: usize) -> &'static str {
    if rows == 1 { "suit" } else { "suits" }
}

fn gap_word(rows: usize) -> &'static str {
    if rows == 1 { "gap" } else { "gaps" }
}

fn rank_name(rank: u8) -> String {
    let card = Card::new(4 * rank).map(|card| card.to_string());
    card.map_or_else(|| rank.to_string(), |card| card[..1].to_string())
}

/// A number of rows and columns that no board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a board of {rows} x {columns} cells is not between 1 x 1 and 4 x 13")]
pub struct BadSize {
    /// The rows asked for.
    pub rows: usize,
    /// The columns asked for.
    pub columns: usize,
}

/// Text that is not a rule of the first column.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{found}' is not a rule of the first column: it is any, lowest or suit")]
pub struct BadFirst {
    /// The text.
    pub found: String,
}

/// Text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadShift {
    /// There is no card and place.
    #[error("'{found}' is not a move: write the card, > and row,column of the gap, as in 7H>2,5")]
    Shape {
        /// The text.
        found: String,
    },
    /// The card is none.
    #[error("in the move '{found}', {problem}")]
    Card {
        /// The text of the whole move.
        found: String,
        /// The card that is none.
        problem: NotACard,
    },
    /// No board has such a cell.
    #[error("in the move '{found}', there is no such cell: rows go from 1 to 4, columns from 1 to 13")]
    Cell {
        /// The text of the whole move.
        found: String,
    },
}

impl FromStr for First {
    type Err = BadFirst;

    fn from_str(text: &str) -> Result<First, BadFirst> {
        let found = First::ALL.into_iter().find(|first| first.to_string() == text);
        found.ok_or_else(|| BadFirst { found: text.to_string() })
    }
}

impl Display for First {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            First::Any => "any",
            First::Lowest => "lowest",
            First::Suit => "suit",
        })
    }
}

impl FromStr for Gaps {
    type Err = BadGaps;

    /// Reads a position of the usual game, unless the text begins with a rule such as `first=any`.
    fn from_str(text: &str) -> Result<Gaps, BadGaps> {
        let (first, rows) = rule(text)?;
        read_rows(first.unwrap_or_default(), rows)
    }
}

impl Gaps {
    /// Reads a position of the game with this rule. The text may name the rule, but no other.
    ///
    /// # Errors
    /// If it is not such a position.
    pub fn read(first: First, text: &str) -> Result<Gaps, BadGaps> {
        match rule(text)? {
            (Some(found), _) if found != first => Err(BadGaps::Rule { found, expected: first }),
            (_, rows) => read_rows(first, rows),
        }
    }

    /// The position without its rule, for those who know it.
    #[must_use]
    pub const fn plain(&self) -> Plain<'_> {
        Plain(self)
    }
}

/// The rule that stands before the rows, and the rows.
fn rule(text: &str) -> Result<(Option<First>, &str), BadFirst> {
    let text = text.trim_start();
    let Some(rest) = text.strip_prefix(FIRST) else { return Ok((None, text)) };
    let (name, rows) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    Ok((Some(name.parse()?), rows))
}

fn read_rows(first: First, text: &str) -> Result<Gaps, BadGaps> {
    let rows: Vec<Vec<&str>> = text.split('/').map(|row| row.split_whitespace().collect()).collect();
    let columns = rows[0].len();
    if let Some((row, cells)) = rows.iter().enumerate().find(|(_, cells)| cells.len() != columns) {
        return Err(BadGaps::Ragged { row: row + 1, found: cells.len(), expected: columns });
    }
    let size = Size::new(rows.len(), columns).ok_or(BadSize { rows: rows.len(), columns })?;
    let mut dealt: Vec<(Card, usize, usize)> = Vec::new();
    let mut gaps = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            if *cell == GAP {
                gaps.push((row, column));
                continue;
            }
            let card = cell.parse::<Card>().map_err(|problem| at(row, column, problem.into()))?;
            if let Some((_, row_before, column_before)) = dealt.iter().find(|(other, ..)| *other == card) {
                let problem = Problem::Duplicate { card, row: row_before + 1, column: column_before + 1 };
                return Err(at(row, column, problem));
            }
            dealt.push((card, row, column));
        }
    }
    let lowest = complete(size, &dealt, &gaps)?;
    let mut board = Gaps::empty(size, first, lowest);
    for (card, row, column) in dealt {
        board.put(row, column, card);
    }
    Ok(board)
}

const fn at(row: usize, column: usize, problem: Problem) -> BadGaps {
    BadGaps::Cell { row: row + 1, column: column + 1, problem }
}

/// Whether these different cards are the deck of a board, and its lowest rank. A deck that lacks nothing has as many
/// suits as rows and as many ranks as columns but one, so that it is enough to look for cards outside of those.
fn complete(size: Size, dealt: &[(Card, usize, usize)], gaps: &[(usize, usize)]) -> Result<u8, BadGaps> {
    let count = |belongs: &dyn Fn(Card) -> bool| dealt.iter().filter(|(card, ..)| belongs(*card)).count();
    let mut suits: Vec<u8> = ROW_ORDER.into_iter().filter(|suit| count(&|card| card.suit() == *suit) > 0).collect();
    if suits.len() > size.rows() {
        suits.sort_by_key(|suit| std::cmp::Reverse(count(&|card| card.suit() == *suit)));
        suits.truncate(size.rows());
        let extra = dealt.iter().find(|(card, ..)| !suits.contains(&card.suit()));
        let (card, row, column) = *extra.expect("there are more suits than were kept");
        return Err(at(row, column, Problem::Suit { card, rows: size.rows() }));
    }
    suits.extend(ROW_ORDER.into_iter().filter(|suit| !suits.contains(suit)).collect::<Vec<_>>());
    suits.truncate(size.rows());
    // The ranks that most of the cards have; of equals the lowest, as an absent card is as likely as one too many.
    let ranks = u8::try_from(size.columns() - 1).expect("at most twelve");
    let fits = |lowest: u8, card: Card| (lowest..lowest + ranks).contains(&card.rank());
    let lowest = (0..=13 - ranks).rev().max_by_key(|lowest| count(&|card| fits(*lowest, card))).unwrap_or(0);
    let lowest = if dealt.is_empty() { 0 } else { lowest };
    let deck =
        (lowest..lowest + ranks).flat_map(|rank| suits.iter().filter_map(move |suit| Card::new(4 * rank + suit)));
    let missing = deck.filter(|card| count(&|other| other == *card) == 0).min();
    if let (Some((card, row, column)), Some(missing)) = (dealt.iter().find(|(card, ..)| !fits(lowest, *card)), missing)
    {
        let highest = lowest + ranks.saturating_sub(1);
        let problem = Problem::Rank { card: *card, columns: size.columns(), lowest, highest, missing };
        return Err(at(*row, *column, problem));
    }
    if let Some((row, column)) = gaps.get(size.rows()) {
        let missing = if dealt.is_empty() { Missing::Any } else { missing.map_or(Missing::Any, Missing::Card) };
        return Err(at(*row, *column, Problem::Gap { number: size.rows() + 1, rows: size.rows(), missing }));
    }
    if let Some((card, row, column)) = dealt.iter().find(|(card, ..)| !fits(lowest, *card)) {
        // Nothing is missing, so the card takes the place of a gap.
        return Err(at(*row, *column, Problem::Extra { card: *card, rows: size.rows() }));
    }
    Ok(lowest)
}

/// A position without its rule.
#[derive(Clone, Copy, Debug)]
pub struct Plain<'a>(&'a Gaps);

impl Display for Plain<'_> {
    /// One line; with `{:#}`, a picture: a line a row, without slashes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.size();
        for row in 0..size.rows() {
            if row > 0 {
                f.write_str(if f.alternate() { "\n" } else { " / " })?;
            }
            for column in 0..size.columns() {
                if column > 0 {
                    f.write_str(if f.alternate() { "  " } else { " " })?;
                }
                match self.0.card(row, column) {
                    Some(card) => write!(f, "{card}")?,
                    None => f.write_str(GAP)?,
                }
            }
        }
        Ok(())
    }
}

impl Display for Gaps {
    /// One line, which begins with the rule if it is not the usual one; with `{:#}`, a picture without it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() && self.first() != First::default() {
            write!(f, "{FIRST}{} ", self.first())?;
        }
        Display::fmt(&self.plain(), f)
    }
}

impl Debug for Gaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>{},{}", self.card, self.row + 1, self.column + 1)
    }
}

impl FromStr for Shift {
    type Err = BadShift;

    fn from_str(text: &str) -> Result<Shift, BadShift> {
        let parts = || {
            let (card, place) = text.split_once('>')?;
            let (row, column) = place.split_once(',')?;
            Some((card, number(row)?, number(column)?))
        };
        let (card, row, column) = parts().ok_or_else(|| BadShift::Shape { found: text.to_string() })?;
        let card = card.parse().map_err(|problem| BadShift::Card { found: text.to_string(), problem })?;
        if !(1..=4).contains(&row) || !(1..=13).contains(&column) {
            return Err(BadShift::Cell { found: text.to_string() });
        }
        Ok(Shift { card, row: row - 1, column: column - 1 })
    }
}

/// A number of digits alone; one that is too large reads as the largest.
fn number(text: &str) -> Option<u8> {
    let is_plain = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    is_plain.then(|| text.parse().unwrap_or(u8::MAX))
}
