//! The search itself: a depth-first search that remembers what it has refuted and starts over when it is stuck.
//!
//! # Why it is a proof
//!
//! A position counts as lost if it is lost by one of the rules below, if it is a lost ending, or if every legal flight
//! from it leads to a lost position. Only positions refuted completely are remembered, so a search that is cut short
//! and started over in another order loses nothing it knew, and `Lost` at the start is a proof.
//!
//! The rules, for a position of at least three stacks. The card graph joins compatible cards wherever they lie; the
//! rook graph joins occupied cells of one row or column. A flight takes the covered card out of the one and the cell
//! that is left out of the other, and adds nothing to either.
//!
//! - *Connection.* If either graph is disconnected the position is lost: flights need an edge of both, so parts that
//!   are not joined stay apart, and each keeps at least one stack. A flight disconnects the card graph exactly if it
//!   covers a cut card, and the rook graph exactly if it leaves a cut cell; such flights are not tried.
//! - *Articulation.* If a cut card lies on a cut cell the position is lost. While the stack takes part in no flight, its
//!   card still joins the parts of the card graph and its cell those of the rook graph: a part on either side can only
//!   vanish by a flight between its last stack and this one. The first flight that it takes part in either moves it, so
//!   its cell is left, or covers it; one of the graphs falls apart, with something on both sides.
//! - *Pendants.* See [`super::pendant`].
//!
//! # What is not tried twice
//!
//! Let two flights of a position share no cell, and let the first be refuted before the second is tried. After the
//! second, the first is still there, and it leads to where the second leads after the first: to a position that can be
//! reached from a lost one, which is lost. So each frame hands its refuted flights on, less those that share a cell with
//! the flight that is tried (the *sleep sets* of Godefroid, "Partial-order methods for the verification of concurrent
//! systems", 1996; since what is lost stays lost, they and the closed set do not disturb each other).

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use kibitzer_search::{Meter, Stop};

use super::closed::ClosedSet;
use super::grid::{Grid, Set, flood};
use super::pendant::PendantRule;
use super::state::{Losses, Ranked, State};
use super::suits::Suits;

/// How a run ended.
pub(super) enum Run {
    /// The flights, as cells, that lead to an ending that is won, or to the end.
    Won,
    Lost,
    /// The limit of this run was reached.
    Cut,
}

/// A position whose flights are being tried.
struct Frame<G: Grid> {
    state: State<G>,
    /// Flights that are known to lead to lost positions.
    refuted: G::Rows,
    suits: Suits<G>,
    /// The flights that are left, unless they are listed.
    untried: G::Rows,
    /// Where those that are left begin in [`Engine::flights`], if they are listed there.
    next: usize,
    /// The one that is being tried.
    flight: Ranked,
}

/// One search, with the tables it keeps from position to position.
pub(super) struct Engine<G: Grid> {
    tables: G::Tables,
    closed: ClosedSet<G>,
    rule: PendantRule<G>,
    frames: Vec<Frame<G>>,
    /// The untried flights of all frames, those of the deepest one last.
    flights: Vec<Ranked>,
    losses: Losses,
    /// Draws the noise; seeded anew for each position, so that each search repeats.
    noise: u64,
    nodes: u64,
}

/// The settings of one run.
#[derive(Clone, Copy)]
struct Effort {
    /// Nodes of this and all former runs on the position.
    limit: u64,
    /// Whether [`NOISE`] is drawn onto the rank of each flight.
    is_noisy: bool,
    /// The largest pendants that are looked at.
    pendants: usize,
}

impl Effort {
    /// Whether flights are ranked all at once and listed. Without noise the best is found faster by itself, and most often
    /// no other is asked for.
    const fn lists<G: Grid>(self) -> bool {
        self.is_noisy || !G::FINDS_BEST
    }
}

/// So much is drawn onto the rank of each flight, less one, so that another line is tried first.
const NOISE: u32 = 160;

/// What entering a position showed.
enum Entered {
    Won,
    Lost,
    /// It has become a frame.
    Open,
    Cut,
}

impl<G: Grid> Engine<G> {
    pub(super) fn new() -> Self {
        Self {
            tables: G::tables(),
            closed: ClosedSet::new(),
            rule: PendantRule::default(),
            frames: Vec::new(),
            flights: Vec::new(),
            losses: Losses::default(),
            noise: 0,
            nodes: 0,
        }
    }

    /// Forgets the last position and asks for the memory that every search begins with.
    ///
    /// # Errors
    /// If the budget does not allow as much, or is spent already.
    pub(super) fn prepare<P>(&mut self, meter: &mut Meter<'_, P>) -> Result<(), Stop> {
        self.closed.clear();
        self.rule.clear();
        meter.hold(G::table_bytes() + self.closed.bytes() + PendantRule::<G>::BYTES)?;
        meter.look()
    }

