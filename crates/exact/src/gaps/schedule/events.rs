//! The events of a position: when each card reaches each line that it may visit.
//!
//! The *line* of a card is its row and its column less its rank. A card moves onto the line where the card below it in
//! rank stands, so it visits some of the lines which that card has visited, in the same order: its own start, the start
//! of the card below, and so on to the start of the lowest card, then lines that begin in the first column. Those last
//! are one level here, the *stash*.

#![expect(clippy::needless_range_loop, reason = "suits, ranks and rows are indices of several tables at once")]

use super::order::Node;
use crate::gaps::layout::Layout;

/// A line that a card may visit.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// Where the card stands there; none in the stash.
    pub(super) cell: Option<(usize, usize)>,
    /// The card is here or beyond from this event on.
    pub(super) arrival: Node,
    /// The level of the card below on the same line.
    pub(super) parent: usize,
    line: Line,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Stash,
    /// Row, and column less rank.
    Start(usize, isize),
}

/// The levels of a card, in the order in which it may visit them; the last is the stash.
#[derive(Clone, Debug)]
pub(super) struct Card {
    pub(super) levels: Vec<Level>,
}

/// All events, numbered.
pub(super) struct Events {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) ranks: usize,
    pub(super) count: usize,
    /// By suit and rank.
    pub(super) cards: Vec<Vec<Card>>,
    /// By row and column: no card that is not stashed stands here or to the left from this event on; none if that is so
    /// from the start.
    cleared: Vec<Vec<Option<Node>>>,
    /// By suit and rank: the cards of the suit up to this rank stand in its last row for good.
    pub(super) settled: Vec<Vec<Node>>,
    start_rows: Vec<Vec<Option<usize>>>,
}

impl Events {
    /// The events of a position.
    pub(super) fn new(layout: &Layout) -> Self {
        let (rows, columns, ranks) = (layout.rows, layout.columns, layout.ranks());
        let places = layout.places();
        let mut next = Counter(1);
        let mut cards = Vec::new();
        let mut start_rows = Vec::new();
        for suit in 0..rows {
            let mut suited: Vec<Card> = Vec::new();
            let mut starts = Vec::new();
            for rank in 0..ranks {
                let (row, column) = places[suit][rank];
                let below = rank.checked_sub(1).map(|below| (suited[below].levels.as_slice(), starts[below]));
                let levels = levels(columns, rank, (row, column), below, &mut next);
                starts.push((levels.len() == 1).then_some(row));
                suited.push(Card { levels });
            }
            cards.push(suited);
            start_rows.push(starts);
        }
        let mut cleared = Vec::new();
        for row in 0..rows {
            let first = (0..columns).find(|&column| {
                layout
                    .at(row, column)
                    .is_some_and(|piece| start_rows[usize::from(piece.suit)][usize::from(piece.rank)].is_none())
            });
            cleared
                .push((0..columns).map(|column| first.filter(|&first| first <= column).map(|_| next.next())).collect());
        }
        let settled = (0..rows).map(|_| (0..ranks).map(|_| next.next()).collect()).collect();
        Self { rows, columns, ranks, count: usize::from(next.0), cards, cleared, settled, start_rows }
    }

    /// When the row is cleared up to the column; none if it is from the start.
    pub(super) fn cleared(&self, row: usize, column: usize) -> Option<Node> {
        self.cleared[row][column]
    }

    /// When the card is stashed; the start if it is from the start.
    pub(super) fn stashed(&self, suit: usize, rank: usize) -> Node {
        self.cards[suit][rank].levels.last().expect("the last level is the stash").arrival
    }

    /// The row of a card that is stashed from the start.
    pub(super) fn stashed_at_start(&self, suit: usize, rank: usize) -> Option<usize> {
        self.start_rows[suit][rank]
    }
}

struct Counter(Node);

impl Counter {
    fn next(&mut self) -> Node {
        self.0 += 1;
        self.0 - 1
    }
}

fn levels(
    columns: usize,
    rank: usize,
    (row, column): (usize, usize),
    below: Option<(&[Level], Option<usize>)>,
    next: &mut Counter,
) -> Vec<Level> {
    let own = Line::Start(row, column.cast_signed() - rank.cast_signed());
    let in_stash = match below {
        None => column == 0,
        Some((_, start_row)) => start_row == Some(row) && own == Line::Start(row, 0),
    };
    let stash = |arrival, parent| Level { cell: None, arrival, parent, line: Line::Stash };
    if in_stash {
        return vec![stash(super::encode::START, 0)];
    }
    let mut levels = vec![Level { cell: Some((row, column)), arrival: super::encode::START, parent: 0, line: own }];
    let Some((below, _)) = below else {
        levels.push(stash(next.next(), 0));
        return levels;
    };
    for (parent, level) in below.iter().enumerate() {
        match level.line {
            Line::Stash => levels.push(stash(next.next(), parent)),
            // The card below stands left of this one at the start: they are on one line already.
            line @ Line::Start(..) if parent == 0 && line == own => {}
            line @ Line::Start(row, offset) => {
                let column = (offset + rank.cast_signed()).cast_unsigned();
                if column < columns {
                    levels.push(Level { cell: Some((row, column)), arrival: next.next(), parent, line });
                }
            }
        }
    }
    levels
}
