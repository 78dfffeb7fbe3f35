//! The searches that fit Gaps.

use kibitzer_core::Blind;
use kibitzer_exact::gaps::shortest::Needed;
use kibitzer_exact::gaps::{Exact, Shortest};
use kibitzer_games::gaps::Gaps;
use kibitzer_search::{BestFirst, Closed, DepthFirst, IdaStar, Weight};

use crate::algorithm::{Algorithm, Listing};
use crate::options::{Kind, Options, Parameter};

use super::paper;

const NO_PARAMETERS: &[Parameter] = &[];

const CLOSED: Parameter = Parameter {
    name: "closed",
    kind: Kind::Word { words: &["on", "off"] },
    help: "on: remember all positions met; off: only the path, in little memory",
};

pub(super) const ALGORITHMS: &[Algorithm<Gaps>] = &[
    Algorithm {
        listing: Listing {
            name: "exact",
            help: "decides any position, with a proof",
            source: "Kibitzer",
            parameters: NO_PARAMETERS,
        },
        proves_shortest: |_| false,
        build: |_, _| Box::new(Exact::default()),
    },
    Algorithm {
        listing: Listing {
            name: "shortest",
            help: "A* by misplaced cards and those that must move twice",
            source: "Kibitzer",
            parameters: NO_PARAMETERS,
        },
        proves_shortest: |_| true,
        build: |_, _| Box::new(Shortest),
    },
    Algorithm {
        listing: Listing {
            name: "dfs",
            help: "depth-first, moves in the order of the board",
            source: "textbook",
            parameters: &[CLOSED],
        },
        proves_shortest: |_| false,
        build: |options, _| Box::new(DepthFirst { heuristic: Blind, closed: closed(options) }),
    },
    Algorithm {
        listing: Listing {
            name: "breadth-first",
            help: "all positions one move away, then those two moves away, ...",
            source: "textbook",
            parameters: NO_PARAMETERS,
        },
        proves_shortest: |_| true,
        build: |_, _| Box::new(BestFirst { heuristic: Blind, weight: Weight::A_STAR }),
    },
    Algorithm {
        listing: Listing {
            name: "ida-star",
            help: "the same bound by iterative deepening, in little memory",
            source: "Korf 1985",
            parameters: NO_PARAMETERS,
        },
        proves_shortest: |_| true,
        build: |_, _| Box::new(IdaStar { heuristic: Needed }),
    },
    paper::GREEDY,
    paper::A_STAR,
    paper::MCTS,
    paper::MCTS_THEN_A_STAR,
    paper::MCTS_SOLVER,
];

fn closed(options: &Options) -> Closed {
    match options.word(CLOSED.name) {
        "off" => Closed::Path,
        _ => Closed::All,
    }
}
