//! Noughts and crosses: small enough to know everything about it.

use std::collections::HashMap;
use std::fmt::{self, Display};
use std::str::FromStr;

use kibitzer_core::{Duel, Game, Outcome, Payoff, Player, Transposing, Value};
use thiserror::Error;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Noughts {
    own: u16,
    other: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(u8);

#[derive(Debug, Error)]
#[error("unreadable")]
pub(super) struct Unreadable;

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Noughts {
    fn is_lost(self) -> bool {
        LINES.iter().any(|line| self.other & line == *line)
    }
}

impl Game for Noughts {
    type Move = Cell;
    type Key = (u16, u16);

    fn moves(&self) -> impl Iterator<Item = Cell> {
        let is_over = self.is_lost();
        let taken = self.own | self.other;
        (0..9).filter(move |cell| !is_over && taken >> cell & 1 == 0).map(Cell)
    }

    fn play(&mut self, Cell(cell): Cell) {
        *self = Noughts { own: self.other, other: self.own | 1 << cell };
    }

    fn key(&self) -> (u16, u16) {
        (self.own, self.other)
    }
}

impl Duel for Noughts {
    fn to_move(&self) -> Player {
        if (self.own | self.other).count_ones().is_multiple_of(2) { Player::One } else { Player::Two }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended().map(|ended| if ended == Value::Draw { Outcome::Draw } else { Outcome::Win(!self.to_move()) })
    }
}

impl Payoff for Noughts {
    const ALTERNATES: bool = true;

    fn ended(&self) -> Option<Value> {
        let is_full = self.own | self.other == 0o777;
        if self.is_lost() { Some(Value::Loss) } else { is_full.then_some(Value::Draw) }
    }
}

impl Transposing for Noughts {
    type Identity = (u16, u16);

    fn identity(&self) -> (u16, u16) {
        (self.own, self.other)
    }
}

impl Display for Noughts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:o}/{:o}", self.own, self.other)
    }
}

impl FromStr for Noughts {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Noughts, Unreadable> {
        let (own, other) = text.split_once('/').ok_or(Unreadable)?;
        let read = |text| u16::from_str_radix(text, 8).map_err(|_| Unreadable);
        Ok(Noughts { own: read(own)?, other: read(other)? })
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Cell {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Cell, Unreadable> {
        text.parse().map(Cell).map_err(|_| Unreadable)
    }
}

/// The value of every position that can be reached, by going through all games.
pub(super) fn truth() -> HashMap<Noughts, Value> {
    fn fill(state: Noughts, known: &mut HashMap<Noughts, Value>) -> Value {
        if let Some(value) = known.get(&state) {
            return *value;
        }
        let value = state.ended().unwrap_or_else(|| {
            let moves: Vec<_> = state.moves().collect();
            moves.into_iter().map(|mv| fill(state.after(mv), known).reversed()).max().expect("the game goes on")
        });
        known.insert(state, value);
        value
    }
    let mut known = HashMap::new();
    fill(Noughts::default(), &mut known);
    known
}
