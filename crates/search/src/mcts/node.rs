//! A node: 32 bytes, whatever the game.

use std::sync::atomic::{AtomicI64, AtomicU8, AtomicU16, AtomicU32, Ordering::Relaxed};

use kibitzer_core::Value;

use super::backup::Backup;
use super::select::inverse_root;

/// Values are whole numbers, in units of 2^-30: sums do not depend on their order, and a node that has counted
/// 2^32 visits of value 1 is still far from the end of an `i64`.
const ONE: f64 = (1_u32 << 30) as f64;

/// A counter stops this far from its end, so that no number of threads can carry it over.
const FULL: u32 = u32::MAX - (1 << 16);

/// The size of a node, in memory and in files.
pub(super) const BYTES: usize = size_of::<Node>();
const _: () = assert!(BYTES == 32);

/// No children yet.
pub(super) const NONE: u32 = u32::MAX;
/// Another thread is making the children.
pub(super) const BUSY: u32 = u32::MAX - 1;

/// The value of one playout, as nodes add it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amount(pub(super) i64);

impl Amount {
    pub(super) const LOSS: Amount = Amount(-(1 << 30));

    #[expect(clippy::cast_possible_truncation, reason = "values are clamped to [-1, 1]")]
    pub(super) fn new(value: f32) -> Amount {
        Amount((f64::from(value.clamp(-1.0, 1.0)) * ONE) as i64)
    }

    #[expect(clippy::cast_precision_loss, reason = "53 bits are plenty for a value")]
    pub(super) fn value(self) -> f64 {
        self.0 as f64 / ONE
    }
}

/// A move that was made from the parent, and what is known of it. Values are for the side that made it.
///
/// The move itself is not here: children lie side by side in the order of the game's moves. Nor is the position: the
/// descent plays the moves. All fields are atomic, so that threads may share a tree; on one thread they cost nothing.
#[derive(Debug)]
#[repr(align(32))]
pub(super) struct Node {
    /// The sum of all playouts, or the highest: the backup decides.
    pub(super) total: AtomicI64,
    pub(super) visits: AtomicU32,
    /// The first child, [`NONE`] or [`BUSY`]. In the free list, the next free block.
    pub(super) children: AtomicU32,
    /// What choosing needs, made when the counters change and not each time they are looked at. Bits of an `f32`: the
    /// value, infinite where it is proved to be won or lost ...
    value: AtomicU32,
    /// ... 1 / sqrt(visits), infinite before the first ...
    inverse_root: AtomicU32,
    /// ... and what the selection keeps of a move: a prior, a guess, a mean of squares.
    note: AtomicU32,
    pub(super) count: AtomicU16,
    proof: AtomicU8,
    /// 1 where the block that starts here can be found by the position it belongs to.
    pub(super) listed: AtomicU8,
}

impl Node {
    pub(super) const fn new() -> Node {
        Node {
            total: AtomicI64::new(0),
            visits: AtomicU32::new(0),
            children: AtomicU32::new(NONE),
            value: AtomicU32::new(0),
            inverse_root: AtomicU32::new(f32::INFINITY.to_bits()),
            note: AtomicU32::new(0),
            count: AtomicU16::new(0),
            proof: AtomicU8::new(0),
            listed: AtomicU8::new(0),
        }
    }

    /// Forgets everything; keeps the note.
    pub(super) fn reset(&self, note: f32) {
        self.copy_from(&Node::new());
        self.set_note(note);
    }

