//! The six features of Kucharski, Deihim and Ergezer (2019).

use kibitzer_games::birds::Birds;

use crate::features::Features;

use super::Glance;

/// Legal moves, compatible pairs, the size of the largest suit and of the largest rank, and the first two divided by
/// the number of stacks. Moves and pairs are both counted in both directions, as the authors' program does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Six;

impl Six {
    /// The numbers of a position.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "there are at most 49 stacks")]
    pub fn numbers(state: &Birds) -> [f32; 6] {
        let glance = Glance::new(state);
        let (mut moves, mut pairs) = (0, 0);
        for degrees in glance.degrees() {
            moves += degrees.legal;
            pairs += degrees.card;
        }
        let most = |counts: &[u32]| counts.iter().max().map_or(0.0, |&count| count as f32);
        let (moves, pairs, stacks) = (moves as f32, pairs as f32, glance.stacks() as f32);
        [pairs / stacks, moves / stacks, moves, pairs, most(&glance.suits()), most(&glance.ranks())]
    }
}

impl Features<Birds> for Six {
    fn names(&self) -> Vec<String> {
        ["pairs/card", "moves/card", "moves", "pairs", "suit_most", "rank_most"].map(str::to_string).to_vec()
    }

    fn measure(&self, state: &Birds, out: &mut Vec<f32>) {
        out.extend(Self::numbers(state));
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_core::Game;

    use super::*;

    #[test]
    fn the_paper_deal_has_the_features_counted_by_hand() {
        let board: Birds = "8C 8H 8S 7S / 6H JH 5H 9H / 5C 7C KS 4S / 2D TS QS 3D".parse().expect("a board");
        let mut row = Vec::new();
        Six.measure(&board, &mut row);
        let [pairs_per_card, moves_per_card, moves, pairs, suit_most, rank_most] = row[..] else { panic!("{row:?}") };
        assert_eq!(moves, board.moves().count() as f32);
        assert_eq!(pairs, (2 * board.card_graph().edges()) as f32);
        assert_eq!((pairs_per_card, moves_per_card), (pairs / 16.0, moves / 16.0));
        assert_eq!((suit_most, rank_most), (6.0, 3.0), "six spades and three eights");
    }
}
