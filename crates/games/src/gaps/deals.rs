//! Deals by number, and what a redeal does.

use std::fmt::{self, Display};
use std::str::FromStr;

use kibitzer_core::SplitMix;
use thiserror::Error;

use crate::cards::Card;

use super::board::{First, Gaps, ROW_ORDER, Size};

/// Which cards make way for the gaps. The others are the lowest ranks of the deck that are left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Removed {
    /// The aces: the usual deal.
    #[default]
    Aces,
    /// The highest rank: kings on a board of thirteen columns. Darmanger, Gombas and Radomski (2024) deal so.
    Highest,
}

/// How the cards get their places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shuffle {
    /// Cards and gaps in any order, each as likely as the others.
    #[default]
    Full,
    /// So many times, a random card of the solved board changes places with a random gap, without asking the rules.
    Swaps(u32),
    /// So many random moves are played backward from the solved board, so that it can be solved again.
    Legal(u32),
}

/// What makes deals: a board and the way to fill it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dealer {
    /// The size of the board.
    pub size: Size,
    /// The rule of the first column, which matters for moves played backward.
    pub first: First,
    /// The cards that are left out.
    pub removed: Removed,
    /// How the others are mixed.
    pub shuffle: Shuffle,
}

impl Default for Dealer {
    fn default() -> Self {
        Dealer {
            size: Size::STANDARD,
            first: First::default(),
            removed: Removed::default(),
            shuffle: Shuffle::default(),
        }
    }
}

impl Dealer {
    /// The solved board: clubs, hearts, spades and diamonds from the top, as far as there are rows.
    #[must_use]
    pub fn solved(&self) -> Gaps {
        let mut board = self.empty();
        for (row, suit) in ROW_ORDER.into_iter().enumerate().take(self.size.rows()) {
            for column in 0..self.size.columns() - 1 {
                board.put(row, column, card(board.lowest(), column, suit));
            }
        }
        board
    }

    /// The deal with this number. It never changes between releases.
    ///
    /// ```
    /// use kibitzer_games::gaps::Dealer;
    ///
    /// let board = Dealer::default().deal(1);
    /// assert_eq!(board.to_string().split(" / ").count(), 4);
    /// ```
    #[must_use]
    pub fn deal(&self, seed: u64) -> Gaps {
        let mut luck = SplitMix::new(seed);
        match self.shuffle {
            Shuffle::Full => self.mixed(&mut luck),
            Shuffle::Swaps(count) => (0..count).fold(self.solved(), |board, _| swapped(&board, &mut luck)),
            Shuffle::Legal(count) => (0..count).fold(self.solved(), |board, _| taken_back(&board, &mut luck)),
        }
    }

    fn empty(&self) -> Gaps {
        let lowest = u8::from(self.removed == Removed::Aces && self.size.columns() > 1);
        Gaps::empty(self.size, self.first, lowest)
    }

    /// The solved board in the order of its cells, shuffled.
    fn mixed(&self, luck: &mut SplitMix) -> Gaps {
        let solved = self.solved();
        let cells = || (0..self.size.rows()).flat_map(|row| (0..self.size.columns()).map(move |column| (row, column)));
        let mut contents: Vec<Option<Card>> = cells().map(|(row, column)| solved.card(row, column)).collect();
        luck.shuffle(&mut contents);
        let mut board = self.empty();
        for ((row, column), content) in cells().zip(contents) {
            if let Some(card) = content {
                board.put(row, column, card);
            }
        }
        board
    }
}

/// The card of a suit that belongs into a column.
fn card(lowest: u8, column: usize, suit: u8) -> Card {
    let number = 4 * (usize::from(lowest) + column) + usize::from(suit);
    u8::try_from(number).ok().and_then(Card::new).expect("ranks fit the columns")
}

/// The board with a card moved to a gap.
fn moved(board: &Gaps, card: Card, (row, column): (usize, usize)) -> Gaps {
    let mut after = Gaps::empty(board.size(), board.first(), board.lowest());
    for other in board.cards() {
        let (row, column) = if other == card { (row, column) } else { board.place(other).expect("it is in play") };
        after.put(row, column, other);
    }
    after
}

