//! Line by line, so that a game can be piped and tested.

use std::fmt::Write as _;
use std::sync::atomic::Ordering;

use anyhow::Context;
use kibitzer_catalog::Cancel;

use crate::input;
use crate::interrupt::cancel_on_interrupt;
use crate::output::print;

use super::adviser::{Advice, Murmur};
use super::session::{Rules, Seats, Session, Turn};

const HELP: &str = "a move, or: undo, hint, moves, threats, resign, new, quit";
const HELP_WITH_ENGINE: &str = "a move, or: undo, hint, moves, threats, opinion, resign, new, quit";
const HELP_ALONE: &str = "a move, or: undo, hint, moves, new, quit";
const HELP_WITH_REDEALS: &str = "a move, or: undo, hint, moves, redeal, new, quit";

fn help(session: &Session) -> &'static str {
    match (&session.seats, &session.rules) {
        (Seats::Engine { .. }, _) => HELP_WITH_ENGINE,
        (Seats::People, _) => HELP,
        (Seats::Alone { .. }, Rules::Puzzle(room)) if room.redeals() > 0 => HELP_WITH_REDEALS,
        (Seats::Alone { .. }, _) => HELP_ALONE,
    }
}

/// Plays until the input ends, somebody quits, or Ctrl-C.
pub(super) fn run(session: Session) -> anyhow::Result<()> {
    let mut talk = Talk { session, cancel: cancel_on_interrupt()?, has_opinions: false, shows_threats: false };
    print(format!("{}\n{}\n", talk.session.title(), help(&talk.session)))?;
    talk.show("")?;
    for line in input::lines(talk.cancel.clone()) {
        let line = line.context("cannot read standard input")?;
        if !talk.answer(String::from_utf8_lossy(&line).trim())? {
            break;
        }
    }
    Ok(())
}

struct Talk {
    session: Session,
    cancel: Cancel,
    /// Whether the engine says what it thinks.
    has_opinions: bool,
    /// Whether boards show where a stone would end the game at once.
    shows_threats: bool,
}

impl Talk {
    /// Does what a line asks for; false if that is to quit.
    fn answer(&mut self, line: &str) -> anyhow::Result<bool> {
        match line {
            "" => {}
            "quit" | "q" | "exit" => return Ok(false),
            "help" | "?" => print(format!("{}\n", help(&self.session)))?,
            "moves" => {
                let moves = self.session.view()?.moves;
                print(if moves.is_empty() { "there are no moves\n".to_string() } else { moves.join(" ") + "\n" })?;
            }
            "undo" | "u" => match self.session.undo()? {
                None => print("there is nothing to take back\n")?,
                Some(0) => self.show("the game goes on\n")?,
                Some(1) => self.show("1 move is taken back\n")?,
                Some(count) => self.show(&format!("{count} moves are taken back\n"))?,
            },
            "hint" | "h" => self.hint()?,
            "opinion" | "o" if self.session.opponent.is_none() => print("there is no engine to ask\n")?,
            "opinion" | "o" => {
                self.has_opinions = !self.has_opinions;
                print(if self.has_opinions { "opinions are on\n" } else { "opinions are off\n" })?;
            }
            "threats" | "t" if matches!(self.session.rules, Rules::Puzzle(_)) => {
                print("nobody threatens anything in a puzzle\n")?;
            }
            "threats" | "t" => {
                self.shows_threats = !self.shows_threats;
                self.show(if self.shows_threats { "threats are shown\n" } else { "threats are hidden\n" })?;
            }
            "resign" | "r" => match self.session.resign()? {
                Ok(()) => self.show("")?,
                Err(problem) => print(problem + "\n")?,
            },
            "redeal" | "d" => match self.session.redeal()? {
                Ok(()) => self.show("dealt anew\n")?,
                Err(problem) => print(problem + "\n")?,
            },
            "new" | "n" => {
                self.session.restart();
                self.show("a new game\n")?;
            }
            mv => match self.session.play(mv) {
                Ok(()) => self.show("")?,
                Err(problem) => print(format!("{problem}; try help\n"))?,
            },
        }
        Ok(true)
    }

    /// Lets the engine answer if it is its turn, then shows the board.
    fn show(&mut self, before: &str) -> anyhow::Result<()> {
        let mut text = before.to_string();
        if self.session.view()?.turn == Turn::Engine
            && let Some(mut opponent) = self.session.opponent.take()
        {
            let advice = opponent.advise(self.session.line(), &self.cancel, &Murmur::default());
            self.session.opponent = Some(opponent);
            if self.is_cancelled() {
                return Ok(());
            }
            let Advice { best, says } = advice?;
            let mv = best.context("the engine found no move")?;
            self.session.play(&mv).map_err(anyhow::Error::msg)?;
            let opinion = if self.has_opinions && !says.is_empty() { format!(": {says}") } else { String::new() };
            writeln!(text, "the engine plays {mv}{opinion}")?;
        }
        let view = self.session.view()?;
        let picture = match (&view.board, &self.session.rules, view.to_move) {
            (Some(board), Rules::Duel(room), Some(to_move)) if self.shows_threats => {
                board.text_with_threats(room.sides(), to_move)
            }
            _ => view.picture.clone(),
        };
        write!(text, "\n{picture}\n\n{}\n", view.status)?;
        if let Some(remark) = &view.remark {
            writeln!(text, "{remark}")?;
        }
        if self.shows_threats
            && view.turn != Turn::Over
            && let Some(threats) = self.session.threats(&view)
        {
            writeln!(text, "{threats}")?;
        }
        if view.turn == Turn::Over {
            writeln!(text, "{}", self.session.position())?;
        }
        print(text)
    }

    /// Whether nobody waits for an answer any more; what a search found until then is no move of an engine.
    fn is_cancelled(&self) -> bool {
        self.cancel.flag.load(Ordering::Relaxed)
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        if self.session.view()?.turn == Turn::Over && matches!(self.session.rules, Rules::Duel(_)) {
            return print("the game is over\n");
        }
        let Some(mut helper) = self.session.helper.take() else { return Ok(()) };
        let advice = helper.advise(self.session.line(), &self.cancel, &Murmur::default());
        self.session.helper = Some(helper);
        if self.is_cancelled() {
            return Ok(());
        }
        print(self.session.hint(&advice?) + "\n")
    }
}
