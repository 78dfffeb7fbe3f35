//! Gaps in which any card may enter the first column.
//!
//! Nearly every deal can be won, and no search sees all of one. Attempts by luck win most deals if they begin well: short
//! beams make the beginnings (`beam/`). Beside them, with a small share of the nodes each, go a best-first search, which
//! sees all positions where there are few, and a schedule for the rule `lowest`: it allows fewer moves, so that what it finds
//! wins here too. It won six of fourteen deals that long beams had left open.
//!
//! Where little is out of place, as in deals of the paper's kind, A* sees far, and gets half of the nodes.
//!
//! Where the first column is full of cards, it is first asked whether it can be opened at all: a column that stays closed for
//! ever, and has a card in it that is not a lowest one, is a proof that the deal is lost. Later some beams begin behind
//! several ways to open it.

use kibitzer_core::{Game, Heuristic, SplitMix};
use kibitzer_games::gaps::{Gaps, Shift};
use kibitzer_search::{Budget, Meter, Solver, Stop, Verdict};

use super::beam::Beams;
use super::board::{GAP, is_lowest, read};
use super::layout::{Layout, Step};
use super::lowest::{self, POSITIONS_A_NODE, layout, shift};
use super::roam::Glances;
use super::schedule::{Opening, Progress, Schedule, Stretches};
use super::shortest::{Needed, Shortest};

/// Beams between two looks at all else.
const BEAMS: usize = 4;

/// Conflicts that the question how to open the first column may take, and ways that are asked for.
const TO_OPEN: u64 = 50_000;
const WAYS: usize = 16;

/// Nodes before more than one way is asked for, and before the schedule begins, which then has one node in so many.
const LATER: u64 = 1_000_000;
const SHARE: u64 = 8;

/// Where no more than this share of the cards must move for all that is known, A* helps: three of five. Of random deals with
/// as many columns as ranks it is hardly any.
const FEW: (usize, usize) = (3, 5);

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
    let closes = |meter: &mut Meter<'_, Gaps>| {
        let is_decided = (0..frame.rows).all(|row| is_lowest(board.at(16 * row)));
        if is_decided { without_first_column(&view, meter) } else { Ok(Verdict::Unsolvable) }
    };
    if is_closed && ways.look(Opening::new(&view.layout), meter)? == Progress::Lost {
        return closes(meter);
    }
    let mut glances = Glances::new(start, budget);
    if let Some(verdict) = glances.glance(meter) {
        return Ok(verdict);
    }
    meter.hold(Beams::BYTES)?;
    let mut beams = Beams::new(frame, board.clone(), seed);
    let mut stricter = None;
    let mut has_ways = !is_closed;
    let mut thorough = Thorough::new(start, budget);
    loop {
        meter.look()?;
        for _ in 0..BEAMS {
            if let Some(line) = beams.run(names, meter)? {
                return Ok(Verdict::Solved(line));
            }
        }
        if let Some(verdict) = glances.glance(meter) {
            return Ok(verdict);
        }
        if meter.stats().expanded < LATER {
            continue;
        }
        if let Some(verdict) = thorough.go_on(meter) {
            return Ok(verdict);
        }
        if !has_ways {
            has_ways = true;
            if ways.look_for_more(meter)? == Progress::Lost {
                return closes(meter);
            }
            for line in ways.found.drain(..) {
                beams.begin_also(read(&line.iter().fold(*start, |position, &shift| position.after(shift))).1, line);
            }
        }
        let stricter = stricter.get_or_insert_with(|| Stricter::new(&view));
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
    /// Looks for others than the first: `Lost` if there is none at all, which is a proof.
    fn look_for_more(&mut self, meter: &mut Meter<'_, Gaps>) -> Result<Progress, Stop> {
        let mut progress = Progress::Paused;
        for _ in 1..WAYS {
            let opening = Opening::with_luck(&self.view.layout, &mut self.luck);
            progress = self.look(opening, meter)?;
            if !matches!(progress, Progress::Won(_)) {
                break;
            }
        }
        Ok(progress)
    }

    fn look(&mut self, mut opening: Opening, meter: &mut Meter<'_, Gaps>) -> Result<Progress, Stop> {
        let mut held = 0;
        let progress = lowest::work(&mut opening, TO_OPEN, POSITIONS_A_NODE, &mut held, meter);
        meter.release(held);
        let progress = without_memory(progress)?;
        if let Progress::Won(steps) = &progress {
            let way = self.view.line(steps.clone());
            if !self.found.contains(&way) {
                self.found.push(way);
            }
        }
        Ok(progress)
    }
}

