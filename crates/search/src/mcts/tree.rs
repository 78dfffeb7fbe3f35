//! The tree of one search, and one step of it: descend, expand, play out, back up.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use kibitzer_core::{Payoff, SplitMix, Value};

use super::Mcts;
use super::backup::Backup;
use super::node::{Amount, BUSY, NONE, Node, mean};
use super::playout::Playout;
use super::select::{Arm, Select, Urgency, inverse_root};
use super::share::{Known, Share};
use super::store::{Ledger, MOST_CHILDREN, Store};

/// What has grown so far below one position.
pub(super) struct Tree<G: Payoff, K> {
    pub(super) root: G,
    pub(super) store: Store,
    pub(super) ledger: Ledger,
    pub(super) known: Mutex<Known<K>>,
    pub(super) depth: AtomicU32,
    pub(super) is_full: AtomicBool,
    /// Nodes kept when the root moved last.
    pub(super) kept: u64,
    /// For puzzles, moves from the root to a goal that some playout found.
    pub(super) solution: Mutex<Option<Vec<G::Move>>>,
}

impl<G: Payoff, K: Copy + Eq + std::hash::Hash> Tree<G, K> {
    pub(super) fn new(root: G, bytes: usize) -> Self {
        let ledger = Ledger::new(bytes);
        Tree {
            root,
            store: Store::new(&ledger),
            ledger,
            known: Mutex::new(Known::new()),
            depth: AtomicU32::new(0),
            is_full: AtomicBool::new(false),
            kept: 0,
            solution: Mutex::new(None),
        }
    }

    /// The limit for what follows. A tree that is larger already stays, and does not grow.
    pub(super) fn allow(&mut self, bytes: usize) {
        let was_more = self.ledger.set_limit(bytes) >= bytes;
        self.store.allow(bytes);
        *self.is_full.get_mut() &= was_more;
    }

    /// What is proved of the root, for the side to move there.
    pub(super) fn proved(&self) -> Option<Value> {
        self.store.root().proof().map(turned::<G>)
    }

    /// Whether there is nothing left to search for.
    pub(super) fn is_settled(&self) -> bool {
        self.store.root().proof().is_some() || self.has_solution()
    }

    /// Forgets a proof of the root that no move of it shows: whoever knows the game gave it, and a search from here is
    /// asked for moves.
    pub(super) fn doubt_root<B: Backup>(&self) {
        let root = self.store.root();
        if root.proof().is_some() && settled(self.children()).map(turned::<G>) != root.proof() {
            root.doubt();
            root.refresh::<B>();
        }
    }

    fn has_solution(&self) -> bool {
        !G::ALTERNATES && self.solution.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    pub(super) fn children(&self) -> &[Node] {
        self.children_of(self.store.root())
    }

    pub(super) fn children_of(&self, node: &Node) -> &[Node] {
        node.block().map_or(&[], |(first, count)| self.store.block(first, count))
    }
}

/// What the moves of a position prove about it, for the side to move.
fn settled(children: &[Node]) -> Option<Value> {
    let (mut best, mut is_open) = (Value::Loss, children.is_empty());
    for child in children {
        match child.proof() {
            Some(Value::Win) => return Some(Value::Win),
            Some(value) => best = best.max(value),
            None => is_open = true,
        }
    }
    (!is_open).then_some(best)
}

/// A value seen from the other end of a move.
pub(super) fn turned<G: Payoff>(value: Value) -> Value {
    if G::ALTERNATES { value.reversed() } else { value }
}

/// What a proved value counts, where no playout says it.
fn worth<G: Payoff>(value: Value) -> f32 {
    match value {
        Value::Win => 1.0,
        Value::Draw => 0.0,
        Value::Loss => {
            if G::ALTERNATES {
                -1.0
            } else {
                0.0
            }
        }
    }
}

/// One thread at work on a tree. `SHARED` says whether there are others.
pub(super) struct Worker<'a, G: Payoff, S, P, B, T: Share<G>, const SHARED: bool> {
    pub(super) mcts: &'a Mcts<S, P, B, T>,
    pub(super) tree: &'a Tree<G, T::Key>,
    pub(super) stream: SplitMix,
    /// What a playout that nobody won counts, for either side.
    draw: Amount,
    /// The nodes of the descent, the root first.
    path: Vec<Visit<'a>>,
    notes: Vec<f32>,
    /// What was learned of busy nodes and not told yet; only threads that share a tree use it.
    pending: [Option<Pending<'a>>; PENDING],
    steps: u32,
}

/// A node with so many visits is busy: one playout more or less does not change what is chosen, but every thread writes to
/// it all the time. What happens there is told in bundles, and a visit that has not come back yet does not matter.
const BUSY_VISITS: u32 = 512;

/// Busy nodes that a thread keeps a bundle for.
const PENDING: usize = 64;

/// Among so many children it is quicker to look for an untried one at random, a few times, than to count them.
const MANY: usize = 32;
const PROBES: u32 = 4;

/// Bundles are told after so many playouts.
const BUNDLE: u32 = 32;

/// Playouts that went through a node and are not told yet.
#[derive(Clone, Copy)]
struct Pending<'a> {
    node: &'a Node,
    visits: u32,
    total: i64,
}

