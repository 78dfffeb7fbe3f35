//! Checking a suite with another search than the one that made it.

use std::num::NonZeroUsize;

use anyhow::{Result, bail};
use kibitzer_catalog::{Budget, Cancel, Decision, SolverSpec};

use crate::in_order::{Spread, in_order};
use crate::progress::Progress;

use super::{Entry, Suite, is_cancelled};

/// A second opinion on a suite.
#[derive(Clone, Debug)]
pub struct Check {
    /// Who gives it.
    pub decider: SolverSpec,
    /// Positions of fewer moves are left out.
    pub from_ply: u32,
    /// The limits of each position.
    pub budget: Budget,
    /// How many positions are decided at the same time.
    pub threads: NonZeroUsize,
    /// Whether a bar shows how far it is.
    pub is_watched: bool,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Positions on which both agree.
    pub agree: u64,
    /// Positions on which they do not.
    pub differ: Vec<Entry>,
    /// Positions that the second opinion did not decide within the limits.
    pub unknown: u64,
}

impl Check {
    /// Decides the positions again and compares who wins, and the scores if both have them.
    ///
    /// # Errors
    /// If the game is not for two, or it was cancelled.
    pub fn run(&self, suite: &Suite, cancel: &Cancel) -> Result<Checked> {
        let room = suite.game.duel()?;
        let entries: Vec<&Entry> = suite.entries.iter().filter(|entry| entry.plies >= self.from_ply).collect();
        let total = entries.len() as u64;
        let progress = if self.is_watched { Progress::of(total, "positions") } else { Progress::silent() };
        let mut checked = Checked::default();
        let spread = Spread { batch: NonZeroUsize::MIN, ..Spread::of(total, self.threads) };
        in_order(
            entries.into_iter(),
            spread,
            cancel,
            || room.decider(&self.decider),
            |decider, entry| Ok((entry, decider.decide(&entry.position, self.budget, cancel)?)),
            |outcome: Result<_>| {
                let (entry, judgement) = outcome?;
                progress.advance(1);
                match judgement.decision {
                    Decision::Unknown(_) => checked.unknown += 1,
                    Decision::Known { value, score, .. } => {
                        let same_score = match (score, entry.worth) {
                            (Some(score), super::Worth::Score(other)) => score == other,
                            _ => true,
                        };
                        if value == entry.worth.value() && same_score {
                            checked.agree += 1;
                        } else {
                            checked.differ.push(entry.clone());
                        }
                    }
                }
                anyhow::Ok(())
            },
        )?;
        progress.finish();
        if is_cancelled(cancel) || checked.agree + checked.unknown + checked.differ.len() as u64 != total {
            bail!("cancelled");
        }
        Ok(checked)
    }
}
