//! A game of your own, in some fifty lines, and every search for two-player games on it.
//!
//! Take one, two or three counters from a pile; whoever takes the last one wins. Run it with
//! `cargo run --release -p kibitzer-search --example own_game`.

use std::fmt::{self, Display};
use std::num::{NonZeroUsize, ParseIntError};
use std::str::FromStr;

use kibitzer_core::laws::{self, Walks};
use kibitzer_core::{Duel, Game, Outcome, Payoff, Player, Transposing, Value};
use kibitzer_search::mcts::{Decisive, Mcts, MctsThinker, Mean, Parallel, Proofs, Ucb1, Ucb1Tuned, Uniform};
use kibitzer_search::{AlphaBeta, Budget, Decider, RandomMover, Thinker};

/// The counters that are left, and how many were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pile {
    left: u8,
    turns: u8,
}

/// How many counters to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Take(u8);

impl Game for Pile {
    type Move = Take;
    type Key = u8;

    fn moves(&self) -> impl Iterator<Item = Take> {
        (1..=self.left.min(3)).map(Take)
    }

    fn play(&mut self, Take(count): Take) {
        *self = Pile { left: self.left - count, turns: self.turns + 1 };
    }

    fn key(&self) -> u8 {
        self.left
    }
}

impl Duel for Pile {
    fn to_move(&self) -> Player {
        if self.turns.is_multiple_of(2) { Player::One } else { Player::Two }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Win(!self.to_move()))
    }
}

impl Payoff for Pile {
    const ALTERNATES: bool = true;

    fn ended(&self) -> Option<Value> {
        (self.left == 0).then_some(Value::Loss)
    }
}

impl Transposing for Pile {
    type Identity = (u8, u8);

    fn identity(&self) -> (u8, u8) {
        (self.left, self.turns)
    }
}

impl Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", u16::from(self.turns) * 256 + u16::from(self.left))
    }
}

impl FromStr for Pile {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Pile, ParseIntError> {
        let [turns, left] = text.parse::<u16>()?.to_be_bytes();
        Ok(Pile { left, turns })
    }
}

impl Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Take {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Take, ParseIntError> {
        text.parse().map(Take)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Pile { left: 21, turns: 0 };
    // The laws: what every search relies on.
    laws::check(&[start], Walks::default())?;
    laws::check_duel(&[start], Walks::default())?;
    laws::check_payoff(&[start], Walks::default())?;
    laws::check_transposing(&[start], Walks::default())?;

    let budget = Budget { nodes: Some(20_000), ..Budget::default() };
    let decision = AlphaBeta { depth: None, seed: 0 }.decide(&start, budget, &mut ());
    println!("alpha-beta decides: {:?}", decision.verdict);

    let plain = Mcts::new(Ucb1 { exploration: 1.0 }, Uniform, Mean);
    let sharp = Mcts::new(Ucb1Tuned { exploration: 1.0 }, Decisive, Proofs(Mean));
    let mut trees = sharp;
    trees.settings.parallel = Parallel::Trees(NonZeroUsize::MIN.saturating_add(3));
    let mut threads = sharp.together();
    threads.settings.parallel = Parallel::Threads(NonZeroUsize::MIN.saturating_add(1));
    let thinkers: [(&str, Box<dyn Thinker<Pile>>); 7] = [
        ("random", Box::new(RandomMover { seed: 1 })),
        ("alpha-beta, six plies", Box::new(AlphaBeta { depth: Some(6), seed: 1 })),
        ("plain tree search", Box::new(MctsThinker::new(plain))),
        ("with proofs", Box::new(MctsThinker::new(sharp))),
        ("in a graph", Box::new(MctsThinker::new(sharp.together()))),
        ("in four trees", Box::new(MctsThinker::new(trees))),
        ("by two threads", Box::new(MctsThinker::new(threads))),
    ];
    for (name, mut thinker) in thinkers {
        let analysis = thinker.think(&start, budget, &mut ()).verdict;
        let best = &analysis.moves[0];
        println!("{name:<22} takes {}, value {:?}, proved {:?}", best.mv, best.value, best.proved);
    }

    // A search can be kept and go on later.
    let mut first = MctsThinker::new(plain);
    first.think(&start, budget, &mut ());
    let mut later = MctsThinker::new(plain);
    later.resume(&start, &first.save().ok_or("it has thought")?)?;
    assert_eq!(first.think(&start, budget, &mut ()).verdict, later.think(&start, budget, &mut ()).verdict);
    println!("resumed, it goes on as if it had not stopped");
    Ok(())
}
