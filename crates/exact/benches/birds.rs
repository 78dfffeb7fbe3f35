//! How fast Birds of a Feather is decided. Every bench asserts its answer and its nodes: time informs, nodes gate.

use criterion::{Criterion, criterion_group, criterion_main};
use kibitzer_exact::birds::Exact;
use kibitzer_games::birds::{Birds, Size, deal};
use kibitzer_games::cards::DealNumber;
use kibitzer_search::{Budget, Solver, Verdict};

fn numbered(number: u64) -> Birds {
    deal(Size::STANDARD, DealNumber::try_from(number).expect("a number"))
}

/// Decides the boards; returns how many are unsolvable and the nodes of all.
fn decide(exact: &mut Exact, boards: &[Birds]) -> (usize, u64) {
    let mut counts = (0, 0);
    for board in boards {
        let report = exact.solve(board, Budget::default(), &mut ());
        counts.0 += usize::from(report.verdict == Verdict::Unsolvable);
        counts.1 += report.stats.expanded;
    }
    counts
}

fn birds(criterion: &mut Criterion) {
    let mut exact = Exact::default();
    let cases = [
        ("the first thousand deals", (0..1_000).collect::<Vec<u64>>(), (4, 32_449)),
        ("a deal won by one dive", vec![80_431], (0, 9)),
        ("a long refutation, deal 12226", vec![12_226], (1, 18_470)),
    ];
    for (name, numbers, expected) in cases {
        let boards: Vec<Birds> = numbers.into_iter().map(numbered).collect();
        assert_eq!(decide(&mut exact, &boards), expected, "{name}: unsolvable deals and nodes");
        criterion.bench_function(name, |bencher| bencher.iter(|| decide(&mut exact, &boards)));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = birds
}
criterion_main!(benches);
