//! Connect Four: the solver as an adviser, and the player.

use std::time::Duration;

use kibitzer_core::{Game, Payoff, SplitMix, Value};
use kibitzer_exact::connect4::{Exact, Player};
use kibitzer_games::connect4::Connect4;
use kibitzer_search::{Budget, Cancel, Decider, Decision, Stop, Thinker};

/// Positions of so many plies in which the game goes on.
fn positions(plies: usize, count: usize, seed: u64) -> Vec<Connect4> {
    let mut stream = SplitMix::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut state = Connect4::default();
        for _ in 0..plies {
            if let Some(mv) = state.random_move(&mut stream) {
                state.play(mv);
            }
        }
        if state.ended().is_none() {
            found.push(state);
        }
    }
    found
}

#[test]
fn every_move_has_the_score_of_where_it_leads() {
    let mut exact = Exact::default();
    for state in positions(20, 100, 1) {
        let analysis = exact.think(&state, Budget::default(), &mut ()).verdict;
        assert_eq!(analysis.moves.len(), state.moves().count());
        for ranked in &analysis.moves {
            let after = exact.score(&state.after(ranked.mv), Budget::default(), &mut ()).verdict.unwrap();
            assert_eq!(ranked.score, Some(-after), "{state} {}", ranked.mv);
        }
        assert!(analysis.moves.is_sorted_by_key(|ranked| -ranked.score.unwrap()));
        let score = exact.score(&state, Budget::default(), &mut ()).verdict.unwrap();
        assert_eq!(analysis.score, Some(score));
        let Decision::Known { score: decided, best, .. } = exact.decide(&state, Budget::default(), &mut ()).verdict
        else {
            panic!("{state} is not decided");
        };
        let mut expected: Vec<_> = analysis.moves.iter().filter(|ranked| ranked.score == Some(score)).collect();
        expected.sort_by_key(|ranked| ranked.mv);
        assert_eq!(decided, Some(score));
        assert!(best.iter().eq(expected.iter().map(|ranked| &ranked.mv)), "{state}: {best:?}");
    }
}

#[test]
fn a_spent_budget_leaves_scores_unknown() {
    let budget = Budget { nodes: Some(50), ..Budget::default() };
    let analysis = Exact::default().think(&Connect4::default(), budget, &mut ()).verdict;
    assert_eq!((analysis.stopped_by, analysis.proved, analysis.score), (Some(Stop::Nodes), None, None));
    assert!(analysis.moves.iter().all(|ranked| ranked.score.is_none()));
    let decision = Exact::default().decide(&Connect4::default(), budget, &mut ()).verdict;
    assert_eq!(decision, Decision::Unknown(Stop::Nodes));
}

#[test]
fn a_finished_game_is_decided() {
    let won: Connect4 = "4152637".parse().unwrap();
    let decision = Exact::default().decide(&won, Budget::default(), &mut ()).verdict;
    assert_eq!(decision, Decision::Known { value: Value::Loss, score: Some(-18), best: Vec::new() });
    let analysis = Player::new(0).think(&won, Budget::default(), &mut ()).verdict;
    assert_eq!((analysis.proved, analysis.moves.len()), (Some(Value::Loss), 0));
}

/// The player proves what it plays where the budget carries that far, and plays the quickest win.
#[test]
fn the_player_keeps_every_value_it_can_prove() {
    let (mut exact, mut player) = (Exact::default(), Player::new(1));
    for state in positions(16, 60, 2) {
        let budget = Budget { nodes: Some(3_000_000), ..Budget::default() };
        let analysis = player.think(&state, budget, &mut ()).verdict;
        let score = exact.score(&state, Budget::default(), &mut ()).verdict.unwrap();
        let chosen = &analysis.moves[0];
        let after = exact.score(&state.after(chosen.mv), Budget::default(), &mut ()).verdict.unwrap();
        assert_eq!(analysis.proved.map(|value| value as i32 - 1), Some(score.signum()), "{state}");
        assert_eq!(-after, score, "{state}: {} is not the best move", chosen.mv);
    }
}

#[test]
fn without_the_means_to_prove_the_player_still_moves() {
    let budget = Budget { nodes: Some(500), ..Budget::default() };
    let analysis = Player::new(3).think(&Connect4::default(), budget, &mut ()).verdict;
    assert_eq!(analysis.proved, None);
    assert!(analysis.playouts >= 500, "{analysis:?}");
    let brief = Budget { time: Some(Duration::from_millis(30)), ..Budget::default() };
    let report = Player::new(3).think(&Connect4::default(), brief, &mut ());
    assert!(report.stats.elapsed < Duration::from_secs(2), "{:?}", report.stats);
    let cancel = Cancel::default();
    cancel.flag.store(true, std::sync::atomic::Ordering::Relaxed);
    let report = Player::new(3).think(&Connect4::default(), Budget::default(), &mut cancel.clone());
    assert_eq!(report.verdict.stopped_by, Some(Stop::Cancelled));
}
