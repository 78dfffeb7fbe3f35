//! Examining an engine: does it find the fastest win, and does it see the trap?

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use kibitzer_catalog::{Budget, Cancel, DuelRoom, SolverSpec};

use crate::in_order::{Spread, in_order};
use crate::parallel::CpuClock;
use crate::progress::Progress;
use crate::stats::{Histogram, Share};
use crate::tables::{Table, grouped};

use super::{Puzzle, Task};

/// An examination.
#[derive(Clone, Debug)]
pub struct PuzzleExam {
    /// Who is examined.
    pub thinker: SolverSpec,
    /// The limits of each puzzle.
    pub budget: Budget,
    /// How many puzzles are asked at the same time.
    pub threads: NonZeroUsize,
    /// Whether a bar shows how far it is.
    pub is_watched: bool,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The position.
    pub position: String,
    /// What was to be done.
    pub task: Task,
    /// The move that the engine would play.
    pub mv: String,
    /// Whether the move does it.
    pub is_right: bool,
    /// Processor time.
    pub cpu: Duration,
}

/// All answers of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// Who was examined.
    pub spec: String,
    /// The answers, in the order of the puzzles.
    pub answers: Vec<Answer>,
}

impl PuzzleExam {
    /// Asks the engine about each puzzle, afresh.
    ///
    /// # Errors
    /// If a position cannot be read, or it was cancelled.
    pub fn run(&self, room: &dyn DuelRoom, puzzles: &[Puzzle], cancel: &Cancel) -> Result<Answers> {
        let total = puzzles.len() as u64;
        let progress = if self.is_watched { Progress::of(total, "puzzles") } else { Progress::silent() };
        let mut answers = Vec::new();
        let spread = Spread { batch: NonZeroUsize::MIN, ..Spread::of(total, self.threads) };
        in_order(
            puzzles.iter(),
            spread,
            cancel,
            || (),
            |(), puzzle| self.ask(room, puzzle, cancel),
            |answer| {
                progress.advance(1);
                answers.push(answer?);
                anyhow::Ok(())
            },
        )?;
        progress.finish();
        ensure!(answers.len() == puzzles.len(), "cancelled");
        Ok(Answers { spec: self.thinker.brief(), answers })
    }

    fn ask(&self, room: &dyn DuelRoom, puzzle: &Puzzle, cancel: &Cancel) -> Result<Answer> {
        let mut thinker = room.thinker(&self.thinker);
        let started = CpuClock::start(self.threads);
        let analysis = thinker.think(&puzzle.position, self.budget, &mut cancel.clone())?.verdict;
        let cpu = started.elapsed();
        let mv = analysis.moves.first().context("the game goes on")?.mv.clone();
        let is_right = puzzle.task.is_done_by(&puzzle.moves, &mv);
        Ok(Answer { position: puzzle.position.clone(), task: puzzle.task, mv, is_right, cpu })
    }
}

impl Answers {
    /// The answers that failed.
    pub fn mistakes(&self) -> impl Iterator<Item = &Answer> {
        self.answers.iter().filter(|answer| !answer.is_right)
    }

    /// A row for each task.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut table =
            Table::new(["task", "puzzles", "done", "share, 95% interval", "CPU a move", "99% within", "longest"]);
        let mut rows: BTreeMap<Task, Vec<&Answer>> = BTreeMap::new();
        for answer in &self.answers {
            rows.entry(answer.task).or_default().push(answer);
        }
        for (task, answers) in rows {
            let right = answers.iter().filter(|answer| answer.is_right).count() as u64;
            let share = Share { count: right, of: answers.len() as u64 };
            let (low, high) = share.wilson();
            let percent = |share: f64| format!("{:.2}%", 100.0 * share);
            let cpu: Duration = answers.iter().map(|answer| answer.cpu).sum();
            let mean = cpu / u32::try_from(answers.len()).unwrap_or(u32::MAX);
            let mut nanos = Histogram::default();
            for answer in answers {
                nanos.add(u64::try_from(answer.cpu.as_nanos()).unwrap_or(u64::MAX));
            }
            let within = |percent| Duration::from_nanos(nanos.percentile(percent).unwrap_or_default());
            table.row([
                task.to_string(),
                grouped(share.of),
                grouped(share.count),
                format!("{} ({} to {})", percent(share.value()), percent(low), percent(high)),
                format!("{mean:.1?}"),
                format!("{:.1?}", within(99)),
                format!("{:.1?}", within(100)),
            ]);
        }
        table
    }
}
