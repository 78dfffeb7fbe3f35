//! The player of Roberson and Sperduto (2019): two steps looked ahead, then Monte Carlo tree search with a checker.
//!
//! What the paper leaves open is a field of [`Roberson`] or said here. Playouts take the flight of the highest value,
//! the first among equals, until none is legal; a playout is worth 1 if it gathers all stacks, else 0. The tree is
//! grown anew each turn. Where several children were never visited, one of them is drawn.

use kibitzer_core::SplitMix;
use kibitzer_games::birds::{Birds, Flight, ScoreAndMoves};

use super::super::Layout;
use super::super::checker::{Checker, Solvability};
use super::super::grid::{Grid, Large, Small};
use super::scored::Scored;
use super::{Player, Thought, Turn};

/// How the flight is chosen when the iterations are over; the paper does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The child that was visited most often, the better mean among equals.
    MostVisits,
    /// The child with the best mean, the more visits among equals.
    BestMean,
}

/// The player of the paper.
#[derive(Clone, Debug)]
pub struct Roberson {
    /// Iterations for one turn.
    pub iterations: u32,
    /// What is known of positions without a search.
    pub checker: Checker,
    /// The order of flights in playouts.
    pub heuristic: ScoreAndMoves,
    /// The constant of the formula for UCT, `mean + 2 * constant * sqrt(2 ln n / n_j)`. The paper gives none; 0.707 is
    /// usual for means between 0 and 1.
    pub exploration: f64,
    /// The choice at the end.
    pub decision: Decision,
    seed: u64,
    luck: SplitMix,
    nodes: Vec<Node>,
    path: Vec<usize>,
}

/// A child in the tree. Positions are made again on the way down.
#[derive(Clone, Copy, Debug)]
struct Node {
    from: u8,
    to: u8,
    is_solvable: bool,
    /// Where the children are, once the node was expanded.
    children: Option<(u32, u32)>,
    visits: u32,
    won: u32,
}

impl Node {
    fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { f64::from(self.won) / f64::from(self.visits) }
    }
}

impl Roberson {
    /// The player as published, as far as it is, with so many iterations a turn.
    #[must_use]
    pub fn new(iterations: u32, seed: u64) -> Self {
        Self {
            iterations,
            checker: Checker::PAPER,
            heuristic: ScoreAndMoves::default(),
            exploration: std::f64::consts::FRAC_1_SQRT_2,
            decision: Decision::MostVisits,
            seed,
            luck: SplitMix::new(seed),
            nodes: Vec::new(),
            path: Vec::new(),
        }
    }

    fn turn<G: Grid>(&mut self, board: &Birds, layout: &Layout) -> Option<Turn> {
        let (state, tops) = layout.state::<G>(board);
        let root = Scored::<G>::new(state, layout, board);
        let mut thought = Thought::default();
        let (from, to) = match self.look_ahead(&root, &mut thought) {
            Some(flight) => flight,
            None => self.search(&root, &mut thought).or_else(|| root.flights().next())?,
        };
        let top = |cell| tops[G::card_at(&root.state.cards, cell)];
        Some(Turn { flight: Flight { bird: top(from), onto: top(to) }, thought })
    }

    /// The first flight to a child that is known to be won, or to a child that has such a child.
    fn look_ahead<G: Grid>(&self, root: &Scored<G>, thought: &mut Thought) -> Option<(usize, usize)> {
        let tables = G::tables();
        let is_won = |scored: &Scored<G>| self.checker.check_state(tables, &scored.state) == Solvability::Solvable;
        thought.positions += 1;
        let children = || root.flights().map(|(from, to)| ((from, to), root.after(from, to)));
        if let Some((flight, _)) = children().find(|(_, child)| is_won(child)) {
            return Some(flight);
        }
        children().find_map(|(flight, child)| {
            thought.positions += 1;
            child.flights().any(|(from, to)| is_won(&child.after(from, to))).then_some(flight)
        })
    }

