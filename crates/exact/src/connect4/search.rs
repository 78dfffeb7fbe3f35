//! The search: negamax with null windows, which asks of a position only whether its score is above a given number.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use kibitzer_search::Stop;

use super::board::{Board, Key, column_of};
use super::order::promise;
use super::resolve::{Choice, Node, Settled};
use super::rules::upper_bound;
use super::table::{Known, Table};
use super::taken::Taken;
use super::threats::{Lines, Portable};

/// From this many stones on, positions go to the small table.
const LATE: u32 = 22;
/// Before this many stones, the moves are looked up before one is searched.
const LOOKED_UP: u32 = 30;

/// Before this many stones, threads put off moves that others are searching.
const SHARED: u32 = 21;

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The budget is spent.
    Spent(Stop),
    /// Other threads go on, or have the answer.
    Relieved,
}

/// Counts the nodes of a search and says when it must end.
pub(super) trait Tally {
    /// A position is about to be searched.
    ///
    /// # Errors
    /// If the search must end.
    fn node(&mut self) -> Result<(), Halt>;
}

/// How a processor searches: [`body`], compiled for it.
pub(super) trait Machine: Lines {
    /// The score of a position with a choice is above `alpha` if the answer is, and the answer is then a lower bound of
    /// it; otherwise the answer is an upper bound.
    fn search<T: Tally>(self, search: &mut Search<'_, T>, choice: &Choice, alpha: i32) -> Result<i32, Halt>;

    /// The same as seen from the position that led to this one.
    #[inline(always)]
    fn descend<T: Tally>(self, search: &mut Search<'_, T>, choice: &Choice, alpha: i32) -> Result<i32, Halt> {
        if choice.turned { Ok(-self.search(search, choice, -alpha - 1)?) } else { self.search(search, choice, alpha) }
    }
}

impl Machine for Portable {
    #[inline(always)]
    fn search<T: Tally>(self, search: &mut Search<'_, T>, choice: &Choice, alpha: i32) -> Result<i32, Halt> {
        anywhere(search, choice, alpha)
    }
}

fn anywhere<T: Tally>(search: &mut Search<'_, T>, choice: &Choice, alpha: i32) -> Result<i32, Halt> {
    body(Portable, search, choice, alpha)
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::super::threats::Avx2;
    use super::{Choice, Halt, Machine, Search, Tally, body};

    impl Machine for Avx2 {
        #[inline(always)]
        fn search<T: Tally>(self, search: &mut Search<'_, T>, choice: &Choice, alpha: i32) -> Result<i32, Halt> {
            #[expect(unsafe_code, reason = "`Avx2` exists only where the processor has the instructions")]
            unsafe {
                with_avx2(self, search, choice, alpha)
            }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn with_avx2<T: Tally>(
        machine: Avx2,
        search: &mut Search<'_, T>,
        choice: &Choice,
        alpha: i32,
    ) -> Result<i32, Halt> {
        body(machine, search, choice, alpha)
    }
}

/// A search and its tables.
pub(super) struct Search<'a, T> {
    /// Positions of few stones; shared by all threads.
    pub(super) early: &'a Table,
    /// Positions of many stones; small enough for a fast cache, and private to a thread.
    pub(super) late: &'a Table,
    /// What other threads are searching, if there are any.
    pub(super) taken: Option<&'a Taken>,
    pub(super) tally: T,
}

/// The place of a position in the tables.
struct Place<'a> {
    table: &'a Table,
    key: Key,
    mirrored: bool,
}

impl<'a> Place<'a> {
    #[inline(always)]
    fn new<T>(search: &Search<'a, T>, board: Board) -> Self {
        if board.plies() < LATE {
            let (key, mirrored) = board.mirror_key();
            Self { table: search.early, key, mirrored }
        } else {
            Self { table: search.late, key: board.key(), mirrored: false }
        }
    }

    #[inline(always)]
    fn get(&self) -> Option<Known> {
        self.table.get(self.key).map(|known| self.turn(known))
    }

