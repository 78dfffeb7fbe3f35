//! What the fast order of moves reads: counts that cost one pass over the stacks.

use kibitzer_games::birds::Birds;

use crate::features::Features;

use super::Glance;

/// Whole numbers that tell siblings apart: edges of the three graphs, and stacks that are nearly cut off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderFeatures;

impl OrderFeatures {
    /// How many numbers there are.
    pub const COUNT: usize = 8;

    /// The numbers of a position, as whole numbers.
    #[must_use]
    pub fn counts(state: &Birds) -> [i32; Self::COUNT] {
        let mut counts = [0; Self::COUNT];
        for degrees in Glance::new(state).degrees() {
            counts[0] += degrees.legal.cast_signed();
            counts[1] += degrees.card.cast_signed();
            counts[2] += degrees.cell.cast_signed();
            counts[3] += i32::from(degrees.card <= 1);
            counts[4] += i32::from(degrees.card == 2);
            counts[5] += i32::from(degrees.card == 3);
            counts[6] += i32::from(degrees.cell <= 1);
            counts[7] += i32::from(degrees.cell == 2);
        }
        counts
    }
}

impl Features<Birds> for OrderFeatures {
    fn names(&self) -> Vec<String> {
        ["moves", "pairs", "lines", "card<=1", "card=2", "card=3", "cell<=1", "cell=2"].map(str::to_string).to_vec()
    }

    #[expect(clippy::cast_precision_loss, reason = "there are at most 49 stacks")]
    fn measure(&self, state: &Birds, out: &mut Vec<f32>) {
        out.extend(Self::counts(state).map(|count| count as f32));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::birds::positions;

    /// The slow twin: from the graphs of the game.
    #[test]
    fn counts_are_those_of_the_graphs() {
        for board in positions(300) {
            let graphs = [board.stackability_graph(), board.card_graph(), board.rook_graph()];
            let with = |graph: usize, test: fn(u32) -> bool| {
                let degree = |vertex: usize| graphs[graph].neighbours(vertex).count_ones();
                let found = (0..graphs[graph].vertices()).filter(|&vertex| test(degree(vertex))).count();
                i32::try_from(found).expect("small")
            };
            let sums = [0, 1, 2].map(|graph: usize| 2 * graphs[graph].edges().cast_signed());
            let few = [
                with(1, |degree| degree <= 1),
                with(1, |degree| degree == 2),
                with(1, |degree| degree == 3),
                with(2, |degree| degree <= 1),
                with(2, |degree| degree == 2),
            ];
            let slow: Vec<i32> = sums.into_iter().chain(few).collect();
            assert_eq!(OrderFeatures::counts(&board).as_slice(), slow, "{board}");
        }
    }
}
