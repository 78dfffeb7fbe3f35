//! The clauses and orders of a position, from the standard library alone and nothing of the solver's.

#![expect(clippy::needless_range_loop, reason = "suits, ranks and rows are indices of several tables at once")]

/// A card by suit and rank, both from 0.
pub(super) type Card = (usize, usize);
/// A row and a column, both from 0.
type Cell = (usize, usize);

/// `from` is not after `to`; before it, where `strict`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) strict: bool,
}

/// A stop of a card on its way: where it stands (nowhere in the stash), the event of its arrival, and the stop of the
/// card below on the same line.
#[derive(Clone, Copy)]
struct Stop {
    cell: Option<Cell>,
    /// Row, and column less rank.
    line: Option<(usize, isize)>,
    event: usize,
    below: usize,
}

/// A position as its proof sees it.
pub(super) struct Rules {
    pub(super) rows: usize,
    pub(super) ranks: usize,
    columns: usize,
    /// By suit and rank.
    stops: Vec<Vec<Vec<Stop>>>,
    /// By suit: the row of its first cards that are stashed from the start, and how many.
    pub(super) start: Vec<(usize, usize)>,
    /// By row and column: the event after which only stashed cards stand here or to the left, if it is to come.
    cleared: Vec<Vec<Option<usize>>>,
    settled: Vec<Vec<usize>>,
    /// By suit, rank and stop.
    visit: Vec<Vec<Vec<Option<u32>>>>,
    pub(super) events: usize,
    pub(super) variables: u32,
    pub(super) clauses: Vec<Vec<u32>>,
    /// Orders that always hold.
    pub(super) always: Vec<Edge>,
    /// Orders under a literal.
    pub(super) edges: Vec<(Edge, u32)>,
}

/// The negation of a literal.
pub(super) fn not(literal: u32) -> u32 {
    literal ^ 1
}

/// Reads a position: the cell of each card, by suit and rank.
fn read(text: &str) -> Option<(usize, usize, Vec<Vec<Cell>>)> {
    let rows: Vec<Vec<&str>> = text.split(" / ").map(|row| row.split(' ').collect()).collect();
    let columns = rows[0].len();
    if rows.len() > 4 || !(1..=13).contains(&columns) || rows.iter().any(|row| row.len() != columns) {
        return None;
    }
    let mut cards = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            if *cell != "--" {
                let mut letters = cell.chars();
                let rank = "A23456789TJQK".find(letters.next()?)?;
                let suit = "CHSD".find(letters.next()?)?;
                cards.push((suit, rank, (row, column)));
                letters.next().is_none().then_some(())?;
            }
        }
    }
    let lowest = cards.iter().map(|card| card.1).min().unwrap_or(0);
    let mut suits: Vec<usize> = cards.iter().map(|card| card.0).collect();
    suits.sort_unstable();
    suits.dedup();
    let mut cells = vec![vec![None; columns - 1]; rows.len()];
    for (suit, rank, cell) in cards {
        let suit = suits.binary_search(&suit).ok()?;
        let place = cells.get_mut(suit)?.get_mut(rank - lowest)?;
        place.replace(cell).is_none().then_some(())?;
    }
    let cells: Option<Vec<Vec<Cell>>> = cells.into_iter().map(|suit| suit.into_iter().collect()).collect();
    Some((rows.len(), columns, cells?))
}

impl Rules {
    /// The rules of a position as text; `None` if it is none.
    pub(super) fn new(text: &str) -> Option<Self> {
        let (rows, columns, cells) = read(text)?;
        let mut rules = Self {
            rows,
            ranks: columns - 1,
            columns,
            stops: Vec::new(),
            start: Vec::new(),
            cleared: Vec::new(),
            settled: Vec::new(),
            visit: Vec::new(),
            events: 1,
            variables: 0,
            clauses: Vec::new(),
            always: Vec::new(),
            edges: Vec::new(),
        };
        rules.name_events(&cells);
        rules.ways();
        rules.cells();
        let finals = rules.choice();
        rules.settle(&finals);
        rules.crowd();
        Some(rules)
    }

    fn event(&mut self) -> usize {
        self.events += 1;
        self.events - 1
    }

    fn variable(&mut self) -> u32 {
        self.variables += 1;
        2 * (self.variables - 1)
    }

    fn before(&mut self, from: usize, to: usize, strict: bool, guard: u32) {
        self.edges.push((Edge { from, to, strict }, guard));
    }

    fn surely(&mut self, from: usize, to: usize, strict: bool) {
        self.always.push(Edge { from, to, strict });
    }

