//! Making puzzles: positions of random games and of games between quick engines, proved by plain exhaustive search.

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;

use anyhow::{Context, Result, bail, ensure};
use kibitzer_catalog::{Budget, Cancel, GameSpec};
use kibitzer_core::{Game, Payoff, SplitMix};
use kibitzer_exact::yavalath::{Position, mate_within};
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

impl PuzzleRecipe {
    /// Draws positions, and proves each by plain exhaustive search.
    ///
    /// # Errors
    /// If there are too few, the game is another, a proof fails, or it was cancelled.
    pub fn make(&self, cancel: &Cancel) -> Result<Vec<Puzzle>> {
        let found = self.draw(cancel)?;
        let total = found.len() as u64;
        let progress = if self.is_watched { Progress::of(total, "puzzles") } else { Progress::silent() };
        let mut puzzles = Vec::new();
        let spread = Spread { batch: NonZeroUsize::MIN, ..Spread::of(total, self.threads) };
        in_order(
            found.into_iter(),
            spread,
            cancel,
            || (),
            |(), (task, board)| prove(&board, task).with_context(|| format!("the proof of {board} failed")),
            |puzzle| {
                progress.advance(1);
                puzzles.push(puzzle?);
                anyhow::Ok(())
            },
        )?;
        progress.finish();
        ensure!(puzzles.len() as u64 == total, "cancelled");
        Ok(puzzles)
    }

    /// Positions that the quick search takes for puzzles, by their tasks. No two are images of each other.
    fn draw(&self, cancel: &Cancel) -> Result<Vec<(Task, Yavalath)>> {
        let tasks = match self.kind {
            PuzzleKind::Mates => WINS.map(|plies| Task::Win { plies }).to_vec(),
            PuzzleKind::Traps => vec![Task::Avoid { plies: TRAP }],
        };
        let progress = if self.is_watched {
            Progress::of(self.each.saturating_mul(tasks.len()) as u64, "positions")
        } else {
            Progress::silent()
        };
        let mut found: BTreeMap<Task, Vec<Yavalath>> = tasks.iter().map(|task| (*task, Vec::new())).collect();
        let mut known: HashSet<YavalathKey> = HashSet::new();
        let half = self.each.div_ceil(2);
        let side = side_of(self.game)?;
        for (quota, is_random) in [(half, true), (self.each, false)] {
            for number in 0..(self.each as u64).saturating_mul(DRAWS) {
                if found.values().all(|boards| boards.len() >= quota) {
                    break;
                }
                if is_cancelled(cancel) {
                    bail!("cancelled");
                }
                let seed = SplitMix::new(self.seed ^ number.rotate_left(32) ^ u64::from(is_random)).next_u64();
                let game = if is_random { random_game(side, seed) } else { quick_game(side, seed) };
                // One puzzle of each kind from a game, so that they differ.
                let mut from_here = Vec::new();
                for board in game {
                    let task = self.task(&board).filter(|task| !from_here.contains(task));
                    let Some((task, boards)) = task.and_then(|task| Some((task, found.get_mut(&task)?))) else {
                        continue;
                    };
                    if boards.len() < quota && known.insert(board.key()) {
                        from_here.push(task);
                        boards.push(board);
                        progress.advance(1);
                    }
                }
            }
        }
        progress.finish();
        if let Some((task, boards)) = found.iter().find(|(_, boards)| boards.len() < self.each) {
            bail!("of `{task}` there are only {} puzzles", boards.len());
        }
        Ok(found.into_iter().flat_map(|(task, boards)| boards.into_iter().map(move |board| (task, board))).collect())
    }

    /// What the quick search makes of a position.
    fn task(&self, board: &Yavalath) -> Option<Task> {
        let position = Position::new(board)?;
        let win = mate_within(&position, WINS[2]);
        match self.kind {
            PuzzleKind::Mates => win.map(|mate| Task::Win { plies: mate.plies }),
            PuzzleKind::Traps if win.is_some() => None,
            PuzzleKind::Traps => {
                let mates: Vec<_> = board.moves().map(|turn| length_after(board, turn)).collect();
                // A trap takes some seeing: it is not sprung with the next move.
                let has_trap = mates.iter().flatten().any(|plies| *plies > 1);
                (has_trap && mates.contains(&None)).then_some(Task::Avoid { plies: TRAP })
            }
        }
    }
}

/// In how many plies the other side wins after a move, if soon.
fn length_after(board: &Yavalath, turn: Turn) -> Option<u32> {
    let next = board.after(turn);
    match Position::new(&next) {
        Some(position) => mate_within(&position, TRAP).map(|mate| mate.plies),
        None => (next.ended() == Some(kibitzer_core::Value::Win)).then_some(0),
    }
}

/// The puzzle of a position, by plain exhaustive search.
fn prove(board: &Yavalath, task: Task) -> Result<Puzzle> {
    let moves = match task {
        Task::Win { plies } => {
            let (length, moves) = plain::fastest(board, plies).context("there is no win")?;
            ensure!(length == plies, "the win takes {length} plies");
            moves
        }
        Task::Avoid { plies } => {
            let moves = plain::losing(board, plies);
            ensure!(!moves.is_empty() && moves.len() < board.moves().count(), "there is nothing to choose");
            moves
        }
    };
    Ok(Puzzle { position: board.to_string(), task, moves: moves.iter().map(ToString::to_string).collect() })
}

/// Proves a puzzle of Yavalath again by plain exhaustive search; whether it lists the right moves.
///
/// # Errors
/// If its position cannot be read, or the game is another.
pub fn check(game: GameSpec, puzzle: &Puzzle) -> Result<bool> {
    let board = Yavalath::read(side_of(game)?, false, &puzzle.position)?;
    let sorted = |moves: &[String]| {
        let mut moves = moves.to_vec();
        moves.sort_unstable();
        moves
    };
    Ok(prove(&board, puzzle.task).is_ok_and(|proved| sorted(&proved.moves) == sorted(&puzzle.moves)))
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
