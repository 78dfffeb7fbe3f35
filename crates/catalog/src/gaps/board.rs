//! A position of Gaps as data to be drawn.

use kibitzer_core::Game;
use kibitzer_games::cards::Card;
use kibitzer_games::gaps::{First, Gaps, Shift};

use crate::card_board::{CardBoard, CardCell, CardContent, CardFace, Fits, Suit};
use crate::layout::{CardLayout, Pile, Place, Step};

/// The position, cell by cell.
pub(super) fn board(position: &Gaps) -> CardBoard {
    let moves: Vec<Shift> = position.moves().collect();
    let rows = (0..position.size().rows()).map(|row| {
        let settled = position.settled(row);
        (0..position.size().columns()).map(|column| cell(position, (row, column), settled, &moves)).collect()
    });
    CardBoard { rows: rows.collect() }
}

/// The position with the places that moves go from and to.
pub(super) fn layout(position: &Gaps) -> CardLayout {
    let (rows, columns) = (position.size().rows(), position.size().columns());
    let places = || (0..rows).flat_map(move |row| (0..columns).map(move |column| Place { row, column }));
    let card = |place: Place| position.card(place.row, place.column);
    let pile = |card: Card| Pile { card: card.to_string(), size: 1 };
    let cells = (0..rows).map(|row| (0..columns).map(|column| card(Place { row, column }).map(pile)).collect());
    let step = |shift: Shift| {
        let from = places().find(|place| card(*place) == Some(shift.card))?;
        Some(Step { mv: shift.to_string(), from, to: Place { row: shift.row.into(), column: shift.column.into() } })
    };
    CardLayout { rows: cells.collect(), steps: position.moves().filter_map(step).collect() }
}

fn cell(position: &Gaps, (row, column): (usize, usize), settled: usize, moves: &[Shift]) -> CardCell {
    let card = position.card(row, column);
    let content = match card {
        Some(card) => CardContent::Card { face: face(card), is_settled: column < settled },
        None => CardContent::Gap { fits: fits(position, row, column) },
    };
    let leads_here = |shift: &Shift| (usize::from(shift.row), usize::from(shift.column)) == (row, column);
    let is_here = |shift: &&Shift| card.map_or_else(|| leads_here(shift), |card| shift.card == card);
    CardCell { content, moves: moves.iter().filter(is_here).map(ToString::to_string).collect() }
}

fn fits(position: &Gaps, row: usize, column: usize) -> Fits {
    let entrants = position.entrants(row, column);
    match (entrants.count_ones(), position.first()) {
        (0, _) => Fits::Nothing,
        (1, _) => position
            .cards()
            .find(|card| entrants >> card.number() & 1 == 1)
            .map_or(Fits::Nothing, |card| Fits::Card(face(card))),
        (_, First::Any) => Fits::Any,
        (_, First::Lowest | First::Suit) => Fits::Rank(rank_sign(position.lowest()).to_string()),
    }
}

/// The sign of a rank, as in cards.
pub(super) fn rank_sign(rank: u8) -> char {
    let card = Card::new(4 * rank).map(|card| card.to_string());
    card.and_then(|card| card.chars().next()).expect("ranks are those of cards")
}

fn face(card: Card) -> CardFace {
    let suit = match card.suit() {
        0 => Suit::Clubs,
        1 => Suit::Diamonds,
        2 => Suit::Hearts,
        _ => Suit::Spades,
    };
    CardFace { name: card.to_string(), suit }
}
