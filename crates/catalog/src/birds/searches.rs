//! The searches that fit Birds of a Feather.

use kibitzer_core::Blind;
use kibitzer_exact::birds::Exact;
use kibitzer_exact::birds::checker::Checker;
use kibitzer_exact::birds::player::{Idea, Ideas, OneGame, Planner, Roberson};
use kibitzer_games::birds::{Birds, BothGraphs, LinePairs, Remaining, ScoreAndMoves};
use kibitzer_learn::birds::{FastOrder, Joined, RegressionOrder, Variant};
use kibitzer_learn::models::Library;
use kibitzer_search::mcts::{
    AllOrNothing, Backup, Choose, Highest, Mcts, MctsThinker, Mean, PLAYOUT_LIMIT, Playout, Proofs, TopK, Ucb1,
    Uniform, WhenFull,
};
use kibitzer_search::{BestFirst, Closed, DepthFirst, IdaStar, OrderedDepthFirst, Solver, TurnByTurn, Weight};

use crate::algorithm::{Algorithm, Listing};
use crate::options::{Kind, Options, Parameter};

const NO_PARAMETERS: &[Parameter] = &[];

const PRUNE: Parameter = Parameter {
    name: "prune",
    kind: Kind::Word { words: &["none", "graphs"] },
    help: "graphs: drop positions whose stacks fall apart in cards or lines",
};

/// The same for a search that remembers every position it meets: without pruning it fills the memory.
const PRUNE_FIRST: Parameter = Parameter { kind: Kind::Word { words: &["graphs", "none"] }, ..PRUNE };

const CLOSED: Parameter = Parameter {
    name: "closed",
    kind: Kind::Word { words: &["on", "off"] },
    help: "on: remember all positions met; off: only the path, in little memory",
};

const CHECKED: Parameter = Parameter {
    name: "prune",
    kind: Kind::Word { words: &["checker", "graphs", "none"] },
    help: "checker: graphs, and positions lost by lynchpins",
};

const TURN: Parameter = Parameter {
    name: "iterations",
    kind: Kind::Whole { default: 100, range: 1..=10_000_000 },
    help: "ways to an end that are tried for one turn",
};

const SCORE: Parameter = Parameter {
    name: "score",
    kind: Kind::Real { default: 1.0, range: 0.0..=1000.0 },
    help: "weight of the score, the sum of squared stack sizes",
};

const MOVES: Parameter = Parameter {
    name: "moves",
    kind: Kind::Real { default: 2.5, range: 0.0..=1000.0 },
    help: "weight of the number of legal moves",
};

const C: Parameter = Parameter {
    name: "c",
    kind: Kind::Real { default: 0.1, range: 0.0..=100.0 },
    help: "the weight of moves that are little known",
};

const ITERATIONS: Parameter = Parameter {
    name: "iterations",
    kind: Kind::Whole { default: 100_000, range: 1..=u64::MAX },
    help: "playouts for one deal",
};

const PLAYOUT: Parameter = Parameter {
    name: "playout",
    kind: Kind::Word { words: &["top", "uniform"] },
    help: "top: one of the four best by score and moves, the better the likelier",
};

const BACKUP: Parameter = Parameter {
    name: "backup",
    kind: Kind::Word { words: &["mean", "highest"] },
    help: "what a node makes of its playouts; both with proofs",
};

const SEED: Parameter = Parameter {
    name: "seed",
    kind: Kind::Whole { default: 0, range: 0..=u64::MAX },
    help: "where its luck comes from",
};

pub(super) const PAPER_C: Parameter = Parameter { kind: Kind::Real { default: 1.0, range: 0.0..=100.0 }, ..C };

const PAPER_TURN: Parameter = Parameter {
    kind: Kind::Whole { default: 160_000, range: 1..=u64::MAX },
    help: "playouts for one turn",
    ..ITERATIONS
};

const WITHOUT: Parameter = Parameter {
    name: "without",
    kind: Kind::Word {
        words: &["none", "plan", "memory", "restarts", "spread", "order", "endings", "cuts", "pendants", "all"],
    },
    help: "an idea to leave out, to see what it buys",
};

