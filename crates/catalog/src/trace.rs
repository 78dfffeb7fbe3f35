//! Watching a solver of puzzles: the positions it expands, gathered into a tree that can be looked into.

use std::collections::HashMap;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::time::Instant;

use kibitzer_core::Puzzle;
use kibitzer_search::{Analysis, Branch, Insight, Observer, Ranked, Stats, TreeSize, Watch};

/// So many positions are remembered. Beyond them the search goes on at its own speed, and the tree stays as it is.
const MOST_NODES: usize = 50_000;

/// A position that was met.
struct Node {
    /// Where it was met first; the start is its own.
    parent: u32,
    /// Expansions of it, and of those met first below it.
    visits: u32,
    /// How many positions were met first from here.
    branches: u32,
    depth: u32,
}

/// The positions that a search has expanded or met, each where it was met first.
struct Trace<P: Puzzle> {
    start: P,
    nodes: Vec<Node>,
    known: HashMap<P::Key, u32>,
    /// The deepest position that was expanded.
    deepest: u32,
    /// The moves that lead to a node, and which.
    line: (u32, Vec<P::Move>),
}

impl<P: Puzzle> Trace<P> {
    fn new(start: P) -> Self {
        let known = HashMap::from([(start.key(), 0)]);
        let root = Node { parent: 0, visits: 0, branches: 0, depth: 0 };
        Trace { start, nodes: vec![root], known, deepest: 0, line: (0, Vec::new()) }
    }

    fn is_full(&self) -> bool {
        self.nodes.len() >= MOST_NODES
    }

    fn add(&mut self, state: &P) {
        let Some(&index) = self.known.get(&state.key()) else { return };
        let mut ancestor = index;
        loop {
            let node = &mut self.nodes[ancestor as usize];
            node.visits = node.visits.saturating_add(1);
            if ancestor == node.parent {
                break;
            }
            ancestor = node.parent;
        }
        let depth = self.nodes[index as usize].depth;
        if depth > self.nodes[self.deepest as usize].depth {
            self.deepest = index;
        }
        for mv in state.moves() {
            let key = state.after(mv).key();
            let next = u32::try_from(self.nodes.len()).expect("there are at most MOST_NODES and the moves of one");
            if *self.known.entry(key).or_insert(next) == next {
                self.nodes.push(Node { parent: index, visits: 0, branches: 0, depth: depth + 1 });
                self.nodes[index as usize].branches += 1;
            }
        }
    }

    /// The moves after a position that were met there first, with their nodes.
    fn below(&self, state: &P) -> Vec<(P::Move, &Node)> {
        let Some(&index) = self.known.get(&state.key()) else { return Vec::new() };
        let node = |mv: P::Move| Some((mv, *self.known.get(&state.after(mv).key())?));
        let own = |(mv, child): (P::Move, u32)| {
            let node = &self.nodes[child as usize];
            (child != index && node.parent == index).then_some((mv, node))
        };
        state.moves().filter_map(node).filter_map(own).collect()
    }

    /// The moves from the start to a node. Equal keys may be images of each other, so moves are found by them.
    fn line_to(&self, node: u32) -> Vec<P::Move> {
        let mut path = vec![node];
        while let Some(&last) = path.last()
            && self.nodes[last as usize].parent != last
        {
            path.push(self.nodes[last as usize].parent);
        }
        let (mut state, mut line) = (self.start.clone(), Vec::new());
        for node in path.iter().rev().skip(1) {
            let leads = |mv: &P::Move| self.known.get(&state.after(*mv).key()) == Some(node);
            let Some(mv) = state.moves().find(leads) else { break };
            state.play(mv);
            line.push(mv);
        }
        line
    }
}

impl<P: Puzzle> Insight<P::Move> for Trace<P> {
    fn analysis(&self) -> Analysis<P::Move> {
        let below = self.below(&self.start);
        let ranked = |mv: P::Move| {
            let visits = below.iter().find(|(other, _)| *other == mv).map_or(0, |(_, node)| node.visits);
            Ranked { mv, visits: Some(visits.into()), value: None, score: None, proved: None }
        };
        let mut moves: Vec<_> = self.start.moves().map(ranked).collect();
        moves.sort_by_key(|ranked| std::cmp::Reverse(ranked.visits));
        Analysis {
            moves,
            proved: None,
            score: None,
            variation: self.line.1.clone(),
            stopped_by: None,
            playouts: 0,
            tree: TreeSize {
                nodes: self.nodes.len() as u64,
                kept: 0,
                node_bytes: size_of::<Node>(),
                depth: self.nodes[self.deepest as usize].depth,
                is_full: self.is_full(),
            },
        }
    }

