//! Answers on standard output, a summary on standard error.

use std::io::{BufWriter, Stderr, Stdout, Write, stderr, stdout};
use std::time::{Duration, Instant};

use indicatif::HumanCount;
use kibitzer_catalog::{Answer, Decision, Judgement, Room, Stats, Stop, Value, Verdict};

use crate::args::Format;
use crate::json::Object;
use crate::output::counted;
use crate::style::{Colour, Style};

use super::source::{Job, Source};
use super::{Found, Solved};

/// Writes answers as they come, and counts them.
pub(super) struct Writer<'a> {
    room: &'a Room,
    layout: Layout,
    style: Style,
    out: BufWriter<Stdout>,
    err: Stderr,
    flushes: Flushes,
    started: Instant,
    counts: Counts,
}

/// What an answer looks like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// A few lines for the only one.
    Page,
    /// A line for each, then a summary.
    Line,
    /// A JSON object for each.
    Json,
}

/// When the reader sees what was written.
enum Flushes {
    /// After each answer: whoever wrote the question waits for it.
    Each,
    /// Not more often than needed.
    Since(Instant),
}

#[derive(Default)]
struct Counts {
    /// Answers by their words, in the order in which these are told.
    answers: Vec<(&'static str, u64)>,
    expanded: u64,
}

impl<'a> Writer<'a> {
    pub(super) fn new(room: &'a Room, format: Format, source: &Source) -> Writer<'a> {
        let layout = match (format, source) {
            (Format::Json, _) => Layout::Json,
            (Format::Text, Source::Position(_) | Source::Seed(_)) => Layout::Page,
            (Format::Text, Source::Seeds(_) | Source::File(_) | Source::Stdin) => Layout::Line,
        };
        let now = Instant::now();
        Writer {
            room,
            layout,
            style: Style::of_stdout(),
            out: BufWriter::new(stdout()),
            err: stderr(),
            flushes: if matches!(source, Source::Stdin) { Flushes::Each } else { Flushes::Since(now) },
            started: now,
            counts: Counts::of(room),
        }
    }

    /// Writes one answer.
    pub(super) fn write(&mut self, solved: &Solved) -> anyhow::Result<()> {
        self.counts.add(&solved.found);
        match self.layout {
            Layout::Page => self.page(solved)?,
            Layout::Line => self.line(solved)?,
            Layout::Json => {
                let line = json(self.room, solved);
                writeln!(self.out, "{line}")?;
            }
        }
        self.flush_in_time()
    }

    /// Writes what is left and gives the number of answers.
    pub(super) fn finish(mut self) -> anyhow::Result<u64> {
        self.out.flush()?;
        let Counts { answers, expanded } = self.counts;
        let answered = answers.iter().map(|(_, count)| count).sum();
        if self.layout == Layout::Line {
            let parts: Vec<_> = answers.iter().map(|(word, count)| format!("{} {word}", HumanCount(*count))).collect();
            writeln!(
                self.err,
                "{}: {}; {} expanded in {:.1?}",
                counted(answered, "position"),
                parts.join(", "),
                HumanCount(expanded),
                self.started.elapsed()
            )?;
        }
        Ok(answered)
    }

    fn page(&mut self, solved: &Solved) -> anyhow::Result<()> {
        let Solved { job, position, found } = solved;
        match self.room {
            Room::Puzzle(room) => {
                if let Job::Seed(seed) = job {
                    writeln!(self.out, "deal {seed}\n{}\n", room.picture(position)?)?;
                }
            }
            Room::Duel(room) => writeln!(self.out, "{}\n", room.look(position)?.picture)?,
        }
        let word = self.style.paint(found.word(), colour(found));
        let text = match found {
            Found::Puzzle(answer) => match &answer.verdict {
                Verdict::Solved(moves) => {
                    let proved = if answer.shortest { ", proved shortest" } else { "" };
                    let shortened = match answer.shortened_from {
                        None => String::new(),
                        Some(before) if before == moves.len() => ", and no shorter way was found".to_string(),
                        Some(before) => format!(", shortened from {before}"),
                    };
                    let length = counted(moves.len() as u64, "move");
                    format!("{word} in {length}{proved}{shortened}\n{}", moves.join(" "))
                }
                Verdict::Unsolvable => format!("{word}: it is proved that no moves lead to the goal"),
                Verdict::Unknown(stop) => format!("{word}: {}", reason(*stop)),
            },
            Found::Duel(judgement) => match &judgement.decision {
                Decision::Known { score, best, .. } => {
                    let score = score.map(|score| format!(", score {score}")).unwrap_or_default();
                    match best.as_slice() {
                        [] => format!("{word} for the side to move{score}: the game is over"),
                        best => format!("{word} for the side to move{score}\nbest: {}", best.join(" ")),
                    }
                }
                Decision::Unknown(stop) => format!("{word}: {}", reason(*stop)),
            },
        };
        let stats = found.stats();
        writeln!(self.out, "{text}\n{} expanded in {:.1?}", counted(stats.expanded, "position"), stats.elapsed)?;
        Ok(())
    }

    fn line(&mut self, solved: &Solved) -> anyhow::Result<()> {
        match &solved.job {
            Job::Position(_) => {}
            Job::Seed(seed) => write!(self.out, "{seed}: ")?,
            Job::Line { number, .. } => write!(self.out, "{number}: ")?,
        }
        let found = &solved.found;
        let word = self.style.paint(found.word(), colour(found));
        let rest = match found {
            Found::Puzzle(Answer { verdict: Verdict::Solved(moves), .. }) => format!(" {}", moves.join(" ")),
            Found::Duel(judgement) if judgement.stopped_by().is_none() => {
                let score = judgement.score().map(|score| format!(" {score}")).unwrap_or_default();
                let best: Vec<_> = judgement.best().iter().map(|mv| format!(" {mv}")).collect();
                format!("{score}{}{}", if best.is_empty() { "" } else { " best" }, best.concat())
            }
            _ => found.stopped_by().map(|stop| format!(", {}", reason(stop))).unwrap_or_default(),
        };
        writeln!(self.out, "{word}{rest}")?;
        Ok(())
    }

    fn flush_in_time(&mut self) -> anyhow::Result<()> {
        const PATIENCE: Duration = Duration::from_millis(100);
        match &mut self.flushes {
            Flushes::Each => self.out.flush()?,
            Flushes::Since(last) if last.elapsed() > PATIENCE => {
                *last = Instant::now();
                self.out.flush()?;
            }
            Flushes::Since(_) => {}
        }
        Ok(())
    }
}

impl Counts {
    fn of(room: &Room) -> Counts {
        let words: &[&str] = match room {
            Room::Puzzle(_) => &["solved", "unsolvable", "unknown"],
            Room::Duel(_) => &["win", "draw", "loss", "unknown"],
        };
        Counts { answers: words.iter().map(|word| (*word, 0)).collect(), expanded: 0 }
    }

