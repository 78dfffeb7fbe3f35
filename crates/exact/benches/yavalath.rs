//! How fast Yavalath is played out and searched. What is measured is counted first: time informs, counts gate.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kibitzer_core::SplitMix;
use kibitzer_exact::yavalath::{MateSearch, Position};
use kibitzer_games::yavalath::{Turn, Yavalath};
use kibitzer_search::mcts::{Decisive, Mcts, MctsThinker, Mean, Playout, Proofs, Ucb1, Uniform};
use kibitzer_search::{Analysis, Budget, Thinker};

const PLAYOUTS: u64 = 20_000;

/// The plies of some playouts from the empty board.
fn plies(playout: &impl Playout<Yavalath>) -> u64 {
    let mut stream = SplitMix::new(1);
    let mut plies = 0;
    for _ in 0..PLAYOUTS {
        playout.play(Yavalath::default(), &mut stream, |_| plies += 1);
    }
    plies
}

/// Tree search from the empty board with as many playouts.
fn grow() -> Analysis<Turn> {
    let mut thinker = MctsThinker::new(Mcts::new(Ucb1 { exploration: 1.0 }, Uniform, Proofs(Mean)));
    thinker.mcts.settings.expand_at = 16;
    let budget = Budget { nodes: Some(PLAYOUTS), ..Budget::default() };
    thinker.think(&Yavalath::default(), budget, &mut ()).verdict
}

/// A search for the fastest mate: the positions it looks at.
fn find_mate() -> u64 {
    let board: Yavalath = "d2 b4 d5 f8 g5 c4".parse().expect("a position");
    let mut search = MateSearch::new(u64::MAX);
    let mate = search.mate_within(&Position::new(&board).expect("the game goes on"), 7);
    assert_eq!(mate.map(|mate| mate.plies), Some(3));
    search.nodes()
}

fn yavalath(criterion: &mut Criterion) {
    let tree = grow();
    assert_eq!(tree.playouts, PLAYOUTS);
    assert!(tree.tree.node_bytes <= 32, "{} bytes a node", tree.tree.node_bytes);
    let counts = || (plies(&Uniform), plies(&Decisive), grow().tree.nodes, find_mate());
    let first = counts();
    assert_eq!(first, counts(), "plies of uniform and of decisive playouts, nodes, positions: counts repeat");
    assert!(first.0 < first.1, "who avoids the worst plays longer: {first:?}");

    let mut group = criterion.benchmark_group("yavalath playouts");
    group.throughput(Throughput::Elements(PLAYOUTS));
    group.bench_function("uniform", |bencher| bencher.iter(|| plies(&Uniform)));
    group.bench_function("decisive", |bencher| bencher.iter(|| plies(&Decisive)));
    group.bench_function("uniform in a tree", |bencher| bencher.iter(grow));
    group.finish();
    criterion.bench_function("yavalath, a mate in three", |bencher| bencher.iter(find_mate));
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = yavalath
}
criterion_main!(benches);
