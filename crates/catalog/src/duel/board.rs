//! Boards to be drawn, as data; and in plain text, for those who have no other way.

use kibitzer_core::{Player, Value};

use crate::options::choice;

/// A board in rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The rows.
    pub rows: Vec<Row>,
    /// What is written under the columns, where a move is a column; else nothing.
    pub labels: Vec<String>,
}

/// A row of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// How far the first cell is moved to the right, in halves of a cell.
    pub indent: usize,
    /// What is written to the left of it, where rows have names; else nothing.
    pub label: String,
    /// The cells from the left.
    pub squares: Vec<Square>,
}

/// A cell of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Square {
    /// Whose stone lies here.
    pub owner: Option<Player>,
    /// Whether it was the last to come.
    pub is_last: bool,
    /// Whether it is part of what ended the game.
    pub is_winning: bool,
    /// The legal move that puts a stone here.
    pub target: Option<String>,
    /// What is written here while it is free, where that helps to name it.
    pub label: Option<String>,
    /// How a stone of the first player would end the game here at once, for that player; then of the second.
    pub at_once: [Option<Value>; 2],
}

/// What a stone would do at once on a free cell, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threat {
    /// It would win for this side alone.
    Wins(Player),
    /// It would win for both.
    WinsForBoth,
    /// It would lose for the side to move.
    Loses,
    /// It would win for the other side, and lose for the side to move.
    Traps,
}

impl Square {
    /// What a stone would do at once here, if anything.
    #[must_use]
    pub fn threat(&self, to_move: Player) -> Option<Threat> {
        let [own, other] = match (to_move, self.at_once) {
            (Player::One, [one, two]) => [one, two],
            (Player::Two, [one, two]) => [two, one],
        };
        match (own, other) {
            (Some(Value::Win), Some(Value::Win)) => Some(Threat::WinsForBoth),
            (Some(Value::Win), _) => Some(Threat::Wins(to_move)),
            (Some(Value::Loss), Some(Value::Win)) => Some(Threat::Traps),
            (_, Some(Value::Win)) => Some(Threat::Wins(!to_move)),
            (Some(Value::Loss), _) => Some(Threat::Loses),
            _ => None,
        }
    }

    /// The sign of a threat in plain text: `x` or `o`, `*` for both sides, `-` for a loss, `#` for a trap.
    #[must_use]
    pub fn threat_sign(&self, sides: [char; 2], to_move: Player) -> Option<char> {
        let side = |player| sides[usize::from(player == Player::Two)].to_ascii_lowercase();
        self.threat(to_move).map(|threat| match threat {
            Threat::Wins(player) => side(player),
            Threat::WinsForBoth => '*',
            Threat::Loses => '-',
            Threat::Traps => '#',
        })
    }
}

impl Board {
    /// The board in plain text, the last stone in brackets and what ended the game between asterisks.
    #[must_use]
    pub fn text(&self, sides: [char; 2]) -> String {
        self.lines(sides, |_| None)
    }

    /// The same with the signs of [`Square::threat_sign`] on free cells.
    #[must_use]
    pub fn text_with_threats(&self, sides: [char; 2], to_move: Player) -> String {
        self.lines(sides, |square| square.threat_sign(sides, to_move))
    }

    fn lines(&self, sides: [char; 2], sign: impl Fn(&Square) -> Option<char>) -> String {
        let mut lines: Vec<String> = self.rows.iter().map(|row| row.line(sides, &sign)).collect();
        if !self.labels.is_empty() {
            lines.push(format!(" {}", self.labels.join(" ")));
        }
        lines.join("\n")
    }

    /// Which moves would end the game at once, in words: `X wins with c3 or c6, O wins with e5, X loses with d2`. Of
    /// losses only those of the side to move.
    #[must_use]
    pub fn threats(&self, names: [&str; 2], to_move: Player) -> String {
        let told = |player: Player, value: Value| {
            let index = usize::from(player == Player::Two);
            let squares = self.rows.iter().flat_map(|row| &row.squares);
            let ends = squares.filter(|square| square.at_once[index] == Some(value));
            let moves = choice(ends.filter_map(|square| square.target.as_deref()));
            let verb = if value == Value::Win { "wins" } else { "loses" };
            (!moves.is_empty()).then(|| format!("{} {verb} with {moves}", names[index]))
        };
        let parts = [(to_move, Value::Win), (!to_move, Value::Win), (to_move, Value::Loss)];
        let parts: Vec<_> = parts.into_iter().filter_map(|(player, value)| told(player, value)).collect();
        if parts.is_empty() { "no stone wins or loses at once".to_string() } else { parts.join(", ") }
    }
}

impl Row {
    fn line(&self, sides: [char; 2], sign: impl Fn(&Square) -> Option<char>) -> String {
        let mut line = format!("{}{}", " ".repeat(self.indent), self.label);
        if !self.label.is_empty() {
            line.push(' ');
        }
        let mut before: Option<&Square> = None;
        for square in self.squares.iter().map(Some).chain([None]) {
            line.push(gap(before, square));
            if let Some(square) = square {
                match square.owner {
                    Some(player) => line.push(sides[usize::from(player == Player::Two)]),
                    None => match (sign(square), &square.label) {
                        (Some(sign), _) => line.push(sign),
                        (None, Some(label)) => line.push_str(label),
                        (None, None) => line.push('.'),
                    },
                }
            }
            before = square;
        }
        line.trim_end().to_string()
    }
}

/// What stands between two cells of a row, or at its ends.
fn gap(left: Option<&Square>, right: Option<&Square>) -> char {
    let is_winning = |square: Option<&Square>| square.is_some_and(|square| square.is_winning);
    let is_last = |square: Option<&Square>| square.is_some_and(|square| square.is_last);
    if is_winning(left) || is_winning(right) {
        '*'
    } else if is_last(left) {
        ']'
    } else if is_last(right) {
        '['
    } else {
        ' '
    }
}
