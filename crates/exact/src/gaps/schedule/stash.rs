//! The stash on its own: can the cards be put away in the order in which they come and rows are cleared?
//!
//! Stashed cards stand in the column of their rank, in rows cleared that far, and nothing else of the game depends on
//! where. So a model of the schedule wins if and only if this small puzzle can be solved with its order of events: the
//! cards of each suit come one by one, each to the right of the one before, the lowest into any row; while they wait,
//! lowest cards may hop to another row and the others follow.
//!
//! # Settling
//!
//! When all lowest cards are stashed column 1 is full, so none of them moves any more, and each suit has its last row. A
//! card is *at rest* if it and all lower cards of its suit stand in that row. It never moves again: within the stash a card
//! goes only to the row of the card below it, and that one is at rest in the same row.
//!
//! Let card `y` be the lowest of its suit that is not at rest, in row `p`. Let its last place be free and cleared, and let
//! `y` be of the highest rank, or the next card `z` be stashed in row `p` as well. Then `y` may go to its last place at
//! once. For take any way to go on that solves the puzzle. In it `y` goes to its last place at some time, where it ends,
//! and until then it stays in `p`, since the card below is at rest and it can go nowhere else. Let it go first instead,
//! and leave out the later move. Nothing in between is forbidden by that:
//!
//! - Its last place is entered by nobody else, whether by a move or by being stashed without one: each card is stashed and
//!   moved to the right of the card below it, and to the left of that place a card of the suit of `y` is at rest.
//! - Its old place is free earlier, which forbids nothing.
//! - Only `z` ever stands behind `y`. If there is one it is stashed already, so that it does not come to wait there; it
//!   stands behind `y` in row `p`, and stays until `y` has left, since it can go to the row of `y` alone.
//! - Which rows are cleared and which cards may come depends on the cards that are stashed, not on their rows.
//!
//! The condition about `z` is needed. If `z` is still to come, it may have to come to row `p` while `y` stands there, since
//! its last place is cleared only later; there is a test with such a stash.

use super::seen::Seen;

/// Most rows, and most ranks.
const ROWS: usize = 4;
const RANKS: usize = 12;

/// That one event is not before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Fact {
    /// The row is cleared up to the column no earlier than the card is stashed; later, where `strict`.
    Cleared { row: u8, column: u8, suit: u8, rank: u8, strict: bool },
    /// The card of `before` (suit and rank) is stashed before that of `after`.
    Stashed { before: (u8, u8), after: (u8, u8) },
}

/// A puzzle: what holds for every order, and the facts of one.
#[derive(Clone)]
pub(super) struct Puzzle {
    pub(super) rows: usize,
    pub(super) ranks: usize,
    /// By suit: in which row its first cards are stashed from the start, and how many.
    pub(super) start: [(u8, u8); ROWS],
    /// By suit and rank, bits of rows: the card may wait in its place of the row and be stashed without a move.
    pub(super) may_wait: [[u8; RANKS]; ROWS],
    /// By row, column and suit: so many cards of the suit must be stashed for the row to be cleared.
    needed: [[[u8; ROWS]; RANKS]; ROWS],
    /// The same for cards that are surely stashed before.
    needed_before: [[[u8; ROWS]; RANKS]; ROWS],
    /// By suit and rank, and suit: so many cards must be stashed before this one.
    first: [[[u8; ROWS]; RANKS]; ROWS],
}

/// One step in the stash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Put {
    pub(super) suit: u8,
    pub(super) rank: u8,
    pub(super) row: u8,
    /// The card is stashed by it, rather than moved within the stash.
    pub(super) comes: bool,
}

/// How the puzzle ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Solved(Vec<Put>),
    /// No way; the facts that were asked suffice for that.
    Impossible(Vec<Fact>),
    /// The positions are spent.
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    count: [u8; ROWS],
    /// By column and suit.
    row: [[u8; ROWS]; RANKS],
}

/// A position with the steps that are left to try, the next one last.
struct Frame {
    state: State,
    puts: Vec<Put>,
    /// The steps on the way here.
    length: usize,
}

/// A search that can be left and taken up again.
pub(super) struct Search {
    puzzle: Puzzle,
    seen: Seen,
    /// Positions that may still be looked at.
    left: u32,
    path: Vec<Put>,
    frames: Vec<Frame>,
    asked: Puzzle,
    facts: Vec<Fact>,
}

impl Puzzle {
    /// A puzzle without facts.
    pub(super) fn new(rows: usize, ranks: usize) -> Self {
        Self {
            rows,
            ranks,
            start: [(0, 0); ROWS],
            may_wait: [[0; RANKS]; ROWS],
            needed: [[[0; ROWS]; RANKS]; ROWS],
            needed_before: [[[0; ROWS]; RANKS]; ROWS],
            first: [[[0; ROWS]; RANKS]; ROWS],
        }
    }

