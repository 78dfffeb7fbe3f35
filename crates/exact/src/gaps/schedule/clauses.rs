//! Clauses in one block of memory.

use super::literal::Literal;

/// Where a clause begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClauseAt(pub(super) u32);

/// What stands before the literals: their number, what is known of the clause, its number in the proof.
const HEAD: usize = 3;

/// The first of the bits that count the levels of a learned clause; 0 there is a clause that was given.
const LEARNED: u32 = 1;
const USED: u32 = 2;
const LEVELS: u32 = 8;

/// Clauses, given and learned. Those that watch a literal are found by it.
#[derive(Default)]
pub(super) struct Clauses {
    block: Vec<u32>,
    pub(super) learned: Vec<ClauseAt>,
    given: Vec<ClauseAt>,
    /// By the literal that must become false for the clause to be looked at.
    pub(super) watches: Vec<Vec<Watch>>,
}

/// A clause to look at when a literal becomes false, unless `other` is true.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub(super) clause: ClauseAt,
    pub(super) other: Literal,
}

impl Clauses {
    /// The memory of the clauses and of those who watch.
    pub(super) fn bytes(&self) -> usize {
        let watches = 2 * size_of::<Watch>() * (self.learned.len() + self.given.len());
        4 * self.block.capacity() + watches
    }

    /// Room for the literals of one more variable.
    pub(super) fn grow(&mut self) {
        self.watches.push(Vec::new());
        self.watches.push(Vec::new());
    }

    /// Adds a clause of two literals or more; the first two are watched.
    pub(super) fn add(&mut self, literals: &[Literal], levels: Option<u32>, number: u32) -> ClauseAt {
        let at = ClauseAt(u32::try_from(self.block.len()).expect("clauses are dropped long before"));
        self.block.push(u32::try_from(literals.len()).expect("no clause is as long"));
        self.block.push(levels.map_or(0, |levels| LEARNED | USED | (levels.min(1 << 20) * LEVELS)));
        self.block.push(number);
        self.block.extend(literals.iter().map(|literal| literal.0));
        if levels.is_some() {
            self.learned.push(at);
        } else {
            self.given.push(at);
        }
        self.watch(at);
        at
    }

    fn watch(&mut self, at: ClauseAt) {
        let (first, second) = (self.literal(at, 0), self.literal(at, 1));
        self.watches[first.index()].push(Watch { clause: at, other: second });
        self.watches[second.index()].push(Watch { clause: at, other: first });
    }

    pub(super) fn len(&self, at: ClauseAt) -> usize {
        self.block[at.0 as usize] as usize
    }

    pub(super) fn literal(&self, at: ClauseAt, index: usize) -> Literal {
        Literal(self.block[at.0 as usize + HEAD + index])
    }

    /// The numbers of the literals.
    pub(super) fn literals(&self, at: ClauseAt) -> &[u32] {
        let start = at.0 as usize + HEAD;
        &self.block[start..start + self.len(at)]
    }

    /// The same, to be put into another order.
    pub(super) fn literals_mut(&mut self, at: ClauseAt) -> &mut [u32] {
        let start = at.0 as usize + HEAD;
        let end = start + self.len(at);
        &mut self.block[start..end]
    }

    /// Its number in the proof.
    pub(super) fn number(&self, at: ClauseAt) -> u32 {
        self.block[at.0 as usize + 2]
    }

    pub(super) fn is_learned(&self, at: ClauseAt) -> bool {
        self.block[at.0 as usize + 1] & LEARNED != 0
    }

    /// From how many levels its literals came, at best.
    pub(super) fn levels(&self, at: ClauseAt) -> u32 {
        self.block[at.0 as usize + 1] / LEVELS
    }

    /// Notes that a learned clause helped, and from how many levels its literals came now.
    pub(super) fn touch(&mut self, at: ClauseAt, levels: u32) {
        let head = &mut self.block[at.0 as usize + 1];
        *head = LEARNED | USED | ((*head / LEVELS).min(levels) * LEVELS);
    }

    /// Drops about half of the learned clauses that join many levels and have not helped since the last time. `keep`
    /// says which are in use; `moved` is told where the others are now.
    pub(super) fn reduce(&mut self, keep: impl Fn(ClauseAt) -> bool, mut moved: impl FnMut(ClauseAt, ClauseAt)) {
        let mut doubtful = Vec::new();
        for &at in &self.learned {
            let head = self.block[at.0 as usize + 1];
            let levels = head / LEVELS;
            let is_safe = levels <= 3 || self.len(at) == 2 || head & USED != 0 && levels <= 7 || keep(at);
            if !is_safe {
                doubtful.push((head & USED != 0, levels, self.len(at), at.0));
            }
            self.block[at.0 as usize + 1] = head & !USED;
        }
        doubtful.sort_unstable();
        let mut dropped: Vec<u32> = doubtful.split_off(doubtful.len() / 2).into_iter().map(|(.., at)| at).collect();
        dropped.sort_unstable();
        let old = std::mem::take(&mut self.block);
        for watches in &mut self.watches {
            watches.clear();
        }
        for list in [true, false] {
            let from = std::mem::take(if list { &mut self.given } else { &mut self.learned });
            let mut to = Vec::with_capacity(from.len());
            for at in from {
                if dropped.binary_search(&at.0).is_ok() {
                    continue;
                }
                let now = ClauseAt(u32::try_from(self.block.len()).expect("shorter than before"));
                let start = at.0 as usize;
                self.block.extend_from_slice(&old[start..start + HEAD + old[start] as usize]);
                self.watch(now);
                moved(at, now);
                to.push(now);
            }
            *(if list { &mut self.given } else { &mut self.learned }) = to;
        }
    }
}
