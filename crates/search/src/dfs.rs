//! Depth-first search, and the walk that iterative deepening shares with it.

use kibitzer_core::{Heuristic, Puzzle};

use crate::arena::{Arena, push_counted};
use crate::table::{Probe, Table};
use crate::{Budget, Meter, Observer, Report, Solver, Stop, Verdict};

/// Goes as deep as it can before it turns back. Children come in the order of the heuristic, and those it cannot tell
/// apart in the order of `moves()`; a goal is taken as soon as it is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthFirst<H> {
    /// The moves left, at a guess: it orders the children of a position.
    pub heuristic: H,
    /// Which positions are remembered.
    pub closed: Closed,
}

/// Which positions a depth-first search remembers, and does not enter again.
///
/// Either way an exhausted search is a proof: a shortest path to a goal meets no key twice, so it survives both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// All it has expanded: each is expanded once.
    All,
    /// Those on the path from the start: little memory, but a position is expanded once for each path to it.
    Path,
}

impl<P: Puzzle, H: Heuristic<P>> Solver<P> for DepthFirst<H> {
    fn solve(&mut self, start: &P, budget: Budget, observer: &mut dyn Observer<P>) -> Report<Verdict<P::Move>> {
        let mut meter = Meter::new(budget, observer);
        let outcome = Walk::new(&self.heuristic, self.closed).run(start, None, &mut meter);
        meter.report(outcome.map(|end| match end {
            End::Goal(path) => Verdict::Solved(path),
            End::Exhausted { .. } => Verdict::Unsolvable,
        }))
    }
}

/// How a walk ended.
pub(crate) enum End<M> {
    /// These moves lead to a goal.
    Goal(Vec<M>),
    /// Everything within the bound was seen. `cut` is the least g + h beyond it, if anything was.
    Exhausted { cut: Option<u32> },
}

/// A depth-first walk with an explicit stack: paths may be longer than a thread's stack is deep.
pub(crate) struct Walk<'h, P: Puzzle, H> {
    heuristic: &'h H,
    closed: Closed,
    /// With [`Closed::Path`] the keys of the path, in its order.
    known: Table<P::Key>,
    /// The moves from the start to the position at hand.
    path: Arena<P::Move>,
    /// Children that wait, those of one parent in a row, the first to be entered last.
    stack: Arena<Child<P>>,
    /// The children of the position at hand, in the order of `moves()`; and their ranks, to be sorted.
    children: Vec<Child<P>>,
    ranks: Vec<(u32, u32)>,
}

#[derive(Clone)]
struct Child<P: Puzzle> {
    state: P,
    probe: Probe<P::Key>,
    mv: P::Move,
    depth: u32,
}

impl<'h, P: Puzzle, H: Heuristic<P>> Walk<'h, P, H> {
    pub(crate) fn new(heuristic: &'h H, closed: Closed) -> Self {
        Self {
            heuristic,
            closed,
            known: Table::default(),
            path: Arena::default(),
            stack: Arena::default(),
            children: Vec::new(),
            ranks: Vec::new(),
        }
    }

    /// Walks through all that `bound` allows on g + h. An exhausted walk that
    /// remembers only its path has forgotten everything, and can be run again.
    pub(crate) fn run(
        &mut self,
        start: &P,
        bound: Option<u32>,
        meter: &mut Meter<'_, P>,
    ) -> Result<End<P::Move>, Stop> {
        if start.is_goal() {
            return Ok(End::Goal(Vec::new()));
        }
        let mut limit = Limit { bound, cut: None };
        if let Some(estimate) = self.heuristic.estimate(start)
            && limit.allows(0, estimate)
        {
            self.leave(0);
            if let Some(path) = self.enter(start, &Probe::new(start.key()), 0, &mut limit, meter)? {
                return Ok(End::Goal(path));
            }
            while let Some(Child { state, probe, mv, depth }) = self.stack.pop() {
                self.leave(depth);
                if self.closed == Closed::All && self.known.find(&probe).is_some() {
                    // Expanded below a sibling since it was put on the stack.
                    meter.duplicate();
                    continue;
                }
                self.path.push(mv, meter)?;
                if let Some(path) = self.enter(&state, &probe, depth, &mut limit, meter)? {
                    return Ok(End::Goal(path));
                }
            }
        }
        Ok(End::Exhausted { cut: limit.cut })
    }

    /// Goes back to the parent of what is `depth` moves from the start.
    fn leave(&mut self, depth: u32) {
        while self.path.len() >= depth.max(1) as usize {
            self.path.pop();
        }
        if self.closed == Closed::Path {
            while self.known.len() > depth as usize {
                self.known.pop();
            }
        }
    }

    /// Expands a position and stacks its children. Gives the whole path if one of them is a goal.
    fn enter(
        &mut self,
        state: &P,
        probe: &Probe<P::Key>,
        depth: u32,
        limit: &mut Limit,
        meter: &mut Meter<'_, P>,
    ) -> Result<Option<Vec<P::Move>>, Stop> {
        meter.expand(state, depth)?;
        self.known.insert(probe, meter)?;
        self.children.clear();
        self.ranks.clear();
        for mv in state.moves() {
            meter.generate();
            let child = state.after(mv);
            let probe = Probe::new(child.key());
            if self.known.find(&probe).is_some() {
                meter.duplicate();
                continue;
            }
            // A goal has no moves left, whatever the heuristic says.
            let is_goal = child.is_goal();
            let estimate = if is_goal { Some(0) } else { self.heuristic.estimate(&child) };
            let Some(estimate) = estimate else { continue };
            if !limit.allows(depth + 1, estimate) {
                continue;
            }
            if is_goal {
                return Ok(Some(self.path.iter().copied().chain([mv]).collect()));
            }
            let rank = u32::try_from(self.children.len()).expect("no position has 2^32 moves");
            push_counted(&mut self.ranks, (estimate, rank), meter)?;
            push_counted(&mut self.children, Child { state: child, probe, mv, depth: depth + 1 }, meter)?;
        }
        // The second part makes the order of equals that of `moves()`, without the memory of a stable sort.
        self.ranks.sort_unstable();
        for &(_, rank) in self.ranks.iter().rev() {
            self.stack.push(self.children[rank as usize].clone(), meter)?;
        }
        Ok(None)
    }
}

/// The bound of a walk on g + h, and the least that exceeded it.
struct Limit {
    bound: Option<u32>,
    cut: Option<u32>,
}

impl Limit {
    fn allows(&mut self, g: u32, h: u32) -> bool {
        let f = g.saturating_add(h);
        let within = self.bound.is_none_or(|bound| f <= bound);
        if !within {
            self.cut = Some(self.cut.map_or(f, |cut| cut.min(f)));
        }
        within
    }
}
