//! Puzzles behind text, so that whoever talks to people needs no types of games.

use std::error::Error;

use kibitzer_core::{Game, Puzzle};
use kibitzer_learn::models::Library;
use kibitzer_search::{BestFirst, Budget, Cancel, Meter, Observer, Report, Solver, Verdict, Watch, Weight};
use thiserror::Error;

use crate::algorithm::{Algorithm, Listing, SolverSpec};
use crate::answer::{Answer, Ending, Replay};
use crate::card_board::CardBoard;
use crate::certificate::{NoCertificate, Proved, Refused};
use crate::game::GameSpec;
use crate::layout::CardLayout;
use crate::level::{Leveling, TextLeveler};
use crate::options::BadSpec;
use crate::shelf::{MoveOf, Shelf};
use crate::trace::Tracer;

/// A puzzle that speaks text: positions, moves and solvers by name.
pub trait PuzzleRoom: Send + Sync {
    /// The name of the game with its options.
    fn game(&self) -> GameSpec;

    /// The last seed; the first is 0.
    fn last_seed(&self) -> u64;

    /// The position that a seed deals.
    ///
    /// # Errors
    /// If the seed is beyond the last.
    fn deal(&self, seed: u64) -> Result<String, BadSeed>;

    /// Reads a position and writes it in its usual form.
    ///
    /// # Errors
    /// If it is not a position of this game with its options.
    fn read(&self, position: &str) -> Result<String, BadPosition>;

    /// A picture of a position, a few lines of text.
    ///
    /// # Errors
    /// As [`PuzzleRoom::read`].
    fn picture(&self, position: &str) -> Result<String, BadPosition>;

    /// The cards of a position, cell by cell; `None` where a picture is all there is.
    ///
    /// # Errors
    /// As [`PuzzleRoom::read`].
    fn board(&self, position: &str) -> Result<Option<CardBoard>, BadPosition>;

    /// The legal moves of a position.
    ///
    /// # Errors
    /// As [`PuzzleRoom::read`].
    fn legal_moves(&self, position: &str) -> Result<Vec<String>, BadPosition>;

    /// The cards of a position and the places that moves go from and to.
    ///
    /// # Errors
    /// As [`PuzzleRoom::read`].
    fn layout(&self, position: &str) -> Result<CardLayout, BadPosition>;

    /// Why a position cannot be won, in words, where that is seen at a glance: a sentence without a full stop.
    ///
    /// # Errors
    /// As [`PuzzleRoom::read`].
    fn doom(&self, position: &str) -> Result<Option<String>, BadPosition>;

    /// Plays moves, separated by spaces or commas, until one is illegal.
    ///
    /// # Errors
    /// If the position or a move cannot be read.
    fn replay(&self, position: &str, moves: &str) -> Result<Replay, BadLine>;

    /// What a legal move does, in words; `None` where the game has none, or the move is not legal.
    ///
    /// # Errors
    /// As [`PuzzleRoom::read`].
    fn explain(&self, position: &str, mv: &str) -> Result<Option<String>, BadPosition>;

    /// How often a game may be dealt anew.
    fn redeals(&self) -> u32;

    /// The position dealt anew, with this luck; `None` where the game does not have that.
    ///
    /// # Errors
    /// As [`PuzzleRoom::read`].
    fn redeal(&self, position: &str, luck: u64) -> Result<Option<String>, BadPosition>;

    /// What is spent on one deal, at most, where one is looked for that can be won.
    fn patience(&self) -> Budget;

    /// The searches that fit; the first is the default.
    fn algorithms(&self) -> Vec<Listing>;

    /// Reads the name of a search and its options.
    ///
    /// # Errors
    /// If there is no such search or option.
    fn algorithm(&self, text: &str) -> Result<SolverSpec, BadSpec>;

    /// Whether solutions found by this search are proved to be shortest ones.
    ///
    /// # Panics
    /// If the search was read by another game's room.
    fn proves_shortest(&self, spec: &SolverSpec) -> bool;

    /// The first search that proves its solutions to be shortest ones, with its usual options.
    fn shortest_algorithm(&self) -> Option<SolverSpec>;

    /// Whether solutions can be made shorter, or why not.
    ///
    /// # Errors
    /// Why not.
    fn shortens(&self) -> Result<(), String>;

    /// Makes the solution of an answer shorter, if it has one and a way is found; the time it takes is added to its price.
    ///
    /// # Errors
    /// If the position cannot be read, or the result does not replay.
    fn shorten(&self, position: &str, answer: Answer) -> Result<Answer, SolveError>;

    /// Makes a solver. It may keep large tables: make one for each thread and use it for many positions.
    ///
    /// # Panics
    /// If the search was read by another game's room.
    fn solver(&self, spec: &SolverSpec) -> Box<dyn TextSolver>;

