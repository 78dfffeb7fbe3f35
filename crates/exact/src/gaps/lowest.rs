//! Gaps in which any lowest card may enter the first column: the usual rule.

use kibitzer_games::cards::Card;
use kibitzer_games::gaps::{First, Gaps, Shift};
use kibitzer_search::{Budget, Meter, Observer, Report, Solver, Stop, Verdict};

use super::layout::{Layout, Piece, Step};
use super::schedule::{Progress, Schedule};

/// Conflicts between two questions to the meter.
const STRETCH: u64 = 64;

/// Decides positions under [`First::Lowest`] as schedules.
///
/// Nodes are the conflicts of the solver and the positions of the stash that it looks at. The count depends on the
/// position alone. Under any other rule it knows nothing, and gives up at once as if it had been cancelled.
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
        return Err(Stop::Cancelled);
    }
    let suits: Vec<u8> = start.suits().collect();
    let mut schedule = Schedule::new(&layout(start, &suits), false);
    let steps = run(&mut schedule, meter)?;
    Ok(steps.map_or(Verdict::Unsolvable, |steps| {
        Verdict::Solved(steps.into_iter().map(|step| shift(start, &suits, step)).collect())
    }))
}

/// Works until the schedule is decided: moves that win, or none.
pub(super) fn run(schedule: &mut Schedule, meter: &mut Meter<'_, Gaps>) -> Result<Option<Vec<Step>>, Stop> {
    meter.look()?;
    let mut held = 0;
    loop {
        let bytes = schedule.bytes();
        if bytes > held {
            meter.hold(bytes - held)?;
        } else {
            meter.release(held - bytes);
        }
        held = bytes;
        meter.expand_unseen()?;
        let before = schedule.spent();
        let progress = schedule.work(STRETCH.min(meter.nodes_left().saturating_add(1)));
        meter.expand_elsewhere((schedule.spent() - before).saturating_sub(1));
        match progress {
            Progress::Won(steps) => return Ok(Some(steps)),
            Progress::Lost => return Ok(None),
            Progress::Paused => {}
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

fn shift(board: &Gaps, suits: &[u8], step: Step) -> Shift {
    let number = 4 * (step.piece.rank + board.lowest()) + suits[usize::from(step.piece.suit)];
    Shift { card: Card::new(number).expect("a card of the board"), row: step.row, column: step.column }
}
