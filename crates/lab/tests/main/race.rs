//! Races: counts that repeat, and the drawing.

use std::num::NonZeroUsize;

use kibitzer_catalog::{Budget, GameSpec};
use kibitzer_lab::plot;
use kibitzer_lab::race::Race;

fn race(threads: usize) -> Race {
    let game: GameSpec = "birds:rows=3,cols=3".parse().expect("a game");
    let room = game.puzzle().expect("a puzzle");
    let specs = ["exact", "dfs", "dfs:closed=off,prune=graphs", "best-first", "a-star", "ida-star"];
    Race {
        game,
        seeds: 0..200,
        contenders: specs.iter().map(|spec| room.algorithm(spec).expect("a search")).collect(),
        budget: Budget { nodes: Some(50), ..Budget::default() },
        models: None,
        threads: NonZeroUsize::new(threads).expect("not zero"),
        is_watched: false,
    }
}

#[test]
fn counts_repeat_on_any_number_of_threads() {
    let [one, three] = [1, 3].map(|threads| race(threads).run().expect("the searches agree"));
    assert_eq!(one.deals(), three.deals());
    for (a, b) in one.contenders.iter().zip(&three.contenders) {
        assert_eq!((&a.nodes, &a.decided, &a.lengths, a.counts), (&b.nodes, &b.decided, &b.lengths, b.counts));
        assert_eq!(a.counts.iter().sum::<u64>(), 200);
        assert_eq!(a.decided.total() + a.counts[2], 200);
    }
    assert_eq!(plot::race(&one).expect("a drawing"), plot::race(&three).expect("a drawing"));
}

#[test]
fn the_drawing_names_every_search() {
    let finish = race(2).run().expect("the searches agree");
    let svg = plot::race(&finish).expect("a drawing").svg;
    for contender in &finish.contenders {
        assert!(svg.contains(&format!("{}: {} of 200 decided", contender.search, contender.decided.total())), "{svg}");
    }
}
