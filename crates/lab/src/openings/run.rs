//! The work of a study: rounds with growing limits, in which positions are asked about one by one.

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::{Result, bail};
use kibitzer_catalog::{Budget, Cancel, Decision, DuelRoom, Stop, TextDecider, Value};

use crate::parallel::CpuClock;
use crate::progress::Progress;

use super::notes::Notes;
use super::{ANSWERS, Opening, Studied, Study, openings};

/// How long a single position is looked at in the first round, in positions; each round allows four times as many.
const FIRST_ROUND: u64 = 4_096;

/// Lines are noted so often at the most; what a killed run loses takes no longer to find again.
const SHARE_AFTER: Duration = Duration::from_secs(1);

impl Study {
    /// Decides the answers to all openings in rounds, each with four times the positions of the last, until everything
    /// is known or a limit is reached. An opening that is decided is left alone.
    ///
    /// # Errors
    /// If the game is not for two, an opening does not exist, or it was cancelled.
    pub fn run(&self, cancel: &Cancel) -> Result<Studied> {
        let room = self.plain()?;
        let wanted = self.wanted(&*room)?;
        let mut openings = openings(&*room)?;
        let notes = self.read_notes(&*room, &mut openings)?;
        let open = openings.iter().zip(&wanted).filter(|(opening, is_wanted)| **is_wanted && opening.value.is_none());
        let total = open.map(|(opening, _)| opening.count(None) as u64).sum();
        let progress = if self.is_watched { Progress::of(total, "answers") } else { Progress::silent() };
        let decider = room.decider(&self.decider);
        let clock = CpuClock::start(NonZeroUsize::MIN);
        let mut work = Work {
            study: self,
            room: &*room,
            decider,
            cancel,
            clock,
            openings,
            notes,
            shared: Duration::ZERO,
            limit: FIRST_ROUND,
        };
        let mut is_over = false;
        while !is_over && work.openings.iter().zip(&wanted).any(|(opening, wanted)| *wanted && opening.value.is_none())
        {
            is_over = work.round(&wanted, &progress)? || self.budget.nodes.is_some_and(|most| work.limit >= most);
            work.share()?;
            work.limit = work.limit.saturating_mul(4);
        }
        progress.finish();
        let is_whole = wanted.iter().all(|is_wanted| *is_wanted);
        let openings = work.openings.into_iter().zip(wanted);
        let openings = openings.filter_map(|(opening, is_wanted)| is_wanted.then_some(opening)).collect();
        Ok(Studied { openings, is_whole })
    }
}

/// A study at work.
struct Work<'a> {
    study: &'a Study,
    room: &'a dyn DuelRoom,
    decider: Box<dyn TextDecider>,
    cancel: &'a Cancel,
    clock: CpuClock,
    openings: Vec<Opening>,
    notes: Option<Notes<'a>>,
    /// When they were last shared.
    shared: Duration,
    /// How many positions a question may take in this round.
    limit: u64,
}

/// What a question came to.
enum Asked {
    /// The value for the first player.
    Known(Value),
    /// It takes more than this round allows.
    Open,
    /// No other question has a chance either.
    Over,
}

/// Where a position is: the opening and the answer to it, by their numbers, and the moves behind them.
struct Place {
    opening: usize,
    answer: usize,
    line: Vec<String>,
}

