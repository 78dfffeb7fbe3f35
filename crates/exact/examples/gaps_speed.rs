//! Prints how fast deals of Gaps are decided, on one thread, in CPU time:
//! `cargo run --release -p kibitzer-exact --example gaps_speed suit 0 1000`.
//!
//! The words are what to run (`suit`, `any`, `paper` or `levels`), the first seed and how many; then, if wanted, the
//! seconds of wall time a deal may take.

use std::error::Error;
use std::time::Duration;

use cpu_time::ProcessTime;
use kibitzer_core::{Game, Puzzle};
use kibitzer_exact::gaps::level::{Difficulty, Leveler, POSITIONS};
use kibitzer_exact::gaps::{Deep, Roam, Shortest};
use kibitzer_games::gaps::{Dealer, First, Gaps, Removed, Shuffle, Size};
use kibitzer_search::{Budget, Solver, Verdict};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: u64| words.get(place).map_or(Ok(default), |word| word.parse());
    let (from, count, seconds) = (number(1, 1_000_000)?, number(2, 100)?, number(3, 10)?);
    let budget = Budget { time: Some(Duration::from_secs(seconds)), ..Budget::default() };
    match words.first().map(String::as_str) {
        Some("suit") => {
            let dealer = Dealer { first: First::Suit, ..Dealer::default() };
            let mut tally = Tally::default();
            for seed in from..from + count {
                tally.run(&mut Deep::default(), &dealer.deal(seed), seed, budget);
            }
            println!("suit: {tally}");
        }
        Some("any") => {
            let dealer = Dealer { first: First::Any, ..Dealer::default() };
            let mut tally = Tally::default();
            for seed in from..from + count {
                tally.run(&mut Roam::default(), &dealer.deal(seed), seed, budget);
            }
            println!("any: {tally}");
        }
        Some("levels") => {
            for first in First::ALL {
                let dealer = Dealer { first, ..Dealer::default() };
                let started = ProcessTime::now();
                let mut leveler = Leveler::default();
                let mut positions: Vec<u64> = Vec::new();
                for seed in from..from + count {
                    match leveler.measure(&dealer.deal(seed), &mut ()).map_err(|stop| stop.to_string())? {
                        Some(Difficulty { won: true, positions: seen }) => positions.push(seen),
                        Some(_) => positions.push(POSITIONS),
                        None => {}
                    }
                }
                positions.sort_unstable();
                let tenths: Vec<u64> = (1..10).map(|tenth| positions[positions.len() * tenth / 10]).collect();
                println!("{first:?}: {} deals have a level; positions by tenths of them: {tenths:?}", positions.len());
                println!("  {:.3} s a deal", started.elapsed().as_secs_f64() / f64::from(u32::try_from(count)?));
            }
        }
        Some("paper") => {
            // The boards of Darmanger, Gombas and Radomski (2024): so many games of each size and number of swaps.
            let mut tally = Tally::default();
            for (columns, swaps) in (5..=13).flat_map(|columns| [20, 25, 30, 35].map(|swaps| (columns, swaps))) {
                let size = Size::new(4, columns).ok_or("a size")?;
                let shuffle = Shuffle::Swaps(swaps);
                let dealer = Dealer { size, first: First::Any, removed: Removed::Highest, shuffle };
                for seed in from..from + count {
                    tally.run(&mut Shortest, &dealer.deal(seed), seed, budget);
                }
            }
            println!("paper: {tally}");
            println!("{}", tally.within(Duration::from_secs(1)));
        }
        _ => return Err("suit, any, levels or paper".into()),
    }
    Ok(())
}

/// What a range of deals came to.
#[derive(Default)]
struct Tally {
    deals: u64,
    won: u64,
    lost: u64,
    moves: usize,
    nodes: u64,
    times: Vec<(Duration, u64)>,
}

impl Tally {
    fn within(&self, limit: Duration) -> String {
        let quick = self.times.iter().filter(|(time, _)| *time <= limit).count();
        format!("{quick} of {} within {} s of CPU time", self.deals, limit.as_secs_f64())
    }

    fn run(&mut self, solver: &mut dyn Solver<Gaps>, start: &Gaps, seed: u64, budget: Budget) {
        let started = ProcessTime::now();
        let report = solver.solve(start, budget, &mut ());
        self.times.push((started.elapsed(), seed));
        self.deals += 1;
        self.nodes += report.stats.expanded;
        match report.verdict {
            Verdict::Solved(moves) => {
                let mut board = *start;
                let legal = moves.iter().all(|&mv| board.try_play(mv).is_ok());
                assert!(legal && board.is_goal(), "seed {seed}: the line does not win");
                self.won += 1;
                self.moves += moves.len();
            }
            Verdict::Unsolvable => self.lost += 1,
            Verdict::Unknown(_) => {}
        }
    }
}

impl std::fmt::Display for Tally {
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { deals, won, lost, .. } = self;
        let mut times = self.times.clone();
        times.sort_unstable();
        let total: Duration = times.iter().map(|(time, _)| time).sum();
        let millis = |time: Duration| 1e3 * time.as_secs_f64();
        let place = |percent: usize| millis(times[(times.len() - 1) * percent / 100].0);
        let (worst, seed) = times[times.len() - 1];
        write!(
            f,
            "{deals} deals, {won} won, {lost} lost, {} open; mean {:.3} ms, median {:.3}, p90 {:.2}, p99 {:.2}, worst {:.1} \
             (seed {seed}); mean {:.0} nodes, {:.1} moves",
            deals - won - lost,
            millis(total) / *deals as f64,
            place(50),
            place(90),
            place(99),
            millis(worst),
            self.nodes as f64 / *deals as f64,
            self.moves as f64 / (*won).max(1) as f64,
        )
    }
}
