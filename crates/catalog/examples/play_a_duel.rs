//! Two engines play a game for two, move by move.
//!
//! `cargo run --release -p kibitzer-catalog --example play_a_duel -- connect4 mcts random`

use std::env;
use std::error::Error;

use kibitzer_catalog::{Budget, GameSpec, Outcome, Player};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1);
    let mut next = |usual: &str| words.next().unwrap_or_else(|| usual.to_string());
    let room = next("connect4").parse::<GameSpec>()?.duel()?;
    let specs = [room.thinker_spec(&next("mcts"))?, room.thinker_spec(&next("random"))?];
    // An engine keeps what it learns from move to move, so each side has its own.
    let mut engines = [room.thinker(&specs[0]), room.thinker(&specs[1])];
    let budget = Budget { nodes: Some(2_000), ..Budget::default() };
    let mut position = room.start().to_string();
    let outcome = loop {
        let turn = room.turn(&position)?;
        if let Some(outcome) = turn.outcome {
            break outcome;
        }
        let side = usize::from(turn.to_move == Player::Two);
        let report = engines[side].think(&position, budget, &mut ())?;
        let best = report.verdict.moves.first().ok_or("a game that goes on has a move")?;
        position = room.play(&position, &best.mv)?;
    };
    println!("{}\n{position}", room.look(&position)?.picture);
    match outcome {
        Outcome::Win(Player::One) => println!("{} wins", specs[0].brief()),
        Outcome::Win(Player::Two) => println!("{} wins", specs[1].brief()),
        Outcome::Draw => println!("a draw"),
    }
    Ok(())
}
