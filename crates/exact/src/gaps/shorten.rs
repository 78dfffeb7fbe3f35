//! Solutions made shorter: moves that are not needed go, and stretches are searched anew.

use std::collections::HashMap;

use kibitzer_core::{Game, Puzzle};
use kibitzer_games::gaps::{Gaps, GapsKey, Shift};

/// How many moves a stretch has that is searched anew, at most.
const STRETCH: usize = 12;

/// Positions that the search of a stretch may keep.
const KEPT: usize = 2_000;

/// A solution that is no longer than this one, and often much shorter; the same for the same moves.
///
/// Three ways to save are tried until none does: a position that comes again is a loop, which goes, with rows in any
/// order where rows are alike; a move is left out, with every later move that is then impossible; from each position on
/// the way a breadth-first search looks for a later one on a shorter way.
///
/// Moves that do not solve the position come back as they are.
#[must_use]
pub fn shorten(start: &Gaps, moves: &[Shift]) -> Vec<Shift> {
    let mut line = moves.to_vec();
    if !solves(start, &line) {
        return line;
    }
    loop {
        let before = line.len();
        line = without_loops(start, &line);
        line = without_idle_moves(start, &line);
        line = with_shortcuts(start, &line);
        if line.len() == before {
            return line;
        }
    }
}

fn solves(start: &Gaps, moves: &[Shift]) -> bool {
    let mut board = *start;
    moves.iter().all(|&mv| board.try_play(mv).is_ok()) && board.is_goal()
}

/// The positions of a line, the first and the last among them.
fn positions(start: &Gaps, moves: &[Shift]) -> Vec<Gaps> {
    let mut boards = vec![*start];
    for &mv in moves {
        boards.push(boards[boards.len() - 1].after(mv));
    }
    boards
}

/// Goes on from each position with the move that follows its last coming. Positions that are equal but for the order
/// of their rows have equal keys, so the moves are found again by the keys they lead to.
fn without_loops(start: &Gaps, moves: &[Shift]) -> Vec<Shift> {
    let keys: Vec<GapsKey> = positions(start, moves).iter().map(Game::key).collect();
    let last: HashMap<GapsKey, usize> = keys.iter().copied().zip(0..).collect();
    let mut chain = Vec::new();
    let mut at = last[&keys[0]];
    while at + 1 < keys.len() {
        at = last[&keys[at + 1]];
        chain.push(keys[at]);
    }
    by_keys(start, &chain)
}

/// The moves that lead through these keys.
fn by_keys(start: &Gaps, chain: &[GapsKey]) -> Vec<Shift> {
    let mut board = *start;
    let step = |key: &GapsKey| {
        let mv = board.moves().find(|&mv| board.after(mv).key() == *key).expect("equal keys have equal futures");
        board.play(mv);
        mv
    };
    chain.iter().map(step).collect()
}

/// Leaves out each move in turn, and the later ones that need it, where the rest still solves.
fn without_idle_moves(start: &Gaps, moves: &[Shift]) -> Vec<Shift> {
    let mut line = moves.to_vec();
    let mut place = 0;
    while place < line.len() {
        let mut board = positions(start, &line[..place])[place];
        let mut kept = line[..place].to_vec();
        kept.extend(line[place + 1..].iter().copied().filter(|&mv| board.try_play(mv).is_ok()));
        if board.is_goal() {
            line = kept;
        } else {
            place += 1;
        }
    }
    line
}

/// Goes from position to position, each time by the search that saves most.
fn with_shortcuts(start: &Gaps, moves: &[Shift]) -> Vec<Shift> {
    let keys: Vec<GapsKey> = positions(start, moves).iter().map(Game::key).collect();
    let mut board = *start;
    let mut line = Vec::new();
    let mut at = 0;
    while at + 1 < keys.len() {
        let ahead = &keys[at + 1..keys.len().min(at + 1 + STRETCH)];
        let (chain, passed) = shortcut(&board, ahead).unwrap_or_else(|| (vec![ahead[0]], 1));
        let steps = by_keys(&board, &chain);
        board = steps.iter().fold(board, |board, &mv| board.after(mv));
        line.extend(steps);
        at += passed;
    }
    line
}

/// The way to one of the keys ahead that saves most moves, and how many moves of the line it stands for; `None` if
/// nothing is saved.
fn shortcut(from: &Gaps, ahead: &[GapsKey]) -> Option<(Vec<GapsKey>, usize)> {
    let targets: HashMap<GapsKey, usize> = ahead.iter().copied().zip(1..).collect();
    let mut known: HashMap<GapsKey, GapsKey> = HashMap::from([(from.key(), from.key())]);
    let mut layer = vec![*from];
    let mut best: Option<(usize, usize, GapsKey)> = None;
    for depth in 1..ahead.len() {
        let mut next = Vec::new();
        for board in &layer {
            for after in board.moves().map(|mv| board.after(mv)) {
                let key = after.key();
                if known.contains_key(&key) {
                    continue;
                }
                known.insert(key, board.key());
                if let Some(&passed) = targets.get(&key)
                    && passed > depth
                    && best.is_none_or(|(saved, ..)| passed - depth > saved)
                {
                    best = Some((passed - depth, passed, key));
                }
                next.push(after);
            }
            if known.len() > KEPT {
                break;
            }
        }
        if known.len() > KEPT {
            break;
        }
        layer = next;
    }
    let (_, passed, mut key) = best?;
    let mut chain = Vec::new();
    while key != from.key() {
        chain.push(key);
        key = known[&key];
    }
    chain.reverse();
    Some((chain, passed))
}
