//! The laws kit, tried on a toy that obeys and on twins of it that break one law each.

use std::cell::Cell;
use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use kibitzer_core::laws::{self, Law, Violation, Walks};
use kibitzer_core::{Blind, Duel, Evaluator, Game, Heuristic, IllegalMove, Outcome, Player, Puzzle, Symmetric, perft};

/// What is wrong with a toy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    /// Writes its left pile twice.
    ForgetsAPile,
    /// Writes a line too many.
    WritesTwoLines,
    /// Writes both moves alike.
    NamesMovesAlike,
    /// Lists its moves backwards every other time.
    ShufflesMoves,
    /// Lists a move twice.
    RepeatsAMove,
    /// Takes from an empty pile.
    AcceptsAnything,
    /// Refuses a move, but passes the turn.
    PlaysWhatItRefuses,
    /// Forgets to play in `after`.
    StandsStill,
    /// Has a new key each time.
    ChangesItsKey,
    /// Does not sort the piles in its key.
    KeysApart,
    /// Does not offer the last counter of the right pile.
    GuardsTheRight,
    /// Calls the moves of the mirror image by their own names.
    MirrorsNoMoves,
    /// Is content with an empty right pile.
    StopsEarly,
    /// Knows no winner.
    NeverEnds,
    /// Lets the same player move on.
    KeepsTheTurn,
}

thread_local! {
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

fn calls() -> u32 {
    CALLS.with(|calls| {
        calls.set(calls.get() + 1);
        calls.get()
    })
}

/// Two piles; a move takes a counter from one. Alone one clears them, and of two players the last to take wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piles<const FAULT: usize> {
    left: u8,
    right: u8,
    turn: Player,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Take<const FAULT: usize> {
    Left,
    Right,
}

impl<const FAULT: usize> Piles<FAULT> {
    fn new(left: u8, right: u8) -> Self {
        Self { left, right, turn: Player::One }
    }

    fn is(fault: Fault) -> bool {
        FAULT == fault as usize
    }
}

impl<const FAULT: usize> Game for Piles<FAULT> {
    type Move = Take<FAULT>;
    type Key = (u8, u8, Player, u32);

    fn moves(&self) -> impl Iterator<Item = Take<FAULT>> {
        let guarded = Self::is(Fault::GuardsTheRight) && self.right == 1;
        let mut moves = Vec::new();
        moves.extend((self.left > 0).then_some(Take::Left));
        moves.extend((self.right > 0 && !guarded).then_some(Take::Right));
        if Self::is(Fault::RepeatsAMove) {
            moves.extend(moves.first().copied());
        }
        if Self::is(Fault::ShufflesMoves) && calls().is_multiple_of(2) {
            moves.reverse();
        }
        moves.into_iter()
    }

    fn play(&mut self, mv: Take<FAULT>) {
        match mv {
            Take::Left => self.left -= 1,
            Take::Right => self.right -= 1,
        }
        if !Self::is(Fault::KeepsTheTurn) {
            self.turn = !self.turn;
        }
    }

    fn key(&self) -> Self::Key {
        let (left, right) = (self.left.min(self.right), self.left.max(self.right));
        let serial = if Self::is(Fault::ChangesItsKey) { calls() } else { 0 };
        if Self::is(Fault::KeysApart) {
            return (self.left, self.right, self.turn, serial);
        }
        (left, right, self.turn, serial)
    }

    fn after(&self, mv: Take<FAULT>) -> Self {
        let mut next = *self;
        if !Self::is(Fault::StandsStill) {
            next.play(mv);
        }
        next
    }

    fn try_play(&mut self, mv: Take<FAULT>) -> Result<(), IllegalMove<Take<FAULT>>> {
        if self.moves().any(|legal| legal == mv) {
            self.play(mv);
            return Ok(());
        }
        if Self::is(Fault::PlaysWhatItRefuses) {
            self.turn = !self.turn;
        }
        if Self::is(Fault::AcceptsAnything) { Ok(()) } else { Err(IllegalMove { mv }) }
    }
}

impl<const FAULT: usize> Puzzle for Piles<FAULT> {
    fn is_goal(&self) -> bool {
        self.right == 0 && (self.left == 0 || Self::is(Fault::StopsEarly))
    }
}

impl<const FAULT: usize> Duel for Piles<FAULT> {
    fn to_move(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.left == 0 && self.right == 0 && !Self::is(Fault::NeverEnds);
        over.then_some(Outcome::Win(!self.turn))
    }
}

impl<const FAULT: usize> Symmetric for Piles<FAULT> {
    const IMAGES: usize = 2;

    fn image(&self, which: usize) -> Self {
        if which == 0 { *self } else { Self { left: self.right, right: self.left, turn: self.turn } }
    }

    fn image_of_move(&self, mv: Take<FAULT>, which: usize) -> Take<FAULT> {
        match mv {
            _ if which == 0 || Self::is(Fault::MirrorsNoMoves) => mv,
            Take::Left => Take::Right,
            Take::Right => Take::Left,
        }
    }
}

impl<const FAULT: usize> Display for Piles<FAULT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let right = if Self::is(Fault::ForgetsAPile) { self.left } else { self.right };
        let end = if Self::is(Fault::WritesTwoLines) { "\n" } else { "" };
        write!(f, "{} {right} {:?}{end}", self.left, self.turn)
    }
}

impl<const FAULT: usize> Display for Take<FAULT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = *self == Take::Left || FAULT == Fault::NamesMovesAlike as usize;
        f.write_str(if left { "left" } else { "right" })
    }
}

/// What cannot be read.
#[derive(Debug)]
struct Unreadable(String);

