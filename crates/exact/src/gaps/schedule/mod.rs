//! Gaps as a schedule: which lines each card visits, and which event comes before which.
//!
//! `events.rs` names the events of a position, `encode.rs` states what must hold of them, `core.rs` searches for events
//! that satisfy it, with clauses (`clauses.rs`, `analyze.rs`, `search.rs`, `activity.rs`) and the order of events beside
//! them (`order.rs`). `opening.rs` asks less: can a full first column be opened? A model is made into moves (`plan.rs`) or
//! tried on the stash (`stash.rs`), and what fails there is learned (`refine.rs`). `log.rs` and `hints.rs` keep what a proof
//! needs.
//!
//! # What is encoded, and why nothing that wins is lost
//!
//! Take any play that wins. Ranks count from 0. The *line* of a card is its row and its column less its rank.
//!
//! **Lines.** A card of rank above 0 moves to the right of the card below it, onto the line where that stands. So the
//! lines it visits after its own start are some of those that the card below has visited, in the same order: that
//! card's start, and so on down to the start of the lowest card, then lines that begin in the first column. Let `T(y, k)`
//! be the time at which card `y` has reached line `k` of this list or gone beyond. Then `T(y, k) ≤ T(y, k + 1)`, equal
//! if and only if `y` does not visit line `k`; and if it does, the card below stands there as it comes: the card below
//! came before and leaves after. Two cards that visit one cell do so one after the other.
//!
//! **The stash.** A card is *stashed* from when it stands right of a stashed card below it, or in the first column if its
//! rank is 0; a card that waits in its place is stashed without a move when the card below comes. Stashed cards stand
//! in the column of their rank, and once stashed always so. In each row, a card that is not stashed never stands left of
//! the leftmost place where such a card stood before: it can only have come to the right of another one like it. So the
//! part of a row to the left of all cards that are not stashed only grows; stashed cards are always there, since a card
//! is stashed right of a stashed one; and no card outside ever depends on which stashed card is where. Let `Z(y)` be the
//! time at which `y` is stashed, and `C(r, c)` the time from which no card that is not stashed stands in row `r` up to
//! column `c`.
//!
//! **Crowding.** After the `i`-th card of a rank is stashed, `i` cards of it stand in different rows cleared up to their
//! column. So each suit can be given a row of its own that is cleared before its card of that rank is stashed (or at the
//! same time, if the card itself was the last there and waited in its place): in the order of time, one of `i` rows is
//! not yet given.
//!
//! **Settling.** Each suit ends in a row of its own. Let `M(s, c)` be the last time at which a card of suit `s` up to
//! rank `c` is stashed or moves in the stash. The last row is cleared up to `c` before `M(s, c)`. If `M(s, c) > Z(s, c)`,
//! which is called a *hop*, then a card of lower rank has moved after `Z(s, c)` too: either it was the last, or the card
//! of rank `c` was, and followed it. At `M(s, c)` a card of some rank `c' ≤ c` moves within its column, which therefore
//! has a gap, so that the card of rank `c'` of another suit is not yet stashed, nor is its card of rank `c`.
//!
//! All of this is demanded, no more. So every play that wins gives a model, and no model means that nothing wins.
//! Without hops the model is a plan but for one case, that two cards change places at once, each of which could wait in
//! its place; plans are replayed, and that case goes to the stash as well.
//!
//! **Refinement.** A model fixes the order of some of the events `Z` and `C`. The stash depends on nothing else, so it
//! is solved as a puzzle of its own. Any order of `Z` and `C` that agrees with the model's can be completed by all other
//! events of the model, since an order of some events that agrees with a partial order of all can be extended to all. So
//! a solved stash is a plan, and if it cannot be solved, the facts that were asked for (`C` is not before `Z`, and the
//! like) cannot hold at once in any play that wins: a new clause, over variables for these facts. There are finitely many
//! facts, so this ends with a plan or a refutation.

mod activity;
mod analyze;
mod clauses;
mod core;
mod encode;
mod events;
mod hints;
mod literal;
mod log;
mod opening;
mod order;
mod plan;
mod refine;
mod search;
mod seen;
mod stash;
#[cfg(test)]
mod tests;

use self::core::Core;
use super::layout::{Layout, Step};
use encode::Encoding;
use literal::Literal;
pub(crate) use log::{FIRST_STEP, Fact, LogStep};
pub(crate) use opening::Opening;
use search::{Outcome, Pace};

