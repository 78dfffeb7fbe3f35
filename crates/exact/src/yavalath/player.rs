//! The player: it sees mates a few plies ahead, and trusts the tree search for the rest.

use std::time::Duration;

use kibitzer_core::{Game, Payoff, SplitMix, Value};
use kibitzer_games::yavalath::{Cells, Turn, Yavalath};
use kibitzer_search::mcts::{Decisive, Finish, Mcts, MctsThinker, Mean, Playout, Proofs, Together, Ucb1};
use kibitzer_search::{Analysis, Budget, Meter, Ranked, Report, Thinker, TreeSize, Watch};

use super::forcing::Forcing;
use super::mate::MateSearch;
use super::position::Position;

/// Wins within so many plies are found, and the fastest is played.
const WIN_PLIES: u32 = 7;

/// A move after which the other side wins within so many plies is not played, unless all are such.
const TRAP_PLIES: u32 = 5;

/// So far both are looked for whatever the limit: that takes some hundred positions, rarely some thousand.
const GLANCE_PLIES: u32 = 3;

/// So many positions cost some 20 milliseconds. Positions of the puzzles need less; a test watches that.
const MOST_NODES: u64 = 200_000;

/// Where time is short, mates get about half of it: their search looks at some ten positions in a microsecond.
const NODES_A_MICRO: u128 = 5;

/// Of the time for a move, one part in so many is not given to the tree: ranking the moves and freeing memory take time too.
const RESERVE: u32 = 50;

/// Plays Yavalath.
///
/// It plays a fastest win where one is near, and leaves out moves that lose soon. The tree search chooses among the rest:
/// it plays out with forced moves, shares states, keeps proofs and its tree, and asks a [`Judge`] about new positions.
pub struct Player {
    tree: MctsThinker<Yavalath, Ucb1, Judge, Proofs<Mean>, Together>,
}

/// Plays out as [`Decisive`] does, and proves positions in which the side to move wins by a forcing line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judge {
    /// How many positions the search for a line may look at; none is made where it is 0.
    pub limit: u32,
}

impl Playout<Yavalath> for Judge {
    #[inline]
    fn play(&self, position: Yavalath, stream: &mut SplitMix, seen: impl FnMut(Turn)) -> Finish {
        Decisive.play(position, stream, seen)
    }

    fn judge(&self, position: &Yavalath) -> Option<Value> {
        if self.limit == 0 {
            return None;
        }
        let position = fixed(position)?;
        Forcing::new(self.limit).wins(&position).then_some(Value::Win)
    }
}

/// The position as mates see it, where no swap can change whose stones are whose.
fn fixed(position: &Yavalath) -> Option<Position> {
    let is_open = position.has_swap() && position.stones() < 2;
    if is_open { None } else { Position::new(position) }
}

impl Player {
    /// A player; the seed is for the tree search.
    #[must_use]
    pub fn new(seed: u64) -> Player {
        let mut mcts = Mcts::new(Ucb1 { exploration: 0.7 }, Judge { limit: 32 }, Proofs(Mean)).together();
        mcts.settings.seed = seed;
        Player { tree: MctsThinker::new(mcts) }
    }
}

impl Thinker<Yavalath> for Player {
    fn think(&mut self, position: &Yavalath, budget: Budget, watch: &mut dyn Watch<Turn>) -> Report<Analysis<Turn>> {
        let mut quiet = ();
        let meter = Meter::<Yavalath>::new(budget, &mut quiet);
        let losses = match Ahead::of(position, &mut MateSearch::new(most_nodes(budget))) {
            Ahead::Won(cells) => return Report { verdict: won(position, cells), stats: meter.stats() },
            Ahead::Open(losses) => losses,
        };
        let length = |turn: Turn| losses.iter().find(|(losing, _)| *losing == turn).map(|(_, plies)| *plies);
        self.tree.tell(position, budget, |turn| length(turn).map(|_| Value::Loss));
        let time = budget.time.map(|time| time.saturating_sub(time / RESERVE).saturating_sub(meter.stats().elapsed));
        let mut report = self.tree.think(position, Budget { time, ..budget }, watch);
        report.stats.elapsed = meter.stats().elapsed;
        let analysis = &mut report.verdict;
        // Among lost moves, those whose end is not in sight come first, and then the longest.
        analysis.moves.sort_by_key(|ranked| {
            (ranked.proved == Some(Value::Loss), length(ranked.mv).map_or(0, |plies| u32::MAX - plies))
        });
        let best = analysis.moves.first().map(|ranked| ranked.mv);
        if analysis.variation.first() != best.as_ref() {
            analysis.variation = Vec::from_iter(best);
        }
        report
    }

    fn forget(&mut self) {
        self.tree.forget();
    }
}

/// How many positions the search for mates may look at.
fn most_nodes(budget: Budget) -> u64 {
    let affordable = |time: Duration| u64::try_from(time.as_micros() * NODES_A_MICRO).unwrap_or(u64::MAX);
    budget.time.map_or(MOST_NODES, |time| affordable(time).min(MOST_NODES))
}

/// What is near.
enum Ahead {
    /// A win: the moves that win fastest.
    Won(Cells),
    /// No win; some moves lose, within so many plies.
    Open(Vec<(Turn, u32)>),
}

