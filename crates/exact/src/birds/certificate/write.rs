//! The maker of certificates: for a lost position, a search that remembers all it meets.

use std::error::Error;
use std::fmt::{self, Display};
use std::io::{self, Write};

use kibitzer_core::{Game, Puzzle};
use kibitzer_games::birds::{Birds, Flight};
use kibitzer_games::bits::members;
use kibitzer_search::{Arena, Budget, Meter, Observer, Probe, Stop, Table, Verdict};

use super::super::arrangement::{Arrangement, Field, STACKS};
use super::check::{ALPHABET, GAME, LINE, TITLE, checksum};

/// A proof that a position is solved or that it is unsolvable.
#[derive(Debug)]
pub struct Certificate {
    position: Birds,
    proof: Proof,
}

#[derive(Debug)]
enum Proof {
    Solved(Vec<Flight>),
    Unsolvable(Closed),
}

/// A closed set of positions: how many, and the characters that name them.
#[derive(Debug, Default)]
struct Closed {
    positions: u64,
    letters: Arena<u8>,
}

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// The search that makes it, or the one before, reached a limit.
    Stopped(Stop),
    /// The verdict is wrong: the moves do not win, or a position that was called unsolvable is not.
    Wrong,
}

impl Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::Stopped(stop) => write!(f, "the limit was reached: {stop}"),
            Unproved::Wrong => f.write_str("the verdict is wrong"),
        }
    }
}

impl Error for Unproved {}

/// Makes the certificate of a verdict.
///
/// For an unsolvable position all positions are enumerated that play can reach before a graph falls apart: far more
/// than the solver looks at. The budget is for this alone.
///
/// # Errors
/// If the verdict is unknown or wrong, or the budget is spent.
pub fn prove(
    start: &Birds,
    verdict: &Verdict<Flight>,
    budget: Budget,
    observer: &mut dyn Observer<Birds>,
) -> Result<Certificate, Unproved> {
    let proof = match verdict {
        Verdict::Unknown(stop) => return Err(Unproved::Stopped(*stop)),
        Verdict::Solved(moves) => {
            let mut end = *start;
            let legal = moves.iter().all(|mv| end.try_play(*mv).is_ok());
            if !legal || !end.is_goal() {
                return Err(Unproved::Wrong);
            }
            Proof::Solved(moves.clone())
        }
        Verdict::Unsolvable => {
            let mut meter = Meter::new(budget, observer);
            let (field, first) = Field::new(start);
            let closed = if field.stacks() <= Key::<2>::STACKS {
                enumerate::<2>(&field, first, &mut meter)
            } else {
                enumerate::<5>(&field, first, &mut meter)
            };
            Proof::Unsolvable(closed?)
        }
    };
    Ok(Certificate { position: *start, proof })
}

/// An arrangement in few words: a number for each cell, 0 if it is empty, else one more than that of its card.
struct Key<const WORDS: usize>;

impl<const WORDS: usize> Key<WORDS> {
    /// Bits for a number, and numbers in a word.
    const BITS: usize = if WORDS == 2 { 5 } else { 6 };
    const PER_WORD: usize = 64 / Self::BITS;
    /// The most stacks that fit.
    const STACKS: usize = WORDS * Self::PER_WORD;

    fn pack(state: &Arrangement) -> [u64; WORDS] {
        let mut key = [0; WORDS];
        for cell in members(state.cells) {
            let number = u64::from(state.card_at[cell]) + 1;
            key[cell / Self::PER_WORD] |= number << (cell % Self::PER_WORD * Self::BITS);
        }
        key
    }

    fn unpack(key: &[u64; WORDS]) -> Arrangement {
        let mut state = Arrangement { cells: 0, cards: 0, card_at: [0; STACKS] };
        for cell in 0..STACKS.min(Self::STACKS) {
            let number = key[cell / Self::PER_WORD] >> (cell % Self::PER_WORD * Self::BITS) & ((1 << Self::BITS) - 1);
            if let Some(card) = number.checked_sub(1) {
                state.cells |= 1 << cell;
                state.cards |= 1 << card;
                state.card_at[cell] = u8::try_from(card).expect("six bits");
            }
        }
        state
    }
}

/// Lists everything that can be reached from `first` before a graph falls apart. The table is the set and, since it
/// numbers its keys in the order of their coming, the list as well.
fn enumerate<const WORDS: usize>(
    field: &Field,
    first: Arrangement,
    meter: &mut Meter<'_, Birds>,
) -> Result<Closed, Unproved> {
    let mut closed = Closed::default();
    if !field.holds_together(&first) {
        return Ok(closed);
    }
    let mut table = Table::default();
    table.insert(&Probe::new(Key::<WORDS>::pack(&first)), meter)?;
    let (mut letter, mut bits) = (0, 0);
    for index in 0.. {
        if index as usize == table.len() {
            break;
        }
        meter.expand_unseen()?;
        let state = Key::<WORDS>::unpack(table.key(index));
        if state.stacks() == 1 {
            return Err(Unproved::Wrong);
        }
        for next in field.flights(state).map(|flight| state.after(flight)) {
            meter.generate();
            if !field.holds_together(&next) {
                continue;
            }
            let probe = Probe::new(Key::<WORDS>::pack(&next));
            let is_new = table.find(&probe).is_none();
            if is_new {
                table.insert(&probe, meter)?;
            } else {
                meter.duplicate();
            }
            letter = letter << 1 | usize::from(is_new);
            bits += 1;
            if bits == 6 {
                closed.letters.push(ALPHABET[letter], meter)?;
                (letter, bits) = (0, 0);
            }
        }
    }
    if bits > 0 {
        closed.letters.push(ALPHABET[letter << (6 - bits)], meter)?;
    }
    closed.positions = table.len() as u64;
    Ok(closed)
}

impl From<Stop> for Unproved {
    fn from(stop: Stop) -> Self {
        Unproved::Stopped(stop)
    }
}

impl Certificate {
    /// Writes the file.
    ///
    /// # Errors
    /// If `out` does not take it.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut text = Vec::new();
        writeln!(text, "{TITLE} {GAME}\nposition {}", self.position)?;
        match &self.proof {
            Proof::Solved(moves) => {
                write!(text, "verdict solved\nmoves")?;
                moves.iter().try_for_each(|mv| write!(text, " {mv}"))?;
                writeln!(text)?;
            }
            Proof::Unsolvable(closed) => {
                writeln!(text, "verdict unsolvable\npositions {}", closed.positions)?;
                for (number, letter) in closed.letters.iter().enumerate() {
                    if number > 0 && number % LINE == 0 {
                        text.push(b'\n');
                    }
                    text.push(*letter);
                }
                if !closed.letters.is_empty() {
                    text.push(b'\n');
                }
            }
        }
        let seal = checksum(&text);
        writeln!(text, "checksum {seal:016x}")?;
        out.write_all(&text)
    }

    /// The members of the closed set; none for a solution.
    #[must_use]
    pub fn positions(&self) -> u64 {
        match &self.proof {
            Proof::Solved(_) => 0,
            Proof::Unsolvable(closed) => closed.positions,
        }
    }
}