/// Positions of the stash that take as long as a conflict.
const POSITIONS_A_CONFLICT: u64 = 64;

/// What a stretch of work brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// These moves win.
    Won(Vec<Step>),
    /// Nothing wins.
    Lost,
    /// The work is spent.
    Paused,
}

/// Work that is done in stretches.
pub(crate) trait Stretches {
    /// Works until so much is spent, or somewhat more.
    fn work(&mut self, amount: u64) -> Progress;
    /// What has been spent.
    fn spent(&self) -> u64;
    /// The memory that is held, to a few percent.
    fn bytes(&self) -> usize;
}

/// The schedule of a position, decided step by step.
pub(crate) struct Schedule {
    layout: Layout,
    encoding: Encoding,
    core: Core,
    pace: Pace,
    may_hop: bool,
    /// The model at hand, while its stash is looked through.
    trial: Option<refine::Trial>,
    denials: refine::Denials,
    positions: u64,
}

impl Schedule {
    /// The schedule of a position; `log` says whether what is done shall be kept for a proof.
    pub(crate) fn new(layout: &Layout, log: bool) -> Self {
        let (encoding, core) = Encoding::new(layout, log);
        Self {
            layout: layout.clone(),
            encoding,
            core,
            pace: Pace::default(),
            may_hop: false,
            trial: None,
            denials: refine::Denials::new(),
            positions: 0,
        }
    }

    /// The steps of a refutation, none if they were not kept, and the number of clauses before them.
    pub(crate) fn into_log(self) -> (Vec<LogStep>, u32) {
        (self.core.log.map_or_else(Vec::new, |log| log.steps), self.encoding.numbered)
    }

    /// The plan of a model without hops.
    fn plain_plan(&self) -> Option<Vec<Step>> {
        if self.may_hop {
            return None;
        }
        let plan = plan::plan(&self.core, &self.encoding, &self.layout);
        // It may fail where two cards would have to change places at once; the stash knows better.
        self.layout.is_won_by(&plan).then_some(plan)
    }

    /// Goes on with the stash of the model at hand: its plan, or else what excludes it is learned, once that is known.
    fn go_on_trying(&mut self, positions: u32) -> Option<Vec<Step>> {
        let finding = self.trial.as_mut()?.run(positions, &mut self.positions)?;
        self.trial = None;
        match finding {
            refine::Finding::Solved(puts) => {
                let plan = refine::plan(&self.core, &self.encoding, &self.layout, &puts);
                assert!(self.layout.is_won_by(&plan), "a model with a solved stash is a plan");
                Some(plan)
            }
            refine::Finding::Facts(facts) => {
                self.core.back_to(0);
                refine::exclude(&facts, &mut self.denials, &mut self.core, &self.encoding.events);
                None
            }
        }
    }
}

impl Stretches for Schedule {
    // Clauses from the stash are made in one go.
    fn work(&mut self, amount: u64) -> Progress {
        let end = self.spent() + amount;
        while self.spent() < end {
            let left = end - self.spent();
            if self.trial.is_some() {
                let positions = left.saturating_mul(POSITIONS_A_CONFLICT);
                if let Some(plan) = self.go_on_trying(u32::try_from(positions).unwrap_or(u32::MAX)) {
                    return Progress::Won(plan);
                }
                continue;
            }
            let assumptions: Vec<Literal> = if self.may_hop {
                Vec::new()
            } else {
                self.encoding.hops.iter().filter_map(|hops| hops.first()).map(|&hop| !hop).collect()
            };
            match self.core.search(&mut self.pace, &assumptions, left) {
                Outcome::Refuted => return Progress::Lost,
                Outcome::Excluded => self.may_hop = true,
                Outcome::Paused => return Progress::Paused,
                Outcome::Model => {
                    if let Some(plan) = self.plain_plan() {
                        return Progress::Won(plan);
                    }
                    self.trial = Some(refine::Trial::new(&self.core, &self.encoding.events));
                }
            }
        }
        Progress::Paused
    }

    /// Conflicts, and what the positions of the stash that were looked at count.
    fn spent(&self) -> u64 {
        self.pace.conflicts + self.positions / POSITIONS_A_CONFLICT
    }

    fn bytes(&self) -> usize {
        self.core.bytes() + self.trial.as_ref().map_or(0, refine::Trial::bytes)
    }
}
