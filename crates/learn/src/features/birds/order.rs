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
        let glance = Glance::new(state);
        let mut counts = [0; Self::COUNT];
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
