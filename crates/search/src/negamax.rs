//! Alpha-beta search, deepened step by step: the textbook's player, and a judge of others on small games.

use std::cell::RefCell;
use std::ops::ControlFlow;

use kibitzer_core::{Duel, Game, Payoff, Value};

use crate::arena::Arena;
use crate::random::luck;
use crate::table::{Probe, Table};
use crate::thinker::{Analysis, Decider, Decision, Ranked, Thinker, TreeSize, Watch};
use crate::{Budget, Meter, Observer, Report, Stats, Stop};

/// Alpha-beta search (Knuth and Moore, "An analysis of alpha-beta pruning", 1975) with iterative deepening and a table of
/// all positions met. It knows endings alone: beyond its depth a position may be anything, and a value is called proved
/// only where every line that matters was seen to its end. No position may come back in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaBeta {
    /// How many moves it looks ahead; without a limit, to the end of the game.
    pub depth: Option<u32>,
    /// Orders moves between which it sees no difference.
    pub seed: u64,
}

impl<G: Duel + Payoff> Thinker<G> for AlphaBeta {
    fn think(&mut self, position: &G, budget: Budget, watch: &mut dyn Watch<G::Move>) -> Report<Analysis<G::Move>> {
        let mut moves: Vec<_> = position.moves().collect();
        luck(self.seed, position).shuffle(&mut moves);
        let so_far = RefCell::new(Root::new(moves));
        let mut onlooker = Onlooker { watch, so_far: &so_far };
        let mut meter = Meter::new(budget, &mut onlooker);
        let mut walk = Walk::default();
        let outcome =
            meter.look().and_then(|()| walk.deepen(position, self.depth, Want::Everything, &so_far, &mut meter));
        let stats = meter.stats();
        let root = so_far.into_inner();
        let mut analysis = root.analysis();
        analysis.stopped_by = outcome.err();
        analysis.variation = walk.variation(position, &root);
        analysis.tree.nodes = walk.known.len() as u64;
        analysis.tree.node_bytes = size_of::<G::Key>() + size_of::<Entry>();
        if let Some(ended) = position.ended() {
            analysis.proved = Some(ended);
        }
        Report { verdict: analysis, stats }
    }
}

impl<D: Duel + Payoff> Decider<D> for AlphaBeta {
    /// A spent depth counts as spent nodes.
    fn decide(&mut self, position: &D, budget: Budget, observer: &mut dyn Observer<D>) -> Report<Decision<D::Move>> {
        let mut meter = Meter::new(budget, observer);
        if let Some(value) = position.ended() {
            let verdict = Decision::Known { value, score: None, best: Vec::new() };
            return Report { verdict, stats: meter.stats() };
        }
        let so_far = RefCell::new(Root::new(position.moves().collect()));
        let outcome = Walk::default().deepen(position, self.depth, Want::Value, &so_far, &mut meter);
        let verdict = outcome.map_or_else(Decision::Unknown, |()| so_far.borrow().decision());
        Report { verdict, stats: meter.stats() }
    }
}

/// Between which values a position lies, for the side to move: a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    low: Value,
    high: Value,
}

impl Bounds {
    const ANYTHING: Bounds = Bounds { low: Value::Loss, high: Value::Win };

    fn exactly(value: Value) -> Bounds {
        Bounds { low: value, high: value }
    }

    fn reversed(self) -> Bounds {
        Bounds { low: self.high.reversed(), high: self.low.reversed() }
    }

    fn known(self) -> Option<Value> {
        (self.low == self.high).then_some(self.low)
    }

    /// What both say.
    fn and(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// From what must be to what may be: the order in which moves are preferred.
    fn merit(self) -> i32 {
        worth(self.low) + worth(self.high)
    }
}

fn worth(value: Value) -> i32 {
    match value {
        Value::Loss => -1,
        Value::Draw => 0,
        Value::Win => 1,
    }
}

/// When a search from the root may stop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    /// Once the value is known.
    Value,
    /// Once the value of every move is known.
    Everything,
}

/// The moves of the start and what is known of each, the best first.
struct Root<M> {
    moves: Vec<(M, Bounds)>,
    depth: u32,
}

impl<M: Copy> Root<M> {
    fn new(moves: Vec<M>) -> Root<M> {
        Root { moves: moves.into_iter().map(|mv| (mv, Bounds::ANYTHING)).collect(), depth: 0 }
    }

    fn bounds(&self) -> Bounds {
        let most = |bound: fn(&Bounds) -> Value| self.moves.iter().map(|(_, bounds)| bound(bounds)).max();
        let low = most(|bounds| bounds.low).unwrap_or(Value::Loss);
        Bounds { low, high: most(|bounds| bounds.high).unwrap_or(Value::Win) }
    }

    fn suffices(&self, want: Want) -> bool {
        match want {
            Want::Value => self.bounds().known().is_some(),
            Want::Everything => self.moves.iter().all(|(_, bounds)| bounds.known().is_some()),
        }
    }

    fn decision(&self) -> Decision<M> {
        let Some(value) = self.bounds().known() else { return Decision::Unknown(Stop::Nodes) };
        let best = self.moves.iter().filter(|(_, bounds)| bounds.low == value).map(|(mv, _)| *mv);
        Decision::Known { value, score: None, best: best.collect() }
    }

    fn analysis(&self) -> Analysis<M> {
        let ranked = |&(mv, bounds): &(M, Bounds)| Ranked {
            mv,
            visits: None,
            value: Some(f64::from(bounds.known().map_or(0, worth))),
            score: None,
            proved: bounds.known(),
        };
        Analysis {
            moves: self.moves.iter().map(ranked).collect(),
            proved: self.bounds().known(),
            score: None,
            variation: Vec::new(),
            stopped_by: None,
            playouts: 0,
            tree: TreeSize { depth: self.depth, ..TreeSize::default() },
        }
    }
}