/// Who needs more memory than there is pauses, and others go on.
fn without_memory(progress: Result<Progress, Stop>) -> Result<Progress, Stop> {
    if progress == Err(Stop::Memory) { Ok(Progress::Paused) } else { progress }
}

/// The schedule for the rule `lowest`, in stretches, until it has done what it can.
struct Stricter<'a> {
    view: &'a View<'a>,
    schedule: Option<Schedule>,
    held: usize,
}

impl<'a> Stricter<'a> {
    fn new(view: &'a View<'a>) -> Self {
        Self { view, schedule: Some(Schedule::new(&view.layout, false)), held: 0 }
    }

    /// Goes on until it has had its share.
    fn go_on(&mut self, meter: &mut Meter<'_, Gaps>) -> Result<Option<Vec<Shift>>, Stop> {
        let most = meter.stats().expanded / SHARE / POSITIONS_A_NODE;
        let Some(schedule) = self.schedule.as_mut().filter(|schedule| schedule.spent() < most) else { return Ok(None) };
        match lowest::work(schedule, most, POSITIONS_A_NODE, &mut self.held, meter) {
            Ok(Progress::Won(steps)) => return Ok(Some(self.view.line(steps))),
            Ok(Progress::Paused) => {}
            // That no play under the stricter rule wins says nothing about this one.
            Ok(Progress::Lost) | Err(Stop::Memory) => {
                self.schedule = None;
                meter.release(std::mem::take(&mut self.held));
            }
            Err(stop) => return Err(stop),
        }
        Ok(None)
    }
}

/// A* for positions in which little is out of place, each time with as many nodes as all has taken so far.
struct Thorough<'a> {
    start: &'a Gaps,
    budget: Budget,
    /// Nodes before it is asked again; none if it is not to be asked.
    next: Option<u64>,
}

impl<'a> Thorough<'a> {
    fn new(start: &'a Gaps, budget: Budget) -> Self {
        let size = start.size();
        let cards = size.rows() * (size.columns() - 1);
        let needed = Needed.estimate(start).map_or(cards, |needed| needed as usize);
        Self { start, budget, next: (FEW.1 * needed <= FEW.0 * cards).then_some(0) }
    }

    fn go_on(&mut self, meter: &mut Meter<'_, Gaps>) -> Option<Verdict<Shift>> {
        let expanded = meter.stats().expanded;
        self.next.filter(|&next| expanded >= next)?;
        self.next = Some(3 * expanded);
        // Two of its nodes take as long as three others.
        let nodes = (2 * expanded / 3).min(meter.nodes_left().div_ceil(3).saturating_mul(2));
        let limits = Budget { nodes: Some(nodes), time: meter.time_left(), ..self.budget };
        let report = Shortest.solve(self.start, limits, &mut ());
        meter.expand_elsewhere(3 * report.stats.expanded / 2);
        Some(report.verdict).filter(|verdict| !matches!(verdict, Verdict::Unknown(_)))
    }
}

