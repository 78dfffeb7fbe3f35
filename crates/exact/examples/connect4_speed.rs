//! Prints how fast Connect Four is solved, on one thread, in CPU time: the empty board, then random positions of some
//! plies, which have no winning move: `cargo run --release -p kibitzer-exact --example connect4_speed`.
//!
//! With the word `positions`, prints the random positions instead, one a line, for another solver to read.

use std::error::Error;
use std::time::Duration;

use cpu_time::ProcessTime;
use kibitzer_core::{Duel, Game, Payoff, SplitMix};
use kibitzer_exact::connect4::Exact;
use kibitzer_games::connect4::Connect4;
use kibitzer_search::Budget;

/// The fewest and the most plies, and how many positions.
const BUCKETS: [(usize, usize, usize); 4] = [(8, 12, 100), (14, 18, 500), (20, 26, 2_000), (28, 36, 2_000)];

fn main() -> Result<(), Box<dyn Error>> {
    if std::env::args().nth(1).as_deref() == Some("positions") {
        for (fewest, most, count) in BUCKETS {
            for (moves, _) in positions(fewest, most, count) {
                println!("{moves}");
            }
        }
        return Ok(());
    }
    let mut exact = Exact::default();
    let (score, nodes, time) = solve(&mut exact, &[Connect4::default()])?;
    println!("the empty board: score {score}, {nodes} nodes, {:.2} s", time.as_secs_f64());
    for (fewest, most, count) in BUCKETS {
        let boards: Vec<Connect4> = positions(fewest, most, count).into_iter().map(|(_, board)| board).collect();
        exact.forget();
        // The tables are made anew, outside the time.
        solve(&mut exact, &["1212121".parse()?])?;
        let (sum, nodes, time) = solve(&mut exact, &boards)?;
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let (nodes, count) = (nodes as f64, count as f64);
        let (nodes, micros) = (nodes / count, 1e6 * time.as_secs_f64() / count);
        println!(
            "{fewest} to {most} plies: {count} positions, sum of scores {sum}, mean {nodes:.1} nodes, {micros:.2} us"
        );
    }
    Ok(())
}

/// Solves the positions; returns the sum of the scores, the nodes and the CPU time.
fn solve(exact: &mut Exact, boards: &[Connect4]) -> Result<(i32, u64, Duration), Box<dyn Error>> {
    let started = ProcessTime::now();
    let (mut sum, mut nodes) = (0, 0);
    for board in boards {
        let report = exact.score(board, Budget::default(), &mut ());
        sum += report.verdict.map_err(|stop| stop.to_string())?;
        nodes += report.stats.expanded;
    }
    Ok((sum, nodes, started.elapsed()))
}

/// Positions after uniformly random legal moves, without finished games and without a winning move; with the moves.
fn positions(fewest: usize, most: usize, count: usize) -> Vec<(String, Connect4)> {
    let mut stream = SplitMix::new(most as u64);
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let plies = fewest + stream.below(most - fewest + 1);
        let mut board = Connect4::default();
        let mut moves = String::new();
        while moves.len() < plies {
            let Some(column) = board.random_move(&mut stream) else { break };
            moves += &column.to_string();
            board.play(column);
        }
        let wins = |board: &Connect4| board.moves().any(|mv| board.after(mv).outcome().is_some());
        if moves.len() == plies && board.outcome().is_none() && !wins(&board) {
            found.push((moves, board));
        }
    }
    found
}
