//! Which move to try next: the formulas, each a few lines.

use std::any::type_name;
use std::fmt::{self, Debug};

use kibitzer_core::{Evaluator, Payoff};

use super::node::Node;

/// What is known of one move at the moment of choosing. Values are for the side that chooses.
#[derive(Clone, Copy, Debug)]
pub struct Arm<'a>(pub(super) &'a Node);

impl Arm<'_> {
    /// How often it was tried; at least once.
    #[must_use]
    pub fn visits(&self) -> u32 {
        self.0.visits()
    }

    /// 1 / sqrt(visits), which most formulas need and nodes remember.
    #[inline]
    #[must_use]
    pub fn inverse_root(&self) -> f32 {
        self.0.inverse_root()
    }

    /// The mean value of its playouts, or what the backup makes of them. Infinite where it is proved won or lost: any
    /// formula that adds to it then takes the move, or never does.
    #[inline]
    #[must_use]
    pub fn value(&self) -> f32 {
        self.0.value()
    }

    /// What the selection noted when the move was first seen, or since.
    #[must_use]
    pub fn note(&self) -> f32 {
        self.0.note()
    }
}

/// A formula that weighs what is good against what is little known. The move with the highest score is tried.
pub trait Select<G: Payoff>: Sync {
    /// Whatever of the formula depends on the parent alone.
    type Parent: Copy;

    /// Prepares the formula for the children of a node with this many visits.
    fn parent(&self, visits: u32) -> Self::Parent;

    /// The score of a move that was tried.
    fn score(&self, parent: Self::Parent, arm: Arm<'_>) -> f32;

    /// The score of a move that was not, given what [`Urgency`] says of it and its note.
    fn score_untried(&self, parent: Self::Parent, urgency: f32, note: f32) -> f32 {
        let _ = (parent, note);
        urgency
    }

    /// Writes a note for each move of a position when its node gets children; `out` has one 0 for each move.
    fn note(&self, position: &G, out: &mut [f32]) {
        let _ = (position, out);
    }

    /// The note after a playout with this value, the visit counted.
    fn note_after(&self, note: f32, visits: u32, value: f32) -> f32 {
        let _ = (visits, value);
        note
    }

    /// Whether [`Select::note_after`] does anything.
    const TAKES_NOTES: bool = false;
}

/// How much a move that was never tried is worth trying.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Urgency {
    /// More than all that were: every child is visited once before any is visited twice, in a random order.
    EachOnce,
    /// As much as this score (first-play urgency: Gelly & Wang 2006).
    Score(f32),
}

#[expect(clippy::cast_precision_loss, reason = "24 bits are plenty for a formula")]
fn real(visits: u32) -> f32 {
    visits as f32
}

/// Numbers of visits below this are looked up: most nodes have few, and roots and logarithms are dear.
const FEW: usize = 1024;

/// The inverse of the square root of few visits.
static INVERSE_ROOTS: [f32; FEW] = {
    let mut table = [1.0; FEW];
    let mut visits = 1;
    while visits < FEW {
        #[expect(clippy::cast_precision_loss, reason = "below 1024")]
        let inverse = 1.0 / root(visits as f64);
        #[expect(clippy::cast_possible_truncation, reason = "the table holds f32")]
        let inverse = inverse as f32;
        table[visits] = inverse;
        visits += 1;
    }
    table
};

/// The natural logarithms of few visits.
static LOGARITHMS: [f32; FEW] = {
    let mut table = [0.0; FEW];
    let (mut visits, mut logarithm) = (2, 0.0);
    while visits < FEW {
        // ln(n) - ln(n - 1) = 2 artanh(1 / (2n - 1)), and the series of artanh is quick.
        #[expect(clippy::cast_precision_loss, reason = "below 1024")]
        let ratio = 1.0 / (2 * visits - 1) as f64;
        let (mut power, mut term) = (ratio, 1.0);
        while power > 1e-12 {
            logarithm += 2.0 * power / term;
            power *= ratio * ratio;
            term += 2.0;
        }
        #[expect(clippy::cast_possible_truncation, reason = "the table holds f32")]
        let entry = logarithm as f32;
        table[visits] = entry;
        visits += 1;
    }
    table
};

/// Newton's iteration, since roots are not to be had at compile time.
const fn root(number: f64) -> f64 {
    let (mut root, mut step) = (number, 0);
    while step < 40 {
        root = 0.5 * (root + number / root);
        step += 1;
    }
    root
}

/// 1 / sqrt(visits).
#[inline]
pub(super) fn inverse_root(visits: u32) -> f32 {
    match INVERSE_ROOTS.get(visits as usize) {
        Some(inverse) => *inverse,
        None => 1.0 / real(visits).sqrt(),
    }
}

/// The natural logarithm of a number of visits: of its ten leading bits, so at most 0.002 too small.
#[inline]
fn ln(visits: u32) -> f32 {
    let shift = (u32::BITS - 10).saturating_sub(visits.leading_zeros());
    #[expect(clippy::cast_precision_loss, reason = "at most 22")]
    let powers = shift as f32;
    LOGARITHMS[(visits >> shift) as usize] + powers * std::f32::consts::LN_2
}

