//! How fast Connect Four is solved and searched. Every bench asserts its nodes: time informs, nodes gate.

use criterion::{Criterion, criterion_group, criterion_main};
use kibitzer_exact::connect4::Exact;
use kibitzer_games::connect4::Connect4;
use kibitzer_search::mcts::{Mcts, MctsThinker, Mean, Proofs, Ucb1, Uniform};
use kibitzer_search::{Budget, Thinker};

/// Solves a position with empty tables; returns its score and the nodes.
fn solve(exact: &mut Exact, position: &Connect4) -> (i32, u64) {
    exact.forget();
    let report = exact.score(position, Budget::default(), &mut ());
    (report.verdict.expect("no limit was set"), report.stats.expanded)
}

fn connect4(criterion: &mut Criterion) {
    let mut exact = Exact::default();
    exact.table_bytes = 1 << 20;
    let cases = [
        ("14 plies", "54517715437617", (1, 11_840)),
        ("20 plies", "57436672751265662736", (3, 700)),
        ("28 plies", "7663227151173623656236733751", (-2, 63)),
    ];
    for (name, moves, expected) in cases {
        let position: Connect4 = moves.parse().expect("a position");
        assert_eq!(solve(&mut exact, &position), expected, "{name}: score and nodes");
        criterion.bench_function(name, |bencher| bencher.iter(|| solve(&mut exact, &position)));
    }
}

/// Tree search from the empty board with so many playouts; the nodes of its tree.
fn grow(playouts: u64) -> u64 {
    let mut thinker = MctsThinker::new(Mcts::new(Ucb1 { exploration: 1.0 }, Uniform, Proofs(Mean)));
    let budget = Budget { nodes: Some(playouts), ..Budget::default() };
    thinker.think(&Connect4::default(), budget, &mut ()).verdict.tree.nodes
}

fn tree_search(criterion: &mut Criterion) {
    assert_eq!(grow(20_000), 39_796, "nodes after 20,000 playouts");
    criterion.bench_function("tree search, 20,000 playouts", |bencher| bencher.iter(|| grow(20_000)));
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = connect4, tree_search
}
criterion_main!(benches);