    /// Monte Carlo tree search; none where the checker leaves no child.
    fn search<G: Grid>(&mut self, root: &Scored<G>, thought: &mut Thought) -> Option<(usize, usize)> {
        self.nodes.clear();
        self.nodes.push(Node { from: 0, to: 0, is_solvable: false, children: None, visits: 0, won: 0 });
        for _ in 0..self.iterations.max(1) {
            thought.iterations += 1;
            self.iterate(root, thought);
        }
        let (first, count) = self.nodes[0].children?;
        let children = &self.nodes[first as usize..(first + count) as usize];
        let rank = |node: &&Node| match self.decision {
            Decision::MostVisits => (f64::from(node.visits), node.mean()),
            Decision::BestMean => (node.mean(), f64::from(node.visits)),
        };
        // The first of equals, as everywhere.
        let best = children.iter().rev().max_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        })?;
        Some((usize::from(best.from), usize::from(best.to)))
    }

    /// One way down, one position expanded, one of its children played out, and the result noted on the way.
    fn iterate<G: Grid>(&mut self, root: &Scored<G>, thought: &mut Thought) {
        self.path.clear();
        self.path.push(0);
        let (mut at, mut scored) = (0, *root);
        while let Some((first, count)) = self.nodes[at].children {
            if count == 0 {
                break;
            }
            at = self.select(at, first, count);
            self.path.push(at);
            scored = scored.after(usize::from(self.nodes[at].from), usize::from(self.nodes[at].to));
        }
        if self.nodes[at].children.is_none() {
            let (first, count) = self.expand(at, &scored, thought);
            if count > 0 {
                at = (first as usize) + self.luck.below(count as usize);
                self.path.push(at);
                scored = scored.after(usize::from(self.nodes[at].from), usize::from(self.nodes[at].to));
            }
        }
        let won = u32::from(self.play_out(scored, thought));
        for &node in &self.path {
            self.nodes[node].visits += 1;
            self.nodes[node].won += won;
        }
    }

    /// The child to go to: one that is known to be won, else one that was never visited, else the best by UCT.
    fn select(&mut self, parent: usize, first: u32, count: u32) -> usize {
        let (first, count) = (first as usize, count as usize);
        let children = &self.nodes[first..first + count];
        if let Some(index) = children.iter().position(|child| child.is_solvable) {
            return first + index;
        }
        let fresh = children.iter().filter(|child| child.visits == 0).count();
        if fresh > 0 {
            let drawn = self.luck.below(fresh);
            let mut unvisited = (0..count).filter(|&index| children[index].visits == 0);
            return first + unvisited.nth(drawn).expect("fewer are drawn than there are");
        }
        let log = 2.0 * f64::from(self.nodes[parent].visits).ln();
        let score = |child: &Node| child.mean() + 2.0 * self.exploration * (log / f64::from(child.visits)).sqrt();
        let best = (0..count).rev().max_by(|&a, &b| score(&children[a]).total_cmp(&score(&children[b])));
        first + best.expect("there is a child")
    }

    /// Adds all children that are not known to be lost.
    fn expand<G: Grid>(&mut self, at: usize, scored: &Scored<G>, thought: &mut Thought) -> (u32, u32) {
        thought.positions += 1;
        let tables = G::tables();
        let first = self.nodes.len();
        for (from, to) in scored.flights() {
            let child = scored.after(from, to);
            let is_solvable = match self.checker.check_state(tables, &child.state) {
                Solvability::Unsolvable(_) => continue,
                Solvability::Solvable => true,
                Solvability::Unknown => false,
            };
            #[expect(clippy::cast_possible_truncation, reason = "there are 49 cells")]
            let (from, to) = (from as u8, to as u8);
            self.nodes.push(Node { from, to, is_solvable, children: None, visits: 0, won: 0 });
        }
        let span = |number: usize| u32::try_from(number).expect("no tree has 2^32 nodes");
        let children = (span(first), span(self.nodes.len() - first));
        self.nodes[at].children = Some(children);
        children
    }

    /// Whether a game goes to its end by the heuristic alone.
    fn play_out<G: Grid>(&self, mut scored: Scored<G>, thought: &mut Thought) -> bool {
        loop {
            thought.positions += 1;
            let mut best: Option<(f64, Scored<G>)> = None;
            for (from, to) in scored.flights() {
                let child = scored.after(from, to);
                let value = child.value(&self.heuristic);
                if best.as_ref().is_none_or(|(highest, _)| value > *highest) {
                    best = Some((value, child));
                }
            }
            match best {
                Some((_, child)) => scored = child,
                None => return scored.is_gathered(),
            }
        }
    }
}

impl Player for Roberson {
    fn choose(&mut self, board: &Birds) -> Option<Turn> {
        let layout = Layout::new(board);
        if layout.fits::<Small>() { self.turn::<Small>(board, &layout) } else { self.turn::<Large>(board, &layout) }
    }

    fn start_over(&mut self) {
        self.luck = SplitMix::new(self.seed);
    }
}
