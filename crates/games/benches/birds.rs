//! How fast Birds of a Feather plays: move generation, keys, graphs. Every bench asserts its answer.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kibitzer_core::{Game, perft};
use kibitzer_games::birds::{Size, deal};
use kibitzer_games::cards::DealNumber;

fn birds(criterion: &mut Criterion) {
    let board = deal(Size::STANDARD, DealNumber::try_from(80_431).expect("a number"));
    criterion.bench_function("birds: perft 3 of deal 80431", |bencher| {
        bencher.iter(|| assert_eq!(perft(black_box(&board), 3), 92_782));
    });
    let key = board.key();
    criterion.bench_function("birds: key", |bencher| bencher.iter(|| assert_eq!(black_box(&board).key(), key)));
    let trees = board.card_graph().spanning_trees();
    criterion.bench_function("birds: spanning trees", |bencher| {
        bencher.iter(|| assert_eq!(black_box(&board).card_graph().spanning_trees(), trees));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = birds
}
criterion_main!(benches);
