//! The variables that tell unsolvable deals: those of Hoshino and Kahn (2019), and further ones of the same kind.

use kibitzer_games::birds::{Birds, Graph};

use crate::features::Features;

use super::graphs::{Graphs, components, strangers};

/// Which variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variables {
    /// nw1, nw2 and the number of spanning trees of the compatibility graph: the paper's three.
    Paper,
    /// The same three of the compatibility graph and of the stackability graph, which has an edge where a pair matches
    /// by position, too; its parts and its stacks without an edge. The paper's future work.
    Stackability,
}

/// The variables of a deal. Pairs are counted once, i < j, as the paper defines them; the threshold on nw2 that it
/// prints, 74, counts both i < j and j < i and means 37 here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealVariables(
    /// Which ones.
    pub Variables,
);

impl Features<Birds> for DealVariables {
    fn names(&self) -> Vec<String> {
        let further: &[&str] = match self.0 {
            Variables::Paper => &[],
            Variables::Stackability => &["stack_nw1", "stack_nw2", "log_stack_st", "stack_parts", "stack_alone"],
        };
        ["nw1", "nw2", "log_st"].iter().chain(further).map(ToString::to_string).collect()
    }

    #[expect(clippy::cast_precision_loss, reason = "there are at most 1,176 pairs")]
    fn measure(&self, state: &Birds, out: &mut Vec<f32>) {
        let compatibility = state.card_graph();
        let (nw1, nw2) = (compatibility.pairs_without_edge(), compatibility.pairs_without_common_neighbour());
        out.extend([nw1 as f32, nw2 as f32, log_trees(&compatibility)]);
        if self.0 == Variables::Stackability {
            let graphs = Graphs::new(state);
            let pairs = graphs.all.count_ones() * (graphs.all.count_ones() - 1) / 2;
            let stackability = state.stackability_graph();
            let alone = (0..stackability.vertices()).filter(|&vertex| stackability.neighbours(vertex) == 0).count();
            out.extend([
                (pairs - stackability.edges()) as f32,
                strangers(&graphs.legal, graphs.all) as f32,
                log_trees(&stackability),
                components(&graphs.legal, graphs.all) as f32,
                alone as f32,
            ]);
        }
    }
}

/// The binary logarithm of the exact number of spanning trees, and -1 where there is none. It is rounded only
/// here, where models compare it with thresholds; a graph with too many trees to count passes for a rich one.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a logarithm needs few digits")]
fn log_trees(graph: &Graph) -> f32 {
    match graph.spanning_trees() {
        Some(0) => -1.0,
        Some(trees) => (trees as f64).log2() as f32,
        None => 128.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> Vec<f32> {
        let mut row = Vec::new();
        DealVariables(Variables::Stackability).measure(&text.parse().expect("a board"), &mut row);
        row
    }

    /// The deal of the paper's conclusion: connected, two walks of length two between any two cards, and no move at all.
    #[test]
    fn the_latin_square_looks_fine_to_the_papers_variables_and_hopeless_to_ours() {
        let square = row("2C 4S 6H 8D / 6D 8H 2S 4C / 8S 6C 4D 2H / 4H 2D 8C 6S");
        let [nw1, nw2, log_st, stack_nw1, _, log_stack_st, stack_parts, stack_alone] = square[..] else {
            panic!("{square:?}")
        };
        assert_eq!((nw1, nw2), (72.0, 0.0));
        assert!(log_st > 0.0);
        assert_eq!((stack_nw1, log_stack_st, stack_parts, stack_alone), (120.0, -1.0, 16.0, 16.0));
    }

    #[test]
    fn a_deal_that_falls_apart_has_no_spanning_tree() {
        assert_eq!(row("AC 7D / 2C 8D")[2], -1.0);
        // A triangle of clubs, and 7D on 8C.
        assert_eq!(row("AC 2C / 7D 8C")[2], 3.0_f32.log2());
    }
}
