//! Making puzzles: positions of random games and of games between quick engines, proved by plain exhaustive search.

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;

use anyhow::{Result, bail};
use kibitzer_catalog::{Budget, Cancel, GameSpec};
use kibitzer_core::{Game, Payoff, SplitMix};
use kibitzer_games::yavalath::{Side, Turn, Yavalath, YavalathKey};
use kibitzer_search::Thinker;
use kibitzer_search::mcts::{Apart, Decisive, Mcts, MctsThinker, Mean, Proofs, Ucb1};
use thiserror::Error;

use crate::in_order::{Spread, in_order};
use crate::progress::Progress;
use crate::suite::is_cancelled;

use super::{Puzzle, Task, plain};

/// Wins are wanted in so many plies.
const WINS: [u32; 3] = [3, 5, 7];

/// Traps are moves after which the other side wins within so many plies.
const TRAP: u32 = 5;

/// Positions with fewer stones are left alone: they take longest to prove.
const STONES: u32 = 5;

/// Playouts of the quick engine for each move.
const QUICK: u64 = 100;

/// Games drawn for each puzzle that is wanted, before it is given up.
const DRAWS: u64 = 1000;

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleKind {
    /// Wins in 3, 5 and 7 plies.
    Mates,
    /// Moves that lose soon, where others do not.
    Traps,
}

/// A game of which no puzzles can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("puzzles are made of yavalath without swap, not of {0}")]
pub struct NoPuzzles(GameSpec);

/// The board of the puzzles of a game.
fn side_of(game: GameSpec) -> Result<Side, NoPuzzles> {
    match game {
        GameSpec::Yavalath { side, swap: false } => Ok(side),
        _ => Err(NoPuzzles(game)),
    }
}

/// Whether puzzles of a game can be made and proved.
///
/// # Errors
/// If not.
pub fn can_be_proved(game: GameSpec) -> Result<(), NoPuzzles> {
    side_of(game).map(|_| ())
}

/// What puzzles are made of.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleRecipe {
    /// The game, which is Yavalath without swap.
    pub game: GameSpec,
    /// What is wanted.
    pub kind: PuzzleKind,
    /// How many of each length. Half come from random games, half from games between quick engines.
    pub each: usize,
    /// Where the games come from.
    pub seed: u64,
    /// How many puzzles are proved at the same time.
    pub threads: NonZeroUsize,
    /// Whether a bar shows how far it is.
    pub is_watched: bool,
}

/// A position with what is to be done there and the moves that are listed for it.
struct Found {
    board: Yavalath,
    task: Task,
    moves: Vec<Turn>,
}

impl Found {
    fn puzzle(&self) -> Puzzle {
        let moves = self.moves.iter().map(ToString::to_string).collect();
        Puzzle { position: self.board.to_string(), task: self.task, moves }
    }
}

/// Why no more games are drawn.
enum End {
    Enough,
    Cancelled,
}

impl PuzzleRecipe {
    /// Draws positions, and takes those that plain exhaustive search proves to be puzzles. No two are images of each
    /// other, and no two of one task come from the same game.
    ///
    /// # Errors
    /// If there are too few, the game is another, or it was cancelled.
    pub fn make(&self, cancel: &Cancel) -> Result<Vec<Puzzle>> {
        let side = side_of(self.game)?;
        let tasks = match self.kind {
            PuzzleKind::Mates => WINS.map(|plies| Task::Win { plies }).to_vec(),
            PuzzleKind::Traps => vec![Task::Avoid { plies: TRAP }],
        };
        let total = self.each.saturating_mul(tasks.len()) as u64;
        let progress = if self.is_watched { Progress::of(total, "puzzles") } else { Progress::silent() };
        let mut found: BTreeMap<Task, Vec<Found>> = tasks.iter().map(|task| (*task, Vec::new())).collect();
        let mut known: HashSet<YavalathKey> = HashSet::new();
        for (quota, is_random) in [(self.each.div_ceil(2), true), (self.each, false)] {
            // Drawing stops when there are enough, which is not what whoever gave the flag calls cancelled.
            let stop = Cancel::default();
            let spread = Spread { threads: self.threads, batch: NonZeroUsize::MIN };
            let drawn = in_order(
                0..(self.each as u64).saturating_mul(DRAWS),
                spread,
                &stop,
                || (),
                |(), number| {
                    let seed = SplitMix::new(self.seed ^ number.rotate_left(32) ^ u64::from(is_random)).next_u64();
                    let game = if is_random { random_game(side, seed) } else { quick_game(side, seed) };
                    self.puzzles_of(&game, &tasks, cancel)
                },
                |of_game: Vec<Found>| {
                    if is_cancelled(cancel) {
                        return Err(End::Cancelled);
                    }
                    for puzzle in of_game {
                        let Some(of_task) = found.get_mut(&puzzle.task) else { continue };
                        if of_task.len() < quota && known.insert(puzzle.board.key()) {
                            of_task.push(puzzle);
                            progress.advance(1);
                        }
                    }
                    if found.values().all(|of_task| of_task.len() >= quota) { Err(End::Enough) } else { Ok(()) }
                },
            );
            if matches!(drawn, Err(End::Cancelled)) {
                bail!("cancelled");
            }
        }
        progress.finish();
        if let Some((task, of_task)) = found.iter().find(|(_, of_task)| of_task.len() < self.each) {
            bail!("of `{task}` there are only {} puzzles", of_task.len());
        }
        Ok(found.values().flatten().map(Found::puzzle).collect())
    }

