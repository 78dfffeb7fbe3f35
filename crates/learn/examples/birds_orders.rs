//! Races depth-first search against learned orders on deals that can be won, as tables 5 and 6 of Kucharski, Deihim and
//! Ergezer (2019), and writes nodes and CPU time:
//! `cargo run --release -p kibitzer-learn --example birds_orders 50 1 1000000`. The arguments are how many deals are
//! drawn, the seed they are drawn with from deals 1,000,000 on, which nothing was fitted to, and the most nodes for one.

#![expect(clippy::cast_precision_loss, reason = "what is printed has few digits")]

use std::error::Error;

use cpu_time::ProcessTime;
use kibitzer_core::{Blind, Game, Heuristic, MoveOrder, SplitMix};
use kibitzer_exact::birds::Exact;
use kibitzer_games::birds::{Birds, BothGraphs, Size, deal};
use kibitzer_games::cards::DealNumber;
use kibitzer_learn::birds::{FastOrder, Joined, RegressionOrder, Variant, shipped};
use kibitzer_search::{Budget, Closed, DepthFirst, OrderedDepthFirst, Solver, Verdict};

/// The paper's medians and means of nodes and of seconds, in the order of its tables.
const PAPER: [(&str, [f64; 4]); 5] = [
    ("dfs", [1.43e4, 6.71e4, 1.10, 4.82]),
    ("lr+dfs", [1.79e3, 4.51e4, 0.75, 42.17]),
    ("lr", [1.63e2, 1.72e4, 1.23, 47.06]),
    ("lr16+dfs", [5.39e3, 3.53e4, 0.68, 2.91]),
    ("lr8+dfs", [4.44e2, 2.50e4, 0.85, 25.58]),
];

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let &[count, seed, nodes] = numbers.as_slice() else { return Err("give deals, a seed and the most nodes".into()) };
    let mut luck = SplitMix::new(seed);
    let mut deals = Vec::new();
    let mut exact = Exact::default();
    while (deals.len() as u64) < count {
        let start = deal(Size::STANDARD, DealNumber::try_from(1_000_000 + luck.below(1 << 20) as u64)?);
        if matches!(exact.solve(&start, Budget::default(), &mut ()).verdict, Verdict::Solved(_)) {
            deals.push(start);
        }
    }
    let closed = Closed::All;
    price(&deals);
    let regression = |variant| RegressionOrder::from_library(shipped(), variant).expect("a test asks for it");
    let fast = FastOrder::from_library(shipped()).expect("a test asks for it");
    let mut solvers: Vec<(&str, Box<dyn Solver<Birds>>)> =
        vec![("dfs", Box::new(DepthFirst { heuristic: Blind, closed }))];
    for variant in Variant::ALL {
        solvers.push((variant.name(), Box::new(DepthFirst { heuristic: regression(variant), closed })));
    }
    solvers.push(("fast order", Box::new(DepthFirst { heuristic: fast.clone(), closed })));
    let order = fast.clone();
    solvers.push(("fast order, played late", Box::new(OrderedDepthFirst { order, heuristic: Blind })));
    solvers.push(("dfs, dead ends dropped", Box::new(DepthFirst { heuristic: BothGraphs, closed })));
    solvers
        .push(("lr, dead ends dropped", Box::new(DepthFirst { heuristic: Joined(regression(Variant::Lr)), closed })));
    solvers.push(("fast order, dead ends dropped", Box::new(DepthFirst { heuristic: Joined(fast.clone()), closed })));
    let late = OrderedDepthFirst { order: fast, heuristic: Joined(Blind) };
    solvers.push(("fast order, played late, dead ends dropped", Box::new(late)));
    println!(
        "{count} deals, at most {nodes} nodes each; `visited` counts known positions met again, as the paper does\n"
    );
    println!(
        "| search | paper: median, mean nodes | expanded: median, mean | visited: median, mean | paper: median, mean s | CPU ms: median, mean | ns a node | unsolved |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (name, mut solver) in solvers {
        let (mut expanded, mut visited, mut millis, mut unsolved) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for start in &deals {
            let before = ProcessTime::now();
            let report = solver.solve(start, Budget { nodes: Some(nodes), ..Budget::default() }, &mut ());
            millis.push(before.elapsed().as_secs_f64() * 1e3);
            expanded.push(report.stats.expanded as f64);
            visited.push((report.stats.expanded + report.stats.duplicates) as f64);
            unsolved += u32::from(!matches!(report.verdict, Verdict::Solved(_)));
        }
        let paper = PAPER.iter().find(|(other, _)| *other == name).map(|(_, row)| row);
        let quote = |a: usize, b: usize| paper.map_or(String::new(), |row| format!("{}, {}", row[a], row[b]));
        let per_node = 1e6 * millis.iter().sum::<f64>() / expanded.iter().sum::<f64>();
        println!(
            "| {name} | {} | {} | {} | {} | {} | {per_node:.0} | {unsolved} |",
            quote(0, 1),
            summary(&mut expanded, 0),
            summary(&mut visited, 0),
            quote(2, 3),
            summary(&mut millis, 3)
        );
    }
    Ok(())
}

/// Prints what one estimate costs, over the children of the deals.
fn price(deals: &[Birds]) {
    let children: Vec<Birds> = deals.iter().flat_map(|start| start.moves().map(|mv| start.after(mv))).collect();
    let time = |name: &str, heuristic: &dyn Heuristic<Birds>| {
        let (before, mut sum, mut count) = (ProcessTime::now(), 0_u64, 0_u32);
        while before.elapsed().as_millis() < 200 {
            for child in &children {
                sum += u64::from(heuristic.estimate(child).unwrap_or(0));
                count += 1;
            }
        }
        println!(
            "{name}: {:.0} ns an estimate (check {})",
            before.elapsed().as_secs_f64() * 1e9 / f64::from(count),
            sum % 10
        );
    };
    let fast = FastOrder::from_library(shipped()).expect("a test asks for it");
    let (before, mut ranked, mut count) = (ProcessTime::now(), Vec::new(), 0);
    while before.elapsed().as_millis() < 200 {
        for start in deals {
            ranked.clear();
            fast.rank(start, &mut ranked);
            count += ranked.len();
        }
    }
    println!("fast order, from the parent: {:.0} ns a move", before.elapsed().as_secs_f64() * 1e9 / count as f64);
    time("fast order", &fast);
    time("fast order, dead ends dropped", &Joined(fast));
    time("lr", &RegressionOrder::from_library(shipped(), Variant::Lr).expect("a test asks for it"));
    time("both graphs", &BothGraphs);
    let (before, mut keys) = (ProcessTime::now(), 0_u32);
    while before.elapsed().as_millis() < 200 {
        for child in &children {
            std::hint::black_box(child.key());
            keys += 1;
        }
    }
    println!("for comparison, a key: {:.0} ns\n", before.elapsed().as_secs_f64() * 1e9 / f64::from(keys));
}

/// The median and the mean.
fn summary(numbers: &mut [f64], digits: usize) -> String {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers[(numbers.len() - 1) / 2].midpoint(numbers[numbers.len() / 2]);
    format!("{middle:.digits$}, {:.digits$}", numbers.iter().sum::<f64>() / numbers.len() as f64)
}