    #[inline(always)]
    fn put(&self, lower: i32, upper: i32, best: Option<usize>) {
        self.table.put(self.key, self.turn(Known { lower, upper, best }));
    }

    #[inline(always)]
    fn turn(&self, known: Known) -> Known {
        if self.mirrored { Known { best: known.best.map(|column| 6 - column), ..known } } else { known }
    }
}

/// A move that is left to search, and where it leads.
#[derive(Clone, Copy, Default)]
struct Candidate {
    /// The position after the forced replies; `turned` as seen from the position in which the move is made.
    choice: Choice,
    /// The cell of the move.
    cell: u64,
    /// Where the side that makes the move completes a line after it, before any reply.
    wins: u64,
}

/// What a look at a move shows.
enum Weighed {
    /// It is worth this or more, which is above alpha.
    AtLeast(i32),
    /// It is worth this or less, which is not.
    AtMost(i32),
    /// It must be searched.
    Open(Candidate),
}

/// The columns from the middle outwards.
const MIDDLE_FIRST: [u64; 7] = [0x3F << 24, 0x3F << 16, 0x3F << 32, 0x3F << 8, 0x3F << 40, 0x3F, 0x3F << 48];

/// See [`Machine::search`].
#[inline(always)]
fn body<M: Machine, T: Tally>(
    machine: M,
    search: &mut Search<'_, T>,
    choice: &Choice,
    alpha: i32,
) -> Result<i32, Halt> {
    search.tally.node()?;
    let node = &choice.node;
    let place = Place::new(search, node.board);
    let known = place.get();
    let lower = known.map_or(-21, |known| known.lower).max(node.worst_fear());
    let upper = known.map_or(21, |known| known.upper).min(node.best_hope());
    if lower > alpha {
        return Ok(lower);
    }
    if upper <= alpha {
        return Ok(upper);
    }
    let mut moves = Moves { candidates: [Candidate::default(); 7], count: 0, top: lower };
    let mut refuted = moves.weigh(machine, search, choice, alpha);
    let mut order = Order::default();
    if refuted.is_none() {
        refuted = moves.look_up(search, node, alpha, &mut order);
    }
    if let Some((cell, score)) = refuted {
        place.put(score, upper, Some(column_of(cell)));
        return Ok(score);
    }
    moves.sort(machine, choice, known.and_then(|known| known.best), &mut order);
    let listed = order.count;
    let taken = search.taken.filter(|_| node.board.plies() < SHARED);
    let mut next = 0;
    while next < order.count {
        let index = order.indices[next];
        let Candidate { choice: child, cell, .. } = &moves.candidates[usize::from(index)];
        next += 1;
        let score = if let Some(taken) = taken {
            let key = child.node.board.mirror_key().0;
            if next > 1 && next <= listed && taken.contains(key) {
                order.push(index);
                continue;
            }
            taken.insert(key);
            let score = machine.descend(search, child, alpha);
            taken.remove(key);
            score?
        } else {
            machine.descend(search, child, alpha)?
        };
        if score > alpha {
            place.put(score, upper, Some(column_of(*cell)));
            return Ok(score);
        }
        moves.top = moves.top.max(score);
    }
    let top = moves.top.min(upper);
    place.put(lower, top, None);
    Ok(top)
}

/// The moves of a position.
struct Moves {
    /// Those that are left to search.
    candidates: [Candidate; 7],
    count: usize,
    /// The highest bound of all others, or a lower bound of the position.
    top: i32,
}

impl Moves {
    /// Looks at each move, and returns one that is above `alpha` if this shows it, with a lower bound.
    #[inline(always)]
    fn weigh<M: Machine, T>(
        &mut self,
        machine: M,
        search: &Search<'_, T>,
        choice: &Choice,
        alpha: i32,
    ) -> Option<(u64, i32)> {
        for column in &MIDDLE_FIRST {
            let cell = choice.moves & column;
            if cell == 0 {
                continue;
            }
            match weigh(machine, &choice.node, cell, alpha) {
                Weighed::AtLeast(score) => return Some((cell, score)),
                Weighed::AtMost(score) => self.top = self.top.max(score),
                Weighed::Open(candidate) => {
                    let board = candidate.choice.node.board;
                    if board.plies() < LATE {
                        search.early.expect(board.mirror_key().0);
                    }
                    self.candidates[self.count] = candidate;
                    self.count += 1;
                }
            }
        }
        None
    }

