//! Graphs on the stacks of a board, and the counts that papers take from them.

use crate::bits::members;

use super::board::CELLS;

/// An undirected graph on at most 49 vertices, numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    vertices: usize,
    neighbours: [u64; CELLS],
}

impl Graph {
    pub(super) const fn new(vertices: usize) -> Graph {
        Graph { vertices, neighbours: [0; CELLS] }
    }

    pub(super) fn connect(&mut self, a: usize, b: usize) {
        self.neighbours[a] |= 1 << b;
        self.neighbours[b] |= 1 << a;
    }

    /// The number of vertices.
    #[must_use]
    pub const fn vertices(&self) -> usize {
        self.vertices
    }

    /// The vertices adjacent to this one, as a bit set.
    #[must_use]
    pub const fn neighbours(&self, vertex: usize) -> u64 {
        self.neighbours[vertex]
    }

    /// The number of edges.
    #[must_use]
    pub fn edges(&self) -> u32 {
        self.rows().iter().map(|row| row.count_ones()).sum::<u32>() / 2
    }

    /// Whether every vertex can be reached from every other. So it is with one vertex, and with none.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        let all = (1 << self.vertices) - 1;
        let mut reached = all & 1;
        let mut fresh = reached;
        while fresh != 0 {
            let next = members(fresh).fold(0, |next, vertex| next | self.neighbours[vertex]);
            fresh = next & !reached;
            reached |= fresh;
        }
        reached == all
    }

    /// Pairs of vertices without an edge: nw1 of Hoshino and Kahn (2019).
    #[must_use]
    pub fn pairs_without_edge(&self) -> u32 {
        self.pairs_missing_from(|vertex| self.neighbours[vertex])
    }

    /// Pairs of vertices without a walk of length two, that is without a common neighbour: nw2 of Hoshino and Kahn
    /// (2019), over pairs i < j as their text defines it.
    #[must_use]
    pub fn pairs_without_common_neighbour(&self) -> u32 {
        self.pairs_missing_from(|vertex| {
            members(self.neighbours[vertex]).fold(0, |near, middle| near | self.neighbours[middle])
        })
    }

    fn pairs_missing_from(&self, joined: impl Fn(usize) -> u64) -> u32 {
        let all: u64 = (1 << self.vertices) - 1;
        (0..self.vertices).map(|vertex| (all & !joined(vertex) & (all << vertex << 1)).count_ones()).sum()
    }

    /// The number of spanning trees, by Kirchhoff's matrix-tree theorem; `None` where it might not fit 127 bits, which
    /// takes more than 27 vertices. It is 0 exactly for graphs that fall apart.
    #[must_use]
    pub fn spanning_trees(&self) -> Option<u128> {
        // A determinant of degrees and edges is at most the product of the degrees.
        let degrees = self.rows().iter().skip(1).map(|row| u128::from(row.count_ones().max(1)));
        let bound = degrees.fold(1, u128::saturating_mul);
        if self.vertices == 0 {
            Some(0)
        } else if self.vertices <= 17 && bound <= u128::from(u64::MAX) {
            Some(u128::from(determinant_u64(&self.reduced_laplacian(u64::wrapping_neg))))
        } else if bound < 1 << 127 {
            Some(determinant_u128(&self.reduced_laplacian(u128::wrapping_neg)))
        } else {
            None
        }
    }

    fn rows(&self) -> &[u64] {
        &self.neighbours[..self.vertices]
    }

    /// Degrees on the diagonal, -1 for each edge, the first row and column left out.
    fn reduced_laplacian<T: From<u32> + Copy, const N: usize>(&self, negate: fn(T) -> T) -> Matrix<T, N> {
        let mut entries = [[T::from(0); N]; N];
        for vertex in 1..self.vertices {
            let row = &mut entries[vertex - 1];
            for other in members(self.neighbours[vertex] & !1) {
                row[other - 1] = negate(T::from(1));
            }
            row[vertex - 1] = T::from(self.neighbours[vertex].count_ones());
        }
        Matrix { size: self.vertices - 1, entries }
    }
}

struct Matrix<T, const N: usize> {
    size: usize,
    entries: [[T; N]; N],
}