impl Pending<'_> {
    fn tell<B: Backup>(self) {
        if self.node.has_room() {
            self.node.add::<true>(self.visits, self.total);
            self.node.refresh::<B>();
        }
    }
}

/// A node of the descent.
struct Visit<'a> {
    node: &'a Node,
    /// Its index among its siblings.
    index: usize,
    /// The side to move here has a move that is proved to draw, and tries another: it will not fall below a draw.
    has_draw: bool,
    /// The visit was counted as lost when it began.
    is_met: bool,
}

/// What choosing among the moves of a position comes to.
enum Pick {
    Child(usize),
    /// A move to try, though another is proved to draw.
    BesideDraw(usize),
    /// Nothing is left to choose: for the side to move.
    Proved(Value),
}

impl<'a, G, S, P, B, T, const SHARED: bool> Worker<'a, G, S, P, B, T, SHARED>
where
    G: Payoff,
    S: Select<G>,
    P: Playout<G>,
    B: Backup,
    T: Share<G>,
{
    pub(super) fn new(mcts: &'a Mcts<S, P, B, T>, tree: &'a Tree<G, T::Key>, stream: SplitMix) -> Self {
        let draw = Amount::new(mcts.settings.draw);
        Worker { mcts, tree, stream, draw, path: Vec::new(), notes: Vec::new(), pending: [None; PENDING], steps: 0 }
    }

    /// One playout.
    pub(super) fn step(&mut self) {
        self.path.clear();
        let mut position = self.tree.root.clone();
        let mut node = self.tree.store.root();
        let mut index = 0;
        let amount = loop {
            let is_met = SHARED && meet::<B>(node);
            self.path.push(Visit { node, index, has_draw: false, is_met });
            if B::PROVES
                && let Some(proof) = node.proof()
            {
                break Amount::new(worth::<G>(turned::<G>(proof)));
            }
            let known = node.block();
            let is_new = known.is_none();
            let Some((first, count)) = known.or_else(|| self.expand(node, &position)) else {
                break match self.judge(node, &position, is_met) {
                    Some(value) => Amount::new(worth::<G>(value)),
                    None => self.play_out(position),
                };
            };
            let children = self.tree.store.block(first, count);
            index = match self.pick(node, children, is_new) {
                Pick::Proved(value) => {
                    node.prove(turned::<G>(value));
                    self.settle();
                    break Amount::new(worth::<G>(value));
                }
                Pick::Child(index) => index,
                Pick::BesideDraw(index) => {
                    self.path.last_mut().expect("the node was pushed").has_draw = true;
                    index
                }
            };
            position.play(position.nth_move(index));
            node = &children[index];
        };
        self.back_up(amount);
        if SHARED {
            self.steps += 1;
            if self.steps.is_multiple_of(BUNDLE) {
                self.tell_all();
            }
        }
    }

    /// Asks whoever knows the game about a node without children, once. What is proved stays, and may prove more.
    #[inline]
    fn judge(&self, node: &Node, position: &G, is_met: bool) -> Option<Value> {
        if !B::PROVES || !G::ALTERNATES || node.visits() > u32::from(is_met) {
            return None;
        }
        let value = self.mcts.playout.judge(position)?;
        node.prove(turned::<G>(value));
        self.settle();
        Some(value)
    }

    /// Gives the root its children, if there is room, and notes what is proved about them.
    pub(super) fn tell(&mut self, proved: impl Fn(G::Move) -> Option<Value>) {
        let root = self.tree.store.root();
        self.path.clear();
        self.path.push(Visit { node: root, index: 0, has_draw: false, is_met: false });
        let Some((first, count)) = root.block().or_else(|| self.expand(root, &self.tree.root)) else { return };
        let children = self.tree.store.block(first, count);
        for (child, mv) in children.iter().zip(self.tree.root.moves()) {
            if let Some(value) = proved(mv) {
                child.prove(value);
            }
        }
        if let Some(value) = settled(children) {
            root.prove(turned::<G>(value));
        }
    }

    /// The move to try: the one with the highest score.
    #[inline]
    fn pick(&mut self, node: &Node, children: &[Node], is_new: bool) -> Pick {
        let visits = if T::SHARES {
            // A shared node was reached by other moves too.
            children.iter().map(Node::visits).fold(0, u32::saturating_add)
        } else {
            node.visits()
        };
        let parent = self.mcts.select.parent(visits);
        let (best, best_score) = self.highest(parent, children);
        if best_score.is_infinite() || B::PROVES && children[best].proof().is_some() {
            return self.pick_rarely(parent, best, children, is_new);
        }
        Pick::Child(best)
    }

    /// The first of the moves with the highest score, and that score.
    #[inline]
    fn highest(&self, parent: S::Parent, children: &[Node]) -> (usize, f32) {
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            let score = self.score(parent, child);
            if score > best_score {
                (best, best_score) = (index, score);
                // Nothing is higher, and the rest of a block with untried moves is dear to predict.
                if score == f32::INFINITY {
                    break;
                }
            }
        }
        (best, best_score)
    }

    /// The score of a move. Untried moves have an infinite one unless the settings say otherwise, and so have those that
    /// are proved to be won or lost.
    #[inline]
    fn score(&self, parent: S::Parent, child: &Node) -> f32 {
        if !child.is_untried() {
            return self.mcts.select.score(parent, Arm(child));
        }
        match self.mcts.settings.urgency {
            Urgency::EachOnce => f32::INFINITY,
            Urgency::Score(score) => self.mcts.select.score_untried(parent, score, child.note()),
        }
    }

    /// The choice where the best score was that of a proved or an untried move, or there was none.
    #[cold]
    fn pick_rarely(&mut self, parent: S::Parent, best: usize, children: &[Node], is_new: bool) -> Pick {
        let is_untried = children[best].proof().is_none() && children[best].is_untried();
        // A proof of a child goes up with the playout that made it. So an untried child and a winning one are side by side
        // only where the children are new, or others proved it who came by other moves or on other threads.
        let may_be_settled = !is_untried || is_new || T::SHARES || SHARED;
        if B::PROVES
            && may_be_settled
            && let Some(value) = settled(children)
        {
            return Pick::Proved(value);
        }
        match children[best].proof() {
            None if !children[best].is_untried() => Pick::Child(best),
            // A draw is in hand and needs no more playouts: they go to the best of the others.
            Some(Value::Draw) => Pick::BesideDraw(self.best_open(parent, children)),
            Some(Value::Loss) if SHARED => {
                // Another thread wrote its counters while it was proved: the proof has the last word.
                children[best].prove(Value::Loss);
                Pick::Child(self.best_open(parent, children))
            }
            _ => Pick::Child(self.any_untried(children)),
        }
    }

    /// The best of the moves that are not proved.
    fn best_open(&self, parent: S::Parent, children: &[Node]) -> usize {
        let open = (0..children.len()).filter(|&index| children[index].proof().is_none());
        let scored = open.map(|index| (self.score(parent, &children[index]), index));
        scored.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(0, |(_, index)| index)
    }

    /// One of the moves that were never tried, so that none is favoured.
    fn any_untried(&mut self, children: &[Node]) -> usize {
        let untried = |child: &Node| usize::from((child.visits() == 0) & child.proof().is_none());
        if children.len() >= MANY {
            // Whoever is met first will do, and most are not met at all.
            for _ in 0..PROBES {
                let index = self.below(children.len());
                if untried(&children[index]) == 1 {
                    return index;
                }
            }
        }
        let count = children.iter().map(untried).sum::<usize>();
        // Another thread may have tried the last one meanwhile.
        let mut ticket = self.below(count.max(1));
        // Who was tried is chance, which a processor guesses wrong as often as not: only the end of the loop branches on it.
        for (index, child) in children.iter().enumerate() {
            let step = untried(child);
            if step > ticket {
                return index;
            }
            ticket -= step;
        }
        children.iter().position(|child| child.proof().is_none()).unwrap_or(0)
    }

    /// Gives a node its children. `None` where it is too early, too late, or another thread is at it.
    #[inline]
    fn expand(&mut self, node: &Node, position: &G) -> Option<(u32, u16)> {
        let is_root = self.path.len() == 1;
        let is_met = self.path.last().is_some_and(|visit| visit.is_met);
        let before = node.visits().saturating_sub(u32::from(is_met));
        if !is_root && before < self.mcts.settings.expand_at {
            return None;
        }
        if self.tree.is_full.load(Ordering::Relaxed) && !is_root {
            return None;
        }
        if SHARED && node.children.compare_exchange(NONE, BUSY, Ordering::Relaxed, Ordering::Relaxed).is_err() {
            return None;
        }
        let block = self.children_for(position);
        if let Some((_, count)) = block {
            node.count.store(count, Ordering::Relaxed);
        }
        node.children.store(block.map_or(NONE, |(first, _)| first), Ordering::Release);
        #[expect(clippy::cast_possible_truncation, reason = "no game is that long")]
        let depth = self.path.len() as u32;
        if block.is_some() && self.tree.depth.load(Ordering::Relaxed) < depth {
            self.tree.depth.fetch_max(depth, Ordering::Relaxed);
        }
        block
    }

    /// The children that belong to a position: known ones, or new ones if there is room.
    #[inline(never)]
    fn children_for(&mut self, position: &G) -> Option<(u32, u16)> {
        let key = self.mcts.share.key(position);
        if T::SHARES
            && let Some(block) = self.lock_known().find(&key)
        {
            return Some(block);
        }
        let moves = position.moves().count();
        let count = u16::try_from(moves).ok().filter(|_| (1..=MOST_CHILDREN).contains(&moves))?;
        let Some(first) = self.tree.store.allocate(count, &self.tree.ledger) else {
            self.tree.is_full.store(true, Ordering::Relaxed);
            return None;
        };
        self.fill(self.tree.store.block(first, count), position);
        if T::SHARES {
            let is_listed = self.lock_known().insert(key, first, count, &self.tree.ledger);
            self.tree.store.node(first).listed.store(u8::from(is_listed), Ordering::Relaxed);
        }
        Some((first, count))
    }

    fn fill(&mut self, children: &[Node], position: &G) {
        self.notes.clear();
        self.notes.resize(children.len(), 0.0);
        self.mcts.select.note(position, &mut self.notes);
        for ((child, note), mv) in children.iter().zip(&self.notes).zip(position.moves()) {
            child.reset(*note);
            if B::PROVES
                && let Some(ended) = position.after(mv).ended()
            {
                child.prove(turned::<G>(ended));
            }
        }
    }

    fn lock_known(&self) -> std::sync::MutexGuard<'a, Known<T::Key>> {
        self.tree.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays to the end, for the side to move. A goal that is met is kept with the way to it.
    ///
    /// Apart from the descent, so that the loop of the playout has the registers for itself.
    #[inline(never)]
    fn play_out(&mut self, position: G) -> Amount {
        if G::ALTERNATES {
            return Amount::new(self.mcts.playout.play(position, &mut self.stream, |_| ()).worth);
        }
        let mut again = self.stream.clone();
        let finish = self.mcts.playout.play(position.clone(), &mut self.stream, |_| ());
        if finish.is_goal {
            let mut moves = self.moves_of_path();
            self.mcts.playout.play(position, &mut again, |mv| moves.push(mv));
            let mut best = self.tree.solution.lock().unwrap_or_else(PoisonError::into_inner);
            if best.as_ref().is_none_or(|best| moves.len() < best.len()) {
                *best = Some(moves);
            }
        }
        Amount::new(finish.worth)
    }

    fn moves_of_path(&self) -> Vec<G::Move> {
        let mut position = self.tree.root.clone();
        let mut moves = Vec::new();
        for visit in &self.path[1..] {
            let mv = position.nth_move(visit.index);
            position.play(mv);
            moves.push(mv);
        }
        moves
    }

    /// A node of the path was proved: those above may be, too.
    fn settle(&self) {
        for visit in self.path.iter().rev().skip(1) {
            let Some(value) = settled(self.tree.children_of(visit.node)) else { break };
            visit.node.prove(turned::<G>(value));
        }
    }

    /// Adds a playout, worth `amount` to the side to move at the end of the path, to every node of the path.
    fn back_up(&mut self, amount: Amount) {
        let mut amount = amount;
        for place in (0..self.path.len()).rev() {
            let Visit { node, has_draw, is_met, .. } = self.path[place];
            if has_draw {
                amount.0 = amount.0.max(0);
            }
            if G::ALTERNATES {
                // From the side to move to the side that moved here, who is to move at the node above.
                amount.0 = -amount.0;
            }
            // A draw is the same for both sides, so it keeps its sign on the way up.
            let counted = if amount.0 == 0 { self.draw } else { amount };
            match (SHARED, is_met) {
                (true, true) => reward::<B>(node, counted),
                (true, false) => self.put_off(node, counted),
                (false, _) if node.has_room() => record::<B>(node, counted),
                (false, _) => {}
            }
            node.refresh::<B>();
            if S::TAKES_NOTES {
                #[expect(clippy::cast_possible_truncation, reason = "notes are f32")]
                let value = counted.value() as f32;
                node.set_note(self.mcts.select.note_after(node.note(), node.visits(), value));
            }
        }
    }

    /// Keeps a playout through a busy node for the next bundle.
    fn put_off(&mut self, node: &'a Node, amount: Amount) {
        // Neighbours in memory get different places.
        let place = (std::ptr::from_ref(node) as usize / size_of::<Node>()) % PENDING;
        let known = self.pending[place].filter(|known| std::ptr::eq(known.node, node));
        if known.is_none()
            && let Some(other) = self.pending[place]
        {
            other.tell::<B>();
        }
        let Pending { visits, total, .. } = known.unwrap_or(Pending { node, visits: 0, total: 0 });
        self.pending[place] = Some(Pending { node, visits: visits + 1, total: total + amount.0 });
    }

    /// Tells what was put off.
    pub(super) fn tell_all(&mut self) {
        for pending in &mut self.pending {
            if let Some(pending) = pending.take() {
                pending.tell::<B>();
            }
        }
    }

    /// A number below `bound`, nearly uniform: it only breaks ties.
    fn below(&mut self, bound: usize) -> usize {
        (((self.stream.next_u64() >> 32) * bound as u64) >> 32) as usize
    }
}

