//! The part of a tree that is shown: the nodes that were visited most, and the children of those that were opened.

use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap};

use kibitzer_catalog::{Analysis, Branch, Insight};

use crate::advice::words::value_word;
use crate::wire::events::{Tree, TreeNode};

/// So many nodes are shown because they were visited most ...
const MOST_VISITED: usize = 120;
/// ... and so many in all.
const MOST: usize = 200;

/// Lines are not followed further than this.
const DEEPEST: usize = 40;

/// A node that may be shown.
struct Candidate {
    parent: usize,
    line: Vec<String>,
    branch: Branch<String>,
}

impl Candidate {
    /// The most visited first; among equals the shortest line, then the first by name, so that a tree keeps its shape.
    fn order(&self, other: &Candidate) -> Ordering {
        let visits = self.branch.visits.cmp(&other.branch.visits);
        visits.then_with(|| other.line.len().cmp(&self.line.len())).then_with(|| other.line.cmp(&self.line))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Candidate) -> bool {
        self.order(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate {
    fn cmp(&self, other: &Candidate) -> Ordering {
        self.order(other)
    }
}

/// The part of a tree that is shown.
pub(super) fn grown(tree: &dyn Insight<String>, analysis: &Analysis<String>, open: &BTreeSet<Vec<String>>) -> Tree {
    let mut shown = Shown { tree, nodes: Vec::new(), lines: Vec::new() };
    let first = tree.branches(&[]);
    let visits = first.iter().map(|branch| branch.visits).sum();
    let root = TreeNode {
        mv: None,
        parent: None,
        visits: analysis.playouts.max(visits),
        value: None,
        verdict: value_word(analysis.proved),
        children: first.len(),
    };
    shown.nodes.push(root);
    shown.lines.push(Vec::new());
    let mut heap: BinaryHeap<Candidate> = shown.below(0).collect();
    while shown.nodes.len() < MOST_VISITED
        && let Some(candidate) = heap.pop()
    {
        let index = shown.add(candidate);
        heap.extend(shown.below(index));
    }
    for line in open {
        shown.open(line);
    }
    Tree { nodes: shown.nodes, size: analysis.tree.nodes, full: analysis.tree.is_full }
}

struct Shown<'a> {
    tree: &'a dyn Insight<String>,
    nodes: Vec<TreeNode>,
    /// The line to each node.
    lines: Vec<Vec<String>>,
}

impl Shown<'_> {
    /// The children of a node that is shown, those that were never tried aside.
    fn below(&self, parent: usize) -> impl Iterator<Item = Candidate> + use<> {
        let line = self.lines[parent].clone();
        let has_children = self.nodes[parent].children > 0 && line.len() < DEEPEST;
        let branches = if has_children { self.tree.branches(&line) } else { Vec::new() };
        let tried = branches.into_iter().filter(|branch| branch.visits > 0 || branch.proved.is_some());
        tried.map(move |branch| {
            let line = line.iter().cloned().chain([branch.mv.clone()]).collect();
            Candidate { parent, line, branch }
        })
    }

    fn add(&mut self, Candidate { parent, line, branch }: Candidate) -> usize {
        self.nodes.push(TreeNode {
            mv: Some(branch.mv),
            parent: Some(parent),
            visits: branch.visits,
            value: branch.value,
            verdict: value_word(branch.proved),
            children: branch.branches,
        });
        self.lines.push(line);
        self.nodes.len() - 1
    }

    /// Shows a node and its children, as far as there is room.
    fn open(&mut self, line: &[String]) {
        for length in 0..=line.len() {
            let Some(parent) = self.lines.iter().position(|shown| *shown == line[..length]) else { return };
            let mut below: Vec<Candidate> = self.below(parent).collect();
            below.sort_by(|one, other| other.cmp(one));
            // On the way only the node that leads on, at the end all of them.
            below.retain(|child| line.get(length).is_none_or(|mv| *mv == child.branch.mv));
            for child in below {
                if self.nodes.len() < MOST && !self.lines.contains(&child.line) {
                    self.add(child);
                }
            }
        }
    }
}
