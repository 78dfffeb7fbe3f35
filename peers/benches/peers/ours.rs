//! Kibitzer's own search.

use std::fmt::Debug;

use kibitzer_games::connect4::{Column, Connect4};
use kibitzer_peers::{Contender, Search};
use kibitzer_search::mcts::{Apart, Backup, Mcts, MctsThinker, Playout, Ucb1};
use kibitzer_search::{Analysis, Budget, Thinker};

/// A variant under a name.
pub(crate) struct Ours<P, B> {
    pub(crate) name: &'static str,
    pub(crate) mcts: Mcts<Ucb1, P, B>,
}

impl<P, B> Contender for Ours<P, B>
where
    P: Playout<Connect4> + Copy + Send + Debug + 'static,
    B: Backup + Copy + Send + Debug + 'static,
{
    fn name(&self) -> &str {
        self.name
    }

    fn search(&self, position: &Connect4, seed: u64) -> Box<dyn Search> {
        let mut mcts = self.mcts;
        mcts.settings.seed = seed;
        Box::new(Growing { thinker: MctsThinker::new(mcts), position: *position, analysis: None })
    }
}

/// The thinker keeps its tree, and is only ever asked about one position.
struct Growing<P, B> {
    thinker: MctsThinker<Connect4, Ucb1, P, B, Apart>,
    position: Connect4,
    analysis: Option<Analysis<Column>>,
}

impl<P, B> Search for Growing<P, B>
where
    P: Playout<Connect4> + Send + Debug,
    B: Backup + Send + Debug,
{
    fn grow(&mut self, playouts: u64) {
        let budget = Budget { nodes: Some(playouts), ..Budget::default() };
        self.analysis = Some(self.thinker.think(&self.position, budget, &mut ()).verdict);
    }

    fn is_solved(&self) -> bool {
        self.analysis.as_ref().is_some_and(|analysis| analysis.proved.is_some())
    }

    fn best(&self) -> Column {
        self.analysis.as_ref().expect("there were playouts").moves[0].mv
    }

    fn nodes(&self) -> u64 {
        self.analysis.as_ref().map_or(0, |analysis| analysis.tree.nodes)
    }
}
