//! A search that keeps its tree from position to position.

use std::ops::ControlFlow;
use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;

use kibitzer_core::{Duel, Game, Payoff, Puzzle, SplitMix, Value};

use crate::{
    Analysis, BadSave, Budget, Decider, Decision, Insight, Meter, Observer, Ranked, Report, Solver, Stats, Stop,
    Thinker, TreeSize, Verdict, Watch,
};

use super::backup::Backup;
use super::node::Node;
use super::playout::Playout;
use super::select::Select;
use super::share::Share;
use super::tree::{Tree, Worker, value};
use super::{Choose, DEFAULT_BYTES, Mcts, Parallel};

/// A search and what it has grown.
pub struct MctsThinker<G: Payoff, S, P, B, T: Share<G>> {
    /// How it searches.
    pub mcts: Mcts<S, P, B, T>,
    /// One tree, or several for [`Parallel::Trees`]; none before the first search.
    pub(super) trees: Vec<Tree<G, T::Key>>,
    /// The luck of each tree.
    pub(super) streams: Vec<SplitMix>,
}

impl<G: Payoff, S, P, B, T: Share<G>> MctsThinker<G, S, P, B, T> {
    /// A thinker that has thought nothing yet.
    pub fn new(mcts: Mcts<S, P, B, T>) -> Self {
        MctsThinker { mcts, trees: Vec::new(), streams: Vec::new() }
    }

    /// The position that the tree belongs to, if there is one.
    pub fn position(&self) -> Option<&G> {
        self.trees.first().map(|tree| &tree.root)
    }

    /// Follows a move that was played: its branch stays, the rest is given back. The number of nodes that stay.
    pub fn advance(&mut self, mv: G::Move) -> u64 {
        let index = self.position().and_then(|position| position.moves().position(|legal| legal == mv));
        match index {
            Some(index) => self.trees.iter_mut().for_each(|tree| tree.advance(index, self.mcts.share)),
            None => self.trees.clear(),
        }
        self.trees.iter().map(|tree| tree.kept).sum()
    }

    /// Brings the trees to a position: they stay if it is the one they have, follow if it comes a move or two later, and
    /// start afresh else.
    pub(super) fn turn_to(&mut self, position: &G, bytes: usize) {
        let wanted = match self.mcts.settings.parallel {
            Parallel::Trees(count) => count.get(),
            Parallel::One | Parallel::Threads(_) => 1,
        };
        let way = if self.trees.len() == wanted { self.way_to(position) } else { None };
        if let Some(way) = way {
            for tree in &mut self.trees {
                tree.kept = tree.store.in_use();
                for &index in &way {
                    tree.advance(index, self.mcts.share);
                }
            }
        } else {
            let mut seeds = SplitMix::new(self.mcts.settings.seed);
            self.trees = (0..wanted).map(|_| Tree::new(position.clone(), bytes / wanted)).collect();
            self.streams = (0..wanted).map(|_| SplitMix::new(seeds.next_u64())).collect();
        }
        self.trees.iter_mut().for_each(|tree| tree.allow(bytes / wanted));
    }

    /// The indices of the moves that lead from the root to a position: none, one or two.
    fn way_to(&self, position: &G) -> Option<Vec<usize>> {
        let root = self.position()?;
        if root == position {
            return Some(Vec::new());
        }
        let steps = || root.moves().map(|mv| root.after(mv)).enumerate();
        if let Some((index, _)) = steps().find(|(_, next)| next == position) {
            return Some(vec![index]);
        }
        steps().find_map(|(index, next)| {
            let reply = next.moves().position(|mv| next.after(mv) == *position)?;
            Some(vec![index, reply])
        })
    }
}

