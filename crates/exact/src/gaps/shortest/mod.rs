//! Shortest solutions, proved: A* with a bound on the moves that are needed.

mod blocks;
mod bound;
mod cycles;
mod ledger;
mod outlook;
mod packed;
mod relaxed;
mod tangle;

pub use bound::Needed;

use kibitzer_games::gaps::{Gaps, Shift};
use kibitzer_search::{Arena, Budget, Meter, Observer, Probe, Queue, Report, Solver, Stop, Table, Verdict};

use super::board::{Frame, Step, read};
use blocks::{NOBODY, Reached, Wanted, blocks, byte};
use bound::{needed, needed_by};
use ledger::NEVER;
use outlook::Outlook;
use packed::{Packed, Rows};

/// Finds a shortest solution under any rule, or proves that there is none, as far as memory and time allow.
///
/// A* as in the search crate, but with positions packed, rows in one order where they are alike, and with bounds carried
/// from a position to the next. A position that is met again on a shorter way is expanded anew, so the answer rests on
/// the bound never being too high, and within a block of moves on the `Outlook` never promising less than before.
///
/// A position has many children, and most of them need more moves than a shortest solution has. So it is expanded in
/// part, and waits again for the rest (Yoshizumi, Miura and Ishida, "A* with partial expansion for large branching factor
/// problems", AAAI 2000).
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

/// Children are made that need so many moves more than are due. With none, positions are expanded again and again; with
/// more, many are kept for nothing.
const AHEAD: u8 = 1;

/// And one more for each so many moves that they are behind, or some would be expanded again for each of thirty lengths.
const PATIENCE: u8 = 2;

/// What is known of a position; its number is that of its key. The first is its own parent.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    made: u16,
    needed: u8,
    bound: Bound,
    /// The card that moved last.
    last: u8,
    /// Children are there that are reached, and then won at best, with no more moves than this.
    walked: u8,
    /// What it waits for: moves that are needed with the children that are not there.
    due: u8,
}

impl Node {
    /// A position that no child has been made of.
    fn new(parent: u32, made: u16, last: u8, (needed, bound): (u8, Bound)) -> Self {
        Self { parent, made, needed, bound, last, walked: 0, due: needed }
    }
}

/// How much is known of the moves that are needed. The bound is dear, so it waits until the position is due.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// What the position before and the outlook there say.
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
    search.add(&first, Node::new(0, 0, NOBODY, (0, Bound::Rough)), meter)?;
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

impl Search {
    fn add(&mut self, probe: &Probe<Packed>, node: Node, meter: &mut Meter<'_, Gaps>) -> Result<(), Stop> {
        let number = self.keys.insert(probe, meter)?;
        self.nodes.push(node, meter)?;
        self.wait(number, node, meter)
    }

    fn wait(&mut self, number: u32, node: Node, meter: &mut Meter<'_, Gaps>) -> Result<(), Stop> {
        let Node { made, due, bound, .. } = node;
        if bound == Bound::Lost {
            return Ok(());
        }
        self.queue.push(u64::from(made) + u64::from(self.weight) * u64::from(due), u32::from(made), number, meter)
    }

    /// Asks the bound about a position that is due; whether it is not due after all.
    fn judge(&mut self, number: u32, meter: &mut Meter<'_, Gaps>) -> Result<bool, Stop> {
        let board = Rows::unpacked(*self.keys.key(number)).board(self.frame);
        let node = self.nodes.get_mut(number as usize);
        let rough = node.needed;
        let known = needed(self.frame, &board, rough).map_or((rough, Bound::Lost), |needed| (needed, Bound::Fine));
        *node = Node::new(node.parent, node.made, node.last, known);
        let node = *node;
        let is_due = node.bound == Bound::Fine && node.needed == rough;
        if !is_due {
            self.wait(number, node, meter)?;
        }
        Ok(!is_due)
    }

    /// Makes the children that are due, and lets the position wait for the others.
    fn expand(&mut self, number: u32, node: Node, meter: &mut Meter<'_, Gaps>) -> Result<(), Stop> {
        meter.expand_unseen()?;
        let frame = self.frame;
        let mut board = Rows::unpacked(*self.keys.key(number)).board(frame);
        // In a hurry, what is needed does not say when a child is due.
        let (most, outlook) = if self.weight == 1 {
            let most = node.due + AHEAD + (node.due - node.needed) / PATIENCE;
            (most, Outlook::new(frame, &board, node.needed + AHEAD))
        } else {
            (NEVER - 1, Outlook::plain(frame, &board))
        };
        let wanted = Wanted { outlook: &outlook, most, last: node.last };
        let walked = blocks(frame, &mut board, &wanted, |reached| {
            if reached.total > node.walked { self.arrive(number, node, reached, meter) } else { Ok(()) }
        })?;
        meter.expand_elsewhere(walked.within);
        let node = self.nodes.get_mut(number as usize);
        node.walked = most;
        if let Some(beyond) = walked.beyond {
            node.due = beyond;
            let node = *node;
            self.wait(number, node, meter)?;
        }
        Ok(())
    }

    /// Takes note of a child.
    fn arrive(
        &mut self,
        number: u32,
        node: Node,
        reached: &Reached<'_>,
        meter: &mut Meter<'_, Gaps>,
    ) -> Result<(), Stop> {
        meter.generate();
        let &Reached { board, outlook, steps, total } = reached;
        let (moves, last) = (byte(steps.len()), steps[steps.len() - 1].card);
        let Some(made) = node.made.checked_add(u16::from(moves)) else { return Err(Stop::GaveUp) };
        let probe = Probe::new(Rows::new(self.frame, board).packed(self.frame));
        if let Some(known) = self.keys.find(&probe) {
            meter.duplicate();
            let found = self.nodes.get_mut(known as usize);
            if found.made > made {
                *found = Node::new(number, made, last, (found.needed, found.bound));
                let found = *found;
                self.wait(known, found, meter)?;
            }
            return Ok(());
        }
        // What was needed before is not made good by more than the moves made since.
        let rough = (total - moves).max(node.needed.saturating_sub(moves));
        let known = if self.weight == 1 && total <= node.due {
            let needed = needed_by(&outlook.ledger, self.frame, board, rough);
            needed.map_or((rough, Bound::Lost), |needed| (needed, Bound::Fine))
        } else {
            (rough, Bound::Rough)
        };
        self.add(&probe, Node::new(number, made, last, known), meter)
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
            let wanted = Wanted { outlook: &Outlook::plain(frame, &board), most: NEVER, last: NOBODY };
            let walked = blocks(frame, &mut board, &wanted, |&Reached { steps, .. }| {
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