    /// Makes a best-first search that a guess from outside guides. Its solutions are called shortest only where all
    /// solutions are, since nothing is known of the guess.
    fn best_first(&self, weight: Weight, heuristic: TextHeuristic) -> Box<dyn TextSolver>;

    /// Has searches use the models of a file, which `kibitzer train` wrote, in place of those that come along.
    ///
    /// # Errors
    /// If the game has no models, or the text is not a file of them; `file` is what the message calls it.
    fn use_models(&mut self, file: &str, text: &str) -> Result<(), String>;

    /// Makes what measures how hard positions are. Like a solver, it is for one thread and many positions.
    ///
    /// # Errors
    /// Why there are no levels for this game with its options.
    fn leveler(&self) -> Result<Box<dyn TextLeveler>, String>;

    /// Makes the file that proves an answer to whoever checks it. The budget is for making it.
    ///
    /// # Errors
    /// If the answer is unknown or wrong, or the budget is spent.
    fn certify(
        &self,
        position: &str,
        answer: &Answer,
        budget: Budget,
        cancel: &Cancel,
    ) -> Result<Vec<u8>, NoCertificate>;

    /// Checks such a file, with rules implemented apart from those of the solvers.
    ///
    /// # Errors
    /// If it does not hold, or is of another game.
    fn check_certificate(&self, file: &[u8]) -> Result<Proved, Refused>;
}

/// Moves still needed, at a guess, from a position in its usual form; `None` only where it is *proved* that no goal can
/// be reached, as for [`Heuristic`](kibitzer_core::Heuristic).
pub type TextHeuristic = Box<dyn Fn(&str) -> Option<u32> + Send>;

/// A solver that speaks text.
pub trait TextSolver: Send {
    /// Decides a position.
    ///
    /// # Errors
    /// If the text is not a position, or the solver is broken and found a solution that does not replay.
    fn solve(&mut self, position: &str, budget: Budget, cancel: &Cancel) -> Result<Answer, SolveError>;

    /// Decides a position while somebody watches, which takes longer: see [`Watch::look`] and [`Watch::look_into`]. The
    /// tree is that of the search, or else the positions it expands, each where it was met first.
    ///
    /// # Errors
    /// As [`TextSolver::solve`].
    fn solve_watched(
        &mut self,
        position: &str,
        budget: Budget,
        watch: &mut dyn Watch<String>,
    ) -> Result<Answer, SolveError>;
}

/// Text that is not a position, with the reason that the game gives.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct BadPosition(Box<dyn Error + Send + Sync>);

impl BadPosition {
    pub(crate) fn of(problem: impl Error + Send + Sync + 'static) -> BadPosition {
        BadPosition(Box::new(problem))
    }
}

/// A seed that deals nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{seed} is not a seed: they end at {last}")]
pub struct BadSeed {
    /// The seed.
    pub seed: u64,
    /// The last one that exists.
    pub last: u64,
}

/// A position or moves that cannot be read.
#[derive(Debug, Error)]
pub enum BadLine {
    /// The position.
    #[error(transparent)]
    Position(#[from] BadPosition),
    /// A move.
    #[error("move {number}: {problem}")]
    Move {
        /// Which, counted from 1.
        number: usize,
        /// What the game says.
        problem: String,
    },
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] BadPosition),
    /// The solver is broken.
    #[error("the solution of `{position}` does not replay: {problem} (moves: {moves})")]
    Broken {
        /// The position.
        position: String,
        /// What the solver said.
        moves: String,
        /// What the rules say.
        problem: String,
    },
}

impl<S: Shelf> PuzzleRoom for S {
    fn game(&self) -> GameSpec {
        Shelf::game(self)
    }

    fn last_seed(&self) -> u64 {
        S::LAST_SEED
    }

    fn deal(&self, seed: u64) -> Result<String, BadSeed> {
        if seed > S::LAST_SEED {
            return Err(BadSeed { seed, last: S::LAST_SEED });
        }
        Ok(self.write_position(&Shelf::deal(self, seed)))
    }

    fn read(&self, position: &str) -> Result<String, BadPosition> {
        read(self, position).map(|position| self.write_position(&position))
    }

    fn picture(&self, position: &str) -> Result<String, BadPosition> {
        read(self, position).map(|position| Shelf::picture(self, &position))
    }

    fn board(&self, position: &str) -> Result<Option<CardBoard>, BadPosition> {
        read(self, position).map(|position| Shelf::board(self, &position))
    }

    fn legal_moves(&self, position: &str) -> Result<Vec<String>, BadPosition> {
        read(self, position).map(|position| position.moves().map(|mv| mv.to_string()).collect())
    }

