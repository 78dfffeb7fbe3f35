//! Prints the tree of Hoshino and Kahn (2019) learned again, its confusion tables, and a better predictor:
//! `cargo run --release -p kibitzer-learn --example birds_deals 3000000`. The argument is how many deals, from number
//! 2,000,001 on, the better predictor learns from; it is judged on 0 to 1,000,000. With 0 there is none.

#![expect(clippy::cast_precision_loss, reason = "what is printed has few digits")]

use std::error::Error;

use kibitzer_exact::birds::Exact;
use kibitzer_games::birds::{Birds, Size, deal};
use kibitzer_games::cards::DealNumber;
use kibitzer_learn::birds::{Balance, DealPredictor, PaperTree, fit_deal_tree};
use kibitzer_learn::data::Dataset;
use kibitzer_learn::features::Features;
use kibitzer_learn::features::birds::{DealVariables, Variables};
use kibitzer_learn::models::{Classifier, GradientBoosting, Node, Tree};
use kibitzer_learn::train::Confusion;
use kibitzer_search::{Budget, Solver, Verdict};

/// Unsolvable deals that the paper's search gave up on and its labels call solvable.
const MISLABELLED: [u64; 2] = [63_135, 68_943];

fn main() -> Result<(), Box<dyn Error>> {
    let fitted: u64 = std::env::args().nth(1).ok_or("give the number of deals to learn from")?.parse()?;
    let mut exact = Exact::default();
    let mut decide = |number: u64| -> Result<(Birds, bool), Box<dyn Error>> {
        let board = deal(Size::STANDARD, DealNumber::try_from(number)?);
        let solvable = matches!(exact.solve(&board, Budget::default(), &mut ()).verdict, Verdict::Solved(_));
        Ok((board, solvable))
    };
    for variables in [Variables::Paper, Variables::Stackability] {
        let features = DealVariables(variables);
        let names = Features::<Birds>::names(&features);
        let mut tables = [0; 3].map(|_| Dataset::new(names.len()));
        for number in 1..=100_000 {
            let (board, solvable) = decide(number)?;
            let measure = |out: &mut Vec<f32>| features.measure(&board, out);
            match number {
                ..=70_000 => {
                    tables[0].push_with(solvable, measure);
                    tables[1].push_with(solvable || MISLABELLED.contains(&number), measure);
                }
                _ => tables[2].push_with(solvable, measure),
            }
        }
        let [truth, paper, test] = &tables;
        println!("\n## {variables:?}: {}", names.join(", "));
        if variables == Variables::Paper {
            println!("\n### the tree as printed");
            judge(
                &PaperTree,
                &[("70,000, true labels", truth), ("70,000, the paper's labels", paper), ("30,000", test)],
            );
        }
        for (labels, table) in [("the paper's labels", paper), ("true labels", truth)] {
            for balance in [Balance::AsDealt, Balance::Even] {
                let tree = fit_deal_tree(&table.merged(), 3, balance);
                println!("\n### a tree of depth 3, learned with {labels}, {balance:?}\n");
                show(&tree, 0, 0, &names);
                judge(
                    &tree,
                    &[("70,000, true labels", truth), ("70,000, the paper's labels", paper), ("30,000", test)],
                );
            }
        }
    }
    if fitted > 0 { better(fitted, &mut decide) } else { Ok(()) }
}

/// What a model finds, unsolvable deals being those to find.
fn judge(model: &dyn Classifier, tables: &[(&str, &Dataset)]) {
    println!(
        "\n| deals | unsolvable, found | unsolvable, missed | solvable, called unsolvable | solvable, right | accuracy | precision | recall |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (name, table) in tables {
        let confusion = Confusion::of(model, table);
        let Confusion { true_yes, false_yes, true_no, false_no } = confusion;
        println!(
            "| {name} | {true_no} | {false_yes} | {false_no} | {true_yes} | {:.2}% | {:.1}% | {:.1}% |",
            100.0 * confusion.accuracy(),
            100.0 * confusion.precision_of_no(),
            100.0 * confusion.recall_of_no()
        );
    }
}

fn show(tree: &Tree, node: usize, depth: usize, names: &[String]) {
    let indent = "    ".repeat(depth + 1);
    match tree.nodes[node] {
        Node::Ask { column, threshold, below, above } => {
            println!("{indent}{} < {threshold}:", names[column]);
            show(tree, below, depth + 1, names);
            println!("{indent}otherwise:");
            show(tree, above, depth + 1, names);
        }
        Node::Answer(share) => {
            println!("{indent}{} ({:.4} solvable)", if share > 0.5 { "SOLVABLE" } else { "UNSOLVABLE" }, share);
        }
    }
}

/// Of the solvable deals of a range, which are nearly all, one in this many is learned from.
const KEPT: u64 = 40;

fn better(
    fitted: u64,
    decide: &mut dyn FnMut(u64) -> Result<(Birds, bool), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let features = DealPredictor::features();
    let (mut data, mut held_out) = (DealPredictor::table(), DealPredictor::table());
    for number in 2_000_001..=2_000_000 + fitted {
        let (board, solvable) = decide(number)?;
        if !board.card_graph().is_connected() || solvable && !number.is_multiple_of(KEPT) {
            continue;
        }
        let table = if (number / KEPT).is_multiple_of(4) { &mut held_out } else { &mut data };
        table.push_with(solvable, |out| features.measure(&board, out));
    }
    println!("\n## Better, on connected deals alone\n");
    println!(
        "learned from {:?}, thresholds from {:?} unsolvable and solvable deals",
        data.examples(),
        held_out.examples()
    );
    let settings = GradientBoosting { trees: 60, depth: 4, rate: 0.1, ridge: 1.0, leaf: 0.3 };
    let recalls = [0.5, 0.7, 0.8, 0.9, 0.95];
    let predictors = recalls.map(|recall| DealPredictor::fit(&data, &held_out, recall, settings, &mut |_| ()));
    let mut found = [[0_u64; 2]; 1 + 5];
    let mut unsolvable = 0;
    for number in 0..=1_000_000 {
        let (board, solvable) = decide(number)?;
        if !board.card_graph().is_connected() {
            continue;
        }
        unsolvable += u64::from(!solvable);
        let mut row = Vec::new();
        features.measure(&board, &mut row);
        let odds = predictors[0].model.odds(&row);
        let says = |who: usize| match who {
            0 => PaperTree.probability(&row[..3]) < 0.5,
            _ => odds < predictors[who - 1].threshold,
        };
        for (who, counts) in found.iter_mut().enumerate() {
            if says(who) {
                counts[usize::from(solvable)] += 1;
            }
        }
    }
    println!("\n{unsolvable} of the connected deals 0 to 1,000,000 are unsolvable\n");
    println!("| predictor | found | recall | solvable deals called unsolvable | precision |\n|---|---|---|---|---|");
    for (who, [right, wrong]) in found.into_iter().enumerate() {
        let name = if who == 0 {
            "the paper's tree".to_string()
        } else {
            format!("boosted, threshold for recall {}", recalls[who - 1])
        };
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        println!(
            "| {name} | {right} | {:.1}% | {wrong} | {:.1}% |",
            percent(right, unsolvable),
            percent(right, right + wrong)
        );
    }
    Ok(())
}
