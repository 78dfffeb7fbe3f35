//! A mover without a thought: the least that an engine should beat.

use kibitzer_core::{Game, SplitMix};

use crate::hash::hash;
use crate::thinker::{Analysis, Ranked, Thinker, TreeSize, Watch};
use crate::{Budget, Report, Stats};

/// Ranks the moves at random. The order depends on the seed and the position alone, so games repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomMover {
    /// Where its luck comes from.
    pub seed: u64,
}

impl<G: Game> Thinker<G> for RandomMover {
    fn think(&mut self, position: &G, _: Budget, _: &mut dyn Watch<G::Move>) -> Report<Analysis<G::Move>> {
        let ranked = |mv| Ranked { mv, visits: None, value: None, score: None, proved: None };
        let mut moves: Vec<_> = position.moves().map(ranked).collect();
        luck(self.seed, position).shuffle(&mut moves);
        let analysis = Analysis {
            moves,
            proved: None,
            score: None,
            variation: Vec::new(),
            stopped_by: None,
            playouts: 0,
            tree: TreeSize::default(),
        };
        Report { verdict: analysis, stats: Stats::default() }
    }
}

/// The stream of a seed at a position.
pub(crate) fn luck<G: Game>(seed: u64, position: &G) -> SplitMix {
    let mut stream = SplitMix::new(seed);
    SplitMix::new(stream.next_u64() ^ u64::from(hash(&position.key())))
}
