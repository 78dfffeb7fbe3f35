//! The searches of the paper about Gaps, and what was added to them, behind text.

use kibitzer_catalog::{Budget, Cancel, GameSpec, PuzzleRoom};

fn room(text: &str) -> Box<dyn PuzzleRoom> {
    text.parse::<GameSpec>().unwrap().puzzle().unwrap()
}

/// The words and the number of moves of a search on the first deals.
fn answers(room: &dyn PuzzleRoom, with: &str, deals: u64) -> Vec<(String, usize)> {
    let mut solver = room.solver(&room.algorithm(with).unwrap());
    let budget = Budget { nodes: Some(300_000), ..Budget::default() };
    let answer = |seed| solver.solve(&room.deal(seed).unwrap(), budget, &Cancel::default()).unwrap();
    (0..deals).map(answer).map(|answer| (answer.word().to_string(), answer.moves().len())).collect()
}

/// Every search, with and without each of its options.
const SEARCHES: [&str; 14] = [
    "greedy",
    "greedy:dynamic=on",
    "greedy:h=assignment,penalty=0",
    "a-star",
    "a-star:h=assignment",
    "a-star:penalty=3,dynamic=on",
    "mcts",
    "mcts:stop=goal,seed=3",
    "mcts:score=printed,iterations=200",
    "mcts:h=assignment,dynamic=on,iterations=200",
    "mcts+a-star:iterations=20",
    "mcts+a-star:iterations=1,depth=1,starts=4",
    "mcts-solver:iterations=5000",
    "mcts-solver:iterations=5000,playout=uniform,backup=highest",
];

#[test]
fn searches_never_contradict_the_truth_and_none_beats_the_shortest() {
    let room = room("gaps:first=any,rows=2,cols=4");
    let truth = answers(&*room, "breadth-first", 40);
    assert!(truth.iter().any(|(word, _)| word == "solved"));
    for with in SEARCHES {
        for (deal, (found, known)) in answers(&*room, with, 40).iter().zip(&truth).enumerate() {
            assert!(found.0 == known.0 || found.0 == "unknown", "{with} on deal {deal}: {found:?}, not {known:?}");
            assert!(found.0 != "solved" || found.1 >= known.1, "{with} on deal {deal}: {found:?}, not {known:?}");
        }
    }
}

#[test]
fn the_assignment_finds_the_shortest_and_says_so() {
    let room = room("gaps:first=any,rows=3,cols=4,shuffle=swaps-12");
    let truth = answers(&*room, "breadth-first", 20);
    assert_eq!(answers(&*room, "a-star:h=assignment", 20), truth);
    for (with, proves) in [("a-star", false), ("a-star:h=assignment", true), ("a-star:h=assignment,penalty=1", false)] {
        assert_eq!(room.proves_shortest(&room.algorithm(with).unwrap()), proves, "{with}");
    }
}

#[test]
fn the_paper_s_boards_are_mostly_solved_by_all_three() {
    let room = room("gaps:first=any,rows=4,cols=5,shuffle=swaps-20");
    for (with, least) in [("greedy", 10), ("a-star", 8), ("mcts", 10), ("mcts+a-star", 10)] {
        let solved = answers(&*room, with, 12).iter().filter(|(word, _)| word == "solved").count();
        assert!(solved >= least, "{with} solves {solved} of 12");
    }
}