    fn layout(&self, position: &str) -> Result<CardLayout, BadPosition> {
        read(self, position).map(|position| Shelf::layout(self, &position))
    }

    fn doom(&self, position: &str) -> Result<Option<String>, BadPosition> {
        read(self, position).map(|position| Shelf::doom(self, &position))
    }

    fn replay(&self, position: &str, moves: &str) -> Result<Replay, BadLine> {
        let mut position = read(self, position)?;
        let words = self.words(moves);
        let read = |(number, word): (usize, &str)| {
            word.parse().map_err(|problem: <MoveOf<S> as std::str::FromStr>::Err| BadLine::Move {
                number,
                problem: problem.to_string(),
            })
        };
        let moves: Vec<MoveOf<S>> = (1..).zip(words).map(read).collect::<Result<_, _>>()?;
        let illegal = play(&mut position, &moves);
        let played = illegal.unwrap_or(moves.len());
        let ending = match moves.get(played) {
            Some(mv) => Ending::Illegal { reason: self.objection(&position, *mv) },
            None if position.is_goal() => Ending::Goal,
            None => Ending::Short,
        };
        let moves = moves.iter().map(ToString::to_string).collect();
        Ok(Replay { moves, played, position: self.write_position(&position), ending })
    }

    fn explain(&self, position: &str, mv: &str) -> Result<Option<String>, BadPosition> {
        let position = read(self, position)?;
        let mv = mv.parse().ok().filter(|mv| position.moves().any(|legal| legal == *mv));
        Ok(mv.and_then(|mv| Shelf::explain(self, &position, mv)))
    }

    fn redeals(&self) -> u32 {
        Shelf::redeals(self)
    }

    fn redeal(&self, position: &str, luck: u64) -> Result<Option<String>, BadPosition> {
        let position = Shelf::redeal(self, &read(self, position)?, luck);
        Ok(position.map(|position| self.write_position(&position)))
    }

    fn patience(&self) -> Budget {
        Shelf::patience(self)
    }

    fn algorithms(&self) -> Vec<Listing> {
        S::ALGORITHMS.iter().map(|algorithm| algorithm.listing.clone()).collect()
    }

    fn algorithm(&self, text: &str) -> Result<SolverSpec, BadSpec> {
        SolverSpec::read(text, S::ALGORITHMS.iter().map(|algorithm| &algorithm.listing))
    }

    fn proves_shortest(&self, spec: &SolverSpec) -> bool {
        S::SOLUTIONS_HAVE_ONE_LENGTH || (entry::<S>(spec).proves_shortest)(&spec.options)
    }

    fn shortest_algorithm(&self) -> Option<SolverSpec> {
        let specs = S::ALGORITHMS.iter().filter_map(|algorithm| self.algorithm(algorithm.listing.name).ok());
        specs.into_iter().find(|spec| self.proves_shortest(spec))
    }

    fn shortens(&self) -> Result<(), String> {
        match self.shortener() {
            Some(_) => Ok(()),
            None if S::SOLUTIONS_HAVE_ONE_LENGTH => {
                Err(format!("all solutions of a position of {} have the same number of moves", Shelf::game(self)))
            }
            None => Err(format!("solutions of {} are not shortened", Shelf::game(self))),
        }
    }

    fn shorten(&self, position: &str, answer: Answer) -> Result<Answer, SolveError> {
        let (Verdict::Solved(found), Some(improve)) = (&answer.verdict, self.shortener()) else { return Ok(answer) };
        let start = read(self, position)?;
        let moves: Vec<MoveOf<S>> = found.iter().filter_map(|mv| mv.parse().ok()).collect();
        checked(self, &start, &moves)?;
        let mut nobody = ();
        let meter = Meter::new(Budget::default(), &mut nobody);
        let verdict = Verdict::Solved(checked(self, &start, &improve(&start, &moves))?);
        let stats = answer.stats.and(Meter::<S::Puzzle>::stats(&meter));
        Ok(Answer { verdict, shortened_from: Some(found.len()), stats, ..answer })
    }

    fn solver(&self, spec: &SolverSpec) -> Box<dyn TextSolver> {
        let solver = (entry::<S>(spec).build)(&spec.options, self.models());
        Box::new(Worker { shelf: self.clone(), solver, proves_shortest: self.proves_shortest(spec) })
    }

    fn best_first(&self, weight: Weight, heuristic: TextHeuristic) -> Box<dyn TextSolver> {
        let writer = self.clone();
        let estimate = move |position: &S::Puzzle| heuristic(&writer.write_position(position));
        let solver = Box::new(BestFirst { heuristic: estimate, weight });
        Box::new(Worker { shelf: self.clone(), solver, proves_shortest: S::SOLUTIONS_HAVE_ONE_LENGTH })
    }

