//! How fast Yavalath is on one thread: playouts in a second of the processor from the empty board, and searches for mates
//! within seven plies in positions of sensible games.
//!
//! `cargo run --release -p kibitzer-exact --example yavalath_speed [PLAYOUTS [ROUNDS]]`; with more than one round,
//! uniform playouts in a tree alone are measured, and their mean, slowest and fastest round told.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::time::Duration;

use cpu_time::ProcessTime;
use kibitzer_core::{Game, Payoff, SplitMix};
use kibitzer_exact::yavalath::{MateSearch, Position};
use kibitzer_games::yavalath::Yavalath;
use kibitzer_search::mcts::{Backup, Decisive, Mcts, MctsThinker, Mean, Playout, Proofs, Select, Share, Ucb1, Uniform};
use kibitzer_search::{Budget, Thinker};

#[expect(clippy::cast_precision_loss, reason = "playouts are far fewer than 2^53")]
fn a_second(playouts: u64, time: Duration) -> f64 {
    playouts as f64 / time.as_secs_f64()
}

fn without_tree<P: Playout<Yavalath>>(name: &str, playout: &P, playouts: u64) {
    let (started, mut stream) = (ProcessTime::now(), SplitMix::new(1));
    let mut plies = 0_u64;
    let is_won = |_: &u64| playout.play(Yavalath::default(), &mut stream, |_| plies += 1).worth > 0.0;
    let won = (0..playouts).filter(is_won).count();
    let speed = a_second(playouts, started.elapsed());
    println!(
        "{name:<34} {speed:>9.0} a CPU-second; {won} won, {:.1} plies",
        a_second(plies, Duration::from_secs(playouts))
    );
}

/// Tells how fast a search grows its tree, and returns that.
fn in_tree<S, P, B, T>(name: &str, mcts: Mcts<S, P, B, T>, playouts: u64) -> f64
where
    S: Select<Yavalath> + Send + Debug,
    P: Playout<Yavalath> + Send + Debug,
    B: Backup + Send + Debug,
    T: Share<Yavalath> + Send + Debug,
{
    let mut thinker = MctsThinker::new(mcts);
    let budget = Budget { nodes: Some(playouts), ..Budget::default() };
    let started = ProcessTime::now();
    let analysis = thinker.think(&Yavalath::default(), budget, &mut ()).verdict;
    let speed = a_second(playouts, started.elapsed());
    let tree = analysis.tree;
    println!(
        "{name:<34} {speed:>9.0} a CPU-second; best {}, {} nodes of {} bytes, depth {}",
        analysis.moves[0].mv, tree.nodes, tree.node_bytes, tree.depth
    );
    speed
}

/// Positions of games in which nobody overlooks four or makes three without need.
fn sensible_positions(games: usize) -> Vec<Position> {
    let mut stream = SplitMix::new(2);
    let mut found = Vec::new();
    for _ in 0..games {
        let mut board = Yavalath::default();
        while let Some(turn) = board.decisive_move(&mut stream) {
            board.play(turn);
            found.extend(Position::new(&board));
        }
    }
    found
}

fn mates(games: usize) {
    let mut times: BTreeMap<u32, Vec<(Duration, u64)>> = BTreeMap::new();
    for position in sensible_positions(games) {
        let started = ProcessTime::now();
        let mut search = MateSearch::new(u64::MAX);
        let mate = search.mate_within(&position, 7);
        times.entry(mate.map_or(0, |mate| mate.plies)).or_default().push((started.elapsed(), search.nodes()));
    }
    for (plies, mut times) in times {
        times.sort_unstable();
        let name = if plies == 0 { "no mate within 7 plies".to_string() } else { format!("mate in {plies}") };
        let [median, most, last] = [times.len() / 2, times.len() * 99 / 100, times.len() - 1].map(|index| times[index]);
        println!(
            "{name:<34} {:>6} positions, median {:.1?} for {} nodes, 99% within {:.1?}, longest {:.1?} for {} nodes",
            times.len(),
            median.0,
            median.1,
            most.0,
            last.0,
            last.1
        );
    }
}

/// Uniform playouts, where a node gets children when it is visited after so many visits.
fn uniform(expand_at: u32) -> (String, Mcts<Ucb1, Uniform, Proofs<Mean>>) {
    let mut mcts = Mcts::new(Ucb1 { exploration: 1.0 }, Uniform, Proofs(Mean));
    mcts.settings.expand_at = expand_at;
    (format!("uniform, children at visit {}", expand_at + 1), mcts)
}

/// Trees with children after as many visits.
const EXPAND_AT: [u32; 3] = [16, 4, 1];

fn rounds_of(expand_at: u32, playouts: u64, rounds: u32) {
    let (name, mcts) = uniform(expand_at);
    let speeds: Vec<f64> = (0..rounds).map(|_| in_tree(&name, mcts, playouts)).collect();
    let mean = speeds.iter().sum::<f64>() / f64::from(rounds);
    let (slowest, fastest) =
        speeds.iter().fold((f64::MAX, 0.0_f64), |(low, high), &speed| (low.min(speed), high.max(speed)));
    println!("{name}, {rounds} rounds: mean {mean:.0} a CPU-second, slowest {slowest:.0}, fastest {fastest:.0}");
}

fn main() {
    let playouts = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(500_000);
    let rounds: u32 = std::env::args().nth(2).and_then(|text| text.parse().ok()).unwrap_or(1);
    if rounds > 1 {
        return EXPAND_AT.into_iter().for_each(|expand_at| rounds_of(expand_at, playouts, rounds));
    }
    without_tree("uniform, no tree", &Uniform, playouts);
    without_tree("decisive, no tree", &Decisive, playouts);
    let ucb1 = Ucb1 { exploration: 1.0 };
    for expand_at in EXPAND_AT {
        let (name, mcts) = uniform(expand_at);
        in_tree(&name, mcts, playouts);
    }
    let mut sharp = Mcts::new(ucb1, Decisive, Proofs(Mean));
    sharp.settings.expand_at = 4;
    in_tree("decisive, children at visit 5", sharp, playouts);
    in_tree("the same with shared states", sharp.together(), playouts);
    mates(200);
}
