//! Prints tables 1 to 4 of Kucharski, Deihim and Ergezer (2019) beside ours, and the accuracy of the board model:
//! `cargo run --release -p kibitzer-learn --example birds_accuracy 10000`. The argument is the number of deals; one in
//! five is kept for the test, with all its examples.

#![expect(clippy::cast_precision_loss, reason = "what is printed has few digits")]

use std::error::Error;
use std::ops::RangeInclusive;

use cpu_time::ProcessTime;
use kibitzer_core::SplitMix;
use kibitzer_exact::birds::Exact;
use kibitzer_games::birds::{Size, deal};
use kibitzer_games::cards::DealNumber;
use kibitzer_learn::birds::{Score, contest, contestants, expand};
use kibitzer_learn::data::Dataset;
use kibitzer_learn::data::birds::Trail;
use kibitzer_learn::features::Features;
use kibitzer_learn::features::birds::{Board, Six};
use kibitzer_learn::models::{Classifier, GradientBoosting, LeastSquares, LogisticRegression};
use kibitzer_learn::train::{Confusion, cross_validate};
use kibitzer_search::{Budget, Solver, Verdict};

/// The paper's table 1, train and test.
const TABLE_1: [(f64, f64); 7] =
    [(75.48, 75.41), (71.17, 70.10), (74.81, 74.75), (73.90, 73.97), (74.30, 74.23), (71.48, 71.54), (75.36, 75.17)];

/// The models of tables 2 to 4: stacks, solvable examples in percent, and train and test accuracy with 83 terms.
const TABLES_2_TO_4: [(RangeInclusive<u32>, f64, f64, f64); 7] = [
    (1..=16, 46.29, 76.66, 76.58),
    (8..=16, 52.32, 76.11, 76.04),
    (16..=16, 99.68, 99.63, 99.84),
    (15..=16, 95.21, 95.33, 94.85),
    (13..=14, 83.97, 85.10, 84.70),
    (11..=12, 59.53, 72.84, 73.02),
    (9..=10, 32.71, 73.21, 73.61),
];

fn main() -> Result<(), Box<dyn Error>> {
    let deals: u64 = std::env::args().nth(1).ok_or("give the number of deals")?.parse()?;
    let started = ProcessTime::now();
    let mut exact = Exact::default();
    let (mut train, mut test) = (Vec::new(), Vec::new());
    for number in 0..deals {
        let start = deal(Size::STANDARD, DealNumber::try_from(number)?);
        let is_solvable =
            |board: &_| matches!(exact.solve(board, Budget::default(), &mut ()).verdict, Verdict::Solved(_));
        let followed = Trail::follow(&start, &mut SplitMix::new(number), is_solvable);
        if number % 5 == 4 { test.push(followed) } else { train.push(followed) }
    }
    let six = [table(&train, &Six, 1..=16), table(&test, &Six, 1..=16)];
    let [(no, yes), (test_no, test_yes)] = [six[0].examples(), six[1].examples()];
    println!("{} unsolvable and {} solvable examples of {deals} deals", no + test_no, yes + test_yes);
    println!(
        "{} different rows of the six features to learn from; no function of them is right on more than {:.2}% of",
        six[0].merged().rows(),
        100.0 * six[0].ceiling()
    );
    println!("those examples. CPU time so far {:.1} s.\n", started.elapsed().as_secs_f64());

    println!("| table 1 | paper, train / test | ours, train / test |\n|---|---|---|");
    let scores = contest(&contestants(), &six[0], &six[1], &mut |_| ());
    for (Score { name, train, test }, paper) in scores.iter().zip(TABLE_1) {
        println!("| {name} | {:.2} / {:.2} | {:.2} / {:.2} |", paper.0, paper.1, 100.0 * train, 100.0 * test);
    }
    println!(
        "\n| stacks | solvable: paper, ours | 6 features | 83 terms, paper | 83 terms, ours | least squares, 83 |\n|---|---|---|---|---|---|"
    );
    for (stacks, solvable, train_paper, test_paper) in TABLES_2_TO_4 {
        let six = [&train, &test].map(|trails| table(trails, &Six, stacks.clone()).merged());
        let wide = [expand(&six[0]), expand(&six[1])];
        let regression = LogisticRegression::default();
        let (no, yes) = six[0].examples();
        println!(
            "| {stacks:?} | {solvable:.2}, {:.2} | {} | {train_paper:.2} / {test_paper:.2} | {} | {} |",
            100.0 * yes as f64 / (no + yes) as f64,
            accuracies(&regression.fit(&six[0], &mut |_| ()), &six),
            accuracies(&regression.fit(&wide[0], &mut |_| ()), &wide),
            accuracies(&LeastSquares::default().fit(&wide[0]), &wide)
        );
    }
    // Five folds of whole deals, so that no model sees children of a deal it is judged on.
    let folds: Vec<Dataset> = (0..5)
        .map(|fold| {
            let deals: Vec<Trail> = train.iter().skip(fold).step_by(5).cloned().collect();
            expand(&table(&deals, &Six, 1..=16).merged())
        })
        .collect();
    let found = cross_validate(&LogisticRegression::default(), &folds, &mut |_| ());
    let percents: Vec<String> = found.iter().map(|fold| format!("{:.2}", 100.0 * fold.accuracy())).collect();
    println!("\nFive folds of the deals to learn from, 83 terms: {}", percents.join(", "));
    let before = started.elapsed();
    let board = [table(&train, &Board, 1..=16), table(&test, &Board, 1..=16)];
    println!("\nBoosted trees on {} numbers of the board", Board.names().len());
    let settings = GradientBoosting::default();
    let model = settings.fit(&board[0], &mut |_| ());
    let seconds = started.elapsed().saturating_sub(before).as_secs_f64();
    println!("{settings:?}: {}, {seconds:.1} s of CPU time", accuracies(&model, &board));
    Ok(())
}

fn table(
    trails: &[Trail],
    features: &impl Features<kibitzer_games::birds::Birds>,
    stacks: RangeInclusive<u32>,
) -> Dataset {
    let mut table = Dataset::new(features.names().len());
    for trail in trails {
        trail.measure(features, stacks.clone(), &mut table);
    }
    table
}

fn accuracies(model: &dyn Classifier, [train, test]: &[Dataset; 2]) -> String {
    let percent = |data| 100.0 * Confusion::of(model, data).accuracy();
    format!("{:.2} / {:.2}", percent(train), percent(test))
}
