//! Birds of a Feather in the catalog.

use kibitzer_core::Blind;
use kibitzer_exact::birds::Exact;
use kibitzer_exact::birds::certificate::{self, Accepted, Unproved};
use kibitzer_exact::birds::checker::Checker;
use kibitzer_exact::birds::level::{Difficulty, Level, Leveler};
use kibitzer_exact::birds::player::{OneGame, Planner, Roberson};
use kibitzer_games::birds::{BadSize, Birds, BothGraphs, Flight, LinePairs, Remaining, ScoreAndMoves, Size, deal};
use kibitzer_games::cards::{Card, DealNumber};
use kibitzer_learn::birds::{FastOrder, Joined, RegressionOrder, Variant, shipped};
use kibitzer_search::mcts::{Backup, Highest, Mcts, MctsThinker, Mean, Playout, Proofs, TopK, Ucb1, Uniform, WhenFull};
use kibitzer_search::{
    BestFirst, Budget, Closed, DepthFirst, IdaStar, Observer, OrderedDepthFirst, Solver, Stop, Verdict, Weight,
};

use crate::algorithm::{Algorithm, Listing};
use crate::certificate::{Claim, NoCertificate, Proved, Refused};
use crate::game::{GameListing, GameSpec};
use crate::options::{BadSpec, Kind, Options, Parameter};
use crate::shelf::Shelf;

/// Birds of a Feather, of any size or of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BirdsShelf {
    pub(crate) size: Option<Size>,
}

impl BirdsShelf {
    pub(crate) const LISTING: GameListing = GameListing {
        name: "birds",
        help: "Birds of a Feather, a solitaire: gather all cards into one stack",
        parameters: &[
            Parameter { name: "rows", kind: Kind::Whole { default: 4, range: 1..=7 }, help: "the rows of the board" },
            Parameter { name: "cols", kind: Kind::Whole { default: 4, range: 1..=7 }, help: "the columns" },
        ],
        read: |options| {
            let Some(options) = options else { return Ok(GameSpec::Birds { size: None }) };
            let length = |name| usize::try_from(options.whole(name)).expect("at most 7");
            let (rows, columns) = (length("rows"), length("cols"));
            let size = Size::new(rows, columns).ok_or_else(|| BadSpec::Together {
                owner: Self::LISTING.name.to_string(),
                problem: BadSize { rows, columns }.to_string(),
            })?;
            Ok(GameSpec::Birds { size: Some(size) })
        },
    };
}

impl Shelf for BirdsShelf {
    type Puzzle = Birds;
    type Leveler = Leveler;

    const ALGORITHMS: &'static [Algorithm<Birds>] = ALGORITHMS;
    const LAST_SEED: u64 = DealNumber::LAST as u64;
    /// Each move takes one stack away, and one is left at the end.
    const SOLUTIONS_HAVE_ONE_LENGTH: bool = true;

    fn game(&self) -> GameSpec {
        GameSpec::Birds { size: self.size }
    }

    fn deal(&self, seed: u64) -> Birds {
        let number = DealNumber::try_from(seed).expect("the seed is at most LAST_SEED");
        deal(self.size.unwrap_or(Size::STANDARD), number)
    }

    fn admit(&self, position: &Birds) -> Result<(), String> {
        let found = position.size();
        match self.size {
            Some(size) if size != found => Err(format!(
                "the board has {} x {} cells, but {} asks for {} x {}",
                found.rows(),
                found.columns(),
                Shelf::game(self),
                size.rows(),
                size.columns()
            )),
            _ => Ok(()),
        }
    }

    fn has_levels(&self) -> Result<(), String> {
        match self.size {
            None | Some(Size::STANDARD) => Ok(()),
            Some(_) => Err("levels are measured on boards of 4 x 4 cells only".to_string()),
        }
    }

    fn level(
        &self,
        leveler: &mut Leveler,
        position: &Birds,
        observer: &mut dyn Observer<Birds>,
    ) -> Result<Option<Level>, Stop> {
        Ok(leveler.measure(position, observer)?.map(Difficulty::level))
    }

    fn certify(
        &self,
        position: &Birds,
        verdict: &Verdict<Flight>,
        budget: Budget,
        observer: &mut dyn Observer<Birds>,
    ) -> Result<Vec<u8>, NoCertificate> {
        let certificate = certificate::prove(position, verdict, budget, observer).map_err(|problem| match problem {
            Unproved::Stopped(stop) => NoCertificate::Stopped(stop),
            Unproved::Wrong => NoCertificate::Wrong,
        })?;
        let mut file = Vec::new();
        certificate.write(&mut file).expect("memory takes everything");
        Ok(file)
    }

    fn check_certificate(&self, file: &[u8]) -> Result<Proved, Refused> {
        match certificate::check(file) {
            Ok(Accepted { position, claim }) => {
                let claim = match claim {
                    certificate::Claim::Solved { moves } => Claim::Solved { moves },
                    certificate::Claim::Unsolvable { positions } => Claim::Unsolvable { positions },
                };
                Ok(Proved { position, claim })
            }
            Err(refused) => Err(Refused { line: refused.line, reason: refused.why }),
        }
    }

