//! A game as it is played: whose turn it is, what was played, what can be taken back.

use kibitzer_catalog::{Board, DuelRoom, Ending, Outcome, Player, PuzzleRoom, Situation};

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
    },
}

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
                Ok(View { picture, board: Some(board), moves, to_move: Some(to_move), turn, status, remark })
            }
            Rules::Puzzle(room) => {
                let moves = room.legal_moves(self.position())?;
                let is_won = room.replay(self.position(), "")?.ending == Ending::Goal;
                let played = self.moves.len();
                let plural = if played == 1 { "" } else { "s" };
                let (turn, status) = match moves.len() {
                    _ if is_won => (Turn::Over, format!("won in {played} move{plural}")),
                    0 => (Turn::Over, format!("stuck after {played} move{plural}: take some back")),
                    1 => (Turn::Person, "1 legal move".to_string()),
                    legal => (Turn::Person, format!("{legal} legal moves")),
                };
                let picture = room.picture(self.position())?;
                Ok(View { picture, board: None, moves, to_move: None, turn, status, remark: None })
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
            Rules::Puzzle(_) => None,
        }
    }

    /// A hint in one line: the move, what it does, and what the adviser thinks of it.
    pub(super) fn hint(&self, advice: &Advice) -> String {
        let Some(mv) = &advice.best else { return format!("hint: {}", advice.says) };
        let does = self.explain(mv).map(|does| format!(" ({does})")).unwrap_or_default();
        let says = if advice.says.is_empty() { String::new() } else { format!(", {}", advice.says) };
        format!("hint: {mv}{does}{says}")
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
            (Rules::Puzzle(room), Seats::Alone { title: Some(title) }) => format!("{}, {title}", room.game()),
            (Rules::Puzzle(room), _) => room.game().to_string(),
        }
    }
}
