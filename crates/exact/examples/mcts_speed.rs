//! How fast the tree search plays Connect Four: playouts in a CPU-second, on one thread, from the empty board.
//!
//! `cargo run --release -p kibitzer-exact --example mcts_speed [PLAYOUTS]`

use cpu_time::ProcessTime;
use kibitzer_games::connect4::Connect4;
use kibitzer_search::mcts::{Backup, Decisive, Mcts, MctsThinker, Mean, Playout, Proofs, Share, Ucb1, Uniform};
use kibitzer_search::{Budget, Thinker};

fn measure<P, B, T>(name: &str, mcts: Mcts<Ucb1, P, B, T>, playouts: u64)
where
    P: Playout<Connect4> + Send + std::fmt::Debug,
    B: Backup + Send + std::fmt::Debug,
    T: Share<Connect4> + Send + std::fmt::Debug,
{
    let mut thinker = MctsThinker::new(mcts);
    let budget = Budget { nodes: Some(playouts), ..Budget::default() };
    let started = ProcessTime::now();
    let report = thinker.think(&Connect4::default(), budget, &mut ());
    let seconds = started.elapsed().as_secs_f64();
    let analysis = report.verdict;
    println!(
        "{name:<24} {:>10.0} playouts/CPU-s  best {}  value {:+.3}  nodes {}  depth {}",
        playouts as f64 / seconds,
        analysis.moves[0].mv,
        analysis.moves[0].value.unwrap_or(0.0),
        analysis.tree.nodes,
        analysis.tree.depth
    );
}

fn main() {
    let playouts = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let c: f32 = std::env::var("C").map_or(1.0, |t| t.parse().unwrap());
    let ucb1 = Ucb1 { exploration: c };
    let e: u32 = std::env::var("E").map_or(1, |t| t.parse().unwrap());
    {
        use kibitzer_core::{Game, Payoff, SplitMix};
        let started = ProcessTime::now();
        let (mut stream, mut sum, mut plies) = (SplitMix::new(1), 0.0, 0);
        for _ in 0..playouts {
            sum += Uniform.play(Connect4::default(), &mut stream, |_| plies += 1).worth;
        }
        println!(
            "bare {:.0} playouts/CPU-s mean {} plies {}",
            playouts as f64 / started.elapsed().as_secs_f64(),
            sum / playouts as f32,
            plies as f64 / playouts as f64
        );
    }
    if std::env::var("ONLY").is_ok() {
        let mut m = Mcts::new(ucb1, Uniform, Proofs(Mean));
        m.settings.expand_at = e;
        return measure("uniform, proofs", m, playouts);
    }
    measure("uniform, mean", Mcts::new(ucb1, Uniform, Mean), playouts);
    measure("uniform, proofs", Mcts::new(ucb1, Uniform, Proofs(Mean)), playouts);
    measure("uniform, proofs, graph", Mcts::new(ucb1, Uniform, Proofs(Mean)).together(), playouts);
    measure("decisive, proofs", Mcts::new(ucb1, Decisive, Proofs(Mean)), playouts / 10);
}
