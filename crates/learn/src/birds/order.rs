//! The fast order of moves: a weighted sum of whole numbers, known for all children from their parent alone.

use kibitzer_core::{Heuristic, MoveOrder};
use kibitzer_games::birds::{Birds, Flight};
use kibitzer_games::cards::Card;

use crate::features::Features;
use crate::features::birds::{Glance, OrderFeatures, Seat};
use crate::models::{Library, Model};

use super::estimate;

/// Positions by a weighted sum of [`OrderFeatures`], with weights for each number of stacks: siblings have equally many.
///
/// It orders, and proves nothing: no position is called dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FastOrder {
    /// For each number of stacks, the weights.
    weights: Vec<[i32; OrderFeatures::COUNT]>,
}

impl FastOrder {
    /// Weights of a fit times this are rounded.
    pub(super) const UNIT: f64 = 1024.0;

    pub(super) fn name(stacks: usize) -> String {
        format!("order-{stacks}")
    }

    /// The order that a library holds as models `order-2`, `order-3` and so on. Numbers of stacks beyond the last are
    /// weighed like the last.
    #[must_use]
    pub fn from_library(library: &Library) -> Option<Self> {
        let names = OrderFeatures.names();
        let mut weights = vec![[0; OrderFeatures::COUNT]; 2];
        while let Some(Model::Linear(linear)) = library.get(&Self::name(weights.len()), &names) {
            #[expect(clippy::cast_possible_truncation, reason = "rounding is wanted, and the cast saturates")]
            let whole = |index: usize| (linear.weights[index].round().clamp(-1e6, 1e6)) as i32;
            weights.push(std::array::from_fn(whole));
        }
        (weights.len() > 2).then_some(Self { weights })
    }

    fn weights(&self, stacks: u32) -> &[i32; OrderFeatures::COUNT] {
        &self.weights[(stacks as usize).min(self.weights.len() - 1)]
    }

    /// How good the position looks among its siblings; larger is better.
    #[must_use]
    pub fn value(&self, state: &Birds) -> i64 {
        let weights = self.weights(state.stack_count());
        let counts = OrderFeatures::counts(state);
        weights.iter().zip(&counts).map(|(&weight, &count)| i64::from(weight) * i64::from(count)).sum()
    }
}

impl Heuristic<Birds> for FastOrder {
    fn estimate(&self, state: &Birds) -> Option<u32> {
        Some(estimate(self.value(state)))
    }
}

/// The rank of a flight is [`FastOrder::value`] of the child, without the child.
///
/// A flight takes the covered card out of the card graph and the cell that is left out of the rook graph. So what the
/// child has of cards depends on the covered stack alone, and what it has of cells on the one that leaves: both are
/// weighed once a stack. Only the legal pairs depend on both, and take one count of bits a flight: the child loses those
/// of both stacks, which share one, and gains those of the bird on its new cell.
impl MoveOrder<Birds> for FastOrder {
    fn rank(&self, state: &Birds, out: &mut Vec<(i64, Flight)>) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt") {
            #[expect(unsafe_code, reason = "the processor was just asked whether it has the instruction")]
            return unsafe { rank_with_popcnt(self, state, out) };
        }
        rank_anywhere(self, state, out);
    }
}

/// The same, compiled for processors that count bits in one instruction: counting bits is most of the work.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn rank_with_popcnt(order: &FastOrder, state: &Birds, out: &mut Vec<(i64, Flight)>) {
    rank_anywhere(order, state, out);
}

#[expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]
#[inline(always)]
fn rank_anywhere(order: &FastOrder, state: &Birds, out: &mut Vec<(i64, Flight)>) {
    let glance = Glance::new(state);
    let [legal, pairs, lines, card_1, card_2, card_3, cell_1, cell_2] =
        order.weights(state.stack_count() - 1).map(i64::from);
    let mut sets = Sets::default();
    let (mut legal_sum, mut pair_sum, mut line_sum) = (0, 0, 0);
    for seat in glance.seats() {
        let [card, cell] = [count(seat.partners), count(seat.line) - 1];
        sets.card[few(seat.partners)] |= seat.card;
        sets.cell[few(seat.line & !seat.card)] |= seat.card;
        pair_sum += card;
        line_sum += cell;
        legal_sum += count(seat.partners & seat.line);
    }
    // For each card by number: what a child has of cells if this stack leaves, and of cards if it is covered. For each
    // stack in the order of the moves: its card, and the cards in its line.
    let mut left = [0; 52];
    let mut covered = [0; 52];
    let mut lines_of = [(ANY_CARD, 0); 49];
    for ((seat, (_, _, stack)), entry) in glance.seats().zip(state.stacks()).zip(&mut lines_of) {
        *entry = (stack.top, seat.line);
        let number = stack.top.number();
        let [own, near] = [seat.card, seat.partners];
        let has = |set: u64| count(set & !own);
        let pairs_lost = 2 * count(near);
        covered[number] = pairs * (pair_sum - pairs_lost)
            + card_1 * (has(sets.card[1]) + count(sets.card[2] & near))
            + card_2 * (has(sets.card[2] & !near) + count(sets.card[3] & near))
            + card_3 * (has(sets.card[3] & !near) + count(sets.card[4] & near))
            - 2 * legal * count(near & seat.line);
        let near = seat.line & !own;
        left[number] = lines * (line_sum - 2 * count(near))
            + cell_1 * (has(sets.cell[1]) + count(sets.cell[2] & near))
            + cell_2 * (has(sets.cell[2] & !near) + count(sets.cell[3] & near))
            + legal * (legal_sum + 2 - 2 * count(seat.partners & seat.line));
    }
    for (Seat { partners, line, .. }, (_, _, bird)) in glance.seats().zip(state.stacks()) {
        for &(onto, onto_line) in &lines_of[..state.stack_count() as usize] {
            let target = 1 << onto.number();
            if partners & line & target != 0 {
                let gained = count(partners & onto_line & !target);
                let rank = left[bird.top.number()] + covered[onto.number()] + 2 * legal * gained;
                out.push((rank, Flight { bird: bird.top, onto }));
            }
        }
    }
}

