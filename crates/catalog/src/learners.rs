//! Ways to learn which positions of Birds of a Feather can be won, by name: `logistic:terms=cubic,from=8`.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use kibitzer_games::birds::Birds;
use kibitzer_learn::birds::expand;
use kibitzer_learn::data::Dataset;
use kibitzer_learn::data::birds::Trail;
use kibitzer_learn::features::birds::{Board, Six};
use kibitzer_learn::features::{Features, Polynomial};
use kibitzer_learn::models::{
    Boosting, Classifier, Criterion, Gaussians, GradientBoosting, Growing, Learner, LeastSquares, LogisticRegression,
    Neighbours, NetworkTraining, Planting,
};
use kibitzer_learn::train::{Confusion, Watch, cross_validate};

use crate::algorithm::{Listing, SolverSpec};
use crate::options::{BadSpec, Kind, Options, Parameter};

const TERMS: Parameter = Parameter {
    name: "terms",
    kind: Kind::Word { words: &["six", "cubic", "board"] },
    help: "six: the paper's numbers; cubic: their 83 products; board: 73 numbers of the board",
};

/// The same for a model that is of no use without.
const BOARD_TERMS: Parameter = Parameter { kind: Kind::Word { words: &["board", "six", "cubic"] }, ..TERMS };

const FROM: Parameter = Parameter {
    name: "from",
    kind: Kind::Whole { default: 1, range: 1..=49 },
    help: "the fewest stacks of a position that it reads",
};

const TO: Parameter =
    Parameter { name: "to", kind: Kind::Whole { default: 49, range: 1..=49 }, help: "the most stacks" };

const COUNT: Parameter = Parameter {
    name: "count",
    kind: Kind::Whole { default: 5, range: 1..=1000 },
    help: "how many neighbours are asked",
};

const DEPTH: Parameter =
    Parameter { name: "depth", kind: Kind::Whole { default: 8, range: 1..=12 }, help: "the most questions on a way" };

const LEAF: Parameter = Parameter {
    name: "leaf",
    kind: Kind::Real { default: 20.0, range: 0.0..=1e9 },
    help: "the fewest examples on either side of a question",
};

const TREES: Parameter =
    Parameter { name: "trees", kind: Kind::Whole { default: 20, range: 1..=10_000 }, help: "how many trees" };

const LAYERS: Parameter = Parameter {
    name: "layers",
    kind: Kind::Whole { default: 1, range: 1..=12 },
    help: "layers of 100 neurons between the numbers and the answer",
};

const RIDGE: Parameter =
    Parameter { name: "ridge", kind: Kind::Real { default: 1e-4, range: 0.0..=1e6 }, help: "what large weights cost" };

const SEED: Parameter = Parameter {
    name: "seed",
    kind: Kind::Whole { default: 0, range: 0..=u64::MAX },
    help: "where its luck comes from",
};

const DEEP: Parameter = Parameter { kind: Kind::Whole { default: 10, range: 1..=12 }, ..DEPTH };
const SHALLOW: Parameter = Parameter { kind: Kind::Whole { default: 1, range: 1..=12 }, ..DEPTH };
const BOOSTED_DEPTH: Parameter = Parameter { kind: Kind::Whole { default: 6, range: 1..=12 }, ..DEPTH };
const ROUNDS: Parameter = Parameter { kind: Kind::Whole { default: 50, range: 1..=10_000 }, ..TREES };
const BOOSTED_TREES: Parameter = Parameter { kind: Kind::Whole { default: 150, range: 1..=10_000 }, ..TREES };

const KUCHARSKI: &str = "Kucharski, Deihim & Ergezer 2019";

const LISTINGS: &[Listing] = &[
    Listing { name: "logistic", help: "logistic regression", source: KUCHARSKI, parameters: &[TERMS, FROM, TO] },
    Listing { name: "least-squares", help: "linear regression", source: KUCHARSKI, parameters: &[TERMS, FROM, TO] },
    Listing {
        name: "neighbours",
        help: "the majority of the nearest examples",
        source: KUCHARSKI,
        parameters: &[COUNT, TERMS, FROM, TO],
    },
    Listing { name: "tree", help: "a decision tree", source: KUCHARSKI, parameters: &[DEPTH, LEAF, TERMS, FROM, TO] },
    Listing {
        name: "forest",
        help: "trees on random examples and columns",
        source: KUCHARSKI,
        parameters: &[TREES, DEEP, TERMS, FROM, TO, SEED],
    },
    Listing {
        name: "adaboost",
        help: "trees that mind what earlier ones got wrong",
        source: KUCHARSKI,
        parameters: &[ROUNDS, SHALLOW, TERMS, FROM, TO],
    },
    Listing { name: "bayes", help: "Gaussian naive Bayes", source: KUCHARSKI, parameters: &[TERMS, FROM, TO] },
    Listing {
        name: "network",
        help: "a neural network",
        source: KUCHARSKI,
        parameters: &[LAYERS, RIDGE, TERMS, FROM, TO, SEED],
    },
    Listing {
        name: "boosted",
        help: "gradient-boosted trees",
        source: "Kibitzer",
        parameters: &[BOOSTED_TREES, BOOSTED_DEPTH, BOARD_TERMS, FROM, TO],
    },
];

