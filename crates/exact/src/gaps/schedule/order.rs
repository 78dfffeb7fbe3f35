//! Events in time: which must come before which, for the orders chosen so far and all that follow from them.
//!
//! Nodes are events, edges say that one is before another or not after it. Some hold for ever, others while the literal
//! that guards them is true. The closure is held as rows of bits in both directions, so that a literal whose edge would
//! close a cycle is found as soon as the path that forbids it is there, by a few machine words.

#![expect(clippy::needless_range_loop, reason = "words of several rows go together")]

use super::literal::Literal;

/// Words in a row of bits: enough for the events of four rows of thirteen.
const WORDS: usize = 7;

/// The most events that fit.
pub(super) const MOST_NODES: usize = WORDS * 64;

type Row = [u64; WORDS];

/// The number of an event.
pub(super) type Node = u16;

/// `from` is before `to`, or not after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: Node,
    pub(super) to: Node,
    /// Before, rather than not after.
    pub(super) strict: bool,
    /// The literal under which it holds.
    pub(super) guard: Literal,
}

/// What a node reaches: at all, and through a strict edge.
#[derive(Clone, Copy)]
struct Reach {
    weak: Row,
    strict: Row,
}

/// What was known of a node before the level that changed it.
struct Saved<T> {
    node: Node,
    known: T,
    /// The level at which it had been saved before.
    level: u32,
}

/// Where an undone level ends.
#[derive(Clone, Copy)]
struct Mark {
    reach: usize,
    back: usize,
    active: usize,
}

/// An edge closes a cycle that the order does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cycle;

/// The events, the edges, and the closure of those that hold.
pub(super) struct Order {
    nodes: usize,
    pub(super) edges: Vec<Edge>,
    reach: Vec<Reach>,
    /// Who reaches a node.
    back: Vec<Row>,
    /// For a node, the nodes from which a strict or weak guarded edge would come.
    strict_sources: Vec<Row>,
    weak_sources: Vec<Row>,
    /// The guarded edges between two nodes: the first, by `to * nodes + from`, then a chain.
    first: Vec<u32>,
    chain: Vec<u32>,
    permanent: Vec<Vec<(Node, bool)>>,
    /// Edges that hold now, by the node they leave, in the order in which they came.
    active: Vec<Vec<u32>>,
    activated: Vec<u32>,
    saved_reach: Vec<Saved<Reach>>,
    saved_back: Vec<Saved<Row>>,
    reach_level: Vec<u32>,
    back_level: Vec<u32>,
    marks: Vec<Mark>,
    /// Edges that can no longer hold, found by the last additions.
    pub(super) forbidden: Vec<u32>,
    search: Search,
}

/// Scratch of the search for a path.
#[derive(Default)]
struct Search {
    stamp: u32,
    seen: Vec<u32>,
    cost: Vec<u32>,
    /// The state before, and the edge taken; `NONE` for one that always holds.
    parent: Vec<(u32, u32)>,
    layer: Vec<u32>,
    next: Vec<u32>,
}

const NONE: u32 = u32::MAX;

fn has(row: &Row, bit: usize) -> bool {
    row[bit / 64] >> (bit % 64) & 1 == 1
}

fn set(row: &mut Row, bit: usize) {
    row[bit / 64] |= 1 << (bit % 64);
}

impl Order {
    /// So many events, nothing known of them.
    pub(super) fn new(nodes: usize) -> Self {
        assert!(nodes <= MOST_NODES, "{nodes} events are more than {MOST_NODES}");
        let mut reach = vec![Reach { weak: [0; WORDS], strict: [0; WORDS] }; nodes];
        let mut back = vec![[0; WORDS]; nodes];
        for (node, (reach, back)) in reach.iter_mut().zip(&mut back).enumerate() {
            set(&mut reach.weak, node);
            set(back, node);
        }
        Self {
            nodes,
            edges: Vec::new(),
            reach,
            back,
            strict_sources: vec![[0; WORDS]; nodes],
            weak_sources: vec![[0; WORDS]; nodes],
            first: vec![NONE; nodes * nodes],
            chain: Vec::new(),
            permanent: vec![Vec::new(); nodes],
            active: vec![Vec::new(); nodes],
            activated: Vec::new(),
            saved_reach: Vec::new(),
            saved_back: Vec::new(),
            reach_level: vec![0; nodes],
            back_level: vec![0; nodes],
            marks: Vec::new(),
            forbidden: Vec::new(),
            search: Search {
                seen: vec![0; 2 * nodes],
                cost: vec![0; 2 * nodes],
                parent: vec![(0, 0); 2 * nodes],
                ..Search::default()
            },
        }
    }

