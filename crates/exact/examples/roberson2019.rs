//! Prints the three tables of Roberson and Sperduto (2019) beside ours, as Markdown:
//! `cargo run --release -p kibitzer-exact --example roberson2019 quick`. The first word is `quick` for one deal in a hundred,
//! `full`, or a number for one deal in so many; after it come the tables that are wanted, of `1`, `2`, `3` and `ablation`, all of them if none is named,
//! or `planner` for all games of table 3 by our player alone. The
//! paper's numbers are read from `data/papers/roberson2019.toml`.

#![expect(clippy::cast_precision_loss, reason = "what is printed has few digits")]

use std::error::Error;

use cpu_time::ProcessTime;
use kibitzer_core::SplitMix;
use kibitzer_exact::birds::Exact;
use kibitzer_exact::birds::checker::Rule;
use kibitzer_exact::birds::player::{Idea, Ideas, Planner, Player, Roberson};
use kibitzer_exact::birds::roberson2019::{
    Classes, GAMES, ITERATIONS, Tally, WEIGHTS, best_first_nodes, depth_first_cost,
};
use kibitzer_games::birds::{Birds, Size, deal};
use kibitzer_games::cards::DealNumber;

const PAPER: &str = include_str!("../../../data/papers/roberson2019.toml");

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let step = match words.next().as_deref() {
        Some("quick") => 100,
        Some("full") => 1,
        Some(word) if word.parse().is_ok_and(|step: usize| step > 0) => word.parse()?,
        _ => return Err("say quick, full or one deal in how many, and then which tables: 1, 2, 3, ablation".into()),
    };
    let wanted: Vec<String> = words.collect();
    let is_wanted = |table: &str| wanted.is_empty() || wanted.iter().any(|word| word == table);
    let deals = |first: u64, step: usize| -> Result<Vec<(u64, Birds)>, Box<dyn Error>> {
        let numbers = (first..first + 10_000).step_by(step);
        numbers.map(|number| Ok((number, deal(Size::STANDARD, DealNumber::try_from(number)?)))).collect()
    };
    let theirs = deals(1, step)?;
    if is_wanted("1") {
        table1(&theirs)?;
    }
    if is_wanted("2") {
        table2(&theirs)?;
    }
    if is_wanted("3") {
        table3(&theirs, step)?;
    }
    if wanted.iter().any(|word| word == "planner") {
        for iterations in [100, 1000] {
            let row = series(&deals(1, 1)?, GAMES, |seed| Planner::new(iterations, seed));
            println!("planner, {iterations} iterations a turn, {GAMES} games on every deal: {row}");
        }
    }
    if is_wanted("ablation") {
        ablation("deals 1 to 10,000", &deals(1, 1)?, step);
        ablation("deals 100,001 to 110,000, which nothing was fitted to", &deals(100_001, 1)?, step);
    }
    Ok(())
}

/// A list of numbers in the paper's file: `key = [1, 2]` after the line `[section]`.
fn paper(section: &str, key: &str) -> Result<Vec<f64>, Box<dyn Error>> {
    let missing = || format!("data/papers/roberson2019.toml has no {key} in [{section}]");
    let (_, rest) = PAPER.split_once(&format!("[{section}]\n")).ok_or_else(missing)?;
    let lines = rest.lines().take_while(|line| !line.starts_with('['));
    let found = lines.filter_map(|line| line.split_once(" = ")).find(|(name, _)| *name == key);
    let (_, list) = found.ok_or_else(missing)?;
    let numbers = list.trim_matches(['[', ']']).split(", ").map(|number| number.replace('_', "").parse::<f64>());
    Ok(numbers.collect::<Result<_, _>>()?)
}

fn table1(deals: &[(u64, Birds)]) -> Result<(), Box<dyn Error>> {
    println!("\nTable 1: {} deals, mean nodes\n\n| weight of legal moves | paper | ours |\n|---|---|---|", deals.len());
    let mean = |nodes: u64| nodes as f64 / deals.len() as f64;
    for (weight, theirs) in WEIGHTS.into_iter().zip(paper("table1", "expanded")?) {
        let nodes = deals.iter().map(|(_, start)| best_first_nodes(start, weight)).sum();
        println!("| {weight:.1} | {theirs} | {:.1} |", mean(nodes));
    }
    let (mut expanded, mut visited) = (0, 0);
    for (_, start) in deals {
        let cost = depth_first_cost(start);
        expanded += cost.expanded;
        visited += cost.expanded + cost.duplicates;
    }
    let theirs = paper("table1", "depth_first")?[0];
    println!("| depth-first | {theirs} | {:.1} expanded, {:.1} visited |", mean(expanded), mean(visited));
    Ok(())
}