/// A way to learn, with all its options. Written in full, and read back the same.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnerSpec(SolverSpec);

/// What a model reads of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Terms {
    Six,
    Cubic,
    Board,
}

/// A model that was fitted to examples, with what it reads.
pub struct PositionModel {
    terms: Terms,
    stacks: RangeInclusive<u32>,
    model: Box<dyn Classifier>,
}

impl LearnerSpec {
    /// Reads a name with options.
    ///
    /// # Errors
    /// If there is no such way to learn, or an option is wrong.
    pub fn read(text: &str) -> Result<LearnerSpec, BadSpec> {
        let spec = SolverSpec::read(text, LISTINGS.iter())?;
        let (from, to) = (spec.options.whole(FROM.name), spec.options.whole(TO.name));
        if from > to {
            let problem = format!("from={from} is more than to={to}");
            return Err(BadSpec::Together { owner: spec.name().to_string(), problem });
        }
        Ok(LearnerSpec(spec))
    }

    /// All ways to learn.
    #[must_use]
    pub fn listings() -> &'static [Listing] {
        LISTINGS
    }

    /// Fits the model to those examples of trails that it reads.
    pub fn fit(&self, trails: &[Trail], watch: &mut Watch<'_>) -> PositionModel {
        let model = self.learner().learn(&self.table(trails), watch);
        PositionModel { terms: self.terms(), stacks: self.stacks(), model }
    }

    /// Leaves out one part of the trails after the other, learns from the rest, and counts the answers on the part that
    /// was left out. All examples of a deal are in one part.
    pub fn cross_validate(&self, trails: &[Trail], parts: usize, watch: &mut Watch<'_>) -> Vec<Confusion> {
        let part = |index: usize| -> Vec<Trail> { trails.iter().skip(index).step_by(parts).cloned().collect() };
        let folds: Vec<Dataset> = (0..parts).map(|index| self.table(&part(index))).collect();
        cross_validate(&*self.learner(), &folds, watch)
    }

    /// The examples it reads, equal rows merged.
    fn table(&self, trails: &[Trail]) -> Dataset {
        fn table(trails: &[Trail], features: &impl Features<Birds>, stacks: &RangeInclusive<u32>) -> Dataset {
            let mut table = Dataset::new(features.names().len());
            for trail in trails {
                trail.measure(features, stacks.clone(), &mut table);
            }
            table.merged()
        }
        match self.terms() {
            Terms::Six => table(trails, &Six, &self.stacks()),
            Terms::Cubic => expand(&table(trails, &Six, &self.stacks())),
            Terms::Board => table(trails, &Board, &self.stacks()),
        }
    }

    fn options(&self) -> &Options {
        &self.0.options
    }

    fn terms(&self) -> Terms {
        match self.options().word(TERMS.name) {
            "cubic" => Terms::Cubic,
            "board" => Terms::Board,
            _ => Terms::Six,
        }
    }

    fn stacks(&self) -> RangeInclusive<u32> {
        let bound = |parameter: Parameter| u32::try_from(self.options().whole(parameter.name)).expect("at most 49");
        bound(FROM)..=bound(TO)
    }

    fn learner(&self) -> Box<dyn Learner> {
        let options = self.options();
        let count = |parameter: Parameter| u32::try_from(options.whole(parameter.name)).expect("at most 10,000");
        let gini = |depth: u32| Growing { criterion: Criterion::Gini, depth, leaf: 1.0, columns: None };
        match self.0.name() {
            "logistic" => Box::new(LogisticRegression::default()),
            "least-squares" => Box::new(LeastSquares::default()),
            "neighbours" => Box::new(Neighbours { count: count(COUNT) }),
            "tree" => Box::new(Growing { leaf: options.real(LEAF.name), ..gini(count(DEPTH)) }),
            "forest" => Box::new(Planting {
                trees: count(TREES),
                growing: Growing { columns: Some(2), ..gini(count(DEEP)) },
                seed: options.whole(SEED.name),
            }),
            "adaboost" => {
                Box::new(Boosting { rounds: count(ROUNDS), growing: Growing { leaf: 0.0, ..gini(count(SHALLOW)) } })
            }
            "bayes" => Box::new(Gaussians),
            "network" => Box::new(NetworkTraining {
                hidden: vec![100; count(LAYERS) as usize],
                ridge: options.real(RIDGE.name),
                seed: options.whole(SEED.name),
                ..NetworkTraining::default()
            }),
            "boosted" => Box::new(GradientBoosting {
                trees: count(BOOSTED_TREES),
                depth: count(BOOSTED_DEPTH),
                ..GradientBoosting::default()
            }),
            other => unreachable!("{other} is not listed"),
        }
    }
}

