//! The room of a game for two: positions, moves and engines by name.

use kibitzer_core::{Duel, Game, Outcome, Player};
use kibitzer_search::{Budget, Cancel};
use thiserror::Error;

use crate::algorithm::{Listing, SolverSpec};
use crate::certificate::{NoCertificate, Proved, Refused};
use crate::game::GameSpec;
use crate::options::BadSpec;
use crate::room::{BadLine, BadPosition};

use super::Board;
use super::replay::{DuelReplay, replay};
use super::saved::{self, BadFile, Resumed};
use super::shelf::{Check, DeciderEntry, DuelShelf, MoveOf, Strength, ThinkerEntry};
use super::thinking::{Deciding, TextDecider, TextThinker, Thinking};

/// A game for two that speaks text. The text of a position is the moves played, and is kept as it was typed.
pub trait DuelRoom: Send + Sync {
    /// The name of the game with its options.
    fn game(&self) -> GameSpec;

    /// The position before the first move.
    fn start(&self) -> &'static str;

    /// What the stones of the two sides look like in pictures.
    fn sides(&self) -> [char; 2];

    /// Reads a position and gives its text as typed, without spaces around it.
    ///
    /// # Errors
    /// If it is not a position of this game.
    fn read(&self, position: &str) -> Result<String, BadPosition>;

    /// All that a person sees of a position.
    ///
    /// # Errors
    /// As [`DuelRoom::read`].
    fn look(&self, position: &str) -> Result<Situation, BadPosition>;

    /// What the rules say of a position, without a picture.
    ///
    /// # Errors
    /// As [`DuelRoom::read`].
    fn turn(&self, position: &str) -> Result<Turn, BadPosition>;

    /// The text of the position after a move.
    ///
    /// # Errors
    /// If the position or the move cannot be read, or the move is illegal.
    fn play(&self, position: &str, mv: &str) -> Result<String, BadMove>;

    /// Plays moves until one is illegal. They are separated by spaces or commas, or written together as in a position.
    ///
    /// # Errors
    /// If the position or a move cannot be read.
    fn replay(&self, position: &str, moves: &str) -> Result<DuelReplay, BadLine>;

    /// What a move does, for a person, as in `blocks e5, then threatens c3 and c6`. `None` where the game has no words
    /// for it.
    ///
    /// # Errors
    /// As [`DuelRoom::play`].
    fn explain(&self, position: &str, mv: &str) -> Result<Option<String>, BadMove>;

    /// Whether two texts are of one position.
    ///
    /// # Errors
    /// As [`DuelRoom::read`].
    fn is_same(&self, one: &str, other: &str) -> Result<bool, BadPosition>;

    /// The legal moves in classes of those that are images of each other by a symmetry of the board.
    ///
    /// # Errors
    /// As [`DuelRoom::read`].
    fn classes(&self, position: &str) -> Result<Vec<Vec<String>>, BadPosition>;

    /// Whether the verdicts of this game can be proved by files.
    fn certifies(&self) -> bool;

    /// Decides a position and gives the file that proves it. Where the solver that was asked for can leave proofs, it
    /// makes this one, with its options.
    ///
    /// # Errors
    /// If it cannot be read, there are no certificates of this game, the game is over, or the budget is spent.
    fn certify(
        &self,
        position: &str,
        spec: &SolverSpec,
        budget: Budget,
        cancel: &Cancel,
    ) -> Result<Vec<u8>, NoCertificate>;

    /// Checks such a file with rules implemented apart from the solver's.
    ///
    /// # Errors
    /// If it does not hold.
    fn check_certificate(&self, file: &[u8]) -> Result<Proved, Refused>;

    /// The searches that decide positions; the first is the default.
    fn deciders(&self) -> Vec<Listing>;

    /// Reads the name and the options of a search that decides positions.
    ///
    /// # Errors
    /// If there is no such search or option.
    fn decider_spec(&self, text: &str) -> Result<SolverSpec, BadSpec>;

    /// Makes it. It may keep large tables: make one for each thread and use it for many positions.
    ///
    /// # Panics
    /// If it was not read by [`DuelRoom::decider_spec`] of this room.
    fn decider(&self, spec: &SolverSpec) -> Box<dyn TextDecider>;

    /// The searches that weigh moves; the first is the default.
    fn thinkers(&self) -> Vec<Listing>;

    /// Reads the name and the options of a search that weighs moves.
    ///
    /// # Errors
    /// If there is no such search or option.
    fn thinker_spec(&self, text: &str) -> Result<SolverSpec, BadSpec>;

