//! Our own player: it looks for a whole line, follows it once it has one, and forgets nothing that it has refuted.

use kibitzer_core::SplitMix;
use kibitzer_games::birds::Birds;

use super::super::Layout;
use super::super::grid::{Grid, Large, Small};
use super::campaign::Campaign;
use super::{Player, Turn};

/// What the player does beyond a depth-first search along the paper's heuristic, with the paper's endings and with
/// flights dropped that let a graph fall apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idea {
    /// A line that wins is followed to its end, without another thought.
    Plan,
    /// What was refuted in one turn stays refuted in the next.
    Memory,
    /// A dive that is stuck starts over in another order, where else the search would go back a step.
    Restarts,
    /// Flights fall in the order as dives come by what they lead to, so that others get their turn.
    Spread,
    /// Flights are ordered as the exact solver does, not by score and legal moves.
    Order,
    /// Endings of seven stacks are looked up, not of five.
    Endings,
    /// Positions with a cut card on a cut cell are dropped.
    Articulation,
    /// Positions are dropped that the pendant rule of the exact solver refutes.
    Pendants,
}

impl Idea {
    /// All of them.
    pub const ALL: [Idea; 8] = [
        Idea::Plan,
        Idea::Memory,
        Idea::Restarts,
        Idea::Spread,
        Idea::Order,
        Idea::Endings,
        Idea::Articulation,
        Idea::Pendants,
    ];
}

/// A set of ideas, so that each can be left out to see what it buys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ideas(u16);

impl Ideas {
    /// None of them.
    pub const NONE: Ideas = Ideas(0);
    /// All of them.
    pub const ALL: Ideas = Ideas((1 << Idea::ALL.len()) - 1);

    /// Whether this one is used.
    #[must_use]
    pub const fn has(self, idea: Idea) -> bool {
        self.0 >> idea as u8 & 1 == 1
    }

    /// The same, and this one.
    #[must_use]
    pub const fn with(self, idea: Idea) -> Ideas {
        Ideas(self.0 | 1 << idea as u8)
    }

    /// The same, less this one.
    #[must_use]
    pub const fn without(self, idea: Idea) -> Ideas {
        Ideas(self.0 & !(1 << idea as u8))
    }
}

/// The player. An iteration is one dive: a way from the position at hand to a line that wins or to a dead end.
pub struct Planner {
    /// Iterations for one turn.
    pub iterations: u32,
    /// What it does.
    pub ideas: Ideas,
    seed: u64,
    luck: SplitMix,
    small: Option<Box<Campaign<Small>>>,
    large: Option<Box<Campaign<Large>>>,
}

impl Planner {
    /// The player with all its ideas and so many iterations a turn.
    #[must_use]
    pub const fn new(iterations: u32, seed: u64) -> Self {
        Self { iterations, ideas: Ideas::ALL, seed, luck: SplitMix::new(seed), small: None, large: None }
    }

    /// Other luck for the games to come, which are those of a new player with this seed.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        self.start_over();
    }
}

impl Player for Planner {
    fn choose(&mut self, board: &Birds) -> Option<Turn> {
        let (iterations, ideas, luck) = (self.iterations.max(1), self.ideas, &mut self.luck);
        // The same game goes on, on the board where it began, though what is left may fit the smaller one.
        if let Some(campaign) = self.large.as_mut().filter(|campaign| campaign.expects(board)) {
            return campaign.turn(iterations, ideas, luck);
        }
        if let Some(campaign) = self.small.as_mut().filter(|campaign| campaign.expects(board)) {
            return campaign.turn(iterations, ideas, luck);
        }
        let layout = Layout::new(board);
        if layout.fits::<Small>() {
            begun(&mut self.small, board, &layout).turn(iterations, ideas, luck)
        } else {
            begun(&mut self.large, board, &layout).turn(iterations, ideas, luck)
        }
    }

    fn start_over(&mut self) {
        self.luck = SplitMix::new(self.seed);
        self.small = None;
        self.large = None;
    }
}

fn begun<'a, G: Grid>(
    campaign: &'a mut Option<Box<Campaign<G>>>,
    board: &Birds,
    layout: &Layout,
) -> &'a mut Campaign<G> {
    let campaign = campaign.get_or_insert_with(|| Box::new(Campaign::new(board, layout)));
    campaign.begin(board, layout);
    campaign
}