/// Writes a determinant modulo a power of two, for one word.
///
/// Gaussian elimination works modulo 2^w as long as the pivot is odd, since odd numbers have inverses. If all of the
/// `m` rows that are left are even, they are halved: that multiplies the determinant by 2^-m, and the entries are then
/// known modulo one power less, so the determinant of the original is still known modulo 2^(w - 1 + m), never less than
/// 2^w. A number of trees below 2^w is therefore found exactly, without fractions and without a division.
macro_rules! determinant {
    ($name:ident, $word:ty, $side:expr) => {
        fn $name(matrix: &Matrix<$word, $side>) -> $word {
            /// The inverse of an odd number, by Newton's iteration: each step doubles the correct bits.
            fn inverse(odd: $word) -> $word {
                let mut inverse = odd;
                while odd.wrapping_mul(inverse) != 1 {
                    inverse = inverse.wrapping_mul((2 as $word).wrapping_sub(odd.wrapping_mul(inverse)));
                }
                inverse
            }

            let (size, mut rows) = (matrix.size, matrix.entries);
            let mut determinant: $word = 1;
            let mut done = 0;
            while done < size {
                let odd = (done..size)
                    .flat_map(|row| (done..size).map(move |column| (row, column)))
                    .find(|&(row, column)| rows[row][column] & 1 == 1);
                let Some((row, column)) = odd else {
                    determinant = determinant.wrapping_mul(1 << (size - done));
                    if determinant == 0 {
                        break;
                    }
                    let left = rows[done..size].iter_mut().flat_map(|row| &mut row[done..size]);
                    left.for_each(|entry| *entry >>= 1);
                    continue;
                };
                if row != done {
                    rows.swap(row, done);
                    determinant = determinant.wrapping_neg();
                }
                if column != done {
                    rows[..size].iter_mut().for_each(|row| row.swap(column, done));
                    determinant = determinant.wrapping_neg();
                }
                let pivot = rows[done];
                determinant = determinant.wrapping_mul(pivot[done]);
                let inverse = inverse(pivot[done]);
                for row in &mut rows[done + 1..size] {
                    let factor = row[done].wrapping_mul(inverse);
                    for (entry, &above) in row[done..].iter_mut().zip(&pivot[done..]) {
                        *entry = entry.wrapping_sub(factor.wrapping_mul(above));
                    }
                }
                done += 1;
            }
            determinant
        }
    };
}

determinant!(determinant_u64, u64, 16);
determinant!(determinant_u128, u128, 48);

#[cfg(test)]
mod tests {
    use kibitzer_core::SplitMix;

    use super::*;

    /// A graph on `vertices` with each edge present `in_eight` times out of eight.
    fn random(stream: &mut SplitMix, vertices: usize, in_eight: usize) -> Graph {
        let mut graph = Graph::new(vertices);
        for a in 0..vertices {
            for b in a + 1..vertices {
                if stream.below(8) < in_eight {
                    graph.connect(a, b);
                }
            }
        }
        graph
    }

    /// The slow twin: a tree is a leaf-free choice of edges, so delete an edge or contract it.
    fn count_trees(edges: &[(usize, usize)], vertices: usize) -> u128 {
        match edges.split_last() {
            _ if vertices == 1 => 1,
            None => 0,
            Some((&(a, b), rest)) => {
                let contracted: Vec<_> = rest
                    .iter()
                    .map(|&(c, d)| (if c == b { a } else { c }, if d == b { a } else { d }))
                    .filter(|(c, d)| c != d)
                    .collect();
                count_trees(rest, vertices) + count_trees(&contracted, vertices - 1)
            }
        }
    }

    fn edge_list(graph: &Graph) -> Vec<(usize, usize)> {
        let above = |a: usize| members(graph.neighbours(a)).filter(move |&b| b > a).map(move |b| (a, b));
        (0..graph.vertices()).flat_map(above).collect()
    }

    #[test]
    fn trees_agree_with_deletion_and_contraction() {
        let mut stream = SplitMix::new(4);
        for round in 0..400 {
            let graph = random(&mut stream, 1 + round % 7, 1 + round % 8);
            let slow = count_trees(&edge_list(&graph), graph.vertices());
            assert_eq!(graph.spanning_trees(), Some(slow), "{graph:?}");
            assert_eq!(slow > 0, graph.is_connected(), "{graph:?}");
        }
    }

    #[test]
    fn complete_graphs_have_cayleys_number_of_trees() {
        let mut stream = SplitMix::new(0);
        for vertices in 2..=27_u32 {
            let graph = random(&mut stream, vertices as usize, 8);
            assert_eq!(graph.spanning_trees(), Some(u128::from(vertices).pow(vertices - 2)), "{vertices} vertices");
        }
        assert_eq!(random(&mut stream, 49, 8).spanning_trees(), None);
    }

    #[test]
    fn both_word_sizes_agree() {
        let mut stream = SplitMix::new(5);
        for round in 0..500 {
            let graph = random(&mut stream, 16, 1 + round % 8);
            let wide = determinant_u128(&graph.reduced_laplacian(u128::wrapping_neg));
            assert_eq!(graph.spanning_trees(), Some(wide), "{graph:?}");
        }
    }

    #[test]
    fn pairs_are_counted_as_in_the_definition() {
        let mut stream = SplitMix::new(6);
        for round in 0..300 {
            let graph = random(&mut stream, 1 + round % 12, round % 9);
            let joined = |a: usize, b: usize| graph.neighbours(a) >> b & 1 == 1;
            let pairs = || (0..graph.vertices()).flat_map(|b| (0..b).map(move |a| (a, b)));
            let walk = |a: usize, b: usize| (0..graph.vertices()).any(|c| joined(a, c) && joined(c, b));
            assert_eq!(graph.edges() as usize, pairs().filter(|&(a, b)| joined(a, b)).count());
            assert_eq!(graph.pairs_without_edge() as usize, pairs().filter(|&(a, b)| !joined(a, b)).count());
            let apart = pairs().filter(|&(a, b)| !walk(a, b)).count();
            assert_eq!(graph.pairs_without_common_neighbour() as usize, apart, "{graph:?}");
        }
    }
}
