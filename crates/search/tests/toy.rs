//! A puzzle written as text, so that a test is a graph one can read.
//!
//! A line is `name mark: children`. The mark is the heuristic's estimate (0 if there is none), `x` for a dead end that
//! the heuristic knows, or `*` for a goal. The first line is the start; lines may be split by `;`. A node with a
//! prime, `a'`, is the mirror image of `a` and has its key.

use std::fmt::{self, Display};
use std::str::FromStr;

use kibitzer_core::{Game, Puzzle, laws};
use kibitzer_search::{Budget, Observer, Report, Solver, Verdict};

/// Up to eight letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Name([u8; 8]);

/// A node of a graph. Graphs of tests are few and small, so they are leaked to be shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Toy {
    graph: &'static Graph,
    at: usize,
}

#[derive(Debug, PartialEq, Eq)]
struct Graph {
    text: String,
    nodes: Vec<Node>,
}

#[derive(Debug, PartialEq, Eq)]
struct Node {
    name: Name,
    mark: Mark,
    children: Vec<Name>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Estimate(u32),
    Dead,
    Goal,
}

impl Toy {
    pub(crate) fn new(text: &str) -> Self {
        text.parse().expect("the toy is written well")
    }

    fn node(&self) -> &'static Node {
        &self.graph.nodes[self.at]
    }

    pub(crate) fn name(&self) -> String {
        self.node().name.to_string()
    }

    /// The heuristic that is written in the text.
    fn mark(&self) -> Option<u32> {
        match self.node().mark {
            Mark::Estimate(estimate) => Some(estimate),
            Mark::Dead => None,
            Mark::Goal => Some(0),
        }
    }
}

/// The estimates written in the text.
pub(crate) fn written(toy: &Toy) -> Option<u32> {
    toy.mark()
}

impl Game for Toy {
    type Move = Name;
    type Key = Name;

    fn moves(&self) -> impl Iterator<Item = Name> {
        self.node().children.iter().copied()
    }

    fn play(&mut self, mv: Name) {
        self.at = self.graph.nodes.iter().position(|node| node.name == mv).expect("every child is a node");
    }

    fn key(&self) -> Name {
        Name(self.node().name.0.map(|letter| if letter == b'\'' { 0 } else { letter }))
    }
}

impl Puzzle for Toy {
    fn is_goal(&self) -> bool {
        self.node().mark == Mark::Goal
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.0.iter().filter(|letter| **letter != 0).map(|letter| char::from(*letter)).collect();
        f.write_str(&letters)
    }
}

impl Display for Toy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.name(), self.graph.text)
    }
}

/// What a toy cannot be read from.
#[derive(Debug)]
pub(crate) struct BadToy(String);

impl Display for BadToy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no toy", self.0)
    }
}

impl std::error::Error for BadToy {}

impl FromStr for Name {
    type Err = BadToy;

    fn from_str(text: &str) -> Result<Self, BadToy> {
        if text.is_empty() || text.len() > 8 {
            return Err(BadToy(text.into()));
        }
        let mut name = [0; 8];
        name[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Name(name))
    }
}

impl FromStr for Node {
    type Err = BadToy;

    fn from_str(line: &str) -> Result<Self, BadToy> {
        let (head, children) = line.split_once(':').unwrap_or((line, ""));
        let mut words = head.split_whitespace();
        let name = words.next().unwrap_or_default().parse()?;
        let mark = match words.next() {
            None => Mark::Estimate(0),
            Some("x") => Mark::Dead,
            Some("*") => Mark::Goal,
            Some(number) => Mark::Estimate(number.parse().map_err(|_| BadToy(line.into()))?),
        };
        let children = children.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        Ok(Node { name, mark, children })
    }
}

impl FromStr for Toy {
    type Err = BadToy;

    fn from_str(text: &str) -> Result<Self, BadToy> {
        let (start, text) = match text.split_once(" of ") {
            Some((name, text)) => (Some(name.parse::<Name>()?), text),
            None => (None, text),
        };
        let lines: Vec<&str> = text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()).collect();
        let mut nodes = lines.iter().map(|line| line.parse()).collect::<Result<Vec<Node>, _>>()?;
        let children: Vec<Name> = nodes.iter().flat_map(|node| node.children.clone()).collect();
        for name in children {
            if nodes.iter().all(|node| node.name != name) {
                nodes.push(Node { name, mark: Mark::Estimate(0), children: Vec::new() });
            }
        }
        let at = start.map_or(Some(0), |start| nodes.iter().position(|node| node.name == start));
        let at = at.filter(|at| *at < nodes.len()).ok_or_else(|| BadToy(text.into()))?;
        let graph = Graph { text: lines.join("; "), nodes };
        Ok(Toy { graph: Box::leak(Box::new(graph)), at })
    }
}

/// Writes down the names in the order of their expansion.
#[derive(Default)]
pub(crate) struct Order(pub(crate) Vec<String>);

impl Observer<Toy> for Order {
    fn expanded(&mut self, state: &Toy, depth: u32) {
        self.0.push(format!("{}{depth}", state.name()));
    }
}

/// What a search says, and the names it expanded with their depths, in order: `a0 b1 d2`.
pub(crate) fn watch(solver: &mut dyn Solver<Toy>, toy: &Toy) -> (String, String) {
    let mut order = Order::default();
    let report = solver.solve(toy, Budget::default(), &mut order);
    assert_eq!(report.stats.expanded, order.0.len() as u64, "counts and events agree");
    (said(toy, &report), order.0.join(" "))
}

/// The verdict in words, after a replay of the solution.
pub(crate) fn said(toy: &Toy, report: &Report<Verdict<Name>>) -> String {
    match &report.verdict {
        Verdict::Solved(moves) => {
            replay(toy, moves);
            let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
            format!("solved {}", names.join(" ")).trim_end().into()
        }
        Verdict::Unsolvable => "unsolvable".into(),
        Verdict::Unknown(stop) => format!("unknown {stop}"),
    }
}

/// Plays a solution from the real start.
pub(crate) fn replay<P: Puzzle>(start: &P, moves: &[P::Move]) {
    let mut state = start.clone();
    for mv in moves {
        state.try_play(*mv).unwrap_or_else(|error| panic!("{error}, in {state}"));
    }
    assert!(state.is_goal(), "{moves:?} ends at {state}");
}

#[test]
fn toys_obey_the_laws() {
    let toy = Toy::new("a 2: b c; b x:; c 1: a d g; d: a; g *");
    laws::check(&[toy], laws::Walks::default()).unwrap();
    laws::check_puzzle(&[toy], laws::Walks::default()).unwrap();
    assert_eq!(toy.after("b".parse().unwrap()).mark(), None);
    assert!("a 1 of".parse::<Toy>().is_ok() && "a y: b".parse::<Toy>().is_err() && "".parse::<Toy>().is_err());
}
