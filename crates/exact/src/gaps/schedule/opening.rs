//! Whether the first column can be opened at all.
//!
//! Where the first column is full, its rule is of no use until one of its cards has left. Until then every move puts a
//! card to the right of the card below it, whatever the rule. So a card visits, after its own start, some of the lines that
//! the card below has visited, in the same order, and the lowest cards stay. Let `T(y, k)` be the time at which card `y`
//! has reached line `k` of this list or gone beyond, and `END` if it never does. Then `T(y, k) ≤ T(y, k + 1)`, equal if `y`
//! does not visit line `k`, and the card below has reached line `k` by then. If `y` does visit it, the card below came
//! there before and leaves after. Two cards that visit one cell do so one after the other.
//!
//! Any play that opens the column gives a model, and a model, played in its order, is such a play: a card moves only where
//! it visits a line, the card below stands there then, and whatever stood in the cell has left before. So no model means
//! that the column stays closed for ever.

use kibitzer_core::SplitMix;

use super::core::Core;
use super::literal::Literal;
use super::order::Node;
use super::plan::byte;
use super::search::{Outcome, Pace};
use super::{Progress, Stretches};
use crate::gaps::layout::{Layout, Piece, Step};

/// One line in so many is visited at first, where luck chooses.
const VISITS: usize = 6;

const START: Node = 0;
const END: Node = 1;

/// A card on one of its lines.
struct Stay {
    card: usize,
    step: Step,
    arrival: Node,
    departure: Node,
    /// The stay of the card below on the same line; none where the card starts.
    below: Option<usize>,
    /// Whether it takes place; none where the card starts.
    visit: Option<Literal>,
}

/// The question whether the first column can be opened, decided step by step. [`Progress::Won`] has moves that open it.
pub(crate) struct Opening {
    layout: Layout,
    core: Core,
    pace: Pace,
    stays: Vec<Stay>,
    clauses: u32,
}

impl Opening {
    /// The question for a position whose first column is full, answered in one way of many that luck chooses.
    pub(crate) fn with_luck(layout: &Layout, luck: &mut SplitMix) -> Self {
        let mut opening = Self::new(layout);
        for phase in &mut opening.core.phases {
            *phase = luck.below(VISITS) == 0;
        }
        opening
    }

    /// The question for a position whose first column is full, answered by few moves.
    pub(crate) fn new(layout: &Layout) -> Self {
        let (stays, count) = stays(layout);
        let mut opening =
            Self { layout: layout.clone(), core: Core::new(count, None), pace: Pace::default(), stays, clauses: 0 };
        opening.lines();
        opening.cells();
        opening.goal();
        opening
    }

    fn clause(&mut self, literals: &[Literal]) {
        self.clauses += 1;
        self.core.clause(literals, self.clauses);
    }

    /// Every card goes from line to line, where the card below it stands.
    fn lines(&mut self) {
        for index in 0..self.stays.len() {
            let Stay { arrival, departure, below, .. } = self.stays[index];
            let Some(below) = below else {
                self.core.always(START, departure, true);
                continue;
            };
            self.core.always(arrival, departure, false);
            let visit = self.core.variable(false);
            self.stays[index].visit = Some(visit);
            let Stay { arrival: below_comes, departure: below_leaves, visit: below_visits, .. } = self.stays[below];
            if below_comes != START {
                self.core.always(below_comes, arrival, false);
                self.core.edge(below_comes, arrival, true, visit);
            }
            self.core.edge(arrival, below_leaves, true, visit);
            self.core.edge(departure, arrival, false, !visit);
            if let Some(below_visits) = below_visits {
                self.clause(&[!visit, below_visits]);
            }
        }
    }

    /// A cell holds one card at a time.
    fn cells(&mut self) {
        for later in 0..self.stays.len() {
            for earlier in 0..later {
                let (one, two) = (&self.stays[earlier], &self.stays[later]);
                if one.card == two.card || (one.step.row, one.step.column) != (two.step.row, two.step.column) {
                    continue;
                }
                let [one_first, two_first] = [(one.departure, two.arrival), (two.departure, one.arrival)];
                match (one.visit, two.visit) {
                    (None, None) => {}
                    (None, Some(visit)) => self.core.edge(one_first.0, one_first.1, true, visit),
                    (Some(visit), None) => self.core.edge(two_first.0, two_first.1, true, visit),
                    (Some(one), Some(two)) => {
                        let [first, second] = [self.core.variable(false), self.core.variable(false)];
                        self.core.edge(one_first.0, one_first.1, true, first);
                        self.core.edge(two_first.0, two_first.1, true, second);
                        self.clause(&[!one, !two, first, second]);
                    }
                }
            }
        }
    }

    /// Some card of the first column leaves it.
    fn goal(&mut self) {
        let firsts = self.stays.iter().filter(|stay| stay.visit.is_none() && stay.step.column == 0);
        let departures: Vec<Node> = firsts.map(|stay| stay.departure).filter(|&departure| departure != END).collect();
        let mut leaves = Vec::new();
        for departure in departures {
            let literal = self.core.variable(false);
            self.core.edge(departure, END, true, literal);
            leaves.push(literal);
        }
        self.clause(&leaves);
    }

