//! Playing cards, and the decks that `FreeCell` numbers name.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use thiserror::Error;

const RANKS: &[u8; 13] = b"A23456789TJQK";
const SUITS: &[u8; 4] = b"CDHS";

/// One of the 52 cards. Ordered by rank from ace to king, then by suit: clubs, diamonds, hearts, spades.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// How many cards there are.
    pub const COUNT: usize = 52;

    /// The card with this number: four times the rank (ace 0, king 12) plus the suit (0 to 3 in the order CDHS).
    #[must_use]
    pub const fn new(number: u8) -> Option<Card> {
        if (number as usize) < Self::COUNT { Some(Card(number)) } else { None }
    }

    /// The card's number, below [`Card::COUNT`].
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The rank, from 0 for an ace to 12 for a king.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 4
    }

    /// The suit, from 0 to 3 in the order clubs, diamonds, hearts, spades.
    #[must_use]
    pub const fn suit(self) -> u8 {
        self.0 % 4
    }
}

impl Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = char::from(RANKS[usize::from(self.rank())]);
        let suit = char::from(SUITS[usize::from(self.suit())]);
        write!(f, "{rank}{suit}")
    }
}

impl Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// Text that is not a card.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{found}' is not a card")]
pub struct NotACard {
    /// The text.
    pub found: String,
}

impl FromStr for Card {
    type Err = NotACard;

    /// Reads `TH`, `th` and `10H` alike.
    fn from_str(text: &str) -> Result<Card, NotACard> {
        let parse = || {
            let upper = text.to_ascii_uppercase();
            let (rank, suit) = match *upper.as_bytes() {
                [rank, suit] => (rank, suit),
                [b'1', b'0', suit] => (b'T', suit),
                _ => return None,
            };
            let rank = RANKS.iter().position(|&r| r == rank)?;
            let suit = SUITS.iter().position(|&s| s == suit)?;
            u8::try_from(rank * 4 + suit).ok().and_then(Card::new)
        };
        parse().ok_or_else(|| NotACard { found: text.to_string() })
    }
}

/// The number of a Microsoft `FreeCell` deal: any number below 2^31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DealNumber(u32);

/// A number that names no deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{number} is not a deal number: they end at {last}", last = DealNumber::LAST)]
pub struct NotADealNumber {
    /// The number.
    pub number: u64,
}

impl DealNumber {
    /// The largest.
    pub const LAST: u32 = (1 << 31) - 1;

    /// The number itself.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// The cards of this deal, in the order in which they are dealt.
    ///
    /// The shuffle is that of the C library which Microsoft `FreeCell` was built with, as documented on Rosetta Code
    /// ("Deal cards for `FreeCell`"): a deck from kings to aces, each card drawn from what is left, the last card
    /// taking the place of the drawn one.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        let mut deck = const { kings_first() };
        let mut state = self.0;
        (0..Card::COUNT).map(move |dealt| {
            state = state.wrapping_mul(214_013).wrapping_add(2_531_011) & 0x7FFF_FFFF;
            let left = Card::COUNT - dealt;
            let drawn = Card::COUNT - 1 - (state >> 16) as usize % left;
            deck.swap(dealt, drawn);
            Card(deck[dealt])
        })
    }
}

/// The numbers of the cards from the king of spades down to the ace of clubs.
const fn kings_first() -> [u8; Card::COUNT] {
    let mut deck = [0; Card::COUNT];
    let mut number = 0;
    while number < 52 {
        deck[51 - number as usize] = number;
        number += 1;
    }
    deck
}

impl TryFrom<u64> for DealNumber {
    type Error = NotADealNumber;

    fn try_from(number: u64) -> Result<Self, NotADealNumber> {
        match u32::try_from(number) {
            Ok(small) if small <= Self::LAST => Ok(Self(small)),
            _ => Err(NotADealNumber { number }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_in_either_case() {
        for card in (0..52).filter_map(Card::new) {
            let text = card.to_string();
            assert_eq!(text.parse(), Ok(card));
            assert_eq!(text.to_lowercase().parse(), Ok(card));
        }
        assert_eq!("10h".parse::<Card>(), "TH".parse());
    }

    #[test]
    fn text_that_is_not_a_card_is_quoted() {
        for text in ["", "1X", "A", "11H", "ACC", "é", "💥"] {
            assert_eq!(text.parse::<Card>().unwrap_err().to_string(), format!("'{text}' is not a card"));
        }
    }

    /// `FreeCell` deals 1 and 617 as printed on Rosetta Code, "Deal cards for `FreeCell`".
    #[test]
    fn deals_are_those_of_freecell() {
        let first = |number: u64| {
            let deal = DealNumber::try_from(number).expect("below 2^31");
            deal.cards().take(16).map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(first(1), "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H");
        assert_eq!(first(617), "7D AD 5C 3S 5S 8C 2D AH TD 7S QD AC 6D 8H AS KH");
    }

    #[test]
    fn a_deal_holds_every_card_once() {
        let mut cards: Vec<_> = DealNumber(DealNumber::LAST).cards().collect();
        cards.sort_unstable();
        assert_eq!(cards, (0..52).filter_map(Card::new).collect::<Vec<_>>());
    }

    #[test]
    fn deal_numbers_end_below_two_to_the_31() {
        assert!(DealNumber::try_from((1 << 31) - 1).is_ok());
        let error = DealNumber::try_from(1_u64 << 31).unwrap_err();
        assert_eq!(error.to_string(), "2147483648 is not a deal number: they end at 2147483647");
    }
}