    fn name_events(&mut self, cells: &[Vec<Cell>]) {
        for suit in cells {
            let stashed = suit.iter().enumerate().take_while(|&(rank, cell)| *cell == (suit[0].0, rank)).count();
            self.start.push((suit.first().map_or(0, |cell| cell.0), stashed));
            let mut ways: Vec<Vec<Stop>> = Vec::new();
            for (rank, &(row, column)) in suit.iter().enumerate() {
                let stash = Stop { cell: None, line: None, event: 0, below: 0 };
                if rank < stashed {
                    ways.push(vec![stash]);
                    continue;
                }
                let line = (row, column.cast_signed() - rank.cast_signed());
                let mut way = vec![Stop { cell: Some((row, column)), line: Some(line), ..stash }];
                let below = if rank == 0 { vec![stash] } else { ways[rank - 1].clone() };
                for (index, stop) in below.iter().enumerate() {
                    let Some((row, offset)) = stop.line else {
                        way.push(Stop { event: self.event(), below: index, ..stash });
                        continue;
                    };
                    let column = (offset + rank.cast_signed()).cast_unsigned();
                    if column < self.columns && !(index == 0 && stop.line == Some(line)) {
                        way.push(Stop { cell: Some((row, column)), event: self.event(), below: index, ..*stop });
                    }
                }
                ways.push(way);
            }
            self.stops.push(ways);
        }
        for row in 0..self.rows {
            let loose = self.stops.iter().flatten().filter_map(|way| way[0].cell);
            let first = loose.filter(|cell| cell.0 == row).map(|cell| cell.1).min().unwrap_or(self.columns);
            let cleared = (0..self.columns).map(|column| (column >= first).then(|| self.event())).collect();
            self.cleared.push(cleared);
        }
        for _ in 0..self.rows {
            let settled = (0..self.ranks).map(|_| self.event()).collect();
            self.settled.push(settled);
        }
    }

    /// When a card is stashed; event 0 is the start.
    pub(super) fn stashed(&self, (suit, rank): Card) -> usize {
        self.stops[suit][rank].last().map_or(0, |stop| stop.event)
    }

    /// When a row is cleared up to a column, unless it is from the start.
    pub(super) fn cleared(&self, row: usize, column: usize) -> Option<usize> {
        self.cleared[row][column]
    }

    /// Whether a card may stand in its place of a row before it is stashed.
    pub(super) fn may_wait(&self, (suit, rank): Card, row: usize) -> bool {
        self.stops[suit][rank].iter().any(|stop| stop.cell == Some((row, rank)))
    }

    /// Each card comes to each stop after the card below has come and before that goes on.
    fn ways(&mut self) {
        for suit in 0..self.rows {
            let mut visits: Vec<Vec<Option<u32>>> = Vec::new();
            for rank in 0..self.ranks {
                let way = self.stops[suit][rank].clone();
                let mut visit = vec![None; way.len()];
                if way.len() > 1 {
                    self.surely(0, way[1].event, true);
                }
                for (index, stop) in way.iter().enumerate().skip(1) {
                    if let Some(next) = way.get(index + 1) {
                        self.surely(stop.event, next.event, false);
                    }
                    if rank == 0 {
                        continue;
                    }
                    let below = self.stops[suit][rank - 1].clone();
                    if below[stop.below].event > 0 {
                        self.surely(below[stop.below].event, stop.event, true);
                    }
                    let Some(next) = way.get(index + 1) else { continue };
                    let literal = self.variable();
                    visit[index] = Some(literal);
                    self.before(next.event, stop.event, false, not(literal));
                    self.before(stop.event, below[stop.below + 1].event, true, literal);
                    if let Some(below) = visits[rank - 1][stop.below] {
                        self.clauses.push(vec![not(literal), below]);
                    }
                }
                visits.push(visit);
            }
            self.visit.push(visits);
        }
    }

