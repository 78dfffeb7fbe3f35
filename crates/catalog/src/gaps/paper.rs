//! The searches of Darmanger, Gombas and Radomski (2024), and what they leave to further work.

use kibitzer_games::gaps::{Change, Distance, Gaps, Penalty, Placed, Score};
use kibitzer_search::mcts::{
    Backup, Highest, Mcts, MctsThinker, Mean, Playout, Proofs, TopK, Ucb1, UniformUpTo, WhenFull,
};
use kibitzer_search::{BestFirst, ScoredTree, Solver, TreeThenBestFirst, Until, Weight};

use crate::algorithm::{Algorithm, Listing};
use crate::options::{Kind, Options, Parameter};

const PAPER: &str = "Darmanger, Gombas & Radomski 2024";

const H: Parameter = Parameter {
    name: "h",
    kind: Kind::Word { words: &["paper", "assignment"] },
    help: "which cards are well placed: those of the row's strongest suit, or of a suit that has the row for itself",
};

const DYNAMIC: Parameter = Parameter {
    name: "dynamic",
    kind: Kind::Word { words: &["off", "on"] },
    help: "on: gaps count less the more cards are in place",
};

const PENALTY: Parameter = Parameter {
    name: "penalty",
    kind: Kind::Real { default: 0.0, range: 0.0..=1000.0 },
    help: "Wp: the misplaced cards that gaps of no use count",
};

const GREEDY_PENALTY: Parameter = Parameter { kind: Kind::Real { default: 2.0, range: 0.0..=1000.0 }, ..PENALTY };

const ITERATIONS: Parameter = Parameter {
    name: "iterations",
    kind: Kind::Whole { default: 1000, range: 1..=u64::MAX },
    help: "simulations for one deal",
};

const C: Parameter = Parameter {
    name: "c",
    kind: Kind::Real { default: 0.3, range: 0.0..=100.0 },
    help: "Wc: the weight of moves that are little known",
};

const S: Parameter = Parameter {
    name: "s",
    kind: Kind::Real { default: 0.2, range: 0.0..=100.0 },
    help: "Ws: the weight of the score of a position",
};

const PLACED: Parameter = Parameter {
    name: "placed",
    kind: Kind::Real { default: 10.0, range: 0.0..=1000.0 },
    help: "Wx: what well-placed cards count in the score",
};

const DEAD: Parameter = Parameter {
    name: "dead",
    kind: Kind::Real { default: 2.0, range: 0.0..=1000.0 },
    help: "Wy: what dead gaps count",
};

const REPEATED: Parameter = Parameter {
    name: "repeated",
    kind: Kind::Real { default: 1.0, range: 0.0..=1000.0 },
    help: "Wz: what gaps behind gaps count",
};

const BEST: Parameter = Parameter {
    name: "best",
    kind: Kind::Whole { default: 4, range: 1..=1000 },
    help: "from how many of the best moves one is drawn",
};

const DEPTH: Parameter =
    Parameter { name: "depth", kind: Kind::Whole { default: 100, range: 1..=100_000 }, help: "the longest simulation" };

const SCORE: Parameter = Parameter {
    name: "score",
    kind: Kind::Word { words: &["meant", "printed"] },
    help: "printed: equation 3.4 as it stands, which likes dead gaps",
};

const STOP: Parameter = Parameter {
    name: "stop",
    kind: Kind::Word { words: &["iterations", "goal"] },
    help: "goal: ends when a goal is met",
};

const SEED: Parameter = Parameter {
    name: "seed",
    kind: Kind::Whole { default: 0, range: 0..=u64::MAX },
    help: "where its luck comes from",
};

const STARTS: Parameter = Parameter {
    name: "starts",
    kind: Kind::Whole { default: 16, range: 1..=1000 },
    help: "from how many positions A* goes on",
};

const NODES: Parameter = Parameter {
    name: "nodes",
    kind: Kind::Whole { default: 20_000, range: 1..=u64::MAX },
    help: "positions that A* may expand from each",
};

const UCT_ITERATIONS: Parameter = Parameter {
    kind: Kind::Whole { default: 100_000, range: 1..=u64::MAX },
    help: "playouts for one deal",
    ..ITERATIONS
};

const UCT_C: Parameter = Parameter { kind: Kind::Real { default: 0.1, range: 0.0..=100.0 }, ..C };

const PLAYOUT: Parameter = Parameter {
    name: "playout",
    kind: Kind::Word { words: &["top", "uniform"] },
    help: "top: one of the four best by misplaced cards, the better the likelier",
};

const BACKUP: Parameter = Parameter {
    name: "backup",
    kind: Kind::Word { words: &["mean", "highest"] },
    help: "what a node makes of its playouts; both with proofs",
};

pub(super) const GREEDY: Algorithm<Gaps> = Algorithm {
    listing: Listing {
        name: "greedy",
        help: "best-first by misplaced cards and gaps of no use",
        source: PAPER,
        parameters: &[GREEDY_PENALTY, H, DYNAMIC],
    },
    proves_shortest: |_| false,
    build: |options, _| Box::new(BestFirst { heuristic: distance(options), weight: Weight::Greedy }),
};

