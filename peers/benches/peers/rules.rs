//! The rules as both rivals want them: `treant` grew out of `mcts`, and their games have the same shape.

use std::array::IntoIter;
use std::iter::Take;

use kibitzer_core::{Duel, Game, Payoff, Player, SplitMix, Value};
use kibitzer_games::connect4::{COLUMNS, Column, Connect4};

/// A list of moves that needs no memory from the allocator and knows its length.
pub(crate) type Moves = Take<IntoIter<Column, COLUMNS>>;

/// A position, and who is to move there: rivals ask at every node, and need not count stones for it.
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) board: Connect4,
    pub(crate) to_move: Player,
}

impl Position {
    pub(crate) fn new(board: &Connect4) -> Position {
        Position { board: *board, to_move: board.to_move() }
    }

    pub(crate) fn moves(&self) -> Moves {
        let mut moves = [const { Column::new(0).expect("there are columns") }; COLUMNS];
        let mut count = 0;
        for mv in self.board.moves() {
            moves[count] = mv;
            count += 1;
        }
        moves.into_iter().take(count)
    }

    pub(crate) fn play(&mut self, mv: Column) {
        self.board.play(mv);
        self.to_move = !self.to_move;
    }

    /// Plays to the end: 1 where the first player wins, -1 where the second does. The moves are those of Kibitzer's own
    /// playouts, uniform or decisive.
    pub(crate) fn play_out<const DECISIVE: bool>(&self, stream: &mut SplitMix) -> i8 {
        let Position { mut board, mut to_move } = *self;
        let next = |board: &Connect4, stream: &mut SplitMix| {
            if DECISIVE { board.decisive_move(stream) } else { board.random_move(stream) }
        };
        while let Some(mv) = next(&board, stream) {
            board.play(mv);
            to_move = !to_move;
        }
        match board.ended() {
            Some(Value::Loss) => for_player(-1, to_move),
            _ => 0,
        }
    }
}

/// A result for the first player as one for this player, or the reverse.
pub(crate) fn for_player(result: i8, player: Player) -> i8 {
    if player == Player::One { result } else { -result }
}
