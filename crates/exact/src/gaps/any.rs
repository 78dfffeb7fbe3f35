//! Gaps in which any card may enter the first column.
//!
//! Nearly every deal can be won, and no search sees all of one. Attempts by luck win most deals if they begin well: short
//! beams make the beginnings (`beam/`). Beside them, with a small share of the nodes each, go a best-first search, which
//! sees all positions where there are few, and a schedule for the rule `lowest`: it allows fewer moves, so that what it finds
//! wins here too, and it wins half of the deals at which beams fail for long.
//!
//! Where the first column is full of cards, it is first asked whether it can be opened at all: a column that stays closed for
//! ever, and has a card in it that is not a lowest one, is a proof that the deal is lost. Later some beams begin behind
//! several ways to open it.

use kibitzer_core::{Game, SplitMix};
use kibitzer_games::gaps::{Gaps, Shift};
use kibitzer_search::{Budget, Meter, Stop, Verdict};

use super::beam::Beams;
use super::board::{GAP, is_lowest, read};
use super::layout::{Layout, Step};
use super::lowest::{self, POSITIONS_A_NODE, layout, shift};
use super::roam::Glances;
use super::schedule::{Opening, Progress, Schedule, Stretches};

/// Beams between two looks at all else.
const BEAMS: usize = 4;

/// Conflicts that the question how to open the first column may take, and ways that are asked for.
const TO_OPEN: u64 = 50_000;
const WAYS: usize = 16;

/// Nodes before more than one way is asked for, and before the schedule begins, which then has one node in so many.
const LATER: u64 = 1_000_000;
const SHARE: u64 = 8;

/// Decides a position that is not won yet.
pub(super) fn decide(
    start: &Gaps,
    seed: u64,
    budget: Budget,
    meter: &mut Meter<'_, Gaps>,
) -> Result<Verdict<Shift>, Stop> {
    let (frame, board, names) = read(start);
    let view = View::new(start);
    let mut ways = Ways { view: &view, luck: SplitMix::new(seed), found: Vec::new() };
    let is_closed = (0..frame.rows).all(|row| board.at(16 * row) != GAP);
    if is_closed && !ways.can_open(meter)? {
        if (0..frame.rows).all(|row| is_lowest(board.at(16 * row))) {
            return without_first_column(&view, meter);
        }
        return Ok(Verdict::Unsolvable);
    }
    meter.hold(Beams::BYTES)?;
    let mut beams = Beams::new(frame, board, seed);
    let mut glances = Glances::new(start, budget);
    let mut stricter = Stricter { view: &view, schedule: None, is_lost: false, held: 0 };
    loop {
        meter.look()?;
        if let Some(verdict) = glances.glance(meter) {
            return Ok(verdict);
        }
        for _ in 0..BEAMS {
            if let Some(line) = beams.run(names, meter)? {
                return Ok(Verdict::Solved(line));
            }
        }
        if meter.stats().expanded < LATER {
            continue;
        }
        if is_closed && !beams.begin_elsewhere() {
            ways.look_for_more(meter)?;
            for line in ways.found.drain(..) {
                beams.begin_also(read(&line.iter().fold(*start, |position, &shift| position.after(shift))).1, line);
            }
        }
        if let Some(line) = stricter.go_on(meter)? {
            return Ok(Verdict::Solved(line));
        }
    }
}

/// A position as schedules see it.
struct View<'a> {
    start: &'a Gaps,
    suits: Vec<u8>,
    layout: Layout,
}

impl<'a> View<'a> {
    fn new(start: &'a Gaps) -> Self {
        let suits: Vec<u8> = start.suits().collect();
        Self { start, layout: layout(start, &suits), suits }
    }

    fn line(&self, steps: Vec<Step>) -> Vec<Shift> {
        steps.into_iter().map(|step| shift(self.start, &self.suits, step)).collect()
    }
}

/// Ways to open a full first column, as far as a few conflicts find them.
struct Ways<'a> {
    view: &'a View<'a>,
    luck: SplitMix,
    found: Vec<Vec<Shift>>,
}

impl Ways<'_> {
    /// Looks for a first way: false if there is none, which is a proof.
    fn can_open(&mut self, meter: &mut Meter<'_, Gaps>) -> Result<bool, Stop> {
        Ok(self.look(Opening::new(&self.view.layout), meter)? != Progress::Lost)
    }

    fn look_for_more(&mut self, meter: &mut Meter<'_, Gaps>) -> Result<(), Stop> {
        for _ in 1..WAYS {
            let opening = Opening::with_luck(&self.view.layout, &mut self.luck);
            if self.look(opening, meter)? == Progress::Paused {
                break;
            }
        }
        Ok(())
    }

    fn look(&mut self, mut opening: Opening, meter: &mut Meter<'_, Gaps>) -> Result<Progress, Stop> {
        let mut held = 0;
        let progress = lowest::work(&mut opening, TO_OPEN, POSITIONS_A_NODE, &mut held, meter)?;
        meter.release(held);
        if let Progress::Won(steps) = &progress {
            let way = self.view.line(steps.clone());
            if !self.found.contains(&way) {
                self.found.push(way);
            }
        }
        Ok(progress)
    }
}

/// The schedule for the rule `lowest`, in stretches.
struct Stricter<'a> {
    view: &'a View<'a>,
    schedule: Option<Schedule>,
    /// No play under that rule wins, which says nothing about this one.
    is_lost: bool,
    held: usize,
}

impl Stricter<'_> {
    /// Goes on until it has had its share.
    fn go_on(&mut self, meter: &mut Meter<'_, Gaps>) -> Result<Option<Vec<Shift>>, Stop> {
        if self.is_lost {
            return Ok(None);
        }
        let most = meter.stats().expanded / SHARE / POSITIONS_A_NODE;
        let schedule = self.schedule.get_or_insert_with(|| Schedule::new(&self.view.layout, false));
        if schedule.spent() >= most {
            return Ok(None);
        }
        match lowest::work(schedule, most, POSITIONS_A_NODE, &mut self.held, meter)? {
            Progress::Won(steps) => return Ok(Some(self.view.line(steps))),
            Progress::Lost => {
                self.is_lost = true;
                self.schedule = None;
                meter.release(self.held);
            }
            Progress::Paused => {}
        }
        Ok(None)
    }
}

/// Decides a position whose first column holds the lowest cards for good, so that its rule does not matter.
fn without_first_column(view: &View<'_>, meter: &mut Meter<'_, Gaps>) -> Result<Verdict<Shift>, Stop> {
    let steps = lowest::run(&mut Schedule::new(&view.layout, false), meter)?;
    Ok(steps.map_or(Verdict::Unsolvable, |steps| Verdict::Solved(view.line(steps))))
}
