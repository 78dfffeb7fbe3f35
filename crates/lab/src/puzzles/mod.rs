//! Puzzles: positions with a win to find or a trap to avoid, and how engines do on them.

mod exam;
mod make;
mod plain;

use std::fmt::{self, Display, Write};

use kibitzer_catalog::DuelRoom;

use crate::suite::BadSuite;

pub use exam::{Answer, Answers, PuzzleExam};
pub use make::{NoPuzzles, PuzzleKind, PuzzleRecipe, can_be_proved, check};

/// A position, what is to be done there, and the moves that do it or fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub position: String,
    /// What is to be done.
    pub task: Task,
    /// All moves that win as fast as can be, or all that step into the trap.
    pub moves: Vec<String>,
}

/// What is to be done in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
    /// Win: it takes so many plies, the last included, where the loser resists as long as possible.
    Win {
        /// How many.
        plies: u32,
    },
    /// Avoid the moves after which the other side can force a win within so many plies; there are others.
    Avoid {
        /// How many.
        plies: u32,
    },
}

impl Task {
    /// Whether a move does what is to be done.
    #[must_use]
    pub fn is_done_by(self, listed: &[String], mv: &str) -> bool {
        let is_listed = listed.iter().any(|other| other == mv);
        match self {
            Task::Win { .. } => is_listed,
            Task::Avoid { .. } => !is_listed,
        }
    }
}

/// Nobody waits for longer puzzles to be proved by plain search.
const LONGEST: u32 = 7;
const WIN: &str = "win in ";
const AVOID: &str = "avoid loss in ";

impl Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::Win { plies } => write!(f, "{WIN}{plies}"),
            Task::Avoid { plies } => write!(f, "{AVOID}{plies}"),
        }
    }
}

fn task(text: &str) -> Option<Task> {
    let plies = |prefix: &str| text.strip_prefix(prefix)?.parse().ok().filter(|plies| (1..=LONGEST).contains(plies));
    let win = plies(WIN).map(|plies| Task::Win { plies });
    win.or_else(|| plies(AVOID).map(|plies| Task::Avoid { plies }))
}

/// Reads puzzles, one on each line: a position, a task and moves, with semicolons between. `#` starts a comment.
///
/// # Errors
/// If a line is anything else.
pub fn read(room: &dyn DuelRoom, text: &str) -> Result<Vec<Puzzle>, BadSuite> {
    let mut puzzles = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.split('#').next().unwrap_or_default().trim();
        if !content.is_empty() {
            puzzles.push(puzzle(room, content).map_err(|problem| BadSuite { line, problem })?);
        }
    }
    Ok(puzzles)
}

fn puzzle(room: &dyn DuelRoom, content: &str) -> Result<Puzzle, String> {
    let parts: Vec<&str> = content.split(';').map(str::trim).collect();
    let &[position, words, moves] = parts.as_slice() else {
        return Err("a line is a position, a task and moves, with `;` between".to_string());
    };
    let task = task(words)
        .ok_or_else(|| format!("'{words}' is not a task such as `{WIN}5` or `{AVOID}5`, up to {LONGEST}"))?;
    let position = room.read(position).map_err(|problem| problem.to_string())?;
    let legal = room.look(&position).map_err(|problem| problem.to_string())?.moves;
    let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
    if let Some(illegal) = moves.iter().find(|mv| !legal.contains(mv)) {
        return Err(format!("'{illegal}' cannot be played after {position}"));
    }
    // There must be a right answer and a wrong one.
    let listed = legal.iter().filter(|mv| moves.contains(mv)).count();
    let is_choice = listed > 0 && (listed < legal.len() || matches!(task, Task::Win { .. }));
    if is_choice { Ok(Puzzle { position, task, moves }) } else { Err("no move or every move is listed".to_string()) }
}

/// The puzzles as they are read, under a heading of comments.
#[must_use]
pub fn write(puzzles: &[Puzzle], heading: &str) -> String {
    let mut text = String::new();
    for line in heading.lines() {
        let _ = writeln!(text, "# {line}");
    }
    for Puzzle { position, task, moves } in puzzles {
        let _ = writeln!(text, "{position}; {task}; {}", moves.join(" "));
    }
    text
}