impl Work<'_> {
    /// Writes what is known, and learns what other runs have written.
    fn share(&mut self) -> Result<()> {
        self.shared = self.clock.elapsed();
        self.notes.as_mut().map_or(Ok(()), |notes| notes.share(&mut self.openings))
    }

    /// Asks about every answer that is open once; says whether that was the last round.
    fn round(&mut self, wanted: &[bool], progress: &Progress) -> Result<bool> {
        for opening in (0..self.openings.len()).filter(|at| wanted[*at]) {
            let after = self.room.play(self.room.start(), &self.openings[opening].name)?;
            for answer in 0..self.openings[opening].replies.len() {
                let Opening { value, replies, .. } = &self.openings[opening];
                if value.is_some() || replies[answer].value.is_some() {
                    continue;
                }
                let position = self.room.play(&after, &replies[answer].name)?;
                match self.ask(&position, &Place { opening, answer, line: Vec::new() })? {
                    Asked::Known(_) => progress.advance(1),
                    Asked::Open => {}
                    Asked::Over => return Ok(true),
                }
            }
        }
        Ok(false)
    }

    /// The value of a position for the first player, from the notes, from the positions behind it, or by a search; it is
    /// noted.
    fn ask(&mut self, position: &str, place: &Place) -> Result<Asked> {
        if let Some(value) = self.openings[place.opening].replies[place.answer].value_of(&place.line) {
            return Ok(Asked::Known(value));
        }
        let is_deep = ANSWERS + place.line.len() >= self.study.plies;
        let asked = if is_deep { self.search(position, place)? } else { self.look_behind(position, place)? };
        if let Asked::Known(value) = asked {
            let opening = &mut self.openings[place.opening];
            opening.replies[place.answer].note(&place.line, value);
            opening.settle();
            // Lines may be many, and each costs a reading of the whole file.
            if place.line.is_empty() || self.clock.elapsed() >= self.shared + SHARE_AFTER {
                self.share()?;
            }
        }
        Ok(asked)
    }

    /// The value by those of the positions behind it, one of each class.
    fn look_behind(&mut self, position: &str, place: &Place) -> Result<Asked> {
        let classes = self.room.classes(position)?;
        if classes.is_empty() {
            return self.search(position, place);
        }
        let is_first = place.line.len() % 2 == ANSWERS % 2;
        let mut values = Vec::new();
        for class in &classes {
            // Another run may have found it meanwhile.
            let Opening { value, replies, .. } = &self.openings[place.opening];
            if let Some(known) = replies[place.answer].value_of(&place.line) {
                return Ok(Asked::Known(known));
            }
            if value.is_some() {
                return Ok(Asked::Open);
            }
            let line = [&place.line[..], &class[..1]].concat();
            let next = Place { line, ..*place };
            match self.ask(&self.room.play(position, &class[0])?, &next)? {
                Asked::Known(value) => values.push(value),
                Asked::Open => continue,
                Asked::Over => return Ok(Asked::Over),
            }
            if values.last() == Some(&if is_first { Value::Win } else { Value::Loss }) {
                break;
            }
        }
        let best = if is_first { values.iter().max() } else { values.iter().min() };
        let is_decisive = best.is_some_and(|best| *best == if is_first { Value::Win } else { Value::Loss });
        Ok(match best {
            Some(best) if is_decisive || values.len() == classes.len() => Asked::Known(*best),
            _ => Asked::Open,
        })
    }

    fn search(&mut self, position: &str, place: &Place) -> Result<Asked> {
        let Budget { nodes, time, bytes } = self.study.budget;
        let started = self.clock.elapsed();
        let left = time.map(|time| time.saturating_sub(started));
        if left == Some(Duration::ZERO) {
            return Ok(Asked::Over);
        }
        let most = nodes.map_or(self.limit, |most| self.limit.min(most));
        let judgement = self.decider.decide(position, Budget { nodes: Some(most), time: left, bytes }, self.cancel)?;
        let opening = &mut self.openings[place.opening];
        opening.expanded += judgement.stats.expanded;
        opening.time += self.clock.elapsed().saturating_sub(started);
        Ok(match judgement.decision {
            Decision::Known { value, .. } => {
                Asked::Known(if place.line.len() % 2 == ANSWERS % 2 { value } else { value.reversed() })
            }
            // What is left of the time is looked at before the next question, by the processor's clock.
            Decision::Unknown(Stop::Nodes | Stop::Time) => Asked::Open,
            Decision::Unknown(Stop::Cancelled) => {
                self.share()?;
                bail!("interrupted");
            }
            Decision::Unknown(Stop::Memory | Stop::GaveUp) => Asked::Over,
        })
    }
}
