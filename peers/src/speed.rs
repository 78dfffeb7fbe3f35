//! Playouts in a second of CPU time.

use cpu_time::ProcessTime;
use kibitzer_games::connect4::Connect4;

use crate::Contender;

/// Runs of each contender; the median counts.
const RUNS: u64 = 3;

/// The playouts that each contender makes in a CPU-second when it makes so many from a position. They take turns, so that
/// a busy moment of the machine falls on all of them. Making a tree counts, taking it down does not.
///
/// # Panics
/// If a contender solves the position: there would be fewer playouts than are counted.
#[must_use]
pub fn rates(contenders: &[&dyn Contender], position: &Connect4, playouts: u64) -> Vec<f64> {
    let mut seconds = vec![Vec::new(); contenders.len()];
    for seed in 0..RUNS {
        for (contender, seconds) in contenders.iter().zip(&mut seconds) {
            let started = ProcessTime::now();
            let mut search = contender.search(position, seed);
            search.grow(playouts);
            seconds.push(started.elapsed().as_secs_f64());
            assert!(!search.is_solved(), "{} solved {position}", contender.name());
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a rate is good to three digits")]
    seconds.into_iter().map(|seconds| playouts as f64 / median(seconds)).collect()
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slow_run_does_not_count() {
        assert!((median(vec![9.0, 1.0, 2.0]) - 2.0).abs() < 1e-9);
    }
}
