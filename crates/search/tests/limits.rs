//! Budgets, cancellation, and counts that repeat.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use kibitzer_core::Blind;
use kibitzer_search::{
    BestFirst, Budget, Cancel, Closed, DepthFirst, IdaStar, Observer, Solver, Stats, Stop, TICK, Verdict, Weight,
};

use crate::endless::Endless;
use crate::pancakes::{Pancakes, gaps};

type Small = Endless<1, 1>;

fn rivals() -> Vec<Box<dyn Solver<Small>>> {
    vec![
        Box::new(DepthFirst { heuristic: Blind, closed: Closed::All }),
        Box::new(DepthFirst { heuristic: Blind, closed: Closed::Path }),
        Box::new(BestFirst { heuristic: Blind, weight: Weight::Greedy }),
        Box::new(BestFirst { heuristic: Blind, weight: Weight::A_STAR }),
        Box::new(IdaStar { heuristic: Blind }),
    ]
}

/// Runs each rival on the endless puzzle and gives why it stopped, and its counts.
fn stops(budget: Budget, observer: &mut dyn Observer<Small>) -> Vec<(Stop, Stats)> {
    let run = |mut rival: Box<dyn Solver<Small>>| {
        let report = rival.solve(&Small::new(1), budget, observer);
        let Verdict::Unknown(stop) = report.verdict else { panic!("{:?} of a puzzle without end", report.verdict) };
        (stop, report.stats)
    };
    rivals().into_iter().map(run).collect()
}

#[test]
fn a_limit_on_nodes_is_exact() {
    for limit in [0, 1, 2, 1023, 1024, 1025, 5000] {
        for (stop, stats) in stops(Budget { nodes: Some(limit), ..Budget::default() }, &mut ()) {
            assert_eq!((stop, stats.expanded), (Stop::Nodes, limit));
        }
    }
}

#[test]
fn the_first_limit_to_be_met_stops() {
    let hour = Some(Duration::from_secs(3600));
    let few = Budget { nodes: Some(10), time: hour, bytes: Some(1 << 30) };
    let short = Budget { nodes: Some(u64::MAX), time: Some(Duration::from_millis(20)), bytes: Some(1 << 30) };
    let instant = Budget { time: Some(Duration::ZERO), ..few };
    assert!(stops(few, &mut ()).iter().all(|(stop, stats)| (*stop, stats.expanded) == (Stop::Nodes, 10)));
    assert!(stops(short, &mut ()).iter().all(|(stop, stats)| *stop == Stop::Time && stats.expanded > 0));
    assert!(stops(instant, &mut ()).iter().all(|(stop, stats)| (*stop, stats.expanded) == (Stop::Time, 0)));

    let tight = Budget { nodes: Some(10_000_000), time: hour, bytes: Some(1 << 20) };
    let tight = stops(tight, &mut ());
    assert!(tight[..4].iter().all(|(stop, _)| *stop == Stop::Memory), "{tight:?}");
    assert_eq!(tight[4].0, Stop::Nodes, "iterative deepening needs the memory of a path");
    for (_, stats) in tight {
        assert!(stats.peak_bytes <= 1 << 20);
    }
}

/// Makes each node slow, and counts the ticks.
#[derive(Default)]
struct Slow {
    ticks: u64,
}

impl Observer<Small> for Slow {
    fn expanded(&mut self, _: &Small, _: u32) {
        thread::sleep(Duration::from_millis(10));
    }

    fn tick(&mut self, _: &Stats) -> ControlFlow<()> {
        self.ticks += 1;
        ControlFlow::Continue(())
    }
}

#[test]
fn a_limit_on_time_holds_for_slow_nodes() {
    let budget = Budget { time: Some(Duration::from_millis(60)), ..Budget::default() };
    let mut slow = Slow::default();
    let report = DepthFirst { heuristic: Blind, closed: Closed::All }.solve(&Small::new(1), budget, &mut slow);
    assert_eq!(report.verdict, Verdict::Unknown(Stop::Time));
    // Six nodes take the time; whoever asks the clock after each of them stops then.
    assert!(report.stats.expanded <= 6 && slow.ticks + 1 >= report.stats.expanded, "{:?}", report.stats);
}

/// Notes the counts at which it was called, and stops at the last.
struct Ticks {
    seen: Vec<u64>,
    last: u64,
}

impl<G> Observer<G> for Ticks {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.seen.push(stats.expanded);
        if stats.expanded >= self.last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn the_observer_is_called_at_each_multiple_of_tick_and_may_stop() {
    let mut ticks = Ticks { seen: Vec::new(), last: 5 * TICK };
    let report = IdaStar { heuristic: Blind }.solve(&Small::new(1), Budget::default(), &mut ticks);
    assert_eq!((report.verdict, report.stats.expanded), (Verdict::Unknown(Stop::Cancelled), 5 * TICK));
    for multiple in 0..=5 {
        assert!(ticks.seen.contains(&(multiple * TICK)), "{:?}", ticks.seen);
    }
}

#[test]
fn a_flag_that_is_set_before_or_meanwhile_cancels() {
    let mut cancel = Cancel::default();
    cancel.flag.store(true, Ordering::Relaxed);
    assert!(
        stops(Budget::default(), &mut cancel)
            .iter()
            .all(|(stop, stats)| (*stop, stats.expanded) == (Stop::Cancelled, 0))
    );

    let cancel = Cancel::default();
    let flag = cancel.flag.clone();
    let setter = thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        flag.store(true, Ordering::Relaxed);
    });
    // A pair: both are asked, and either may stop.
    let mut pair = (Ticks { seen: Vec::new(), last: u64::MAX }, cancel);
    let report = IdaStar { heuristic: Blind }.solve(&Small::new(1), Budget::default(), &mut pair);
    setter.join().unwrap();
    assert_eq!(report.verdict, Verdict::Unknown(Stop::Cancelled));
    assert!(!pair.0.seen.is_empty() && report.stats.expanded > 0);
}

#[test]
fn counts_repeat_from_run_to_run() {
    let start = Pancakes::shuffled(8, 3);
    let solvers: [Box<dyn Solver<Pancakes>>; 3] = [
        Box::new(DepthFirst { heuristic: gaps, closed: Closed::All }),
        Box::new(BestFirst { heuristic: gaps, weight: Weight::A_STAR }),
        Box::new(IdaStar { heuristic: gaps }),
    ];
    for mut solver in solvers {
        let [first, second] = [(); 2].map(|()| {
            let report = solver.solve(&start, Budget::default(), &mut ());
            (report.verdict, Stats { elapsed: Duration::ZERO, ..report.stats })
        });
        assert_eq!(first, second);
    }
}

#[test]
fn stops_are_named_as_the_output_names_them() {
    let names = [Stop::Nodes, Stop::Time, Stop::Memory, Stop::Cancelled].map(|stop| stop.to_string());
    assert_eq!(names, ["nodes", "time", "memory", "cancelled"]);
}
