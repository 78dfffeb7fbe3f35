//! What the screen looks like, as lines.

use kibitzer_catalog::{Board, CardBoard, CardCell, CardContent, Player, Row, Square, Suit, Threat};

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
/// A board without columns that stones fall into.
const FIELD: &str = "48;5;236";
const BRIGHT: &str = "1;97";
const CHOSEN: &str = "48;5;240";

/// What is shown of a board beside its stones.
#[derive(Clone, Copy)]
struct Shown<'a> {
    /// The move that is chosen, and who would make it.
    chosen: Option<(&'a str, Player)>,
    /// Who is to move, where threats are shown.
    threats: Option<Player>,
}

impl Shown<'_> {
    /// Who would put a stone here.
    fn ghost(&self, square: &Square) -> Option<Player> {
        self.chosen.filter(|(mv, _)| square.target.as_deref() == Some(*mv)).map(|(_, player)| player)
    }
}

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

    /// Three columns for a cell: what lies there, and signs to its left and right.
    fn square(self, square: &Square, shown: Shown<'_>, ground: &str) -> String {
        let ghost = shown.ghost(square);
        if !self.is_coloured {
            return self.plain_square(square, ghost, shown.threats);
        }
        let stone = |player: Player| format!("{ground};{}", STONES[ordinal(player)]);
        let between = |left: &str, middle: &str, right: &str, ground: &str| {
            let sign = |text| self.with(&format!("{ground};{BRIGHT}"), text);
            format!("{}{middle}{}", sign(left), sign(right))
        };
        match (square.owner, ghost) {
            (Some(player), _) if square.is_winning => {
                self.with(&format!("{WINNING};{}", STONES[ordinal(player)]), " ● ")
            }
            (Some(player), _) if square.is_last => between("[", &self.with(&stone(player), "●"), "]", ground),
            (Some(player), _) => self.with(&stone(player), " ● "),
            (None, Some(player)) if square.label.is_some() => {
                let ring = || self.with(&format!("{CHOSEN};{}", STONES[ordinal(player)]), "○");
                between("(", &self.threat(square, shown.threats, CHOSEN).unwrap_or_else(ring), ")", CHOSEN)
            }
            (None, Some(player)) => self.with(&stone(player), " ○ "),
            (None, None) => match (self.threat(square, shown.threats, ground), &square.label) {
                // Whoever blocks here loses.
                (Some(sign), _) if shown.threats.and_then(|to_move| square.threat(to_move)) == Some(Threat::Traps) => {
                    between(" ", &sign, "×", ground)
                }
                (Some(sign), _) => between(" ", &sign, " ", ground),
                (None, Some(label)) => self.with(&format!("{ground};{DIM}"), &format!("{label:^3}")),
                (None, None) => self.with(&format!("{ground};{HOLE}"), " ● "),
            },
        }
    }

    /// The sign of what a stone would do at once here, if that is anything and it is shown to somebody.
    fn threat(self, square: &Square, shown_to: Option<Player>, ground: &str) -> Option<String> {
        let to_move = shown_to?;
        let of = |player: Player| self.with(&format!("{ground};{};1", STONES[ordinal(player)]), "◇");
        Some(match square.threat(to_move)? {
            Threat::Wins(player) => of(player),
            Threat::Traps => of(!to_move),
            Threat::WinsForBoth => self.with(&format!("{ground};{BRIGHT}"), "◈"),
            Threat::Loses => self.with(&format!("{ground};{BRIGHT}"), "×"),
        })
    }

    fn plain_square(self, square: &Square, ghost: Option<Player>, threats: Option<Player>) -> String {
        let sign = threats.and_then(|to_move| square.threat_sign(self.sides, to_move)).map(String::from);
        let free = || sign.or_else(|| square.label.clone()).unwrap_or_else(|| ".".to_string());
        match (square.owner.map(ordinal), ghost) {
            (Some(side), _) if square.is_winning => format!("*{}*", self.sides[side]),
            (Some(side), _) if square.is_last => format!("[{}]", self.sides[side]),
            (Some(side), _) => format!(" {} ", self.sides[side]),
            (None, Some(_)) if square.label.is_some() => format!("({})", free()),
            (None, Some(_)) => " + ".to_string(),
            (None, None) => format!(" {} ", free()),
        }
    }

    fn board(self, board: &Board, shown: Shown<'_>) -> Vec<String> {
        if board.labels.is_empty() {
            board.rows.iter().map(|row| self.row(row, shown)).collect()
        } else {
            self.columns(board, shown)
        }
    }

    /// A row of a field, moved to the right by halves of cells, with its name before it.
    fn row(self, row: &Row, shown: Shown<'_>) -> String {
        let gap = self.with(FIELD, " ");
        let cells: Vec<_> = row.squares.iter().map(|square| self.square(square, shown, FIELD)).collect();
        format!("{}{} {gap}{}{gap}", "  ".repeat(row.indent), self.bold(&row.label), cells.join(&gap))
    }

    /// Columns, with a stone above the move that is chosen and its shadow where it would come to lie.
    fn columns(self, board: &Board, shown: Shown<'_>) -> Vec<String> {
        let is_chosen = |square: &Square| shown.ghost(square).is_some();
        let column = board.rows.iter().find_map(|row| row.squares.iter().position(is_chosen));
        let above = match (column, shown.chosen) {
            (Some(column), Some((_, player))) => format!("{} {} ", "   ".repeat(column), self.stone(player)),
            _ => String::new(),
        };
        let edge = self.with(BOARD, " ");
        let mut lines = vec![format!(" {above}")];
        for row in &board.rows {
            let cells: String = row.squares.iter().map(|square| self.square(square, shown, BOARD)).collect();
            lines.push(format!("{edge}{cells}{edge}"));
        }
        lines.push(format!("  {}", self.dim(&board.labels.join("  "))));
        lines
    }
}

