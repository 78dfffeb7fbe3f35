//! One game of the planner: where it is, what it has refuted, and the line that it follows once it has found one.

use std::cmp::Reverse;
use std::collections::HashMap;

use kibitzer_core::{Game, SplitMix};
use kibitzer_games::birds::{Birds, Flight, ScoreAndMoves};
use kibitzer_games::cards::Card;
use kibitzer_search::{Budget, Meter};

use super::super::Layout;
use super::super::closed::ClosedSet;
use super::super::cuts::cut_vertices;
use super::super::grid::{Grid, Set, flood};
use super::super::pendant::PendantRule;
use super::super::state::{Losses, Ranked, State};
use super::planner::{Idea, Ideas};
use super::scored::Scored;
use super::{Thought, Turn};

/// How far a flight falls in the order each time that the number of visits behind it doubles. Fitted, with the noise, on
/// the deals 1 to 10,000 that the exact solver needs a hundred positions for.
const FALL: f64 = 120.0;
/// No flight falls further.
const DEEPEST_FALL: u32 = 8000;
/// How much is drawn onto the rank of a flight after the first dive.
const NOISE: usize = 40;
/// The same where flights do not fall.
const NOISE_ALONE: usize = 160;
/// The endings that the paper's checker knows.
const FEW: u32 = 5;
/// The largest pendants that are looked at, as in the exact solver.
const PENDANTS: usize = 4;

/// A game and the room to think in.
pub(super) struct Campaign<G: Grid> {
    tables: G::Tables,
    tops: Vec<Card>,
    /// The position that the next turn must find, as the game has it and as it is held here.
    board: Birds,
    at: Scored<G>,
    /// The flights that win from here, the next one last; none if that is not known.
    plan: Vec<(usize, usize)>,
    /// Positions that cannot be won.
    lost: ClosedSet<G>,
    /// How often a dive came by a position.
    visits: HashMap<(G::Cards, G::Set), u32>,
    pendants: PendantRule<G>,
    frames: Vec<Frame<G>>,
    /// The untried flights of all frames, those of the deepest last, and of each the best last.
    flights: Vec<Ranked>,
    losses: Losses,
    first_flights: Vec<FirstFlight>,
}

/// A position whose flights are being tried.
struct Frame<G: Grid> {
    scored: Scored<G>,
    /// Where its flights begin.
    first: usize,
    /// The one that is being tried.
    flight: Ranked,
}

/// A flight that could be made now, and how dives fared behind it.
struct FirstFlight {
    flight: Ranked,
    /// Positions that were looked at behind it.
    looks: u32,
    /// The stacks on all of them, added up.
    stacks: u32,
}

impl FirstFlight {
    /// A hundred times the mean number of stacks, so the fewer the deeper dives went; none where there was no dive.
    fn mean_stacks(&self) -> Option<u32> {
        self.stacks.saturating_mul(100).checked_div(self.looks)
    }
}

/// What looking at a position showed.
enum Look {
    /// This flight leads to an ending that is won.
    Won(usize, usize),
    Lost,
    /// It has become a frame.
    Open,
}

/// How a dive, or all dives of a turn, ended.
#[derive(PartialEq, Eq)]
enum Dive {
    Won,
    Lost,
    Stuck,
}

/// The settings of a turn, and what was done in it.
struct Effort<'a> {
    ideas: Ideas,
    limit: u64,
    luck: &'a mut SplitMix,
    noise: usize,
    thought: Thought,
}

impl Effort<'_> {
    fn is_spent(&self) -> bool {
        self.thought.iterations >= self.limit
    }
}

impl<G: Grid> Campaign<G> {
    pub(super) fn new(board: &Birds, layout: &Layout) -> Self {
        let (state, tops) = layout.state::<G>(board);
        Self {
            tables: G::tables(),
            tops,
            board: *board,
            at: Scored::new(state, layout, board),
            plan: Vec::new(),
            lost: ClosedSet::new(),
            visits: HashMap::new(),
            pendants: PendantRule::default(),
            frames: Vec::new(),
            flights: Vec::new(),
            losses: Losses::default(),
            first_flights: Vec::new(),
        }
    }

    /// Starts a game here.
    pub(super) fn begin(&mut self, board: &Birds, layout: &Layout) {
        let (state, tops) = layout.state::<G>(board);
        (self.at, self.tops, self.board) = (Scored::new(state, layout, board), tops, *board);
        self.plan.clear();
        self.forget();
    }

    fn forget(&mut self) {
        self.lost.clear();
        self.visits.clear();
        self.pendants.clear();
    }

    /// Whether the game that was begun has come to this position by the flights that were chosen.
    pub(super) fn expects(&self, board: &Birds) -> bool {
        self.board == *board
    }

