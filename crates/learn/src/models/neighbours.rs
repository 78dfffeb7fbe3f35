//! Nearest neighbours: the examples that look most alike vote.

use crate::data::{Dataset, Seen};
use crate::train::Watch;

use super::scale::Scale;
use super::{Classifier, Learner};

/// The examples themselves, on scaled columns.
#[derive(Clone, Debug, PartialEq)]
pub struct NearestNeighbours {
    scale: Scale,
    width: usize,
    cells: Vec<f32>,
    seen: Vec<Seen>,
    count: u32,
}

impl Classifier for NearestNeighbours {
    /// The share of yes among the nearest examples. Those that are equally far all vote, so that the order of the
    /// examples does not matter.
    fn probability(&self, row: &[f32]) -> f64 {
        let wanted: Vec<f32> = self.scale.apply(row).map(narrow).collect();
        let distance = |cells: &[f32]| cells.iter().zip(&wanted).map(|(a, b)| (a - b) * (a - b)).sum::<f32>();
        // The nearest rows so far, by distance; the last may be dropped once the others are enough.
        let mut nearest: Vec<(f32, Seen)> = Vec::new();
        let mut votes = 0;
        for (cells, &seen) in self.cells.chunks_exact(self.width).zip(&self.seen) {
            let found = distance(cells);
            if votes >= self.count && nearest.last().is_some_and(|(far, _)| found > *far) {
                continue;
            }
            let place = nearest.partition_point(|(near, _)| *near <= found);
            nearest.insert(place, (found, seen));
            votes += seen.total();
            while let Some(&(far, _)) = nearest.last() {
                let begin = nearest.partition_point(|(near, _)| *near < far);
                let last: u32 = nearest[begin..].iter().map(|(_, seen)| seen.total()).sum();
                if votes - last < self.count {
                    break;
                }
                nearest.truncate(begin);
                votes -= last;
            }
        }
        let yes: u32 = nearest.iter().map(|(_, seen)| seen.yes).sum();
        f64::from(yes) / f64::from(votes.max(1))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "distances need few digits")]
fn narrow(cell: f64) -> f32 {
    cell as f32
}

/// How many neighbours are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbours {
    /// At least this many examples vote.
    pub count: u32,
}

impl Default for Neighbours {
    fn default() -> Self {
        Self { count: 5 }
    }
}

impl Neighbours {
    /// Keeps the examples.
    #[must_use]
    pub fn fit(self, data: &Dataset) -> NearestNeighbours {
        let data = data.merged();
        let scale = Scale::of(&data);
        let cells = data.iter().flat_map(|(row, _)| scale.apply(row).map(narrow).collect::<Vec<_>>()).collect();
        let seen = data.iter().map(|(_, seen)| seen).collect();
        NearestNeighbours { width: data.width(), cells, seen, count: self.count.max(1), scale }
    }
}

impl Learner for Neighbours {
    fn learn(&self, data: &Dataset, _: &mut Watch<'_>) -> Box<dyn Classifier> {
        Box::new(self.fit(data))
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_core::SplitMix;

    use super::*;

    /// The slow twin: sort all examples by distance.
    #[test]
    fn votes_are_those_of_a_full_sort() {
        let mut stream = SplitMix::new(2);
        let mut data = Dataset::new(2);
        for _ in 0..300 {
            let row = [stream.below(8) as f32, stream.below(20) as f32];
            data.push(&row, stream.below(3) == 0);
        }
        let scale = Scale::of(&data);
        for count in [1, 5, 40] {
            let model = Neighbours { count }.fit(&data);
            for _ in 0..50 {
                let wanted = [stream.below(10) as f32, stream.below(20) as f32];
                let point: Vec<f32> = scale.apply(&wanted).map(narrow).collect();
                let mut all: Vec<(f32, bool)> = data
                    .iter()
                    .map(|(row, seen)| {
                        let near = scale.apply(row).map(narrow).zip(&point).map(|(a, b)| (a - b) * (a - b));
                        (near.sum(), seen.yes == 1)
                    })
                    .collect();
                all.sort_by(|a, b| a.0.total_cmp(&b.0));
                let far = all[count as usize - 1].0;
                let voters: Vec<bool> = all.iter().filter(|(near, _)| *near <= far).map(|(_, yes)| *yes).collect();
                let share = voters.iter().filter(|yes| **yes).count() as f64 / voters.len() as f64;
                assert!((model.probability(&wanted) - share).abs() < 1e-12);
            }
        }
    }
}