    fn branches(&self, line: &[P::Move]) -> Vec<Branch<P::Move>> {
        let mut state = self.start.clone();
        for mv in line {
            if state.try_play(*mv).is_err() {
                return Vec::new();
            }
        }
        let branch = |(mv, node): (P::Move, &Node)| Branch {
            mv,
            visits: node.visits.into(),
            value: None,
            proved: None,
            branches: node.branches as usize,
        };
        self.below(&state).into_iter().map(branch).collect()
    }
}

/// A watcher of text who observes a solver.
pub(crate) struct Tracer<'a, P: Puzzle> {
    trace: Trace<P>,
    watch: &'a mut dyn Watch<String>,
    expanded: u64,
    started: Instant,
    is_over: bool,
}

impl<'a, P: Puzzle> Tracer<'a, P> {
    pub(crate) fn new(start: P, watch: &'a mut dyn Watch<String>) -> Self {
        Tracer { trace: Trace::new(start), watch, expanded: 0, started: Instant::now(), is_over: false }
    }

    /// The search has ended.
    pub(crate) fn finish(&mut self, stats: &Stats) {
        if self.trace.nodes.len() > 1 {
            self.watch.ended(stats, &InWords(&self.trace));
        }
    }

    fn show(&mut self, stats: &Stats) {
        if self.trace.line.0 != self.trace.deepest {
            self.trace.line = (self.trace.deepest, self.trace.line_to(self.trace.deepest));
        }
        let trace = &self.trace;
        self.is_over |= self.watch.look(stats, &|| in_words(&trace.analysis())).is_break();
        // Searches that show no positions have nothing to look into here.
        if self.trace.nodes.len() > 1 && !self.is_over {
            self.is_over = self.watch.look_into(stats, &InWords(&self.trace)).is_break();
        }
    }
}

impl<P: Puzzle> Observer<P> for Tracer<'_, P> {
    fn expanded(&mut self, position: &P, _: u32) {
        self.expanded += 1;
        if !self.trace.is_full() && !self.is_over {
            self.trace.add(position);
            let stats = Stats { expanded: self.expanded, elapsed: self.started.elapsed(), ..Stats::default() };
            self.show(&stats);
        }
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        // Searches may expand positions that they do not show.
        self.expanded = self.expanded.max(stats.expanded);
        if !self.is_over {
            self.show(stats);
        }
        if self.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn look_into(&mut self, stats: &Stats, tree: &dyn Insight<P::Move>) -> ControlFlow<()> {
        self.watch.look_into(stats, &InWords(tree))
    }

    fn ended(&mut self, stats: &Stats, tree: &dyn Insight<P::Move>) {
        self.watch.ended(stats, &InWords(tree));
    }
}

/// A tree of moves as one of text.
pub(crate) struct InWords<'a, M>(pub(crate) &'a dyn Insight<M>);

impl<M: Copy + Display> Insight<String> for InWords<'_, M> {
    fn analysis(&self) -> Analysis<String> {
        in_words(&self.0.analysis())
    }

    fn branches(&self, line: &[String]) -> Vec<Branch<String>> {
        let mut moves = Vec::new();
        for word in line {
            let branches = self.0.branches(&moves);
            let Some(branch) = branches.iter().find(|branch| branch.mv.to_string() == *word) else { return Vec::new() };
            moves.push(branch.mv);
        }
        let spoken = |branch: Branch<M>| Branch {
            mv: branch.mv.to_string(),
            visits: branch.visits,
            value: branch.value,
            proved: branch.proved,
            branches: branch.branches,
        };
        self.0.branches(&moves).into_iter().map(spoken).collect()
    }
}

/// What a search thinks, as text.
pub(crate) fn in_words<M: ToString>(analysis: &Analysis<M>) -> Analysis<String> {
    let ranked = |ranked: &Ranked<M>| Ranked {
        mv: ranked.mv.to_string(),
        visits: ranked.visits,
        value: ranked.value,
        score: ranked.score,
        proved: ranked.proved,
    };
    Analysis {
        moves: analysis.moves.iter().map(ranked).collect(),
        proved: analysis.proved,
        score: analysis.score,
        variation: analysis.variation.iter().map(ToString::to_string).collect(),
        stopped_by: analysis.stopped_by,
        playouts: analysis.playouts,
        tree: analysis.tree,
    }
}