    /// Decides a position, after [`Engine::prepare`]; if it is won, [`Engine::line`] has the flights.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn decide<P>(
        &mut self,
        start: &State<G>,
        suits: Suits<G>,
        meter: &mut Meter<'_, P>,
    ) -> Result<bool, Stop> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt") {
            #[expect(unsafe_code, reason = "the processor was just asked whether it has the instructions")]
            return unsafe { self.decide_with_avx2(start, suits, meter) };
        }
        self.decide_anywhere(start, suits, meter)
    }

    /// The same, compiled for processors that count bits and work on sixteen cells in one instruction: 1.15 times as fast.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    fn decide_with_avx2<P>(
        &mut self,
        start: &State<G>,
        suits: Suits<G>,
        meter: &mut Meter<'_, P>,
    ) -> Result<bool, Stop> {
        self.decide_anywhere(start, suits, meter)
    }

    #[inline(always)]
    pub(super) fn decide_anywhere<P>(
        &mut self,
        start: &State<G>,
        suits: Suits<G>,
        meter: &mut Meter<'_, P>,
    ) -> Result<bool, Stop> {
        (self.noise, self.nodes) = (0x9E37_79B9_7F4A_7C15, 0);
        let connected = |rows| flood::<G>(rows, G::Set::only(start.occupied.first()), start.occupied) == start.occupied;
        if !connected(&start.compatible) || !connected(&G::LINES) {
            self.frames.clear();
            return Ok(false);
        }
        // The first run is little more than one dive, which wins 94 of 100 deals. What a dive gets wrong it mostly gets
        // wrong early, so starting over in another order beats going back from the end. Runs grow by an eighth: by less,
        // refutations repeat themselves; by more, unlucky runs waste their nodes. Pendants are dear, and easy deals are
        // over before they pay.
        let mut length = 14;
        let mut effort = Effort { limit: length, is_noisy: false, pendants: 0 };
        loop {
            match self.run(start, suits, effort, meter)? {
                Run::Won => return Ok(true),
                Run::Lost => return Ok(false),
                Run::Cut => {
                    length += length / 8;
                    let pendants = if self.nodes < 64 { 0 } else { 4 };
                    effort = Effort { limit: self.nodes + length, is_noisy: true, pendants };
                }
            }
        }
    }

    /// The line that was won, as pairs of cards: each flies onto the other.
    pub(super) fn line(&self, start: &State<G>) -> Vec<(usize, usize)> {
        let mut line = Vec::with_capacity(start.occupied.len() as usize);
        let mut push = |state: &State<G>, from, to| {
            line.push((G::card_at(&state.cards, from), G::card_at(&state.cards, to)));
            state.after(from, to)
        };
        let mut state = *start;
        for frame in &self.frames {
            state = push(&frame.state, frame.flight.from(), frame.flight.to());
        }
        while state.occupied.len() > 1 {
            let (from, to) = state.winning_flight(self.tables).expect("an ending that is won has a flight that wins");
            state = push(&state, from, to);
        }
        line
    }

    #[inline(always)]
    fn run<P>(
        &mut self,
        start: &State<G>,
        suits: Suits<G>,
        effort: Effort,
        meter: &mut Meter<'_, P>,
    ) -> Result<Run, Stop> {
        self.frames.clear();
        self.flights.clear();
        match self.enter(start, suits, G::NO_ROWS, effort, meter)? {
            Entered::Won => return Ok(Run::Won),
            Entered::Lost => return Ok(Run::Lost),
            Entered::Cut => return Ok(Run::Cut),
            Entered::Open => {}
        }
        loop {
            let Some(frame) = self.frames.last_mut() else { return Ok(Run::Lost) };
            let flight = if effort.lists::<G>() {
                best_of(&mut self.flights, frame.next)
            } else {
                frame.state.take_best(&mut frame.untried, &mut self.losses)
            };
            let Some(flight) = flight else {
                self.closed.insert(&frame.state.cards, frame.state.occupied, meter)?;
                self.frames.pop();
                self.refute();
                continue;
            };
            frame.flight = flight;
            meter.generate();
            let child = frame.state.after(flight.from(), flight.to());
            let suits = frame.suits.after(flight.from(), flight.to());
            let refuted = apart_from::<G>(&frame.refuted, flight);
            match self.enter(&child, suits, refuted, effort, meter)? {
                Entered::Won => return Ok(Run::Won),
                Entered::Lost => self.refute(),
                Entered::Open => {}
                Entered::Cut => return Ok(Run::Cut),
            }
        }
    }

    /// Notes that the flight which the deepest frame is trying leads to a lost position.
    #[inline(always)]
    fn refute(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.refuted[frame.flight.from()] |= G::Set::only(frame.flight.to());
        }
    }

    /// Looks at a position, both graphs of which are connected, and makes it a frame if it must be searched; its flights
    /// in `refuted` are known to lead to lost positions.
    #[inline(always)]
    fn enter<P>(
        &mut self,
        state: &State<G>,
        suits: Suits<G>,
        mut refuted: G::Rows,
        effort: Effort,
        meter: &mut Meter<'_, P>,
    ) -> Result<Entered, Stop> {
        if state.occupied.len() <= G::LOOKED_UP {
            let won = G::ending_is_won(self.tables, &state.compatible, state.occupied);
            return Ok(if won { Entered::Won } else { Entered::Lost });
        }
        if self.closed.contains(&state.cards, state.occupied) {
            meter.duplicate();
            return Ok(Entered::Lost);
        }
        let joints = suits.joints(&state.compatible);
        let cut_cards = joints.cut_cards();
        let cut_cells = G::cut_cells(self.tables, state.occupied);
        if state.occupied.len() > 2 && !(cut_cards & cut_cells).is_empty() {
            return Ok(Entered::Lost);
        }
        if effort.pendants > 0
            && !cut_cards.is_empty()
            && self.rule.is_lost_with(state, cut_cards, effort.pendants, |cut, rest| joints.component(cut, rest))
        {
            self.closed.insert(&state.cards, state.occupied, meter)?;
            return Ok(Entered::Lost);
        }
        if self.nodes >= effort.limit {
            return Ok(Entered::Cut);
        }
        meter.expand_unseen()?;
        self.nodes += 1;
        let next = self.flights.len();
        let untried = state.untried_flights(cut_cards, cut_cells, &mut refuted);
        if effort.is_noisy && state.occupied.len() == G::LOOKED_UP + 1 && !self.some_ending_is_won(state, &untried) {
            return self.pass_by(state, &untried, meter);
        }
        if effort.lists::<G>() {
            state.rank_flights(&untried, &mut self.losses, &mut self.flights);
        }
        if effort.is_noisy {
            for flight in &mut self.flights[next..] {
                flight.raise(draw(&mut self.noise));
            }
        }
        self.frames.push(Frame { state: *state, suits, refuted, untried, next, flight: Ranked::default() });
        Ok(Entered::Open)
    }

    /// Whether some flight of a position of one stack more than are looked up leads to an ending that is won.
    #[inline(always)]
    fn some_ending_is_won(&self, state: &State<G>, flights: &G::Rows) -> bool {
        let mut won = false;
        G::for_each_pair(flights, |from, to| {
            won |= G::ending_is_won_after(self.tables, &state.compatible, state.occupied, (from, to));
        });
        won
    }

    /// Notes that all flights of a position lead to lost endings, as if noise had been drawn for each and each had been tried.
    #[inline(always)]
    fn pass_by<P>(&mut self, state: &State<G>, flights: &G::Rows, meter: &mut Meter<'_, P>) -> Result<Entered, Stop> {
        for _ in 0..flights.as_ref().iter().map(|row| row.len()).sum() {
            meter.generate();
            draw(&mut self.noise);
        }
        self.closed.insert(&state.cards, state.occupied, meter)?;
        Ok(Entered::Lost)
    }
}

