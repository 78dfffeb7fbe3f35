//! Proof-number search: does one side win?
//!
//! The question has two sides. The *hunter* must make four, or have the other side make three; the *keeper* must
//! prevent that, and a draw is good enough.
//!
//! The search is depth-first proof-number search (Nagai 2002) with weak proof numbers (Ueda, Hashimoto, Hashimoto and
//! Iida 2008): the numbers of moves that all have to be refuted are not added up, which would count shared positions
//! many times, but the hardest is taken and one added for each of the others. Thresholds are a little generous (Pawlewicz
//! and Lew 2007), so that it does not jump about between moves of equal promise.

use kibitzer_core::Value;
use kibitzer_games::yavalath::{Side, Yavalath};
use kibitzer_search::{Meter, Stop};

use super::ending::{Endings, MOST_FREE};
use super::essence::Prospects;
use super::forcing::Forcing;
use super::outlast::outlasts;
use super::position::{Position, Sight};
use super::symmetry::{Code, Symmetry};
use super::table::{INFINITE, LARGEST, Numbers, Table};
use super::word::Word;

/// How the search is tuned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// How many positions a forcing line of the side to move may cost.
    pub attack: u32,
    /// The same for a forcing line against it.
    pub threat: u32,
    /// Thresholds are larger by one part in so many, in even and in odd rounds.
    pub epsilon: [u32; 2],
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning { attack: 25, threat: 25, epsilon: [16, 4] }
    }
}

/// What is seen of a position without playing on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Glance<W> {
    /// The side to move wins.
    Won,
    /// It loses.
    Lost,
    /// The board is full.
    Drawn,
    /// Only these moves can help it.
    Open(W),
}

/// What a question came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Whether the side to move reaches its aim.
    pub(super) is_reached: bool,
    /// Whether no draw is in the proof, so that who did not lose has won.
    pub(super) is_clean: bool,
}

impl Found {
    fn of(numbers: Numbers) -> Option<Found> {
        numbers.is_settled().then_some(Found { is_reached: numbers.proof == 0, is_clean: numbers.is_clean() })
    }
}

/// Answers whether a side wins, on boards of one size.
pub(super) struct Prover<W> {
    pub(super) symmetry: Symmetry<W>,
    table: Table,
    tuning: Tuning,
    pub(super) forcing: Forcing<W>,
    pub(super) against: Forcing<W>,
    endings: Endings<W>,
    work: u64,
    epsilon: u32,
}

/// A move and what is known after it.
#[derive(Clone, Copy)]
struct Child<W> {
    cell: W,
    code: Code,
    numbers: Numbers,
}

const MOST_MOVES: usize = 61;
/// Of no position.
const UNKNOWN: Numbers = Numbers { proof: 0, disproof: 0 };

/// Why a search went back before it knew.
enum Halt {
    /// The budget is spent.
    Stop(Stop),
    /// Its own limit is.
    Limit,
}

impl<W: Word> Prover<W> {
    /// A prover with a table of this much memory, and so much more for endings; `None` where there is not as much.
    pub(super) fn new(side: Side, bytes: usize, for_endings: usize, tuning: Tuning) -> Option<Prover<W>> {
        Some(Prover {
            symmetry: Symmetry::new(side),
            table: Table::new(bytes, Symmetry::<W>::key_bits(side))?,
            tuning,
            forcing: Forcing::new(tuning.attack),
            against: Forcing::new(tuning.threat),
            endings: Endings::new(for_endings),
            work: 0,
            epsilon: tuning.epsilon[0],
        })
    }

    /// Looks at a position without playing on.
    #[inline]
    fn glance(&mut self, position: &Position<W>) -> Glance<W> {
        if position.free.is_empty() {
            return Glance::Drawn;
        }
        match position.sight() {
            Sight::Wins(_) => Glance::Won,
            Sight::Lost => Glance::Lost,
            Sight::Forced(cell) => {
                if self.forcing.wins(position) {
                    Glance::Won
                } else {
                    Glance::Open(cell)
                }
            }
            Sight::Open(safe) => {
                if self.forcing.wins(position) {
                    return Glance::Won;
                }
                let prospects = Prospects::new(position);
                match outlasts(position, &prospects) {
                    Some(true) => return Glance::Won,
                    Some(false) => return Glance::Lost,
                    None => {}
                }
                if self.against.wins(&position.passed()) {
                    let moves = safe & self.against.zone() & !prospects.idle();
                    return if moves.is_empty() { Glance::Lost } else { Glance::Open(moves) };
                }
                let moves = safe & prospects.moves();
                if !moves.is_empty() {
                    Glance::Open(moves)
                } else if prospects.is_full(position) {
                    Glance::Drawn
                } else {
                    Glance::Lost
                }
            }
        }
    }

