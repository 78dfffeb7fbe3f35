//! The tree search of Darmanger, Gombas and Radomski (2024, section 4): a hand-made score guides every step of it.

use kibitzer_core::{Puzzle, SplitMix};

use crate::arena::Arena;
use crate::mcts::falling;
use crate::{Budget, Meter, Observer, Report, Solver, Stop, Verdict};

/// Monte Carlo tree search for puzzles in which each position has a score from 0 to 1, and a goal an infinite one.
///
/// Another shape than [`Mcts`](crate::mcts::Mcts), which knows nothing of positions that it has not played out: here
///
/// - *selection* (4.2.1) goes to the child with the highest `w / n + Wc sqrt(ln N / n) + Ws S`; a child that was never
///   visited comes first, as the formula is infinite there, the one with the highest score before the others;
/// - *expansion* (4.2.2) makes all children of the node it ends at, and draws one of the best few by score: the best has as
///   many chances as there are, the next one less, and so on. A goal among them is taken without luck;
/// - *simulation* (4.2.3) goes on in the same way, up to a number of moves;
/// - *backpropagation* (4.2.4) adds the score of its last position to the nodes on the way. A goal's is infinite, so that
///   from then on selection follows the way to it;
/// - in the end (4.2.5) the children with the highest scores are the path, with the moves of the simulation behind them.
///
/// Nothing prevents a path from coming to a position twice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredTree<F> {
    /// S, the score of a position that is no goal, from 0 to 1.
    pub score: F,
    /// Wc, the weight of what is little known.
    pub exploration: f64,
    /// Ws, the weight of the score in the selection.
    pub weight: f64,
    /// From how many of the best moves one is drawn.
    pub best: usize,
    /// The longest simulation.
    pub depth: u32,
    /// How many simulations are made.
    pub iterations: u64,
    /// Whether it goes on when it has found a goal.
    pub until: Until,
    /// The stream of luck.
    pub seed: u64,
}

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// After all iterations, as in the paper.
    Iterations,
    /// As soon as a goal is reached.
    Goal,
}

/// A line of play and the score of its last position.
#[derive(Clone, Debug)]
pub(crate) struct Line<P: Puzzle> {
    pub(crate) moves: Vec<P::Move>,
    pub(crate) end: P,
    pub(crate) score: f64,
}

/// A position of the tree. Siblings lie side by side.
struct Node<P: Puzzle> {
    state: P,
    mv: Option<P::Move>,
    /// Infinite for a goal.
    score: f64,
    visits: u32,
    /// The sum of the scores of simulations; infinite if one reached a goal.
    total: f64,
    children: Children,
    /// The moves of a simulation from here that reached a goal.
    to_goal: Option<Box<[P::Move]>>,
}

#[derive(Clone, Copy)]
enum Children {
    NotMade,
    Made { first: usize, count: usize },
}

impl<P: Puzzle, F: Fn(&P) -> f64> Solver<P> for ScoredTree<F> {
    fn solve(&mut self, start: &P, budget: Budget, observer: &mut dyn Observer<P>) -> Report<Verdict<P::Move>> {
        let mut meter = Meter::new(budget, observer);
        let outcome = self.search(start, &mut meter, &mut |_: &Line<P>| ()).map(|found| match found {
            Some(moves) => Verdict::Solved(moves),
            None => Verdict::Unknown(Stop::GaveUp),
        });
        meter.report(outcome)
    }
}

impl<F> ScoredTree<F> {
    /// The moves to a goal, if one was met. Of each simulation, `seen` is shown the way to its position with the highest
    /// score.
    pub(crate) fn search<P: Puzzle>(
        &self,
        start: &P,
        meter: &mut Meter<'_, P>,
        seen: &mut dyn FnMut(&Line<P>),
    ) -> Result<Option<Vec<P::Move>>, Stop>
    where
        F: Fn(&P) -> f64,
    {
        let mut tree = Tree { search: self, nodes: Arena::default(), stream: SplitMix::new(self.seed) };
        tree.add(start.clone(), None, meter)?;
        for _ in 0..self.iterations {
            if self.until == Until::Goal && tree.is_solved() {
                break;
            }
            match tree.step(meter, seen) {
                Ok(()) => {}
                // What was found before is not lost with the time.
                Err(_) if tree.is_solved() => break,
                Err(stop) => return Err(stop),
            }
        }
        Ok(tree.is_solved().then(|| tree.path()))
    }
}

struct Tree<'a, P: Puzzle, F> {
    search: &'a ScoredTree<F>,
    nodes: Arena<Node<P>>,
    stream: SplitMix,
}

