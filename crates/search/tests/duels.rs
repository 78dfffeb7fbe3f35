//! Searches for two players on a toy: a row of piles from which one takes, by plain recursion the same.

use std::fmt::{self, Display};
use std::str::FromStr;

use kibitzer_core::{Duel, Game, Outcome, Payoff, Player, Value, laws};
use kibitzer_search::{AlphaBeta, Budget, Decider, Decision, RandomMover, Stop, Thinker};

/// Three piles and whose turn it is. A move takes one or two from a pile. Whoever takes the last counter wins, unless
/// a pile of three is left over, which cannot be touched: then nobody does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piles {
    piles: [u8; 3],
    turn: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Take {
    pile: usize,
    count: u8,
}

#[derive(Debug)]
struct Unreadable;

impl Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a toy")
    }
}

impl std::error::Error for Unreadable {}

fn numbers<const N: usize>(text: &str) -> Result<[u8; N], Unreadable> {
    let read: Result<Vec<u8>, _> = text.split('-').map(str::parse).collect();
    read.map_err(|_| Unreadable)?.try_into().map_err(|_| Unreadable)
}

impl FromStr for Piles {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let [a, b, c, turn] = numbers(text)?;
        Ok(Piles { piles: [a, b, c], turn })
    }
}

impl Display for Piles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.piles;
        write!(f, "{a}-{b}-{c}-{}", self.turn)
    }
}

impl FromStr for Take {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let [pile, count] = numbers(text)?;
        Ok(Take { pile: pile.into(), count })
    }
}

impl Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.pile, self.count)
    }
}

impl Game for Piles {
    type Move = Take;
    /// Piles have no order.
    type Key = ([u8; 3], u8);

    fn moves(&self) -> impl Iterator<Item = Take> {
        let takes = (0..3).flat_map(|pile| [1, 2].map(|count| Take { pile, count }));
        takes.filter(|take| self.piles[take.pile] != 3 && self.piles[take.pile] >= take.count)
    }

    fn play(&mut self, take: Take) {
        self.piles[take.pile] -= take.count;
        self.turn = 1 - self.turn;
    }

    fn key(&self) -> Self::Key {
        let mut piles = self.piles;
        piles.sort_unstable();
        (piles, self.turn)
    }
}

impl Duel for Piles {
    fn to_move(&self) -> Player {
        if self.turn == 0 { Player::One } else { Player::Two }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended().map(|ended| if ended == Value::Draw { Outcome::Draw } else { Outcome::Win(!self.to_move()) })
    }
}

impl Payoff for Piles {
    const ALTERNATES: bool = true;

    fn ended(&self) -> Option<Value> {
        let is_over = self.moves().next().is_none();
        is_over.then(|| if self.piles == [0; 3] { Value::Loss } else { Value::Draw })
    }
}

/// The value by plain recursion, and that of each move.
fn plain(at: Piles) -> Value {
    at.ended().unwrap_or_else(|| at.moves().map(|mv| plain(at.after(mv)).reversed()).max().expect("not over"))
}

fn starts() -> impl Iterator<Item = Piles> {
    (0..6_u8).flat_map(|a| (0..6).flat_map(move |b| (0..5).map(move |c| Piles { piles: [a, b, c], turn: (a + c) % 2 })))
}

#[test]
fn the_toy_is_lawful() {
    let starts: Vec<_> = starts().collect();
    laws::check(&starts, laws::Walks::default()).expect("lawful");
    laws::check_duel(&starts, laws::Walks::default()).expect("lawful");
}

#[test]
fn a_search_to_the_end_knows_every_value() {
    let mut search = AlphaBeta { depth: None, seed: 0 };
    for start in starts() {
        let value = plain(start);
        let worth = |mv| plain(start.after(mv)).reversed();
        match search.decide(&start, Budget::default(), &mut ()).verdict {
            Decision::Known { value: found, score: None, best } => {
                assert_eq!(found, value, "{start}");
                assert_eq!(best.is_empty(), start.ended().is_some(), "{start}");
                assert!(best.iter().all(|&mv| worth(mv) == value), "{start}: {best:?}");
            }
            other => panic!("{start}: {other:?}"),
        }
        let analysis = search.think(&start, Budget::default(), &mut ()).verdict;
        assert_eq!((analysis.proved, analysis.stopped_by), (Some(value), None), "{start}");
        assert_eq!(analysis.moves.len(), start.moves().count());
        assert!(analysis.moves.iter().all(|ranked| ranked.proved == Some(worth(ranked.mv))), "{start}: {analysis:?}");
        assert!(analysis.moves.is_sorted_by_key(|ranked| ranked.proved.map(Value::reversed)), "{start}: {analysis:?}");
        let mut at = start;
        analysis.variation.iter().for_each(|&mv| at.try_play(mv).expect("the expected line is legal"));
    }
}