    /// Forgets all facts.
    pub(super) fn without_facts(&self) -> Self {
        let empty = Self::new(self.rows, self.ranks);
        Self { start: self.start, may_wait: self.may_wait, ..empty }
    }

    /// Adds a fact.
    pub(super) fn add(&mut self, fact: Fact) {
        match fact {
            Fact::Cleared { row, column, suit, rank, strict } => {
                for column in usize::from(column)..self.ranks {
                    let needed = &mut self.needed[usize::from(row)][column][usize::from(suit)];
                    *needed = (*needed).max(rank + 1);
                    if strict {
                        let needed = &mut self.needed_before[usize::from(row)][column][usize::from(suit)];
                        *needed = (*needed).max(rank + 1);
                    }
                }
            }
            Fact::Stashed { before, after } => {
                for rank in usize::from(after.1)..self.ranks {
                    let first = &mut self.first[usize::from(after.0)][rank][usize::from(before.0)];
                    *first = (*first).max(before.1 + 1);
                }
            }
        }
    }

    /// Solves the puzzle, looking at so many positions at most.
    pub(super) fn solve(&self, positions: u32, spent: &mut u64) -> Answer {
        self.search().run(positions, spent)
    }

    /// A search that has looked at nothing yet.
    pub(super) fn search(&self) -> Search {
        let (seen, asked) = (Seen::default(), self.without_facts());
        Search { puzzle: self.clone(), seen, left: 0, path: Vec::new(), frames: Vec::new(), asked, facts: Vec::new() }
    }

    fn first_state(&self) -> State {
        let mut state = State { count: [0; ROWS], row: [[0; ROWS]; RANKS] };
        for suit in 0..self.rows {
            let (row, count) = self.start[suit];
            state.count[suit] = count;
            for rank in 0..usize::from(count) {
                state.row[rank][suit] = row;
            }
        }
        state
    }
}

impl State {
    fn key(&self, puzzle: &Puzzle) -> u128 {
        let mut key = 0;
        for suit in 0..puzzle.rows {
            key = key << 4 | u128::from(self.count[suit]);
            for rank in 0..puzzle.ranks {
                let row = if rank < usize::from(self.count[suit]) { self.row[rank][suit] } else { 0 };
                key = key << 2 | u128::from(row);
            }
        }
        key
    }

    /// Whether a stashed card stands there.
    fn is_taken(&self, row: u8, column: usize) -> bool {
        (0..ROWS).any(|suit| column < usize::from(self.count[suit]) && self.row[column][suit] == row)
    }
}

impl Search {
    /// Goes on for so many positions at most.
    pub(super) fn run(&mut self, positions: u32, spent: &mut u64) -> Answer {
        self.left = positions;
        let found = self.visit();
        *spent += u64::from(positions - self.left);
        match found {
            Some(true) => Answer::Solved(std::mem::take(&mut self.path)),
            Some(false) => Answer::Impossible(std::mem::take(&mut self.facts)),
            None => Answer::Unknown,
        }
    }

    /// The memory that is held, to a few percent.
    pub(super) fn bytes(&self) -> usize {
        (size_of::<u128>() + 1) * self.seen.capacity() + 2 * size_of::<Frame>() * self.frames.len()
    }

