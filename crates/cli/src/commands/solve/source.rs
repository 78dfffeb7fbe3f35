//! Where the positions come from.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use kibitzer_catalog::{Cancel, PuzzleRoom, Room};

use crate::args::{SolveArgs, checked_seed};
use crate::failure::misuse;
use crate::input;
use kibitzer_lab::in_order::Spread;

/// One of the four ways to name positions.
pub(super) enum Source {
    /// A position that was typed.
    Position(String),
    /// One deal.
    Seed(u64),
    /// Many deals.
    Seeds(Range<u64>),
    /// The lines of a file, all of which have been read and are positions.
    File(Vec<Job>),
    /// The lines of standard input, as they come.
    Stdin,
}

/// A position to decide, and where it came from.
pub(super) enum Job {
    /// Typed.
    Position(String),
    /// Dealt.
    Seed(u64),
    /// A line of a file or of standard input, or why it cannot be read.
    Line {
        /// The name of the file.
        place: Arc<str>,
        /// The number of the line, counted from 1.
        number: u64,
        /// The line without its comment.
        text: io::Result<String>,
    },
}

impl Source {
    /// What the arguments ask for.
    pub(super) fn of(args: &SolveArgs, room: &Room) -> anyhow::Result<Source> {
        match (&args.position, args.seed, args.seeds, &args.file) {
            (Some(dash), None, None, None) if dash == "-" => Ok(Source::Stdin),
            (Some(text), None, None, None) => Ok(Source::Position(text.clone())),
            (None, Some(seed), None, None) => {
                checked_seed(puzzle(room, "--seed")?, "--seed", seed)?;
                Ok(Source::Seed(seed))
            }
            (None, None, Some(seeds), None) => {
                checked_seed(puzzle(room, "--seeds")?, "--seeds", seeds.last())?;
                Ok(Source::Seeds(seeds.range()))
            }
            (None, None, None, Some(path)) => read_file(room, path).map(Source::File),
            _ => Err(misuse(match room {
                Room::Puzzle(_) => {
                    "name one source: a position in quotes, --seed, --seeds, --file, or - for standard input"
                }
                Room::Duel(_) => "name one source: a position, --file, or - for standard input",
            })),
        }
    }

    /// How many positions there are, where that is known before.
    pub(super) fn total(&self) -> Option<u64> {
        match self {
            Source::Position(_) | Source::Seed(_) => Some(1),
            Source::Seeds(range) => Some(range.end - range.start),
            Source::File(jobs) => Some(jobs.len() as u64),
            Source::Stdin => None,
        }
    }

    /// How to spread them over threads. Lines of standard input are answered one by one.
    pub(super) fn spread(&self, threads: NonZeroUsize) -> Spread {
        let total = self.total().unwrap_or(0);
        let useful = usize::try_from(total).ok().and_then(NonZeroUsize::new);
        let threads = useful.map_or(threads, |useful| threads.min(useful));
        Spread::of(total, threads)
    }

    /// The positions. Those of standard input end when `cancel` is set, even if no line comes.
    pub(super) fn jobs(self, cancel: &Cancel) -> Box<dyn Iterator<Item = Job> + Send> {
        match self {
            Source::Position(text) => Box::new(std::iter::once(Job::Position(text))),
            Source::Seed(seed) => Box::new(std::iter::once(Job::Seed(seed))),
            Source::Seeds(range) => Box::new(range.map(Job::Seed)),
            Source::File(jobs) => Box::new(jobs.into_iter()),
            Source::Stdin => {
                let lines = input::lines(cancel.clone()).map(|line| line.and_then(text_of));
                Box::new(jobs_of_lines("standard input", lines))
            }
        }
    }
}

impl Job {
    /// The position in its usual form.
    pub(super) fn position(&mut self, room: &Room) -> anyhow::Result<String> {
        match self {
            Job::Position(text) => room.read(text).map_err(misuse),
            Job::Seed(seed) => puzzle(room, "--seed")?.deal(*seed).map_err(misuse),
            Job::Line { place, number, text } => {
                let place = format!("{place}, line {number}");
                match std::mem::replace(text, Ok(String::new())) {
                    Ok(text) => room.read(&text).map_err(|problem| misuse(format!("{place}: {problem}"))),
                    Err(problem) if problem.kind() == io::ErrorKind::InvalidData => {
                        Err(misuse(format!("{place}: this is not UTF-8 text")))
                    }
                    Err(problem) => Err(problem).context(place),
                }
            }
        }
    }
}

/// The room of a puzzle, which an option needs.
pub(super) fn puzzle<'a>(room: &'a Room, option: &str) -> anyhow::Result<&'a dyn PuzzleRoom> {
    match room {
        Room::Puzzle(room) => Ok(room.as_ref()),
        Room::Duel(room) => Err(misuse(format!("{option}: {} is a game for two; this is for puzzles", room.game()))),
    }
}

/// Reads a whole file, so that a mistake in its last line is told before any work is done.
fn read_file(room: &Room, path: &Path) -> anyhow::Result<Vec<Job>> {
    let place = path.display().to_string();
    let bytes = fs::read(path).map_err(|problem| misuse(format!("--file {place}: {problem}")))?;
    let lines = bytes.split(|byte| *byte == b'\n').map(|line| text_of(line.to_vec()));
    let read = |mut job: Job| {
        let text = Ok(job.position(room)?);
        match job {
            Job::Line { place, number, .. } => Ok(Job::Line { place, number, text }),
            other => Ok(other),
        }
    };
    jobs_of_lines(&place, lines).map(read).collect()
}

/// A line as text.
fn text_of(line: Vec<u8>) -> io::Result<String> {
    String::from_utf8(line).map_err(|problem| io::Error::new(io::ErrorKind::InvalidData, problem))
}

/// The lines that hold more than a comment.
fn jobs_of_lines(place: &str, lines: impl Iterator<Item = io::Result<String>>) -> impl Iterator<Item = Job> {
    let place: Arc<str> = place.into();
    (1..).zip(lines).filter_map(move |(number, line)| {
        let text = line.map(|line| line.split('#').next().unwrap_or_default().trim().to_string());
        let is_blank = text.as_ref().is_ok_and(String::is_empty);
        (!is_blank).then(|| Job::Line { place: place.clone(), number, text })
    })
}
