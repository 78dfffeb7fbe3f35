//! Ways to tell at a glance which deals of Birds of a Feather cannot be won, by name: `tree:balance=even`.

use std::fmt::{self, Display};

use kibitzer_games::birds::Birds;
use kibitzer_learn::birds::{Balance, DealPredictor, PaperTree, fit_deal_tree};
use kibitzer_learn::data::Dataset;
use kibitzer_learn::features::Features;
use kibitzer_learn::features::birds::{DealVariables, Variables};
use kibitzer_learn::models::{Classifier, GradientBoosting, Node, Tree};

use crate::algorithm::{Listing, SolverSpec};
use crate::options::{BadSpec, Kind, Options, Parameter};

const VARIABLES: Parameter = Parameter {
    name: "variables",
    kind: Kind::Word { words: &["paper", "stackability"] },
    help: "paper: nw1, nw2 and spanning trees; stackability: the same of both graphs, and more",
};

const BALANCE: Parameter = Parameter {
    name: "balance",
    kind: Kind::Word { words: &["dealt", "even"] },
    help: "even: unsolvable deals together weigh as much as the others",
};

const DEPTH: Parameter =
    Parameter { name: "depth", kind: Kind::Whole { default: 3, range: 1..=12 }, help: "the most questions on a way" };

const LEARN: Parameter = Parameter {
    name: "learn",
    kind: Kind::Word { words: &["truth", "paper"] },
    help: "which labels it learns from; the paper's call a few unsolvable deals solvable",
};

const JUDGE: Parameter = Parameter { name: "judge", help: "which labels it is judged by", ..LEARN };

const RECALL: Parameter = Parameter {
    name: "recall",
    kind: Kind::Real { default: 0.9, range: 0.0..=1.0 },
    help: "the share of unsolvable deals that its threshold is set to find",
};

const LISTINGS: &[Listing] = &[
    Listing {
        name: "paper-tree",
        help: "the tree as it is printed",
        source: "Hoshino & Kahn 2019",
        parameters: &[JUDGE],
    },
    Listing {
        name: "tree",
        help: "a tree grown by information gain",
        source: "Hoshino & Kahn 2019",
        parameters: &[VARIABLES, BALANCE, DEPTH, LEARN, JUDGE],
    },
    Listing {
        name: "boosted",
        help: "boosted trees on both graphs and the board, for deals whose cards are connected",
        source: "Kibitzer",
        parameters: &[RECALL, JUDGE],
    },
];

/// A predictor with all its options. Written in full, and read back the same.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictorSpec(SolverSpec);

/// Which labels count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// Those that the exact solver proves.
    Truth,
    /// Those of the paper, whose search gave up on a few deals.
    Paper,
}

/// A deal to learn from.
#[derive(Clone, Copy, Debug)]
pub struct LabelledDeal {
    /// The deal.
    pub board: Birds,
    /// Whether it can be won.
    pub is_solvable: bool,
    /// What the paper says.
    pub paper_says: bool,
}

/// What was learned.
#[derive(Clone, Debug)]
pub struct Predictor(Kinds);

#[derive(Clone, Debug)]
enum Kinds {
    Paper,
    Tree(Variables, Tree),
    Boosted(DealPredictor),
}

impl PredictorSpec {
    /// Reads a name with options.
    ///
    /// # Errors
    /// If there is no such predictor, or an option is wrong.
    pub fn read(text: &str) -> Result<PredictorSpec, BadSpec> {
        SolverSpec::read(text, LISTINGS.iter()).map(PredictorSpec)
    }

    /// The labels by which it is judged.
    #[must_use]
    pub fn judged_by(&self) -> Labels {
        labels(self.options(), JUDGE.name)
    }

    /// Whether it learns from the connected deals alone, of which there should be many.
    #[must_use]
    pub fn wants_connected(&self) -> bool {
        self.0.name() == "boosted"
    }

    /// Learns from deals. One in four is kept back where a threshold must be set.
    ///
    /// # Panics
    /// Never: options were read within their ranges.
    #[must_use]
    pub fn fit(&self, deals: &[LabelledDeal]) -> Predictor {
        let options = self.options();
        let kind = match self.0.name() {
            "tree" => {
                let variables = match options.word(VARIABLES.name) {
                    "stackability" => Variables::Stackability,
                    _ => Variables::Paper,
                };
                let balance = match options.word(BALANCE.name) {
                    "even" => Balance::Even,
                    _ => Balance::AsDealt,
                };
                let depth = u32::try_from(options.whole(DEPTH.name)).expect("at most 12");
                Kinds::Tree(variables, grow(deals, variables, balance, depth, labels(options, LEARN.name)))
            }
            "boosted" => Kinds::Boosted(boost(deals, options.real(RECALL.name))),
            _ => Kinds::Paper,
        };
        Predictor(kind)
    }