impl<G, S, P, B, T> MctsThinker<G, S, P, B, T>
where
    G: Payoff<Move: Send + Sync> + Send + Sync,
    S: Select<G>,
    P: Playout<G>,
    B: Backup,
    T: Share<G>,
{
    /// What is proved of the root by any of the trees.
    pub(super) fn proved(&self) -> Option<Value> {
        self.trees.iter().find_map(Tree::proved)
    }

    pub(super) fn is_settled(&self) -> bool {
        self.trees.iter().any(Tree::is_settled)
    }

    /// Tells what is proved about moves of a position, for the side that makes them. The next search from this position
    /// takes it as its own.
    pub fn tell(&mut self, position: &G, budget: Budget, proved: impl Fn(G::Move) -> Option<Value>) {
        self.turn_to(position, budget.bytes.unwrap_or(DEFAULT_BYTES));
        if !B::PROVES || position.ended().is_some() {
            return;
        }
        for tree in &self.trees {
            let stream = SplitMix::new(self.mcts.settings.seed);
            Worker::<G, S, P, B, T, false>::new(&self.mcts, tree, stream).tell(&proved);
        }
    }

    /// What the trees say now, without a search.
    pub fn snapshot(&self) -> Analysis<G::Move> {
        self.analysis(None)
    }

    /// What the trees say now.
    pub(super) fn analysis(&self, stopped_by: Option<Stop>) -> Analysis<G::Move> {
        let Some(first) = self.trees.first() else { return empty(stopped_by) };
        let mut moves: Vec<_> = first.root.moves().enumerate().map(|(index, mv)| self.ranked(index, mv)).collect();
        let hope = self.hope(&moves);
        moves.sort_by(|a, b| self.rank(b, hope).total_cmp(&self.rank(a, hope)));
        let proved = self.proved().or_else(|| first.root.ended());
        Analysis {
            variation: moves.first().map_or_else(Vec::new, |best| self.variation(best.mv)),
            moves,
            proved,
            score: None,
            stopped_by,
            playouts: self.trees.iter().map(|tree| u64::from(tree.store.root().visits())).sum(),
            tree: self.size(),
        }
    }

    fn ranked(&self, index: usize, mv: G::Move) -> Ranked<G::Move> {
        let (mut visits, mut sum) = (0_u64, 0.0_f64);
        let mut proved = None;
        for child in self.trees.iter().filter_map(|tree| tree.children().get(index)) {
            visits += u64::from(child.visits());
            sum += f64::from(value::<B>(child)) * f64::from(child.visits());
            proved = proved.or_else(|| child.proof());
        }
        #[expect(clippy::cast_precision_loss, reason = "a mean needs no more")]
        let value = (visits > 0).then(|| sum / visits as f64);
        Ranked { mv, visits: Some(visits), value, score: None, proved }
    }

    /// The value of the best move that is not proved.
    fn hope(&self, moves: &[Ranked<G::Move>]) -> f64 {
        let open = moves.iter().filter(|ranked| ranked.proved.is_none());
        let best = open.max_by(|a, b| self.weight(a).total_cmp(&self.weight(b)));
        best.and_then(|ranked| ranked.value).unwrap_or(-1.0)
    }

    /// What decides among moves that are not proved.
    #[expect(clippy::cast_precision_loss, reason = "visits are compared, not counted")]
    fn weight(&self, ranked: &Ranked<G::Move>) -> f64 {
        let visits = ranked.visits.unwrap_or(0) as f64;
        match self.mcts.settings.choose {
            Choose::Visits => visits,
            // Among equals the one that was tried more often.
            Choose::Value => ranked.value.map_or(-2.0, |value| value + visits * 1e-15),
        }
    }

    /// The higher the better: wins first, lost moves last, and a draw before the others unless there is hope for more.
    fn rank(&self, ranked: &Ranked<G::Move>, hope: f64) -> f64 {
        let weight = self.weight(ranked);
        match ranked.proved {
            Some(Value::Win) => 1e18,
            Some(Value::Draw) if hope <= 0.0 => 1e17,
            Some(Value::Draw) => weight - 1e17,
            Some(Value::Loss) => weight - 1e18,
            None => weight,
        }
    }

    /// The line from the root that starts with a move and goes on with the best, in the tree that knows most of it.
    fn variation(&self, mv: G::Move) -> Vec<G::Move> {
        let mut longest = Vec::new();
        for tree in &self.trees {
            let mut line = vec![mv];
            let mut position = tree.root.clone();
            let index = position.moves().position(|legal| legal == mv);
            let mut node = index.and_then(|index| tree.children().get(index));
            position.play(mv);
            while let Some(block) = node.map(|node| tree.children_of(node)) {
                let best = best_child::<B>(block);
                let is_known = |index: &usize| block[*index].visits() > 0 || block[*index].proof().is_some();
                let Some(index) = best.filter(is_known) else { break };
                let mv = position.nth_move(index);
                position.play(mv);
                line.push(mv);
                node = Some(&block[index]);
            }
            if line.len() > longest.len() {
                longest = line;
            }
        }
        longest
    }

    fn size(&self) -> TreeSize {
        TreeSize {
            nodes: self.trees.iter().map(|tree| tree.store.in_use()).sum(),
            kept: self.trees.iter().map(|tree| tree.kept).sum(),
            node_bytes: size_of::<Node>(),
            depth: self.trees.iter().map(|tree| tree.depth.load(Relaxed)).max().unwrap_or(0),
            is_full: self.trees.iter().any(|tree| tree.is_full.load(Relaxed)),
        }
    }

    pub(super) fn held(&self) -> usize {
        self.trees.iter().map(|tree| tree.ledger.held()).sum()
    }

    /// Searches from a position until it is settled or something stops it.
    fn search(&mut self, position: &G, budget: Budget, watch: &mut dyn Watch<G::Move>) -> (Option<Stop>, Stats) {
        let mut quiet = ();
        let mut meter = Meter::<G>::new(Budget { nodes: None, bytes: None, ..budget }, &mut quiet);
        self.turn_to(position, budget.bytes.unwrap_or(DEFAULT_BYTES));
        let limit = budget.nodes.unwrap_or(u64::MAX).min(self.mcts.settings.playouts.unwrap_or(u64::MAX));
        self.trees.iter().for_each(Tree::doubt_root::<B>);
        let before = self.trees.iter().map(|tree| tree.store.in_use()).sum::<u64>();
        let stop = if position.ended().is_some() { None } else { self.run(limit, &mut meter, watch) };
        let after = self.trees.iter().map(|tree| tree.store.in_use()).sum::<u64>();
        let stats = Stats { generated: after.saturating_sub(before), peak_bytes: self.held(), ..meter.stats() };
        watch.ended(&stats, self);
        (stop, stats)
    }

    /// Moves that lead to a goal, for puzzles: what a playout found, or what is proved.
    fn way_to_goal(&self) -> Option<Vec<G::Move>> {
        let found = |tree: &Tree<G, T::Key>| tree.solution.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(moves) = self.trees.iter().find_map(found) {
            return Some(moves);
        }
        let tree = self.trees.iter().find(|tree| tree.proved() == Some(Value::Win))?;
        let (mut position, mut node, mut moves) = (tree.root.clone(), tree.store.root(), Vec::new());
        while position.ended().is_none() {
            let block = tree.children_of(node);
            let index = block.iter().position(|child| child.proof() == Some(Value::Win))?;
            let mv = position.nth_move(index);
            position.play(mv);
            moves.push(mv);
            node = &block[index];
        }
        Some(moves)
    }
}

