//! Learned orders inside searches.

use kibitzer_core::{Blind, Heuristic};
use kibitzer_exact::birds::Exact;
use kibitzer_games::birds::Birds;
use kibitzer_learn::birds::{FastOrder, Joined, RegressionOrder, Variant, shipped};
use kibitzer_search::{Budget, Closed, DepthFirst, OrderedDepthFirst, Solver, Verdict};

use crate::{can_be_won, dealt};

fn regression(variant: Variant) -> RegressionOrder {
    RegressionOrder::from_library(shipped(), variant).expect("it is shipped")
}

fn fast() -> FastOrder {
    FastOrder::from_library(shipped()).expect("it is shipped")
}

/// The median of the nodes on deals that nothing was fitted to.
fn median_nodes(heuristic: impl Heuristic<Birds>) -> u64 {
    let mut exact = Exact::default();
    let mut search = DepthFirst { heuristic, closed: Closed::All };
    let mut nodes: Vec<u64> = (1_000_000..1_000_021)
        .map(dealt)
        .filter(|board| can_be_won(&mut exact, board))
        .map(|board| search.solve(&board, Budget { nodes: Some(30_000), ..Budget::default() }, &mut ()).stats.expanded)
        .collect();
    nodes.sort_unstable();
    nodes[nodes.len() / 2]
}

#[test]
fn learned_orders_need_fewer_nodes_than_the_order_of_the_board() {
    let blind = median_nodes(Blind);
    let lr = median_nodes(regression(Variant::Lr));
    let fast = median_nodes(fast());
    assert!(lr * 5 < blind, "lr {lr}, as they come {blind}");
    assert!(fast * 3 < lr * 2, "fast {fast}, lr {lr}");
}

/// Whatever the order, an exhausted search is a proof, and a path leads to the goal.
#[test]
fn orders_change_no_verdict() {
    let boards = ["AC 7D 2C / 3H KS 9D / 2S 8H 7C", "8C 7S 2D / 8D 9H 3D / 9C TS 3S", "AC AD AH / AS KC KD / KH KS 2C"];
    let mut verdicts = [0; 2];
    for text in boards {
        let board: Birds = text.parse().expect("a board");
        let won = can_be_won(&mut Exact::default(), &board);
        verdicts[usize::from(won)] += 1;
        let closed = Closed::All;
        let mut searches: Vec<Box<dyn Solver<Birds>>> = vec![
            Box::new(DepthFirst { heuristic: fast(), closed }),
            Box::new(DepthFirst { heuristic: Joined(fast()), closed }),
            Box::new(OrderedDepthFirst { order: fast(), heuristic: Joined(Blind) }),
        ];
        for variant in Variant::ALL {
            searches.push(Box::new(DepthFirst { heuristic: regression(variant), closed }));
        }
        for search in &mut searches {
            let verdict = search.solve(&board, Budget::default(), &mut ()).verdict;
            assert_eq!(matches!(verdict, Verdict::Solved(_)), won, "{text}");
            assert!(won || verdict == Verdict::Unsolvable, "{text}");
        }
    }
    assert!(verdicts.iter().all(|&count| count > 0), "both verdicts are tried: {verdicts:?}");
}
