//! The plain twin of every solver here: breadth-first search with the rules of the game and nothing else.

use std::collections::HashSet;

use kibitzer_core::{Game, Puzzle};
use kibitzer_games::gaps::{Dealer, First, Gaps, Removed, Shift, Shuffle, Size};

/// What the twin knows of a position.
pub(super) enum Truth {
    /// The shortest solution has so many moves.
    Moves(usize),
    /// There is none.
    Lost,
    /// More positions would have to be kept than allowed.
    Beyond,
}

/// Searches all positions, `most` of them at most.
pub(super) fn truth(start: &Gaps, most: usize) -> Truth {
    let mut known = HashSet::from([start.key()]);
    let mut layer = vec![*start];
    for depth in 0.. {
        if layer.iter().any(Puzzle::is_goal) {
            return Truth::Moves(depth);
        }
        let mut next = Vec::new();
        for board in &layer {
            for mv in board.moves() {
                let after = board.after(mv);
                if known.insert(after.key()) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            return Truth::Lost;
        }
        if known.len() > most {
            return Truth::Beyond;
        }
        layer = next;
    }
    unreachable!("depths end with the positions")
}

/// Whether the moves are legal and lead to a goal.
pub(super) fn wins(start: &Gaps, moves: &[Shift]) -> bool {
    let mut board = *start;
    moves.iter().all(|&mv| board.try_play(mv).is_ok()) && board.is_goal()
}

/// The deal of a small board.
pub(super) fn deal(rows: usize, columns: usize, first: First, shuffle: Shuffle, seed: u64) -> Gaps {
    let size = Size::new(rows, columns).expect("a size");
    Dealer { size, first, removed: Removed::Aces, shuffle }.deal(seed)
}