    /// One card in a cell at a time.
    fn cells(&mut self) {
        for row in 0..self.rows {
            for column in 1..self.columns {
                if let (Some(left), Some(here)) = (self.cleared[row][column - 1], self.cleared[row][column]) {
                    self.surely(left, here, false);
                }
            }
        }
        let mut first = vec![vec![None; self.columns]; self.rows];
        let mut later = vec![vec![Vec::new(); self.columns]; self.rows];
        for suit in 0..self.rows {
            for rank in 0..self.ranks {
                let way = self.stops[suit][rank].clone();
                for (index, stop) in way.iter().enumerate() {
                    let Some((row, column)) = stop.cell else { continue };
                    let leaves = way[index + 1].event;
                    let cleared = self.cleared[row][column];
                    if let Some(visit) = self.visit[suit][rank][index] {
                        later[row][column].push(((suit, rank), stop.event, leaves, visit));
                        match cleared {
                            Some(cleared) => self.before(leaves, cleared, false, visit),
                            None => self.clauses.push(vec![not(visit)]),
                        }
                    } else {
                        first[row][column] = Some(((suit, rank), leaves));
                        if let Some(cleared) = cleared {
                            self.surely(leaves, cleared, false);
                        }
                    }
                }
            }
        }
        for (first, later) in first.iter().flatten().zip(later.iter().flatten()) {
            for (index, &(card, comes, leaves, visit)) in later.iter().enumerate() {
                if let Some((other, left)) = *first
                    && other != card
                {
                    self.before(left, comes, true, visit);
                }
                for &(other, other_comes, other_leaves, other_visit) in &later[..index] {
                    if other != card {
                        let (one, two) = (self.variable(), self.variable());
                        self.before(other_leaves, comes, true, one);
                        self.before(leaves, other_comes, true, two);
                        self.clauses.push(vec![not(other_visit), not(visit), one, two]);
                    }
                }
            }
        }
    }

    /// A row for each suit, and a suit for each row: new literals by suit and row.
    fn choice(&mut self) -> Vec<Vec<u32>> {
        let rows = self.rows;
        let literals: Vec<Vec<u32>> = (0..rows).map(|_| (0..rows).map(|_| self.variable()).collect()).collect();
        self.one_each(&literals);
        literals
    }

    fn one_each(&mut self, literals: &[Vec<u32>]) {
        let rows = self.rows;
        for one in 0..rows {
            self.clauses.push(literals[one].clone());
            self.clauses.push((0..rows).map(|suit| literals[suit][one]).collect());
            for two in 0..rows {
                for three in two + 1..rows {
                    self.clauses.push(vec![not(literals[one][two]), not(literals[one][three])]);
                    self.clauses.push(vec![not(literals[two][one]), not(literals[three][one])]);
                }
            }
        }
    }

    /// Under the guard, the row has room for the card before the event.
    fn room(&mut self, card: Card, row: usize, event: usize, guard: u32) {
        let Some(cleared) = self.cleared[row][card.1] else { return };
        let waits = self.may_wait(card, row);
        self.before(cleared, event, !waits, guard);
        if waits
            && card.1 > 0
            && let Some(left) = self.cleared[row][card.1 - 1]
        {
            self.before(left, event, true, guard);
        }
    }

    /// When the cards of a suit up to a rank are in its last row for good.
    fn settle(&mut self, finals: &[Vec<u32>]) {
        let mut hops = vec![Vec::new(); self.rows];
        for suit in 0..self.rows {
            for rank in 0..self.ranks {
                let (stashed, settled) = (self.stashed((suit, rank)), self.settled[suit][rank]);
                self.surely(stashed, settled, false);
                for row in 0..self.rows {
                    self.room((suit, rank), row, settled, finals[suit][row]);
                }
                let hop = self.variable();
                self.before(settled, stashed, false, not(hop));
                if rank > 0 {
                    let below = self.settled[suit][rank - 1];
                    self.surely(below, settled, false);
                    self.before(stashed, below, true, hop);
                    self.clauses.push(vec![not(hop), hops[suit][rank - 1]]);
                }
                if rank < self.start[suit].1 {
                    self.clauses.push(vec![hop, finals[suit][self.start[suit].0]]);
                }
                hops[suit].push(hop);
            }
        }
        for suit in 0..self.rows {
            for rank in 0..self.ranks {
                let mut clause = vec![not(hops[suit][rank])];
                for other in (0..self.rows).filter(|&other| other != suit) {
                    let literal = self.variable();
                    self.before(self.settled[suit][rank], self.stashed((other, rank)), true, literal);
                    clause.push(literal);
                }
                self.clauses.push(clause);
            }
        }
    }

    /// Stashed cards of one rank need different rows.
    fn crowd(&mut self) {
        for rank in 0..self.ranks {
            let mut literals = Vec::new();
            for suit in 0..self.rows {
                let chosen: Vec<u32> = (0..self.rows).map(|_| self.variable()).collect();
                for (row, &literal) in chosen.iter().enumerate() {
                    self.room((suit, rank), row, self.stashed((suit, rank)), literal);
                }
                if rank < self.start[suit].1 {
                    self.clauses.push(vec![chosen[self.start[suit].0]]);
                }
                literals.push(chosen);
            }
            self.one_each(&literals);
        }
    }
}