/// Cards on a table.
impl Paint {
    fn cards(self, board: &CardBoard, chosen: Option<&str>) -> Vec<String> {
        let mut lines = vec![self.dim(&board.heading())];
        for (number, row) in (1..).zip(&board.rows) {
            let cells: String = row.iter().map(|cell| self.card(cell, chosen)).collect();
            lines.push(format!("{} {cells}", self.dim(&number.to_string())));
        }
        lines
    }

    /// Four columns for a cell. Suits have colours, gaps are dim, what lies in its place is bold; the card of the chosen
    /// move and its gap stand out.
    fn card(self, cell: &CardCell, chosen: Option<&str>) -> String {
        let is_chosen = chosen.is_some_and(|mv| cell.moves.iter().any(|other| other == mv));
        let text = cell.text();
        if !self.is_coloured {
            return if is_chosen { format!("[{}]", &text[1..3]) } else { text };
        }
        let colour = cell.suit().map_or(DIM, suit_colour);
        let look = match cell.content {
            _ if is_chosen => "7;",
            CardContent::Card { is_settled: true, .. } => "1;",
            CardContent::Card { .. } => "",
            CardContent::Gap { .. } => "2;",
        };
        self.with(&format!("{look}{colour}"), &text)
    }
}

/// Four colours that can be told apart on light and on dark ground.
const fn suit_colour(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "38;5;34",
        Suit::Diamonds => "38;5;33",
        Suit::Hearts => "38;5;203",
        Suit::Spades => "38;5;245",
    }
}

/// What the screen shows below the board.
pub(super) struct Notes<'a> {
    /// What is going on.
    pub(super) status: String,
    /// What happened last.
    pub(super) message: &'a str,
    /// Which moves would end the game at once, where that is shown.
    pub(super) threats: Option<String>,
    /// What the engine thinks.
    pub(super) opinion: Option<String>,
    /// The keys that matter now.
    pub(super) keys: &'a str,
    /// How wide a line may be.
    pub(super) width: usize,
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
        let threats = notes.threats.as_ref().map(|_| player);
        lines.extend(paint.board(board, Shown { chosen: mv.map(|mv| (mv.as_str(), player)), threats }));
    } else {
        match &view.cards {
            Some(cards) => lines.extend(paint.cards(cards, mv.map(String::as_str))),
            None => lines.extend(view.picture.lines().map(str::to_string)),
        }
        lines.push(String::new());
        lines.extend(wrapped(&view.moves, chosen, paint));
    }
    lines.push(String::new());
    // Whoever walks on a field sees the name of the cell.
    let name = mv.filter(|_| view.board.as_ref().is_some_and(|board| board.labels.is_empty()));
    lines.push(paint.bold(&notes.status) + &name.map(|mv| format!(": {mv}")).unwrap_or_default());
    lines.extend(view.remark.clone());
    lines.extend(notes.threats.clone());
    lines.extend(folded(notes.message, notes.width));
    if let Some(opinion) = &notes.opinion {
        lines.push(paint.dim(&format!("the engine: {opinion}")));
    }
    lines.push(String::new());
    lines.push(paint.dim(notes.keys));
    lines.into_iter().map(|line| format!("  {line}")).collect()
}

/// A message in lines, one at least, none wider where that can be helped.
fn folded(message: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in message.split(' ') {
        let line = lines.last_mut().expect("there is a first line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_string());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines
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
    "arrows        choose a move",
    "enter, space  play it",
    "1 to 9        play that column at once, or go to that cell of the row",
    "A to I        go to that row, where rows have letters",
    "s             swap, where the rules have it",
    "u             take back your last move, and the engine's answer",
    "h             a hint",
    "t             show or hide where a stone would win or lose at once",
    "o             show or hide what the engine thinks",
    "r             resign",
    "d             deal anew what is not in order, where the rules have it",
    "n             a new game",
    "q, Ctrl-C     quit",
    "",
    "any key goes back to the game",
];