/// Draws what is added to the rank of a flight: Marsaglia's xorshift generator ("Xorshift RNGs", 2003).
#[inline(always)]
fn draw(noise: &mut u64) -> u32 {
    *noise ^= *noise << 13;
    *noise ^= *noise >> 7;
    *noise ^= *noise << 17;
    (*noise >> 32) as u32 % NOISE
}

/// The flights that share no cell with this one. They are the same before and after it, and lead to the same position
/// whichever is played first; so what they lead to after it is lost if it was lost before.
#[inline(always)]
fn apart_from<G: Grid>(flights: &G::Rows, flight: Ranked) -> G::Rows {
    let kept = !(G::Set::only(flight.from()) | G::Set::only(flight.to()));
    let mut apart = *flights;
    for row in apart.as_mut() {
        *row &= kept;
    }
    apart[flight.from()] = G::Set::EMPTY;
    apart[flight.to()] = G::Set::EMPTY;

    apart
}

/// Takes the best of `flights[begin..]` out.
#[inline(always)]
fn best_of(flights: &mut Vec<Ranked>, begin: usize) -> Option<Ranked> {
    let (index, _) = flights[begin..].iter().enumerate().max_by_key(|&(_, flight)| *flight)?;
    Some(flights.swap_remove(begin + index))
}
