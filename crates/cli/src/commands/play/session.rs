//! A game as it is played: whose turn it is, what was played, what can be taken back.

use kibitzer_catalog::{Board, CardBoard, DuelRoom, Ending, Outcome, Player, PuzzleRoom, Situation};

use crate::output::counted;

use super::adviser::{Advice, Adviser};
use super::ordinal;

/// The rules, by text.
pub(super) enum Rules {
    Duel(Box<dyn DuelRoom>),
    Puzzle(Box<dyn PuzzleRoom>),
}

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Seats {
    /// A person against an engine.
    Engine {
        /// Which side the person has.
        person: Player,
        /// What the engine is called.
        name: String,
    },
    /// Two people.
    People,
    /// One person.
    Alone {
        /// Where the puzzle comes from.
        title: Option<String>,
        /// The luck of redeals: that of the deal, or 0 for a position.
        luck: u64,
    },
}

/// What stands among the moves where a game was dealt anew.
const REDEAL: &str = "redeal";

/// Whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Person,
    Engine,
    Over,
}

/// What a person sees.
pub(super) struct View {
    pub(super) picture: String,
    /// Games for two have a board to draw.
    pub(super) board: Option<Board>,
    /// Some puzzles have cards to draw.
    pub(super) cards: Option<CardBoard>,
    pub(super) moves: Vec<String>,
    /// Whose turn it is in a game for two.
    pub(super) to_move: Option<Player>,
    pub(super) turn: Turn,
    /// What is going on, in a few words.
    pub(super) status: String,
    /// What else there is to say.
    pub(super) remark: Option<String>,
}

/// A game that goes on.
pub(super) struct Session {
    pub(super) rules: Rules,
    pub(super) seats: Seats,
    /// What the stones of the two sides look like.
    pub(super) marks: [String; 2],
    /// All positions, the start first.
    line: Vec<String>,
    /// The moves between them.
    moves: Vec<String>,
    resigned: Option<Player>,
    /// Who answers; taken away while it thinks.
    pub(super) opponent: Option<Box<dyn Adviser>>,
    /// Who hints; taken away while it thinks.
    pub(super) helper: Option<Box<dyn Adviser>>,
}

impl Session {
    pub(super) fn new(
        rules: Rules,
        start: String,
        seats: Seats,
        opponent: Option<Box<dyn Adviser>>,
        helper: Box<dyn Adviser>,
    ) -> anyhow::Result<Session> {
        let marks = match &rules {
            Rules::Duel(room) => room.sides().map(String::from),
            Rules::Puzzle(_) => [String::new(), String::new()],
        };
        let session = Session {
            rules,
            seats,
            marks,
            line: vec![start],
            moves: Vec::new(),
            resigned: None,
            opponent,
            helper: Some(helper),
        };
        // Whatever is wrong with the start is told before the game.
        session.view()?;
        Ok(session)
    }

    /// All positions, the start first.
    pub(super) fn line(&self) -> &[String] {
        &self.line
    }

    /// The position at hand.
    pub(super) fn position(&self) -> &str {
        self.line.last().expect("the start is never taken back")
    }

    pub(super) fn view(&self) -> anyhow::Result<View> {
        match &self.rules {
            Rules::Duel(room) => {
                let situation = room.look(self.position())?;
                let (turn, status) = self.duel_status(&situation);
                let Situation { picture, board, moves, to_move, remark, .. } = situation;
                let board = Some(board);
                Ok(View { picture, board, cards: None, moves, to_move: Some(to_move), turn, status, remark })
            }
            Rules::Puzzle(room) => {
                let moves = room.legal_moves(self.position())?;
                let is_won = room.replay(self.position(), "")?.ending == Ending::Goal;
                let played = counted(self.moves.iter().filter(|mv| *mv != REDEAL).count() as u64, "move");
                let (turn, status) = match (moves.len(), self.redeals_left()) {
                    _ if is_won => (Turn::Over, format!("won in {played}{}", self.redealt())),
                    (0, 0) => (Turn::Over, format!("stuck after {played}: take some back")),
                    (0, left) => (Turn::Person, format!("stuck after {played}: {}", redeals_in_words(left))),
                    (1, _) => (Turn::Person, "1 legal move".to_string()),
                    (legal, _) => (Turn::Person, format!("{legal} legal moves")),
                };
                let remark = match (moves.len(), room.redeals(), self.redeals_left()) {
                    (0, ..) | (_, 0, _) => None,
                    _ if is_won => None,
                    (_, _, 0) => Some("no redeal is left".to_string()),
                    (_, _, left) => Some(redeals_in_words(left)),
                };
                let (picture, cards) = (room.picture(self.position())?, room.board(self.position())?);
                Ok(View { picture, board: None, cards, moves, to_move: None, turn, status, remark })
            }
        }
    }

