//! A model as moves.

use super::core::Core;
use super::encode::Encoding;
use crate::gaps::layout::{Layout, Piece, Step};

/// The moves of a model in which no suit hops, in an order that fits all events.
pub(super) fn plan(core: &Core, encoding: &Encoding, layout: &Layout) -> Vec<Step> {
    let events = &encoding.events;
    let mut places = layout.places();
    let mut steps = Vec::new();
    for suit in 0..events.rows {
        let last_row = (0..events.rows).find(|&row| core.is_true(encoding.finals[suit][row])).expect("one is chosen");
        for rank in 0..events.ranks {
            let piece = Piece { suit: byte(suit), rank: byte(rank) };
            for (level, here) in events.cards[suit][rank].levels.iter().enumerate().skip(1) {
                let (row, column) = match (here.cell, encoding.visits[suit][rank][level]) {
                    (Some(cell), Some(visit)) if core.is_true(visit) => cell,
                    (Some(_), _) => continue,
                    (None, _) => (last_row, rank),
                };
                steps.push((core.order.age(here.arrival), Step { piece, row: byte(row), column: byte(column) }));
            }
        }
    }
    steps.sort_by_key(|&(age, _)| age);
    let moves = steps.into_iter().map(|(_, step)| step).filter(|step| {
        // A card that waits in its place is stashed without a move.
        let place = &mut places[usize::from(step.piece.suit)][usize::from(step.piece.rank)];
        let goal = (usize::from(step.row), usize::from(step.column));
        std::mem::replace(place, goal) != goal
    });
    moves.collect()
}

pub(super) fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("boards are small")
}