pub(super) const A_STAR: Algorithm<Gaps> = Algorithm {
    listing: Listing {
        name: "a-star",
        help: "A* by misplaced cards; only h=assignment never overestimates",
        source: PAPER,
        parameters: &[H, PENALTY, DYNAMIC],
    },
    proves_shortest: |options| options.word(H.name) == "assignment" && options.real(PENALTY.name) <= 0.0,
    build: |options, _| Box::new(a_star(distance(options))),
};

pub(super) const MCTS: Algorithm<Gaps> = Algorithm {
    listing: Listing {
        name: "mcts",
        help: "tree search that a score of positions guides",
        source: PAPER,
        parameters: &[ITERATIONS, C, S, PLACED, DEAD, REPEATED, BEST, DEPTH, SCORE, H, DYNAMIC, STOP, SEED],
    },
    proves_shortest: |_| false,
    build: |options, _| {
        let until = match options.word(STOP.name) {
            "goal" => Until::Goal,
            _ => Until::Iterations,
        };
        Box::new(tree(options, until))
    },
};

pub(super) const MCTS_THEN_A_STAR: Algorithm<Gaps> = Algorithm {
    listing: Listing {
        name: "mcts+a-star",
        help: "mcts until it meets a goal; A* from the best positions finishes or shortens",
        source: "Darmanger, Gombas & Radomski 2024, section 11.1",
        parameters: &[ITERATIONS, C, S, PLACED, DEAD, REPEATED, BEST, DEPTH, SCORE, H, DYNAMIC, STARTS, NODES, SEED],
    },
    proves_shortest: |_| false,
    build: |options, _| {
        let finish = a_star(Distance { count: Placed::Assigned, ..Distance::default() });
        Box::new(TreeThenBestFirst {
            tree: tree(options, Until::Goal),
            finish,
            starts: usize::try_from(options.whole(STARTS.name)).expect("at most a thousand"),
            nodes: options.whole(NODES.name),
        })
    },
};

pub(super) const MCTS_SOLVER: Algorithm<Gaps> = Algorithm {
    listing: Listing {
        name: "mcts-solver",
        help: "Monte Carlo tree search with proofs",
        source: "Kocsis & Szepesvári 2006; Winands, Björnsson & Saito 2008",
        parameters: &[UCT_ITERATIONS, UCT_C, PLAYOUT, DEPTH, BACKUP, SEED],
    },
    proves_shortest: |_| false,
    build: |options, _| mcts_solver(options),
};

fn placed(options: &Options) -> Placed {
    match options.word(H.name) {
        "assignment" => Placed::Assigned,
        _ => Placed::Dominant,
    }
}

fn change(options: &Options) -> Change {
    match options.word(DYNAMIC.name) {
        "on" => Change::Fading,
        _ => Change::Steady,
    }
}

fn distance(options: &Options) -> Distance {
    Distance { penalty: options.real(PENALTY.name), count: placed(options), change: change(options) }
}

fn a_star(heuristic: Distance) -> BestFirst<Distance> {
    BestFirst { heuristic, weight: Weight::Closing { made: Distance::SCALE, left: 1 } }
}

fn tree(options: &Options, until: Until) -> ScoredTree<impl Fn(&Gaps) -> f64 + Send + use<>> {
    let score = Score {
        placed: options.real(PLACED.name),
        dead: options.real(DEAD.name),
        repeated: options.real(REPEATED.name),
        count: placed(options),
        change: change(options),
        penalty: match options.word(SCORE.name) {
            "printed" => Penalty::Printed,
            _ => Penalty::Meant,
        },
    };
    ScoredTree {
        score: move |state: &Gaps| score.of(state),
        exploration: options.real(C.name),
        weight: options.real(S.name),
        best: usize::try_from(options.whole(BEST.name)).expect("at most a thousand"),
        depth: depth(options),
        iterations: options.whole(ITERATIONS.name),
        until,
        seed: options.whole(SEED.name),
    }
}

fn depth(options: &Options) -> u32 {
    u32::try_from(options.whole(DEPTH.name)).expect("at most a hundred thousand")
}

fn mcts_solver(options: &Options) -> Box<dyn Solver<Gaps> + Send> {
    #[expect(clippy::cast_possible_truncation, reason = "a weight needs no more than f32 holds")]
    let select = Ucb1 { exploration: options.real(UCT_C.name) as f32 };
    let limit = depth(options);
    let top = TopK { heuristic: Distance { penalty: 2.0, ..Distance::default() }, best: 4, limit };
    let uniform = UniformUpTo { limit };
    match (options.word(PLAYOUT.name), options.word(BACKUP.name)) {
        ("uniform", "highest") => grow(Mcts::new(select, uniform, Proofs(Highest)), options),
        ("uniform", _) => grow(Mcts::new(select, uniform, Proofs(Mean)), options),
        (_, "highest") => grow(Mcts::new(select, top, Proofs(Highest)), options),
        _ => grow(Mcts::new(select, top, Proofs(Mean)), options),
    }
}

fn grow<P, B>(mut mcts: Mcts<Ucb1, P, B>, options: &Options) -> Box<dyn Solver<Gaps> + Send>
where
    P: Playout<Gaps> + Send + 'static,
    B: Backup + Send + 'static,
{
    mcts.settings.seed = options.whole(SEED.name);
    mcts.settings.playouts = Some(options.whole(UCT_ITERATIONS.name));
    mcts.settings.when_full = WhenFull::Stop;
    Box::new(MctsThinker::new(mcts))
}
