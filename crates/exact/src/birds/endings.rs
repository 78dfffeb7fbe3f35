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
        let Place { order, base } = self.places[usize::from(entry)];
        let number = (base + graph(compatible, order, count)) as usize;
        match self.answer(number) {
            0 => self.work_out(compatible, occupied, number),
            answer => answer == WON,
        }
    }

    /// Whether the stacks on `occupied`, eight at most, can be brought together once the stack on `from` has flown to `to`.
    ///
    /// The edges of the card that flies are those it had, but for the one to the covered card: where an ending is looked up,
    /// it is the same to ask for the row of `from` in place of that of `to`.
    #[inline(always)]
    pub(super) fn is_won_after(&self, compatible: &[u16; 16], occupied: u16, (from, to): (usize, usize)) -> bool {
        let left = occupied & !(1 << from);
        let count = left.count_ones();
        let entry = self.index[usize::from(left)];
        if count <= 1 || entry == 0 {
            return count == 1;
        }
        let Place { order, base } = self.places[usize::from(entry)];
        let number = (base + graph(compatible, relabelled(order, to, from), count)) as usize;
        match self.answer(number) {
            0 => {
                let state = State::<Small> { compatible: *compatible, occupied, cards: 0 }.after(from, to);
                self.work_out(&state.compatible, left, number)
            }
            answer => answer == WON,
        }
    }

    #[inline(always)]
    fn answer(&self, number: usize) -> u64 {
        self.answers[number / ANSWERS_PER_WORD].load(Ordering::Relaxed) >> (2 * (number % ANSWERS_PER_WORD)) & 3
    }

    #[cold]
    #[inline(never)]
    fn work_out(&self, compatible: &[u16; 16], occupied: u16, number: usize) -> bool {
        let won = flights::<Small>(compatible, occupied).any(|flight| self.is_won_after(compatible, occupied, flight));
        let answer = if won { WON } else { LOST } << (2 * (number % ANSWERS_PER_WORD));
        self.answers[number / ANSWERS_PER_WORD].fetch_or(answer, Ordering::Relaxed);
        won
    }
}

/// An order of cells with one cell in place of another.
///
/// ```text
/// order                      4 7 0 5   in nibbles, the first cell last
/// others = order ^ 7777      3 0 7 2   the nibble of cell 7 becomes zero
/// spots                      0 1 0 0   the lowest bit of each nibble: whether all of them were zero
/// order ^ spots * (7 ^ 9)    4 9 0 5   cell 9 stands where cell 7 stood
/// ```
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "there are sixteen cells")]
const fn relabelled(order: u32, cell: usize, by: usize) -> u32 {
    const LOWEST: u32 = 0x1111_1111;
    let others = order ^ (LOWEST * cell as u32);
    let pairs = others | others >> 1;
    let spots = !(pairs | pairs >> 2) & LOWEST;
    order ^ (spots * (cell ^ by) as u32)
}

/// The edges among the first `count` cells in this order, two to seven, a bit for each pair.
#[inline(always)]
fn graph(compatible: &[u16; 16], order: u32, count: u32) -> u32 {
    match count {
        7 => graph_of::<7>(compatible, order),
        6 => graph_of::<6>(compatible, order),
        5 => graph_of::<5>(compatible, order),
        4 => graph_of::<4>(compatible, order),
        3 => graph_of::<3>(compatible, order),
        _ => graph_of::<2>(compatible, order),
    }
}

/// The same, unrolled: the ends of short loops are what no processor foresees.
#[inline(always)]
fn graph_of<const COUNT: usize>(compatible: &[u16; 16], order: u32) -> u32 {
    let (mut graph, mut bit) = (0, 0);
    for a in 0..COUNT {
        let row = compatible[(order >> (4 * a) & 15) as usize];
        for b in 0..a {
            graph |= u32::from(row >> (order >> (4 * b) & 15) & 1) << bit;
            bit += 1;
        }
    }
    graph
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

/// The legal flights, as cells.
#[inline(always)]
fn flights<G: Grid>(compatible: &G::Rows, occupied: G::Set) -> impl Iterator<Item = (usize, usize)> {
    let mut cells = occupied;
    std::iter::from_fn(move || cells.pop()).flat_map(move |from| {
        let mut targets = compatible[from] & G::LINES[from] & occupied;
        std::iter::from_fn(move || targets.pop()).map(move |to| (from, to))
    })
}

/// Whether the stacks can be brought together, by trying everything: the slow twin of the tables, and what the large
/// board does instead.
pub(super) fn play_out<G: Grid>(compatible: &G::Rows, occupied: G::Set) -> bool {
    let state = State::<G> { compatible: *compatible, occupied, cards: G::Cards::default() };
    let is_won = |(from, to)| {
        let next = state.after(from, to);
        play_out::<G>(&next.compatible, next.occupied)
    };
    occupied.len() == 1 || flights::<G>(compatible, occupied).any(is_won)
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
    fn an_ending_after_a_flight_is_that_of_the_position_after_it() {
        let mut stream = SplitMix::new(8);
        let sets: Vec<u16> = (0..=u16::MAX).filter(|set| (2..=8).contains(&set.count_ones())).collect();
        let mut counts = [0; 2];
        for _ in 0..20_000 {
            let occupied = sets[stream.below(sets.len())];
            let compatible = rows(occupied, u32::try_from(stream.below(1 << 28)).expect("28 bits"));
            let state = State::<Small> { compatible, occupied, cards: 0 };
            for (from, to) in flights::<Small>(&compatible, occupied) {
                let next = state.after(from, to);
                let won = Endings::shared().is_won(&next.compatible, next.occupied);
                let at_once = Endings::shared().is_won_after(&compatible, occupied, (from, to));
                assert_eq!(at_once, won, "{occupied:016b} {compatible:?}: {from} onto {to}");
                counts[usize::from(won)] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 1000), "{counts:?} are enough of both kinds");
    }

    #[test]
    fn a_cell_stands_where_another_stood() {
        assert_eq!(relabelled(0x0432_1057, 7, 9), 0x0432_1059);
        assert_eq!(relabelled(0x0432_1057, 0, 15) & 0x0FFF_FFFF, 0x0432_1F57);
        assert_eq!(relabelled(0x0432_1057, 6, 9), 0x0432_1057, "a cell that is not there");
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
