//! How fast Connect Four is solved. Every bench asserts its score and its nodes: time informs, nodes gate.

use criterion::{Criterion, criterion_group, criterion_main};
use kibitzer_exact::connect4::Exact;
use kibitzer_games::connect4::Connect4;
use kibitzer_search::Budget;

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

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = connect4
}
criterion_main!(benches);
