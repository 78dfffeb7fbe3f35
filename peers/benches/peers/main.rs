//! Kibitzer's Monte Carlo tree search beside the crates `treant` and `mcts`: speed, memory and strength in one run.
//!
//! `cargo bench --manifest-path peers/Cargo.toml -- [--quick] [--games N] [--seed N]
//! [--milliseconds N | --playouts-a-move N] [--into FILE#NAME]`

mod mcts_crate;
mod options;
mod ours;
mod rules;
mod treant;

use anyhow::{Context, Result, ensure};
use kibitzer_games::connect4::Connect4;
use kibitzer_peers::{
    Contender, Contest, CountingAllocator, Row, Score, comparison, footprint, markdown, rates, replace_section,
};
use kibitzer_search::mcts::{Decisive, Mcts, Mean, Proofs, Ucb1, Uniform};

use mcts_crate::MctsCrate;
use options::Options;
use ours::Ours;
use treant::Treant;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The c of `mean + c * sqrt(ln N / n)`, the same for all; values are from -1 to 1.
const EXPLORATION: f32 = 1.0;

/// Twelve stones, nothing decided yet.
const MIDGAME: &str = "444444222265";

/// Kibitzer's contenders come first.
const OURS: usize = 2;

fn contenders() -> Vec<Box<dyn Contender>> {
    let ucb1 = Ucb1 { exploration: EXPLORATION };
    let exploration = f64::from(EXPLORATION);
    let mut best = Mcts::new(ucb1, Decisive, Proofs(Mean));
    best.settings.expand_at = 2;
    vec![
        Box::new(Ours { name: "Kibitzer, plain", mcts: Mcts::new(ucb1, Uniform, Mean) }),
        Box::new(Ours { name: "Kibitzer, best", mcts: best }),
        Box::new(Treant::<false> { name: "treant 0.4", exploration, is_solver: false }),
        Box::new(Treant::<true> { name: "treant 0.4, best", exploration, is_solver: true }),
        Box::new(MctsCrate { name: "mcts 0.3", exploration }),
    ]
}

fn main() -> Result<()> {
    let options = Options::from_args(std::env::args().skip(1))?;
    let contenders = contenders();
    let contenders: Vec<&dyn Contender> = contenders.iter().map(Box::as_ref).collect();
    let (empty, midgame) = (Connect4::default(), MIDGAME.parse().context("the midgame position")?);

    contenders.iter().try_for_each(|contender| check(*contender))?;

    let empty_rates = rates(&contenders, &empty, options.playouts);
    let midgame_rates = rates(&contenders, &midgame, options.playouts);
    let contest = Contest { pairs: options.games.div_ceil(2), limit: options.limit, seed: options.seed };
    let rows: Vec<Row> = contenders
        .iter()
        .enumerate()
        .map(|(index, rival)| Row {
            name: rival.name().to_string(),
            is_ours: index < OURS,
            empty_rate: empty_rates[index],
            midgame_rate: midgame_rates[index],
            footprint: footprint(*rival, &empty, options.playouts),
            scores: (0..OURS)
                .map(|our| (our > index || index >= OURS).then(|| meet(&contest, contenders[our], *rival)))
                .collect(),
        })
        .collect();

    let text = format!("{}\n{}\n{}", markdown(&rows), comparison(&rows), options.terms());
    print!("{text}");
    options.into.as_ref().map_or(Ok(()), |section| replace_section(section, &text))
}

/// Who is told the rules wrongly would look weak: all must take a win and stop one.
fn check(contender: &dyn Contender) -> Result<()> {
    for (name, position) in [("win", "112233"), ("threat", "11223")] {
        let mut search = contender.search(&position.parse()?, 0);
        search.grow(20_000);
        ensure!(search.best().to_string() == "4", "{} misses the {name} in {position}", contender.name());
    }
    Ok(())
}

/// A match, with a word to who waits for it.
fn meet(contest: &Contest, our: &dyn Contender, rival: &dyn Contender) -> Score {
    let score = contest.play(our, rival);
    eprintln!("{} against {}: {score}", our.name(), rival.name());
    score
}
