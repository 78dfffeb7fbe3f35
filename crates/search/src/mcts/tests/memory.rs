//! Limits on memory, and counters at their end.

use std::sync::atomic::Ordering::Relaxed;

use kibitzer_core::Payoff;

use crate::{Budget, Stop, Thinker};

use super::super::node::Amount;
use super::super::tree::Worker;
use super::super::*;
use super::noughts::Noughts;
use super::{plain, playouts};

/// One chunk of nodes: no search runs with less.
const CHUNK_BYTES: usize = 4096 * 32;

#[test]
fn a_full_tree_goes_on_without_growing_and_says_so() {
    for bytes in [1, CHUNK_BYTES, 3 * CHUNK_BYTES] {
        let budget = Budget { bytes: Some(bytes), ..playouts(60_000) };
        let mut thinker = MctsThinker::new(plain());
        let report = thinker.think(&Noughts::default(), budget, &mut ());
        assert!(report.verdict.tree.is_full, "{bytes} bytes: {:?}", report.verdict.tree);
        assert_eq!((report.verdict.playouts, report.verdict.stopped_by), (60_000, Some(Stop::Nodes)));
        assert!(report.stats.peak_bytes <= bytes.max(CHUNK_BYTES), "{bytes} bytes: {:?}", report.stats);
        assert!(report.verdict.tree.nodes * 32 > bytes.max(CHUNK_BYTES) as u64 / 2, "{:?}", report.verdict.tree);
        // What a move makes free is used again.
        let next = report.verdict.moves[0].mv;
        let kept = thinker.advance(next);
        let position = *thinker.position().unwrap();
        let again = thinker.think(&position, budget, &mut ());
        assert!(again.verdict.tree.nodes > kept, "{bytes} bytes: {:?}", again.verdict.tree);
        assert!(again.stats.peak_bytes <= bytes.max(CHUNK_BYTES));
    }
}

#[test]
fn a_graph_counts_its_list_of_positions() {
    let mcts = Mcts::new(Ucb1 { exploration: 2.0 }, Uniform, Mean).together();
    let budget = Budget { bytes: Some(2 * CHUNK_BYTES), ..playouts(60_000) };
    let report = MctsThinker::new(mcts).think(&Noughts::default(), budget, &mut ());
    assert!(report.verdict.tree.is_full && report.stats.peak_bytes <= 2 * CHUNK_BYTES, "{report:?}");
}

#[test]
fn a_full_tree_stops_the_search_where_that_is_asked() {
    let mut mcts = plain();
    mcts.settings.when_full = WhenFull::Stop;
    let budget = Budget { bytes: Some(CHUNK_BYTES), ..playouts(1_000_000) };
    let report = MctsThinker::new(mcts).think(&Noughts::default(), budget, &mut ());
    assert_eq!(report.verdict.stopped_by, Some(Stop::Memory));
}

#[test]
fn more_memory_lets_a_full_tree_grow_again() {
    let mut thinker = MctsThinker::new(plain());
    let small = Budget { bytes: Some(CHUNK_BYTES), ..playouts(30_000) };
    let before = thinker.think(&Noughts::default(), small, &mut ()).verdict.tree;
    let large = Budget { bytes: Some(100 * CHUNK_BYTES), ..playouts(30_000) };
    let after = thinker.think(&Noughts::default(), large, &mut ()).verdict.tree;
    assert!(before.is_full && !after.is_full && after.nodes > before.nodes, "{before:?} {after:?}");
}

#[test]
fn a_counter_at_its_end_stands_still() {
    let mut thinker = MctsThinker::new(plain());
    thinker.think(&Noughts::default(), playouts(100), &mut ());
    let (nearly, value) = (u32::MAX - (1 << 16), Amount::new(0.5));
    let tree = &thinker.trees[0];
    let total = value.0 * i64::from(nearly);
    for node in tree.children().iter().chain([tree.store.root()]) {
        node.visits.store(nearly, Relaxed);
        node.total.store(total, Relaxed);
    }
    let mut alone = Worker::<_, _, _, _, _, false>::new(&thinker.mcts, tree, thinker.streams[0].clone());
    (0..1_000).for_each(|_| alone.step());
    let mut shared = Worker::<_, _, _, _, _, true>::new(&thinker.mcts, tree, thinker.streams[0].clone());
    (0..1_000).for_each(|_| shared.step());
    assert_eq!((tree.store.root().visits(), tree.store.root().total()), (nearly, total));
    let analysis = thinker.analysis(None);
    assert!(analysis.moves.iter().all(|ranked| (ranked.value.unwrap() - 0.5).abs() < 1e-3), "{analysis:?}");
    assert_eq!(Noughts::default().ended(), None);
}
