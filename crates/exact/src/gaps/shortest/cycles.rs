//! How many vertices it takes, at least, to break all cycles of a small graph.

use kibitzer_games::bits::members;

/// A number of vertices that no set which meets every cycle falls short of; counted no further than `most`. `before` has
/// the vertices from which arrows lead to a vertex.
///
/// A vertex without arrows in or out is on no cycle. A vertex with an arrow to itself is in every such set. A vertex with
/// one arrow in, or one out, may be left out and its arrows joined: every cycle through it also goes through that
/// neighbour, which may stand for it (Levy and Low, "A contraction algorithm for finding small cycle cutsets", Journal
/// of Algorithms 9, 1988). These keep the least number. Where none applies some cycle is taken out whole: the least
/// number falls by one at least. So the count is exact unless that happens, and never too high.
pub(super) fn fewest_breaks(mut left: u64, mut before: [u64; 64], most: u8) -> u8 {
    let mut after = [0_u64; 64];
    for vertex in members(left) {
        for earlier in members(before[vertex & 63] & left) {
            after[earlier & 63] |= 1 << vertex;
        }
    }
    let mut breaks = 0;
    while left != 0 && breaks < most {
        let whole = left;
        for vertex in members(whole) {
            let bit = 1 << vertex;
            let (into, out) = (before[vertex & 63] & left, after[vertex & 63] & left);
            if into & bit != 0 {
                breaks += 1;
                left &= !bit;
            } else if into & into.wrapping_sub(1) == 0 || out & out.wrapping_sub(1) == 0 {
                left &= !bit;
                for earlier in members(into) {
                    after[earlier & 63] |= out;
                }
                for later in members(out) {
                    before[later & 63] |= into;
                }
            }
        }
        if left == whole {
            left &= !some_cycle(left, &before);
            breaks += 1;
        }
    }
    breaks.min(most)
}

/// The same for sets of vertices among some alone; `None` if there are cycles without any of those.
///
/// The other vertices are left out one by one, with an arrow from each vertex before to each vertex after: cycles through
/// a vertex left out become cycles through those. An arrow from a vertex to itself is then a cycle without any.
pub(super) fn fewest_breaks_among(among: u64, all: u64, mut before: [u64; 64], most: u8) -> Option<u8> {
    let mut left = all;
    for vertex in members(all & !among) {
        let bit = 1 << vertex;
        let into = before[vertex] & left;
        if into & bit != 0 {
            return None;
        }
        left &= !bit;
        for later in members(left) {
            if before[later] & bit != 0 {
                before[later] |= into;
            }
        }
    }
    Some(fewest_breaks(left, before, most))
}

/// The vertices of a cycle, in a graph where every vertex has an arrow in.
fn some_cycle(left: u64, before: &[u64; 64]) -> u64 {
    let back = |vertex: u32| (before[vertex as usize] & left).trailing_zeros();
    // As many steps back as there are vertices end on a cycle.
    let on_cycle = (0..left.count_ones()).fold(left.trailing_zeros(), |vertex, _| back(vertex));
    let mut cycle = 1 << on_cycle;
    let mut vertex = back(on_cycle);
    while vertex != on_cycle {
        cycle |= 1 << vertex;
        vertex = back(vertex);
    }
    cycle
}
