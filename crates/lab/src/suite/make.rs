//! Making a suite: random games, cut off after each number of moves, decided exactly.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use anyhow::{Context, Result, bail};
use kibitzer_catalog::{Budget, Cancel, Decision, DuelRoom, GameSpec, SplitMix};

use crate::in_order::{Spread, in_order};
use crate::progress::Progress;

use super::{Entry, Suite, Worth, is_cancelled};

/// What a suite is made of.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The game, which is for two.
    pub game: GameSpec,
    /// After how many moves games are cut off.
    pub plies: RangeInclusive<u32>,
    /// How many positions of each length, if there are as many.
    pub each: usize,
    /// Where the games come from.
    pub seed: u64,
    /// How many positions are decided at the same time.
    pub threads: NonZeroUsize,
    /// Whether a bar shows how far it is.
    pub is_watched: bool,
}

/// Games drawn for each position that is wanted: most long games are over too early.
const DRAWS: usize = 500;

impl Recipe {
    /// Draws the positions and decides them.
    ///
    /// # Errors
    /// If the game is not for two, or it was cancelled.
    pub fn make(&self, cancel: &Cancel) -> Result<Suite> {
        let room = self.game.duel()?;
        let mut positions = Vec::new();
        for plies in self.plies.clone() {
            if is_cancelled(cancel) {
                bail!("cancelled");
            }
            positions.extend(self.draw(room.as_ref(), plies, cancel)?.into_iter().map(|position| (position, plies)));
        }
        let total = positions.len() as u64;
        let progress = if self.is_watched { Progress::of(total, "positions") } else { Progress::silent() };
        let spec = room.decider_spec(room.deciders()[0].name)?;
        let mut entries = Vec::new();
        let spread = Spread { batch: NonZeroUsize::MIN, ..Spread::of(total, self.threads) };
        in_order(
            positions.into_iter(),
            spread,
            cancel,
            || room.decider(&spec),
            |decider, (position, plies)| {
                let judgement = decider.decide(&position, Budget::default(), cancel)?;
                let worth = match judgement.decision {
                    Decision::Known { score: Some(score), .. } => Worth::Score(score),
                    Decision::Known { value, .. } => Worth::Value(value),
                    Decision::Unknown(_) => bail!("cancelled"),
                };
                Ok(Entry { position, plies, worth })
            },
            |entry| {
                progress.advance(1);
                entries.push(entry?);
                anyhow::Ok(())
            },
        )?;
        progress.finish();
        if entries.len() as u64 != total {
            bail!("cancelled");
        }
        Ok(Suite { game: self.game, entries })
    }

    /// Different positions of one length in which the game goes on, in the order of their texts.
    fn draw(&self, room: &dyn DuelRoom, plies: u32, cancel: &Cancel) -> Result<BTreeSet<String>> {
        let mut stream = SplitMix::new(SplitMix::new(self.seed ^ u64::from(plies).rotate_left(32)).next_u64());
        let mut found = BTreeSet::new();
        'draw: for _ in 0..self.each.saturating_mul(DRAWS) {
            if found.len() == self.each {
                break;
            }
            if is_cancelled(cancel) {
                bail!("cancelled");
            }
            let mut position = room.start().to_string();
            for _ in 0..plies {
                let moves = room.look(&position)?.moves;
                if moves.is_empty() {
                    continue 'draw;
                }
                let mv = &moves[stream.below(moves.len())];
                position = room.play(&position, mv).context("a legal move can be played")?;
            }
            if room.look(&position)?.outcome.is_none() {
                found.insert(position);
            }
        }
        Ok(found)
    }
}