    /// Takes over what another node knows.
    pub(super) fn copy_from(&self, other: &Node) {
        self.total.store(other.total.load(Relaxed), Relaxed);
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.children.store(other.children.load(Relaxed), Relaxed);
        self.value.store(other.value.load(Relaxed), Relaxed);
        self.inverse_root.store(other.inverse_root.load(Relaxed), Relaxed);
        self.note.store(other.note.load(Relaxed), Relaxed);
        self.count.store(other.count.load(Relaxed), Relaxed);
        self.proof.store(other.proof.load(Relaxed), Relaxed);
        self.listed.store(other.listed.load(Relaxed), Relaxed);
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub(super) fn total(&self) -> i64 {
        self.total.load(Relaxed)
    }

    #[inline]
    pub(super) fn value(&self) -> f32 {
        f32::from_bits(self.value.load(Relaxed))
    }

    #[inline]
    pub(super) fn inverse_root(&self) -> f32 {
        f32::from_bits(self.inverse_root.load(Relaxed))
    }

    /// Whether it has neither a visit nor a proof. Asked of every child at every choice, so as whole numbers are compared.
    #[inline]
    pub(super) fn is_untried(&self) -> bool {
        self.inverse_root.load(Relaxed) == f32::INFINITY.to_bits()
    }

    #[inline]
    pub(super) fn note(&self) -> f32 {
        f32::from_bits(self.note.load(Relaxed))
    }

    #[inline]
    pub(super) fn set_note(&self, note: f32) {
        self.note.store(note.to_bits(), Relaxed);
    }

    /// What is proved, for the side that made the move.
    #[inline]
    pub(super) fn proof(&self) -> Option<Value> {
        match self.proof.load(Relaxed) {
            1 => Some(Value::Loss),
            2 => Some(Value::Draw),
            3 => Some(Value::Win),
            _ => None,
        }
    }

    pub(super) fn prove(&self, value: Value) {
        self.proof.store(value as u8 + 1, Relaxed);
        let forever = match value {
            Value::Loss => f32::NEG_INFINITY,
            Value::Draw => 0.0,
            Value::Win => f32::INFINITY,
        };
        self.value.store(forever.to_bits(), Relaxed);
        self.inverse_root.store(0, Relaxed);
    }

    /// Forgets a proof.
    pub(super) fn doubt(&self) {
        self.proof.store(0, Relaxed);
    }

    /// Brings what choosing needs up to date with the counters. A proof stays.
    #[inline]
    pub(super) fn refresh<B: Backup>(&self) {
        if self.proof.load(Relaxed) != 0 {
            return;
        }
        let root = inverse_root(self.visits().max(1));
        let value = mean::<B>(self, root);
        self.value.store(value.to_bits(), Relaxed);
        self.inverse_root.store(root.to_bits(), Relaxed);
    }

    /// The first child and their number, if the node was expanded.
    #[inline]
    pub(super) fn block(&self) -> Option<(u32, u16)> {
        let first = self.children.load(std::sync::atomic::Ordering::Acquire);
        if first >= BUSY { None } else { Some((first, self.count.load(Relaxed))) }
    }

    /// Whether the counter has room for another visit. A node without keeps its mean.
    #[inline]
    pub(super) fn has_room(&self) -> bool {
        self.visits() < FULL
    }

    /// Adds to both counters. Only shared trees need operations that cannot be interrupted.
    #[inline]
    pub(super) fn add<const SHARED: bool>(&self, visits: u32, total: i64) {
        if SHARED {
            self.visits.fetch_add(visits, Relaxed);
            self.total.fetch_add(total, Relaxed);
        } else {
            self.visits.store(self.visits() + visits, Relaxed);
            self.total.store(self.total() + total, Relaxed);
        }
    }

    /// The fields as numbers, for a file.
    pub(super) fn to_bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.total().to_le_bytes());
        bytes[8..12].copy_from_slice(&self.visits().to_le_bytes());
        bytes[12..16].copy_from_slice(&self.children.load(Relaxed).to_le_bytes());
        bytes[16..20].copy_from_slice(&self.value.load(Relaxed).to_le_bytes());
        bytes[20..24].copy_from_slice(&self.inverse_root.load(Relaxed).to_le_bytes());
        bytes[24..28].copy_from_slice(&self.note.load(Relaxed).to_le_bytes());
        bytes[28..30].copy_from_slice(&self.count.load(Relaxed).to_le_bytes());
        bytes[30] = self.proof.load(Relaxed);
        bytes[31] = self.listed.load(Relaxed);
        bytes
    }

    /// Takes the fields from a file.
    pub(super) fn read_bytes(&self, bytes: &[u8; BYTES]) {
        let word = |place: usize| u32::from_le_bytes(std::array::from_fn(|index| bytes[place + index]));
        self.total.store(i64::from_le_bytes(std::array::from_fn(|index| bytes[index])), Relaxed);
        self.visits.store(word(8), Relaxed);
        self.children.store(word(12), Relaxed);
        self.value.store(word(16), Relaxed);
        self.inverse_root.store(word(20), Relaxed);
        self.note.store(word(24), Relaxed);
        self.count.store(u16::from_le_bytes([bytes[28], bytes[29]]), Relaxed);
        self.proof.store(bytes[30], Relaxed);
        self.listed.store(bytes[31], Relaxed);
    }
}

/// The value of a node that was visited, given 1 / sqrt(visits): two multiplications are far quicker than a division.
#[expect(clippy::cast_precision_loss, reason = "a value needs 24 bits")]
#[inline]
pub(super) fn mean<B: Backup>(node: &Node, inverse_root: f32) -> f32 {
    const UNIT: f32 = 1.0 / (1_u64 << 30) as f32;
    let total = node.total() as f32 * UNIT;
    if B::KEEPS_HIGHEST { total } else { total * inverse_root * inverse_root }
}