    /// The moves that may help the side to move, where it cannot make four: those that do not make three, and touch what
    /// the other side threatens.
    pub(super) fn candidates(&mut self, position: &Position<W>) -> W {
        match position.sight() {
            Sight::Wins(cells) | Sight::Forced(cells) => cells,
            Sight::Lost => W::NONE,
            Sight::Open(safe) if self.against.wins(&position.passed()) => safe & self.against.zone(),
            Sight::Open(safe) => safe,
        }
    }

    /// Whether the side to move reaches its aim, within a limit of positions looked at; `None` where that did not
    /// suffice.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn ask(
        &mut self,
        position: &Position<W>,
        is_hunter: bool,
        limit: u64,
        meter: &mut Meter<'_, Yavalath>,
    ) -> Result<Option<Found>, Stop> {
        // Luck matters: each round, with four times the limit of the last, starts anew from what is settled, and every
        // other round is more generous.
        let round = limit.max(1).ilog2() / 2;
        self.table.begin(round);
        self.epsilon = self.tuning.epsilon[(round % 2) as usize];
        let code = self.symmetry.key(position, is_hunter);
        let end = self.work.saturating_add(limit);
        let known = self.look(position, code, is_hunter, end, meter)?;
        let found = if known.is_settled() {
            Ok(known)
        } else {
            self.search(position, code, is_hunter, Numbers { proof: INFINITE, disproof: INFINITE }, end, meter)
        };
        match found {
            // Nothing is found where the numbers outgrow what can be counted.
            Ok(numbers) => Ok(Found::of(numbers)),
            Err(Halt::Limit) => Ok(None),
            Err(Halt::Stop(stop)) => Err(stop),
        }
    }

    /// Whether the side to move reaches its aim, as far as the table knows or one look tells.
    pub(super) fn known(&mut self, position: &Position<W>, is_hunter: bool) -> Option<Found> {
        let known = self.table.get(self.symmetry.key(position, is_hunter));
        Found::of(known.unwrap_or_else(|| self.first_look(position, is_hunter, u64::MAX).0))
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.endings.bytes()
    }

    /// What one look tells of a position, and how many more positions that took: an ending is decided where that takes no
    /// more than `most`.
    fn first_look(&mut self, position: &Position<W>, is_hunter: bool, most: u64) -> (Numbers, u64) {
        let numbers = numbers_of(self.glance(position), position, is_hunter);
        if numbers.is_settled() || position.free.count() > MOST_FREE {
            return (numbers, 0);
        }
        let (value, nodes) = self.endings.value(position, most);
        (value.map_or(numbers, |value| numbers_of_value(value, is_hunter)), nodes)
    }

    /// What the table says of a position, or else what a first look tells, which the table then keeps; work ends at `end`.
    fn look(
        &mut self,
        position: &Position<W>,
        code: Code,
        is_hunter: bool,
        end: u64,
        meter: &mut Meter<'_, Yavalath>,
    ) -> Result<Numbers, Stop> {
        if let Some(known) = self.table.get(code) {
            return Ok(known);
        }
        meter.expand_unseen()?;
        self.work += 1;
        let (numbers, nodes) =
            self.first_look(position, is_hunter, meter.nodes_left().min(end.saturating_sub(self.work)));
        meter.expand_elsewhere(nodes);
        self.work += nodes;
        self.table.put(code, numbers, nodes);
        Ok(numbers)
    }

    /// Searches below a position until one of its numbers reaches its threshold.
    fn search(
        &mut self,
        position: &Position<W>,
        code: Code,
        is_hunter: bool,
        thresholds: Numbers,
        end: u64,
        meter: &mut Meter<'_, Yavalath>,
    ) -> Result<Numbers, Halt> {
        let (began, position_code) = (self.work, code);
        let glance = self.glance(position);
        let Glance::Open(moves) = glance else { return Ok(numbers_of(glance, position, is_hunter)) };
        let none = Child { cell: W::NONE, code: 0, numbers: Numbers::won(true) };
        let mut children = [none; MOST_MOVES];
        let mut count = 0;
        let mut rest = moves;
        while !rest.is_empty() {
            let cell = rest.lowest();
            rest ^= cell;
            let code = self.symmetry.key(&position.after(cell), !is_hunter);
            if !children[..count].iter().any(|child| child.code == code) {
                children[count] = Child { cell, code, numbers: UNKNOWN };
                count += 1;
            }
        }
        let children = &mut children[..count];
        // What the table knows first: it may be enough, and memory is slow unless asked for many things at once.
        for child in &mut *children {
            child.numbers = self.table.get(child.code).unwrap_or(UNKNOWN);
        }
        let mut won =
            children.iter().map(|child| child.numbers).find(|numbers| *numbers != UNKNOWN && numbers.disproof == 0);
        for child in &mut *children {
            if won.is_some() {
                break;
            }
            if child.numbers == UNKNOWN {
                child.numbers =
                    self.look(&position.after(child.cell), child.code, !is_hunter, end, meter).map_err(Halt::Stop)?;
                won = (child.numbers.disproof == 0).then_some(child.numbers);
            }
        }
        if let Some(numbers) = won {
            let numbers = Numbers::won(numbers.is_clean());
            self.table.put(position_code, numbers, self.work - began);
            return Ok(numbers);
        }
        loop {
            let (numbers, best, second, open) = summary(children);
            if numbers.is_settled()
                || numbers.proof >= thresholds.proof
                || numbers.disproof >= thresholds.disproof
                || self.work >= end
            {
                self.table.put(code, numbers, self.work - began);
                return if self.work >= end && !numbers.is_settled() { Err(Halt::Limit) } else { Ok(numbers) };
            }
            let child = children[best];
            let generous = second.saturating_add(second / self.epsilon).saturating_add(1);
            let limits = Numbers {
                proof: thresholds.disproof.saturating_sub(open - 1).min(INFINITE),
                disproof: thresholds.proof.min(generous).min(INFINITE),
            };
            let next = position.after(child.cell);
            let before = self.work;
            let result = self.search(&next, child.code, !is_hunter, limits, end, meter);
            match result {
                // Numbers that outgrow what can be counted do not move any more.
                Ok(numbers) if numbers == child.numbers && self.work == before => return Err(Halt::Limit),
                Ok(numbers) => children[best].numbers = numbers,
                Err(halt) => {
                    let (numbers, ..) = summary(children);
                    self.table.put(code, numbers, self.work - began);
                    return Err(halt);
                }
            }
        }
    }
}