    fn objection(&self, position: &Birds, flight: Flight) -> String {
        let Flight { bird, onto } = flight;
        let place = |card: Card| position.stacks().find(|(_, _, stack)| stack.top == card);
        let (Some((row, column, _)), Some((onto_row, onto_column, _))) = (place(bird), place(onto)) else {
            let missing = if place(bird).is_none() { bird } else { onto };
            return format!("{missing} is not on top of a stack");
        };
        if bird == onto {
            "a stack cannot fly onto itself".to_string()
        } else if row != onto_row && column != onto_column {
            format!("{bird} and {onto} are neither in one row nor in one column")
        } else {
            format!("{bird} and {onto} are neither of one suit nor next to each other in rank")
        }
    }
}

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

const ALGORITHMS: &[Algorithm<Birds>] = &[
    Algorithm {
        listing: Listing {
            name: "exact",
            help: "decides any position, fast, with a proof",
            source: "Kibitzer",
            parameters: NO_PARAMETERS,
        },
        proves_shortest: |_| false,
        build: |_| Box::new(Exact::default()),
    },
    Algorithm {
        listing: Listing {
            name: "dfs",
            help: "depth-first, moves in the order of the board",
            source: "textbook",
            parameters: &[CLOSED, PRUNE],
        },
        proves_shortest: |_| false,
        build: |options| {
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
        build: |options| boxed(DepthFirst { heuristic: score_and_moves(options), closed: closed(options) }),
    },
    Algorithm {
        listing: Listing {
            name: "pairs-dfs",
            help: "depth-first, the pairs of each row, then of each column",
            source: "Roberson & Sperduto 2019",
            parameters: &[CHECKED],
        },
        proves_shortest: |_| false,
        build: |options| {
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
        build: |options| boxed(BestFirst { heuristic: score_and_moves(options), weight: Weight::Greedy }),
    },
    Algorithm {
        listing: Listing {
            name: "greedy",
            help: "fewest stacks first",
            source: "textbook",
            parameters: &[PRUNE_FIRST],
        },
        proves_shortest: |_| false,
        build: |options| match prunes(options) {
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
        build: |_| boxed(BestFirst { heuristic: BothGraphs, weight: Weight::A_STAR }),
    },
    Algorithm {
        listing: Listing {
            name: "ida-star",
            help: "iterative-deepening A* that drops the same",
            source: "Korf 1985",
            parameters: NO_PARAMETERS,
        },
        proves_shortest: |_| true,
        build: |_| boxed(IdaStar { heuristic: BothGraphs }),
    },
    Algorithm {
        listing: Listing {
            name: "lr",
            help: "depth-first, children by a regression on 83 terms",
            source: "Kucharski, Deihim & Ergezer 2019",
            parameters: &[PRUNE],
        },
        proves_shortest: |_| false,
        build: |options| regression(Variant::Lr, options),
    },
    Algorithm {
        listing: Listing {
            name: "lr+dfs",
            help: "the same with four models; below nine stacks as dfs",
            source: "Kucharski, Deihim & Ergezer 2019",
            parameters: &[PRUNE],
        },
        proves_shortest: |_| false,
        build: |options| regression(Variant::LrDfs, options),
    },
    Algorithm {
        listing: Listing {
            name: "lr8+dfs",
            help: "with one model; below eight stacks as dfs",
            source: "Kucharski, Deihim & Ergezer 2019",
            parameters: &[PRUNE],
        },
        proves_shortest: |_| false,
        build: |options| regression(Variant::Lr8Dfs, options),
    },
    Algorithm {
        listing: Listing {
            name: "lr16+dfs",
            help: "the first move by a model, the others as dfs",
            source: "Kucharski, Deihim & Ergezer 2019",
            parameters: &[PRUNE],
        },
        proves_shortest: |_| false,
        build: |options| regression(Variant::Lr16Dfs, options),
    },
    Algorithm {
        listing: Listing {
            name: "learned-dfs",
            help: "depth-first, moves by learned weights and played late",
            source: "Kibitzer",
            parameters: &[PRUNE_FIRST],
        },
        proves_shortest: |_| false,
        build: |options| {
            let order = FastOrder::from_library(shipped()).expect("a test of `learn` asks for it");
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
        build: mcts,
    },
    Algorithm {
        listing: Listing {
            name: "roberson",
            help: "one game of the paper's player, turn by turn",
            source: "Roberson & Sperduto 2019",
            parameters: &[TURN, SEED],
        },
        proves_shortest: |_| false,
        build: |options| boxed(OneGame(Roberson::new(turn(options), options.whole(SEED.name)))),
    },
    Algorithm {
        listing: Listing {
            name: "planner",
            help: "one game of our player, turn by turn",
            source: "Kibitzer",
            parameters: &[TURN, SEED],
        },
        proves_shortest: |_| false,
        build: |options| boxed(OneGame(Planner::new(turn(options), options.whole(SEED.name)))),
    },
];

fn turn(options: &Options) -> u32 {
    u32::try_from(options.whole(TURN.name)).expect("at most ten million")
}

fn regression(variant: Variant, options: &Options) -> Box<dyn Solver<Birds> + Send> {
    let order = RegressionOrder::from_library(shipped(), variant).expect("a test of `learn` asks for it");
    match prunes(options) {
        Prune::None => boxed(DepthFirst { heuristic: order, closed: Closed::All }),
        Prune::Graphs => boxed(DepthFirst { heuristic: Joined(order), closed: Closed::All }),
    }
}

fn mcts(options: &Options) -> Box<dyn Solver<Birds> + Send> {
    #[expect(clippy::cast_possible_truncation, reason = "a weight needs no more than f32 holds")]
    let select = Ucb1 { exploration: options.real(C.name) as f32 };
    let top = TopK { heuristic: ScoreAndMoves::default(), best: 4 };
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