    fn add(&mut self, found: &Found) {
        if let Some((_, count)) = self.answers.iter_mut().find(|(word, _)| *word == found.word()) {
            *count += 1;
        }
        self.expanded += found.stats().expanded;
    }
}

impl Found {
    fn word(&self) -> &'static str {
        match self {
            Found::Puzzle(answer) => answer.word(),
            Found::Duel(judgement) => judgement.word(),
        }
    }

    fn stats(&self) -> Stats {
        match self {
            Found::Puzzle(answer) => answer.stats,
            Found::Duel(judgement) => judgement.stats,
        }
    }

    fn stopped_by(&self) -> Option<Stop> {
        match self {
            Found::Puzzle(answer) => answer.stopped_by(),
            Found::Duel(judgement) => judgement.stopped_by(),
        }
    }
}

/// The object of the contract, fields in its order.
fn json(room: &Room, solved: &Solved) -> String {
    let Solved { job, position, found } = solved;
    let object = Object::new().text("game", room.game());
    let object = match job {
        Job::Seed(seed) => object.plain("seed", seed),
        Job::Position(_) | Job::Line { .. } => object,
    };
    let object = object.text("position", position).text("verdict", found.word());
    let object = match found {
        Found::Puzzle(answer) => object
            .texts("moves", answer.moves())
            .plain("length", answer.moves().len())
            .plain("shortest", answer.shortest)
            .maybe(answer.shortened_from, |object, before| object.plain("shortened_from", before)),
        Found::Duel(judgement) => object
            .maybe(judgement.score(), |object, score| object.plain("score", score))
            .texts("best", judgement.best()),
    };
    let stats = found.stats();
    let object = object.plain("expanded", stats.expanded).plain("micros", stats.elapsed.as_micros());
    let limit = found.stopped_by().filter(|stop| *stop != Stop::GaveUp);
    object.maybe(limit, |object, stop| object.text("stopped_by", stop)).line()
}

fn colour(found: &Found) -> Colour {
    match found {
        Found::Puzzle(Answer { verdict: Verdict::Solved(_), .. })
        | Found::Duel(Judgement { decision: Decision::Known { value: Value::Win, .. }, .. }) => Colour::Green,
        Found::Puzzle(Answer { verdict: Verdict::Unsolvable, .. })
        | Found::Duel(Judgement { decision: Decision::Known { value: Value::Loss, .. }, .. }) => Colour::Red,
        Found::Puzzle(_) | Found::Duel(_) => Colour::Yellow,
    }
}

pub(super) fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "stopped by --max-nodes",
        Stop::Time => "stopped by --max-time",
        Stop::Memory => "stopped by --max-memory",
        Stop::Cancelled => "cancelled",
        Stop::GaveUp => "it played one game and did not win it",
    }
}