    /// Whether the puzzle can be solved; `None` if the positions are spent. Paths may be long, so the stack is ours.
    fn visit(&mut self) -> Option<bool> {
        if self.left == 0 {
            return None;
        }
        if self.seen.is_empty() && self.enter(self.puzzle.first_state()) {
            return Some(true);
        }
        while let Some(frame) = self.frames.last_mut() {
            // A position is entered only if it may be looked at, so that none is left halfway.
            if self.left == 0 {
                return None;
            }
            self.path.truncate(frame.length);
            let Some(put) = frame.puts.pop() else {
                self.frames.pop();
                continue;
            };
            let mut after = frame.state;
            if apply(&mut after, put, self.puzzle.rows) {
                self.path.push(put);
                if self.enter(after) {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// Opens a position that has not been seen; whether it solves the puzzle. One must be left to look at.
    fn enter(&mut self, mut state: State) -> bool {
        self.settle(&mut state);
        if (0..self.puzzle.rows).all(|suit| usize::from(state.count[suit]) == self.puzzle.ranks) {
            return true;
        }
        if self.seen.insert(state.key(&self.puzzle)) {
            self.left -= 1;
            let mut puts = Vec::new();
            self.puts(&state, &mut puts);
            puts.reverse();
            self.frames.push(Frame { state, puts, length: self.path.len() });
        }
        false
    }

    /// Puts cards to rest that may go there at once; see [above](self#settling).
    fn settle(&mut self, state: &mut State) {
        let (suits, ranks) = (self.puzzle.rows, self.puzzle.ranks);
        if state.count[..suits].contains(&0) {
            return;
        }
        loop {
            let mut moved = false;
            for suit in 0..suits {
                let last = state.row[0][suit];
                let count = usize::from(state.count[suit]);
                let Some(rank) = (1..count).find(|&rank| state.row[rank][suit] != last) else { continue };
                let followed =
                    if rank + 1 < count { state.row[rank + 1][suit] == state.row[rank][suit] } else { count == ranks };
                if followed && !state.is_taken(last, rank) && self.is_cleared(state, last, rank) {
                    state.row[rank][suit] = last;
                    self.path.push(put(suit, rank, last, false));
                    moved = true;
                }
            }
            if !moved {
                return;
            }
        }
    }

    fn puts(&mut self, state: &State, puts: &mut Vec<Put>) {
        let (suits, ranks) = (self.puzzle.rows, self.puzzle.ranks);
        for suit in 0..suits {
            let rank = usize::from(state.count[suit]);
            if rank == ranks || !self.may_come(state, suit, rank) {
                continue;
            }
            if rank == 0 {
                for row in 0..byte(suits) {
                    if !state.is_taken(row, 0) && self.is_cleared(state, row, 0) {
                        puts.push(put(suit, 0, row, true));
                    }
                }
            } else {
                let row = state.row[rank - 1][suit];
                if !state.is_taken(row, rank) && (self.is_cleared(state, row, rank) || self.waits(state, row, suit)) {
                    puts.push(put(suit, rank, row, true));
                }
            }
        }
        for suit in 0..suits {
            for rank in 0..usize::from(state.count[suit]) {
                let here = state.row[rank][suit];
                for row in 0..byte(suits) {
                    let may_follow = rank == 0 || state.row[rank - 1][suit] == row;
                    if row != here && may_follow && !state.is_taken(row, rank) && self.is_cleared(state, row, rank) {
                        puts.push(put(suit, rank, row, false));
                    }
                }
            }
        }
    }

    /// Whether the row is cleared up to the column; a fact that denies it is noted.
    fn is_cleared(&mut self, state: &State, row: u8, column: usize) -> bool {
        let at = usize::from(row);
        let lacks = |needed: &[u8; ROWS]| (0..ROWS).find(|&suit| needed[suit] > state.count[suit]);
        if lacks(&self.asked.needed[at][column]).is_some() {
            return false;
        }
        let needed = &self.puzzle.needed[at][column];
        let Some(suit) = lacks(needed) else { return true };
        let rank = state.count[suit];
        self.note(Fact::Cleared { row, column: byte(column), suit: byte(suit), rank, strict: false });
        false
    }

    /// Whether the next card of the suit may be waiting in its place of the row.
    fn waits(&mut self, state: &State, row: u8, suit: usize) -> bool {
        let rank = usize::from(state.count[suit]);
        if self.puzzle.may_wait[suit][rank] >> row & 1 == 0 || rank > 0 && !self.is_cleared(state, row, rank - 1) {
            return false;
        }
        let at = usize::from(row);
        let denied = |puzzle: &Puzzle| {
            let (needed, before) = (&puzzle.needed[at][rank], &puzzle.needed_before[at][rank]);
            (0..ROWS).find(|&other| (if other == suit { before } else { needed })[other] > state.count[other])
        };
        if denied(&self.asked).is_some() {
            return false;
        }
        let Some(other) = denied(&self.puzzle) else { return true };
        let strict = other == suit;
        let fact = Fact::Cleared { row, column: byte(rank), suit: byte(other), rank: state.count[other], strict };
        self.note(fact);
        false
    }

    /// Whether the next card of the suit may come now.
    fn may_come(&mut self, state: &State, suit: usize, rank: usize) -> bool {
        let lacks = |first: &[u8; ROWS]| (0..ROWS).find(|&other| other != suit && first[other] > state.count[other]);
        if lacks(&self.asked.first[suit][rank]).is_some() {
            return false;
        }
        let Some(other) = lacks(&self.puzzle.first[suit][rank]) else { return true };
        let fact = Fact::Stashed { before: (byte(other), state.count[other]), after: (byte(suit), byte(rank)) };
        self.note(fact);
        false
    }

    fn note(&mut self, fact: Fact) {
        self.asked.add(fact);
        self.facts.push(fact);
    }
}

/// Makes the move; whether the puzzle may still be solved, as far as is seen at once.
fn apply(state: &mut State, put: Put, suits: usize) -> bool {
    let (suit, rank) = (usize::from(put.suit), usize::from(put.rank));
    state.row[rank][suit] = put.row;
    if !put.comes {
        return true;
    }
    state.count[suit] += 1;
    // With its last card a column is full and stays as it is, so each card must stand right of its own suit.
    let is_full = (0..suits).all(|suit| usize::from(state.count[suit]) > rank);
    !is_full || rank == 0 || (0..suits).all(|suit| state.row[rank][suit] == state.row[rank - 1][suit])
}

fn put(suit: usize, rank: usize, row: u8, comes: bool) -> Put {
    Put { suit: byte(suit), rank: byte(rank), row, comes }
}

fn byte(number: usize) -> u8 {
    super::plan::byte(number)
}

#[cfg(test)]
#[path = "stash_tests.rs"]
mod tests;