/// UCB1 (Auer, Cesa-Bianchi & Fischer 2002): mean + c * sqrt(ln N / n).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ucb1 {
    /// The weight of what is little known.
    pub exploration: f32,
}

impl Ucb1 {
    /// The UCT of Roberson & Sperduto (2019): mean + 2 Cp * sqrt(2 ln n / nj).
    #[must_use]
    pub fn with_cp(cp: f32) -> Ucb1 {
        Ucb1 { exploration: 2.0 * cp * std::f32::consts::SQRT_2 }
    }
}

impl<G: Payoff> Select<G> for Ucb1 {
    type Parent = f32;

    #[inline]
    fn parent(&self, visits: u32) -> f32 {
        self.exploration * ln(visits).sqrt()
    }

    #[inline]
    fn score(&self, parent: f32, arm: Arm<'_>) -> f32 {
        arm.value() + parent * arm.inverse_root()
    }
}

/// UCB1-Tuned (same paper, section 4): the bonus is scaled by the move's own variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ucb1Tuned {
    /// The weight of what is little known; 1 is the paper's.
    pub exploration: f32,
}

impl<G: Payoff> Select<G> for Ucb1Tuned {
    type Parent = f32;
    const TAKES_NOTES: bool = true;

    fn parent(&self, visits: u32) -> f32 {
        ln(visits)
    }

    /// Values from -1 to 1 are rewards from 0 to 1 stretched twofold: their variance is a fourth, the bonus twice.
    fn score(&self, parent: f32, arm: Arm<'_>) -> f32 {
        let share = parent / real(arm.visits());
        let variance = (arm.note() - arm.value() * arm.value()).max(0.0) / 4.0 + (2.0 * share).sqrt();
        arm.value() + 2.0 * self.exploration * (share * variance.min(0.25)).sqrt()
    }

    /// The note is the mean of the squares.
    fn note_after(&self, note: f32, visits: u32, value: f32) -> f32 {
        note + (value * value - note) / real(visits.max(1))
    }
}

/// PUCT (Rosin 2011, as in `AlphaZero`): mean + c * prior * sqrt(N) / (1 + n).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Puct<E> {
    /// The weight of what is little known.
    pub exploration: f32,
    /// Where the priors come from.
    pub priors: E,
}

impl<G: Payoff, E: Evaluator<G> + Sync> Select<G> for Puct<E> {
    type Parent = f32;

    fn parent(&self, visits: u32) -> f32 {
        self.exploration * real(visits).sqrt()
    }

    fn score(&self, parent: f32, arm: Arm<'_>) -> f32 {
        arm.value() + parent * arm.note() / (1.0 + real(arm.visits()))
    }

    fn score_untried(&self, parent: f32, urgency: f32, note: f32) -> f32 {
        urgency + parent * note
    }

    fn note(&self, position: &G, out: &mut [f32]) {
        let mut priors = Vec::new();
        self.priors.priors(position, &mut priors);
        for (note, prior) in out.iter_mut().zip(priors) {
            *note = prior;
        }
    }
}

/// The UCB of Darmanger, Gombas and Radomski (2024, section 4.2.1): w / n + Wc * sqrt(ln N / n) + Ws * S, where S is a hand-made
/// score of the position that the move leads to.
#[derive(Clone, Copy, PartialEq)]
pub struct UcbScored<F> {
    /// Wc, the weight of what is little known.
    pub exploration: f32,
    /// Ws, the weight of the score.
    pub weight: f32,
    /// S, the score of a position for the side that moved to it.
    pub score: F,
}

impl<F> Debug for UcbScored<F> {
    /// Functions are named by their type, which is the same from run to run.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UcbScored { exploration, weight, .. } = self;
        write!(f, "UcbScored {{ exploration: {exploration:?}, weight: {weight:?}, score: {} }}", type_name::<F>())
    }
}

impl<G: Payoff, F: Fn(&G) -> f32 + Sync> Select<G> for UcbScored<F> {
    type Parent = f32;

    fn parent(&self, visits: u32) -> f32 {
        self.exploration * ln(visits).sqrt()
    }

    fn score(&self, parent: f32, arm: Arm<'_>) -> f32 {
        arm.value() + parent * arm.inverse_root() + self.weight * arm.note()
    }

    fn score_untried(&self, _: f32, urgency: f32, note: f32) -> f32 {
        urgency + self.weight * note
    }

    fn note(&self, position: &G, out: &mut [f32]) {
        for (note, mv) in out.iter_mut().zip(position.moves()) {
            *note = (self.score)(&position.after(mv));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_hold_what_the_library_computes() {
        let large = [1_000_000, u32::MAX / 3, u32::MAX - 1, u32::MAX];
        for visits in (1..5_000).chain(large) {
            let real = f64::from(visits);
            assert!((f64::from(inverse_root(visits)) * real.sqrt() - 1.0).abs() < 1e-6, "{visits}");
            let missing = real.ln() - f64::from(ln(visits));
            assert!((-1e-5..0.002).contains(&missing), "{visits}: {missing}");
        }
    }
}