    /// The first puzzle of each task among the positions of a game.
    fn puzzles_of(&self, game: &[Yavalath], tasks: &[Task], cancel: &Cancel) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        for board in game.iter().filter(|board| board.stones() >= STONES) {
            if found.len() == tasks.len() || is_cancelled(cancel) {
                break;
            }
            let puzzle = match self.kind {
                PuzzleKind::Mates => mate(board),
                PuzzleKind::Traps => trap(board),
            };
            found
                .extend(puzzle.filter(|new| tasks.contains(&new.task) && found.iter().all(|old| old.task != new.task)));
        }
        found
    }
}

/// The fastest win, by plain exhaustive search.
fn mate(board: &Yavalath) -> Option<Found> {
    let (plies, moves) = plain::fastest(board, WINS[2])?;
    Some(Found { board: *board, task: Task::Win { plies }, moves })
}

/// The moves that lose, by plain exhaustive search, where one of them takes some seeing: it does not lose with the next
/// move. Positions in which one can win are no traps.
fn trap(board: &Yavalath) -> Option<Found> {
    let moves = plain::losing(board, TRAP);
    let at_once = plain::losing(board, 1);
    let is_trap = moves.len() > at_once.len() && moves.len() < board.moves().count();
    let is_puzzle = is_trap && plain::fastest(board, WINS[2]).is_none();
    is_puzzle.then_some(Found { board: *board, task: Task::Avoid { plies: TRAP }, moves })
}

/// Proves a puzzle of Yavalath again by plain exhaustive search; whether it lists the right moves.
///
/// # Errors
/// If its position cannot be read, or the game is another.
pub fn check(game: GameSpec, puzzle: &Puzzle) -> Result<bool> {
    let board = Yavalath::read(side_of(game)?, false, &puzzle.position)?;
    let proved = match puzzle.task {
        Task::Win { plies } => plain::fastest(&board, plies).filter(|(length, _)| *length == plies),
        Task::Avoid { plies } => Some((plies, plain::losing(&board, plies))),
    };
    let mut moves: Vec<String> = proved.into_iter().flat_map(|(_, moves)| moves).map(|mv| mv.to_string()).collect();
    let mut listed = puzzle.moves.clone();
    moves.sort_unstable();
    listed.sort_unstable();
    Ok(moves == listed)
}

/// The positions of a game in which most moves, but not all, are better than random.
fn random_game(side: Side, seed: u64) -> Vec<Yavalath> {
    let mut stream = SplitMix::new(seed);
    positions(side, |board| {
        let is_wild = stream.below(6) == 0;
        if is_wild { board.random_move(&mut stream) } else { board.decisive_move(&mut stream) }
    })
}

/// The positions of a game that a quick engine plays against itself after two random moves.
fn quick_game(side: Side, seed: u64) -> Vec<Yavalath> {
    let mut stream = SplitMix::new(seed);
    let mut mcts = Mcts::new(Ucb1 { exploration: 0.7 }, Decisive, Proofs(Mean));
    mcts.settings.seed = seed;
    let mut engine = MctsThinker::<Yavalath, _, _, _, Apart>::new(mcts);
    let budget = Budget { nodes: Some(QUICK), ..Budget::default() };
    positions(side, |board| match board.plies() {
        0 | 1 => board.random_move(&mut stream),
        _ => engine.think(board, budget, &mut ()).verdict.moves.first().map(|ranked| ranked.mv),
    })
}

fn positions(side: Side, mut choose: impl FnMut(&Yavalath) -> Option<Turn>) -> Vec<Yavalath> {
    let mut board = Yavalath::new(side, false);
    let mut met = Vec::new();
    while board.ended().is_none()
        && let Some(turn) = choose(&board)
    {
        met.push(board);
        board.play(turn);
    }
    met
}
