//! Shortest solutions, proved: A* with a bound on the moves that are needed.

mod bound;
mod cycles;
mod packed;

pub use bound::Needed;

use kibitzer_core::Game;
use kibitzer_games::gaps::{First, Gaps, Shift};
use kibitzer_search::{Arena, Budget, Meter, Observer, Probe, Queue, Report, Solver, Stop, Table, Verdict};

use super::board::{Board, Frame, Step, is_first, is_lowest, read};
use bound::Ledger;
use packed::{Packed, Rows};

/// Finds a shortest solution under any rule, or proves that there is none, as far as memory and time allow.
///
/// A* as in the search crate, but with positions packed, rows in one order where they are alike, and with bounds carried
/// from a position to the next. A position that is met again on a shorter way is expanded anew, so the answer rests on
/// the bound never being too high, and on nothing else about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shortest;

impl Solver<Gaps> for Shortest {
    fn solve(&mut self, start: &Gaps, budget: Budget, observer: &mut dyn Observer<Gaps>) -> Report<Verdict<Shift>> {
        let mut meter = Meter::new(budget, observer);
        let outcome = run(start, 1, &mut meter);
        meter.report(outcome)
    }
}

/// Finds some solution, or proves that there is none: a move that is needed counts as much as `weight` moves made, so
/// that the search hurries on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hasty {
    /// 1 is [`Shortest`].
    pub weight: u16,
}

impl Solver<Gaps> for Hasty {
    fn solve(&mut self, start: &Gaps, budget: Budget, observer: &mut dyn Observer<Gaps>) -> Report<Verdict<Shift>> {
        let mut meter = Meter::new(budget, observer);
        let outcome = run(start, self.weight, &mut meter);
        meter.report(outcome)
    }
}

/// What is known of a position; its number is that of its key. The first is its own parent.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    made: u16,
    needed: u16,
}

struct Search {
    frame: Frame,
    weight: u16,
    keys: Table<Packed>,
    nodes: Arena<Node>,
    queue: Queue,
}

fn run(start: &Gaps, weight: u16, meter: &mut Meter<'_, Gaps>) -> Result<Verdict<Shift>, Stop> {
    let (frame, board, _) = read(start);
    let Some(needed) = Ledger::new(frame, &board).needed(frame, &board) else { return Ok(Verdict::Unsolvable) };
    let mut search = Search { frame, weight, keys: Table::default(), nodes: Arena::default(), queue: Queue::default() };
    let first = Probe::new(Rows::new(frame, &board).packed(frame));
    search.add(&first, Node { parent: 0, made: 0, needed: narrow(needed) }, meter)?;
    while let Some((number, made)) = search.queue.pop(meter) {
        let node = *search.nodes.get(number as usize);
        if u32::from(node.made) != made {
            // Since then it was met on a shorter way, and waited in a better line.
            continue;
        }
        if node.needed == 0 {
            // Every card is at its goal.
            return Ok(Verdict::Solved(search.line(start, number)));
        }
        search.expand(number, node, meter)?;
    }
    Ok(Verdict::Unsolvable)
}

/// No bound and no solution is longer than this, since positions that are kept are far fewer than cards allow.
fn narrow(moves: u32) -> u16 {
    u16::try_from(moves).expect("a few moves for each card")
}

impl Search {
    fn add(&mut self, probe: &Probe<Packed>, node: Node, meter: &mut Meter<'_, Gaps>) -> Result<(), Stop> {
        let number = self.keys.insert(probe, meter)?;
        self.nodes.push(node, meter)?;
        self.wait(number, node, meter)
    }

    fn wait(&mut self, number: u32, node: Node, meter: &mut Meter<'_, Gaps>) -> Result<(), Stop> {
        let Node { made, needed, .. } = node;
        self.queue.push(u64::from(made) + u64::from(self.weight) * u64::from(needed), u32::from(made), number, meter)
    }

    fn expand(&mut self, number: u32, node: Node, meter: &mut Meter<'_, Gaps>) -> Result<(), Stop> {
        meter.expand_unseen()?;
        let frame = self.frame;
        let rows = Rows::unpacked(*self.keys.key(number));
        let mut board = rows.board(frame);
        let ledger = Ledger::new(frame, &board);
        let Some(made) = node.made.checked_add(1) else { return Err(Stop::GaveUp) };
        for gap in 0..usize::from(frame.rows) {
            for step in steps_into(frame, &board, gap) {
                meter.generate();
                let probe = Probe::new(rows.after(step).packed(frame));
                if let Some(known) = self.keys.find(&probe) {
                    meter.duplicate();
                    let found = self.nodes.get_mut(known as usize);
                    if found.made > made {
                        *found = Node { parent: number, made, needed: found.needed };
                        let found = *found;
                        self.wait(known, found, meter)?;
                    }
                    continue;
                }
                board.play(step, gap);
                let needed = ledger.after(step).needed(frame, &board);
                board.undo(step, gap);
                if let Some(needed) = needed {
                    self.add(&probe, Node { parent: number, made, needed: narrow(needed) }, meter)?;
                }
            }
        }
        Ok(())
    }

    /// The moves from the real start to a node, whose rows may be in another order: found again by the keys.
    fn line(&self, start: &Gaps, goal: u32) -> Vec<Shift> {
        let mut chain = Vec::new();
        let mut number = goal;
        while number != 0 {
            chain.push(number);
            number = self.nodes.get(number as usize).parent;
        }
        let mut position = *start;
        let step = |number: u32| {
            let key = self.keys.key(number);
            let leads = |&mv: &Shift| {
                let (frame, board, _) = read(&position.after(mv));
                Rows::new(frame, &board).packed(frame) == *key
            };
            let mv = position.moves().find(leads).expect("equal keys have equal futures");
            position.play(mv);
            mv
        };
        chain.into_iter().rev().map(step).collect()
    }
}

/// The steps into a gap.
fn steps_into(frame: Frame, board: &Board, gap: usize) -> impl Iterator<Item = Step> + use<> {
    let to = board.gaps[gap];
    let places = board.places;
    let enters = is_first(to) && frame.rule != First::Suit;
    let entering = frame.cards().filter(move |&card| enters && (frame.rule == First::Any || is_lowest(card)));
    let entering = entering.map(move |card| Step { card, from: places[usize::from(card)], to });
    let following = if enters { None } else { board.step_into(gap) };
    following.into_iter().chain(entering)
}
