//! Examining an engine: does it keep the value of positions in which the choice matters?

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use kibitzer_catalog::{Budget, Cancel, Decision, DuelRoom, SolverSpec, TextDecider, Value};

use crate::in_order::{Spread, in_order};
use crate::parallel::CpuClock;
use crate::progress::Progress;
use crate::stats::Share;
use crate::tables::{Table, grouped};

use super::{Entry, Suite, is_cancelled};

/// An examination.
#[derive(Clone, Debug)]
pub struct Exam {
    /// Who is examined.
    pub thinker: SolverSpec,
    /// Positions of fewer moves are left out.
    pub from_ply: u32,
    /// The limits of each position.
    pub budget: Budget,
    /// How many positions are asked at the same time.
    pub threads: NonZeroUsize,
    /// Whether a bar shows how far it is.
    pub is_watched: bool,
}

/// How one answer was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The position.
    pub position: String,
    /// How many moves led to it.
    pub plies: u32,
    /// The move that the engine would play.
    pub mv: String,
    /// What the position is worth.
    pub value: Value,
    /// What the move makes of it.
    pub kept: Value,
    /// Processor time.
    pub cpu: Duration,
}

/// All answers of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graded {
    /// Who was examined.
    pub spec: String,
    /// Positions in which every move has the same value, which say nothing.
    pub indifferent: u64,
    /// The others, in the order of the suite.
    pub grades: Vec<Grade>,
}

impl Exam {
    /// Asks the engine about each position, afresh, and judges its moves with the game's default decider.
    ///
    /// # Errors
    /// If the game is not for two, or it was cancelled.
    pub fn run(&self, suite: &Suite, cancel: &Cancel) -> Result<Graded> {
        let room = suite.game.duel()?;
        let entries: Vec<&Entry> = suite.entries.iter().filter(|entry| entry.plies >= self.from_ply).collect();
        let total = entries.len() as u64;
        let progress = if self.is_watched { Progress::of(total, "positions") } else { Progress::silent() };
        let judge = room.decider_spec(room.deciders()[0].name)?;
        let mut graded = Graded { spec: self.thinker.brief(), indifferent: 0, grades: Vec::new() };
        let spread = Spread { batch: NonZeroUsize::MIN, ..Spread::of(total, self.threads) };
        in_order(
            entries.into_iter(),
            spread,
            cancel,
            || room.decider(&judge),
            |judge, entry| self.ask(room.as_ref(), judge.as_mut(), entry, cancel),
            |grade: Result<Option<Grade>>| {
                progress.advance(1);
                match grade? {
                    Some(grade) => graded.grades.push(grade),
                    None => graded.indifferent += 1,
                }
                anyhow::Ok(())
            },
        )?;
        progress.finish();
        if is_cancelled(cancel) || graded.indifferent + graded.grades.len() as u64 != total {
            bail!("cancelled");
        }
        Ok(graded)
    }

    fn ask(
        &self,
        room: &dyn DuelRoom,
        judge: &mut dyn TextDecider,
        entry: &Entry,
        cancel: &Cancel,
    ) -> Result<Option<Grade>> {
        let mut values = BTreeMap::new();
        for mv in room.look(&entry.position)?.moves {
            let after = room.play(&entry.position, &mv)?;
            match judge.decide(&after, Budget::default(), cancel)?.decision {
                Decision::Known { value, .. } => values.insert(mv, value.reversed()),
                Decision::Unknown(_) => bail!("cancelled"),
            };
        }
        let best = *values.values().max().context("the game goes on")?;
        if values.values().all(|value| *value == best) {
            return Ok(None);
        }
        let mut thinker = room.thinker(&self.thinker);
        let started = CpuClock::start(self.threads);
        let analysis = thinker.think(&entry.position, self.budget, &mut cancel.clone())?.verdict;
        let cpu = started.elapsed();
        let mv = analysis.moves.first().context("the game goes on")?.mv.clone();
        let kept = *values.get(&mv).context("an engine plays legal moves")?;
        Ok(Some(Grade { position: entry.position.clone(), plies: entry.plies, mv, value: best, kept, cpu }))
    }
}

impl Graded {
    /// How often the value was kept.
    #[must_use]
    pub fn share<'a>(grades: impl IntoIterator<Item = &'a Grade>) -> Share {
        let (mut part, mut whole) = (0, 0);
        for grade in grades {
            whole += 1;
            part += u64::from(grade.kept == grade.value);
        }
        Share { count: part, of: whole }
    }

    /// The answers that gave something away.
    pub fn mistakes(&self) -> impl Iterator<Item = &Grade> {
        self.grades.iter().filter(|grade| grade.kept != grade.value)
    }

    /// A table by the number of moves, eight to a row, and a last row for all.
    #[must_use]
    pub fn table(&self) -> Table {
        const WIDTH: u32 = 8;
        let mut table = Table::new(["plies", "positions", "value kept", "share, 95% interval", "CPU a move"]);
        let mut rows: BTreeMap<u32, Vec<&Grade>> = BTreeMap::new();
        for grade in &self.grades {
            rows.entry(grade.plies / WIDTH).or_default().push(grade);
        }
        for (row, grades) in rows {
            table.row(cells(format!("{} to {}", row * WIDTH, row * WIDTH + WIDTH - 1), &grades));
        }
        let all: Vec<_> = self.grades.iter().collect();
        table.row(cells("all".to_string(), &all));
        table
    }
}

fn cells(name: String, grades: &[&Grade]) -> [String; 5] {
    let share = Graded::share(grades.iter().copied());
    let (low, high) = share.wilson();
    let percent = |share: f64| format!("{:.2}%", 100.0 * share);
    let cpu: Duration = grades.iter().map(|grade| grade.cpu).sum();
    let mean = cpu / u32::try_from(grades.len().max(1)).unwrap_or(u32::MAX);
    [
        name,
        grouped(share.of),
        grouped(share.count),
        format!("{} ({} to {})", percent(share.value()), percent(low), percent(high)),
        format!("{mean:.1?}"),
    ]
}
