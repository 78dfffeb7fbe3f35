//! The tree search on games that are known to the end.

mod formulas;
mod memory;
mod noughts;
mod puzzles;
mod saved;
mod together;

use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use kibitzer_core::{Evaluator, Game, Payoff, SplitMix, Value};

use crate::{Analysis, Budget, Cancel, Decider, Decision, Insight, Stats, Stop, Thinker, Watch};

use super::*;
use noughts::{Cell, Noughts, truth};

pub(super) fn playouts(count: u64) -> Budget {
    Budget { nodes: Some(count), ..Budget::default() }
}

pub(super) fn plain() -> Mcts<Ucb1, Uniform, Mean> {
    Mcts::new(Ucb1 { exploration: 1.0 }, Uniform, Mean)
}

pub(super) fn proving() -> Mcts<Ucb1, Uniform, Proofs<Mean>> {
    Mcts::new(Ucb1 { exploration: 1.0 }, Uniform, Proofs(Mean))
}

/// Knows nothing.
#[derive(Clone, Copy, Debug)]
struct Even;

impl Evaluator<Noughts> for Even {
    fn value(&self, _: &Noughts) -> f32 {
        0.0
    }
}

/// Thinks about many positions and compares all that is proved with the truth; the number of roots proved.
fn check<S, P, B, T>(mcts: Mcts<S, P, B, T>) -> usize
where
    S: Select<Noughts> + Send + Debug + Copy,
    P: Playout<Noughts> + Send + Debug + Copy,
    B: Backup + Send + Debug + Copy,
    T: Share<Noughts> + Send + Debug,
{
    let truth = truth();
    let mut stream = SplitMix::new(3);
    let mut proved = 0;
    for _ in 0..60 {
        let mut thinker = MctsThinker::new(mcts);
        let mut state = Noughts::default();
        while state.ended().is_none() {
            let analysis = thinker.think(&state, playouts(300), &mut ()).verdict;
            assert_eq!(analysis.moves.len(), state.moves().count());
            assert!(analysis.proved.is_none_or(|value| value == truth[&state]), "{state}: {analysis:?}");
            for ranked in &analysis.moves {
                let value = truth[&state.after(ranked.mv)].reversed();
                assert!(ranked.proved.is_none_or(|proof| proof == value), "{state}: {ranked:?}");
            }
            if analysis.proved.is_some() {
                proved += 1;
                assert_eq!(truth[&state.after(analysis.moves[0].mv)].reversed(), truth[&state], "{state}");
            }
            state.play(state.random_move(&mut stream).expect("the game goes on"));
        }
    }
    proved
}

#[test]
fn what_is_proved_is_true_whatever_the_variant() {
    assert!(check(proving()) > 200);
    assert!(check(proving().together()) > 200);
    assert!(check(Mcts::new(Ucb1Tuned { exploration: 1.0 }, Decisive, Proofs(Mean))) > 200);
    assert!(
        check(Mcts::new(Puct { exploration: 1.5, priors: Even }, Evaluated { evaluator: Even }, Proofs(Mean))) > 200
    );
    let mut threads = proving().together();
    threads.settings.parallel = Parallel::Threads(NonZeroUsize::new(3).unwrap());
    assert!(check(threads) > 200);
    let mut trees = proving();
    trees.settings.parallel = Parallel::Trees(NonZeroUsize::new(3).unwrap());
    assert!(check(trees) > 150);
    assert_eq!(check(plain()), 0, "without proofs nothing is proved");
}

/// Knows a position in which the side to move wins at once.
#[derive(Clone, Copy, Debug)]
struct Quick;

impl Playout<Noughts> for Quick {
    fn play(&self, position: Noughts, stream: &mut SplitMix, seen: impl FnMut(Cell)) -> Finish {
        Uniform.play(position, stream, seen)
    }

    fn judge(&self, position: &Noughts) -> Option<Value> {
        position.moves().any(|mv| position.after(mv).ended() == Some(Value::Loss)).then_some(Value::Win)
    }
}

#[test]
fn whoever_knows_the_game_proves_sooner() {
    let judged = Mcts::new(Ucb1 { exploration: 1.0 }, Quick, Proofs(Mean)).together();
    assert!(check(judged) > 200);
    let mut threads = judged;
    threads.settings.parallel = Parallel::Threads(NonZeroUsize::new(3).unwrap());
    assert!(check(threads) > 200);
    let spent = |report: crate::Report<Decision<Cell>>| {
        assert!(matches!(report.verdict, Decision::Known { value: Value::Draw, .. }), "{report:?}");
        report.stats.expanded
    };
    let decide = playouts(100_000);
    let knowing = spent(MctsThinker::new(judged).decide(&Noughts::default(), decide, &mut ()));
    let plain = spent(MctsThinker::new(proving().together()).decide(&Noughts::default(), decide, &mut ()));
    assert!(knowing < plain, "{knowing} {plain}");
}

