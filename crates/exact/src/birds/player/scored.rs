//! A position with the sizes of its stacks, for players that go by the score.

use kibitzer_games::birds::{Birds, ScoreAndMoves};

use super::super::Layout;
use super::super::grid::{Grid, Set};
use super::super::state::State;

/// A position, the sizes of its stacks and its score.
#[derive(Clone, Copy)]
pub(super) struct Scored<G: Grid> {
    pub(super) state: State<G>,
    sizes: [u8; 49],
    score: u32,
}

impl<G: Grid> Scored<G> {
    pub(super) fn new(state: State<G>, layout: &Layout, board: &Birds) -> Self {
        let mut sizes = [0; 49];
        for (row, column, stack) in board.stacks() {
            sizes[layout.cell::<G>(row, column)] = stack.size.get();
        }
        Self { state, sizes, score: board.score() }
    }

    pub(super) fn after(&self, from: usize, to: usize) -> Self {
        let mut next = Self { state: self.state.after(from, to), ..*self };
        let (a, b) = (self.sizes[from], self.sizes[to]);
        // (a + b)^2 = a^2 + b^2 + 2ab; written positions may have stacks larger than any deck.
        next.score = self.score.saturating_add(2 * u32::from(a) * u32::from(b));
        (next.sizes[from], next.sizes[to]) = (0, a.saturating_add(b));
        next
    }

    pub(super) fn is_gathered(&self) -> bool {
        self.state.occupied.len() == 1
    }

    /// The legal flights, by the cell they leave and then by the cell they go to.
    pub(super) fn flights(&self) -> impl Iterator<Item = (usize, usize)> + use<G> {
        let state = self.state;
        let mut cells = state.occupied;
        let (mut from, mut targets) = (0, G::Set::EMPTY);
        std::iter::from_fn(move || {
            loop {
                if let Some(to) = targets.pop() {
                    return Some((from, to));
                }
                from = cells.pop()?;
                targets = state.compatible[from] & G::LINES[from];
            }
        })
    }

    /// The heuristic of the paper.
    pub(super) fn value(&self, weights: &ScoreAndMoves) -> f64 {
        let lines = G::LINES;
        let rows = self.state.compatible;
        let legal: u32 = rows.as_ref().iter().zip(lines.as_ref()).map(|(&row, &line)| (row & line).len()).sum();
        weights.score * f64::from(self.score) + weights.moves * f64::from(legal)
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_core::{Game, SplitMix};
    use kibitzer_games::birds::{Size, deal};
    use kibitzer_games::cards::DealNumber;

    use super::super::super::grid::Small;
    use super::*;

    #[test]
    fn values_and_flights_are_those_of_the_game() {
        let weights = ScoreAndMoves { score: 1.0, moves: 2.5 };
        let mut luck = SplitMix::new(3);
        for number in 0..200 {
            let mut board = deal(Size::STANDARD, DealNumber::try_from(number).expect("small"));
            let layout = Layout::new(&board);
            let (state, tops) = layout.state::<Small>(&board);
            let mut scored = Scored::new(state, &layout, &board);
            loop {
                let moves: Vec<_> = board.moves().collect();
                let top = |cell| tops[Small::card_at(&scored.state.cards, cell)];
                let flights: Vec<_> = scored.flights().collect();
                assert!(
                    flights.iter().map(|&(from, to)| (top(from), top(to))).eq(moves.iter().map(|f| (f.bird, f.onto)))
                );
                let legal = u32::try_from(moves.len()).expect("few");
                let slow = f64::from(board.score()) + 2.5 * f64::from(legal);
                assert!((scored.value(&weights) - slow).abs() < 1e-9, "{board}");
                assert_eq!(scored.is_gathered(), board.stack_count() == 1);
                if moves.is_empty() {
                    break;
                }
                let drawn = luck.below(moves.len());
                board.play(moves[drawn]);
                scored = scored.after(flights[drawn].0, flights[drawn].1);
            }
        }
    }
}
