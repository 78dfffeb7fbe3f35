//! The crate `mcts` 0.3, by its documented way: a `GameState`, an `Evaluator` that plays out, `UCTPolicy`, no
//! transposition table.

use kibitzer_core::{Player, SplitMix};
use kibitzer_games::connect4::{Column, Connect4};
use kibitzer_peers::{Contender, Search};
use mcts::tree_policy::UCTPolicy;
use mcts::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};

use crate::rules::{Moves, Position, for_player};

/// The crate under a name.
pub(crate) struct MctsCrate {
    pub(crate) name: &'static str,
    /// As in `mean + c * sqrt(ln N / n)`.
    pub(crate) exploration: f64,
}

impl Contender for MctsCrate {
    fn name(&self) -> &str {
        self.name
    }

    fn search(&self, position: &Connect4, seed: u64) -> Box<dyn Search> {
        // Its formula doubles the constant.
        let policy = UCTPolicy::new(self.exploration / 2.0);
        Box::new(Growing(MCTSManager::new(Position::new(position), Spec, PlayOut { seed }, policy, ())))
    }
}

impl GameState for Position {
    type Move = Column;
    type Player = Player;
    type MoveList = Moves;

    fn current_player(&self) -> Player {
        self.to_move
    }

    fn available_moves(&self) -> Moves {
        self.moves()
    }

    fn make_move(&mut self, mv: &Column) {
        self.play(*mv);
    }
}

/// The usual settings. Ties are broken by a stream whose seed cannot be set.
struct Spec;

impl MCTS for Spec {
    type State = Position;
    type Eval = PlayOut;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = Option<SplitMix>;
}

/// One playout for each new node.
struct PlayOut {
    seed: u64,
}

impl PlayOut {
    fn evaluate(&self, state: &Position, handle: Option<SearchHandle<'_, Spec>>) -> i8 {
        match handle {
            Some(mut handle) => {
                let stream = &mut handle.thread_data().extra_data;
                state.play_out::<false>(stream.get_or_insert_with(|| SplitMix::new(self.seed)))
            }
            // The root comes before the threads have their data.
            None => state.play_out::<false>(&mut SplitMix::new(!self.seed)),
        }
    }
}

impl Evaluator<Spec> for PlayOut {
    type StateEvaluation = i8;

    fn evaluate_new_state(
        &self,
        state: &Position,
        moves: &Moves,
        handle: Option<SearchHandle<'_, Spec>>,
    ) -> (Vec<()>, i8) {
        (vec![(); moves.len()], self.evaluate(state, handle))
    }

    fn evaluate_existing_state(&self, state: &Position, _: &i8, handle: SearchHandle<'_, Spec>) -> i8 {
        self.evaluate(state, Some(handle))
    }

    fn interpret_evaluation_for_player(&self, result: &i8, player: &Player) -> i64 {
        for_player(*result, *player).into()
    }
}

struct Growing(MCTSManager<Spec>);

impl Search for Growing {
    fn grow(&mut self, playouts: u64) {
        self.0.playout_n(playouts);
    }

    /// It keeps no proofs.
    fn is_solved(&self) -> bool {
        false
    }

    fn best(&self) -> Column {
        self.0.best_move().expect("there were playouts")
    }

    fn nodes(&self) -> u64 {
        self.0.tree().num_nodes() as u64
    }
}
