//! The crate `treant` 0.4, by its documented way: a `GameState`, an `Evaluator` that plays out, `UCTPolicy`, no
//! transposition table.

use ::treant::tree_policy::UCTPolicy;
use ::treant::{Evaluator, GameState, MCTS, MCTSManager, ProvenValue, SearchHandle};
use kibitzer_core::{Payoff, Player, SplitMix, Value};
use kibitzer_games::connect4::{Column, Connect4};
use kibitzer_peers::{Contender, Search};

use crate::rules::{Moves, Position, for_player};

/// A variant under a name.
pub(crate) struct Treant<const DECISIVE: bool> {
    pub(crate) name: &'static str,
    /// As in `mean + c * sqrt(ln N / n)`.
    pub(crate) exploration: f64,
    /// Whether it keeps proofs.
    pub(crate) is_solver: bool,
}

impl<const DECISIVE: bool> Contender for Treant<DECISIVE> {
    fn name(&self) -> &str {
        self.name
    }

    fn search(&self, position: &Connect4, seed: u64) -> Box<dyn Search> {
        let spec = Spec { seed, is_solver: self.is_solver };
        // Its formula doubles the constant.
        let policy = UCTPolicy::new(self.exploration / 2.0);
        Box::new(Growing(MCTSManager::new(Position::new(position), spec, PlayOut::<DECISIVE> { seed }, policy, ())))
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

    fn terminal_value(&self) -> Option<ProvenValue> {
        self.board.ended().map(|ended| match ended {
            Value::Loss => ProvenValue::Loss,
            Value::Draw => ProvenValue::Draw,
            Value::Win => ProvenValue::Win,
        })
    }
}

struct Spec<const DECISIVE: bool> {
    seed: u64,
    is_solver: bool,
}

impl<const DECISIVE: bool> MCTS for Spec<DECISIVE> {
    type State = Position;
    type Eval = PlayOut<DECISIVE>;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = Option<SplitMix>;

    fn rng_seed(&self) -> Option<u64> {
        Some(self.seed)
    }

    fn solver_enabled(&self) -> bool {
        self.is_solver
    }
}

/// One playout for each new node.
struct PlayOut<const DECISIVE: bool> {
    seed: u64,
}

impl<const DECISIVE: bool> PlayOut<DECISIVE> {
    fn evaluate(&self, state: &Position, handle: Option<SearchHandle<'_, Spec<DECISIVE>>>) -> i8 {
        match handle {
            Some(mut handle) => {
                let stream = &mut handle.thread_data().extra_data;
                state.play_out::<DECISIVE>(stream.get_or_insert_with(|| SplitMix::new(self.seed)))
            }
            // The root comes before the threads have their data.
            None => state.play_out::<DECISIVE>(&mut SplitMix::new(!self.seed)),
        }
    }
}

impl<const DECISIVE: bool> Evaluator<Spec<DECISIVE>> for PlayOut<DECISIVE> {
    type StateEvaluation = i8;

    fn evaluate_new_state(
        &self,
        state: &Position,
        moves: &Moves,
        handle: Option<SearchHandle<'_, Spec<DECISIVE>>>,
    ) -> (Vec<()>, i8) {
        (vec![(); moves.len()], self.evaluate(state, handle))
    }

    fn evaluate_existing_state(&self, state: &Position, _: &i8, handle: SearchHandle<'_, Spec<DECISIVE>>) -> i8 {
        self.evaluate(state, Some(handle))
    }

    fn interpret_evaluation_for_player(&self, result: &i8, player: &Player) -> i64 {
        for_player(*result, *player).into()
    }
}

struct Growing<const DECISIVE: bool>(MCTSManager<Spec<DECISIVE>>);

impl<const DECISIVE: bool> Search for Growing<DECISIVE> {
    fn grow(&mut self, playouts: u64) {
        self.0.playout_n(playouts);
    }

    fn is_solved(&self) -> bool {
        self.0.root_proven_value() != ProvenValue::Unknown
    }

    fn best(&self) -> Column {
        self.0.best_move().expect("there were playouts")
    }

    fn nodes(&self) -> u64 {
        self.0.tree().num_nodes() as u64
    }
}