    fn options(&self) -> &Options {
        &self.0.options
    }
}

impl Display for PredictorSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

fn labels(options: &Options, name: &str) -> Labels {
    match options.word(name) {
        "paper" => Labels::Paper,
        _ => Labels::Truth,
    }
}

impl LabelledDeal {
    /// Whether it can be won, by these labels.
    #[must_use]
    pub fn is_solvable_by(&self, labels: Labels) -> bool {
        match labels {
            Labels::Truth => self.is_solvable,
            Labels::Paper => self.paper_says,
        }
    }
}

fn grow(deals: &[LabelledDeal], variables: Variables, balance: Balance, depth: u32, labels: Labels) -> Tree {
    let features = DealVariables(variables);
    let mut table = Dataset::new(Features::<Birds>::names(&features).len());
    for deal in deals {
        table.push_with(deal.is_solvable_by(labels), |row| features.measure(&deal.board, row));
    }
    fit_deal_tree(&table.merged(), depth, balance)
}

fn boost(deals: &[LabelledDeal], recall: f64) -> DealPredictor {
    let features = DealPredictor::features();
    let (mut data, mut held_out) = (DealPredictor::table(), DealPredictor::table());
    for (index, deal) in deals.iter().enumerate() {
        let table = if index % 4 == 0 { &mut held_out } else { &mut data };
        table.push_with(deal.is_solvable, |row| features.measure(&deal.board, row));
    }
    let settings = GradientBoosting { trees: 60, depth: 4, rate: 0.1, ridge: 1.0, leaf: 0.3 };
    DealPredictor::fit(&data, &held_out, recall, settings, &mut |_| ())
}

impl Predictor {
    /// Whether it calls the deal unsolvable.
    #[must_use]
    pub fn says_unsolvable(&self, deal: &Birds) -> bool {
        let row = |variables: Variables| {
            let mut row = Vec::new();
            DealVariables(variables).measure(deal, &mut row);
            row
        };
        match &self.0 {
            Kinds::Paper => PaperTree.probability(&row(Variables::Paper)) < 0.5,
            Kinds::Tree(variables, tree) => tree.probability(&row(*variables)) <= 0.5,
            Kinds::Boosted(predictor) => predictor.is_unsolvable(deal),
        }
    }

    /// Its questions, one a line, where a person could ask them.
    #[must_use]
    pub fn questions(&self) -> Option<String> {
        let Kinds::Tree(variables, tree) = &self.0 else { return None };
        let names = Features::<Birds>::names(&DealVariables(*variables));
        let mut text = String::new();
        write_node(tree, 0, 0, &names, &mut text);
        Some(text)
    }
}

fn write_node(tree: &Tree, node: usize, depth: usize, names: &[String], out: &mut String) {
    let mut line = |text: String| out.extend(["    ".repeat(depth), text, "\n".to_string()]);
    match tree.nodes[node] {
        Node::Ask { column, threshold, below, above } => {
            line(format!("if {} < {threshold}:", names[column]));
            write_node(tree, below, depth + 1, names, out);
            out.extend(["    ".repeat(depth), "otherwise:\n".to_string()]);
            write_node(tree, above, depth + 1, names, out);
        }
        Node::Answer(share) => line(if share > 0.5 { "solvable" } else { "unsolvable" }.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_written_as_questions() {
        let (ask, answer) =
            (|column, threshold, below, above| Node::Ask { column, threshold, below, above }, Node::Answer);
        let nodes = vec![ask(2, 0.0, 1, 2), answer(0.0), ask(1, 37.0, 3, 4), answer(1.0), answer(0.25)];
        let predictor = Predictor(Kinds::Tree(Variables::Paper, Tree { nodes }));
        let names = Features::<Birds>::names(&DealVariables(Variables::Paper));
        let expected = format!(
            "if {} < 0:\n    unsolvable\notherwise:\n    if {} < 37:\n        solvable\n    otherwise:\n        unsolvable\n",
            names[2], names[1]
        );
        assert_eq!(predictor.questions(), Some(expected));
        assert_eq!(PredictorSpec::read("paper-tree").expect("listed").fit(&[]).questions(), None);
    }

    #[test]
    fn predictors_read_back_and_know_their_labels() {
        for text in
            ["paper-tree:judge=paper", "tree:variables=stackability,balance=even,depth=3,learn=truth,judge=truth"]
        {
            assert_eq!(PredictorSpec::read(text).expect("listed").to_string(), text);
        }
        let deal = LabelledDeal { board: "AC 2C".parse().expect("a board"), is_solvable: false, paper_says: true };
        assert!(deal.is_solvable_by(Labels::Paper) && !deal.is_solvable_by(Labels::Truth));
    }
}