/// The value of a node that was visited, proved or not.
pub(super) fn value<B: Backup>(node: &Node) -> f32 {
    mean::<B>(node, inverse_root(node.visits().max(1)))
}

/// Counts a playout.
#[inline]
fn record<B: Backup>(node: &Node, amount: Amount) {
    if B::KEEPS_HIGHEST {
        let highest = if node.visits() == 0 { amount.0 } else { node.total().max(amount.0) };
        node.add::<false>(1, highest - node.total());
    } else {
        node.add::<false>(1, amount.0);
    }
}

/// Counts a visit that has not come back yet as lost, so that other threads look elsewhere (virtual loss: Chaslot,
/// Winands & van den Herik 2008). Not at busy nodes, where it would change nothing; whether it did.
fn meet<B: Backup>(node: &Node) -> bool {
    let is_quiet = B::KEEPS_HIGHEST || node.visits() < BUSY_VISITS;
    if is_quiet && node.has_room() {
        node.add::<true>(1, if B::KEEPS_HIGHEST { 0 } else { Amount::LOSS.0 });
        node.refresh::<B>();
    }
    is_quiet
}

/// Takes the loss back and adds what came.
fn reward<B: Backup>(node: &Node, amount: Amount) {
    if B::KEEPS_HIGHEST {
        node.total.fetch_max(amount.0, Ordering::Relaxed);
    } else if node.has_room() {
        node.add::<true>(0, amount.0 - Amount::LOSS.0);
    }
}
