//! Run a race: searches on the same deals, on all cores, as a table.
//!
//! `cargo run --release -p kibitzer-lab --example race -- 200`

use std::env;

use anyhow::Result;
use kibitzer_catalog::{Budget, GameSpec};
use kibitzer_lab::parallel::all_cores;
use kibitzer_lab::race::Race;

fn main() -> Result<()> {
    let deals = env::args().nth(1).map_or(Ok(100), |number| number.parse())?;
    let game: GameSpec = "birds".parse()?;
    let room = game.puzzle()?;
    let contenders = ["exact", "best-first", "dfs:prune=graphs"].map(|name| room.algorithm(name));
    let race = Race {
        game,
        seeds: 0..deals,
        contenders: contenders.into_iter().collect::<Result<_, _>>()?,
        budget: Budget { nodes: Some(100_000), ..Budget::default() },
        models: None,
        threads: all_cores(),
        is_watched: false,
    };
    print!("{}", race.run()?.table().to_text());
    Ok(())
}
