//! Shortest solutions, proved: A* with a bound on the moves that are needed.

mod blocks;
mod bound;
mod cycles;
mod packed;
mod relaxed;

pub use bound::Needed;

use kibitzer_games::gaps::{Gaps, Shift};
use kibitzer_search::{Arena, Budget, Meter, Observer, Probe, Queue, Report, Solver, Stop, Table, Verdict};

use super::board::{Frame, Step, read};
use blocks::blocks;
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
    needed: u8,
    bound: Bound,
}

/// How much is known of the moves that are needed. The bound is dear, so it waits until the position is due.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// What the position before and a count of misplaced cards say.
    Rough,
    /// What the bound says.
    Fine,
    /// There is no solution.
    Lost,
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
    let mut search = Search { frame, weight, keys: Table::default(), nodes: Arena::default(), queue: Queue::default() };
    let first = Probe::new(Rows::new(frame, &board).packed(frame));
    search.add(&first, Node { parent: 0, made: 0, needed: 0, bound: Bound::Rough }, meter)?;
    while let Some((number, made)) = search.queue.pop(meter) {
        let node = *search.nodes.get(number as usize);
        if u32::from(node.made) != made || node.bound == Bound::Lost {
            // Since then it was met on a shorter way, and waited in a better line.
            continue;
        }
        if node.bound == Bound::Rough && search.judge(number, meter)? {
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

/// No bound is higher, with at most two moves for each of 48 cards, and as many again for those that stand at their goals.
fn narrow(moves: u32) -> u8 {
    u8::try_from(moves).expect("a few moves for each card")
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

    /// Asks the bound about a position that is due; whether it is not due after all.
    fn judge(&mut self, number: u32, meter: &mut Meter<'_, Gaps>) -> Result<bool, Stop> {
        let board = Rows::unpacked(*self.keys.key(number)).board(self.frame);
        let needed = Ledger::new(self.frame, &board).needed(self.frame, &board).map(narrow);
        let node = self.nodes.get_mut(number as usize);
        let rough = node.needed;
        (node.needed, node.bound) = needed.map_or((rough, Bound::Lost), |needed| (needed.max(rough), Bound::Fine));
        let node = *node;
        if node.bound == Bound::Fine && node.needed > rough {
            self.wait(number, node, meter)?;
        }
        Ok(node.bound == Bound::Lost || node.needed > rough)
    }

    fn expand(&mut self, number: u32, node: Node, meter: &mut Meter<'_, Gaps>) -> Result<(), Stop> {
        meter.expand_unseen()?;
        let frame = self.frame;
        let rows = Rows::unpacked(*self.keys.key(number));
        let mut board = rows.board(frame);
        let ledger = Ledger::new(frame, &board);
        let within = blocks(frame, &mut board, |board, steps| {
            meter.generate();
            let moves = narrow_length(steps);
            let Some(made) = node.made.checked_add(moves) else { return Err(Stop::GaveUp) };
            let probe = Probe::new(steps.iter().fold(rows, |rows, &step| rows.after(step)).packed(frame));
            if let Some(known) = self.keys.find(&probe) {
                meter.duplicate();
                let found = self.nodes.get_mut(known as usize);
                if found.made > made {
                    *found = Node { parent: number, made, ..*found };
                    let found = *found;
                    if found.bound != Bound::Lost {
                        self.wait(known, found, meter)?;
                    }
                }
                return Ok(());
            }
            let Some(needed) = steps.iter().fold(ledger, |ledger, &step| ledger.after(step)).misplaced(frame, board)
            else {
                return Ok(());
            };
            // What was needed before is not made good by more than the moves made since.
            let needed = narrow(needed.max(u32::from(node.needed).saturating_sub(u32::from(moves))));
            self.add(&probe, Node { parent: number, made, needed, bound: Bound::Rough }, meter)
        })?;
        meter.expand_elsewhere(within);
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
        let (frame, mut board, names) = read(start);
        let mut line = Vec::new();
        for number in chain.into_iter().rev() {
            let key = self.keys.key(number);
            let rows = Rows::new(frame, &board);
            let mut way: Vec<Step> = Vec::new();
            let walked = blocks(frame, &mut board, |_, steps| {
                let leads = steps.iter().fold(rows, |rows, &step| rows.after(step)).packed(frame) == *key;
                if leads && (way.is_empty() || steps.len() < way.len()) {
                    way = steps.to_vec();
                }
                Ok(())
            });
            walked.expect("nothing stops the walk");
            assert!(!way.is_empty(), "equal keys have equal futures");
            for step in way {
                let gap = board.gaps.iter().position(|&gap| gap == step.to).expect("steps go into gaps");
                board.play(step, gap);
                line.push(names.shift(step));
            }
        }
        line
    }
}

fn narrow_length(steps: &[Step]) -> u16 {
    u16::try_from(steps.len()).expect("blocks are short")
}
