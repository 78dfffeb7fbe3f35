//! Cut vertices: those without which a connected graph falls apart.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use super::grid::{Grid, Set};

/// The cut vertices of the graph that `rows` has on `vertices`, which must be connected and have two members.
///
/// One flood for each vertex that is left out, all at once, a lane each: in lane `v` the reached vertices grow by the
/// row of every reached vertex, never by `v`. There is no branch inside, so the lanes become vector instructions.
#[inline(always)]
pub(super) fn cut_vertices<G: Grid>(rows: &G::Rows, vertices: G::Set) -> G::Set {
    let first = vertices.first();
    let second = vertices.rest().first();
    let mut others = G::NO_ROWS;
    for (vertex, others) in others.as_mut().iter_mut().enumerate() {
        *others = vertices & !G::Set::only(vertex);
    }
    let mut reached = G::NO_ROWS;
    for (reached, others) in reached.as_mut().iter_mut().zip(others.as_ref()) {
        *reached = (G::Set::only(first) | rows[first]) & *others;
    }
    reached[first] = G::Set::only(second);
    loop {
        let before = reached;
        let mut left = vertices;
        while let Some(vertex) = left.pop() {
            let row = rows[vertex];
            for (reached, others) in reached.as_mut().iter_mut().zip(others.as_ref()) {
                *reached |= row & *others & reached.spread(vertex);
            }
        }
        if reached.as_ref() == others.as_ref() {
            return G::Set::EMPTY;
        }
        if reached.as_ref() == before.as_ref() {
            break;
        }
    }
    let mut cuts = G::Set::EMPTY;
    let mut left = vertices;
    while let Some(vertex) = left.pop() {
        if reached[vertex] != others[vertex] {
            cuts |= G::Set::only(vertex);
        }
    }
    cuts
}

#[cfg(test)]
mod tests {
    use kibitzer_core::SplitMix;

    use super::super::grid::{Small, flood};
    use super::*;

    #[test]
    fn cut_vertices_are_those_without_which_a_flood_stops_short() {
        let mut stream = SplitMix::new(1);
        for round in 0..20_000 {
            let vertices = u16::try_from(stream.below(1 << 16)).expect("16 bits");
            let mut rows = [0_u16; 16];
            for a in 0..16 {
                for b in 0..a {
                    if vertices.contains(a) && vertices.contains(b) && stream.below(8) <= round % 4 {
                        rows[a] |= 1 << b;
                        rows[b] |= 1 << a;
                    }
                }
            }
            let connected = |set: u16| flood::<Small>(&rows, Set::only(set.first()), set) == set;
            if vertices.count_ones() >= 2 && connected(vertices) {
                let slow = (0..16).filter(|&v| vertices.contains(v) && !connected(vertices & !(1 << v)));
                let slow = slow.fold(0, |cuts, v| cuts | 1 << v);
                assert_eq!(cut_vertices::<Small>(&rows, vertices), slow, "{rows:?}");
            }
        }
    }
}
