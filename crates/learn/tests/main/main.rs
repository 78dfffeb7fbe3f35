//! What is learned, used by real searches and judged by a solver that proves.

mod deals;
mod search;
mod trails;

use kibitzer_exact::birds::Exact;
use kibitzer_games::birds::{Birds, Size, deal};
use kibitzer_games::cards::DealNumber;
use kibitzer_search::{Budget, Solver, Verdict};

fn dealt(number: u64) -> Birds {
    deal(Size::STANDARD, DealNumber::try_from(number).expect("below 2^31"))
}

fn can_be_won(exact: &mut Exact, board: &Birds) -> bool {
    match exact.solve(board, Budget::default(), &mut ()).verdict {
        Verdict::Solved(_) => true,
        Verdict::Unsolvable => false,
        Verdict::Unknown(stop) => panic!("stopped by {stop} without a limit"),
    }
}