    fn duel_status(&self, situation: &Situation) -> (Turn, String) {
        let mark = |player| &self.marks[ordinal(player)];
        let winner = match (situation.outcome, self.resigned) {
            (Some(Outcome::Draw), _) => return (Turn::Over, "a draw".to_string()),
            (Some(Outcome::Win(winner)), _) => Some((winner, "")),
            (None, Some(loser)) => Some((!loser, ": the other side resigned")),
            (None, None) => None,
        };
        let to_move = situation.to_move;
        match (&self.seats, winner) {
            (Seats::Engine { person, .. }, Some((winner, _))) if winner == *person => {
                (Turn::Over, "you win".to_string())
            }
            (Seats::Engine { .. }, Some(_)) if self.resigned.is_some() => {
                (Turn::Over, "you resigned: the engine wins".to_string())
            }
            (Seats::Engine { .. }, Some(_)) => (Turn::Over, "the engine wins".to_string()),
            (_, Some((winner, how))) => (Turn::Over, format!("{} wins{how}", mark(winner))),
            (Seats::Engine { person, .. }, None) if to_move == *person => {
                (Turn::Person, format!("your turn, {}", mark(to_move)))
            }
            (Seats::Engine { .. }, None) => (Turn::Engine, "the engine thinks".to_string()),
            (_, None) => (Turn::Person, format!("{} to move", mark(to_move))),
        }
    }

    /// Plays a move for whoever's turn it is, or says why not.
    pub(super) fn play(&mut self, mv: &str) -> Result<(), String> {
        let next = self.after(mv)?;
        self.line.push(next);
        self.moves.push(mv.trim().to_string());
        Ok(())
    }

    /// The position after a move, or why it cannot be played.
    pub(super) fn after(&self, mv: &str) -> Result<String, String> {
        if self.resigned.is_some() {
            return Err("the game is over".to_string());
        }
        match &self.rules {
            Rules::Duel(room) => room.play(self.position(), mv).map_err(|problem| problem.to_string()),
            Rules::Puzzle(room) => {
                let replay = room.replay(self.position(), mv).map_err(|problem| problem.to_string())?;
                match replay.ending {
                    Ending::Illegal { reason } => Err(reason),
                    Ending::Goal | Ending::Short => Ok(replay.position),
                }
            }
        }
    }

    /// What a legal move does, where the game has words for it.
    pub(super) fn explain(&self, mv: &str) -> Option<String> {
        match &self.rules {
            Rules::Duel(room) => room.explain(self.position(), mv).ok().flatten(),
            Rules::Puzzle(room) => room.explain(self.position(), mv).ok().flatten(),
        }
    }

    /// A hint in one line: the move, what it does, and what the adviser thinks of it.
    pub(super) fn hint(&self, advice: &Advice) -> String {
        let Some(mv) = &advice.best else {
            let or_redeal = match self.redeals_left() {
                0 => "",
                _ => ", or redeal, which hints know nothing of",
            };
            return format!("hint: {}{or_redeal}", advice.says);
        };
        let does = self.explain(mv).map(|does| format!(" ({does})")).unwrap_or_default();
        let says = if advice.says.is_empty() { String::new() } else { format!(", {}", advice.says) };
        format!("hint: {mv}{does}{says}")
    }

    /// How often the game may still be dealt anew.
    fn redeals_left(&self) -> u32 {
        let Rules::Puzzle(room) = &self.rules else { return 0 };
        room.redeals().saturating_sub(self.redeals_made())
    }

    fn redeals_made(&self) -> u32 {
        self.moves.iter().filter(|mv| *mv == REDEAL).map(|_| 1).sum()
    }

