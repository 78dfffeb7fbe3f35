//! Endings of at most seven stacks on the small board, each worked out once and then looked up.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::grid::{Grid, Set, Small};
use super::state::State;

/// For every connected set of up to seven cells and every card graph on them: won, lost, or not yet asked.
///
/// Sets that differ by a permutation of rows, of columns, or of rows with columns share one table, so there are 46 of
/// them, with two bits for each of the 2^(n(n-1)/2) graphs: 10.7 MB, of which only what is asked for is ever touched.
/// An answer depends on nothing but the ending, so threads may share the tables and write them in any order.
pub(super) struct Endings {
    /// For each set of cells, its entry in `places`.
    index: Vec<u16>,
    places: Vec<Place>,
    answers: Vec<AtomicU64>,
}

/// Where the answers for one set of cells lie.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The cells in the order of the set that stands for all its images, four bits each.
    order: u32,
    /// The number of the first answer.
    base: u32,
}

/// The two bits of an answer.
const LOST: u64 = 1;
const WON: u64 = 2;
const ANSWERS_PER_WORD: usize = 32;

impl Endings {
    /// The largest number of stacks that is looked up.
    pub(super) const LARGEST: u32 = 7;

    /// The memory of the tables.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.index) + size_of_val(&*self.places) + size_of_val(&*self.answers)
    }

    /// The tables, which all solvers share.
    pub(super) fn shared() -> &'static Endings {
        static SHARED: LazyLock<Endings> = LazyLock::new(Endings::new);
        &SHARED
    }

    fn new() -> Self {
        let mut index = vec![0; 1 << 16];
        let mut places = vec![Place::default()];
        let mut base = 0;
        let images = images();
        for set in 1..=u16::MAX {
            let count = set.count_ones();
            let connected = || super::grid::flood::<Small>(&Small::LINES, Set::only(set.first()), set) == set;
            if !(2..=Self::LARGEST).contains(&count) || index[usize::from(set)] != 0 || !connected() {
                continue;
            }
            for image in &images {
                let (mut seen, mut order) = (0_u16, 0);
                let mut cells = set;
                let mut position = 0;
                while let Some(cell) = cells.pop() {
                    seen |= 1 << image[cell];
                    order |= u32::from(image[cell]) << (4 * position);
                    position += 1;
                }
                if index[usize::from(seen)] == 0 {
                    index[usize::from(seen)] = u16::try_from(places.len()).expect("there are 26,316 such sets at most");
                    places.push(Place { order, base });
                }
            }
            base += 1 << (count * (count - 1) / 2);
        }
        let words = (base as usize).div_ceil(ANSWERS_PER_WORD);
        let answers = vec![0; words].into_iter().map(AtomicU64::new).collect();
        Self { index, places, answers }
    }

    /// Whether the stacks on `occupied`, seven at most, can be brought together.
    #[inline(always)]
    pub(super) fn is_won(&self, compatible: &[u16; 16], occupied: u16) -> bool {
        let count = occupied.count_ones();
        if count <= 1 {
            return count == 1;
        }
        let entry = self.index[usize::from(occupied)];
        if entry == 0 {
            return false;
        }
        let place = self.places[usize::from(entry)];
        let (mut graph, mut bit) = (0_u32, 0);
        for a in 0..count {
            let row = compatible[(place.order >> (4 * a) & 15) as usize];
            for b in 0..a {
                graph |= u32::from(row >> (place.order >> (4 * b) & 15) & 1) << bit;
                bit += 1;
            }
        }
        let number = (place.base + graph) as usize;
        let (word, shift) = (&self.answers[number / ANSWERS_PER_WORD], 2 * (number % ANSWERS_PER_WORD));
        match word.load(Ordering::Relaxed) >> shift & 3 {
            0 => self.work_out(compatible, occupied, word, shift),
            answer => answer == WON,
        }
    }

    #[cold]
    #[inline(never)]
    fn work_out(&self, compatible: &[u16; 16], occupied: u16, word: &AtomicU64, shift: usize) -> bool {
        let won = some_flight::<Small>(compatible, occupied, |rows, left| self.is_won(rows, left));
        word.fetch_or((if won { WON } else { LOST }) << shift, Ordering::Relaxed);
        won
    }
}