impl Display for LearnerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PositionModel {
    /// Whether it thinks that the position can be won; nothing about positions with other numbers of stacks than it
    /// was made for.
    #[must_use]
    pub fn says_solvable(&self, position: &Birds) -> Option<bool> {
        if !self.stacks.contains(&position.stack_count()) {
            return None;
        }
        let mut row = Vec::new();
        match self.terms {
            Terms::Six => Six.measure(position, &mut row),
            Terms::Cubic => Polynomial(Six).measure(position, &mut row),
            Terms::Board => Board.measure(position, &mut row),
        }
        Some(self.model.probability(&row) > 0.5)
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_core::SplitMix;
    use kibitzer_games::birds::{Size, deal};
    use kibitzer_games::cards::DealNumber;
    use kibitzer_search::{Budget, Solver, Verdict};

    use super::*;

    fn trails(numbers: std::ops::Range<u64>) -> Vec<Trail> {
        let mut exact = kibitzer_exact::birds::Exact::default();
        let follow = |number: u64| {
            let start = deal(Size::STANDARD, DealNumber::try_from(number).expect("small"));
            Trail::follow(&start, &mut SplitMix::new(number), |board| {
                matches!(exact.solve(board, Budget::default(), &mut ()).verdict, Verdict::Solved(_))
            })
        };
        numbers.map(follow).collect()
    }

    #[test]
    fn every_way_to_learn_beats_always_saying_no_on_deals_it_has_not_seen() {
        let (train, test) = (trails(0..60), trails(1000..1030));
        let examples: Vec<(&Birds, bool)> = test.iter().flat_map(Trail::examples).collect();
        let no = examples.iter().filter(|(_, solvable)| !solvable).count();
        for listing in LearnerSpec::listings() {
            let spec = LearnerSpec::read(listing.name).expect("listed");
            assert_eq!(LearnerSpec::read(&spec.to_string()), Ok(spec.clone()));
            let model = spec.fit(&train, &mut |_| ());
            let right =
                examples.iter().filter(|(board, solvable)| model.says_solvable(board) == Some(*solvable)).count();
            assert!(10 * right > 11 * no, "{spec}: {right} of {}, always no: {no}", examples.len());
        }
    }

    #[test]
    fn a_model_is_silent_about_positions_it_was_not_made_for() {
        let train = trails(0..10);
        let model = LearnerSpec::read("logistic:from=16,to=16").expect("listed").fit(&train, &mut |_| ());
        for (board, _) in train.iter().flat_map(Trail::examples) {
            assert_eq!(model.says_solvable(board).is_some(), board.stack_count() == 16, "{board}");
        }
        let error = LearnerSpec::read("tree:from=9,to=8").expect_err("an empty range").to_string();
        assert_eq!(error, "tree: from=9 is more than to=8");
    }

    #[test]
    fn each_part_is_judged_by_a_model_that_has_not_seen_it() {
        let train = trails(0..20);
        let spec = LearnerSpec::read("neighbours:count=1,terms=board").expect("listed");
        let found = spec.cross_validate(&train, 4, &mut |_| ());
        let total: u64 = found.iter().map(Confusion::total).sum();
        assert_eq!(total, train.iter().map(|trail| trail.examples().count() as u64).sum::<u64>());
        // One neighbour is right about nearly all examples it has seen, and about far fewer of the others.
        let right: u64 = found.iter().map(|part| part.true_yes + part.true_no).sum();
        assert!(right * 100 < total * 90 && right * 100 > total * 60, "{right} of {total}");
    }
}