    /// What is said of redeals once a game is won.
    fn redealt(&self) -> String {
        match self.redeals_made() {
            0 => String::new(),
            made => format!(" and {}", counted(made.into(), "redeal")),
        }
    }

    /// Deals anew what is not in order, or says why not. It can be taken back like a move.
    pub(super) fn redeal(&mut self) -> anyhow::Result<Result<(), String>> {
        let (Rules::Puzzle(room), Seats::Alone { luck, .. }) = (&self.rules, &self.seats) else {
            return Ok(Err("a game for two is not dealt".to_string()));
        };
        if room.redeals() == 0 {
            let name = room.game().listing().name;
            return Ok(Err(match room.redeal(self.position(), 0)? {
                Some(_) => format!("there are no redeals unless the game is begun with them, as in {name}:redeals=2"),
                None => format!("{name} has no redeals"),
            }));
        }
        if room.replay(self.position(), "")?.ending == Ending::Goal {
            return Ok(Err("the game is won".to_string()));
        }
        if self.redeals_left() == 0 {
            return Ok(Err("no redeal is left".to_string()));
        }
        let luck = luck.wrapping_add(u64::from(self.redeals_made()) + 1);
        let Some(next) = room.redeal(self.position(), luck)? else {
            return Ok(Err("this game has no redeals".to_string()));
        };
        self.line.push(next);
        self.moves.push(REDEAL.to_string());
        Ok(Ok(()))
    }

    /// The moves that would end the game at once, in words; nothing for a puzzle.
    pub(super) fn threats(&self, view: &View) -> Option<String> {
        let (board, to_move) = (view.board.as_ref()?, view.to_move?);
        Some(board.threats(self.marks.each_ref().map(String::as_str), to_move))
    }

    /// Takes back the last move of the person, and the engine's answer with it; says how many moves.
    pub(super) fn undo(&mut self) -> anyhow::Result<Option<usize>> {
        if self.resigned.take().is_some() {
            return Ok(Some(0));
        }
        let before = self.moves.len();
        let (line, moves) = (self.line.clone(), self.moves.clone());
        while self.moves.pop().is_some() {
            self.line.pop();
            if self.view()?.turn == Turn::Person {
                return Ok(Some(before - self.moves.len()));
            }
        }
        // Only the engine has moved.
        (self.line, self.moves) = (line, moves);
        Ok(None)
    }

    /// The person gives up, where there is anybody to give up to.
    pub(super) fn resign(&mut self) -> anyhow::Result<Result<(), String>> {
        if self.view()?.turn == Turn::Over {
            return Ok(Err("the game is over".to_string()));
        }
        let Rules::Duel(room) = &self.rules else {
            return Ok(Err("there is nobody to resign to: undo, new or quit".to_string()));
        };
        self.resigned = Some(match &self.seats {
            Seats::Engine { person, .. } => *person,
            Seats::People | Seats::Alone { .. } => room.look(self.position())?.to_move,
        });
        Ok(Ok(()))
    }

    /// Back to the start.
    pub(super) fn restart(&mut self) {
        self.line.truncate(1);
        self.moves.clear();
        self.resigned = None;
        for adviser in [&mut self.opponent, &mut self.helper].into_iter().flatten() {
            adviser.forget();
        }
    }

    /// Who plays whom.
    pub(super) fn title(&self) -> String {
        match (&self.rules, &self.seats) {
            (Rules::Duel(room), Seats::Engine { person, name }) => {
                let (you, engine) = (&self.marks[ordinal(*person)], &self.marks[ordinal(!*person)]);
                format!("{}: you are {you}, {name} is {engine}", room.game())
            }
            (Rules::Duel(room), _) => format!("{}: {} against {}", room.game(), self.marks[0], self.marks[1]),
            (Rules::Puzzle(room), Seats::Alone { title: Some(title), .. }) => format!("{}, {title}", room.game()),
            (Rules::Puzzle(room), _) => room.game().to_string(),
        }
    }
}

/// `2 redeals are left`.
fn redeals_in_words(left: u32) -> String {
    if left == 1 { "1 redeal is left".to_string() } else { format!("{left} redeals are left") }
}