    /// Chooses a flight, and expects it to be made.
    pub(super) fn turn(&mut self, iterations: u32, ideas: Ideas, luck: &mut SplitMix) -> Option<Turn> {
        self.at.flights().next()?;
        let mut effort = Effort { ideas, limit: u64::from(iterations), luck, noise: 0, thought: Thought::default() };
        if !ideas.has(Idea::Plan) {
            self.plan.clear();
        }
        if !ideas.has(Idea::Memory) {
            self.forget();
        }
        if self.plan.is_empty() && self.seek(&mut effort) == Dive::Won {
            self.note_plan(ideas);
        }
        let (from, to) = match self.plan.pop() {
            Some(flight) => flight,
            None => self.most_promising()?,
        };
        let top = |cell| self.tops[G::card_at(&self.at.state.cards, cell)];
        let flight = Flight { bird: top(from), onto: top(to) };
        self.at = self.at.after(from, to);
        self.board.play(flight);
        Some(Turn { flight, thought: effort.thought })
    }

    /// Dives until it knows or the iterations are spent.
    fn seek(&mut self, effort: &mut Effort<'_>) -> Dive {
        self.first_flights.clear();
        let (rows, occupied) = (&self.at.state.compatible, self.at.state.occupied);
        let together = |rows| flood::<G>(rows, G::Set::only(occupied.first()), occupied) == occupied;
        if !together(rows) || !together(&G::LINES) {
            return Dive::Lost;
        }
        loop {
            let dive = self.dive(effort);
            if dive != Dive::Stuck || effort.is_spent() {
                return dive;
            }
            effort.noise = if effort.ideas.has(Idea::Spread) { NOISE } else { NOISE_ALONE };
        }
    }

    /// One iteration: from where the game is along the first flights of the order, until a line is found or a position
    /// without a flight that could win. What that refutes is noted, all the way up. Where dives do not start over, the
    /// next iteration goes on from there.
    fn dive(&mut self, effort: &mut Effort<'_>) -> Dive {
        self.frames.clear();
        self.flights.clear();
        effort.thought.iterations += 1;
        let root = self.at;
        match self.look(&root, effort) {
            Look::Won(from, to) => {
                self.plan.push((from, to));
                return Dive::Won;
            }
            Look::Lost => return Dive::Lost,
            Look::Open => {}
        }
        if self.first_flights.is_empty() {
            let all = self.flights.iter().map(|&flight| FirstFlight { flight, looks: 0, stacks: 0 });
            self.first_flights.extend(all);
        }
        let mut stuck = false;
        loop {
            let Some(frame) = self.frames.last_mut() else { return Dive::Lost };
            if self.flights.len() == frame.first {
                let state = frame.scored.state;
                self.frames.pop();
                self.refute(&state);
                continue;
            }
            if stuck {
                if effort.ideas.has(Idea::Restarts) || effort.is_spent() {
                    return Dive::Stuck;
                }
                effort.thought.iterations += 1;
                stuck = false;
            }
            let flight = self.flights.pop().expect("the frame has one");
            frame.flight = flight;
            let child = frame.scored.after(flight.from(), flight.to());
            self.note_visit(&child.state);
            match self.look(&child, effort) {
                Look::Won(from, to) => {
                    self.plan.push((from, to));
                    return Dive::Won;
                }
                Look::Lost => {
                    self.refute(&child.state);
                    stuck = true;
                }
                Look::Open => {}
            }
        }
    }

    fn refute(&mut self, state: &State<G>) {
        let mut nobody = ();
        let mut meter = Meter::<Birds>::new(Budget::default(), &mut nobody);
        // Without a limit nothing is refused.
        let _ = self.lost.insert(&state.cards, state.occupied, &mut meter);
    }

    fn note_visit(&mut self, state: &State<G>) {
        *self.visits.entry((state.cards, state.occupied)).or_default() += 1;
        let Some(first) = self.frames.first().map(|frame| frame.flight) else { return };
        let same = |other: &&mut FirstFlight| (other.flight.from(), other.flight.to()) == (first.from(), first.to());
        if let Some(found) = self.first_flights.iter_mut().find(same) {
            found.looks += 1;
            found.stacks += state.occupied.len();
        }
    }

