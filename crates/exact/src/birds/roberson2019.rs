//! The experiments of Roberson and Sperduto (2019), "A Monte Carlo tree search player for Birds of a Feather solitaire":
//! the numbers of their three tables, deal by deal so that whoever asks may divide the deals as it likes.
//!
//! Their deals are numbers 1 to 10,000: 24 of these cannot be won, as they say.

use kibitzer_core::{Game, Puzzle, SplitMix};
use kibitzer_games::birds::{Birds, LinePairs, ScoreAndMoves};
use kibitzer_search::{BestFirst, Budget, OrderedDepthFirst, Solver, Stats, Verdict, Weight};

use super::Exact;
use super::checker::{Checker, Rule};
use super::player::{Player, Thought, play};

/// The weights of the number of legal moves in table 1; that of the score is 1.
pub const WEIGHTS: [f64; 6] = [1.0, 1.5, 2.0, 2.5, 3.0, 3.5];

/// The iterations for a turn in table 3.
pub const ITERATIONS: [u32; 9] = [100, 200, 300, 400, 500, 1000, 2000, 4000, 8000];

/// The games for each deal in table 3.
pub const GAMES: u64 = 40;

/// Positions that best-first search expands until it has decided a deal, as in table 1: highest `score + weight * legal
/// moves` first, known positions and those that fall apart dropped. A deal that has fallen apart itself takes none.
#[must_use]
pub fn best_first_nodes(start: &Birds, weight: f64) -> u64 {
    let heuristic = ScoreAndMoves { score: 1.0, moves: weight };
    let mut search = BestFirst { heuristic, weight: Weight::Greedy };
    search.solve(start, Budget::default(), &mut ()).stats.expanded
}

/// What depth-first search takes for a deal: the pairs of each row and then of each column, in both directions, known
/// positions dropped and those that the paper's three rules refute. What it dropped is not in the paper.
#[must_use]
pub fn depth_first_cost(start: &Birds) -> Stats {
    let mut search = OrderedDepthFirst { order: LinePairs, heuristic: Checker { endings: 0, ..Checker::PAPER } };
    search.solve(start, Budget::default(), &mut ()).stats
}

/// The counts of table 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Classes {
    /// Positions that can be won.
    pub solvable: u64,
    /// Positions that cannot.
    pub unsolvable: u64,
    /// How many of the latter each rule finds, in the order of [`Rule::ALL`]; most are found by several.
    pub found_by: [u64; Rule::ALL.len()],
    /// Those that one of the paper's three rules finds: its "combined total".
    pub found_by_paper: u64,
    /// Those that any rule finds.
    pub found: u64,
    /// Positions that can be won but that some rule calls lost. It is 0.
    pub false_alarms: u64,
}

impl Classes {
    /// Counts one position.
    pub fn count(&mut self, board: &Birds, is_solvable: bool) {
        let signs = Checker::PAPER.signs(board);
        let shown = Rule::ALL.map(|rule| signs.shows(rule));
        if is_solvable {
            self.solvable += 1;
            self.false_alarms += u64::from(shown.contains(&true));
            return;
        }
        self.unsolvable += 1;
        for (count, shown) in self.found_by.iter_mut().zip(shown) {
            *count += u64::from(shown);
        }
        let [stranded, separated, lynchpin, ..] = shown;
        self.found_by_paper += u64::from(stranded || separated || lynchpin);
        self.found += u64::from(shown.contains(&true));
    }

    /// Adds the counts of other deals.
    pub fn add(&mut self, other: &Classes) {
        self.solvable += other.solvable;
        self.unsolvable += other.unsolvable;
        for (count, more) in self.found_by.iter_mut().zip(other.found_by) {
            *count += more;
        }
        self.found_by_paper += other.found_by_paper;
        self.found += other.found;
        self.false_alarms += other.false_alarms;
    }

    /// Counts what Neller's generator makes of a deal: from the start a random child that can be won is followed to the
    /// end, and wherever children are of both kinds all of them count.
    pub fn count_deal(&mut self, start: &Birds, exact: &mut Exact, luck: &mut SplitMix) {
        let mut state = *start;
        if !can_be_won(exact, &state) {
            return;
        }
        while !state.is_goal() {
            let children: Vec<Birds> = state.moves().map(|mv| state.after(mv)).collect();
            let won: Vec<bool> = children.iter().map(|child| can_be_won(exact, child)).collect();
            if won.contains(&false) {
                children.iter().zip(&won).for_each(|(child, &won)| self.count(child, won));
            }
            let ways: Vec<&Birds> =
                children.iter().zip(&won).filter(|(_, won)| **won).map(|(child, _)| child).collect();
            if ways.is_empty() {
                return;
            }
            state = *ways[luck.below(ways.len())];
        }
    }
}

fn can_be_won(exact: &mut Exact, board: &Birds) -> bool {
    matches!(exact.solve(board, Budget::default(), &mut ()).verdict, Verdict::Solved(_))
}

/// The games of one player, as in a row of table 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played, on deals that can be won.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Deals that were won at least once, and those never won.
    pub deals: [u64; 2],
    /// What all games took.
    pub thought: Thought,
}

impl Tally {
    /// Plays a deal so many times, each time with a player for another seed. Does nothing where it cannot be won.
    pub fn play_deal<P: Player>(
        &mut self,
        (number, start): (u64, &Birds),
        games: u64,
        exact: &mut Exact,
        mut player: impl FnMut(u64) -> P,
    ) {
        if !can_be_won(exact, start) {
            return;
        }
        let before = self.won;
        for game in 0..games {
            let record = play(&mut player(seed(number, game)), start);
            self.games += 1;
            self.won += u64::from(record.won);
            self.thought.add(record.thought);
        }
        self.deals[usize::from(self.won == before)] += 1;
    }

    /// Adds other games.
    pub const fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.won += other.won;
        self.deals[0] += other.deals[0];
        self.deals[1] += other.deals[1];
        self.thought.add(other.thought);
    }
}

/// The seed of one game on one deal, whatever else is played.
#[must_use]
pub const fn seed(number: u64, game: u64) -> u64 {
    SplitMix::new(number << 32 ^ game).next_u64()
}