/// The child that the line goes on with, by the order of [`MctsThinker::rank`].
fn best_child<B: Backup>(block: &[Node]) -> Option<usize> {
    let open = block.iter().filter(|child| child.proof().is_none());
    let hope = open.max_by_key(|child| child.visits()).map_or(-1.0, value::<B>);
    let class = |child: &Node| match child.proof() {
        Some(Value::Win) => 4,
        Some(Value::Draw) if hope <= 0.0 => 3,
        None => 2,
        Some(Value::Draw) => 1,
        Some(Value::Loss) => 0,
    };
    (0..block.len()).max_by_key(|&index| (class(&block[index]), block[index].visits()))
}

fn empty<M>(stopped_by: Option<Stop>) -> Analysis<M> {
    Analysis {
        moves: Vec::new(),
        proved: None,
        score: None,
        variation: Vec::new(),
        stopped_by,
        playouts: 0,
        tree: TreeSize::default(),
    }
}

impl<G, S, P, B, T> Thinker<G> for MctsThinker<G, S, P, B, T>
where
    G: Payoff<Move: Send + Sync> + Send + Sync,
    S: Select<G> + Send + std::fmt::Debug,
    P: Playout<G> + Send + std::fmt::Debug,
    B: Backup + Send + std::fmt::Debug,
    T: Share<G> + Send + std::fmt::Debug,
{
    fn think(&mut self, position: &G, budget: Budget, watch: &mut dyn Watch<G::Move>) -> Report<Analysis<G::Move>> {
        let (stop, stats) = self.search(position, budget, watch);
        Report { verdict: self.analysis(stop), stats }
    }

    fn forget(&mut self) {
        self.trees.clear();
    }

    fn save(&self) -> Option<Vec<u8>> {
        self.to_bytes()
    }

    fn resume(&mut self, position: &G, saved: &[u8]) -> Result<(), BadSave> {
        self.read_bytes(position, saved)
    }
}