    /// Tries all flights of a position, drops those to positions that are known to be lost, and orders the others.
    fn look(&mut self, scored: &Scored<G>, effort: &mut Effort<'_>) -> Look {
        effort.thought.positions += 1;
        let state = &scored.state;
        let cut_cards = cut_vertices::<G>(&state.compatible, state.occupied);
        let cut_cells = G::cut_cells(self.tables, state.occupied);
        let untried = state.untried_flights(cut_cards, cut_cells, &mut { G::NO_ROWS });
        let first = self.flights.len();
        if effort.ideas.has(Idea::Order) {
            state.rank_flights(&untried, &mut self.losses, &mut self.flights);
        } else {
            let weights = ScoreAndMoves { score: 20.0, moves: 50.0 };
            G::for_each_pair(&untried, |from, to| {
                #[expect(clippy::cast_possible_truncation, reason = "at most 7 x 7 cards; beyond, the cast saturates")]
                let rank = scored.after(from, to).value(&weights) as i32;
                self.flights.push(Ranked::new(rank.min(Ranked::HIGHEST), from, to));
            });
        }
        let mut kept = first;
        for index in first..self.flights.len() {
            let mut flight = self.flights[index];
            let child = state.after(flight.from(), flight.to());
            match self.know(&child, effort.ideas) {
                Some(true) => return Look::Won(flight.from(), flight.to()),
                Some(false) => {}
                None => {
                    if effort.noise > 0 {
                        #[expect(clippy::cast_possible_truncation, reason = "it is below the noise")]
                        flight.raise(effort.luck.below(effort.noise) as u32);
                    }
                    if effort.ideas.has(Idea::Spread) {
                        flight.raise(DEEPEST_FALL - self.fall(&child));
                    }
                    self.flights[kept] = flight;
                    kept += 1;
                }
            }
        }
        self.flights.truncate(kept);
        if kept == first {
            return Look::Lost;
        }
        self.flights[first..].sort_unstable();
        self.frames.push(Frame { scored: *scored, first, flight: Ranked::default() });
        Look::Open
    }

    /// How far the flight to a position falls.
    fn fall(&self, state: &State<G>) -> u32 {
        let visits = self.visits.get(&(state.cards, state.occupied)).copied().unwrap_or(0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "visits double 32 times at most")]
        let fall = (FALL * f64::from(visits.saturating_add(1)).log2()) as u32;
        fall.min(DEEPEST_FALL)
    }

    /// Whether a position, both graphs of which hang together, is won, if that is known without trying its flights.
    fn know(&mut self, state: &State<G>, ideas: Ideas) -> Option<bool> {
        if state.occupied.len() <= endings::<G>(ideas) {
            return Some(G::ending_is_won(self.tables, &state.compatible, state.occupied));
        }
        if self.lost.contains(&state.cards, state.occupied) {
            return Some(false);
        }
        let (articulation, pendants) = (ideas.has(Idea::Articulation), ideas.has(Idea::Pendants));
        if articulation || pendants {
            let cut_cards = cut_vertices::<G>(&state.compatible, state.occupied);
            let cut_cells = G::cut_cells(self.tables, state.occupied);
            if articulation && !(cut_cards & cut_cells).is_empty() {
                return Some(false);
            }
            if pendants && !cut_cards.is_empty() && self.pendants.is_lost(state, cut_cards, PENDANTS) {
                return Some(false);
            }
        }
        None
    }

    /// Writes down the line that was found: the frames, the flight to an ending, and the ending.
    fn note_plan(&mut self, ideas: Ideas) {
        let last = self.plan.pop();
        let mut line: Vec<_> = self.frames.iter().map(|frame| (frame.flight.from(), frame.flight.to())).collect();
        line.extend(last);
        let mut state = line.iter().fold(self.at.state, |state, &(from, to)| state.after(from, to));
        debug_assert!(state.occupied.len() <= endings::<G>(ideas), "a line ends where the tables begin");
        while let Some((from, to)) = state.winning_flight(self.tables) {
            line.push((from, to));
            state = state.after(from, to);
        }
        self.plan.extend(line.into_iter().rev());
    }

    /// The flight to be made where no line is known: of those that are not refuted the one behind which dives left fewest
    /// stacks on average, and the best in the order among equals; where all are refuted any that is legal.
    fn most_promising(&self) -> Option<(usize, usize)> {
        let open = self.first_flights.iter().filter(|first| {
            let child = self.at.state.after(first.flight.from(), first.flight.to());
            !self.lost.contains(&child.cards, child.occupied)
        });
        let best = open.min_by_key(|first| (first.mean_stacks().unwrap_or(u32::MAX), Reverse(first.flight)));
        best.map(|first| (first.flight.from(), first.flight.to())).or_else(|| self.at.flights().next())
    }
}

/// The largest endings that are looked up.
fn endings<G: Grid>(ideas: Ideas) -> u32 {
    if ideas.has(Idea::Endings) { G::LOOKED_UP.max(FEW) } else { FEW }
}
