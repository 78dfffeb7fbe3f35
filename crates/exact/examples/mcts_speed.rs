//! How fast the tree search plays Connect Four from the empty board: playouts in a second of the processor on one thread,
//! and by the clock on two.
//!
//! `cargo run --release -p kibitzer-exact --example mcts_speed [PLAYOUTS]`

use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use kibitzer_core::SplitMix;
use kibitzer_games::connect4::Connect4;
use kibitzer_search::mcts::{
    Backup, Decisive, Mcts, MctsThinker, Mean, Parallel, Playout, Proofs, Select, Share, Ucb1, Uniform,
};
use kibitzer_search::{Budget, Thinker};

#[expect(clippy::cast_precision_loss, reason = "playouts are far fewer than 2^53")]
fn a_second(playouts: u64, time: Duration) -> f64 {
    playouts as f64 / time.as_secs_f64()
}

fn measure<S, P, B, T>(name: &str, mcts: Mcts<S, P, B, T>, playouts: u64)
where
    S: Select<Connect4> + Send + Debug,
    P: Playout<Connect4> + Send + Debug,
    B: Backup + Send + Debug,
    T: Share<Connect4> + Send + Debug,
{
    let mut thinker = MctsThinker::new(mcts);
    let budget = Budget { nodes: Some(playouts), ..Budget::default() };
    let (clock, processor) = (Instant::now(), ProcessTime::now());
    let analysis = thinker.think(&Connect4::default(), budget, &mut ()).verdict;
    let (wall, cpu) = (clock.elapsed(), processor.elapsed());
    println!(
        "{name:<34} {:>9.0} a CPU-second, {:>9.0} a second; best {}, {} nodes, depth {}",
        a_second(playouts, cpu),
        a_second(playouts, wall),
        analysis.moves[0].mv,
        analysis.tree.nodes,
        analysis.tree.depth
    );
}

fn main() {
    let playouts = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let (started, mut stream) = (ProcessTime::now(), SplitMix::new(1));
    let won = (0..playouts).filter(|_| Uniform.play(Connect4::default(), &mut stream, |_| ()).worth > 0.0).count();
    println!("playouts without a tree: {:.0} a CPU-second, {won} won", a_second(playouts, started.elapsed()));

    let ucb1 = Ucb1 { exploration: 1.0 };
    let mut late = Mcts::new(ucb1, Uniform, Proofs(Mean));
    late.settings.expand_at = 4;
    measure("uniform, children at visit 5", late, playouts);
    measure("uniform, children at visit 2", Mcts::new(ucb1, Uniform, Proofs(Mean)), playouts);
    measure("uniform without proofs", Mcts::new(ucb1, Uniform, Mean), playouts);
    measure("uniform, shared states", Mcts::new(ucb1, Uniform, Proofs(Mean)).together(), playouts);
    measure("decisive", Mcts::new(ucb1, Decisive, Proofs(Mean)), playouts);
    let two = NonZeroUsize::MIN.saturating_add(1);
    late.settings.parallel = Parallel::Trees(two);
    measure("two trees, children at visit 5", late, playouts);
    late.settings.parallel = Parallel::Threads(two);
    measure("two threads, children at visit 5", late, playouts);
}
