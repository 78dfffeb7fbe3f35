//! Decides random deals of Gaps under the usual rule and tells how many, and how fast.
//!
//! Arguments: the first seed, how many deals, the limit in seconds for each; 1 at the end for proofs of lost deals, made
//! and checked.

use std::ops::ControlFlow;
use std::time::Duration;

use cpu_time::ProcessTime;
use kibitzer_core::{Game, Puzzle};
use kibitzer_exact::gaps::Scheduler;
use kibitzer_exact::gaps::proof::{check, prove};
use kibitzer_games::gaps::{Dealer, Gaps};
use kibitzer_search::{Budget, Observer, Solver, Stats, Verdict};

/// Stops a search when the processor has worked for so long.
struct Limit {
    started: ProcessTime,
    most: Duration,
}

impl Observer<Gaps> for Limit {
    fn tick(&mut self, _: &Stats) -> ControlFlow<()> {
        if self.started.elapsed() > self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>().expect("a number"));
    let first = arguments.next().unwrap_or(1_000_000);
    let deals = arguments.next().unwrap_or(20);
    let limit = Duration::from_secs(arguments.next().unwrap_or(10));
    let wants_proofs = arguments.next() == Some(1);
    let mut counts = [0; 3];
    let mut times = Vec::new();
    for seed in first..first + deals {
        let deal = Dealer::default().deal(seed);
        let mut observer = Limit { started: ProcessTime::now(), most: limit };
        let report = Scheduler.solve(&deal, Budget::default(), &mut observer);
        let seconds = observer.started.elapsed().as_secs_f64();
        let (index, word) = match report.verdict {
            Verdict::Solved(shifts) => {
                let end = shifts.iter().fold(deal, |board, &shift| {
                    assert!(board.moves().any(|mv| mv == shift), "{shift} is not a move");
                    board.after(shift)
                });
                assert!(end.is_goal(), "the moves do not win");
                (0, format!("won in {}", shifts.len()))
            }
            Verdict::Unsolvable => (1, "lost".to_owned()),
            Verdict::Unknown(_) => (2, "unknown".to_owned()),
        };
        counts[index] += 1;
        if index < 2 {
            times.push(seconds);
        }
        println!("{seed} {word}: {seconds:.2} s, {} nodes", report.stats.expanded);
        if wants_proofs && index == 1 {
            let started = ProcessTime::now();
            let file = prove(&deal, Budget::default(), &mut ()).expect("lost before");
            let made = started.elapsed();
            let started = ProcessTime::now();
            let accepted = check(&file).expect("a proof");
            let checked = started.elapsed();
            println!(
                "  proof of {} steps, {} bytes: made in {made:.2?}, checked in {checked:.2?}",
                accepted.steps,
                file.len()
            );
        }
    }
    println!("won {}, lost {}, unknown {}", counts[0], counts[1], counts[2]);
    for limit in [0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 60.0] {
        println!("{limit} s: {} of {deals}", times.iter().filter(|&&time| time <= limit).count());
    }
}
