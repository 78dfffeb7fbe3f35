//! Matches at equal CPU time, or with equally many playouts.

use std::time::Duration;

use cpu_time::ThreadTime;
use kibitzer_core::{Duel, Game, Outcome, Payoff, Player, SplitMix};
use kibitzer_games::connect4::{Column, Connect4};

use crate::{Contender, Elo};

/// Playouts between two looks at the clock.
const STEP: u64 = 128;

/// Random moves before the contenders take over.
const OPENING_PLIES: usize = 4;

/// What a move may cost. Solved positions cost less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// CPU time.
    Time(Duration),
    /// Playouts; the games then repeat from the seed.
    Playouts(u64),
}

/// The terms of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// Openings; each is played twice, with colours swapped.
    pub pairs: u64,
    /// What a move may cost.
    pub limit: Limit,
    /// The luck of the openings and of the contenders.
    pub seed: u64,
}

/// How a match ended for the first contender.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The share of the points in each pair.
    pub pairs: Vec<f64>,
}

impl Score {
    /// The difference in strength.
    #[must_use]
    pub fn elo(&self) -> Elo {
        Elo::of_pairs(&self.pairs)
    }

    fn add(&mut self, games: [Option<bool>; 2]) {
        let mut points = 0.0;
        for is_won in games {
            match is_won {
                Some(true) => self.wins += 1,
                None => self.draws += 1,
                Some(false) => self.losses += 1,
            }
            points += is_won.map_or(0.5, |is_won| f64::from(u8::from(is_won)));
        }
        self.pairs.push(points / 2.0);
    }
}

impl Contest {
    /// Plays the match.
    #[must_use]
    pub fn play(&self, contender: &dyn Contender, rival: &dyn Contender) -> Score {
        let mut score = Score::default();
        for pair in 0..self.pairs {
            let mut stream = SplitMix::new(self.seed.wrapping_add(pair));
            let opening = opening(&mut stream);
            score.add([Player::One, Player::Two].map(|side| {
                let sides = if side == Player::One { [contender, rival] } else { [rival, contender] };
                match self.game(opening, sides, &mut stream) {
                    Outcome::Win(winner) => Some(winner == side),
                    Outcome::Draw => None,
                }
            }));
        }
        score
    }

    fn game(&self, opening: Connect4, sides: [&dyn Contender; 2], stream: &mut SplitMix) -> Outcome {
        let mut position = opening;
        loop {
            if let Some(outcome) = position.outcome() {
                return outcome;
            }
            let mover = sides[usize::from(position.to_move() == Player::Two)];
            let mv = self.think(mover, &position, stream.next_u64());
            position.try_play(mv).expect("contenders choose among the moves of the position");
        }
    }

    fn think(&self, mover: &dyn Contender, position: &Connect4, seed: u64) -> Column {
        let started = ThreadTime::now();
        let mut search = mover.search(position, seed);
        match self.limit {
            Limit::Time(time) => loop {
                search.grow(STEP);
                if search.is_solved() || started.elapsed() >= time {
                    break;
                }
            },
            Limit::Playouts(playouts) => search.grow(playouts),
        }
        search.best()
    }
}

fn opening(stream: &mut SplitMix) -> Connect4 {
    let mut position = Connect4::default();
    for _ in 0..OPENING_PLIES {
        position.play(position.random_move(stream).expect("no game is over so soon"));
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Search;

    /// Plays the first move that is legal, or the last.
    struct Edge {
        is_left: bool,
    }

    impl Contender for Edge {
        fn name(&self) -> &'static str {
            "edge"
        }

        fn search(&self, position: &Connect4, _: u64) -> Box<dyn Search> {
            let mut moves = position.moves();
            Box::new(Chosen(if self.is_left { moves.next() } else { moves.last() }.expect("the game is not over")))
        }
    }

    struct Chosen(Column);

    impl Search for Chosen {
        fn grow(&mut self, _: u64) {}

        fn is_solved(&self) -> bool {
            true
        }

        fn best(&self) -> Column {
            self.0
        }

        fn nodes(&self) -> u64 {
            1
        }
    }

    #[test]
    fn a_match_seen_from_the_other_side_is_the_reverse() {
        let contest = Contest { pairs: 20, limit: Limit::Playouts(1), seed: 3 };
        let (left, right) = (Edge { is_left: true }, Edge { is_left: false });
        let (one, other) = (contest.play(&left, &right), contest.play(&right, &left));
        assert_eq!((one.wins, one.draws, one.losses), (other.losses, other.draws, other.wins));
        assert_eq!(one.wins + one.draws + one.losses, 40);
        assert!(one.pairs.iter().zip(&other.pairs).all(|(one, other)| (one + other - 1.0).abs() < 1e-9));
    }
}
