//! Birds of a Feather behind text.

use std::collections::HashSet;

use kibitzer_catalog::{Budget, Cancel, Ending, GameSpec, Level, PuzzleRoom, Stop, Verdict};

fn room(text: &str) -> Box<dyn PuzzleRoom> {
    text.parse::<GameSpec>().unwrap().puzzle().unwrap()
}

/// Every search of the catalog, with and without each of its options.
const SEARCHES: [&str; 20] = [
    "exact",
    "dfs",
    "dfs:closed=off",
    "dfs:prune=graphs",
    "sorted-dfs",
    "pairs-dfs",
    "pairs-dfs:prune=graphs",
    "pairs-dfs:prune=none",
    "best-first",
    "greedy",
    "greedy:prune=none",
    "a-star",
    "ida-star",
    "lr",
    "lr+dfs",
    "lr8+dfs:prune=graphs",
    "lr16+dfs",
    "learned-dfs",
    "learned-dfs:prune=none",
    "mcts",
];

/// Those that play one game, and know nothing when they have lost it.
const PLAYERS: [&str; 3] = ["roberson:iterations=30", "planner:iterations=20,seed=3", "uct:iterations=200"];

#[test]
fn players_win_what_can_be_won_or_say_nothing() {
    let room = room("birds:rows=3,cols=3");
    for name in PLAYERS {
        let mut solver = room.solver(&room.algorithm(name).unwrap());
        let (mut won, mut solvable) = (0, 0);
        for seed in 0..40 {
            let position = room.deal(seed).unwrap();
            let answer = solver.solve(&position, Budget::default(), &Cancel::default()).unwrap();
            let expected = brute_force(room.as_ref(), &position, &mut HashSet::new());
            solvable += u32::from(expected);
            won += u32::from(answer.word() == "solved");
            assert!(answer.word() == "unknown" || expected, "{name} on {position}");
            let again = solver.solve(&position, Budget::default(), &Cancel::default()).unwrap();
            assert_eq!(answer.moves(), again.moves(), "{name} does not repeat");
        }
        assert!(2 * won > solvable, "{name} won {won} of {solvable}");
    }
}

#[test]
fn the_plain_tree_search_thinks_as_long_as_it_was_told_on_every_turn() {
    let room = room("birds:rows=3,cols=3");
    let mut solver = room.solver(&room.algorithm("uct:iterations=50").unwrap());
    let position = room.deal(0).unwrap();
    let answer = solver.solve(&position, Budget::default(), &Cancel::default()).unwrap();
    assert_eq!(answer.word(), "solved");
    // Eight turns of fifty playouts and the position itself.
    assert_eq!(answer.stats.expanded, 8 * 51);
    let limited = Budget { nodes: Some(120), ..Budget::default() };
    let answer = solver.solve(&position, limited, &Cancel::default()).unwrap();
    assert_eq!((answer.word(), answer.stats.expanded), ("unknown", 120));
}

#[test]
fn every_search_of_the_list_agrees_on_small_boards() {
    let room = room("birds:rows=3,cols=3");
    let listed: Vec<_> = room.algorithms().iter().map(|listing| listing.name).collect();
    assert!(
        listed.iter().all(|name| SEARCHES.iter().chain(&PLAYERS).any(|search| search.split(':').next() == Some(name))),
        "{listed:?}"
    );
    let mut solvers: Vec<_> = SEARCHES.map(|name| room.solver(&room.algorithm(name).unwrap())).into();
    let mut verdicts = [0, 0];
    for seed in 0..40 {
        let position = room.deal(seed).unwrap();
        let expected = brute_force(room.as_ref(), &position, &mut HashSet::new());
        verdicts[usize::from(expected)] += 1;
        for (name, solver) in SEARCHES.iter().zip(&mut solvers) {
            let answer = solver.solve(&position, Budget::default(), &Cancel::default()).unwrap();
            assert_eq!(answer.word(), if expected { "solved" } else { "unsolvable" }, "{name} on {position}");
            assert_eq!(answer.shortest, expected);
            assert_eq!(answer.moves().len(), if expected { 8 } else { 0 });
            let replay = room.replay(&position, &answer.moves().join(" ")).unwrap();
            assert_eq!(replay.ending == Ending::Goal, expected);
        }
    }
    assert!(verdicts.iter().all(|count| *count > 0), "both verdicts are needed: {verdicts:?}");
}

/// Tries everything once, by text alone.
fn brute_force(room: &dyn PuzzleRoom, position: &str, lost: &mut HashSet<String>) -> bool {
    let is_goal = room.replay(position, "").unwrap().ending == Ending::Goal;
    let after = |mv: &String| room.replay(position, mv).unwrap().position;
    let children = room.legal_moves(position).unwrap();
    let is_won =
        is_goal || children.iter().map(after).any(|child| !lost.contains(&child) && brute_force(room, &child, lost));
    if !is_won {
        lost.insert(position.to_string());
    }
    is_won
}

