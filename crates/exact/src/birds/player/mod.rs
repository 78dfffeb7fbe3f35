//! Players of Birds of a Feather: they choose one flight a turn, with so many iterations to think, and never take one back.

mod campaign;
mod planner;
mod roberson;
mod scored;

use kibitzer_core::{Game, Puzzle};
use kibitzer_games::birds::{Birds, Flight};
use kibitzer_search::{Budget, Meter, Observer, Report, Solver, Stop, Verdict};

pub use planner::{Idea, Ideas, Planner};
pub use roberson::{Decision, Roberson};

/// Someone who plays turn by turn.
pub trait Player {
    /// The flight to be made now, and what it took to find it; none where no flight is legal.
    fn choose(&mut self, board: &Birds) -> Option<Turn>;

    /// Forgets all games, and starts its luck from its seed again.
    fn start_over(&mut self);
}

/// One turn of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The flight that was chosen.
    pub flight: Flight,
    /// What it took.
    pub thought: Thought,
}

/// What a player did to find its flights.
///
/// An *iteration* is a way from the position at hand to an end: for [`Roberson`] down the tree and then a game played
/// out, for [`Planner`] a dive. Each makes all flights at every step, so `positions` is the finer measure of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// Ways to an end, which the limit of a player counts.
    pub iterations: u64,
    /// Positions all of whose flights were tried to see what comes of them: in the tree, in playouts, and ahead of both.
    pub positions: u64,
}

impl Thought {
    /// Adds what another turn took.
    pub const fn add(&mut self, other: Thought) {
        self.iterations += other.iterations;
        self.positions += other.positions;
    }
}

/// A game from a position to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Whether one stack was left.
    pub won: bool,
    /// The flights that were made.
    pub line: Vec<Flight>,
    /// What they took.
    pub thought: Thought,
}

/// Lets a player play. A flight that is not legal ends the game, lost.
pub fn play(player: &mut dyn Player, start: &Birds) -> Played {
    let mut board = *start;
    let mut game = Played { won: false, line: Vec::new(), thought: Thought::default() };
    while let Some(Turn { flight, thought }) = player.choose(&board) {
        game.thought.add(thought);
        if board.try_play(flight).is_err() {
            return game;
        }
        game.line.push(flight);
    }
    game.won = board.is_goal();
    game
}

/// A player as a search: one game, which solves the deal or says nothing about it. Nodes are positions, and the limits
/// are looked at after each turn. Each search starts the player over, so that it repeats.
#[derive(Clone, Debug)]
pub struct OneGame<P>(pub P);

impl<P: Player> Solver<Birds> for OneGame<P> {
    fn solve(&mut self, start: &Birds, budget: Budget, observer: &mut dyn Observer<Birds>) -> Report<Verdict<Flight>> {
        let mut meter = Meter::new(budget, observer);
        let outcome = self.game(start, &mut meter);
        meter.report(outcome)
    }
}

impl<P: Player> OneGame<P> {
    fn game(&mut self, start: &Birds, meter: &mut Meter<'_, Birds>) -> Result<Verdict<Flight>, Stop> {
        self.0.start_over();
        let (mut board, mut line) = (*start, Vec::new());
        while let Some(Turn { flight, thought }) = self.0.choose(&board) {
            meter.expand_elsewhere(thought.positions);
            // The turn itself is one more position that was seen, so that games without a thought obey limits, too.
            meter.expand_unseen()?;
            board.play(flight);
            line.push(flight);
        }
        if board.is_goal() { Ok(Verdict::Solved(line)) } else { Ok(Verdict::Unknown(Stop::GaveUp)) }
    }
}