fn table2(deals: &[(u64, Birds)]) -> Result<(), Box<dyn Error>> {
    let mut classes = Classes::default();
    let mut exact = Exact::default();
    for (number, start) in deals {
        classes.count_deal(start, &mut exact, &mut SplitMix::new(*number));
    }
    let (found, totals) = (paper("table2", "found")?, paper("table2", "unsolvable")?);
    println!(
        "\nTable 2: {} deals, {} positions that can be won, {} false alarms\n\n\
         | class | paper | ours |\n|---|---|---|",
        deals.len(),
        classes.solvable,
        classes.false_alarms
    );
    let row = |name: &str, theirs: Option<f64>, ours: u64| {
        let theirs = theirs.map_or("-".to_string(), |count| format!("{count} ({:.2}%)", 100.0 * count / totals[0]));
        println!("| {name} | {theirs} | {ours} ({:.2}%) |", percent(ours, classes.unsolvable));
    };
    for (index, rule) in Rule::ALL.into_iter().enumerate() {
        row(&format!("{rule:?}"), found.get(index).copied(), classes.found_by[index]);
    }
    row("the paper's three together", paper("table2", "combined")?.first().copied(), classes.found_by_paper);
    row("all five together", None, classes.found);
    row("unsolvable", Some(totals[0]), classes.unsolvable);
    Ok(())
}

/// Plays `games` games on each deal and gives the row of it: wins, positions and CPU time for a game.
fn series<P: Player>(deals: &[(u64, Birds)], games: u64, player: impl Fn(u64) -> P) -> String {
    let (mut tally, mut exact) = (Tally::default(), Exact::default());
    let before = ProcessTime::now();
    for (number, start) in deals {
        tally.play_deal((*number, start), games, &mut exact, &player);
    }
    let each = |count: f64| count / tally.games.max(1) as f64;
    format!(
        "{:.3}% ({} of {} lost), {:.1}, {:.1}, {:.0}",
        percent(tally.won, tally.games),
        tally.games - tally.won,
        tally.games,
        each(tally.thought.iterations as f64),
        each(tally.thought.positions as f64),
        each(before.elapsed().as_secs_f64() * 1e6)
    )
}

fn table3(deals: &[(u64, Birds)], step: usize) -> Result<(), Box<dyn Error>> {
    let games = if step == 1 { GAMES } else { 2 };
    println!(
        "\nTable 3: {} deals, {games} games on each; a game's wins, iterations, positions and CPU time in microseconds\n\n\
         | iterations a turn | paper | its player as we read it | planner |\n|---|---|---|---|",
        deals.len()
    );
    for (iterations, theirs) in ITERATIONS.into_iter().zip(paper("table3", "won_percent")?) {
        // Long searches are for those who ask for the whole table.
        let again = if step == 1 || iterations <= 1000 {
            series(deals, games, |seed| Roberson::new(iterations, seed))
        } else {
            "-".to_string()
        };
        println!(
            "| {iterations} | {theirs}% | {again} | {} |",
            series(deals, games, |seed| Planner::new(iterations, seed))
        );
    }
    Ok(())
}

/// What each idea buys, all others kept; and what is left without any.
fn ablation(title: &str, deals: &[(u64, Birds)], step: usize) {
    let games = if step == 1 { GAMES } else { 1 };
    println!(
        "\nAblation, {title}, {games} games on each: wins, iterations, positions, microseconds\n\n\
         | planner | 10 iterations a turn | 100 | 1000 |\n|---|---|---|---|"
    );
    let row = |name: &str, ideas: Ideas| {
        let cells = [10, 100, 1000].map(|iterations| {
            series(deals, games, |seed| {
                let mut planner = Planner::new(iterations, seed);
                planner.ideas = ideas;
                planner
            })
        });
        println!("| {name} | {} |", cells.join(" | "));
    };
    row("all ideas", Ideas::ALL);
    for idea in Idea::ALL {
        row(&format!("without {idea:?}"), Ideas::ALL.without(idea));
    }
    row("none", Ideas::NONE);
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