pub(super) const ALGORITHMS: &[Algorithm<Birds>] = &[
    Algorithm {
        listing: Listing {
            name: "exact",
            help: "decides any position, fast, with a proof",
            source: "Kibitzer",
            parameters: NO_PARAMETERS,
        },
        proves_shortest: |_| false,
        build: |_, _| Box::new(Exact::default()),
    },
    Algorithm {
        listing: Listing {
            name: "dfs",
            help: "depth-first, moves in the order of the board",
            source: "textbook",
            parameters: &[CLOSED, PRUNE],
        },
        proves_shortest: |_| false,
        build: |options, _| {
            let closed = closed(options);
            match prunes(options) {
                Prune::None => boxed(DepthFirst { heuristic: Blind, closed }),
                Prune::Graphs => boxed(DepthFirst { heuristic: BothGraphs, closed }),
            }
        },
    },
    Algorithm {
        listing: Listing {
            name: "sorted-dfs",
            help: "depth-first, children sorted as in best-first",
            source: "Roberson & Sperduto 2019",
            parameters: &[CLOSED, SCORE, MOVES],
        },
        proves_shortest: |_| false,
        build: |options, _| boxed(DepthFirst { heuristic: score_and_moves(options), closed: closed(options) }),
    },
    Algorithm {
        listing: Listing {
            name: "pairs-dfs",
            help: "depth-first, the pairs of each row, then of each column",
            source: "Roberson & Sperduto 2019",
            parameters: &[CHECKED],
        },
        proves_shortest: |_| false,
        build: |options, _| {
            let order = LinePairs;
            match options.word(CHECKED.name) {
                "none" => boxed(OrderedDepthFirst { order, heuristic: Blind }),
                "graphs" => boxed(OrderedDepthFirst { order, heuristic: BothGraphs }),
                _ => boxed(OrderedDepthFirst { order, heuristic: Checker { endings: 0, ..Checker::PAPER } }),
            }
        },
    },
    Algorithm {
        listing: Listing {
            name: "best-first",
            help: "highest weighted sum of score and legal moves first",
            source: "Roberson & Sperduto 2019",
            parameters: &[SCORE, MOVES],
        },
        proves_shortest: |_| false,
        build: |options, _| boxed(BestFirst { heuristic: score_and_moves(options), weight: Weight::Greedy }),
    },
    Algorithm {
        listing: Listing {
            name: "greedy",
            help: "fewest stacks first",
            source: "textbook",
            parameters: &[PRUNE_FIRST],
        },
        proves_shortest: |_| false,
        build: |options, _| match prunes(options) {
            Prune::None => boxed(BestFirst { heuristic: Remaining, weight: Weight::Greedy }),
            Prune::Graphs => boxed(BestFirst { heuristic: BothGraphs, weight: Weight::Greedy }),
        },
    },
    Algorithm {
        listing: Listing {
            name: "a-star",
            help: "A* that drops positions as prune=graphs does",
            source: "Hart, Nilsson & Raphael 1968",
            parameters: NO_PARAMETERS,
        },
        proves_shortest: |_| Weight::A_STAR.proves_shortest(),
        build: |_, _| boxed(BestFirst { heuristic: BothGraphs, weight: Weight::A_STAR }),
    },
    Algorithm {
        listing: Listing {
            name: "ida-star",
            help: "iterative-deepening A* that drops the same",
            source: "Korf 1985",
            parameters: NO_PARAMETERS,
        },
        proves_shortest: |_| true,
        build: |_, _| boxed(IdaStar { heuristic: BothGraphs }),
    },
    Algorithm {
        listing: Listing {
            name: "lr",
            help: "depth-first, children by a regression on 83 terms",
            source: "Kucharski, Deihim & Ergezer 2019",
            parameters: &[PRUNE],
        },
        proves_shortest: |_| false,
        build: |options, models| regression(Variant::Lr, options, models),
    },
    Algorithm {
        listing: Listing {
            name: "lr+dfs",
            help: "the same with four models; below nine stacks as dfs",
            source: "Kucharski, Deihim & Ergezer 2019",
            parameters: &[PRUNE],
        },
        proves_shortest: |_| false,
        build: |options, models| regression(Variant::LrDfs, options, models),
    },
    Algorithm {
        listing: Listing {
            name: "lr8+dfs",
            help: "with one model; below eight stacks as dfs",
            source: "Kucharski, Deihim & Ergezer 2019",
            parameters: &[PRUNE],
        },
        proves_shortest: |_| false,
        build: |options, models| regression(Variant::Lr8Dfs, options, models),
    },
    Algorithm {
        listing: Listing {
            name: "lr16+dfs",
            help: "the first move by a model, the others as dfs",
            source: "Kucharski, Deihim & Ergezer 2019",
            parameters: &[PRUNE],
        },
        proves_shortest: |_| false,
        build: |options, models| regression(Variant::Lr16Dfs, options, models),
    },
    Algorithm {
        listing: Listing {
            name: "learned-dfs",
            help: "depth-first, moves by learned weights and played late",
            source: "Kibitzer",
            parameters: &[PRUNE_FIRST],
        },
        proves_shortest: |_| false,
        build: |options, models| {
            let order = FastOrder::from_library(models).expect("what was read has all models");
            match prunes(options) {
                Prune::None => boxed(OrderedDepthFirst { order, heuristic: Blind }),
                Prune::Graphs => boxed(OrderedDepthFirst { order, heuristic: Joined(Blind) }),
            }
        },
    },
    Algorithm {
        listing: Listing {
            name: "mcts",
            help: "Monte Carlo tree search with proofs",
            source: "Kocsis & Szepesvári 2006; Winands, Björnsson & Saito 2008",
            parameters: &[ITERATIONS, C, PLAYOUT, BACKUP, SEED],
        },
        proves_shortest: |_| false,
        build: |options, _| mcts(options),
    },
    Algorithm {
        listing: Listing {
            name: "uct",
            help: "one game of the plain tree search, turn by turn; a win counts 1, a loss -1",
            source: "Kucharski, Deihim & Ergezer 2019",
            parameters: &[PAPER_TURN, PAPER_C, SEED],
        },
        proves_shortest: |_| false,
        build: |options, _| uct(options),
    },
    Algorithm {
        listing: Listing {
            name: "roberson",
            help: "one game of the paper's player, turn by turn",
            source: "Roberson & Sperduto 2019",
            parameters: &[TURN, SEED],
        },
        proves_shortest: |_| false,
        build: |options, _| boxed(OneGame(Roberson::new(turn(options), options.whole(SEED.name)))),
    },
    Algorithm {
        listing: Listing {
            name: "planner",
            help: "one game of our player, turn by turn",
            source: "Kibitzer",
            parameters: &[TURN, WITHOUT, SEED],
        },
        proves_shortest: |_| false,
        build: |options, _| {
            let mut planner = Planner::new(turn(options), options.whole(SEED.name));
            planner.ideas = ideas(options);
            boxed(OneGame(planner))
        },
    },
];

