//! The search: negamax with null windows, which asks of a position only whether its score is above a given number.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use kibitzer_search::Stop;

use super::board::{Board, Key, column_of};
use super::order::promise;
use super::resolve::{Choice, Node, Settled};
use super::rules::upper_bound;
use super::table::{Known, Table};
use super::threats::{Lines, Portable};

/// From this many stones on, positions go to the small table.
const LATE: u32 = 26;
/// Before this many stones, the moves are looked up before one is searched.
const LOOKED_UP: u32 = 22;

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
    /// Draws the order of moves that look alike; 0 for the plain order.
    pub(super) seed: u64,
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

/// The moves of a position that are left to search, the most promising first.
#[derive(Default)]
struct Moves {
    choices: [Choice; 7],
    columns: [u8; 7],
    /// A promise and the index of the move it belongs to.
    order: [(i32, u8); 7],
    count: usize,
}

impl Moves {
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "at most seven moves")]
    fn push(&mut self, choice: Choice, column: usize, promise: i32) {
        let index = self.count;
        self.choices[index] = choice;
        self.columns[index] = column as u8;
        let mut at = index;
        while at > 0 && self.order[at - 1].0 < promise {
            self.order[at] = self.order[at - 1];
            at -= 1;
        }
        self.order[at] = (promise, index as u8);
        self.count += 1;
    }
}

/// The moves by how near they are to the middle.
const MIDDLE_FIRST: [u64; 7] = [0x3F << 24, 0x3F << 16, 0x3F << 32, 0x3F << 8, 0x3F << 40, 0x3F, 0x3F << 48];

/// See [`Machine::search`].
#[inline(always)]
fn body<M: Machine, T: Tally>(
    machine: M,
    search: &mut Search<'_, T>,
    choice: &Choice,
    alpha: i32,
) -> Result<i32, Halt> {
    let node = &choice.node;
    search.tally.node()?;
    let (mut lower, mut upper) = (node.worst_fear(), node.best_hope());
    let place = Place::new(search, node.board);
    let mut best = None;
    if let Some(known) = place.get() {
        lower = lower.max(known.lower);
        upper = upper.min(known.upper);
        best = known.best;
    }
    if lower > alpha {
        return Ok(lower);
    }
    if upper <= alpha {
        return Ok(upper);
    }
    let mut moves = Moves::default();
    // The highest bound of any move; the score is not below `lower` whatever they are.
    let mut top = lower;
    for column in MIDDLE_FIRST {
        let cell = choice.moves & column;
        if cell == 0 {
            continue;
        }
        match weigh(machine, search, node, cell, alpha) {
            Weighed::AtLeast(score) => {
                place.put(score, upper, Some(column_of(cell)));
                return Ok(score);
            }
            Weighed::AtMost(score) => top = top.max(score),
            Weighed::Open(child, promise) => {
                let column = column_of(cell);
                let promise = if best == Some(column) { i32::MAX } else { promise };
                moves.push(child, column, promise);
            }
        }
    }
    for &(_, index) in &moves.order[..moves.count] {
        let child = &moves.choices[usize::from(index)];
        let score = if child.turned {
            -machine.search(search, child, -alpha - 1)?
        } else {
            machine.search(search, child, alpha)?
        };
        if score > alpha {
            place.put(score, upper, Some(usize::from(moves.columns[usize::from(index)])));
            return Ok(score);
        }
        top = top.max(score);
    }
    let top = top.min(upper);
    place.put(lower, top, None);
    Ok(top)
}

/// What a look at a move shows.
enum Weighed {
    /// It is worth this or more, which is above alpha.
    AtLeast(i32),
    /// It is worth this or less, which is not.
    AtMost(i32),
    /// It must be searched.
    Open(Choice, i32),
}

#[inline(always)]
fn weigh<M: Machine, T>(machine: M, search: &Search<'_, T>, node: &Node, cell: u64, alpha: i32) -> Weighed {
    let choice = match node.after(machine, cell).settle(machine) {
        Settled::Known(score) if -score > alpha => return Weighed::AtLeast(-score),
        Settled::Known(score) => return Weighed::AtMost(-score),
        // From here on, `turned` is as seen from the position in which the move is made.
        Settled::Open(choice) => Choice { turned: !choice.turned, ..choice },
    };
    let child = &choice.node;
    let (mut lower, mut upper) = (child.worst_fear(), child.best_hope());
    // The bound that decides about the move, if it is turned: it must be at most this.
    let wanted = if choice.turned { -alpha - 1 } else { alpha };
    if let Some(bound) = upper_bound(machine, child.board, child.their_wins, wanted) {
        upper = upper.min(bound);
    } else if child.board.plies() < LOOKED_UP {
        if let Some(known) = Place::new(search, child.board).get() {
            lower = lower.max(known.lower);
            upper = upper.min(known.upper);
        }
    }
    if choice.turned {
        (lower, upper) = (-upper, -lower);
    }
    if lower > alpha {
        return Weighed::AtLeast(lower);
    }
    if upper <= alpha {
        return Weighed::AtMost(upper);
    }
    let promise = if choice.turned { promise(machine, child) } else { -promise(machine, child) };
    Weighed::Open(choice, if search.seed == 0 { promise } else { promise + noise(search.seed, child.board) })
}

/// A small number that is another one for each seed.
#[cold]
fn noise(seed: u64, board: Board) -> i32 {
    let mixed = (board.all ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (mixed >> 60) as i32
}