/// The numbers of a position whose value is known.
const fn numbers_of_value(value: Value, is_hunter: bool) -> Numbers {
    match value {
        Value::Win => Numbers::won(true),
        Value::Loss => Numbers::lost(true),
        Value::Draw if is_hunter => Numbers::lost(false),
        Value::Draw => Numbers::won(false),
    }
}

/// The numbers that a glance gives.
fn numbers_of<W: Word>(glance: Glance<W>, position: &Position<W>, is_hunter: bool) -> Numbers {
    match glance {
        Glance::Won => numbers_of_value(Value::Win, is_hunter),
        Glance::Lost => numbers_of_value(Value::Loss, is_hunter),
        Glance::Drawn => numbers_of_value(Value::Draw, is_hunter),
        // A side with few moves that help is under attack: it is closer to losing, and further from winning.
        Glance::Open(moves) => Numbers { proof: if moves == position.safe() { 1 } else { 2 }, disproof: moves.count() },
    }
}

/// The numbers of a position from those after its moves, the most promising move, the disproof number of the next best,
/// and how many moves are open.
fn summary<W>(children: &[Child<W>]) -> (Numbers, usize, u32, u32) {
    let (mut best, mut least, mut second, mut hardest, mut open) = (0, INFINITE, INFINITE, 0, 0);
    let mut is_clean = true;
    for (index, child) in children.iter().enumerate() {
        let Numbers { proof, disproof } = child.numbers;
        if proof == 0 {
            is_clean &= child.numbers.is_clean();
            continue;
        }
        open += 1;
        hardest = hardest.max(proof);
        if disproof < least {
            (second, least, best) = (least, disproof, index);
        } else {
            second = second.min(disproof);
        }
    }
    let numbers = if open == 0 {
        Numbers::lost(is_clean)
    } else if least == 0 {
        Numbers::won(children[best].numbers.is_clean())
    } else {
        Numbers { proof: least, disproof: (hardest + open - 1).min(LARGEST) }
    };
    (numbers, best, second, open)
}
