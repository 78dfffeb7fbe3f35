//! On a terminal: the board drawn in place, and keys.

use std::io::{Write, stdout};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Context;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use kibitzer_catalog::{Cancel, Player};

use crate::interrupt::cancel_on_interrupt;
use crate::output::print;
use crate::style::Style;
use crate::terminal::Screen;

use super::adviser::{Advice, Adviser, Murmur};
use super::cursor;
use super::draw::{self, Notes, Paint};
use super::session::{Rules, Session, Turn, View};

/// How often the screen looks whether anything changed.
const GLANCE: Duration = Duration::from_millis(60);

/// An engine that answers at once looks like no engine at all.
const COURTESY: Duration = Duration::from_millis(350);

const KEYS: &str = "arrows choose, enter plays, u undo, h hint, t threats, n new, q quit, ? help";

/// Plays until somebody quits.
pub(super) fn run(mut session: Session) -> anyhow::Result<()> {
    let interrupt = cancel_on_interrupt()?;
    let sides = match &session.rules {
        Rules::Duel(room) => room.sides(),
        Rules::Puzzle(_) => [' ', ' '],
    };
    let paint = Paint::new(Style::of_stdout().is_coloured(), sides);
    let plain = session.marks.clone();
    if matches!(session.rules, Rules::Duel(_)) {
        session.marks = [Player::One, Player::Two].map(|player| paint.stone(player));
    }
    let mut game = Game {
        session,
        paint,
        chosen: None,
        column: None,
        message: String::new(),
        opinion: String::new(),
        shows: Shows::default(),
        asks: None,
        is_helping: false,
        pending: None,
        murmur: Arc::default(),
        is_over: false,
    };
    {
        let _screen = Screen::take(&interrupt).context("cannot draw on this terminal")?;
        game.play(&interrupt)?;
    }
    game.session.marks = plain;
    let view = game.session.view()?;
    print(format!("{}\n\n{}\n\n{}\n{}\n", game.session.title(), view.picture, view.status, game.session.position()))
}

/// Why somebody thinks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Answer,
    Hint,
}

/// Somebody who thinks, in a thread of its own.
struct Pending {
    purpose: Purpose,
    thread: JoinHandle<(Box<dyn Adviser>, anyhow::Result<Advice>)>,
    cancel: Cancel,
    started: Instant,
}

/// A question that waits for yes or no.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Resign,
    New,
}

/// What is shown beside the board, if anybody wants it.
#[derive(Clone, Copy, Default)]
struct Shows {
    /// What the engine thinks.
    opinions: bool,
    /// Where a stone would end the game at once.
    threats: bool,
}

struct Game {
    session: Session,
    paint: Paint,
    /// The place of the chosen move among the legal ones.
    chosen: Option<usize>,
    /// Where the choice was, from the left, when it began to go up or down.
    column: Option<usize>,
    message: String,
    /// What the engine thought of its last move.
    opinion: String,
    shows: Shows,
    asks: Option<Question>,
    is_helping: bool,
    pending: Option<Pending>,
    murmur: Arc<Murmur>,
    is_over: bool,
}

