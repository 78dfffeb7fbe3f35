//! Decision trees: one question about one column at a time.

use kibitzer_core::SplitMix;

use crate::data::Dataset;
use crate::train::Watch;

use super::{Classifier, Learner};

/// A tree of questions. The first node is the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// The nodes, each before its children.
    pub nodes: Vec<Node>,
}

/// A question or an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Node {
    /// Go to `below` if the column is less than the threshold, to `above` otherwise.
    Ask {
        /// Which column.
        column: usize,
        /// What it is compared with.
        threshold: f32,
        /// The node for smaller numbers.
        below: usize,
        /// The node for the others.
        above: usize,
    },
    /// The share of yes among the examples that came here.
    Answer(f64),
}

impl Classifier for Tree {
    fn probability(&self, row: &[f32]) -> f64 {
        let mut index = 0;
        loop {
            match self.nodes[index] {
                Node::Ask { column, threshold, below, above } => {
                    index = if row[column] < threshold { below } else { above };
                }
                Node::Answer(share) => return share,
            }
        }
    }
}

/// How impure a set is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Entropy: a split then maximises the information gain.
    Entropy,
    /// Gini's index.
    Gini,
}

impl Criterion {
    /// The impurity of a set times its weight.
    fn impurity(self, [no, yes]: [f64; 2]) -> f64 {
        let total = no + yes;
        let term = |part: f64| if part > 0.0 { -part * (part / total).log2() } else { 0.0 };
        match self {
            Criterion::Entropy => term(no) + term(yes),
            Criterion::Gini if total > 0.0 => 2.0 * no * yes / total,
            Criterion::Gini => 0.0,
        }
    }
}

/// How a tree is grown: each split is the best there is, by the criterion, until nothing is gained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growing {
    /// What a split should reduce.
    pub criterion: Criterion,
    /// The most questions between the root and an answer.
    pub depth: u32,
    /// The least weight of examples on either side of a question.
    pub leaf: f64,
    /// How many columns are tried at each question, drawn by luck; all if `None`.
    pub columns: Option<usize>,
}

impl Default for Growing {
    fn default() -> Self {
        Self { criterion: Criterion::Entropy, depth: 8, leaf: 1.0, columns: None }
    }
}

impl Growing {
    /// Fits a tree.
    #[must_use]
    pub fn fit(&self, data: &Dataset) -> Tree {
        let weights: Vec<[f64; 2]> = data.iter().map(|(_, seen)| [f64::from(seen.no), f64::from(seen.yes)]).collect();
        self.fit_weighted(data, &weights, &mut SplitMix::new(0))
    }

    /// Fits a tree to examples with these weights for no and for yes. Luck is asked only if not all columns are tried.
    #[must_use]
    pub fn fit_weighted(&self, data: &Dataset, weights: &[[f64; 2]], luck: &mut SplitMix) -> Tree {
        let mut rows: Vec<usize> = (0..data.rows()).filter(|&row| weights[row] != [0.0, 0.0]).collect();
        let mut growth = Growth { settings: self, data, weights, luck, nodes: Vec::new() };
        growth.grow(&mut rows, 0);
        Tree { nodes: growth.nodes }
    }
}

impl Learner for Growing {
    fn learn(&self, data: &Dataset, _: &mut Watch<'_>) -> Box<dyn Classifier> {
        Box::new(self.fit(data))
    }
}

struct Growth<'a> {
    settings: &'a Growing,
    data: &'a Dataset,
    weights: &'a [[f64; 2]],
    luck: &'a mut SplitMix,
    nodes: Vec<Node>,
}

