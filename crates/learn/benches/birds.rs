//! What it costs to say which child of a position looks best. Time informs; the sums that are asserted gate.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kibitzer_core::{Game, Heuristic, MoveOrder};
use kibitzer_games::birds::{Birds, BothGraphs, Size, deal};
use kibitzer_games::cards::DealNumber;
use kibitzer_learn::birds::{FastOrder, RegressionOrder, Variant, shipped};

fn orders(criterion: &mut Criterion) {
    let deals: Vec<Birds> =
        (0..200).map(|number| deal(Size::STANDARD, DealNumber::try_from(number).expect("small"))).collect();
    let children: Vec<Birds> = deals.iter().flat_map(|start| start.moves().map(|mv| start.after(mv))).collect();
    let fast = FastOrder::from_library(shipped()).expect("it comes along");
    let regression = RegressionOrder::from_library(shipped(), Variant::Lr).expect("it comes along");
    let mut group = criterion.benchmark_group("an estimate of a child");
    group.throughput(Throughput::Elements(children.len() as u64));

    let mut ranked = Vec::new();
    let mut rank = || {
        let mut count = 0;
        for start in &deals {
            ranked.clear();
            fast.rank(start, &mut ranked);
            count += ranked.len();
        }
        count
    };
    assert_eq!(rank(), children.len(), "every flight has a rank");
    group.bench_function("learned order, from the parent", |bencher| bencher.iter(&mut rank));

    let sum = |heuristic: &dyn Heuristic<Birds>| {
        children.iter().map(|child| u64::from(heuristic.estimate(child).unwrap_or(0))).sum::<u64>()
    };
    for (name, heuristic) in [
        ("learned order, from the child", &fast as &dyn Heuristic<Birds>),
        ("regression on 83 terms", &regression),
        ("both graphs", &BothGraphs),
    ] {
        assert!(sum(heuristic) > 0, "{name}");
        group.bench_function(name, |bencher| bencher.iter(|| sum(heuristic)));
    }
    group.bench_function("for comparison, a key", |bencher| {
        bencher.iter(|| children.iter().for_each(|child| _ = std::hint::black_box(child.key())));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = orders
}
criterion_main!(benches);