/// A random card changes places with a random gap.
fn swapped(board: &Gaps, luck: &mut SplitMix) -> Gaps {
    let cards: Vec<Card> = board.cards().collect();
    let gaps: Vec<(usize, usize)> = board.gaps().collect();
    if cards.is_empty() {
        return *board;
    }
    let card = cards[luck.below(cards.len())];
    moved(board, card, gaps[luck.below(gaps.len())])
}

/// A random move is taken back: a card that stands where it may go moves to a gap, from where it can return.
fn taken_back(board: &Gaps, luck: &mut SplitMix) -> Gaps {
    let may_return = |card: &Card| {
        let (row, column) = board.place(*card).expect("it is in play");
        board.entrants(row, column) >> card.number() & 1 == 1
    };
    let cards: Vec<Card> = board.cards().filter(may_return).collect();
    let gaps: Vec<(usize, usize)> = board.gaps().collect();
    if cards.is_empty() {
        return *board;
    }
    let card = cards[luck.below(cards.len())];
    moved(board, card, gaps[luck.below(gaps.len())])
}

impl Gaps {
    /// How many cards of a row stay at a redeal: those that stand in order from the first column on, the lowest first.
    #[must_use]
    pub fn settled(&self, row: usize) -> usize {
        let Some(first) = self.card(row, 0).filter(|first| first.rank() == self.lowest()) else { return 0 };
        let follows = |column: usize| {
            let here = self.card(row, column);
            here.is_some_and(|card| card.suit() == first.suit() && usize::from(card.rank() - self.lowest()) == column)
        };
        (0..self.size().columns()).take_while(|column| follows(*column)).count()
    }

    /// A redeal: what stands in order at the beginning of each row stays, the gap is put behind it, and all other cards
    /// are shuffled and dealt again, row by row.
    #[must_use]
    pub fn redeal(&self, seed: u64) -> Gaps {
        let mut after = Gaps::empty(self.size(), self.first(), self.lowest());
        let settled: Vec<usize> = (0..self.size().rows()).map(|row| self.settled(row)).collect();
        let stays = |card: &Card| self.place(*card).is_some_and(|(row, column)| column < settled[row]);
        let mut others = Vec::new();
        for card in self.cards() {
            match self.place(card) {
                Some((row, column)) if stays(&card) => after.put(row, column, card),
                _ => others.push(card),
            }
        }
        SplitMix::new(seed).shuffle(&mut others);
        let mut others = others.into_iter();
        for (row, kept) in settled.iter().enumerate() {
            for (column, card) in (kept + 1..self.size().columns()).zip(others.by_ref()) {
                after.put(row, column, card);
            }
        }
        after
    }
}

/// Text that is not a way to shuffle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{found}' is not a shuffle: it is full, swaps:N or legal:N")]
pub struct BadShuffle {
    /// The text.
    pub found: String,
}

impl FromStr for Shuffle {
    type Err = BadShuffle;

    fn from_str(text: &str) -> Result<Shuffle, BadShuffle> {
        let count = |count: &str| {
            let is_plain = !count.is_empty() && count.bytes().all(|digit| digit.is_ascii_digit());
            is_plain.then(|| count.parse().ok()).flatten()
        };
        let shuffle = match text.split_once(':') {
            None if text == "full" => Some(Shuffle::Full),
            Some(("swaps", number)) => count(number).map(Shuffle::Swaps),
            Some(("legal", number)) => count(number).map(Shuffle::Legal),
            _ => None,
        };
        shuffle.ok_or_else(|| BadShuffle { found: text.to_string() })
    }
}

impl Display for Shuffle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shuffle::Full => f.write_str("full"),
            Shuffle::Swaps(count) => write!(f, "swaps:{count}"),
            Shuffle::Legal(count) => write!(f, "legal:{count}"),
        }
    }
}
