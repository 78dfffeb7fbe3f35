//! Yavalath, searched to the last move within a number of plies: slow, plain, and independent of the search that the
//! player uses.

use kibitzer_core::{Game, Payoff, Value};
use kibitzer_games::yavalath::{Cells, Turn, Yavalath, completing, tripling};

/// Stones of a game that goes on.
#[derive(Clone, Copy)]
struct Stones {
    own: Cells,
    other: Cells,
    free: Cells,
}

impl Stones {
    fn of(board: &Yavalath) -> Stones {
        Stones { own: board.own(), other: board.other(), free: board.free() }
    }

    fn after(self, bit: u32) -> Stones {
        Stones { own: self.other, other: self.own | 1 << bit, free: self.free & !(1 << bit) }
    }

    /// Moves that do not lose at once and leave no four to the other side. Where one is threatened already, only taking
    /// its cell can be such a move.
    fn sensible(self) -> Cells {
        let threats = completing(self.other) & self.free;
        let cells = if threats == 0 { self.free } else { threats };
        cells & !tripling(self.own)
    }
}

/// The bits of a set, those of `first` before the others.
fn bits(cells: Cells, first: Cells) -> impl Iterator<Item = u32> {
    let mut left = [cells & first, cells & !first];
    std::iter::from_fn(move || {
        let set = left.iter_mut().find(|set| **set != 0)?;
        let bit = set.trailing_zeros();
        *set &= *set - 1;
        Some(bit)
    })
}

/// The search. Nothing is remembered but the order in which to try replies.
#[derive(Default)]
struct Search {
    /// The reply that refuted something last, for each number of plies.
    refutations: [Cells; 8],
}

impl Search {
    /// Whether the side to move wins within so many plies, whatever the other does.
    fn wins(&mut self, stones: Stones, plies: u32) -> bool {
        if plies == 0 || stones.free == 0 {
            return false;
        }
        completing(stones.own) & stones.free != 0
            || plies > 1 && bits(stones.sensible(), 0).any(|bit| self.loses(stones.after(bit), plies - 1))
    }

    /// Whether the side to move loses within so many plies, whatever it does.
    fn loses(&mut self, stones: Stones, plies: u32) -> bool {
        if plies == 0 || stones.free == 0 || completing(stones.own) & stones.free != 0 {
            return false;
        }
        // Without a cell that makes no three it loses with this ply; a move that is not sensible loses by the next.
        if plies == 1 {
            return stones.free & !tripling(stones.own) == 0;
        }
        let index = (plies as usize).min(self.refutations.len() - 1);
        let refutation =
            bits(stones.sensible(), self.refutations[index]).find(|bit| !self.wins(stones.after(*bit), plies - 1));
        if let Some(bit) = refutation {
            self.refutations[index] = 1 << bit;
        }
        refutation.is_none()
    }
}

/// In how many plies the side to move can force a win, if within so many, and all moves that do so.
pub(super) fn fastest(board: &Yavalath, plies: u32) -> Option<(u32, Vec<Turn>)> {
    let mut search = Search::default();
    // Most positions have none, and one question is quicker than one for each length.
    if board.ended().is_some() || !search.wins(Stones::of(board), plies) {
        return None;
    }
    let mut ends = |turn: &Turn, left: u32| {
        let next = board.after(*turn);
        match next.ended() {
            Some(value) => value == Value::Loss,
            None => search.loses(Stones::of(&next), left),
        }
    };
    let mut winning = |length: u32| board.moves().filter(|turn| ends(turn, length - 1)).collect::<Vec<_>>();
    (1..=plies).map(|length| (length, winning(length))).find(|(_, moves)| !moves.is_empty())
}

/// The moves after which the other side can force a win within so many plies, or has won.
pub(super) fn losing(board: &Yavalath, plies: u32) -> Vec<Turn> {
    let mut search = Search::default();
    let is_lost = |turn: &Turn| {
        let next = board.after(*turn);
        match next.ended() {
            Some(value) => value == Value::Win,
            None => search.wins(Stones::of(&next), plies),
        }
    };
    board.moves().filter(is_lost).collect()
}

#[cfg(test)]
mod tests {
    use kibitzer_core::SplitMix;
    use kibitzer_games::yavalath::Side;

    use super::*;

    /// By the rules alone.
    fn wins_by_rules(board: &Yavalath, plies: u32) -> bool {
        match board.ended() {
            Some(value) => value == Value::Win,
            None => plies > 0 && board.moves().any(|turn| loses_by_rules(&board.after(turn), plies - 1)),
        }
    }

    fn loses_by_rules(board: &Yavalath, plies: u32) -> bool {
        match board.ended() {
            Some(value) => value == Value::Loss,
            None => plies > 0 && board.moves().all(|turn| wins_by_rules(&board.after(turn), plies - 1)),
        }
    }

    #[test]
    fn plain_search_follows_the_rules() {
        let mut stream = SplitMix::new(8);
        let mut lengths = [0; 8];
        for round in 0..300 {
            let mut board = Yavalath::new(Side::ALL[round % 2], false);
            let free = 9;
            while board.free().count_ones() > free
                && let Some(turn) = board.decisive_move(&mut stream)
            {
                board.play(turn);
            }
            if board.ended().is_some() {
                continue;
            }
            let expected = (1..=7).find(|length| wins_by_rules(&board, *length));
            let found = fastest(&board, 7);
            assert_eq!(found.as_ref().map(|(length, _)| *length), expected, "{board}");
            if let Some((length, moves)) = found {
                lengths[length as usize] += 1;
                assert!(
                    moves.into_iter().eq(board.moves().filter(|turn| loses_by_rules(&board.after(*turn), length - 1)))
                );
            }
            assert!(
                losing(&board, 5).into_iter().eq(board.moves().filter(|turn| wins_by_rules(&board.after(*turn), 5)))
            );
        }
        assert!([2, 3, 4, 5].iter().all(|length| lengths[*length] > 0), "{lengths:?}");
    }
}
