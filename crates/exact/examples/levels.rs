//! Prints how many games the sensible player wins over a range of deals, its end not included:
//! `cargo run --release -p kibitzer-exact --example levels 0 5000`.

use std::collections::BTreeMap;
use std::error::Error;

use kibitzer_exact::birds::level::{Difficulty, Level, Leveler};
use kibitzer_games::birds::{Size, deal};
use kibitzer_games::cards::DealNumber;

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let &[first, end] = numbers.as_slice() else { return Err("give the first seed and the end of the range".into()) };
    let mut leveler = Leveler::default();
    let mut measured: Vec<Difficulty> = Vec::new();
    for seed in first..end {
        let start = deal(Size::STANDARD, DealNumber::try_from(seed)?);
        measured.extend(leveler.measure(&start, &mut ()).map_err(|stop| stop.to_string())?);
    }
    if measured.is_empty() {
        return Err("no deal of this range can be won".into());
    }
    measured.sort_by_key(|difficulty| difficulty.won);
    print(&measured);
    Ok(())
}

/// Two Markdown tables: quantiles of the games won, and the levels. `measured` is sorted by games won.
fn print(measured: &[Difficulty]) {
    let share = |difficulty: &Difficulty| 100.0 * f64::from(difficulty.won) / f64::from(difficulty.games);
    println!("{} deals that can be won\n\n| quantile of deals | games won |\n|---|---|", measured.len());
    for percent in [0, 1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 100] {
        let index = (measured.len() - 1) * percent / 100;
        println!("| {percent}% | {:.1}% |", share(&measured[index]));
    }
    let mut levels: BTreeMap<Level, Vec<&Difficulty>> = BTreeMap::new();
    for difficulty in measured {
        levels.entry(difficulty.level()).or_default().push(difficulty);
    }
    println!("\n| level | share of deals | games won, mean | without foresight, mean |\n|---|---|---|---|");
    for (level, deals) in levels {
        let total = |count: fn(&Difficulty) -> u32| deals.iter().map(|&deal| u64::from(count(deal))).sum::<u64>();
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole as f64;
        let games = total(|deal| deal.games);
        println!(
            "| {level} | {:.1}% | {:.1}% | {:.1}% |",
            percent(deals.len() as u64, measured.len() as u64),
            percent(total(|deal| deal.won), games),
            percent(total(|deal| deal.won_without_foresight), games)
        );
    }
}