#[test]
fn what_it_is_told_it_takes_as_its_own() {
    let start = Noughts::default();
    let last = start.moves().last().expect("nine");
    let mut thinker = MctsThinker::new(proving());
    let all_but_last = |mv: Cell| (mv != last).then_some(Value::Loss);
    thinker.tell(&start, Budget::default(), all_but_last);
    let analysis = thinker.think(&start, playouts(50), &mut ()).verdict;
    assert_eq!((analysis.moves[0].mv, analysis.moves[0].visits), (last, Some(50)));
    assert_eq!(analysis.proved, None);
    thinker.tell(&start, Budget::default(), |_| Some(Value::Loss));
    assert_eq!(thinker.think(&start, playouts(50), &mut ()).verdict.proved, Some(Value::Loss));
}

#[test]
fn the_whole_game_is_proved_a_draw() {
    let mut thinker = MctsThinker::new(proving().together());
    let report = thinker.decide(&Noughts::default(), playouts(100_000), &mut ());
    assert!(matches!(report.verdict, Decision::Known { value: Value::Draw, .. }), "{report:?}");
    let few = thinker.decide(&Noughts::default(), playouts(10), &mut ());
    assert_eq!(few.verdict, Decision::Unknown(Stop::Nodes));
    assert_eq!(few.stats.expanded, 10);
}

#[test]
fn plain_search_finds_the_good_moves_by_their_visits() {
    let (truth, mut stream) = (truth(), SplitMix::new(7));
    let (mut asked, mut kept) = (0, 0);
    for _ in 0..40 {
        let mut state = Noughts::default();
        for _ in 0..3 {
            state.play(state.random_move(&mut stream).unwrap());
        }
        let best = MctsThinker::new(plain()).think(&state, playouts(3_000), &mut ()).verdict.moves[0].mv;
        asked += 1;
        kept += usize::from(truth[&state.after(best)].reversed() == truth[&state]);
    }
    assert_eq!(kept, asked);
}

#[test]
fn every_child_is_visited_once_before_any_is_twice() {
    for count in 1..=9 {
        let report = MctsThinker::new(plain()).think(&Noughts::default(), playouts(count), &mut ());
        let mut visits: Vec<_> = report.verdict.moves.iter().map(|ranked| ranked.visits.unwrap()).collect();
        visits.sort_unstable();
        assert_eq!(visits.iter().sum::<u64>(), count);
        assert_eq!(visits[8], 1);
    }
}

#[test]
fn low_first_play_urgency_leaves_moves_untried() {
    let mut mcts = plain();
    mcts.settings.urgency = Urgency::Score(-5.0);
    let report = MctsThinker::new(mcts).think(&Noughts::default(), playouts(50), &mut ());
    let tried = report.verdict.moves.iter().filter(|ranked| ranked.visits != Some(0)).count();
    assert_eq!(tried, 1, "one move is tried, and no other is urgent");
}

#[test]
fn separate_trees_give_the_same_result_each_time() {
    let mut mcts = proving();
    mcts.settings.parallel = Parallel::Trees(NonZeroUsize::new(4).unwrap());
    let think = |count| MctsThinker::new(mcts).think(&Noughts::default(), playouts(count), &mut ()).verdict;
    for count in [1, 2, 3, 50, 1_001, 5_000] {
        let first = think(count);
        assert_eq!(first.playouts, count);
        for _ in 0..5 {
            assert_eq!(think(count), first);
        }
    }
    // Proved before the budget is spent: where they stop does not depend on the threads' timing either.
    let first = think(1_000_000);
    assert!(first.proved.is_some() && first.playouts < 1_000_000, "{first:?}");
    assert_eq!(think(1_000_000), first);
}

#[test]
fn threads_share_one_tree_and_spend_the_budget_exactly() {
    let mut mcts = plain();
    mcts.settings.parallel = Parallel::Threads(NonZeroUsize::new(4).unwrap());
    let report = MctsThinker::new(mcts).think(&Noughts::default(), playouts(20_001), &mut ());
    assert_eq!((report.verdict.playouts, report.stats.expanded), (20_001, 20_001));
    let below: u64 = report.verdict.moves.iter().map(|ranked| ranked.visits.unwrap()).sum();
    assert!((20_000..=20_001).contains(&below), "{below}");
    // Virtual losses were all taken back: values are means again.
    assert!(report.verdict.moves.iter().all(|ranked| ranked.value.unwrap().abs() <= 1.0));
}

/// Counts looks, and stops after some.
struct Looks {
    seen: Vec<(u64, usize)>,
    stop_after: usize,
}

