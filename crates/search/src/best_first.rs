//! Best-first search: greedy, A* and weighted A*.

use kibitzer_core::{Heuristic, Puzzle};

use crate::arena::Arena;
use crate::queue::Queue;
use crate::table::{Probe, Table};
use crate::{Budget, Meter, Observer, Report, Solver, Stop, Verdict};

/// Expands the most promising known position next, by `weight`; ties go to the deeper one, then to the first come.
///
/// Positions with equal keys are one. When one is met again by a shorter path it takes that path and is expanded anew
/// (Hart, Nilsson and Raphael 1968), so A* is right with any heuristic that never overestimates, consistent or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestFirst<H> {
    /// The moves left, at a guess.
    pub heuristic: H,
    /// What the guess counts against the moves made.
    pub weight: Weight,
}

/// How moves made (g) and moves left (h) make a priority; the lowest goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// `h` alone. A known position keeps its first path, and a goal is taken as soon as it is generated.
    Greedy,
    /// `made * g + left * h`, whole numbers so that 2.5 : 1 is 5 : 2.
    Path {
        /// What a move made counts.
        made: u32,
        /// What a move left counts.
        left: u32,
    },
    /// The same, but what was expanded is closed for good, as textbooks have it who take heuristics to be consistent. With
    /// others, solutions may be longer than need be.
    Closing {
        /// What a move made counts.
        made: u32,
        /// What a move left counts.
        left: u32,
    },
}

impl Weight {
    /// `g + h`: the shortest solution, if the heuristic never overestimates.
    pub const A_STAR: Weight = Weight::Path { made: 1, left: 1 };

    /// Whether a solution found is a shortest one, provided that the heuristic never overestimates, and is consistent where
    /// it has to be.
    #[must_use]
    pub const fn proves_shortest(self) -> bool {
        match self {
            Weight::Greedy => false,
            Weight::Path { made, left } | Weight::Closing { made, left } => made > 0 && left <= made,
        }
    }

    fn priority(self, g: u32, h: u32) -> u64 {
        match self {
            Weight::Greedy => u64::from(h),
            // Two products of 32 bits each may exceed 64 by their sum.
            Weight::Path { made, left } | Weight::Closing { made, left } => {
                (u64::from(made) * u64::from(g)).saturating_add(u64::from(left) * u64::from(h))
            }
        }
    }
}

impl<P: Puzzle, H: Heuristic<P>> Solver<P> for BestFirst<H> {
    fn solve(&mut self, start: &P, budget: Budget, observer: &mut dyn Observer<P>) -> Report<Verdict<P::Move>> {
        let mut meter = Meter::new(budget, observer);
        let outcome = self.run(start, &mut meter);
        meter.report(outcome)
    }
}

impl<H> BestFirst<H> {
    fn run<P>(&self, start: &P, meter: &mut Meter<'_, P>) -> Result<Verdict<P::Move>, Stop>
    where
        P: Puzzle,
        H: Heuristic<P>,
    {
        if start.is_goal() {
            return Ok(Verdict::Solved(Vec::new()));
        }
        let Some(estimate) = self.heuristic.estimate(start) else { return Ok(Verdict::Unsolvable) };
        let mut graph = Graph { keys: Table::default(), nodes: Arena::default() };
        let root = graph.add(
            &Probe::new(start.key()),
            Node { state: start.clone(), parent: 0, depth: 0, is_closed: false },
            meter,
        )?;
        let mut queue = Queue::default();
        queue.push(self.weight.priority(0, estimate), 0, root, meter)?;
        while let Some((index, depth)) = queue.pop(meter) {
            let node = graph.nodes.get(index as usize);
            if node.depth != depth {
                // Since then it was met by a shorter path, and waited in a better line.
                continue;
            }
            if node.state.is_goal() {
                return Ok(Verdict::Solved(graph.path(start, index)));
            }
            let state = node.state.clone();
            meter.expand(&state, depth)?;
            graph.nodes.get_mut(index as usize).is_closed = matches!(self.weight, Weight::Closing { .. });
            for mv in state.moves() {
                meter.generate();
                let node = Node { state: state.after(mv), parent: index, depth: depth + 1, is_closed: false };
                let found = self.meet(node, &mut graph, &mut queue, meter)?;
                if let Some(goal) = found {
                    return Ok(Verdict::Solved(graph.path(start, goal)));
                }
            }
        }
        Ok(Verdict::Unsolvable)
    }

    /// Lets a generated node wait, unless it is dead, or known by a path as short. Gives its index if it ends the search.
    fn meet<P>(
        &self,
        node: Node<P>,
        graph: &mut Graph<P>,
        queue: &mut Queue,
        meter: &mut Meter<'_, P>,
    ) -> Result<Option<u32>, Stop>
    where
        P: Puzzle,
        H: Heuristic<P>,
    {
        let greedy = self.weight == Weight::Greedy;
        let probe = Probe::new(node.state.key());
        let known = graph.keys.find(&probe);
        if let Some(index) = known {
            meter.duplicate();
            let known = graph.nodes.get(index as usize);
            if greedy || known.is_closed || known.depth <= node.depth {
                return Ok(None);
            }
        }
        let is_goal = node.state.is_goal();
        // A goal has no moves left, whatever the heuristic says.
        let estimate = if is_goal { Some(0) } else { self.heuristic.estimate(&node.state) };
        let Some(estimate) = estimate else { return Ok(None) };
        let depth = node.depth;
        let index = match known {
            Some(index) => {
                *graph.nodes.get_mut(index as usize) = node;
                index
            }
            None => graph.add(&probe, node, meter)?,
        };
        if greedy && is_goal {
            return Ok(Some(index));
        }
        queue.push(self.weight.priority(depth, estimate), depth, index, meter)?;
        Ok(None)
    }
}

/// The known positions. A node and its key have the same number.
struct Graph<P: Puzzle> {
    keys: Table<P::Key>,
    nodes: Arena<Node<P>>,
}

/// A position, and the node it was met from. The root is node 0, its own parent.
struct Node<P> {
    state: P,
    parent: u32,
    depth: u32,
    /// Whether no shorter path matters any more.
    is_closed: bool,
}

impl<P: Puzzle> Graph<P> {
    fn add(&mut self, probe: &Probe<P::Key>, node: Node<P>, meter: &mut Meter<'_, P>) -> Result<u32, Stop> {
        let index = self.keys.insert(probe, meter)?;
        self.nodes.push(node, meter)?;
        Ok(index)
    }

    /// The moves from the real start to a node.
    ///
    /// A parent may have been met again as a mirror image after its child was met, so moves noted then might not be
    /// playable now. The keys are the truth: from each position on the way some move leads to the next key.
    fn path(&self, start: &P, goal: u32) -> Vec<P::Move> {
        let mut chain = Vec::new();
        let mut index = goal;
        while index != 0 {
            chain.push(index);
            index = self.nodes.get(index as usize).parent;
        }
        let mut state = start.clone();
        let step = |index: u32| {
            let key = self.keys.key(index);
            let mv = state.moves().find(|mv| state.after(*mv).key() == *key);
            let mv = mv.expect("equal keys have equal futures");
            state.play(mv);
            mv
        };
        chain.into_iter().rev().map(step).collect()
    }
}