    fn use_models(&mut self, file: &str, text: &str) -> Result<(), String> {
        let library = Library::read(file, text).map_err(|problem| problem.to_string())?;
        self.set_models(library).map_err(|problem| format!("{file}: {problem}"))
    }

    fn leveler(&self) -> Result<Box<dyn TextLeveler>, String> {
        self.has_levels()?;
        Ok(Box::new(Leveling { shelf: self.clone(), leveler: S::Leveler::default() }))
    }

    fn certify(
        &self,
        position: &str,
        answer: &Answer,
        budget: Budget,
        cancel: &Cancel,
    ) -> Result<Vec<u8>, NoCertificate> {
        let position = read(self, position)?;
        let verdict = match &answer.verdict {
            Verdict::Solved(moves) => {
                let moves: Result<_, _> = moves.iter().map(|mv| mv.parse().map_err(|_| NoCertificate::Wrong)).collect();
                Verdict::Solved(moves?)
            }
            Verdict::Unsolvable => Verdict::Unsolvable,
            Verdict::Unknown(stop) => Verdict::Unknown(*stop),
        };
        Shelf::certify(self, &position, &verdict, budget, &mut cancel.clone())
    }

    fn check_certificate(&self, file: &[u8]) -> Result<Proved, Refused> {
        let proved = Shelf::check_certificate(self, file)?;
        match read(self, &proved.position) {
            Ok(_) => Ok(proved),
            Err(problem) => Err(Refused { line: 2, reason: problem.to_string() }),
        }
    }
}

/// The entry that a spec was read from.
fn entry<S: Shelf>(spec: &SolverSpec) -> &'static Algorithm<S::Puzzle> {
    let entry = S::ALGORITHMS.iter().find(|algorithm| algorithm.listing.name == spec.name());
    entry.expect("the search was read by this room")
}

pub(crate) fn read<S: Shelf>(shelf: &S, text: &str) -> Result<S::Puzzle, BadPosition> {
    let position = shelf.read_position(text)?;
    shelf.admit(&position).map_err(|problem| BadPosition(problem.into()))?;
    Ok(position)
}

/// Plays moves until one is illegal, and gives its index.
fn play<P: Puzzle>(position: &mut P, moves: &[P::Move]) -> Option<usize> {
    moves.iter().position(|mv| position.try_play(*mv).is_err())
}

/// A typed solver behind text.
struct Worker<S: Shelf> {
    shelf: S,
    solver: Box<dyn Solver<S::Puzzle> + Send>,
    proves_shortest: bool,
}

impl<S: Shelf> TextSolver for Worker<S> {
    fn solve(&mut self, position: &str, budget: Budget, cancel: &Cancel) -> Result<Answer, SolveError> {
        let start = read(&self.shelf, position)?;
        self.decide(&start, budget, &mut cancel.clone())
    }

    fn solve_watched(
        &mut self,
        position: &str,
        budget: Budget,
        watch: &mut dyn Watch<String>,
    ) -> Result<Answer, SolveError> {
        let start = read(&self.shelf, position)?;
        let mut tracer = Tracer::new(start.clone(), watch);
        let answer = self.decide(&start, budget, &mut tracer)?;
        tracer.finish(&answer.stats);
        Ok(answer)
    }
}

impl<S: Shelf> Worker<S> {
    fn decide(
        &mut self,
        start: &S::Puzzle,
        budget: Budget,
        observer: &mut dyn Observer<S::Puzzle>,
    ) -> Result<Answer, SolveError> {
        let Report { verdict, stats } = self.solver.solve(start, budget, observer);
        let verdict = match verdict {
            Verdict::Solved(moves) => Verdict::Solved(checked(&self.shelf, start, &moves)?),
            Verdict::Unsolvable => Verdict::Unsolvable,
            Verdict::Unknown(stop) => Verdict::Unknown(stop),
        };
        let shortest = self.proves_shortest && matches!(verdict, Verdict::Solved(_));
        Ok(Answer { verdict, shortest, shortened_from: None, stats })
    }
}

/// The moves as text, once they have been replayed from `start` to a goal.
fn checked<S: Shelf>(shelf: &S, start: &S::Puzzle, moves: &[MoveOf<S>]) -> Result<Vec<String>, SolveError> {
    let texts: Vec<_> = moves.iter().map(ToString::to_string).collect();
    let mut position = start.clone();
    let problem = match play(&mut position, moves) {
        Some(index) => format!("move {} is illegal", index + 1),
        None if !position.is_goal() => format!("it ends at `{}`", shelf.write_position(&position)),
        None => return Ok(texts),
    };
    Err(SolveError::Broken { position: shelf.write_position(start), moves: texts.join(" "), problem })
}

#[cfg(test)]
mod tests;
