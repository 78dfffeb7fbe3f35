//! Gaps in which any lowest card may enter the first column: the usual rule.

use kibitzer_games::cards::Card;
use kibitzer_games::gaps::{First, Gaps, Shift};
use kibitzer_search::{Budget, Meter, Observer, Report, Solver, Stop, Verdict};

use super::board::read;
use super::habit::Habit;
use super::layout::{Layout, Piece, Step};
use super::roam::Roamer;
use super::schedule::{Progress, Schedule, Stretches};

/// Conflicts between two questions to the meter.
const STRETCH: u64 = 64;

/// Nodes before luck is tried. Small boards are decided by then.
const AT_FIRST: u64 = 256;

/// So many attempts by luck, each of so many positions: where one of them wins it is far quicker than a schedule, and all
/// together take about a second where none does.
const ATTEMPTS: u64 = 100;
const POSITIONS: u64 = 5_000;

/// Positions of an attempt that take as long as a conflict.
pub(super) const POSITIONS_A_NODE: u64 = 256;

/// Decides positions under [`First::Lowest`]: as schedules, with some luck early on.
///
/// Nodes are the conflicts of the solver, and as many positions of the stash or of an attempt as take the time of one,
/// so that a limit of nodes is one of time. The count depends on the position alone. Under any other rule it knows
/// nothing, and gives up at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scheduler;

impl Solver<Gaps> for Scheduler {
    fn solve(&mut self, start: &Gaps, budget: Budget, observer: &mut dyn Observer<Gaps>) -> Report<Verdict<Shift>> {
        let mut meter = Meter::new(budget, observer);
        let outcome = decide(start, &mut meter);
        meter.report(outcome)
    }
}

fn decide(start: &Gaps, meter: &mut Meter<'_, Gaps>) -> Result<Verdict<Shift>, Stop> {
    if start.first() != First::Lowest {
        return Err(Stop::GaveUp);
    }
    let suits: Vec<u8> = start.suits().collect();
    let mut schedule = Schedule::new(&layout(start, &suits), false);
    let mut held = 0;
    let mut progress = work(&mut schedule, AT_FIRST, 1, &mut held, meter)?;
    if progress == Progress::Paused {
        if let Some(line) = luck(start, meter)? {
            return Ok(Verdict::Solved(line));
        }
        progress = work(&mut schedule, u64::MAX, 1, &mut held, meter)?;
    }
    Ok(match progress {
        Progress::Won(steps) => Verdict::Solved(steps.into_iter().map(|step| shift(start, &suits, step)).collect()),
        Progress::Lost => Verdict::Unsolvable,
        Progress::Paused => return Err(Stop::GaveUp),
    })
}

/// Some attempts by luck.
fn luck(start: &Gaps, meter: &mut Meter<'_, Gaps>) -> Result<Option<Vec<Shift>>, Stop> {
    let (frame, board, names) = read(start);
    meter.hold(Roamer::BYTES)?;
    let mut roamer = Roamer::new(frame, board, Habit::Plain, 0);
    let mut line = None;
    for _ in 0..ATTEMPTS {
        meter.expand_unseen()?;
        let budget = Budget { nodes: Some(POSITIONS), time: meter.time_left(), ..Budget::default() };
        let mut alone = ();
        let mut attempt = Meter::new(budget, &mut alone);
        // One that is stopped has had its positions, or the time is over, which is noticed next.
        let has_won = roamer.attempt(POSITIONS, &mut attempt).unwrap_or(false);
        let nodes = attempt.stats().expanded / POSITIONS_A_NODE;
        meter.expand_elsewhere(nodes.saturating_sub(1));
        if has_won {
            line = Some(roamer.line(names));
            break;
        }
    }
    meter.release(Roamer::BYTES);
    Ok(line)
}

/// Works until the schedule is decided: moves that win, or none.
pub(super) fn run(schedule: &mut Schedule, meter: &mut Meter<'_, Gaps>) -> Result<Option<Vec<Step>>, Stop> {
    match work(schedule, u64::MAX, 1, &mut 0, meter)? {
        Progress::Won(steps) => Ok(Some(steps)),
        Progress::Lost => Ok(None),
        Progress::Paused => Err(Stop::GaveUp),
    }
}

/// Works until it is decided, or so much has been spent on it, each unit of which counts as `price` nodes. `held` is the
/// memory it had before.
pub(super) fn work(
    schedule: &mut dyn Stretches,
    most: u64,
    price: u64,
    held: &mut usize,
    meter: &mut Meter<'_, Gaps>,
) -> Result<Progress, Stop> {
    meter.look()?;
    loop {
        let bytes = schedule.bytes();
        if bytes > *held {
            meter.hold(bytes - *held)?;
        } else {
            meter.release(*held - bytes);
        }
        *held = bytes;
        meter.expand_unseen()?;
        let before = schedule.spent();
        let progress = schedule.work(STRETCH.min(meter.nodes_left().div_ceil(price).saturating_add(1)));
        meter.expand_elsewhere((price * (schedule.spent() - before)).saturating_sub(1));
        if progress != Progress::Paused || schedule.spent() >= most {
            return Ok(progress);
        }
    }
}

/// The position in small numbers; suits go by their place in `suits`.
pub(super) fn layout(board: &Gaps, suits: &[u8]) -> Layout {
    let (rows, columns) = (board.size().rows(), board.size().columns());
    let cells = (0..rows * columns).map(|cell| {
        let card = board.card(cell / columns, cell % columns)?;
        let suit = suits.iter().position(|&suit| suit == card.suit()).expect("every card is of a suit in play");
        Some(Piece { suit: suit.to_le_bytes()[0], rank: card.rank() - board.lowest() })
    });
    Layout { rows, columns, cells: cells.collect() }
}

/// A step as the game has it.
pub(super) fn shift(board: &Gaps, suits: &[u8], step: Step) -> Shift {
    let number = 4 * (step.piece.rank + board.lowest()) + suits[usize::from(step.piece.suit)];
    Shift { card: Card::new(number).expect("a card of the board"), row: step.row, column: step.column }
}