impl Game {
    fn play(&mut self, interrupt: &Cancel) -> anyhow::Result<()> {
        let mut shown = String::new();
        while !self.is_over && !interrupt.flag.load(Ordering::Relaxed) {
            self.settle()?;
            let view = self.session.view()?;
            if view.turn == Turn::Engine && self.pending.is_none() {
                self.ask(Purpose::Answer);
            }
            self.choose_something(&view);
            let frame = self.frame(&view);
            if frame != shown {
                stdout().write_all(frame.as_bytes()).and_then(|()| stdout().flush()).context(crate::output::FAILED)?;
                shown = frame;
            }
            if event::poll(GLANCE).context("cannot read the keys")? {
                match event::read().context("cannot read the keys")? {
                    Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key, &view)?,
                    // The terminal may have moved the lines about.
                    Event::Resize(..) => shown.clear(),
                    _ => {}
                }
            }
        }
        self.interrupt()?;
        Ok(())
    }

    /// Keeps the choice on a move that exists; at first the one in the middle.
    fn choose_something(&mut self, view: &View) {
        self.chosen = match view.moves.len() {
            0 => None,
            count => Some(self.chosen.map_or(count / 2, |chosen| chosen.min(count - 1))),
        };
    }

    fn frame(&self, view: &View) -> String {
        // Some terminals do not know how large they are.
        let (width, height) = crossterm::terminal::size().unwrap_or_default();
        let (width, height) = (if width == 0 { 80 } else { width }, if height == 0 { 24 } else { height });
        let seconds = self.pending.as_ref().map(|pending| pending.started.elapsed().as_secs_f64());
        let status = match (&self.pending, &self.asks) {
            (_, Some(Question::Resign)) => "resign? y or n".to_string(),
            (_, Some(Question::New)) => "give this game up and begin a new one? y or n".to_string(),
            (Some(pending), None) => {
                let who = if pending.purpose == Purpose::Hint { "looking for a hint" } else { "the engine thinks" };
                format!("{who} {:.1}s", seconds.unwrap_or_default())
            }
            (None, None) => view.status.clone(),
        };
        let opinion = self.shows.opinions.then(|| match &self.pending {
            Some(pending) if pending.purpose == Purpose::Answer => {
                self.murmur.lock().unwrap_or_else(PoisonError::into_inner).clone()
            }
            _ => self.opinion.clone(),
        });
        let shows_threats = self.shows.threats && view.turn != Turn::Over;
        let threats = if shows_threats { self.session.threats(view) } else { None };
        let opinion = opinion.filter(|text| !text.is_empty());
        // Lines begin two columns from the left.
        let width = usize::from(width).saturating_sub(2);
        let notes = Notes { status, message: &self.message, threats, opinion, keys: KEYS, width };
        let chosen = self.chosen.filter(|_| view.turn == Turn::Person && self.pending.is_none());
        let mut lines = draw::frame(&self.session, view, chosen, &notes, self.paint);
        if self.is_helping {
            lines.truncate(2);
            lines.push(String::new());
            lines.extend(draw::HELP.iter().map(|line| format!("  {line}")));
        }
        let shown: Vec<_> = lines.iter().take(height.into()).map(|line| format!("{line}\x1b[K")).collect();
        format!("\x1b[H{}\x1b[J", shown.join("\r\n"))
    }

    fn key(&mut self, key: KeyEvent, view: &View) -> anyhow::Result<()> {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if self.is_helping && !is_control {
            self.is_helping = false;
            return Ok(());
        }
        if let Some(question) = self.asks.take() {
            if key.code == KeyCode::Char('y') {
                return self.do_it(question);
            }
            if !is_control {
                return Ok(());
            }
        }
        match key.code {
            KeyCode::Char('c' | 'd') if is_control => self.is_over = true,
            KeyCode::Char('q') => self.is_over = true,
            KeyCode::Char('?') => self.is_helping = true,
            KeyCode::Char('o') => self.shows.opinions = !self.shows.opinions,
            KeyCode::Char('t') => match self.session.rules {
                Rules::Duel(_) => self.shows.threats = !self.shows.threats,
                Rules::Puzzle(_) => self.message = "nobody threatens anything in a puzzle".to_string(),
            },
            KeyCode::Char('u') => self.undo()?,
            KeyCode::Char('r') => match (&self.session.rules, &view.turn) {
                (_, Turn::Over) => self.message = "the game is over".to_string(),
                (Rules::Puzzle(_), _) => self.message = "there is nobody to resign to".to_string(),
                (Rules::Duel(_), _) => self.asks = Some(Question::Resign),
            },
            KeyCode::Char('d') => self.redeal()?,
            KeyCode::Char('n') if view.turn == Turn::Over => self.do_it(Question::New)?,
            KeyCode::Char('n') => self.asks = Some(Question::New),
            _ if self.pending.is_some() => {}
            KeyCode::Char('h') if !view.moves.is_empty() || matches!(self.session.rules, Rules::Puzzle(_)) => {
                self.ask(Purpose::Hint);
            }
            _ if view.turn != Turn::Person => {}
            KeyCode::Enter | KeyCode::Char(' ') => {
                if let Some(mv) = self.chosen.and_then(|chosen| view.moves.get(chosen)) {
                    self.drop(mv);
                }
            }
            code => self.choose(code, view),
        }
        Ok(())
    }

    /// Keys that go from move to move.
    fn choose(&mut self, code: KeyCode, view: &View) {
        // A board whose columns have no names is a field to walk on; else moves are in a line.
        let field = view.board.as_ref().filter(|board| board.labels.is_empty());
        let from = self.chosen.and_then(|chosen| view.moves.get(chosen)).map_or("", String::as_str);
        match (code, field) {
            (KeyCode::Up | KeyCode::Down, Some(board)) => {
                let way = if code == KeyCode::Up { cursor::Way::Up } else { cursor::Way::Down };
                let (mv, column) = cursor::walk(board, from, way, self.column);
                self.column = Some(column);
                self.follow(&mv);
            }
            (KeyCode::Left | KeyCode::Up, _) => self.step(view.moves.len() - 1, view),
            (KeyCode::Right | KeyCode::Down | KeyCode::Tab, _) => self.step(1, view),
            (KeyCode::Char('s'), Some(_)) => self.drop("swap"),
            (KeyCode::Char(letter @ 'A'..='Z'), Some(board)) => {
                if let Some(mv) = cursor::to_row(board, from, letter) {
                    self.go_to(&mv);
                }
            }
            (KeyCode::Char(digit @ '0'..='9'), Some(board)) => {
                if let Some(mv) = cursor::in_row(board, from, digit) {
                    self.go_to(&mv);
                }
            }
            (KeyCode::Char(digit @ '0'..='9'), None) => self.drop(&digit.to_string()),
            _ => {}
        }
    }

    fn step(&mut self, by: usize, view: &View) {
        let count = view.moves.len();
        self.chosen = self.chosen.map(|chosen| (chosen + by) % count);
        self.column = None;
    }

    /// Puts the choice on a move, or says why it is none.
    fn go_to(&mut self, mv: &str) {
        self.message = self.session.after(mv).err().unwrap_or_default();
        self.column = None;
        self.follow(mv);
    }

    /// Plays a move of the person.
    fn drop(&mut self, mv: &str) {
        self.message = match self.session.play(mv) {
            Ok(()) => String::new(),
            Err(problem) => problem,
        };
        self.follow(mv);
    }

    /// Puts the choice on a move, if it is still there.
    fn follow(&mut self, mv: &str) {
        let moves = self.session.view().map(|view| view.moves).unwrap_or_default();
        if let Some(place) = moves.iter().position(|other| other == mv) {
            self.chosen = Some(place);
        }
    }

    fn undo(&mut self) -> anyhow::Result<()> {
        self.interrupt()?;
        self.opinion.clear();
        self.message = match self.session.undo()? {
            None => "there is nothing to take back".to_string(),
            Some(0) => "the game goes on".to_string(),
            Some(1) => "1 move is taken back".to_string(),
            Some(count) => format!("{count} moves are taken back"),
        };
        Ok(())
    }

    fn redeal(&mut self) -> anyhow::Result<()> {
        self.interrupt()?;
        self.message = self.session.redeal()?.err().unwrap_or_else(|| "dealt anew".to_string());
        Ok(())
    }

    fn do_it(&mut self, question: Question) -> anyhow::Result<()> {
        self.interrupt()?;
        match question {
            Question::Resign => self.message = self.session.resign()?.err().unwrap_or_default(),
            Question::New => {
                self.session.restart();
                self.message = "a new game".to_string();
                self.opinion.clear();
                self.chosen = None;
            }
        }
        Ok(())
    }

    /// Lets somebody think.
    fn ask(&mut self, purpose: Purpose) {
        let adviser = match purpose {
            Purpose::Answer => self.session.opponent.take(),
            Purpose::Hint => self.session.helper.take(),
        };
        let Some(mut adviser) = adviser else { return };
        let (line, cancel, murmur) = (self.session.line().to_vec(), Cancel::default(), self.murmur.clone());
        murmur.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let flag = cancel.clone();
        let thread = thread::spawn(move || {
            let started = Instant::now();
            let advice = adviser.advise(&line, &flag, &murmur);
            while purpose == Purpose::Answer && started.elapsed() < COURTESY && !flag.flag.load(Ordering::Relaxed) {
                thread::sleep(GLANCE / 2);
            }
            (adviser, advice)
        });
        self.pending = Some(Pending { purpose, thread, cancel, started: Instant::now() });
    }

    /// Ends whatever somebody thinks; it is not used.
    fn interrupt(&mut self) -> anyhow::Result<()> {
        if let Some(pending) = self.pending.take() {
            pending.cancel.flag.store(true, Ordering::Relaxed);
            self.hand_back(pending)?;
        }
        Ok(())
    }

    /// Waits for the end of a thought and gives the adviser back.
    fn hand_back(&mut self, pending: Pending) -> anyhow::Result<(Purpose, Advice)> {
        let Pending { purpose, thread, .. } = pending;
        // A thread that panics ends the program in the hook.
        let (adviser, advice) = thread.join().map_err(|_| anyhow::anyhow!("the engine is broken"))?;
        match purpose {
            Purpose::Answer => self.session.opponent = Some(adviser),
            Purpose::Hint => self.session.helper = Some(adviser),
        }
        Ok((purpose, advice?))
    }

    /// Uses what somebody has thought.
    fn settle(&mut self) -> anyhow::Result<()> {
        let is_done = self.pending.as_ref().is_some_and(|pending| pending.thread.is_finished());
        let Some(pending) = self.pending.take_if(|_| is_done) else { return Ok(()) };
        let (purpose, advice) = self.hand_back(pending)?;
        match purpose {
            Purpose::Hint => {
                self.message = self.session.hint(&advice);
                if let Some(mv) = &advice.best {
                    self.follow(mv);
                }
            }
            Purpose::Answer => {
                let mv = advice.best.context("the engine found no move")?;
                self.session.play(&mv).map_err(anyhow::Error::msg)?;
                self.message = format!("the engine played {mv}");
                self.opinion = advice.says;
            }
        }
        Ok(())
    }
}
