//! Positions as values: text in and out, legal moves, and what follows from them.

use std::hash::{Hash, Hasher};

use kibitzer_catalog::{Ending, Outcome, Place, Player, PuzzleRoom, Room, Turn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::analysis::Analysis;
use crate::answer::PuzzleAnswer;
use crate::batch;
use crate::border::{bad, guard, run};
use crate::engine::Engine;
use crate::game::{Game, Whole};
use crate::guided;
use crate::limits::{budget, thought};

/// A position of a game. It never changes: `play` gives another one.
///
/// Two positions are equal if their games and their texts are. The text of a game for two is the moves played, so lines
/// that meet differ; `is_same` compares the boards.
#[pyclass(frozen, eq, hash, module = "kibitzer")]
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) game: Game,
    pub(crate) text: String,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.game == other.game && self.text == other.text
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
        self.text.hash(state);
    }
}

impl Position {
    fn turn(&self) -> PyResult<Turn> {
        guard(|| self.game.duel()?.turn(&self.text).map_err(bad))
    }
}

/// Whether a puzzle is at its goal.
fn is_goal(room: &dyn PuzzleRoom, text: &str) -> PyResult<bool> {
    Ok(room.replay(text, "").map_err(bad)?.ending == Ending::Goal)
}

/// The players by number.
const fn number(player: Player) -> u8 {
    match player {
        Player::One => 1,
        Player::Two => 2,
    }
}

/// A cell, its row first.
const fn pair(place: Place) -> (usize, usize) {
    (place.row, place.column)
}

/// The card on top and how many lie there, `None` an empty cell.
type Pile = Option<(String, usize)>;

/// A legal move of a puzzle with the cells that it takes a card from and to.
type Step = (String, (usize, usize), (usize, usize));

#[pymethods]
impl Position {
    /// Reads a position of a game; without text, the first one of a game for two.
    #[new]
    #[pyo3(signature = (game, text=None))]
    fn new(game: &Bound<'_, PyAny>, text: Option<&str>) -> PyResult<Position> {
        let game = Game::of(game)?;
        let text = match text {
            Some(text) => game.read(text)?,
            None => game.duel()?.start().to_string(),
        };
        Ok(game.at(text))
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The position in one line.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// A picture, a few lines of text.
    fn picture(&self) -> PyResult<String> {
        guard(|| match &*self.game.room {
            Room::Puzzle(room) => room.picture(&self.text).map_err(bad),
            Room::Duel(room) => room.look(&self.text).map(|found| found.picture).map_err(bad),
        })
    }

    /// The legal moves, always in the same order; none when the game is over.
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        match &*self.game.room {
            Room::Puzzle(room) => guard(|| room.legal_moves(&self.text).map_err(bad)),
            Room::Duel(_) => self.turn().map(|turn| turn.moves),
        }
    }

    /// The position after a move. A move that cannot be read or is illegal is a `ValueError` that says why.
    #[pyo3(name = "play")]
    fn play(&self, mv: &str) -> PyResult<Position> {
        guard(|| {
            let text = match &*self.game.room {
                Room::Puzzle(room) => {
                    let replay = room.replay(&self.text, mv).map_err(bad)?;
                    match replay.ending {
                        Ending::Illegal { reason } => return Err(bad(reason)),
                        Ending::Goal | Ending::Short if replay.moves.len() == 1 => replay.position,
                        Ending::Goal | Ending::Short => return Err(bad(format!("'{mv}' is not one move"))),
                    }
                }
                Room::Duel(room) => room.play(&self.text, mv).map_err(bad)?,
            };
            Ok(self.game.at(text))
        })
    }

