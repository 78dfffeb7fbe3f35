//! Asks the search one question after the other until the score is known, on one thread or more.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use kibitzer_games::connect4::Connect4;
use kibitzer_search::{Meter, Stop};

use super::board::{Board, win_at};
use super::resolve::{Choice, Node, Settled};
use super::search::{Halt, Machine, Search, Tally};
use super::table::Table;
use super::taken::Taken;
use super::threats::{Lines, Portable};

/// The memory of the table of late positions: it must fit the second cache of a processor.
const LATE_BYTES: usize = 1 << 19;
/// A question of fewer nodes is answered before other threads are started.
const ALONE: u64 = 1 << 14;
/// Threads look at each other after this many nodes.
const GLANCE: u64 = 1 << 8;

/// The code that is run.
#[derive(Clone, Copy)]
pub(super) enum Processor {
    /// On any processor.
    Any,
    /// On those with four lanes of 64 bits.
    #[cfg(target_arch = "x86_64")]
    Wide(super::threats::Avx2),
}

impl Processor {
    /// The best there is for this processor.
    pub(super) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = super::threats::Avx2::detect() {
            return Self::Wide(wide);
        }
        Self::Any
    }
}

/// The tables of a search, kept from position to position: what they say stays true.
pub(super) struct Tables {
    early: Table,
    /// One for each thread.
    late: Vec<Table>,
    /// What was asked for.
    asked: (usize, NonZeroUsize),
}

impl Tables {
    /// Tables of this much memory for this many threads; `None` if there is not as much.
    pub(super) fn new(bytes: usize, threads: NonZeroUsize) -> Option<Self> {
        let late_bytes = LATE_BYTES.min(bytes / 2 / threads);
        let late: Vec<Table> = (0..threads.get()).map(|_| Table::new(late_bytes)).collect::<Option<_>>()?;
        let early = Table::new(bytes.saturating_sub(late.iter().map(Table::bytes).sum()))?;
        Some(Self { early, late, asked: (bytes, threads) })
    }

    /// Whether they are what [`Tables::new`] would make.
    pub(super) fn fit(&self, bytes: usize, threads: NonZeroUsize) -> bool {
        self.asked == (bytes, threads)
    }

    /// The memory of the smallest tables.
    pub(super) fn smallest(threads: NonZeroUsize) -> usize {
        Table::SMALLEST * (1 + threads.get())
    }
}

/// Answers questions about positions.
pub(super) struct Driver<'a, 'o> {
    pub(super) tables: &'a Tables,
    pub(super) processor: Processor,
    pub(super) meter: Meter<'o, Connect4>,
}

impl Driver<'_, '_> {
    /// The exact score, by MTD(f) (Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms",
    /// 1996) from the score that is likely for the side to move.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn score(&mut self, board: Board) -> Result<i32, Stop> {
        let (mut lower, mut upper) = (-21, 21);
        let mut alpha = likely_alpha(board);
        while lower < upper {
            let bound = self.ask(board, alpha)?;
            if bound > alpha {
                (lower, alpha) = (bound, bound);
            } else {
                (upper, alpha) = (bound, bound - 1);
            }
        }
        Ok(lower)
    }

    /// A score of the same sign as the exact one.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn sign(&mut self, board: Board) -> Result<i32, Stop> {
        let alpha = likely_alpha(board);
        let bound = self.ask(board, alpha)?;
        if alpha == 0 {
            if bound > 0 { Ok(1) } else { Ok(self.ask(board, -1)?.clamp(-1, 0)) }
        } else if bound < 0 {
            Ok(-1)
        } else {
            Ok(self.ask(board, 0)?.clamp(0, 1))
        }
    }

    /// Whether the score is above `alpha`: if the answer is, it is a lower bound of the score, otherwise an upper bound.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn ask(&mut self, board: Board, alpha: i32) -> Result<i32, Stop> {
        match self.processor {
            Processor::Any => self.ask_on(Portable, board, alpha),
            #[cfg(target_arch = "x86_64")]
            Processor::Wide(machine) => self.ask_on(machine, board, alpha),
        }
    }

    fn ask_on(&mut self, machine: impl Machine + Send, board: Board, alpha: i32) -> Result<i32, Stop> {
        let choice = match open(machine, board) {
            Settled::Known(score) => return Ok(score),
            Settled::Open(choice) => choice,
        };
        let alpha = if choice.turned { -alpha - 1 } else { alpha };
        let bound = self.ask_choice(machine, &choice, alpha)?;
        Ok(if choice.turned { -bound } else { bound })
    }

    fn ask_choice(&mut self, machine: impl Machine + Send, choice: &Choice, alpha: i32) -> Result<i32, Stop> {
        let tables = self.tables;
        let glance = if tables.late.len() == 1 { u64::MAX } else { ALONE };
        let tally = Metered { meter: &mut self.meter, nodes: 0, glance, shared: None };
        let mut search = Search { early: &tables.early, late: &tables.late[0], taken: None, tally };
        match machine.search(&mut search, choice, alpha) {
            Ok(bound) => Ok(bound),
            Err(Halt::Spent(stop)) => Err(stop),
            Err(Halt::Relieved) => self.ask_together(machine, choice, alpha),
        }
    }

    /// All threads search the same position; what one writes into the table helps the others, and none begins with what
    /// another one is at. The first to finish ends the search.
    fn ask_together(&mut self, machine: impl Machine + Send, choice: &Choice, alpha: i32) -> Result<i32, Stop> {
        let tables = self.tables;
        let (shared, taken) = (Shared::default(), Taken::default());
        let taken = Some(&taken);
        let stopped = std::thread::scope(|scope| {
            for late in &tables.late[1..] {
                let (shared, choice) = (&shared, *choice);
                scope.spawn(move || {
                    let mut search = Search { early: &tables.early, late, taken, tally: Helper { shared, nodes: 0 } };
                    shared.finish(machine.search(&mut search, &choice, alpha));
                    shared.nodes.fetch_add(search.tally.nodes % GLANCE, Ordering::Relaxed);
                });
            }
            let tally = Metered { meter: &mut self.meter, nodes: 0, glance: GLANCE, shared: Some(&shared) };
            let mut search = Search { early: &tables.early, late: &tables.late[0], taken, tally };
            let outcome = machine.search(&mut search, choice, alpha);
            shared.finish(outcome);
            outcome
        });
        self.meter.expand_elsewhere(shared.nodes.swap(0, Ordering::Relaxed));
        let bound = *shared.bound.lock().expect("no thread panics while it holds the lock");
        match (bound, stopped) {
            (Some(bound), _) => Ok(bound),
            (None, Err(Halt::Spent(stop))) => Err(stop),
            (None, _) => unreachable!("a search ends with a bound, or because the budget is spent"),
        }
    }
}