/// One set of cells of each kind of `count` cells.
#[cfg(test)]
pub(super) fn representatives(count: u32) -> Vec<u16> {
    let shared = Endings::shared();
    let mut seen = std::collections::HashSet::new();
    let sets = (0..=u16::MAX).filter(|set| set.count_ones() == count && shared.index[usize::from(*set)] != 0);
    sets.filter(|set| seen.insert(shared.places[usize::from(shared.index[usize::from(*set)])].base)).collect()
}

/// The 4! x 4! x 2 ways in which cells go to cells when rows, columns, and rows with columns are permuted.
fn images() -> Vec<[u8; 16]> {
    let orders: Vec<[u8; 4]> = (0..=255_u8)
        .map(|code| [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6])
        .filter(|order| (0..4).all(|line| order.contains(&line)))
        .collect();
    let mut images = Vec::new();
    for rows in &orders {
        for columns in &orders {
            let upright: [u8; 16] = std::array::from_fn(|cell| 4 * rows[cell / 4] + columns[cell % 4]);
            images.push(upright);
            images.push(upright.map(|cell| 4 * (cell % 4) + cell / 4));
        }
    }
    images
}

/// Whether some legal flight leads to a position for which `won` holds.
fn some_flight<G: Grid>(compatible: &G::Rows, occupied: G::Set, won: impl Fn(&G::Rows, G::Set) -> bool) -> bool {
    let state = State::<G> { compatible: *compatible, occupied, cards: G::Cards::default() };
    let mut cells = occupied;
    while let Some(from) = cells.pop() {
        let mut targets = compatible[from] & G::LINES[from] & occupied;
        while let Some(to) = targets.pop() {
            let next = state.after(from, to);
            if won(&next.compatible, next.occupied) {
                return true;
            }
        }
    }
    false
}

/// Whether the stacks can be brought together, by trying everything: the slow twin of the tables, and what the large
/// board does instead.
pub(super) fn play_out<G: Grid>(compatible: &G::Rows, occupied: G::Set) -> bool {
    occupied.len() == 1 || some_flight::<G>(compatible, occupied, play_out::<G>)
}

#[cfg(test)]
mod tests {
    use kibitzer_core::SplitMix;

    use super::*;

    /// The card graph on `occupied` whose edges are the bits of `graph`.
    fn rows(occupied: u16, mut graph: u32) -> [u16; 16] {
        let mut rows = [0; 16];
        for a in (0..16).filter(|&a| occupied.contains(a)) {
            for b in (0..a).filter(|&b| occupied.contains(b)) {
                if graph & 1 == 1 {
                    rows[a] |= 1 << b;
                    rows[b] |= 1 << a;
                }
                graph >>= 1;
            }
        }
        rows
    }

    #[test]
    fn every_ending_of_up_to_five_stacks_agrees_with_trying_everything() {
        for occupied in (0..=u16::MAX).filter(|set| (2..=4).contains(&set.count_ones())) {
            let pairs = occupied.count_ones() * (occupied.count_ones() - 1) / 2;
            for graph in 0..1 << pairs {
                let rows = rows(occupied, graph);
                let slow = play_out::<Small>(&rows, occupied);
                assert_eq!(Endings::shared().is_won(&rows, occupied), slow, "{occupied:016b} {graph:b}");
            }
        }
        // With five stacks the images are checked by one set each, and the sets themselves one in seven.
        for occupied in (0..=u16::MAX).filter(|set| set.count_ones() == 5).step_by(7) {
            for graph in 0..1 << 10 {
                let rows = rows(occupied, graph);
                let slow = play_out::<Small>(&rows, occupied);
                assert_eq!(Endings::shared().is_won(&rows, occupied), slow, "{occupied:016b} {graph:b}");
            }
        }
    }

    #[test]
    fn a_sample_of_the_larger_endings_agrees_with_trying_everything() {
        let mut stream = SplitMix::new(7);
        let sets: Vec<u16> = (0..=u16::MAX).filter(|set| (6..=7).contains(&set.count_ones())).collect();
        for _ in 0..20_000 {
            let occupied = sets[stream.below(sets.len())];
            let graph = u32::try_from(stream.below(1 << 21) & stream.below(1 << 21)).expect("21 bits");
            let rows = rows(occupied, graph);
            let slow = play_out::<Small>(&rows, occupied);
            assert_eq!(Endings::shared().is_won(&rows, occupied), slow, "{occupied:016b} {graph:b}");
        }
    }
}