    /// Lists the candidates that the table does not decide, and returns one that is above `alpha` if it knows one.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "at most seven moves")]
    fn look_up<T>(&mut self, search: &Search<'_, T>, node: &Node, alpha: i32, order: &mut Order) -> Option<(u64, i32)> {
        let look_up = node.board.plies() < LOOKED_UP;
        for index in 0..self.count {
            let candidate = &self.candidates[index];
            if look_up && let Some(known) = Place::new(search, candidate.choice.node.board).get() {
                let turned = candidate.choice.turned;
                let (lower, upper) = if turned { (-known.upper, -known.lower) } else { (known.lower, known.upper) };
                if lower > alpha {
                    return Some((candidate.cell, lower));
                }
                if upper <= alpha {
                    self.top = self.top.max(upper);
                    continue;
                }
            }
            order.push(index as u8);
        }
        None
    }

    /// Sorts the listed candidates, the most promising first; the one that was `best` before leads.
    #[inline(always)]
    fn sort(&self, lines: impl Lines, choice: &Choice, best: Option<usize>, order: &mut Order) {
        if order.count < 2 {
            return;
        }
        let mut promises = [0; 7];
        for next in 0..order.count {
            let index = order.indices[next];
            let candidate = &self.candidates[usize::from(index)];
            let mut promise = promise(lines, &choice.node.with(candidate.cell, candidate.wins));
            if best == Some(column_of(candidate.cell)) {
                promise = i32::MAX;
            }
            let mut at = next;
            while at > 0 && promises[at - 1] < promise {
                promises[at] = promises[at - 1];
                order.indices[at] = order.indices[at - 1];
                at -= 1;
            }
            promises[at] = promise;
            order.indices[at] = index;
        }
    }
}

/// Candidates by their indices; each may be put off once.
#[derive(Default)]
struct Order {
    indices: [u8; 14],
    count: usize,
}

impl Order {
    #[inline(always)]
    fn push(&mut self, index: u8) {
        self.indices[self.count] = index;
        self.count += 1;
    }
}

/// Plays a move and sees what can be said without a search.
#[inline(always)]
fn weigh(machine: impl Machine, node: &Node, cell: u64, alpha: i32) -> Weighed {
    let played = node.after(machine, cell);
    let choice = match played.settle(machine) {
        Settled::Known(score) if -score > alpha => return Weighed::AtLeast(-score),
        Settled::Known(score) => return Weighed::AtMost(-score),
        Settled::Open(choice) => Choice { turned: !choice.turned, ..choice },
    };
    // The question about the position that the move leads to: whether its score is above this.
    let limit = if choice.turned { -alpha - 1 } else { alpha };
    let child = &choice.node;
    let (fear, hope) = (child.worst_fear(), child.best_hope());
    let bound = if hope <= limit {
        Some(hope)
    } else if fear > limit {
        Some(fear)
    } else if limit >= 0 && hope == limit + 1 {
        Some(if choice.wins_in_two(machine) { hope } else { limit })
    } else {
        upper_bound(machine, child.board, child.their_wins, limit)
    };
    match bound {
        None => Weighed::Open(Candidate { choice, cell, wins: played.their_wins }),
        Some(bound) => {
            let score = if choice.turned { -bound } else { bound };
            if score > alpha { Weighed::AtLeast(score) } else { Weighed::AtMost(score) }
        }
    }
}
