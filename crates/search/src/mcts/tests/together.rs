//! Reuse of the tree, and lines that share their nodes.

use kibitzer_core::{Game, Payoff, SplitMix};

use crate::Thinker;

use super::super::*;
use super::noughts::Noughts;
use super::{playouts, proving};

/// Nodes that can be reached from the root, each block counted once; by a plain walk that shares no code with `reuse.rs`.
fn reachable<S, P, B, T: Share<Noughts>>(thinker: &MctsThinker<Noughts, S, P, B, T>) -> u64 {
    let tree = &thinker.trees[0];
    let mut blocks = std::collections::BTreeMap::new();
    let mut open = vec![tree.store.root()];
    while let Some(node) = open.pop() {
        if let Some((first, count)) = node.block()
            && blocks.insert(first, count).is_none()
        {
            open.extend(tree.store.block(first, count));
        }
    }
    1 + blocks.values().map(|count| u64::from(*count)).sum::<u64>()
}

fn follow<T: Share<Noughts> + Send + std::fmt::Debug>(mcts: Mcts<Ucb1, Uniform, Mean, T>) {
    let mut stream = SplitMix::new(11);
    for _ in 0..20 {
        let mut thinker = MctsThinker::new(mcts);
        let mut state = Noughts::default();
        let mut most = 0;
        while state.ended().is_none() {
            let analysis = thinker.think(&state, playouts(2_000), &mut ()).verdict;
            assert_eq!(analysis.tree.nodes, reachable(&thinker), "nothing leaks: {state}");
            most = most.max(analysis.tree.nodes);
            let mv = state.random_move(&mut stream).unwrap();
            let visits = analysis.moves.iter().find(|ranked| ranked.mv == mv).unwrap().visits.unwrap();
            let kept = thinker.advance(mv);
            state.play(mv);
            assert_eq!((thinker.position(), kept), (Some(&state), reachable(&thinker)));
            assert!(kept < analysis.tree.nodes);
            assert_eq!(thinker.analysis(None).playouts, visits, "the visits of the move are those of the new root");
        }
    }
}

#[test]
fn the_played_branch_stays_and_the_rest_is_free_again() {
    let mean = Mcts::new(Ucb1 { exploration: 1.0 }, Uniform, Mean);
    follow(mean);
    follow(mean.together());
}

#[test]
fn a_graph_has_one_block_for_each_position() {
    let mut thinker = MctsThinker::new(Mcts::new(Ucb1 { exploration: 2.0 }, Uniform, Mean).together());
    let mut apart = MctsThinker::new(Mcts::new(Ucb1 { exploration: 2.0 }, Uniform, Mean));
    let together = thinker.think(&Noughts::default(), playouts(50_000), &mut ()).verdict.tree.nodes;
    let apart = apart.think(&Noughts::default(), playouts(50_000), &mut ()).verdict.tree.nodes;
    // 5,478 positions in all, of which 4,520 are not over; their moves are 16,167.
    assert!(together <= 16_168 && apart > 16_168, "{together} and {apart} nodes");
}

#[test]
fn a_position_two_moves_on_is_found_in_the_tree() {
    let mut thinker = MctsThinker::new(proving());
    let start = Noughts::default();
    thinker.think(&start, playouts(2_000), &mut ());
    let first = thinker.analysis(None).variation;
    let later = start.after(first[0]).after(first[1]);
    let analysis = thinker.think(&later, playouts(100), &mut ()).verdict;
    assert!(analysis.tree.kept > 100 && analysis.playouts > 200, "{analysis:?}");
    thinker.forget();
    assert_eq!(thinker.think(&later, playouts(100), &mut ()).verdict.tree.kept, 0);
}
