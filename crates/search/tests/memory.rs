//! A limit on memory is a limit on the memory of the process, and nearly all of it is put to use.

#![cfg(target_os = "linux")]

use std::env;
use std::fs;
use std::hint::black_box;
use std::process::Command;

use kibitzer_core::{Blind, Puzzle};
use kibitzer_search::{
    BestFirst, Budget, Closed, DepthFirst, IdaStar, OrderedDepthFirst, Solver, Stop, Verdict, Weight,
};

use crate::endless::Endless;

/// 112 bytes of state, 48 of key.
type Wide = Endless<14, 6>;
/// 8 bytes of each.
type Narrow = Endless<1, 1>;

const CASE: &str = "KIBITZER_MEMORY_CASE";
const MIB: usize = 1 << 20;

/// A handful of values.
fn tame<const STATE: usize, const KEY: usize>(state: &Endless<STATE, KEY>) -> Option<u32> {
    u32::try_from(state.words[0] % 30).ok()
}

/// Nearly as many values as positions: the worst for lines of equals.
fn wild<const STATE: usize, const KEY: usize>(state: &Endless<STATE, KEY>) -> Option<u32> {
    u32::try_from(state.words[0] >> 32).ok()
}

fn solver<const STATE: usize, const KEY: usize>(name: &str) -> Box<dyn Solver<Endless<STATE, KEY>>> {
    match name {
        "dfs" => Box::new(DepthFirst { heuristic: Blind, closed: Closed::All }),
        "dfs-path" => Box::new(DepthFirst { heuristic: Blind, closed: Closed::Path }),
        "ordered-dfs" => Box::new(OrderedDepthFirst { order: Blind, heuristic: Blind }),
        "greedy" => Box::new(BestFirst { heuristic: tame, weight: Weight::Greedy }),
        "greedy-wild" => Box::new(BestFirst { heuristic: wild, weight: Weight::Greedy }),
        "greedy-deep" => Box::new(BestFirst { heuristic: Blind, weight: Weight::Greedy }),
        "a-star" => Box::new(BestFirst { heuristic: tame, weight: Weight::A_STAR }),
        "ida-star" => Box::new(IdaStar { heuristic: tame }),
        _ => panic!("no search is called {name}"),
    }
}

/// A line of `/proc/self/status`, in bytes.
fn status(line: &str) -> usize {
    let text = fs::read_to_string("/proc/self/status").unwrap();
    let value = text.lines().find_map(|found| found.strip_prefix(line)).unwrap();
    value.trim_matches([':', ' ', '\t', 'k', 'B']).parse::<usize>().unwrap() * 1024
}

fn run<P: Puzzle>(mut solver: Box<dyn Solver<P>>, start: &P, bytes: usize) {
    // Whatever stores its nodes needs more than 16 bytes for each, so it meets the limit on memory first.
    let budget = Budget { bytes: Some(bytes), nodes: Some(bytes as u64 / 16), ..Budget::default() };
    let before = status("VmRSS");
    let report = black_box(solver.solve(start, budget, &mut ()));
    let grown = status("VmHWM") - before;
    let Verdict::Unknown(stop) = report.verdict else { panic!("{:?} of a puzzle without end", report.verdict) };
    println!("measured {stop} {grown} {} {}", report.stats.peak_bytes, report.stats.expanded);
}

/// One search in a process that has done nothing else; prints how much it grew.
#[test]
#[ignore = "run by the tests below, each time in a process of its own"]
fn one_search() {
    let case = env::var(CASE).unwrap_or_else(|_| format!("a-star wide {}", 16 * MIB));
    let words: Vec<&str> = case.split(' ').collect();
    let [name, width, bytes] = words[..] else { panic!("`{case}` is no case") };
    let bytes = bytes.parse().unwrap();
    match width {
        "wide" => run(solver(name), &Wide::new(1), bytes),
        _ => run(solver(name), &Narrow::new(1), bytes),
    }
}

/// Why a search in a process of its own stopped, and by how many percent of its limit the process grew.
fn measure(name: &str, width: &str, bytes: usize) -> (String, usize) {
    let child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "memory::one_search", "--ignored", "--nocapture"])
        .env(CASE, format!("{name} {width} {bytes}"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&child.stdout).into_owned();
    let line = text.lines().find_map(|line| line.split_once("measured ")).unwrap_or_else(|| panic!("{text}")).1;
    let words: Vec<&str> = line.split(' ').collect();
    let percent = words[1].parse::<usize>().unwrap() * 100 / bytes;
    println!("{name:12} {width:7} {:5} MiB: grew by {percent}% of it; {line}", bytes / MIB);
    (words[0].into(), percent)
}

fn check(searches: &[&str], widths: &[&str], bytes: usize) {
    for name in searches {
        for width in widths {
            let (stop, percent) = measure(name, width, bytes);
            assert_eq!(stop, Stop::Memory.to_string(), "{name} {width}");
            assert!((80..=105).contains(&percent), "{name} {width}: {percent}% of {} MiB", bytes / MIB);
        }
    }
}

const STORING: [&str; 7] = ["dfs", "dfs-path", "ordered-dfs", "greedy", "greedy-deep", "greedy-wild", "a-star"];

#[test]
fn a_limit_of_64_mib_is_used_and_kept() {
    check(&STORING, &["wide"], 64 * MIB);
    check(&["dfs", "greedy-wild", "a-star"], &["narrow"], 64 * MIB);
}

#[test]
fn a_limit_of_256_mib_is_used_and_kept() {
    check(&["dfs", "a-star"], &["wide"], 256 * MIB);
}

#[test]
#[ignore = "needs a gigabyte and a minute"]
fn a_limit_of_1_gib_is_used_and_kept() {
    check(&STORING, &["wide", "narrow"], 1024 * MIB);
}

#[test]
fn iterative_deepening_needs_the_memory_of_a_path() {
    let (stop, percent) = measure("ida-star", "wide", 16 * MIB);
    assert_eq!(stop, Stop::Nodes.to_string());
    assert!(percent < 5, "{percent}% of 16 MiB");
}
