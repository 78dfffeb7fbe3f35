//! Solve a deal by its number, by games and searches with names.
//!
//! `cargo run --release -p kibitzer-catalog --example solve_a_deal -- birds 80431 exact`

use std::env;
use std::error::Error;
use std::time::Duration;

use kibitzer_catalog::{Budget, Cancel, GameSpec, Verdict};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1);
    let mut next = |usual: &str| words.next().unwrap_or_else(|| usual.to_string());
    let (game, seed, search) = (next("birds"), next("80431"), next("exact"));
    let room = game.parse::<GameSpec>()?.puzzle()?;
    let mut solver = room.solver(&room.algorithm(&search)?);
    let deal = room.deal(seed.parse()?)?;
    println!("{}\n", room.picture(&deal)?);
    // All limits hold at once. What is spent is a verdict, not an error.
    let budget = Budget { nodes: Some(10_000_000), time: Some(Duration::from_secs(10)), ..Budget::default() };
    let answer = solver.solve(&deal, budget, &Cancel::default())?;
    match &answer.verdict {
        Verdict::Solved(moves) => println!("solved in {} moves: {}", moves.len(), moves.join(" ")),
        Verdict::Unsolvable => println!("unsolvable, and that is a proof"),
        Verdict::Unknown(stop) => println!("unknown: stopped by the limit of {stop}"),
    }
    println!("{} positions expanded", answer.stats.expanded);
    Ok(())
}
