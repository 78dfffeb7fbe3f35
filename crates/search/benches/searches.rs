//! One bench for each search, on stacks of pancakes; each asserts its answer.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kibitzer_core::Blind;
use kibitzer_search::{BestFirst, Budget, Closed, DepthFirst, IdaStar, Solver, Verdict, Weight};

#[path = "../tests/pancakes.rs"]
mod pancakes;

use pancakes::{Pancakes, gaps};

fn bench(c: &mut Criterion, name: &str, solver: &mut dyn Solver<Pancakes>, expected: (u8, usize, u64)) {
    let (count, length, expanded) = expected;
    let start = Pancakes::shuffled(count, 1);
    c.bench_function(name, |bencher| {
        bencher.iter(|| {
            let report = solver.solve(black_box(&start), Budget::default(), &mut ());
            let Verdict::Solved(moves) = report.verdict else { panic!("every stack can be sorted") };
            assert_eq!((moves.len(), report.stats.expanded), (length, expanded));
        });
    });
}

/// Half of what is known, so that the searches have something to do.
fn half(pancakes: &Pancakes) -> Option<u32> {
    gaps(pancakes).map(|gaps| gaps / 2)
}

fn searches(c: &mut Criterion) {
    bench(c, "dfs", &mut DepthFirst { heuristic: Blind, closed: Closed::All }, (9, 53_209, 53_209));
    bench(c, "greedy", &mut BestFirst { heuristic: half, weight: Weight::Greedy }, (14, 72, 72));
    bench(c, "breadth-first", &mut BestFirst { heuristic: Blind, weight: Weight::A_STAR }, (8, 6, 8856));
    bench(c, "a-star", &mut BestFirst { heuristic: half, weight: Weight::A_STAR }, (10, 7, 1017));
    bench(c, "ida-star", &mut IdaStar { heuristic: half }, (9, 8, 15_967));
}

criterion_group!(benches, searches);
criterion_main!(benches);
