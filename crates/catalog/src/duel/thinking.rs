//! Engines behind text.

use std::fmt::Display;
use std::ops::ControlFlow;

use kibitzer_core::Value;
use kibitzer_search::{Analysis, Budget, Cancel, Decider, Decision, Insight, Report, Stats, Stop, Thinker, Watch};

use crate::algorithm::SolverSpec;
use crate::room::BadPosition;
use crate::trace::{InWords, in_words};

use super::saved;
use super::shelf::DuelShelf;

/// An engine that weighs moves and speaks text.
pub trait TextThinker: Send {
    /// Weighs the moves of a position; see [`Thinker::think`].
    ///
    /// # Errors
    /// If the text is not a position.
    fn think(
        &mut self,
        position: &str,
        budget: Budget,
        watch: &mut dyn Watch<String>,
    ) -> Result<Report<Analysis<String>>, BadPosition>;

    /// Forgets what it learned, so that the next search starts afresh.
    fn forget(&mut self);

    /// The file that keeps the search at the position it thought about last; `None` where there is nothing to keep.
    fn save(&self, position: &str) -> Option<Vec<u8>>;
}

/// A search that decides positions and speaks text.
pub trait TextDecider: Send {
    /// Decides a position.
    ///
    /// # Errors
    /// If the text is not a position.
    fn decide(&mut self, position: &str, budget: Budget, cancel: &Cancel) -> Result<Judgement, BadPosition>;
}

/// What is known of a position after a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What was found, for the side to move.
    pub decision: Decision<String>,
    /// What it cost.
    pub stats: Stats,
}

impl Judgement {
    /// `win`, `draw`, `loss` or `unknown`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self.decision {
            Decision::Known { value: Value::Win, .. } => "win",
            Decision::Known { value: Value::Draw, .. } => "draw",
            Decision::Known { value: Value::Loss, .. } => "loss",
            Decision::Unknown(_) => "unknown",
        }
    }

    /// Moves that are proved to be best.
    #[must_use]
    pub fn best(&self) -> &[String] {
        match &self.decision {
            Decision::Known { best, .. } => best,
            Decision::Unknown(_) => &[],
        }
    }

    /// The exact score, where the search finds one.
    #[must_use]
    pub fn score(&self) -> Option<i32> {
        match self.decision {
            Decision::Known { score, .. } => score,
            Decision::Unknown(_) => None,
        }
    }

    /// Why nothing is known.
    #[must_use]
    pub fn stopped_by(&self) -> Option<Stop> {
        match self.decision {
            Decision::Known { .. } => None,
            Decision::Unknown(stop) => Some(stop),
        }
    }
}

/// A typed thinker behind text.
pub(super) struct Thinking<S: DuelShelf> {
    pub(super) shelf: S,
    pub(super) thinker: Box<dyn Thinker<S::Duel>>,
    pub(super) spec: SolverSpec,
}

impl<S: DuelShelf> TextThinker for Thinking<S> {
    fn think(
        &mut self,
        position: &str,
        budget: Budget,
        watch: &mut dyn Watch<String>,
    ) -> Result<Report<Analysis<String>>, BadPosition> {
        let position = self.shelf.read_position(position)?;
        let report = self.thinker.think(&position, budget, &mut Translated(watch));
        Ok(Report { verdict: in_words(&report.verdict), stats: report.stats })
    }

    fn forget(&mut self) {
        self.thinker.forget();
    }

    fn save(&self, position: &str) -> Option<Vec<u8>> {
        let bytes = self.thinker.save()?;
        let game = self.shelf.game().to_string();
        Some(saved::write(&game, position.trim(), &self.spec.to_string(), &bytes))
    }
}

/// A watcher of text who watches moves.
struct Translated<'a>(&'a mut dyn Watch<String>);

impl<M: Copy + Display> Watch<M> for Translated<'_> {
    fn look(&mut self, stats: &Stats, analysis: &dyn Fn() -> Analysis<M>) -> ControlFlow<()> {
        self.0.look(stats, &|| in_words(&analysis()))
    }

    fn look_into(&mut self, stats: &Stats, tree: &dyn Insight<M>) -> ControlFlow<()> {
        self.0.look_into(stats, &InWords(tree))
    }

    fn ended(&mut self, stats: &Stats, tree: &dyn Insight<M>) {
        self.0.ended(stats, &InWords(tree));
    }
}

/// A typed decider behind text.
pub(super) struct Deciding<S: DuelShelf> {
    pub(super) shelf: S,
    pub(super) decider: Box<dyn Decider<S::Duel>>,
}

impl<S: DuelShelf> TextDecider for Deciding<S> {
    fn decide(&mut self, position: &str, budget: Budget, cancel: &Cancel) -> Result<Judgement, BadPosition> {
        let position = self.shelf.read_position(position)?;
        let Report { verdict, stats } = self.decider.decide(&position, budget, &mut cancel.clone());
        let decision = match verdict {
            Decision::Known { value, score, best } => {
                Decision::Known { value, score, best: best.iter().map(ToString::to_string).collect() }
            }
            Decision::Unknown(stop) => Decision::Unknown(stop),
        };
        Ok(Judgement { decision, stats })
    }
}
