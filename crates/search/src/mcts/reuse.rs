//! Going on from a move that was played: what follows it stays, the rest is free again.

use std::sync::PoisonError;

use kibitzer_core::Payoff;

use super::node::Node;
use super::share::Share;
use super::tree::Tree;

/// A set of slots.
struct Marks(Vec<u64>);

impl Marks {
    /// Adds a slot; whether it is new.
    fn add(&mut self, slot: u32) -> bool {
        let (word, bit) = (slot as usize / 64, 1 << (slot % 64));
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }

    fn has(&self, slot: u32) -> bool {
        self.0.get(slot as usize / 64).is_some_and(|word| word >> (slot % 64) & 1 == 1)
    }
}

impl<G: Payoff, K: Copy + Eq + std::hash::Hash> Tree<G, K> {
    /// Makes the position after a move the root, and gives the nodes that cannot be reached from there back. The move is
    /// named by its index among the moves of the root.
    pub(super) fn advance<T: Share<G, Key = K>>(&mut self, index: usize, share: T) {
        let mv = self.root.nth_move(index);
        let Some((first, count)) = self.store.root().block() else {
            self.store.root().reset(0.0);
            self.root.play(mv);
            self.kept = self.store.in_use();
            return;
        };
        let child = Node::new();
        child.copy_from(&self.store.block(first, count)[index]);
        let mut kept = Marks(Vec::new());
        let depth = self.each_block(&child, &mut kept, |_, _| ());
        let mut freed = Marks(Vec::new());
        self.each_block(self.store.root(), &mut freed, |first, count| {
            if !kept.has(first) {
                self.store.give_back(first, usize::from(count));
            }
        });
        self.store.root().copy_from(&child);
        self.root.play(mv);
        self.kept = self.store.in_use();
        *self.depth.get_mut() = depth;
        *self.is_full.get_mut() = false;
        *self.solution.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        if T::SHARES {
            self.list_again(share, 0);
        }
    }

    /// Visits every block below a node once, and tells how deep the deepest was found. Blocks are visited after they are
    /// read, so that the visitor may reuse them.
    fn each_block(&self, node: &Node, seen: &mut Marks, mut visit: impl FnMut(u32, u16)) -> u32 {
        let mut deepest = 0;
        let mut open = Vec::from_iter(node.block().map(|(first, count)| (first, count, 1)));
        while let Some((first, count, depth)) = open.pop() {
            if !seen.add(first) {
                continue;
            }
            deepest = deepest.max(depth);
            let below = self.store.block(first, count).iter().filter_map(Node::block);
            open.extend(below.map(|(first, count)| (first, count, depth + 1)));
            visit(first, count);
        }
        deepest
    }

    /// Whether every block has as many nodes as its position has moves, is reached by one way or, where that is allowed,
    /// by ways of one length, and is not free.
    pub(super) fn fits_its_game(&self, may_share: bool) -> bool {
        let Some(mut taken) = self.free_slots_marked() else { return false };
        let mut depths = vec![0_u16; self.store.slots()];
        let mut open = Vec::from_iter(self.store.root().block().map(|block| (self.root.clone(), block, 1)));
        while let Some((position, (first, count), depth)) = open.pop() {
            if !self.store.holds((first, count)) {
                return false;
            }
            let known = &mut depths[first as usize];
            if position.moves().count() != usize::from(count) || *known != 0 && (*known != depth || !may_share) {
                return false;
            }
            if std::mem::replace(known, depth) != 0 {
                continue;
            }
            if !(first..first + u32::from(count)).all(|slot| slot > 0 && taken.add(slot)) || depth == u16::MAX {
                return false;
            }
            for (child, mv) in self.store.block(first, count).iter().zip(position.moves()) {
                open.extend(child.block().map(|block| (position.after(mv), block, depth + 1)));
            }
        }
        true
    }

    /// The slots of the free lists; `None` where the lists are not what they should be.
    fn free_slots_marked(&self) -> Option<Marks> {
        let mut marks = Marks(Vec::new());
        self.store.check_free(|slot| marks.add(slot)).then_some(marks)
    }

    /// Fills the list of known positions from the tree itself: what was listed is listed again.
    pub(super) fn list_again<T: Share<G, Key = K>>(&mut self, share: T, room: usize) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.clear(room, &self.ledger);
        let mut seen = Marks(Vec::new());
        let mut open = Vec::from_iter(self.store.root().block().map(|block| (self.root.clone(), block)));
        while let Some((position, (first, count))) = open.pop() {
            if !seen.add(first) {
                continue;
            }
            let children = self.store.block(first, count);
            if children[0].listed.load(std::sync::atomic::Ordering::Relaxed) == 1 {
                known.insert(share.key(&position), first, count, &self.ledger);
            }
            for (child, mv) in children.iter().zip(position.moves()) {
                if let Some(block) = child.block() {
                    open.push((position.after(mv), block));
                }
            }
        }
    }
}