/// The cards of stacks by how many others they are joined to, in either graph: at most one, two, three, four, or more.
#[derive(Default)]
struct Sets {
    card: [u64; 6],
    cell: [u64; 6],
}

/// Fills places that nobody reads.
const ANY_CARD: Card = Card::new(0).expect("there is a first card");

#[inline]
fn count(set: u64) -> i64 {
    i64::from(set.count_ones())
}

/// Which set a degree belongs to: 1 to 4, or 5 for more.
#[inline]
fn few(neighbours: u64) -> usize {
    neighbours.count_ones().clamp(1, 5) as usize
}

/// Another heuristic, and dead where the cards or the cells fall apart: what is not joined now never will be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joined<H>(
    /// What orders the rest.
    pub H,
);

impl<H: Heuristic<Birds>> Heuristic<Birds> for Joined<H> {
    fn estimate(&self, state: &Birds) -> Option<u32> {
        if Glance::new(state).is_joined() { self.0.estimate(state) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_core::{Blind, Game};

    use super::*;
    use crate::features::birds::positions;
    use crate::models::Linear;

    #[test]
    fn ranks_are_weighted_sums_by_the_number_of_stacks() {
        let mut library = Library::default();
        for stacks in 2..=5_u8 {
            let weights = (0..OrderFeatures::COUNT).map(|column| f64::from(stacks) * 100.0 - column as f64).collect();
            library.insert(
                &FastOrder::name(stacks.into()),
                OrderFeatures.names(),
                Model::Linear(Linear { weights, bias: 0.0 }),
            );
        }
        let order = FastOrder::from_library(&library).expect("it is there");
        for board in positions(200) {
            let mut row = Vec::new();
            OrderFeatures.measure(&board, &mut row);
            let stacks = board.stack_count().min(5) as f32;
            let known = if stacks < 2.0 { 0.0 } else { 1.0 };
            let slow: f32 =
                row.iter().enumerate().map(|(column, x)| known * x * (stacks * 100.0 - column as f32)).sum();
            assert_eq!(order.value(&board) as f32, slow, "{board}");
            assert_eq!(order.estimate(&board), Some(estimate(order.value(&board))));
        }
        assert_eq!(FastOrder::from_library(&Library::default()), None);
    }

    /// The slow twin: play the flight and weigh what comes out.
    #[test]
    fn a_flight_is_ranked_by_the_child_it_leads_to() {
        let weights = [[7, -3, 11, 101, 53, 29, -61, 17]; 3];
        let order = FastOrder { weights: weights.to_vec() };
        let mut flights = 0;
        for board in positions(300).filter(|board| board.stack_count() > 1) {
            let slow: Vec<(i64, Flight)> = board.moves().map(|mv| (order.value(&board.after(mv)), mv)).collect();
            let mut fast = Vec::new();
            order.rank(&board, &mut fast);
            assert_eq!(fast, slow, "{board}");
            fast.clear();
            rank_anywhere(&order, &board, &mut fast);
            assert_eq!(fast, slow, "{board}");
            flights += slow.len();
        }
        assert!(flights > 3_000, "only {flights} flights");
    }

    #[test]
    fn better_ranks_are_smaller_estimates_and_none_overflows() {
        assert!(estimate(5) < estimate(4) && estimate(4) < estimate(-4));
        assert_eq!((estimate(i64::MAX), estimate(i64::MIN)), (1, u32::MAX));
    }

    #[test]
    fn what_falls_apart_is_dead_and_nothing_else_is() {
        for board in positions(300) {
            let connected = board.card_graph().is_connected() && board.rook_graph().is_connected();
            assert_eq!(Joined(Blind).estimate(&board), connected.then_some(0), "{board}");
        }
    }
}