impl<P: Puzzle, F: Fn(&P) -> f64> Tree<'_, P, F> {
    fn is_solved(&self) -> bool {
        let root = self.nodes.get(0);
        root.total == f64::INFINITY || root.score == f64::INFINITY
    }

    fn score(&self, state: &P) -> f64 {
        if state.is_goal() { f64::INFINITY } else { (self.search.score)(state) }
    }

    fn add(&mut self, state: P, mv: Option<P::Move>, meter: &mut Meter<'_, P>) -> Result<usize, Stop> {
        let (score, children) = (self.score(&state), Children::NotMade);
        self.nodes.push(Node { state, mv, score, visits: 0, total: 0.0, children, to_goal: None }, meter)
    }

    /// One iteration.
    fn step(&mut self, meter: &mut Meter<'_, P>, seen: &mut dyn FnMut(&Line<P>)) -> Result<(), Stop> {
        let mut path = vec![0];
        let leaf = loop {
            let index = path[path.len() - 1];
            let node = self.nodes.get(index);
            let Children::Made { first, count } = node.children else { break index };
            if count == 0 {
                break index;
            }
            path.push(self.select(node.visits, first, count));
        };
        if self.nodes.get(leaf).score < f64::INFINITY {
            let depth = u32::try_from(path.len() - 1).unwrap_or(u32::MAX);
            let (first, count) = self.expand(leaf, depth, meter)?;
            let scores: Vec<f64> = (first..first + count).map(|child| self.nodes.get(child).score).collect();
            if let Some(drawn) = self.draw(&scores) {
                path.push(first + drawn);
            }
        }
        let value = self.simulate(&path, meter, seen)?;
        for index in path {
            let node = self.nodes.get_mut(index);
            node.visits += 1;
            node.total += value;
        }
        Ok(())
    }

    /// The child with the highest UCB; a way to a goal first, then those that were never visited.
    fn select(&self, visits: u32, first: usize, count: usize) -> usize {
        let ScoredTree { exploration, weight, .. } = *self.search;
        let ucb = |child: &Node<P>| {
            let times = f64::from(child.visits);
            let bonus = exploration * (f64::from(visits.max(1)).ln() / times).sqrt();
            child.total / times + bonus + weight * child.score
        };
        let merit = |index: &usize| {
            let child = self.nodes.get(*index);
            match child.visits {
                _ if child.total.max(child.score) == f64::INFINITY => (2, 0.0),
                0 => (1, child.score),
                _ => (0, ucb(child)),
            }
        };
        let by_merit = |a: &usize, b: &usize| {
            let (a, b) = (merit(a), merit(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        };
        // Of equals the first.
        (first..first + count).rev().max_by(by_merit).expect("there are children")
    }

    /// Makes the children of a node, unless it has them.
    fn expand(&mut self, index: usize, depth: u32, meter: &mut Meter<'_, P>) -> Result<(usize, usize), Stop> {
        if let Children::Made { first, count } = self.nodes.get(index).children {
            return Ok((first, count));
        }
        let state = self.nodes.get(index).state.clone();
        meter.expand(&state, depth)?;
        let first = self.nodes.len();
        for mv in state.moves() {
            meter.generate();
            self.add(state.after(mv), Some(mv), meter)?;
        }
        let count = self.nodes.len() - first;
        self.nodes.get_mut(index).children = Children::Made { first, count };
        Ok((first, count))
    }

    /// One of the best few by score, or the first goal; `None` of nothing.
    fn draw(&mut self, scores: &[f64]) -> Option<usize> {
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
        let few = order.len().min(self.search.best.max(1));
        match order.first() {
            None => None,
            Some(best) if scores[*best] == f64::INFINITY => Some(*best),
            Some(_) => Some(order[falling(few, &mut self.stream)]),
        }
    }

    /// Plays on from the end of a path, and gives the score where that ends. The moves to a goal are kept.
    fn simulate(
        &mut self,
        path: &[usize],
        meter: &mut Meter<'_, P>,
        seen: &mut dyn FnMut(&Line<P>),
    ) -> Result<f64, Stop> {
        let last = path[path.len() - 1];
        let (mut state, mut score) = (self.nodes.get(last).state.clone(), self.nodes.get(last).score);
        let before: Vec<P::Move> = path.iter().filter_map(|index| self.nodes.get(*index).mv).collect();
        let mut best = (score, 0, state.clone());
        let mut moves: Vec<P::Move> = Vec::new();
        let mut children: Vec<(P::Move, P)> = Vec::new();
        let depth = u32::try_from(path.len() - 1).unwrap_or(u32::MAX);
        for step in 0..self.search.depth {
            if score == f64::INFINITY {
                break;
            }
            meter.expand(&state, depth.saturating_add(step))?;
            children.clear();
            for mv in state.moves() {
                meter.generate();
                children.push((mv, state.after(mv)));
            }
            let scores: Vec<f64> = children.iter().map(|(_, child)| self.score(child)).collect();
            let Some(drawn) = self.draw(&scores) else { break };
            let (mv, child) = children.swap_remove(drawn);
            moves.push(mv);
            (state, score) = (child, scores[drawn]);
            if score > best.0 {
                best = (score, moves.len(), state.clone());
            }
        }
        let (best_score, count, end) = best;
        let way = before.iter().chain(&moves[..count]).copied().collect();
        seen(&Line { moves: way, end, score: best_score });
        if score == f64::INFINITY {
            self.nodes.get_mut(last).to_goal.get_or_insert_with(|| moves.into());
        }
        Ok(score)
    }

    /// The moves from the root to a goal: down the tree as far as simulations through a child have met one.
    fn path(&self) -> Vec<P::Move> {
        let (mut node, mut moves) = (self.nodes.get(0), Vec::new());
        while let Children::Made { first, count } = node.children {
            let mut children = (first..first + count).map(|child| self.nodes.get(child));
            let Some(next) = children.find(|child| child.total == f64::INFINITY) else { break };
            moves.extend(next.mv);
            node = next;
        }
        moves.extend(node.to_goal.iter().flatten());
        moves
    }
}
