//! Asks the prover about both sides until the value of a position is known.

use kibitzer_core::{Payoff, Value};
use kibitzer_games::yavalath::{Cells, Side, Turn, Yavalath};
use kibitzer_search::{Budget, Decider, Decision, Meter, Observer, Report, Stop};

use super::hunt::Hunt;
use super::position::{Position, Sight};
use super::prove::{Found, Tuning};

/// The memory of the tables, unless told otherwise.
pub const DEFAULT_BYTES: usize = 512 << 20;
/// The first limit of a question; it grows fourfold until the answer is found.
pub(super) const FIRST_LIMIT: u64 = 1 << 12;
/// On the empty board the middle is looked at so many times harder than other openings.
const HANDICAP: u64 = 64;

/// Decides positions of Yavalath by proof-number search.
///
/// It asks whether the colour that began wins. If it does not, and the proof has a draw in it somewhere, it asks whether
/// the other colour wins; if neither does, the position is drawn. Early in a game the questions are asked of each reply
/// by itself, with limits that grow, so that all of them are looked at with small limits before any with a large one.
pub struct Exact {
    /// The memory of the tables where the budget has no limit of it.
    pub table_bytes: usize,
    tuning: Tuning,
    /// One for each colour that may hunt, the colour of the first stone first.
    provers: Option<Provers>,
}

struct Provers {
    side: Side,
    /// What was asked for.
    bytes: usize,
    hunts: [Hunt; 2],
}

impl Default for Exact {
    fn default() -> Self {
        Exact::new(Tuning::default())
    }
}

impl Exact {
    /// A solver; its tables are made when they are needed, and kept for the next position.
    #[must_use]
    pub const fn new(tuning: Tuning) -> Exact {
        Exact { table_bytes: DEFAULT_BYTES, tuning, provers: None }
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.provers = None;
    }

    /// Runs a search on tables that fit the budget.
    pub(super) fn drive<T>(
        &mut self,
        side: Side,
        budget: Budget,
        observer: &mut dyn Observer<Yavalath>,
        search: impl FnOnce(&mut Driver<'_, '_>) -> Result<T, Stop>,
    ) -> Report<Result<T, Stop>> {
        let mut meter = Meter::new(budget, observer);
        let bytes = budget.bytes.unwrap_or(usize::MAX).min(self.table_bytes);
        if self.provers.as_ref().is_none_or(|provers| (provers.side, provers.bytes) != (side, bytes)) {
            self.provers = None;
            // The second question is asked less often. Tables are as large as powers of two allow, which leaves at least
            // a sixteenth.
            let prover = |table| Hunt::new(side, table, bytes / 32, self.tuning);
            if bytes / 4 >= Hunt::least_bytes(side)
                && let (Some(first), Some(second)) = (prover(bytes - bytes / 4), prover(bytes / 4))
            {
                self.provers = Some(Provers { side, bytes, hunts: [first, second] });
            }
        }
        let verdict = match &mut self.provers {
            None => Err(Stop::Memory),
            Some(provers) => meter
                .hold(provers.hunts.iter().map(Hunt::bytes).sum())
                .and_then(|()| meter.look())
                .and_then(|()| search(&mut Driver { hunts: &mut provers.hunts, meter: &mut meter })),
        };
        Report { verdict, stats: meter.stats() }
    }
}

/// Answers questions about positions.
pub(super) struct Driver<'a, 'o> {
    pub(super) hunts: &'a mut [Hunt; 2],
    pub(super) meter: &'a mut Meter<'o, Yavalath>,
}

/// What is known of a position so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    /// Where the colour that began hunts.
    first: Option<Found>,
    /// Where the other colour does.
    second: Option<Found>,
}

impl Known {
    /// The value for the side to move, which is this colour.
    fn value(self, to_move: usize) -> Option<Value> {
        let first = self.first?;
        let hunter_wins = first.is_reached == (to_move == 0);
        let for_first = if hunter_wins {
            Value::Win
        } else if first.is_clean {
            Value::Loss
        } else {
            let second = self.second?;
            if second.is_reached == (to_move == 1) { Value::Loss } else { Value::Draw }
        };
        Some(if to_move == 0 { for_first } else { for_first.reversed() })
    }
}

/// The colour to move, 0 for that of the first stone.
pub(super) fn colour(position: &Position) -> usize {
    ((position.own | position.other).count_ones() % 2) as usize
}

