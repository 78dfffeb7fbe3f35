//! Answers on standard output, a summary on standard error.

use std::io::{BufWriter, Stderr, Stdout, Write, stderr, stdout};
use std::time::{Duration, Instant};

use indicatif::HumanCount;
use kibitzer_catalog::{Answer, PuzzleRoom, Stop, Verdict};

use crate::args::Format;
use crate::json::Object;
use crate::output::counted;
use crate::style::{Colour, Style};

use super::Solved;
use super::source::{Job, Source};

/// Writes answers as they come, and counts them.
pub(super) struct Writer<'a> {
    room: &'a dyn PuzzleRoom,
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
    solved: u64,
    unsolvable: u64,
    unknown: u64,
    expanded: u64,
}

impl<'a> Writer<'a> {
    pub(super) fn new(room: &'a dyn PuzzleRoom, format: Format, source: &Source) -> Writer<'a> {
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
            counts: Counts::default(),
        }
    }

    /// Writes one answer.
    pub(super) fn write(&mut self, solved: &Solved) -> anyhow::Result<()> {
        self.counts.add(&solved.answer);
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
        let Counts { solved, unsolvable, unknown, expanded } = self.counts;
        let answered = solved + unsolvable + unknown;
        if self.layout == Layout::Line {
            let noun = if answered == 1 { "position" } else { "positions" };
            writeln!(
                self.err,
                "{} {noun}: {} solved, {} unsolvable, {} unknown; {} expanded in {:.1?}",
                HumanCount(answered),
                HumanCount(solved),
                HumanCount(unsolvable),
                HumanCount(unknown),
                HumanCount(expanded),
                self.started.elapsed()
            )?;
        }
        Ok(answered)
    }

    fn page(&mut self, solved: &Solved) -> anyhow::Result<()> {
        let Solved { job, position, answer } = solved;
        if let Job::Seed(seed) = job {
            writeln!(self.out, "deal {seed}\n{}\n", self.room.picture(position)?)?;
        }
        let word = self.style.paint(answer.word(), colour(answer));
        match &answer.verdict {
            Verdict::Solved(moves) => {
                let proved = if answer.shortest { ", proved shortest" } else { "" };
                writeln!(self.out, "{word} in {}{proved}\n{}", counted(moves.len() as u64, "move"), moves.join(" "))?;
            }
            Verdict::Unsolvable => writeln!(self.out, "{word}: it is proved that no moves lead to the goal")?,
            Verdict::Unknown(stop) => writeln!(self.out, "{word}: {}", reason(*stop))?,
        }
        let stats = answer.stats;
        writeln!(self.out, "{} expanded in {:.1?}", counted(stats.expanded, "position"), stats.elapsed)?;
        Ok(())
    }

    fn line(&mut self, solved: &Solved) -> anyhow::Result<()> {
        match &solved.job {
            Job::Position(_) => {}
            Job::Seed(seed) => write!(self.out, "{seed}: ")?,
            Job::Line { number, .. } => write!(self.out, "{number}: ")?,
        }
        let answer = &solved.answer;
        let word = self.style.paint(answer.word(), colour(answer));
        match &answer.verdict {
            Verdict::Solved(moves) => writeln!(self.out, "{word} {}", moves.join(" "))?,
            Verdict::Unsolvable => writeln!(self.out, "{word}")?,
            Verdict::Unknown(stop) => writeln!(self.out, "{word}, {}", reason(*stop))?,
        }
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
    fn add(&mut self, answer: &Answer) {
        match answer.verdict {
            Verdict::Solved(_) => self.solved += 1,
            Verdict::Unsolvable => self.unsolvable += 1,
            Verdict::Unknown(_) => self.unknown += 1,
        }
        self.expanded += answer.stats.expanded;
    }
}

/// The object of the contract, fields in its order.
fn json(room: &dyn PuzzleRoom, solved: &Solved) -> String {
    let Solved { job, position, answer } = solved;
    let object = Object::new().text("game", room.game());
    let object = match job {
        Job::Seed(seed) => object.plain("seed", seed),
        Job::Position(_) | Job::Line { .. } => object,
    };
    let object = object
        .text("position", position)
        .text("verdict", answer.word())
        .texts("moves", answer.moves())
        .plain("length", answer.moves().len())
        .plain("shortest", answer.shortest)
        .plain("expanded", answer.stats.expanded)
        .plain("micros", answer.stats.elapsed.as_micros());
    let object = match answer.stopped_by() {
        Some(stop) => object.text("stopped_by", stop),
        None => object,
    };
    object.line()
}

fn colour(answer: &Answer) -> Colour {
    match answer.verdict {
        Verdict::Solved(_) => Colour::Green,
        Verdict::Unsolvable => Colour::Red,
        Verdict::Unknown(_) => Colour::Yellow,
    }
}

fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "stopped by --max-nodes",
        Stop::Time => "stopped by --max-time",
        Stop::Memory => "stopped by --max-memory",
        Stop::Cancelled => "cancelled",
    }
}
