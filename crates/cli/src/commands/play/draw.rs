//! What the screen looks like, as lines.

use kibitzer_catalog::{Board, Player, Square};

use super::ordinal;
use super::session::{Session, View};

/// How things are painted: in colours, or with signs alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    is_coloured: bool,
    sides: [char; 2],
}

const BOARD: &str = "48;5;25";
const HOLE: &str = "38;5;18";
const STONES: [&str; 2] = ["38;5;203", "38;5;221"];
const WINNING: &str = "48;5;28;1";
const DIM: &str = "38;5;244";
const BOLD: &str = "1";

impl Paint {
    pub(super) fn new(is_coloured: bool, sides: [char; 2]) -> Paint {
        Paint { is_coloured, sides }
    }

    fn with(self, codes: &str, text: &str) -> String {
        if self.is_coloured { format!("\x1b[{codes}m{text}\x1b[0m") } else { text.to_string() }
    }

    pub(super) fn bold(self, text: &str) -> String {
        self.with(BOLD, text)
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.with(DIM, text)
    }

    /// Chosen among others; to be seen without colours, too.
    fn chosen(self, text: &str) -> String {
        if self.is_coloured { format!("\x1b[7m{text}\x1b[0m") } else { format!("[{text}]") }
    }

    /// A stone of a side, outside the board.
    pub(super) fn stone(self, player: Player) -> String {
        let side = ordinal(player);
        if self.is_coloured { self.with(STONES[side], "●") } else { self.sides[side].to_string() }
    }

    /// Three columns for a cell.
    fn square(self, square: &Square, ghost: Option<Player>) -> String {
        let owner = square.owner.map(ordinal);
        if !self.is_coloured {
            return match (owner, ghost) {
                (Some(side), _) if square.is_winning => format!("*{}*", self.sides[side]),
                (Some(side), _) if square.is_last => format!("[{}]", self.sides[side]),
                (Some(side), _) => format!(" {} ", self.sides[side]),
                (None, Some(_)) => " + ".to_string(),
                (None, None) => " . ".to_string(),
            };
        }
        match (owner, ghost) {
            (Some(side), _) if square.is_winning => self.with(&format!("{WINNING};{}", STONES[side]), " ● "),
            (Some(side), _) if square.is_last => {
                let bracket = |text| self.with(&format!("{BOARD};1;97"), text);
                format!("{}{}{}", bracket("["), self.with(&format!("{BOARD};{}", STONES[side]), "●"), bracket("]"))
            }
            (Some(side), _) => self.with(&format!("{BOARD};{}", STONES[side]), " ● "),
            (None, Some(player)) => self.with(&format!("{BOARD};{}", STONES[ordinal(player)]), " ○ "),
            (None, None) => self.with(&format!("{BOARD};{HOLE}"), " ● "),
        }
    }

    /// The board, with a stone above the move that is chosen and its shadow where it would come to lie.
    fn board(self, board: &Board, chosen: Option<(&str, Player)>) -> Vec<String> {
        let is_chosen = |square: &Square| chosen.is_some_and(|(mv, _)| square.target.as_deref() == Some(mv));
        let column = board.rows.iter().find_map(|row| row.iter().position(is_chosen));
        let above = match (column, chosen) {
            (Some(column), Some((_, player))) => format!("{} {} ", "   ".repeat(column), self.stone(player)),
            _ => String::new(),
        };
        let edge = self.with(BOARD, " ");
        let mut lines = vec![format!(" {above}")];
        for row in &board.rows {
            let cells: String = row
                .iter()
                .map(|square| self.square(square, chosen.filter(|_| is_chosen(square)).map(|(_, player)| player)))
                .collect();
            lines.push(format!("{edge}{cells}{edge}"));
        }
        lines.push(format!("  {}", self.dim(&board.labels.join("  "))));
        lines
    }
}

/// What the screen shows below the board.
pub(super) struct Notes<'a> {
    /// What is going on.
    pub(super) status: String,
    /// What happened last.
    pub(super) message: &'a str,
    /// What the engine thinks.
    pub(super) opinion: Option<String>,
    /// The keys that matter now.
    pub(super) keys: &'a str,
}

/// All lines of the screen.
pub(super) fn frame(
    session: &Session,
    view: &View,
    chosen: Option<usize>,
    notes: &Notes<'_>,
    paint: Paint,
) -> Vec<String> {
    let mut lines = vec![String::new(), paint.bold(&session.title()), String::new()];
    let mv = chosen.and_then(|index| view.moves.get(index));
    if let Some(board) = &view.board {
        let player = view.to_move.unwrap_or(Player::One);
        lines.extend(paint.board(board, mv.map(|mv| (mv.as_str(), player))));
    } else {
        lines.extend(view.picture.lines().map(str::to_string));
        lines.push(String::new());
        lines.extend(wrapped(&view.moves, chosen, paint));
    }
    lines.push(String::new());
    lines.push(paint.bold(&notes.status));
    lines.push(notes.message.to_string());
    if let Some(opinion) = &notes.opinion {
        lines.push(paint.dim(&format!("the engine: {opinion}")));
    }
    lines.push(String::new());
    lines.push(paint.dim(notes.keys));
    lines.into_iter().map(|line| format!("  {line}")).collect()
}

/// The moves of a puzzle in lines, one of them chosen.
fn wrapped(moves: &[String], chosen: Option<usize>, paint: Paint) -> Vec<String> {
    const WIDTH: usize = 72;
    let mut lines = vec![String::new()];
    let mut width = 0;
    for (index, mv) in moves.iter().enumerate() {
        if width + mv.len() + 3 > WIDTH {
            lines.push(String::new());
            width = 0;
        }
        let text = if Some(index) == chosen { paint.chosen(mv) } else { mv.clone() };
        if let Some(line) = lines.last_mut() {
            line.push_str(&text);
            line.push_str("  ");
        }
        width += mv.len() + 3;
    }
    lines
}

/// The help, in place of the keys.
pub(super) const HELP: &[&str] = &[
    "left, right   choose a move",
    "enter, space  play it; 1 to 9 play at once the move of that name",
    "u             take back your last move, and the engine's answer",
    "h             a hint",
    "o             show or hide what the engine thinks",
    "r             resign",
    "n             a new game",
    "q, Ctrl-C     quit",
    "",
    "any key goes back to the game",
];