#[test]
fn the_same_solver_gives_the_same_answer_twice() {
    let room = room("birds");
    for name in SEARCHES {
        let mut solver = room.solver(&room.algorithm(name).unwrap());
        let mut solve = |seed| {
            let budget = Budget { nodes: Some(5000), ..Budget::default() };
            let answer = solver.solve(&room.deal(seed).unwrap(), budget, &Cancel::default()).unwrap();
            (answer.verdict, answer.stats.expanded, answer.stats.generated)
        };
        let first = solve(80_431);
        solve(1);
        assert_eq!(solve(80_431), first, "{name}");
    }
}

#[test]
fn limits_and_cancelling_are_told() {
    let room = room("birds");
    let mut solver = room.solver(&room.algorithm("dfs").unwrap());
    let budget = Budget { nodes: Some(3), ..Budget::default() };
    let answer = solver.solve(&room.deal(80_431).unwrap(), budget, &Cancel::default()).unwrap();
    assert_eq!((answer.verdict, answer.stats.expanded), (Verdict::Unknown(Stop::Nodes), 3));
    let cancel = Cancel::default();
    cancel.flag.store(true, std::sync::atomic::Ordering::Relaxed);
    let answer = solver.solve(&room.deal(80_431).unwrap(), Budget::default(), &cancel).unwrap();
    assert_eq!(answer.stopped_by(), Some(Stop::Cancelled));
    assert!(!answer.shortest);
}

#[test]
fn sizes_come_from_the_text_unless_the_game_says_one() {
    assert_eq!(room("birds").read("8c 7s / 2D 10d").unwrap(), "8C 7S / 2D TD");
    assert_eq!(room("birds:rows=2,cols=2").read("8C 7S / 2D 8D").unwrap(), "8C 7S / 2D 8D");
    let error = room("birds:rows=5").read("8C 7S / 2D 8D").unwrap_err();
    assert_eq!(error.to_string(), "the board has 2 x 2 cells, but birds:rows=5,cols=4 asks for 5 x 4");
    assert_eq!(room("birds:rows=2,cols=3").deal(80_431).unwrap(), "8C 8H 8S / 7S 6H JH");
}

#[test]
fn seeds_end() {
    let room = room("birds");
    assert!(room.deal(room.last_seed()).is_ok());
    let error = room.deal(1 << 31).unwrap_err();
    assert_eq!(error.to_string(), "2147483648 is not a seed: they end at 2147483647");
}

#[test]
fn a_replay_says_where_and_why_it_ends() {
    let replay = |moves| room("birds").replay("8C 7S / 2D 8D", moves).unwrap();
    let won = replay("7s-8c, 8D-2D\t8D-7S");
    assert_eq!((won.ending, won.played, won.position.as_str()), (Ending::Goal, 3, "8Dx4 -- / -- --"));
    assert_eq!(won.moves, ["7S-8C", "8D-2D", "8D-7S"]);
    let short = replay("7S-8C");
    assert_eq!((short.ending, short.played, short.position.as_str()), (Ending::Short, 1, "7Sx2 -- / 2D 8D"));
    let reason = |moves| match replay(moves).ending {
        Ending::Illegal { reason } => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(reason("8C-8D"), "8C and 8D are neither in one row nor in one column");
    assert_eq!(reason("8C-2D"), "8C and 2D are neither of one suit nor next to each other in rank");
    assert_eq!(reason("9C-2D"), "9C is not on top of a stack");
    assert_eq!(reason("8C-9D"), "9D is not on top of a stack");
    assert_eq!(reason("8C-8C"), "a stack cannot fly onto itself");
    assert_eq!(reason("7S-8C 8D-2D 8D-7S 8D-7S"), "7S is not on top of a stack");
}

#[test]
fn unreadable_lines_are_named() {
    let says = |position, moves| room("birds").replay(position, moves).unwrap_err().to_string();
    assert_eq!(says("8C 1X", "8C-7S"), "row 1, column 2: '1X' is not a card");
    assert_eq!(says("8C 7S", "8C-7S 7S-1X"), "move 2: in the move '7S-1X', '1X' is not a card");
}

#[test]
fn the_picture_has_a_line_for_each_row() {
    assert_eq!(room("birds").picture("8Cx3 7S / -- 8D").unwrap(), "8Cx3  7S\n--    8D");
}

#[test]
fn a_deal_has_a_level_if_it_can_be_won() {
    let room = room("birds");
    let mut leveler = room.leveler().expect("levels");
    let mut level = |position: &str| leveler.level(position, &Cancel::default()).unwrap();
    assert_eq!(level("8C 7S / 2D 8D"), Some(Level::Easy));
    assert_eq!(level("AC KD / KH AS"), None);
    let deal = room.deal(80_431).unwrap();
    let first = level(&deal);
    assert!(first.is_some());
    assert_eq!(level(&deal), first, "the same deal is always as hard");
}