    /// Makes it. It may keep what it learns from position to position: make one for each game.
    ///
    /// # Panics
    /// If it was not read by [`DuelRoom::thinker_spec`] of this room.
    fn thinker(&self, spec: &SolverSpec) -> Box<dyn TextThinker>;

    /// Whether its searches can be saved and taken up again.
    ///
    /// # Panics
    /// As [`DuelRoom::thinker`].
    fn saves(&self, spec: &SolverSpec) -> bool;

    /// Takes up a search from a file that [`TextThinker::save`] made.
    ///
    /// # Errors
    /// If the file is not a whole one of this game.
    fn resume(&self, file: &[u8]) -> Result<Resumed, BadFile>;

    /// Opponents for people, the weakest first.
    fn strengths(&self) -> &'static [Strength];
}

/// All that a person sees of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// A picture, a few lines of text.
    pub picture: String,
    /// The same, to be drawn in colours.
    pub board: Board,
    /// Whose turn it is; whose it would be, where the game is over.
    pub to_move: Player,
    /// How many moves have been played.
    pub plies: u32,
    /// The legal moves; none when the game is over.
    pub moves: Vec<String>,
    /// How the game ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
    /// What else there is to say, where the board does not show it: a sentence without a full stop.
    pub remark: Option<String>,
}

/// What the rules say of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it is; whose it would be, where the game is over.
    pub to_move: Player,
    /// How many moves have been played.
    pub plies: u32,
    /// The legal moves; none when the game is over.
    pub moves: Vec<String>,
    /// How the game ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
}

/// A move that cannot be played.
#[derive(Debug, Error)]
pub enum BadMove {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] BadPosition),
    /// It is no move at all.
    #[error("{0}")]
    Unreadable(String),
    /// The position does not allow it.
    #[error("{0}")]
    Illegal(String),
}

impl<S: DuelShelf> DuelRoom for S {
    fn game(&self) -> GameSpec {
        DuelShelf::game(self)
    }

    fn start(&self) -> &'static str {
        S::START
    }

    fn sides(&self) -> [char; 2] {
        S::SIDES
    }

    fn read(&self, position: &str) -> Result<String, BadPosition> {
        self.read_position(position).map(|_| position.trim().to_string())
    }

    fn look(&self, position: &str) -> Result<Situation, BadPosition> {
        let state = self.read_position(position)?;
        let board = self.board(&state, self.last_move(position.trim()));
        Ok(Situation {
            picture: self.picture(&state, &board),
            board,
            to_move: state.to_move(),
            plies: self.plies(&state),
            moves: state.moves().map(|mv| mv.to_string()).collect(),
            outcome: state.outcome(),
            remark: self.remark(&state),
        })
    }

    fn turn(&self, position: &str) -> Result<Turn, BadPosition> {
        let state = self.read_position(position)?;
        let moves = state.moves().map(|mv| mv.to_string()).collect();
        Ok(Turn { to_move: state.to_move(), plies: self.plies(&state), moves, outcome: state.outcome() })
    }

    fn play(&self, position: &str, mv: &str) -> Result<String, BadMove> {
        let (_, mv) = legal(self, position, mv)?;
        Ok(self.join(position.trim(), mv))
    }

    fn replay(&self, position: &str, moves: &str) -> Result<DuelReplay, BadLine> {
        replay(self, position, moves)
    }

    fn explain(&self, position: &str, mv: &str) -> Result<Option<String>, BadMove> {
        let (state, mv) = legal(self, position, mv)?;
        Ok(DuelShelf::explain(self, &state, mv))
    }

    fn is_same(&self, one: &str, other: &str) -> Result<bool, BadPosition> {
        Ok(self.read_position(one)? == self.read_position(other)?)
    }

    fn classes(&self, position: &str) -> Result<Vec<Vec<String>>, BadPosition> {
        let state = self.read_position(position)?;
        let mut classes: Vec<(<S::Duel as Game>::Key, Vec<String>)> = Vec::new();
        for mv in state.moves() {
            let key = state.after(mv).key();
            match classes.iter_mut().find(|(other, _)| *other == key) {
                Some((_, moves)) => moves.push(mv.to_string()),
                None => classes.push((key, vec![mv.to_string()])),
            }
        }
        Ok(classes.into_iter().map(|(_, moves)| moves).collect())
    }

    fn certifies(&self) -> bool {
        S::CERTIFIES
    }

    fn certify(
        &self,
        position: &str,
        spec: &SolverSpec,
        budget: Budget,
        cancel: &Cancel,
    ) -> Result<Vec<u8>, NoCertificate> {
        DuelShelf::certify(self, position, spec, budget, cancel)
    }

    fn check_certificate(&self, file: &[u8]) -> Result<Proved, Refused> {
        DuelShelf::check_certificate(self, file)
    }

    fn deciders(&self) -> Vec<Listing> {
        S::DECIDERS.iter().map(|entry| entry.listing.clone()).collect()
    }

    fn decider_spec(&self, text: &str) -> Result<SolverSpec, BadSpec> {
        let spec = SolverSpec::read(text, S::DECIDERS.iter().map(|entry| &entry.listing))?;
        checked(spec, |spec| decider_entry::<S>(spec).check)
    }

    fn decider(&self, spec: &SolverSpec) -> Box<dyn TextDecider> {
        let decider = (decider_entry::<S>(spec).build)(&spec.options);
        Box::new(Deciding { shelf: self.clone(), decider })
    }

    fn thinkers(&self) -> Vec<Listing> {
        S::THINKERS.iter().map(|entry| entry.listing.clone()).collect()
    }

    fn thinker_spec(&self, text: &str) -> Result<SolverSpec, BadSpec> {
        let spec = SolverSpec::read(text, S::THINKERS.iter().map(|entry| &entry.listing))?;
        checked(spec, |spec| thinker_entry::<S>(spec).check)
    }

    fn thinker(&self, spec: &SolverSpec) -> Box<dyn TextThinker> {
        Box::new(thinking(self, spec))
    }

    fn saves(&self, spec: &SolverSpec) -> bool {
        thinker_entry::<S>(spec).saves
    }

    fn resume(&self, file: &[u8]) -> Result<Resumed, BadFile> {
        let saved = saved::read(file)?;
        let game = DuelShelf::game(self).to_string();
        if saved.game != game {
            return Err(BadFile::Other { what: "game", found: saved.game, expected: game });
        }
        let state = self.read_position(&saved.position).map_err(|problem| BadFile::Content(problem.to_string()))?;
        let spec = self.thinker_spec(&saved.spec).map_err(|problem| BadFile::Content(problem.to_string()))?;
        let mut thinker = thinking(self, &spec);
        thinker.thinker.resume(&state, saved.bytes).map_err(BadFile::Search)?;
        Ok(Resumed { position: saved.position, spec, thinker: Box::new(thinker) })
    }

    fn strengths(&self) -> &'static [Strength] {
        S::STRENGTHS
    }
}

