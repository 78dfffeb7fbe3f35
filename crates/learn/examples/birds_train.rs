//! Fits the orders of moves to deals and prints them as a file of models:
//! `cargo run --release -p kibitzer-learn --example birds_train 0 5000 > data/weights/birds.models`.

use std::error::Error;

use kibitzer_core::SplitMix;
use kibitzer_exact::birds::Exact;
use kibitzer_games::birds::{Size, deal};
use kibitzer_games::cards::DealNumber;
use kibitzer_learn::birds::{fit_fast_order, fit_regressions};
use kibitzer_learn::data::birds::Trail;
use kibitzer_learn::models::Library;
use kibitzer_learn::train::Ranking;
use kibitzer_search::{Budget, Solver, Verdict};

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let &[first, end] = numbers.as_slice() else { return Err("give the first deal and the end of the range".into()) };
    let mut exact = Exact::default();
    let mut trails = Vec::new();
    for number in first..end {
        let start = deal(Size::STANDARD, DealNumber::try_from(number)?);
        let is_solvable =
            |board: &_| matches!(exact.solve(board, Budget::default(), &mut ()).verdict, Verdict::Solved(_));
        trails.push(Trail::follow(&start, &mut SplitMix::new(number), is_solvable));
    }
    let mut library = Library::default();
    fit_regressions(&trails, &mut library, &mut |_| ());
    fit_fast_order(&trails, Ranking::default(), &mut library, &mut |_| ());
    print!("{library}");
    Ok(())
}