    /// Whether no move is left.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        self.legal_moves().map(|moves| moves.is_empty())
    }

    /// Whether a puzzle is solved.
    #[getter]
    fn is_solved(&self) -> PyResult<bool> {
        guard(|| is_goal(self.game.puzzle()?, &self.text))
    }

    /// Whose turn it is in a game for two, 1 or 2; whose it would be, where the game is over.
    #[getter]
    fn to_move(&self) -> PyResult<u8> {
        Ok(number(self.turn()?.to_move))
    }

    /// How many moves have been played in a game for two.
    #[getter]
    fn plies(&self) -> PyResult<u32> {
        Ok(self.turn()?.plies)
    }

    /// Who has won a game for two, 1 or 2; 0 is a draw, and `None` says that the game goes on.
    #[getter]
    fn winner(&self) -> PyResult<Option<u8>> {
        Ok(self.turn()?.outcome.map(|outcome| match outcome {
            Outcome::Win(player) => number(player),
            Outcome::Draw => 0,
        }))
    }

    /// Whether two positions of a game for two have the same board, by whatever moves.
    fn is_same(&self, other: &Position) -> PyResult<bool> {
        guard(|| match &*self.game.room {
            Room::Duel(room) if self.game == other.game => room.is_same(&self.text, &other.text).map_err(bad),
            _ => Ok(self == other),
        })
    }

    /// The stones of a game for two, row by row from the top: 0 a free cell, else the number of the player.
    fn stones(&self) -> PyResult<Vec<Vec<u32>>> {
        guard(|| {
            let board = self.game.duel()?.look(&self.text).map_err(bad)?.board;
            // A row of bytes would be `bytes` in Python, and not a list.
            let stone = |owner: Option<Player>| owner.map_or(0, |player| u32::from(number(player)));
            let row = |row: &kibitzer_catalog::Row| row.squares.iter().map(|square| stone(square.owner)).collect();
            Ok(board.rows.iter().map(row).collect())
        })
    }

    /// The cards of a puzzle, row by row from the top: the card on top and how many lie there, `None` an empty cell.
    fn cards(&self) -> PyResult<Vec<Vec<Pile>>> {
        guard(|| {
            let layout = self.game.puzzle()?.layout(&self.text).map_err(bad)?;
            let cell = |pile: Option<kibitzer_catalog::Pile>| pile.map(|pile| (pile.card, pile.size));
            Ok(layout.rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect())
        })
    }

    /// The legal moves of a puzzle with the cells, row and column from 0, that they take cards from and to.
    fn steps(&self) -> PyResult<Vec<Step>> {
        guard(|| {
            let layout = self.game.puzzle()?.layout(&self.text).map_err(bad)?;
            Ok(layout.steps.into_iter().map(|step| (step.mv, pair(step.from), pair(step.to))).collect())
        })
    }

    /// Decides the position. With `shortest`, by a search whose solutions are proved to be shortest.
    #[pyo3(signature = (algorithm=None, *, shortest=false, max_nodes=None, max_time=None, max_memory=None))]
    fn solve(
        &self,
        py: Python<'_>,
        algorithm: Option<&str>,
        shortest: bool,
        max_nodes: Option<Whole>,
        max_time: Option<f64>,
        max_memory: Option<Whole>,
    ) -> PyResult<Py<PyAny>> {
        let usual = batch::spec(&self.game, algorithm)?;
        let spec = if shortest {
            let room = self.game.puzzle()?;
            let spec = if algorithm.is_some() { usual } else { room.shortest_algorithm().unwrap_or(usual) };
            if !room.proves_shortest(&spec) {
                return Err(bad(format!("shortest: solutions found by {spec} are not proved to be shortest")));
            }
            spec
        } else {
            usual
        };
        batch::solve(py, &self.game, &self.text, &spec, budget(max_nodes, max_time, max_memory)?)
    }

    /// Solves a puzzle by best-first search with a guess of your own: a function that takes a position and gives the
    /// number of moves still needed, or `kibitzer.DEAD_END` where the goal cannot be reached.
    ///
    /// Positions that are called dead ends are left out. Nobody checks that, so if no solution is found then, the verdict
    /// is `unknown`, stopped by `heuristic`; it is `unsolvable` only where the heuristic has left out nothing.
    /// `weight` is `greedy`, `a-star`, or a pair: what a move made counts, and what a move left counts.
    #[pyo3(signature = (heuristic, *, weight=None, max_nodes=None, max_time=None, max_memory=None))]
    fn solve_guided(
        &self,
        py: Python<'_>,
        heuristic: Py<PyAny>,
        weight: Option<&Bound<'_, PyAny>>,
        max_nodes: Option<Whole>,
        max_time: Option<f64>,
        max_memory: Option<Whole>,
    ) -> PyResult<PuzzleAnswer> {
        let weight = weight.map_or(Ok(kibitzer_catalog::Weight::Greedy), guided::weight)?;
        let budget = budget(max_nodes, max_time, max_memory)?;
        guided::solve(py, &self.game, &self.text, heuristic, weight, budget)
    }

    /// Weighs the legal moves, the best first. Five seconds where nothing limits it; in a puzzle, for each move.
    #[pyo3(signature = (algorithm=None, *, playouts=None, max_nodes=None, max_time=None, max_memory=None))]
    fn analyze(
        &self,
        py: Python<'_>,
        algorithm: Option<&str>,
        playouts: Option<Whole>,
        max_nodes: Option<Whole>,
        max_time: Option<f64>,
        max_memory: Option<Whole>,
    ) -> PyResult<Analysis> {
        let Position { game, text } = self;
        let budget = thought(playouts, budget(max_nodes, max_time, max_memory)?)?;
        match &*game.room {
            Room::Duel(_) => Engine::new(game, algorithm)?.think(py, text.clone(), budget),
            Room::Puzzle(room) => {
                let spec = batch::spec(game, algorithm)?;
                run(py, |cancel| Analysis::of_puzzle(room.as_ref(), text.clone(), &spec, budget, cancel))
            }
        }
    }

    /// What a legal move does, in words; `None` where the game has none.
    fn explain(&self, mv: &str) -> PyResult<Option<String>> {
        guard(|| match &*self.game.room {
            Room::Puzzle(room) => room.explain(&self.text, mv).map_err(bad),
            Room::Duel(room) => room.explain(&self.text, mv).map_err(bad),
        })
    }

    /// The same position.
    fn copy(&self) -> Position {
        self.clone()
    }

    fn __copy__(&self) -> Position {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> Position {
        self.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String, String)) {
        let Position { game, text } = slf.get();
        (slf.get_type().into_any(), (game.spec.clone(), text.clone()))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Position({:?}, {:?})", self.game.spec, self.text)
    }
}