impl Watch<Cell> for Looks {
    fn look(&mut self, stats: &Stats, analysis: &dyn Fn() -> Analysis<Cell>) -> ControlFlow<()> {
        let analysis = analysis();
        let mut position = Noughts::default();
        for mv in &analysis.variation {
            position.try_play(*mv).expect("the variation is legal");
        }
        assert_eq!(analysis.playouts, stats.expanded);
        self.seen.push((stats.expanded, analysis.variation.len()));
        if self.seen.len() == self.stop_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn a_watcher_sees_the_search_grow_and_stops_it() {
    let mut looks = Looks { seen: Vec::new(), stop_after: 8 };
    let report = MctsThinker::new(plain()).think(&Noughts::default(), Budget::default(), &mut looks);
    assert_eq!(report.verdict.stopped_by, Some(Stop::Cancelled));
    assert_eq!(looks.seen.len(), 8);
    assert!(looks.seen.is_sorted() && looks.seen[0].0 == 0 && looks.seen[7].1 >= 2, "{:?}", looks.seen);
}

#[test]
fn a_tree_can_be_looked_into_and_adds_up() {
    for (parallel, trees) in [(Parallel::One, 1), (Parallel::Trees(NonZeroUsize::new(3).unwrap()), 3)] {
        let mut mcts = plain();
        mcts.settings.parallel = parallel;
        let mut thinker = MctsThinker::new(mcts);
        let analysis = thinker.think(&Noughts::default(), playouts(3_000), &mut ()).verdict;
        let first = thinker.branches(&[]);
        for ranked in &analysis.moves {
            let branch = first.iter().find(|branch| branch.mv == ranked.mv).expect("every move is in the tree");
            assert_eq!((Some(branch.visits), branch.value), (ranked.visits, ranked.value));
            let below = thinker.branches(&[branch.mv]);
            assert_eq!(below.len(), branch.branches);
            let visits: u64 = below.iter().map(|branch| branch.visits).sum();
            assert!((branch.visits - trees..=branch.visits).contains(&visits), "{visits} of {}", branch.visits);
        }
        let twice = [first[0].mv, first[0].mv];
        assert!(thinker.branches(&twice).is_empty(), "no such line");
    }
}

#[test]
fn time_and_cancellation_stop_every_kind_of_search() {
    let three = NonZeroUsize::new(3).unwrap();
    for parallel in [Parallel::One, Parallel::Trees(three), Parallel::Threads(three)] {
        let mut mcts = plain();
        mcts.settings.parallel = parallel;
        let budget = Budget { time: Some(Duration::from_millis(20)), ..Budget::default() };
        let report = MctsThinker::new(mcts).think(&Noughts::default(), budget, &mut ());
        assert_eq!(report.verdict.stopped_by, Some(Stop::Time));
        assert!(report.stats.elapsed < Duration::from_secs(2), "{:?}", report.stats);
        let cancel = Cancel::default();
        cancel.flag.store(true, std::sync::atomic::Ordering::Relaxed);
        let report = MctsThinker::new(mcts).think(&Noughts::default(), Budget::default(), &mut cancel.clone());
        assert_eq!(report.verdict.stopped_by, Some(Stop::Cancelled));
    }
}

#[test]
fn a_finished_game_has_a_value_and_no_moves() {
    let lost: Noughts = "0/7".parse().unwrap();
    let analysis = MctsThinker::new(proving()).think(&lost, Budget::default(), &mut ()).verdict;
    assert_eq!((analysis.proved, analysis.moves.len(), analysis.stopped_by), (Some(Value::Loss), 0, None));
}

/// Whether nobody can win any more, whatever is played.
fn is_dead(state: Noughts) -> bool {
    state.ended().map_or_else(|| state.moves().all(|mv| is_dead(state.after(mv))), |ended| ended == Value::Draw)
}

#[test]
fn a_draw_counts_the_same_for_both_sides_whoever_is_to_move() {
    let mut mcts = plain();
    mcts.settings.draw = -0.1;
    let dead: Vec<_> = truth().into_keys().filter(|state| state.ended().is_none() && is_dead(*state)).collect();
    let plies = |state: &Noughts| state.moves().count();
    assert!((1..=3).all(|count| dead.iter().any(|state| plies(state) == count)));
    for state in &dead {
        let analysis = MctsThinker::new(mcts).think(state, playouts(30), &mut ()).verdict;
        let is_shunned = |value: Option<f64>| value.is_some_and(|value| (value + 0.1).abs() < 1e-6);
        assert!(analysis.moves.iter().all(|ranked| is_shunned(ranked.value)), "{state}: {analysis:?}");
    }
    // Wins and losses count as ever.
    let won: Noughts = "3/30".parse().unwrap();
    let best = MctsThinker::new(mcts).think(&won, playouts(2_000), &mut ()).verdict.moves[0];
    assert_eq!((best.mv.to_string().as_str(), best.value), ("2", Some(1.0)));
}