fn turn(options: &Options) -> u32 {
    u32::try_from(options.whole(TURN.name)).expect("at most ten million")
}

fn ideas(options: &Options) -> Ideas {
    let idea = match options.word(WITHOUT.name) {
        "plan" => Idea::Plan,
        "memory" => Idea::Memory,
        "restarts" => Idea::Restarts,
        "spread" => Idea::Spread,
        "order" => Idea::Order,
        "endings" => Idea::Endings,
        "cuts" => Idea::Articulation,
        "pendants" => Idea::Pendants,
        "all" => return Ideas::NONE,
        _ => return Ideas::ALL,
    };
    Ideas::ALL.without(idea)
}

/// The paper does not print its constant, nor which move is best in the end: we take 1 and the highest mean.
fn uct(options: &Options) -> Box<dyn Solver<Birds> + Send> {
    #[expect(clippy::cast_possible_truncation, reason = "a weight needs no more than f32 holds")]
    let select = Ucb1 { exploration: options.real(PAPER_C.name) as f32 };
    let mut mcts = Mcts::new(select, AllOrNothing(Uniform), Mean);
    mcts.settings.choose = Choose::Value;
    mcts.settings.seed = options.whole(SEED.name);
    mcts.settings.playouts = Some(options.whole(PAPER_TURN.name));
    boxed(TurnByTurn(MctsThinker::new(mcts)))
}

fn regression(variant: Variant, options: &Options, models: &Library) -> Box<dyn Solver<Birds> + Send> {
    let order = RegressionOrder::from_library(models, variant).expect("what was read has all models");
    match prunes(options) {
        Prune::None => boxed(DepthFirst { heuristic: order, closed: Closed::All }),
        Prune::Graphs => boxed(DepthFirst { heuristic: Joined(order), closed: Closed::All }),
    }
}

fn mcts(options: &Options) -> Box<dyn Solver<Birds> + Send> {
    #[expect(clippy::cast_possible_truncation, reason = "a weight needs no more than f32 holds")]
    let select = Ucb1 { exploration: options.real(C.name) as f32 };
    let top = TopK { heuristic: ScoreAndMoves::default(), best: 4, limit: PLAYOUT_LIMIT };
    match (options.word(PLAYOUT.name), options.word(BACKUP.name)) {
        ("uniform", "highest") => grow(Mcts::new(select, Uniform, Proofs(Highest)), options),
        ("uniform", _) => grow(Mcts::new(select, Uniform, Proofs(Mean)), options),
        (_, "highest") => grow(Mcts::new(select, top, Proofs(Highest)), options),
        _ => grow(Mcts::new(select, top, Proofs(Mean)), options),
    }
}

fn grow<P, B>(mut mcts: Mcts<Ucb1, P, B>, options: &Options) -> Box<dyn Solver<Birds> + Send>
where
    P: Playout<Birds> + Send + 'static,
    B: Backup + Send + 'static,
{
    mcts.settings.seed = options.whole(SEED.name);
    mcts.settings.playouts = Some(options.whole(ITERATIONS.name));
    mcts.settings.when_full = WhenFull::Stop;
    Box::new(MctsThinker::new(mcts))
}

/// Which positions are dropped as dead.
enum Prune {
    None,
    Graphs,
}

fn prunes(options: &Options) -> Prune {
    match options.word(PRUNE.name) {
        "graphs" => Prune::Graphs,
        _ => Prune::None,
    }
}

fn closed(options: &Options) -> Closed {
    match options.word(CLOSED.name) {
        "off" => Closed::Path,
        _ => Closed::All,
    }
}

fn score_and_moves(options: &Options) -> ScoreAndMoves {
    ScoreAndMoves { score: options.real(SCORE.name), moves: options.real(MOVES.name) }
}

fn boxed<S: Solver<Birds> + Send + 'static>(solver: S) -> Box<dyn Solver<Birds> + Send> {
    Box::new(solver)
}