    /// Whether `from` is surely not after `to`, or before it where `strict`.
    pub(super) fn holds(&self, from: Node, to: Node, strict: bool) -> bool {
        let reach = &self.reach[usize::from(from)];
        has(if strict { &reach.strict } else { &reach.weak }, usize::from(to))
    }

    /// A number that is smaller for an event than for all that are surely after it.
    pub(super) fn age(&self, node: Node) -> u32 {
        self.back[usize::from(node)].iter().map(|word| word.count_ones()).sum()
    }

    /// An edge that always holds. Only before any level.
    pub(super) fn always(&mut self, from: Node, to: Node, strict: bool) -> Result<(), Cycle> {
        debug_assert!(self.marks.is_empty(), "levels are open");
        self.permanent[usize::from(from)].push((to, strict));
        self.close(from, to, strict)
    }

    /// An edge that holds while its guard does. Returns its number; if it is forbidden already, it is among the
    /// forbidden.
    pub(super) fn guarded(&mut self, edge: Edge) -> u32 {
        let number = u32::try_from(self.edges.len()).expect("far fewer edges than numbers");
        let (from, to) = (usize::from(edge.from), usize::from(edge.to));
        set(if edge.strict { &mut self.strict_sources[to] } else { &mut self.weak_sources[to] }, from);
        self.edges.push(edge);
        self.chain.push(self.first[to * self.nodes + from]);
        self.first[to * self.nodes + from] = number;
        if self.is_forbidden(edge) {
            self.forbidden.push(number);
        }
        number
    }

    fn is_forbidden(&self, edge: Edge) -> bool {
        self.holds(edge.to, edge.from, !edge.strict)
    }

    /// Opens a level.
    pub(super) fn open(&mut self) {
        self.marks.push(Mark {
            reach: self.saved_reach.len(),
            back: self.saved_back.len(),
            active: self.activated.len(),
        });
    }

    /// Goes back to so many open levels.
    pub(super) fn back_to(&mut self, levels: usize) {
        self.forbidden.clear();
        let Some(&mark) = self.marks.get(levels) else { return };
        self.marks.truncate(levels);
        for saved in self.saved_reach.drain(mark.reach..).rev() {
            self.reach[usize::from(saved.node)] = saved.known;
            self.reach_level[usize::from(saved.node)] = saved.level;
        }
        for saved in self.saved_back.drain(mark.back..).rev() {
            self.back[usize::from(saved.node)] = saved.known;
            self.back_level[usize::from(saved.node)] = saved.level;
        }
        for number in self.activated.drain(mark.active..).rev() {
            self.active[usize::from(self.edges[number as usize].from)].pop();
        }
    }

    /// Makes a guarded edge hold. New members of `forbidden` are the edges that it rules out.
    pub(super) fn activate(&mut self, number: u32) -> Result<(), Cycle> {
        let edge = self.edges[number as usize];
        if self.is_forbidden(edge) {
            return Err(Cycle);
        }
        if self.holds(edge.from, edge.to, edge.strict) {
            return Ok(());
        }
        self.active[usize::from(edge.from)].push(number);
        self.activated.push(number);
        self.close(edge.from, edge.to, edge.strict)
    }

    /// Adds an edge to the closure.
    fn close(&mut self, from: Node, to: Node, strict: bool) -> Result<(), Cycle> {
        if self.holds(to, from, !strict) {
            return Err(Cycle);
        }
        if self.holds(from, to, strict) {
            return Ok(());
        }
        let (from, to) = (usize::from(from), usize::from(to));
        let target = self.reach[to];
        let sources = self.back[from];
        let level = self.level();
        for word in 0..WORDS {
            let mut bits = target.weak[word] & !self.reach[from].weak[word];
            while bits != 0 {
                let node = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let back = &mut self.back[node];
                save(&mut self.saved_back, &mut self.back_level[node], level, node, back);
                for (back, more) in back.iter_mut().zip(&sources) {
                    *back |= more;
                }
            }
        }
        for word in 0..WORDS {
            let mut bits = sources[word];
            while bits != 0 {
                let node = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                self.extend(node, from, &target, strict);
            }
        }
        Ok(())
    }

