//! Looking into the trees while they grow.

use kibitzer_core::Payoff;

use crate::{Analysis, Branch, Insight};

use super::backup::Backup;
use super::node::Node;
use super::playout::Playout;
use super::select::Select;
use super::share::Share;
use super::thinker::MctsThinker;
use super::tree::{Tree, value};

impl<G, S, P, B, T> Insight<G::Move> for MctsThinker<G, S, P, B, T>
where
    G: Payoff<Move: Send + Sync> + Send + Sync,
    S: Select<G>,
    P: Playout<G>,
    B: Backup,
    T: Share<G>,
{
    fn analysis(&self) -> Analysis<G::Move> {
        self.snapshot()
    }

    /// Added up over all trees, as the moves of the root are.
    fn branches(&self, line: &[G::Move]) -> Vec<Branch<G::Move>> {
        let Some(mut position) = self.position().cloned() else { return Vec::new() };
        let mut nodes: Vec<(&Tree<G, T::Key>, &Node)> =
            self.trees.iter().map(|tree| (tree, tree.store.root())).collect();
        for mv in line {
            let Some(index) = position.moves().position(|legal| legal == *mv) else { return Vec::new() };
            let step = |(tree, node): (_, _)| Some((tree, Tree::children_of(tree, node).get(index)?));
            nodes = nodes.into_iter().filter_map(step).collect();
            position.play(*mv);
        }
        if nodes.iter().all(|(tree, node)| tree.children_of(node).is_empty()) {
            return Vec::new();
        }
        let branch = |(index, mv): (usize, G::Move)| {
            let mut branch = Branch { mv, visits: 0, value: None, proved: None, branches: 0 };
            let mut sum = 0.0;
            for (tree, child) in
                nodes.iter().filter_map(|(tree, node)| Some((tree, tree.children_of(node).get(index)?)))
            {
                branch.visits += u64::from(child.visits());
                sum += f64::from(value::<B>(child)) * f64::from(child.visits());
                branch.proved = branch.proved.or_else(|| child.proof());
                branch.branches = branch.branches.max(tree.children_of(child).len());
            }
            #[expect(clippy::cast_precision_loss, reason = "a mean needs no more")]
            let mean = (branch.visits > 0).then(|| sum / branch.visits as f64);
            Branch { value: mean, ..branch }
        };
        position.moves().enumerate().map(branch).collect()
    }
}