/// Shows a watcher of moves what an observer of positions hears.
struct Onlooker<'a, M> {
    watch: &'a mut dyn Watch<M>,
    so_far: &'a RefCell<Root<M>>,
}

impl<G, M: Copy> Observer<G> for Onlooker<'_, M> {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        let so_far = self.so_far;
        self.watch.look(stats, &|| so_far.borrow().analysis())
    }
}

/// What the table says of a position: the proof, and which search need not be done again.
#[derive(Clone, Copy, Debug)]
struct Entry {
    bounds: Bounds,
    window: Bounds,
    depth: u32,
}

/// The table, and whether the last search met its horizon.
struct Walk<G: Game> {
    known: Table<G::Key>,
    entries: Arena<Entry>,
    is_cut: bool,
}

impl<G: Game> Default for Walk<G> {
    fn default() -> Self {
        Walk { known: Table::default(), entries: Arena::default(), is_cut: false }
    }
}

impl<G: Duel + Payoff> Walk<G> {
    /// Searches deeper and deeper until enough is known or `limit` is reached.
    fn deepen(
        &mut self,
        start: &G,
        limit: Option<u32>,
        want: Want,
        so_far: &RefCell<Root<G::Move>>,
        meter: &mut Meter<'_, G>,
    ) -> Result<(), Stop> {
        let mut depth = 0;
        while !so_far.borrow().suffices(want) && limit.is_none_or(|limit| depth < limit) {
            depth += 1;
            self.is_cut = false;
            so_far.borrow_mut().depth = depth;
            meter.expand(start, 0)?;
            let moves = so_far.borrow().moves.len();
            for index in 0..moves {
                let (mv, bounds) = so_far.borrow().moves[index];
                if bounds.known().is_some() {
                    continue;
                }
                meter.generate();
                let child = start.after(mv);
                let found = self.visit(&child, Bounds::ANYTHING, depth - 1, 1, meter)?.reversed();
                so_far.borrow_mut().moves[index].1 = bounds.and(found);
                if so_far.borrow().suffices(want) {
                    break;
                }
            }
            // What was found sooner stays in front among equals: of wins the quickest, of losses the slowest.
            so_far.borrow_mut().moves.sort_by_key(|(_, bounds)| -bounds.merit());
            if !self.is_cut {
                break;
            }
        }
        Ok(())
    }

    /// The bounds of a position, as tight as `depth` moves allow where they matter: outside the window they may be loose.
    fn visit(
        &mut self,
        at: &G,
        window: Bounds,
        depth: u32,
        ply: u32,
        meter: &mut Meter<'_, G>,
    ) -> Result<Bounds, Stop> {
        if let Some(value) = at.ended() {
            return Ok(Bounds::exactly(value));
        }
        let probe = Probe::new(at.key());
        let seen = self.known.find(&probe);
        let mut proved = Bounds::ANYTHING;
        if let Some(index) = seen {
            let entry = *self.entries.get(index as usize);
            proved = entry.bounds;
            let is_outside = proved.low >= window.high || proved.high <= window.low;
            let is_done = entry.depth >= depth && entry.window.low <= window.low && entry.window.high >= window.high;
            if is_outside || is_done {
                meter.duplicate();
                self.is_cut |= proved.known().is_none();
                return Ok(proved);
            }
        }
        if depth == 0 {
            self.is_cut = true;
            return Ok(proved);
        }
        meter.expand(at, ply)?;
        let found = self.children(at, window.and(proved), depth, ply, meter)?.and(proved);
        let entry = Entry { bounds: found, window, depth };
        // The position may have been met again below itself only if it came back in play, which is excluded.
        if let Some(index) = self.known.find(&probe) {
            *self.entries.get_mut(index as usize) = entry;
        } else {
            self.entries.push(entry, meter)?;
            if let Err(stop) = self.known.insert(&probe, meter) {
                self.entries.pop();
                return Err(stop);
            }
        }
        Ok(found)
    }

    fn children(
        &mut self,
        at: &G,
        window: Bounds,
        depth: u32,
        ply: u32,
        meter: &mut Meter<'_, G>,
    ) -> Result<Bounds, Stop> {
        let mut best = Bounds::exactly(Value::Loss);
        let mut window = window;
        for mv in at.moves() {
            meter.generate();
            let child = self.visit(&at.after(mv), window.reversed(), depth - 1, ply + 1, meter)?.reversed();
            best = Bounds { low: best.low.max(child.low), high: best.high.max(child.high) };
            window.low = window.low.max(best.low);
            if window.low >= window.high {
                // The moves that are left may be better still.
                return Ok(Bounds { high: Value::Win, ..best });
            }
        }
        Ok(best)
    }

    /// The best moves as far as they are proved.
    fn variation(&self, start: &G, root: &Root<G::Move>) -> Vec<G::Move> {
        let Some(&(first, _)) = root.moves.first() else { return Vec::new() };
        let (mut line, mut at) = (vec![first], start.after(first));
        while line.len() < root.depth as usize {
            let value = |mv: G::Move| {
                let child = at.after(mv);
                let told = child.ended().map(Bounds::exactly).or_else(|| {
                    let index = self.known.find(&Probe::new(child.key()))?;
                    Some(self.entries.get(index as usize).bounds)
                });
                told.and_then(|bounds| bounds.reversed().known())
            };
            let known = at.moves().filter_map(|mv| value(mv).map(|value| (mv, value)));
            // The first of equals.
            let best = known.reduce(|best, next| if next.1 > best.1 { next } else { best });
            let Some((mv, _)) = best else { break };
            line.push(mv);
            at.play(mv);
        }
        line
    }
}