#[test]
fn a_shallow_search_never_claims_too_much() {
    let (mut proofs, mut guesses) = (0, 0);
    for start in starts() {
        for depth in 1..6 {
            let analysis = AlphaBeta { depth: Some(depth), seed: 7 }.think(&start, Budget::default(), &mut ()).verdict;
            assert_eq!(analysis.stopped_by, None);
            for ranked in &analysis.moves {
                match ranked.proved {
                    Some(value) => assert_eq!(value, plain(start.after(ranked.mv)).reversed(), "{start}: {ranked:?}"),
                    None => assert_eq!(ranked.value, Some(0.0)),
                }
                *(if ranked.proved.is_some() { &mut proofs } else { &mut guesses }) += 1;
            }
            if let Some(value) = analysis.proved {
                assert_eq!(value, plain(start), "{start} at {depth}");
            }
        }
    }
    assert!(proofs > 500 && guesses > 500, "{proofs} proofs, {guesses} guesses");
}

#[test]
fn limits_hold_and_are_named() {
    let start = Piles { piles: [9, 8, 7], turn: 0 };
    let mut search = AlphaBeta { depth: None, seed: 0 };
    for nodes in [0, 1, 5, 50] {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let report = search.think(&start, budget, &mut ());
        assert_eq!((report.verdict.stopped_by, report.stats.expanded), (Some(Stop::Nodes), nodes));
        assert_eq!(report.verdict.moves.len(), 6);
        assert_eq!(search.decide(&start, budget, &mut ()).verdict, Decision::Unknown(Stop::Nodes));
    }
    let budget = Budget { bytes: Some(100), ..Budget::default() };
    assert_eq!(search.decide(&start, budget, &mut ()).verdict, Decision::Unknown(Stop::Memory));
    let shallow = AlphaBeta { depth: Some(2), seed: 0 }.decide(&start, Budget::default(), &mut ());
    assert_eq!(shallow.verdict, Decision::Unknown(Stop::Nodes));
}

#[test]
fn luck_repeats_and_differs_between_seeds() {
    let start = Piles { piles: [9, 8, 7], turn: 0 };
    let order = |seed| {
        let analysis = RandomMover { seed }.think(&start, Budget::default(), &mut ()).verdict;
        let mut moves: Vec<_> = analysis.moves.iter().map(|ranked| ranked.mv.to_string()).collect();
        let order = moves.join(" ");
        moves.sort();
        (order, moves)
    };
    let orders: Vec<_> = (0..20).map(order).collect();
    assert!(orders.iter().all(|(_, sorted)| *sorted == orders[0].1), "each move is ranked once");
    assert!(orders.iter().any(|(order, _)| *order != orders[0].0));
    assert_eq!(orders, (0..20).map(order).collect::<Vec<_>>());
}

#[test]
fn a_search_beats_luck_and_never_gives_away_what_it_has() {
    let mut wins = [0; 2];
    for (seed, start) in (0..).zip(starts().filter(|start| start.ended().is_none())) {
        let (mut at, search) = (start, if seed % 4 < 2 { Player::One } else { Player::Two });
        while at.ended().is_none() {
            let moves = if at.to_move() == search {
                AlphaBeta { depth: None, seed }.think(&at, Budget::default(), &mut ()).verdict.moves
            } else {
                RandomMover { seed }.think(&at, Budget::default(), &mut ()).verdict.moves
            };
            at.try_play(moves[0].mv).expect("legal");
        }
        let for_search = |value: Value, at: &Piles| if at.to_move() == search { value } else { value.reversed() };
        let reached = for_search(at.ended().expect("over"), &at);
        assert!(reached >= for_search(plain(start), &start), "{start}");
        match reached {
            Value::Win => wins[0] += 1,
            Value::Loss => wins[1] += 1,
            Value::Draw => {}
        }
    }
    assert!(wins[0] > 2 * wins[1] && wins[1] > 0, "{wins:?}");
}
