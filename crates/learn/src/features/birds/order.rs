//! What the fast order of moves reads: counts that cost one pass over the stacks.

use kibitzer_games::birds::Birds;

use crate::features::Features;

use super::Glance;

/// Whole numbers that tell siblings apart: edges of the three graphs, and stacks that are nearly cut off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderFeatures;

impl OrderFeatures {
    /// How many numbers there are.
    pub const COUNT: usize = 10;

    /// The numbers of a position, as whole numbers.
    #[must_use]
    pub fn counts(state: &Birds) -> [i32; Self::COUNT] {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt") {
            #[expect(unsafe_code, reason = "the processor was just asked whether it has the instruction")]
            return unsafe { counts_with_popcnt(state) };
        }
        counts_anywhere(state)
    }
}

/// The same, compiled for processors that count bits in one instruction: counting bits is nearly all there is to do.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn counts_with_popcnt(state: &Birds) -> [i32; OrderFeatures::COUNT] {
    counts_anywhere(state)
}

#[expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]
#[inline(always)]
fn counts_anywhere(state: &Birds) -> [i32; OrderFeatures::COUNT] {
    let glance = Glance::new(state);
    let mut counts = [0; OrderFeatures::COUNT];
    for degrees in glance.degrees() {
        counts[0] += degrees.legal.cast_signed();
        counts[1] += degrees.card.cast_signed();
        counts[2] += degrees.cell.cast_signed();
        counts[3] += i32::from(degrees.legal == 0);
        counts[4] += i32::from(degrees.legal == 1);
        counts[5] += i32::from(degrees.card <= 1);
        counts[6] += i32::from(degrees.card == 2);
        counts[7] += i32::from(degrees.card == 3);
        counts[8] += i32::from(degrees.cell <= 1);
        counts[9] += i32::from(degrees.cell == 2);
    }
    counts
}

impl Features<Birds> for OrderFeatures {
    fn names(&self) -> Vec<String> {
        ["moves", "pairs", "lines", "legal=0", "legal=1", "card<=1", "card=2", "card=3", "cell<=1", "cell=2"]
            .map(str::to_string)
            .to_vec()
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
    fn counts_are_those_of_the_graphs_with_and_without_the_instruction() {
        for board in positions(300) {
            let graphs = [board.stackability_graph(), board.card_graph(), board.rook_graph()];
            let degree = |graph: usize, vertex| graphs[graph].neighbours(vertex).count_ones();
            let with = |graph: usize, test: fn(u32) -> bool| {
                let found = (0..graphs[graph].vertices()).filter(|&vertex| test(degree(graph, vertex))).count();
                i32::try_from(found).expect("small")
            };
            let sums = [0, 1, 2].map(|graph: usize| 2 * graphs[graph].edges().cast_signed());
            let few = [
                with(0, |degree| degree == 0),
                with(0, |degree| degree == 1),
                with(1, |degree| degree <= 1),
                with(1, |degree| degree == 2),
                with(1, |degree| degree == 3),
                with(2, |degree| degree <= 1),
                with(2, |degree| degree == 2),
            ];
            let slow: Vec<i32> = sums.into_iter().chain(few).collect();
            assert_eq!(OrderFeatures::counts(&board).as_slice(), slow, "{board}");
            assert_eq!(counts_anywhere(&board).as_slice(), slow, "{board}");
        }
    }
}
