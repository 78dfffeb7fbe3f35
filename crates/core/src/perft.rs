//! Counting lines of play: the test of move generation.

use crate::Game;

/// The number of sequences of exactly `depth` legal moves. Two rule engines that agree on it for a few positions
/// agree on the rules.
pub fn perft<G: Game>(state: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => state.moves().count() as u64,
        _ => state.moves().map(|mv| perft(&state.after(mv), depth - 1)).sum(),
    }
}