impl Driver<'_, '_> {
    /// The value of a position for the side to move.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn value(&mut self, position: &Position) -> Result<Value, Stop> {
        let mut known = Known::default();
        let mut limit = FIRST_LIMIT;
        loop {
            if let Some(value) = self.try_value(position, limit, &mut known)? {
                return Ok(value);
            }
            limit = limit.saturating_mul(4);
        }
    }

    /// Adds to what is known of a position, with a limit for each question.
    pub(super) fn try_value(
        &mut self,
        position: &Position,
        limit: u64,
        known: &mut Known,
    ) -> Result<Option<Value>, Stop> {
        let to_move = colour(position);
        if known.first.is_none() {
            known.first = self.hunt(0, position, limit)?;
        }
        if known.first.is_some() && known.value(to_move).is_none() {
            known.second = self.hunt(1, position, limit)?;
        }
        Ok(known.value(to_move))
    }

    /// The value of a position with all its rules, with a limit for each question.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn value_after(
        &mut self,
        board: &Yavalath,
        position: &Position,
        limit: u64,
        known: &mut Known,
    ) -> Result<Option<Value>, Stop> {
        let value = self.try_value(position, limit, known)?;
        // Whoever may swap takes the better side.
        Ok(if board.may_swap() { value.map(|value| value.max(value.reversed())) } else { value })
    }

    /// Whether the side to move reaches its aim where this colour hunts; each reply by itself while there are few stones.
    fn hunt(&mut self, hunter: usize, position: &Position, limit: u64) -> Result<Option<Found>, Stop> {
        let is_hunter = colour(position) == hunter;
        let stones = (position.own | position.other).count_ones();
        let prover = &mut self.hunts[hunter];
        if stones >= prover.plies_apart() || prover.known(position, is_hunter).is_some() {
            return prover.ask(position, is_hunter, limit, self.meter);
        }
        let moves = prover.candidates(position);
        let mut after = self.distinct(position, moves);
        if stones == 1 {
            // Answers far from the middle are easily refuted, and what is learned helps with the others.
            after.reverse();
        }
        let (mut is_lost, mut is_clean) = (true, true);
        for (rank, next) in after.into_iter().enumerate() {
            let limit = if stones == 0 && rank > 0 { limit / HANDICAP } else { limit };
            match self.hunt(hunter, &next, limit)? {
                Some(Found { is_reached: false, is_clean }) => return Ok(Some(Found { is_reached: true, is_clean })),
                Some(found) => is_clean &= found.is_clean,
                None => is_lost = false,
            }
        }
        Ok(is_lost.then_some(Found { is_reached: false, is_clean }))
    }

    /// The positions after moves, one of each class of images, those of the middle of the board first.
    fn distinct(&self, position: &Position, moves: Cells) -> Vec<Position> {
        let mut seen = Vec::new();
        let mut next = Vec::new();
        for cell in from_the_middle(position, moves) {
            let after = position.after(cell);
            let code = self.hunts[0].code(&after);
            if !seen.contains(&code) {
                seen.push(code);
                next.push(after);
            }
        }
        next
    }

    /// Moves that keep the value of a position: at least one, of a won or drawn position; all that do not lose at once,
    /// of a lost one.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn keepers(&mut self, position: &Position, value: Value) -> Result<Vec<Cells>, Stop> {
        if value == Value::Loss {
            let safe = if position.safe() == 0 { position.free } else { position.safe() };
            return Ok(from_the_middle(position, safe));
        }
        if let Sight::Wins(wins) = position.sight() {
            return Ok(from_the_middle(position, wins));
        }
        if let Some(line) = self.hunts[0].line(position) {
            return Ok(line.moves[..1].to_vec());
        }
        let moves = from_the_middle(position, self.hunts[0].candidates(position));
        let to_move = colour(position);
        // Who wins need not hunt, if it keeps without a draw.
        let mut is_clean = value == Value::Win
            && to_move == 1
            && self.hunts[0].ask(position, false, u64::MAX, self.meter)?.is_some_and(|found| found.is_clean);
        let mut limit = u64::MAX;
        loop {
            self.meter.look()?;
            let hunter = if value == Value::Win && !is_clean { to_move } else { 1 - to_move };
            let is_hunter = to_move == hunter;
            let prover = &mut self.hunts[hunter];
            let keeps = |cell: &Cells| {
                let known = prover.known(&position.after(*cell), !is_hunter);
                known.is_some_and(|found| !found.is_reached && (found.is_clean || !is_clean))
            };
            let found: Vec<Cells> = moves.iter().copied().filter(keeps).collect();
            if !found.is_empty() {
                return Ok(found);
            }
            // The table has forgotten it. What was clean may have been proved again by a draw: then it must hunt.
            let settled = moves.iter().filter(|cell| prover.known(&position.after(**cell), !is_hunter).is_some());
            if is_clean && settled.count() == moves.len() {
                (is_clean, limit) = (false, u64::MAX);
            } else if limit == u64::MAX {
                prover.ask(position, is_hunter, limit, self.meter)?;
                limit = FIRST_LIMIT;
            } else {
                for cell in &moves {
                    prover.ask(&position.after(*cell), !is_hunter, limit, self.meter)?;
                }
                limit = limit.saturating_mul(4);
            }
        }
    }

    /// The value of a position with all its rules, and moves that keep it.
    pub(super) fn judge(&mut self, board: &Yavalath, position: &Position) -> Result<(Value, Vec<Turn>), Stop> {
        if board.has_swap() && board.stones() == 0 {
            return self.judge_openings(board, position);
        }
        let value = self.value(position)?;
        let place = |cell: Cells| board.place(cell.trailing_zeros() as usize);
        if board.may_swap() {
            // Whoever swaps hands the position to the other side.
            return Ok(match value {
                Value::Loss => (Value::Win, vec![Turn::Swap]),
                Value::Draw => (Value::Draw, vec![Turn::Swap]),
                Value::Win => (Value::Win, self.keepers(position, value)?.into_iter().map(place).collect()),
            });
        }
        Ok((value, self.keepers(position, value)?.into_iter().map(place).collect()))
    }

    /// The empty board where the second player may swap: whatever wins is taken over, whatever loses is not. So the
    /// first player draws with an opening that is drawn, and loses if there is none.
    fn judge_openings(&mut self, board: &Yavalath, position: &Position) -> Result<(Value, Vec<Turn>), Stop> {
        let mut open: Vec<(Position, Known)> =
            self.distinct(position, position.free).into_iter().map(|next| (next, Known::default())).collect();
        let mut limit = FIRST_LIMIT;
        while !open.is_empty() {
            let mut left = Vec::new();
            for (next, mut known) in open {
                match self.try_value(&next, limit, &mut known)? {
                    Some(Value::Draw) => {
                        let cell = position.free & !next.free;
                        return Ok((Value::Draw, vec![board.place(cell.trailing_zeros() as usize)]));
                    }
                    Some(_) => {}
                    None => left.push((next, known)),
                }
            }
            open = left;
            limit = limit.saturating_mul(4);
        }
        let cells = from_the_middle(position, position.free);
        Ok((Value::Loss, cells.into_iter().map(|cell| board.place(cell.trailing_zeros() as usize)).collect()))
    }
}

