//! Test sets: positions with their exact scores, and how engines do on them.

mod check;
mod exam;
mod make;

use std::fmt::Write;

use kibitzer_catalog::{Cancel, DuelRoom, GameSpec, Value};
use thiserror::Error;

pub use check::{Check, Checked};
pub use exam::{Exam, Grade, Graded};
pub use make::Recipe;

/// Positions of one game with what they are worth to the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// The game, which is for two.
    pub game: GameSpec,
    /// The positions, those with fewer moves first.
    pub entries: Vec<Entry>,
}

/// A position and its worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position.
    pub position: String,
    /// How many moves led to it.
    pub plies: u32,
    /// What it is worth.
    pub worth: Worth,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The score, where the game has scores.
    Score(i32),
    /// Who wins.
    Value(Value),
}

impl Worth {
    /// Who wins.
    #[must_use]
    pub fn value(self) -> Value {
        match self {
            Worth::Score(..0) => Value::Loss,
            Worth::Score(0) => Value::Draw,
            Worth::Score(1..) => Value::Win,
            Worth::Value(value) => value,
        }
    }
}

/// A line that is not an entry.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct BadSuite {
    /// Which, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

impl Suite {
    /// Reads a suite: on each line a position and its score, or `win`, `draw` or `loss`. `#` starts a comment.
    ///
    /// # Errors
    /// If a line is anything else.
    pub fn read(game: GameSpec, room: &dyn DuelRoom, text: &str) -> Result<Suite, BadSuite> {
        let mut entries = Vec::new();
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.split('#').next().unwrap_or_default().trim();
            if !content.is_empty() {
                entries.push(entry(room, content).map_err(|problem| BadSuite { line, problem })?);
            }
        }
        Ok(Suite { game, entries })
    }

    /// The suite as it is read, under a heading of comments.
    #[must_use]
    pub fn write(&self, heading: &str) -> String {
        let mut text = String::new();
        for line in heading.lines() {
            let _ = writeln!(text, "# {line}");
        }
        for entry in &self.entries {
            let _ = match entry.worth {
                Worth::Score(score) => writeln!(text, "{} {score}", entry.position),
                Worth::Value(value) => writeln!(text, "{} {}", entry.position, word(value)),
            };
        }
        text
    }
}

fn entry(room: &dyn DuelRoom, content: &str) -> Result<Entry, String> {
    // A position may have spaces in it.
    let Some((position, worth)) = content.rsplit_once(char::is_whitespace) else {
        return Err("a line is a position and its score".to_string());
    };
    let position = room.read(position).map_err(|problem| problem.to_string())?;
    let situation = room.look(&position).map_err(|problem| problem.to_string())?;
    if situation.outcome.is_some() {
        return Err(format!("the game {position} is over"));
    }
    let worth = match worth {
        "win" => Worth::Value(Value::Win),
        "draw" => Worth::Value(Value::Draw),
        "loss" => Worth::Value(Value::Loss),
        score => Worth::Score(score.parse().map_err(|_| format!("'{score}' is not a score"))?),
    };
    Ok(Entry { position, plies: situation.plies, worth })
}

pub(crate) fn is_cancelled(cancel: &Cancel) -> bool {
    cancel.flag.load(std::sync::atomic::Ordering::Relaxed)
}

fn word(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Draw => "draw",
        Value::Loss => "loss",
    }
}