    /// What `node`, which reaches `from`, reaches now through an edge to `target`.
    fn extend(&mut self, node: usize, from: usize, target: &Reach, strict: bool) {
        let reach = &self.reach[node];
        let more_strict = if strict || has(&reach.strict, from) { &target.weak } else { &target.strict };
        let (mut new_weak, mut new_strict, mut any) = ([0; WORDS], [0; WORDS], 0);
        for word in 0..WORDS {
            new_weak[word] = target.weak[word] & !reach.weak[word];
            new_strict[word] = more_strict[word] & !reach.strict[word];
            any |= new_weak[word] | new_strict[word];
        }
        if any == 0 {
            return;
        }
        let level = self.level();
        let reach = &mut self.reach[node];
        save(&mut self.saved_reach, &mut self.reach_level[node], level, node, reach);
        let (strict_sources, weak_sources) = (&self.strict_sources[node], &self.weak_sources[node]);
        for word in 0..WORDS {
            reach.weak[word] |= new_weak[word];
            reach.strict[word] |= new_strict[word];
            let mut hits = new_weak[word] & strict_sources[word] | new_strict[word] & weak_sources[word];
            while hits != 0 {
                let source = word * 64 + hits.trailing_zeros() as usize;
                hits &= hits - 1;
                let weak_only = new_strict[word] >> (source % 64) & 1 == 0;
                let mut number = self.first[node * self.nodes + source];
                while number != NONE {
                    // A weak edge is ruled out by a strict path alone.
                    if self.edges[number as usize].strict || !weak_only {
                        self.forbidden.push(number);
                    }
                    number = self.chain[number as usize];
                }
            }
        }
    }

    fn level(&self) -> u32 {
        u32::try_from(self.marks.len()).expect("far fewer levels than numbers")
    }

    /// The edges of a path that rules `number` out, as few guarded ones as can be, into `path`: from where it ends to
    /// where it begins. `price` gives the cost of a guarded edge, none if it may not be used.
    pub(super) fn explain(&mut self, number: u32, price: impl Fn(&Edge) -> Option<u32>, path: &mut Vec<u32>) {
        let edge = self.edges[number as usize];
        // A state is a node, and whether a strict edge has been passed. A strict edge is ruled out by any path back.
        let start = u32::from(edge.to) * 2 + u32::from(edge.strict);
        let goal = u32::from(edge.from) * 2 + 1;
        let search = &mut self.search;
        search.stamp += 1;
        search.layer.clear();
        search.next.clear();
        search.layer.push(start);
        search.seen[start as usize] = search.stamp;
        search.cost[start as usize] = 0;
        let (mut depth, mut next_depth) = (0, NONE);
        loop {
            let Some(state) = search.layer.pop() else {
                assert!(!search.next.is_empty(), "a path that rules the edge out was there");
                // Costs are small numbers: what waits is sorted into the nearest layer.
                depth = next_depth;
                next_depth = NONE;
                let waiting = std::mem::take(&mut search.next);
                for state in waiting {
                    let cost = search.cost[state as usize];
                    if cost == depth {
                        search.layer.push(state);
                    } else if cost > depth {
                        next_depth = next_depth.min(cost);
                        search.next.push(state);
                    }
                }
                continue;
            };
            if search.cost[state as usize] != depth {
                continue;
            }
            if state == goal {
                break;
            }
            let node = (state / 2) as usize;
            let mut visit = |to: Node, strict: bool, cost: u32, number: u32| {
                if !has(&self.reach[usize::from(to)].weak, usize::from(edge.from)) {
                    return;
                }
                let reached = u32::from(to) * 2 + (state & 1 | u32::from(strict));
                let cost = depth + cost;
                let at = reached as usize;
                if search.seen[at] == search.stamp && search.cost[at] <= cost {
                    return;
                }
                search.seen[at] = search.stamp;
                search.cost[at] = cost;
                search.parent[at] = (state, number);
                if cost == depth {
                    search.layer.push(reached);
                } else {
                    next_depth = next_depth.min(cost);
                    search.next.push(reached);
                }
            };
            for &(to, strict) in &self.permanent[node] {
                visit(to, strict, 0, NONE);
            }
            for &number in &self.active[node] {
                let edge = &self.edges[number as usize];
                if let Some(cost) = price(edge) {
                    visit(edge.to, edge.strict, cost, number);
                }
            }
        }
        let mut state = goal;
        while state != start {
            let (before, number) = search.parent[state as usize];
            if number != NONE {
                path.push(number);
            }
            state = before;
        }
    }
}

/// Saves what is known of a node, once a level.
fn save<T: Copy>(saved: &mut Vec<Saved<T>>, last: &mut u32, level: u32, node: usize, known: &T) {
    if *last != level {
        let node = Node::try_from(node).expect("nodes are few");
        saved.push(Saved { node, known: *known, level: *last });
        *last = level;
    }
}
