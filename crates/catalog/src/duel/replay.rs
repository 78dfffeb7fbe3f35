//! Lines of play, replayed by the rules.

use kibitzer_core::{Duel, Game, Outcome};

use crate::room::BadLine;

use super::room::objection;
use super::shelf::{DuelShelf, MoveOf};

/// What became of a line of moves in a game for two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuelReplay {
    /// The moves as read, each in its usual form.
    pub moves: Vec<String>,
    /// How many of them were played.
    pub played: usize,
    /// The text of the position after those.
    pub position: String,
    /// Why the first move that was not played is illegal; `None` if all were played.
    pub illegal: Option<String>,
    /// How the game ended by then; `None` if it goes on.
    pub outcome: Option<Outcome>,
}

/// Plays moves, separated by spaces or commas or written together as in a position, until one is illegal.
pub(super) fn replay<S: DuelShelf>(shelf: &S, position: &str, moves: &str) -> Result<DuelReplay, BadLine> {
    let mut state = shelf.read_position(position)?;
    let words = moves.split(|c: char| c.is_whitespace() || c == ',').flat_map(|word| shelf.split(word));
    let read =
        |(number, word): (usize, &str)| shelf.read_move(word).map_err(|problem| BadLine::Move { number, problem });
    let moves: Vec<MoveOf<S>> = (1..).zip(words).map(read).collect::<Result<_, _>>()?;
    let (mut text, mut played, mut illegal) = (position.trim().to_string(), 0, None);
    for mv in &moves {
        illegal = objection(shelf, &state, *mv);
        if illegal.is_some() {
            break;
        }
        state.play(*mv);
        text = shelf.join(&text, *mv);
        played += 1;
    }
    let moves = moves.iter().map(ToString::to_string).collect();
    Ok(DuelReplay { moves, played, position: text, illegal, outcome: state.outcome() })
}
