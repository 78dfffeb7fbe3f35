//! Engines against each other: games in pairs from seeded openings, colours swapped.

mod contestant;
mod finish;
mod play;
mod program;

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::{Result, bail};
use kibitzer_catalog::{Budget, Cancel, DuelRoom, GameSpec, SplitMix};

use crate::in_order::{Spread, in_order};
use crate::progress::Progress;

pub use contestant::{BadContestant, Contestant};
pub use finish::Finish;
pub use play::{Fault, GameRecord, Side};

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game, which is for two.
    pub game: GameSpec,
    /// The two sides of the match, a and b.
    pub players: [Contestant; 2],
    /// How many games. The two of a pair have one opening, and each side begins once.
    pub games: u64,
    /// How many moves of an opening are made at random.
    pub opening_plies: u32,
    /// Where the openings come from.
    pub seed: u64,
    /// The limits of each move.
    pub budget: Budget,
    /// How long a program may be silent beyond the time of a move.
    pub patience: Duration,
    /// How many games are played at the same time.
    pub threads: NonZeroUsize,
    /// Whether a bar shows how far it is.
    pub is_watched: bool,
}

/// A program that fails in this many games in a row will not get better.
const MOST_FAULTS: usize = 3;

/// Why a match ends before its last game.
enum End {
    /// A game that was not played to its end counts for nobody.
    Cancelled,
    Lost(Fault),
    Failed(anyhow::Error),
}

/// Openings that end the game are drawn again, this often.
const DRAWS: u64 = 1000;

impl Match {
    /// Plays the match. What was played until it was cancelled, or a program failed three games in a row, is kept.
    ///
    /// # Errors
    /// If the game is not for two, or there is no opening of that length.
    pub fn run(&self, cancel: &Cancel) -> Result<Finish> {
        let room = self.game.duel()?;
        // Whoever asks for too long openings hears it before the first game.
        self.opening(room.as_ref(), 0)?;
        let progress = if self.is_watched { Progress::of(self.games, "games") } else { Progress::silent() };
        let mut finish = Finish::new(self);
        // A match that is stopped here is not cancelled for whoever gave the flag.
        let stop = Cancel::default();
        let is_cancelled = || cancel.flag.load(std::sync::atomic::Ordering::Relaxed);
        let jobs = (0..self.games).take_while(|_| !is_cancelled());
        let spread = Spread { batch: NonZeroUsize::MIN, ..Spread::of(self.games, self.threads) };
        let mut in_a_row = [0; 2];
        let outcome = in_order(
            jobs,
            spread,
            &stop,
            || play::Desk::new(self, room.as_ref()),
            |desk, number| {
                let opening = self.opening(room.as_ref(), number / 2).map_err(End::Failed)?;
                desk.play(number, &opening, cancel, &stop).ok_or(End::Cancelled)
            },
            |record| {
                let record = record?;
                progress.advance(1);
                for (side, faults) in in_a_row.iter_mut().enumerate() {
                    let is_at_fault = record.fault.as_ref().is_some_and(|fault| fault.by as usize == side);
                    *faults = if is_at_fault { *faults + 1 } else { 0 };
                }
                let lost = record.fault.clone().filter(|_| in_a_row.contains(&MOST_FAULTS));
                finish.add(record);
                lost.map_or(Ok(()), |fault| Err(End::Lost(fault)))
            },
        );
        progress.finish();
        match outcome {
            Err(End::Failed(problem)) => return Err(problem),
            Err(End::Lost(fault)) => finish.lost = Some(fault),
            Err(End::Cancelled) | Ok(()) => {}
        }
        finish.is_cancelled = is_cancelled();
        Ok(finish)
    }

    /// The opening of a pair: moves at random that do not end the game.
    fn opening(&self, room: &dyn DuelRoom, pair: u64) -> Result<String> {
        let mut stream = SplitMix::new(SplitMix::new(self.seed ^ pair.rotate_left(32)).next_u64());
        'draw: for _ in 0..DRAWS {
            let mut position = room.start().to_string();
            for _ in 0..self.opening_plies {
                let moves = room.look(&position)?.moves;
                if moves.is_empty() {
                    continue 'draw;
                }
                position = room.play(&position, &moves[stream.below(moves.len())])?;
            }
            if room.look(&position)?.outcome.is_none() {
                return Ok(position);
            }
        }
        bail!("games of {} rarely last longer than {} moves: choose shorter openings", self.game, self.opening_plies)
    }
}