impl<G, S, P, B, T> Decider<G> for MctsThinker<G, S, P, B, T>
where
    G: Duel + Payoff<Move: Send + Sync> + Send + Sync,
    S: Select<G> + Send,
    P: Playout<G> + Send,
    B: Backup + Send,
    T: Share<G> + Send,
{
    /// Starts afresh, so that the answer does not depend on what was asked before.
    fn decide(&mut self, position: &G, budget: Budget, observer: &mut dyn Observer<G>) -> Report<Decision<G::Move>> {
        self.trees.clear();
        let (stop, stats) = self.search(position, budget, &mut Relay(observer));
        let analysis = self.analysis(stop);
        let verdict = match (analysis.proved, stop) {
            (Some(value), _) => {
                let best = analysis.moves.iter().filter(|ranked| ranked.proved == Some(value));
                Decision::Known { value, score: None, best: best.map(|ranked| ranked.mv).collect() }
            }
            (None, stop) => Decision::Unknown(stop.unwrap_or(Stop::Nodes)),
        };
        Report { verdict, stats }
    }
}

impl<G, S, P, B, T> Solver<G> for MctsThinker<G, S, P, B, T>
where
    G: Puzzle + Payoff<Move: Send + Sync> + Send + Sync,
    S: Select<G> + Send,
    P: Playout<G> + Send,
    B: Backup + Send,
    T: Share<G> + Send,
{
    /// Starts afresh, so that the answer does not depend on what was asked before.
    fn solve(&mut self, start: &G, budget: Budget, observer: &mut dyn Observer<G>) -> Report<Verdict<G::Move>> {
        self.trees.clear();
        let (stop, stats) = self.search(start, budget, &mut Relay(observer));
        let verdict = match (self.way_to_goal(), self.proved(), start.ended()) {
            (_, _, Some(Value::Win)) => Verdict::Solved(Vec::new()),
            (Some(moves), _, _) => Verdict::Solved(moves),
            (None, Some(_), _) | (None, _, Some(_)) => Verdict::Unsolvable,
            (None, None, None) => Verdict::Unknown(stop.unwrap_or(Stop::Nodes)),
        };
        Report { verdict, stats }
    }
}

/// An observer of solvers as a watcher of thinkers.
struct Relay<'a, G>(&'a mut dyn Observer<G>);

impl<G: Game> Watch<G::Move> for Relay<'_, G> {
    fn look(&mut self, stats: &Stats, _: &dyn Fn() -> Analysis<G::Move>) -> ControlFlow<()> {
        self.0.tick(stats)
    }

    fn look_into(&mut self, stats: &Stats, tree: &dyn Insight<G::Move>) -> ControlFlow<()> {
        self.0.look_into(stats, tree)
    }

    fn ended(&mut self, stats: &Stats, tree: &dyn Insight<G::Move>) {
        self.0.ended(stats, tree);
    }
}