    /// The moves of a model, as far as the one that opens the column.
    fn plan(&self) -> Vec<Step> {
        let visited = self.stays.iter().filter(|stay| stay.visit.is_some_and(|visit| self.core.is_true(visit)));
        let mut moves: Vec<_> = visited.map(|stay| (self.core.order.age(stay.arrival), stay.step)).collect();
        moves.sort_by_key(|&(age, _)| age);
        let mut board = self.layout.clone();
        let mut plan = Vec::new();
        for (_, step) in moves {
            if board.at(usize::from(step.row), usize::from(step.column)) == Some(step.piece) {
                // It waited for the card below to come.
                continue;
            }
            assert!(board.play(step), "a model is a play");
            plan.push(step);
            if (0..board.rows).any(|row| board.at(row, 0).is_none()) {
                return plan;
            }
        }
        unreachable!("a model opens the column")
    }
}

impl Stretches for Opening {
    fn work(&mut self, amount: u64) -> Progress {
        match self.core.search(&mut self.pace, &[], amount) {
            Outcome::Model => Progress::Won(self.plan()),
            Outcome::Refuted | Outcome::Excluded => Progress::Lost,
            Outcome::Paused => Progress::Paused,
        }
    }

    fn spent(&self) -> u64 {
        self.pace.conflicts
    }

    fn bytes(&self) -> usize {
        self.core.bytes()
    }
}

/// The lines of all cards, suit by suit, with their events, and how many events there are.
fn stays(layout: &Layout) -> (Vec<Stay>, usize) {
    let mut stays: Vec<Stay> = Vec::new();
    let mut next = END;
    for (suit, places) in layout.places().into_iter().enumerate() {
        // Those of the card below.
        let mut lower = 0..0;
        for (rank, (row, column)) in places.into_iter().enumerate() {
            let mut cells = vec![((row, column), None)];
            for below in lower {
                let Step { row: line, column: before, .. } = stays[below].step;
                let cell = (usize::from(line), usize::from(before) + 1);
                // Where the card below starts to its left, they are on one line already.
                let is_own = stays[below].below.is_none() && cell == (row, column);
                if cell.1 < layout.columns && !is_own {
                    cells.push((cell, Some(below)));
                }
            }
            let (first, last) = (stays.len(), cells.len() - 1);
            let mut arrival = START;
            for (index, ((row, column), below)) in cells.into_iter().enumerate() {
                next += Node::from(index < last);
                let departure = if index < last { next } else { END };
                let step =
                    Step { piece: Piece { suit: byte(suit), rank: byte(rank) }, row: byte(row), column: byte(column) };
                let card = suit * layout.ranks() + rank;
                stays.push(Stay { card, step, arrival, departure, below, visit: None });
                arrival = departure;
            }
            lower = first..stays.len();
        }
    }
    (stays, usize::from(next) + 1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::gaps::layout::tests::random;

    /// Whether the first column can be opened, by playing everything.
    fn opens(layout: &Layout) -> bool {
        let mut seen = HashSet::from([layout.cells.clone()]);
        let mut waiting = vec![layout.clone()];
        while let Some(board) = waiting.pop() {
            if (0..board.rows).any(|row| board.at(row, 0).is_none()) {
                return true;
            }
            for cell in 0..board.cells.len() {
                let Some(left) = cell.checked_sub(1).and_then(|left| board.cells[left]) else { continue };
                let piece = Piece { rank: left.rank + 1, ..left };
                let step = Step { piece, row: byte(cell / board.columns), column: byte(cell % board.columns) };
                let mut after = board.clone();
                if step.column > 0 && after.play(step) && seen.insert(after.cells.clone()) {
                    waiting.push(after);
                }
            }
        }
        false
    }

    #[test]
    fn agrees_with_playing_everything() {
        let mut counts = [0; 2];
        for (rows, columns, deals) in [(2, 4, 500), (2, 6, 800), (3, 4, 1500), (3, 6, 1000), (4, 5, 1500), (4, 6, 600)]
        {
            for seed in 0..deals {
                let layout = random(rows, columns, seed);
                if (0..rows).any(|row| layout.at(row, 0).is_none()) {
                    continue;
                }
                let truth = opens(&layout);
                let cells: Vec<_> = layout.cells.iter().map(|cell| cell.map(|card| (card.suit, card.rank))).collect();
                let by_luck = Opening::with_luck(&layout, &mut SplitMix::new(seed)).work(1_000_000);
                assert_eq!(matches!(by_luck, Progress::Won(_)), truth, "{rows} x {columns}: {cells:?}");
                match Opening::new(&layout).work(1_000_000) {
                    Progress::Won(_) => assert!(truth, "{rows} x {columns}: {cells:?} stays closed"),
                    Progress::Lost => assert!(!truth, "{rows} x {columns}: {cells:?} can be opened"),
                    Progress::Paused => panic!("{rows} x {columns}: {cells:?} is not decided"),
                }
                counts[usize::from(truth)] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
    }
}