impl Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` cannot be read", self.0)
    }
}

impl Error for Unreadable {}

impl<const FAULT: usize> FromStr for Piles<FAULT> {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let unreadable = || Unreadable(text.into());
        let [left, right, turn] = words[..] else { return Err(unreadable()) };
        let [left, right] = [left, right].map(|word| word.parse().map_err(|_| unreadable()));
        let turn = if turn == "One" { Player::One } else { Player::Two };
        Ok(Self { left: left?, right: right?, turn })
    }
}

impl<const FAULT: usize> FromStr for Take<FAULT> {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        match text {
            "left" => Ok(Take::Left),
            "right" => Ok(Take::Right),
            _ => Err(Unreadable(text.into())),
        }
    }
}

type Sound = Piles<{ Fault::None as usize }>;

fn check<const FAULT: usize>() -> Result<(), Violation> {
    let starts = [Piles::<FAULT>::new(2, 1), Piles::new(3, 3)];
    laws::check(&starts, Walks::default())?;
    laws::check_puzzle(&starts, Walks::default())?;
    laws::check_duel(&starts, Walks::default())?;
    laws::check_symmetry(&starts, Walks::default())
}

fn broken<const FAULT: usize>() -> Option<Law> {
    check::<FAULT>().err().map(|violation| violation.law)
}

#[test]
fn a_sound_game_passes() {
    assert_eq!(check::<{ Fault::None as usize }>(), Ok(()));
}

#[test]
fn each_fault_is_caught_as_the_law_it_breaks() {
    let found = [
        (broken::<{ Fault::ForgetsAPile as usize }>(), Law::PositionText),
        (broken::<{ Fault::WritesTwoLines as usize }>(), Law::PositionText),
        (broken::<{ Fault::NamesMovesAlike as usize }>(), Law::MoveText),
        (broken::<{ Fault::ShufflesMoves as usize }>(), Law::StableOrder),
        (broken::<{ Fault::RepeatsAMove as usize }>(), Law::NoDuplicates),
        (broken::<{ Fault::AcceptsAnything as usize }>(), Law::TryPlay),
        (broken::<{ Fault::PlaysWhatItRefuses as usize }>(), Law::TryPlay),
        (broken::<{ Fault::StandsStill as usize }>(), Law::After),
        (broken::<{ Fault::ChangesItsKey as usize }>(), Law::Key),
        (broken::<{ Fault::KeysApart as usize }>(), Law::KeyOfImage),
        (broken::<{ Fault::GuardsTheRight as usize }>(), Law::OutcomeIsOver),
        (broken::<{ Fault::MirrorsNoMoves as usize }>(), Law::PlayCommutes),
        (broken::<{ Fault::StopsEarly as usize }>(), Law::GoalIsOver),
        (broken::<{ Fault::NeverEnds as usize }>(), Law::OutcomeIsOver),
        (broken::<{ Fault::KeepsTheTurn as usize }>(), Law::TurnPasses),
    ];
    for (place, (law, expected)) in found.into_iter().enumerate() {
        assert_eq!(law, Some(expected), "fault {}", place + 1);
    }
    // A duel that withholds a move ends badly, and its mirror image offers the move.
    let guarding = Piles::<{ Fault::GuardsTheRight as usize }>::new(2, 1);
    let violation = laws::check_symmetry(&[guarding], Walks::default()).unwrap_err();
    assert_eq!(violation.law, Law::MovesOfImage);
}

#[test]
fn a_violation_names_law_position_and_finding() {
    let violation = check::<{ Fault::RepeatsAMove as usize }>().unwrap_err();
    assert_eq!(violation.to_string(), "NoDuplicates is broken at `2 1 One`: `left` is listed twice");
}

#[test]
fn perft_counts_the_ways_to_interleave_two_piles() {
    let counts: Vec<u64> = (0..=7).map(|depth| perft(&Sound::new(3, 3), depth)).collect();
    assert_eq!(counts, [1, 2, 4, 8, 14, 20, 20, 0]);
    assert_eq!(perft(&Sound::new(2, 1), 3), 3);
    assert_eq!(perft(&Sound::new(0, 0), 0), 1);
}

/// A game that leaves `after` and `try_play` to the trait: a count that goes down by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Countdown(u8);

impl Game for Countdown {
    type Move = u8;
    type Key = u8;

    fn moves(&self) -> impl Iterator<Item = u8> {
        (self.0 > 0).then_some(1).into_iter()
    }

    fn play(&mut self, mv: u8) {
        self.0 -= mv;
    }

    fn key(&self) -> u8 {
        self.0
    }
}

impl Display for Countdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Countdown {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

#[test]
fn try_play_refuses_what_is_not_legal_and_leaves_the_position() {
    let mut count = Countdown(3);
    let refused = count.try_play(2).unwrap_err();
    assert_eq!((count, refused), (Countdown(3), IllegalMove { mv: 2 }));
    assert_eq!(refused.to_string(), "`2` is not a legal move here");
    assert_eq!((count.try_play(1), count), (Ok(()), Countdown(3).after(1)));
    assert_eq!(laws::check(&[Countdown(3)], Walks::default()), Ok(()));
}

/// Likes nothing in particular.
struct Indifferent;

impl Evaluator<Sound> for Indifferent {
    fn value(&self, _: &Sound) -> f32 {
        0.0
    }
}

#[test]
fn guesses_without_knowledge_are_even() {
    let mut priors = vec![9.0; 5];
    Indifferent.priors(&Sound::new(1, 1), &mut priors);
    assert_eq!(priors, [0.5, 0.5]);
    assert_eq!(Blind.estimate(&Sound::new(1, 1)), Some(0));
    assert_eq!((|piles: &Sound| Some(u32::from(piles.left))).estimate(&Sound::new(4, 0)), Some(4));
}
