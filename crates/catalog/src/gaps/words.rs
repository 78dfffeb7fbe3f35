//! What is said of moves of Gaps: why one is illegal, and what a legal one does.

use kibitzer_core::Game;
use kibitzer_games::cards::Card;
use kibitzer_games::gaps::{First, Gaps, Shift};

use super::board::rank_sign;

/// A line of moves, word by word. Commas may stand between moves; those within a move stay.
pub(super) fn split(moves: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for word in moves.split_whitespace() {
        let mut rest = word;
        // `7H>2,5,8H>3,1`: the first comma behind a `>` belongs to the move.
        while let Some(end) = end_of_move(rest) {
            words.push(&rest[..end]);
            rest = &rest[end + 1..];
        }
        words.push(rest);
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Where the comma is that ends the first move.
fn end_of_move(text: &str) -> Option<usize> {
    let first = text.find(',')?;
    if text[..first].contains('>') {
        let second = text[first + 1..].find(',')?;
        Some(first + 1 + second)
    } else {
        Some(first)
    }
}

/// Why a move is illegal.
pub(super) fn objection(position: &Gaps, shift: Shift) -> String {
    let Shift { card, row, column } = shift;
    let (row, column) = (usize::from(row), usize::from(column));
    let (size, cell) = (position.size(), place(row, column));
    let Some(here) = position.place(card) else {
        let ranks = (rank_sign(position.lowest()), rank_sign(position.highest()));
        let is_of_rank = (position.lowest()..=position.highest()).contains(&card.rank());
        return if is_of_rank {
            format!("{card} is not in play")
        } else {
            format!("{card} is not in play: the ranks go from {} to {}", ranks.0, ranks.1)
        };
    };
    if row >= size.rows() || column >= size.columns() {
        return format!("there is no cell {cell}: the board has {} rows and {} columns", size.rows(), size.columns());
    }
    if here == (row, column) {
        return format!("{card} lies there already");
    }
    if let Some(other) = position.card(row, column) {
        return format!("{card} cannot go there: {cell} is not a gap, it holds {other}");
    }
    if column > 0 {
        return match position.card(row, column - 1) {
            None => format!("{card} cannot go there: left of {cell} is a gap, too, so that nothing may enter"),
            Some(left) if left.rank() == position.highest() => {
                format!("{card} cannot go there: behind {left}, a card of the highest rank, nothing may follow")
            }
            Some(left) => {
                let next = following(left).map(|next| format!("only {next}")).unwrap_or_default();
                format!("{card} cannot go there: the card left of the gap is {left}, so {next} may enter")
            }
        };
    }
    let lowest = ranks_in_words(position.lowest());
    match (position.first(), position.suit_of_row(row)) {
        (First::Suit, Some(suit)) => {
            let only = Card::new(4 * position.lowest() + suit).map(|card| card.to_string()).unwrap_or_default();
            format!("{card} cannot go there: row {} belongs to one suit, and only {only} may begin it", row + 1)
        }
        _ => format!("{card} cannot go there: only {lowest} may enter the first column"),
    }
}

/// What a legal move does.
pub(super) fn explanation(position: &Gaps, shift: Shift) -> String {
    let Shift { card, row, column } = shift;
    let (row, column) = (usize::from(row), usize::from(column));
    let after = position.after(shift);
    let does = match column.checked_sub(1).and_then(|left| position.card(row, left)) {
        Some(left) => format!("{card} follows {left}"),
        None => format!("{card} begins row {}", row + 1),
    };
    let stays = if column < after.settled(row) { ", where it can stay" } else { "" };
    let opens = match position.place(card) {
        Some((row, column)) => opened(&after, card, (row, column)),
        None => String::new(),
    };
    format!("{does}{stays}{opens}")
}

/// What may enter the gap that a card has left behind.
fn opened(after: &Gaps, moved: Card, (row, column): (usize, usize)) -> String {
    let (cell, entrants) = (place(row, column), after.entrants(row, column));
    let only = after.cards().find(|card| entrants >> card.number() & 1 == 1);
    match (entrants.count_ones(), only, after.first()) {
        (1, Some(card), _) if card == moved => format!("; only {card} may enter {cell} again"),
        (1, Some(card), _) => format!("; it opens {cell} for {card}"),
        (0, ..) => format!("; nothing may enter {cell} then"),
        (_, _, First::Any) => format!("; it opens {cell} for any card"),
        (_, _, First::Lowest | First::Suit) => format!("; it opens {cell} for the {}", ranks_in_words(after.lowest())),
    }
}

/// The card of the same suit and the next rank.
fn following(card: Card) -> Option<Card> {
    u8::try_from(card.number() + 4).ok().and_then(Card::new)
}

/// A cell as moves name it.
fn place(row: usize, column: usize) -> String {
    format!("{},{}", row + 1, column + 1)
}

/// All cards of a rank.
fn ranks_in_words(rank: u8) -> &'static str {
    const WORDS: [&str; 13] = [
        "aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens",
        "kings",
    ];
    WORDS[usize::from(rank)]
}