/// A spec whose options fit together.
fn checked(spec: SolverSpec, check: impl Fn(&SolverSpec) -> Option<Check>) -> Result<SolverSpec, BadSpec> {
    match check(&spec).map_or(Ok(()), |check| check(&spec.options)) {
        Ok(()) => Ok(spec),
        Err(problem) => Err(BadSpec::Together { owner: spec.name().to_string(), problem }),
    }
}

fn decider_entry<S: DuelShelf>(spec: &SolverSpec) -> &'static DeciderEntry<S::Duel> {
    let entry = S::DECIDERS.iter().find(|entry| entry.listing.name == spec.name());
    entry.expect("the search was read by this room")
}

fn thinker_entry<S: DuelShelf>(spec: &SolverSpec) -> &'static ThinkerEntry<S::Duel> {
    let entry = S::THINKERS.iter().find(|entry| entry.listing.name == spec.name());
    entry.expect("the search was read by this room")
}

fn thinking<S: DuelShelf>(shelf: &S, spec: &SolverSpec) -> Thinking<S> {
    let entry = thinker_entry::<S>(spec);
    Thinking { shelf: shelf.clone(), thinker: (entry.build)(&spec.options), spec: spec.clone() }
}

/// A position and a move that is legal there.
fn legal<S: DuelShelf>(shelf: &S, position: &str, mv: &str) -> Result<(S::Duel, MoveOf<S>), BadMove> {
    let state = shelf.read_position(position)?;
    let mv = shelf.read_move(mv).map_err(BadMove::Unreadable)?;
    match objection(shelf, &state, mv) {
        Some(reason) => Err(BadMove::Illegal(reason)),
        None => Ok((state, mv)),
    }
}

/// Why a move is illegal, if it is.
pub(super) fn objection<S: DuelShelf>(shelf: &S, state: &S::Duel, mv: MoveOf<S>) -> Option<String> {
    if state.outcome().is_some() {
        return Some("the game is over".to_string());
    }
    let is_legal = state.moves().any(|legal| legal == mv);
    (!is_legal).then(|| shelf.objection(state, mv))
}