impl Growth<'_> {
    /// Makes a node of these rows, and gives its index.
    fn grow(&mut self, rows: &mut [usize], depth: u32) -> usize {
        let index = self.nodes.len();
        let sum = self.sum(rows);
        self.nodes.push(Node::Answer(sum[1] / (sum[0] + sum[1]).max(f64::MIN_POSITIVE)));
        if depth == self.settings.depth || sum[0] == 0.0 || sum[1] == 0.0 {
            return index;
        }
        let Some((column, threshold)) = self.best_question(rows, sum) else { return index };
        let mut middle = 0;
        for place in 0..rows.len() {
            if self.data.row(rows[place])[column] < threshold {
                rows.swap(place, middle);
                middle += 1;
            }
        }
        let (low, high) = rows.split_at_mut(middle);
        let below = self.grow(low, depth + 1);
        let above = self.grow(high, depth + 1);
        self.nodes[index] = Node::Ask { column, threshold, below, above };
        index
    }

    fn sum(&self, rows: &[usize]) -> [f64; 2] {
        rows.iter().fold([0.0; 2], |sum, &row| [sum[0] + self.weights[row][0], sum[1] + self.weights[row][1]])
    }

    /// The question that gains most, the first of equals; `None` if none gains anything.
    fn best_question(&mut self, rows: &[usize], sum: [f64; 2]) -> Option<(usize, f32)> {
        let Growing { criterion, leaf, .. } = *self.settings;
        let whole = criterion.impurity(sum);
        let mut best = (1e-9 * whole.max(1e-12), None);
        let mut sorted: Vec<(f32, [f64; 2])> = Vec::with_capacity(rows.len());
        for column in self.columns() {
            sorted.clear();
            sorted.extend(rows.iter().map(|&row| (self.data.row(row)[column], self.weights[row])));
            sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut low = [0.0; 2];
            for pair in sorted.windows(2) {
                let (value, [no, yes]) = pair[0];
                low = [low[0] + no, low[1] + yes];
                let high = [sum[0] - low[0], sum[1] - low[1]];
                if value >= pair[1].0 || low[0] + low[1] < leaf || high[0] + high[1] < leaf {
                    continue;
                }
                let gain = whole - criterion.impurity(low) - criterion.impurity(high);
                if gain > best.0 {
                    // Halfway, unless the numbers are so close that this is the smaller one.
                    let half = value + (pair[1].0 - value) / 2.0;
                    best = (gain, Some((column, if half > value { half } else { pair[1].0 })));
                }
            }
        }
        best.1
    }

    fn columns(&mut self) -> Vec<usize> {
        let mut columns: Vec<usize> = (0..self.data.width()).collect();
        if let Some(count) = self.settings.columns {
            self.luck.shuffle(&mut columns);
            columns.truncate(count.max(1));
        }
        columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of two columns whose answer is yes inside a rectangle.
    fn rectangle() -> Dataset {
        let mut data = Dataset::new(2);
        for x in 0..12_u8 {
            for y in 0..12_u8 {
                data.push(&[f32::from(x), f32::from(y)], (3..8).contains(&x) && y >= 5);
            }
        }
        data
    }

    #[test]
    fn a_rectangle_is_learned_completely_by_either_criterion() {
        let data = rectangle();
        for criterion in [Criterion::Entropy, Criterion::Gini] {
            let tree = Growing { criterion, ..Growing::default() }.fit(&data);
            assert!(data.iter().all(|(row, seen)| tree.probability(row) == f64::from(seen.yes)), "{tree:?}");
            assert_eq!(tree.nodes.len(), 7, "three questions are enough");
        }
    }

    /// The slow twin: the gain of every threshold of every column, from the definition.
    #[test]
    fn the_first_question_gains_most() {
        let entropy = |answers: &[bool]| {
            let total = answers.len() as f64;
            let share = |answer| answers.iter().filter(|&&other| other == answer).count() as f64 / total;
            [true, false].map(share).iter().filter(|&&p| p > 0.0).map(|p| -p * p.log2()).sum::<f64>()
        };
        let mut stream = SplitMix::new(8);
        for _ in 0..50 {
            let mut data = Dataset::new(3);
            for _ in 0..40 {
                let row = [0, 0, 0].map(|_: i32| stream.below(6) as f32);
                data.push(&row, stream.below(10) < 3 + row[1] as usize);
            }
            let answers: Vec<bool> = data.iter().map(|(_, seen)| seen.yes == 1).collect();
            let gain = |column: usize, threshold: f32| {
                let side = |low: bool| -> Vec<bool> {
                    let rows = data.iter().filter(|(row, _)| (row[column] < threshold) == low);
                    rows.map(|(_, seen)| seen.yes == 1).collect()
                };
                let part = |answers: Vec<bool>| {
                    if answers.is_empty() { 0.0 } else { answers.len() as f64 * entropy(&answers) }
                };
                answers.len() as f64 * entropy(&answers) - part(side(true)) - part(side(false))
            };
            let most = (0..3).flat_map(|column| (0..6_u8).map(move |x| (column, f32::from(x) + 0.5)));
            let most = most.map(|(column, threshold)| gain(column, threshold)).fold(0.0, f64::max);
            let tree = Growing { depth: 1, ..Growing::default() }.fit(&data);
            let Node::Ask { column, threshold, .. } = tree.nodes[0] else { panic!("{most} can be gained") };
            assert!((gain(column, threshold) - most).abs() < 1e-9);
        }
    }

    #[test]
    fn depth_and_leaves_are_limited() {
        let stump = Growing { depth: 1, ..Growing::default() }.fit(&rectangle());
        assert_eq!(stump.nodes.len(), 3);
        let none = Growing { leaf: 100.0, ..Growing::default() }.fit(&rectangle());
        assert_eq!(none.nodes, [Node::Answer(35.0 / 144.0)]);
    }
}
