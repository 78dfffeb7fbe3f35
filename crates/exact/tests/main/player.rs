//! Players, on whole games.

use kibitzer_core::{Game, Puzzle};
use kibitzer_exact::birds::Exact;
use kibitzer_exact::birds::player::{Decision, Idea, Ideas, OneGame, Planner, Played, Player, Roberson, play};
use kibitzer_games::birds::{Birds, Size, deal};
use kibitzer_games::cards::DealNumber;
use kibitzer_search::{Budget, Solver, Verdict};

fn dealt(number: u64) -> Birds {
    deal(Size::STANDARD, DealNumber::try_from(number).expect("below 2^31"))
}

/// Replays a game by the rules.
fn confirm(start: &Birds, played: &Played) {
    let mut board = *start;
    for &flight in &played.line {
        board.try_play(flight).expect("players make legal flights");
    }
    assert_eq!(board.is_goal(), played.won, "{start}");
    assert!(board.moves().next().is_none(), "{start} was given up");
}

fn planner(iterations: u32, ideas: Ideas, seed: u64) -> Planner {
    let mut planner = Planner::new(iterations, seed);
    planner.ideas = ideas;
    planner
}

fn can_be_won(board: &Birds) -> bool {
    matches!(Exact::default().solve(board, Budget::default(), &mut ()).verdict, Verdict::Solved(_))
}

/// One game of each of 60 deals.
fn sixty(mut player: impl FnMut(u64) -> Box<dyn Player>) -> u32 {
    let mut won = 0;
    for number in 1..=60 {
        let game = play(player(number).as_mut(), &dealt(number));
        confirm(&dealt(number), &game);
        won += u32::from(game.won);
    }
    won
}

#[test]
fn both_players_play_legal_games_to_their_ends_and_ours_wins_them() {
    let solvable = (1..=60).filter(|&number| can_be_won(&dealt(number))).count();
    assert_eq!(sixty(|seed| Box::new(Planner::new(100, seed))) as usize, solvable);
    let theirs = sixty(|seed| Box::new(Roberson::new(20, seed)));
    assert!((10..60).contains(&theirs), "the paper's player won {theirs}");
    let more = sixty(|seed| Box::new(Roberson::new(200, seed)));
    assert!(more > theirs, "{theirs} with 20 iterations, {more} with 200");
}

#[test]
fn every_idea_can_be_left_out_and_some_are_missed() {
    let positions = |ideas, number| play(&mut planner(30, ideas, 1), &dealt(number)).thought.positions;
    for idea in Idea::ALL {
        assert!(Ideas::ALL.has(idea) && !Ideas::ALL.without(idea).has(idea) && Ideas::NONE.with(idea).has(idea));
        assert!(sixty(|seed| Box::new(planner(100, Ideas::ALL.without(idea), seed))) >= 55, "without {idea:?}");
    }
    // Hard deals are a matter of luck, so deals are counted, not positions.
    for missed in [Idea::Plan, Idea::Endings] {
        let dearer = |&number: &u64| positions(Ideas::ALL.without(missed), number) > positions(Ideas::ALL, number);
        let count = (1..=150).filter(dearer).count();
        assert!(count > 100, "without {missed:?} only {count} deals take more");
    }
}

#[test]
fn limits_hold_each_turn_and_games_repeat_from_their_seeds() {
    for number in 1..=40 {
        for limit in [1, 7] {
            let mut board = dealt(number);
            let mut player = planner(limit, Ideas::ALL, number);
            while let Some(turn) = player.choose(&board) {
                assert!(turn.thought.iterations <= u64::from(limit));
                assert!(turn.thought.positions <= 15 * turn.thought.iterations);
                board.play(turn.flight);
            }
        }
        let start = dealt(number);
        assert_eq!(play(&mut Planner::new(3, 5), &start), play(&mut Planner::new(3, 5), &start));
        assert_eq!(play(&mut Roberson::new(10, 5), &start), play(&mut Roberson::new(10, 5), &start));
    }
}

#[test]
fn a_player_that_is_used_again_plays_as_a_new_one() {
    let mut used = Planner::new(5, 0);
    for number in 1..=40 {
        used.reseed(number);
        assert_eq!(play(&mut used, &dealt(number)), play(&mut Planner::new(5, number), &dealt(number)), "{number}");
    }
}

#[test]
fn a_player_thrown_into_another_position_thinks_anew() {
    let mut player = Planner::new(100, 1);
    let start = dealt(1);
    let plan = player.choose(&start).expect("a flight").flight;
    let other = start.moves().find(|&flight| flight != plan).expect("another flight");
    let elsewhere = start.after(other);
    let turn = player.choose(&elsewhere).expect("a flight");
    assert!(elsewhere.moves().any(|flight| flight == turn.flight));
    assert!(turn.thought.iterations > 0, "the plan was for another position");
}

#[test]
fn large_boards_and_boards_without_a_flight_are_played() {
    let large = deal(Size::new(5, 6).expect("a size"), DealNumber::try_from(3).expect("small"));
    for player in [&mut Planner::new(50, 1) as &mut dyn Player, &mut Roberson::new(5, 1)] {
        let game = play(player, &large);
        confirm(&large, &game);
        let stuck: Birds = "AC -- / -- 7D".parse().expect("a position");
        assert_eq!(player.choose(&stuck), None);
        // Lost, but with flights to make.
        let lost: Birds = "AC AD -- / -- -- 7H / -- -- 8H".parse().expect("a position");
        let game = play(player, &lost);
        confirm(&lost, &game);
        assert_eq!((game.won, game.line.len()), (false, 2));
    }
    assert!(play(&mut Planner::new(50, 1), &large).won);
}

#[test]
fn two_steps_ahead_endings_are_never_lost() {
    // With seven stacks the two steps reach endings of five, which the checker knows.
    let mut exact = Exact::default();
    let mut checked = 0;
    for number in 1..=60 {
        let mut board = dealt(number);
        let Verdict::Solved(line) = exact.solve(&board, Budget::default(), &mut ()).verdict else { continue };
        line.iter().take(9).for_each(|&flight| board.play(flight));
        assert_eq!(board.stack_count(), 7);
        let mut player = Roberson::new(1, number);
        player.decision = Decision::BestMean;
        let game = play(&mut player, &board);
        assert!(game.won && game.thought.iterations == 0, "{board}");
        checked += 1;
    }
    assert!(checked > 20, "only {checked} endings");
}

#[test]
fn a_game_is_a_search_that_proves_no_loss() {
    let mut game = OneGame(Planner::new(100, 1));
    let report = game.solve(&dealt(1), Budget::default(), &mut ());
    assert!(matches!(&report.verdict, Verdict::Solved(line) if line.len() == 15) && report.stats.expanded > 0);
    // A hard deal, so that luck matters: the second search is the first again.
    let mut hasty = OneGame(Planner::new(2, 1));
    let hard = dealt(63_135);
    let first = hasty.solve(&hard, Budget::default(), &mut ());
    let second = hasty.solve(&hard, Budget::default(), &mut ());
    assert_eq!((&first.verdict, first.stats.expanded), (&second.verdict, second.stats.expanded));
    let lost: Birds = "AC AD / 7H --".parse().expect("a position");
    assert!(matches!(game.solve(&lost, Budget::default(), &mut ()).verdict, Verdict::Unknown(_)));
    let budget = Budget { nodes: Some(3), ..Budget::default() };
    assert!(matches!(game.solve(&dealt(2), budget, &mut ()).verdict, Verdict::Unknown(_)));
}
