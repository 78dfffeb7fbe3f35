//! How a position is played to the end, or judged without.

use kibitzer_core::{Evaluator, Heuristic, Payoff, SplitMix, Value};

/// How a playout came out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finish {
    /// What it is worth to the side that was to move where it began, from -1 to 1.
    pub worth: f32,
    /// Whether it reached a goal. Only puzzles have goals; the moves are then worth keeping.
    pub is_goal: bool,
}

/// A way to play on from a position. Luck comes from the stream alone, so a playout can be run again.
pub trait Playout<G: Payoff>: Sync {
    /// Plays from `position`, showing each move to `seen`.
    fn play(&self, position: G, stream: &mut SplitMix, seen: impl FnMut(G::Move)) -> Finish;

    /// What is proved about a position of a duel, for the side to move, by whoever knows the game. Searches that keep
    /// proofs ask once for each node, where its first playout would begin; a proof saves the playout, and must be one.
    #[inline]
    fn judge(&self, position: &G) -> Option<Value> {
        let _ = position;
        None
    }
}

/// Plays moves as `advance` does until the end, or until `limit` moves are made: that is worth 0 in a duel, and in a puzzle
/// as much as if it were a dead end.
#[inline]
fn run<G: Payoff>(
    mut position: G,
    limit: u32,
    mut advance: impl FnMut(&mut G) -> Option<G::Move>,
    mut seen: impl FnMut(G::Move),
) -> Finish {
    let mut sign = 1.0;
    for _ in 0..limit {
        let Some(mv) = advance(&mut position) else { break };
        seen(mv);
        if G::ALTERNATES {
            sign = -sign;
        }
    }
    match position.ended() {
        Some(ended) => Finish { worth: sign * position.worth(ended), is_goal: !G::ALTERNATES && ended == Value::Win },
        None if G::ALTERNATES => Finish { worth: 0.0, is_goal: false },
        None => Finish { worth: position.worth(Value::Loss), is_goal: false },
    }
}

/// Makes the moves that `choose` gives.
#[inline]
fn playing<G: Payoff>(mut choose: impl FnMut(&G) -> Option<G::Move>) -> impl FnMut(&mut G) -> Option<G::Move> {
    move |position| {
        let mv = choose(position)?;
        position.play(mv);
        Some(mv)
    }
}

/// The longest playout, unless told otherwise: games that never end must not hang a search.
pub const PLAYOUT_LIMIT: u32 = 10_000;

/// Every move equally likely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uniform;

impl<G: Payoff> Playout<G> for Uniform {
    #[inline]
    fn play(&self, position: G, stream: &mut SplitMix, seen: impl FnMut(G::Move)) -> Finish {
        run(position, PLAYOUT_LIMIT, |position| position.play_random_move(stream), seen)
    }
}

/// Every move equally likely, and no more of them than this: for games that may go round in circles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UniformUpTo {
    /// The longest playout.
    pub limit: u32,
}

impl<G: Payoff> Playout<G> for UniformUpTo {
    #[inline]
    fn play(&self, position: G, stream: &mut SplitMix, seen: impl FnMut(G::Move)) -> Finish {
        run(position, self.limit, |position| position.play_random_move(stream), seen)
    }
}

/// Plays as another does, but a goal counts 1 and any other end -1, however near it came. The way to a goal is not kept, so
/// that a search goes on where it has met one, as the plain search of a paper does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllOrNothing<P>(
    /// How it plays.
    pub P,
);

impl<G: Payoff, P: Playout<G>> Playout<G> for AllOrNothing<P> {
    #[inline]
    fn play(&self, position: G, stream: &mut SplitMix, seen: impl FnMut(G::Move)) -> Finish {
        let finish = self.0.play(position, stream, seen);
        Finish { worth: if finish.is_goal { 1.0 } else { -1.0 }, is_goal: false }
    }
}

/// Wins at once where that is possible, and else avoids what loses at once (Teytaud & Teytaud 2010).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decisive;

impl<G: Payoff> Playout<G> for Decisive {
    #[inline]
    fn play(&self, position: G, stream: &mut SplitMix, seen: impl FnMut(G::Move)) -> Finish {
        run(position, PLAYOUT_LIMIT, playing(|position: &G| position.decisive_move(stream)), seen)
    }
}

/// Follows a heuristic, but now and then plays at random. Moves that the heuristic knows to be dead come last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guided<H> {
    /// Says how many moves a position still needs, to the side that moved there: fewer is better.
    pub heuristic: H,
    /// The share of random moves, from 0 to 1.
    pub random: f32,
}

impl<G: Payoff, H: Heuristic<G> + Sync> Playout<G> for Guided<H> {
    fn play(&self, position: G, stream: &mut SplitMix, seen: impl FnMut(G::Move)) -> Finish {
        let choose = |position: &G| {
            if chance(stream) < self.random {
                return position.random_move(stream);
            }
            position.moves().min_by_key(|mv| self.heuristic.estimate(&position.after(*mv)).unwrap_or(u32::MAX))
        };
        run(position, PLAYOUT_LIMIT, playing(choose), seen)
    }
}

/// One of the best few, the better the likelier: with k moves the first has k chances, the next k - 1, the last one
/// (the playout of the Gaps paper, with k = 4). A move that reaches a goal is taken without luck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TopK<H> {
    /// As in [`Guided`].
    pub heuristic: H,
    /// How many.
    pub best: usize,
    /// The longest playout; [`PLAYOUT_LIMIT`] where the game ends by itself.
    pub limit: u32,
}

impl<G: Payoff, H: Heuristic<G> + Sync> Playout<G> for TopK<H> {
    fn play(&self, position: G, stream: &mut SplitMix, seen: impl FnMut(G::Move)) -> Finish {
        let mut ranked: Vec<(u32, G::Move)> = Vec::new();
        let goal = if G::ALTERNATES { Value::Loss } else { Value::Win };
        let choose = |position: &G| {
            ranked.clear();
            for mv in position.moves() {
                let next = position.after(mv);
                if next.ended() == Some(goal) {
                    return Some(mv);
                }
                ranked.push((self.heuristic.estimate(&next).unwrap_or(u32::MAX), mv));
            }
            ranked.sort_by_key(|(estimate, _)| *estimate);
            let few = ranked.len().min(self.best.max(1));
            if few == 0 {
                return None;
            }
            Some(ranked[falling(few, stream)].1)
        };
        run(position, self.limit, playing(choose), seen)
    }
}

/// A number below `few`: the first has so many chances, the next one less, the last one.
pub(crate) fn falling(few: usize, stream: &mut SplitMix) -> usize {
    let mut ticket = stream.below(few * (few + 1) / 2);
    let mut rank = 0;
    while ticket >= few - rank {
        ticket -= few - rank;
        rank += 1;
    }
    rank
}

/// No playout: an evaluator says what the position is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluated<E> {
    /// The evaluator.
    pub evaluator: E,
}

impl<G: Payoff, E: Evaluator<G> + Sync> Playout<G> for Evaluated<E> {
    fn play(&self, position: G, _: &mut SplitMix, _: impl FnMut(G::Move)) -> Finish {
        match position.ended() {
            Some(ended) => Finish { worth: position.worth(ended), is_goal: !G::ALTERNATES && ended == Value::Win },
            None => Finish { worth: self.evaluator.value(&position), is_goal: false },
        }
    }
}

/// A number from 0 to 1, 1 excluded.
#[expect(clippy::cast_precision_loss, reason = "24 bits fit")]
fn chance(stream: &mut SplitMix) -> f32 {
    (stream.next_u64() >> 40) as f32 / (1_u32 << 24) as f32
}