/// The members of a set of cells, those nearest to the middle of the board first.
pub(super) fn from_the_middle(position: &Position, moves: Cells) -> Vec<Cells> {
    let board = position.own | position.other | position.free;
    let side = Side::ALL.into_iter().find(|side| side.cells() == board).unwrap_or(Side::FIVE);
    let middle = side.length() - 1;
    let distance = |bit: &usize| {
        // Steps on a hexagonal board: along the row, then down to either side.
        let (row, x) = (bit / 10, bit % 10);
        let (down, right) = (row.abs_diff(middle), x.abs_diff(middle));
        if (row < middle) == (x < middle) { down.max(right) } else { down + right }
    };
    let mut bits: Vec<usize> = (0..Cells::BITS as usize).filter(|bit| moves >> bit & 1 == 1).collect();
    bits.sort_by_key(distance);
    bits.into_iter().map(|bit| 1 << bit).collect()
}

impl Decider<Yavalath> for Exact {
    fn decide(
        &mut self,
        board: &Yavalath,
        budget: Budget,
        observer: &mut dyn Observer<Yavalath>,
    ) -> Report<Decision<Turn>> {
        let Some(position) = Position::new(board) else {
            let meter = Meter::new(budget, observer);
            let value = board.ended().unwrap_or(Value::Draw);
            return Report { verdict: Decision::Known { value, score: None, best: Vec::new() }, stats: meter.stats() };
        };
        let Report { verdict, stats } =
            self.drive(board.side(), budget, observer, |driver| driver.judge(board, &position));
        let verdict = match verdict {
            Ok((value, best)) => Decision::Known { value, score: None, best },
            Err(stop) => Decision::Unknown(stop),
        };
        Report { verdict, stats }
    }
}