/// Decides a position whose first column holds the lowest cards for good, so that its rule does not matter.
fn without_first_column(view: &View<'_>, meter: &mut Meter<'_, Gaps>) -> Result<Verdict<Shift>, Stop> {
    let mut schedule = Schedule::new(&view.layout, false);
    match lowest::work(&mut schedule, u64::MAX, POSITIONS_A_NODE, &mut 0, meter)? {
        Progress::Won(steps) => Ok(Verdict::Solved(view.line(steps))),
        Progress::Lost => Ok(Verdict::Unsolvable),
        Progress::Paused => Err(Stop::GaveUp),
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::is_first;
    use super::super::twin::{Truth, deal, truth, wins};
    use super::super::{Exact, Roam};
    use super::*;
    use kibitzer_games::gaps::{First, Shuffle};

    #[test]
    fn a_stricter_rule_wins_or_says_nothing() {
        let (mut won, mut silent) = (0, 0);
        for (rows, columns, deals) in [(2, 5, 60), (3, 5, 60), (4, 5, 60), (4, 8, 10)] {
            for seed in 0..deals {
                let start = deal(rows, columns, First::Any, Shuffle::Full, seed);
                let view = View::new(&start);
                let mut alone = ();
                let mut meter = Meter::new(Budget::default(), &mut alone);
                meter.expand_elsewhere(1_000_000_000);
                let mut stricter = Stricter::new(&view);
                if let Some(line) = stricter.go_on(&mut meter).expect("no limits") {
                    assert!(wins(&start, &line), "{start} {line:?}");
                    won += 1;
                } else {
                    assert!(stricter.schedule.is_none() && stricter.held == 0, "{start}");
                    assert_eq!(stricter.go_on(&mut meter), Ok(None), "{start}");
                    silent += 1;
                }
            }
        }
        assert!(won > 50 && silent > 20, "{won} won, {silent} silent");
    }

    #[test]
    fn little_out_of_place_is_looked_at_thoroughly() {
        let mut won = 0;
        for seed in 0..80 {
            let start = deal(4, 6, First::Any, Shuffle::Swaps(12), seed);
            let mut thorough = Thorough::new(&start, Budget::default());
            if thorough.next.is_none() {
                continue;
            }
            let mut alone = ();
            let mut meter = Meter::new(Budget { nodes: Some(2_000_000), ..Budget::default() }, &mut alone);
            meter.expand_elsewhere(1_000_000);
            match (thorough.go_on(&mut meter), truth(&start, 100_000)) {
                (Some(Verdict::Solved(line)), Truth::Moves(_)) => {
                    assert!(wins(&start, &line), "{start} {line:?}");
                    won += 1;
                }
                (Some(Verdict::Unsolvable), Truth::Lost) | (None, _) | (_, Truth::Beyond) => {}
                (found, _) => panic!("{start}: {found:?}"),
            }
            assert!(meter.stats().expanded < 2_000_100, "{start}: {}", meter.stats().expanded);
        }
        assert!(won > 30, "{won} won");
        let random = (0..100).map(|seed| deal(4, 13, First::Any, Shuffle::Full, seed));
        assert!(random.into_iter().all(|start| Thorough::new(&start, Budget::default()).next.is_none()));
    }

    #[test]
    fn ways_are_legal_and_open_the_first_column() {
        let mut several = 0;
        for seed in 0..40 {
            let start = deal(4, 9, First::Any, Shuffle::Full, seed);
            let view = View::new(&start);
            let mut alone = ();
            let mut meter = Meter::new(Budget::default(), &mut alone);
            let mut ways = Ways { view: &view, luck: SplitMix::new(seed), found: Vec::new() };
            let (frame, board, _) = read(&start);
            if (0..frame.rows).any(|row| board.at(16 * row) == GAP) {
                continue;
            }
            let is_lost = ways.look_for_more(&mut meter).expect("no limits") == Progress::Lost;
            assert_eq!(is_lost, ways.found.is_empty(), "{start}");
            several += usize::from(ways.found.len() > 2);
            for way in &ways.found {
                let mut position = start;
                for &shift in way {
                    position.try_play(shift).unwrap_or_else(|error| panic!("{start} {way:?}: {error}"));
                }
                assert!(read(&position).1.gaps.iter().any(|&gap| is_first(gap)), "{start} {way:?}");
            }
        }
        assert!(several > 5, "{several}");
    }

    #[test]
    fn a_first_column_of_lowest_cards_is_decided_as_the_twin_does() {
        let (mut won, mut lost) = (0, 0);
        for seed in 0..60_000 {
            let start = deal(3, 4, First::Any, Shuffle::Full, seed);
            let (frame, board, _) = read(&start);
            if !(0..frame.rows).all(|row| board.at(16 * row) != GAP && is_lowest(board.at(16 * row))) {
                continue;
            }
            let found = Exact::default().solve(&start, Budget::default(), &mut ()).verdict;
            match truth(&start, 4_000) {
                Truth::Moves(_) => {
                    assert!(matches!(found, Verdict::Solved(line) if wins(&start, &line)), "{start}");
                    won += 1;
                }
                Truth::Lost => {
                    assert_eq!(found, Verdict::Unsolvable, "{start}");
                    lost += 1;
                }
                Truth::Beyond => {}
            }
        }
        assert!(won > 5 && lost > 5, "{won} won, {lost} lost");
    }

    #[test]
    fn limits_of_nodes_and_memory_hold() {
        // Not won by ten million nodes, and under `lowest` lost.
        let start: Gaps = deal(4, 13, First::Any, Shuffle::Full, 60_136);
        for nodes in [10, 10_000, 2_000_000] {
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let report = Roam::default().solve(&start, budget, &mut ());
            assert_eq!(report.verdict, Verdict::Unknown(Stop::Nodes), "{nodes}");
            assert!(report.stats.expanded <= nodes + 1_100_000, "{nodes}: {}", report.stats.expanded);
        }
        let little = Budget { bytes: Some(1 << 20), ..Budget::default() };
        assert_eq!(Roam::default().solve(&start, little, &mut ()).verdict, Verdict::Unknown(Stop::Memory));
        // Beams go on where the schedule has no room.
        let some = Budget { nodes: Some(2_500_000), bytes: Some(Beams::BYTES + (1 << 20)), ..Budget::default() };
        assert_eq!(Roam::default().solve(&start, some, &mut ()).verdict, Verdict::Unknown(Stop::Nodes));
    }
}