/// Player one is more likely to win, player two to lose.
fn likely_alpha(board: Board) -> i32 {
    if board.plies().is_multiple_of(2) { 0 } else { -1 }
}

/// The score of a position that needs no search, or what is left to search after the forced moves.
fn open(lines: impl Lines, board: Board) -> Settled {
    if lines.has_line(board.other()) {
        return Settled::Known(-win_at(board.plies() - 1));
    }
    let node = Node::new(lines, board);
    if node.own_wins & board.playable() != 0 {
        return Settled::Known(win_at(board.plies()));
    }
    node.settle(lines)
}

/// Counts into the meter, and may look at other threads now and then.
struct Metered<'m, 'o> {
    meter: &'m mut Meter<'o, Connect4>,
    nodes: u64,
    /// The number of nodes at which to look next.
    glance: u64,
    /// What the threads share, once there are some.
    shared: Option<&'m Shared>,
}

impl Tally for Metered<'_, '_> {
    #[inline]
    fn node(&mut self) -> Result<(), Halt> {
        self.meter.expand_unseen().map_err(Halt::Spent)?;
        self.nodes += 1;
        if self.nodes == self.glance { self.look() } else { Ok(()) }
    }
}

impl Metered<'_, '_> {
    #[cold]
    fn look(&mut self) -> Result<(), Halt> {
        let Some(shared) = self.shared else { return Err(Halt::Relieved) };
        self.glance += GLANCE;
        self.meter.expand_elsewhere(shared.nodes.swap(0, Ordering::Relaxed));
        if shared.done.load(Ordering::Relaxed) { Err(Halt::Relieved) } else { Ok(()) }
    }
}

/// Counts the nodes of a thread that helps.
struct Helper<'s> {
    shared: &'s Shared,
    nodes: u64,
}

impl Tally for Helper<'_> {
    #[inline]
    fn node(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(GLANCE) {
            self.shared.nodes.fetch_add(GLANCE, Ordering::Relaxed);
            if self.shared.done.load(Ordering::Relaxed) {
                return Err(Halt::Relieved);
            }
        }
        Ok(())
    }
}

/// What the threads of one question share beside the table.
#[derive(Default)]
struct Shared {
    done: AtomicBool,
    bound: Mutex<Option<i32>>,
    /// Nodes of helpers that the meter has not heard of.
    nodes: AtomicU64,
}

impl Shared {
    /// Ends the search of all threads, with an answer if there is one.
    fn finish(&self, outcome: Result<i32, Halt>) {
        if let Ok(bound) = outcome {
            self.bound.lock().expect("no thread panics while it holds the lock").get_or_insert(bound);
        }
        self.done.store(true, Ordering::Relaxed);
    }
}
