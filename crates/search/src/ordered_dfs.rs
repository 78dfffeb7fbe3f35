//! Depth-first search that ranks moves before it plays them.

use kibitzer_core::{Heuristic, MoveOrder, Puzzle};

use crate::arena::{Arena, push_counted};
use crate::table::{Probe, Table};
use crate::{Budget, Meter, Observer, Report, Solver, Stop, Verdict};

/// Goes as deep as it can before it turns back, and plays a move only when it is that move's turn: siblings of a line that
/// wins are never made. Moves come in the order given, equals in the order of `moves()`. Each position is expanded once.
///
/// [`DepthFirst`](crate::DepthFirst) looks at all children first and takes a goal among them at once; this one trusts
/// the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderedDepthFirst<O, H> {
    /// Which moves are tried first.
    pub order: O,
    /// Which positions are dead and not entered; its estimates do not matter.
    pub heuristic: H,
}

impl<P: Puzzle, O: MoveOrder<P>, H: Heuristic<P>> Solver<P> for OrderedDepthFirst<O, H> {
    fn solve(&mut self, start: &P, budget: Budget, observer: &mut dyn Observer<P>) -> Report<Verdict<P::Move>> {
        let mut meter = Meter::new(budget, observer);
        let outcome = self.run(start, &mut meter);
        meter.report(outcome)
    }
}

impl<O, H> OrderedDepthFirst<O, H> {
    fn run<P>(&self, start: &P, meter: &mut Meter<'_, P>) -> Result<Verdict<P::Move>, Stop>
    where
        P: Puzzle,
        O: MoveOrder<P>,
        H: Heuristic<P>,
    {
        if start.is_goal() {
            return Ok(Verdict::Solved(Vec::new()));
        }
        if self.heuristic.estimate(start).is_none() {
            return Ok(Verdict::Unsolvable);
        }
        let mut line = Line::default();
        line.enter(&self.order, start.clone(), &Probe::new(start.key()), meter)?;
        while let Some(frame) = line.frames.len().checked_sub(1) {
            let Frame { state, untried, mv } = line.frames.get_mut(frame);
            if line.moves.len() == *untried {
                line.frames.pop();
                continue;
            }
            let next = line.moves.pop().expect("there are more than those of the frames above");
            *mv = Some(next);
            let child = state.after(next);
            meter.generate();
            if child.is_goal() {
                return Ok(Verdict::Solved(line.frames.iter().filter_map(|frame| frame.mv).collect()));
            }
            let probe = Probe::new(child.key());
            if line.known.find(&probe).is_some() {
                meter.duplicate();
            } else if self.heuristic.estimate(&child).is_some() {
                line.enter(&self.order, child, &probe, meter)?;
            }
        }
        Ok(Verdict::Unsolvable)
    }
}

/// The line at hand, from the start down, and all that was met.
struct Line<P: Puzzle> {
    known: Table<P::Key>,
    frames: Arena<Frame<P>>,
    /// The untried moves of all frames, those of the deepest last, and of each the best last.
    moves: Arena<P::Move>,
    /// The moves of the position at hand, to be sorted; and the same with their places.
    ranked: Vec<(i64, P::Move)>,
    places: Vec<(i64, u32)>,
}

struct Frame<P: Puzzle> {
    state: P,
    /// How many moves wait when all of this frame's own are tried.
    untried: usize,
    /// The move that is being tried.
    mv: Option<P::Move>,
}

impl<P: Puzzle> Default for Line<P> {
    fn default() -> Self {
        Self {
            known: Table::default(),
            frames: Arena::default(),
            moves: Arena::default(),
            ranked: Vec::new(),
            places: Vec::new(),
        }
    }
}

impl<P: Puzzle> Line<P> {
    /// Expands a position: it is known from now on, and its moves wait.
    fn enter(
        &mut self,
        order: &impl MoveOrder<P>,
        state: P,
        probe: &Probe<P::Key>,
        meter: &mut Meter<'_, P>,
    ) -> Result<(), Stop> {
        let depth = u32::try_from(self.frames.len()).expect("no line has 2^32 moves");
        meter.expand(&state, depth)?;
        self.known.insert(probe, meter)?;
        let capacity = self.ranked.capacity();
        self.ranked.clear();
        order.rank(&state, &mut self.ranked);
        meter.hold((self.ranked.capacity() - capacity) * size_of::<(i64, P::Move)>())?;
        self.places.clear();
        for (place, (rank, _)) in self.ranked.iter().enumerate() {
            let place = u32::try_from(place).expect("no position has 2^32 moves");
            // The best is put on top of the others, and of equals the first.
            push_counted(&mut self.places, (*rank, u32::MAX - place), meter)?;
        }
        self.places.sort_unstable();
        self.frames.push(Frame { state, untried: self.moves.len(), mv: None }, meter)?;
        for &(_, place) in &self.places {
            self.moves.push(self.ranked[(u32::MAX - place) as usize].1, meter)?;
        }
        Ok(())
    }
}