impl Ahead {
    /// Depth by depth, so that a limit cuts off what is farthest. The first depths have none.
    fn of(position: &Yavalath, search: &mut MateSearch) -> Ahead {
        let mut glance = MateSearch::new(u64::MAX);
        let mut losses = Vec::new();
        for plies in (1..=WIN_PLIES).step_by(2) {
            let search = if plies <= GLANCE_PLIES { &mut glance } else { &mut *search };
            if let Some(mate) = fixed(position).and_then(|bare| search.mate_within(&bare, plies)) {
                return Ahead::Won(mate.moves);
            }
            if plies <= TRAP_PLIES {
                add_losses(&mut losses, position, plies, search);
            }
        }
        Ahead::Open(losses)
    }
}

/// Adds the moves after which the other side wins within so many plies, and within how many the game is lost.
fn add_losses(losses: &mut Vec<(Turn, u32)>, position: &Yavalath, plies: u32, search: &mut MateSearch) {
    for turn in position.moves() {
        if losses.iter().any(|(known, _)| *known == turn) {
            continue;
        }
        let next = position.after(turn);
        let lost = match next.ended() {
            Some(value) => (value == Value::Win).then_some(1),
            None => fixed(&next).and_then(|bare| Some(search.mate_within(&bare, plies)?.plies + 1)),
        };
        losses.extend(lost.map(|length| (turn, length)));
    }
}

/// What there is to say where some moves win.
fn won(position: &Yavalath, wins: Cells) -> Analysis<Turn> {
    let is_win = |turn: &Turn| matches!(turn, Turn::Place(cell) if wins >> position.side().bit(*cell) & 1 == 1);
    let ranked = |mv| Ranked { mv, visits: None, value: None, score: None, proved: is_win(&mv).then_some(Value::Win) };
    let mut moves: Vec<_> = position.moves().map(ranked).collect();
    moves.sort_by_key(|ranked| ranked.proved.is_none());
    Analysis {
        variation: moves.first().map(|ranked| ranked.mv).into_iter().collect(),
        moves,
        proved: Some(Value::Win),
        score: None,
        stopped_by: None,
        playouts: 0,
        tree: TreeSize::default(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The positions of a suite.
    fn suite(name: &str) -> Vec<Yavalath> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../data/suites/yavalath-{name}.txt"));
        let text = fs::read_to_string(path).expect("the suites are published");
        let position = |line: &str| line.split(';').next().unwrap_or_default().parse().expect("a position");
        text.lines().filter(|line| !line.starts_with('#')).map(position).collect()
    }

    #[test]
    fn mates_of_the_puzzles_are_searched_for_to_the_end() {
        let mut most = 0;
        for position in ["mates", "mates-held-out", "traps", "traps-held-out"].into_iter().flat_map(suite) {
            let mut search = MateSearch::new(most_nodes(Budget::default()));
            Ahead::of(&position, &mut search);
            assert!(!search.is_cut_off(), "{position}: {} positions", search.nodes());
            most = most.max(search.nodes());
        }
        // Positions that are hard enough to say something.
        assert!(most > MOST_NODES / 20, "at most {most} positions");
    }

    #[test]
    fn without_time_no_move_that_loses_at_a_glance_is_played() {
        let hurry = Budget { nodes: Some(1), time: Some(Duration::ZERO), ..Budget::default() };
        assert_eq!(most_nodes(hurry), 0);
        let mut tempting = 0;
        for position in suite("traps") {
            let is_quickly_lost = |turn: &Turn| {
                let next = position.after(*turn);
                let is_won = |bare: Position| MateSearch::new(u64::MAX).mate_within(&bare, GLANCE_PLIES).is_some();
                next.ended() == Some(Value::Win) || fixed(&next).is_some_and(is_won)
            };
            let lost = position.moves().filter(is_quickly_lost).count();
            if lost == 0 || lost == position.moves().count() {
                continue;
            }
            tempting += 1;
            let analysis = Player::new(1).think(&position, hurry, &mut ()).verdict;
            let best = analysis.moves.first().expect("the game goes on").mv;
            assert!(!is_quickly_lost(&best), "{position}: {best}");
        }
        assert!(tempting > 100, "{tempting} positions");
    }

    #[test]
    fn far_losses_are_looked_for_after_all_near_ones() {
        // Wherever the limit falls, the near ones are all there, and come first.
        for position in suite("traps").iter().step_by(50) {
            let losses = |limit| match Ahead::of(position, &mut MateSearch::new(limit)) {
                Ahead::Won(_) => None,
                Ahead::Open(losses) => Some(losses),
            };
            let all = losses(u64::MAX).expect("a trap, not a mate");
            let near = all.iter().filter(|(_, plies)| *plies <= GLANCE_PLIES + 1).count();
            for limit in [0, 1, 100, 1_000] {
                let some = losses(limit).expect("a trap, not a mate");
                assert!(some.len() >= near && all.starts_with(&some[..near]), "{position}, {limit}: {some:?}, {all:?}");
            }
        }
    }

    #[test]
    fn mates_leave_time_for_the_tree() {
        let nodes = |millis| most_nodes(Budget { time: Some(Duration::from_millis(millis)), ..Budget::default() });
        assert_eq!([nodes(0), nodes(1), nodes(50)], [0, 5_000, MOST_NODES]);
        assert_eq!(most_nodes(Budget::default()), MOST_NODES);
    }
}
