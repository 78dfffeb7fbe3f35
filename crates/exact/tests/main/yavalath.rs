//! Yavalath: mates and the player.

use kibitzer_core::{Game, Payoff, SplitMix, Value};
use kibitzer_exact::yavalath::{Mate, Player, Position, lost_within, mate_within};
use kibitzer_games::yavalath::{Cells, Side, Turn, Yavalath};
use kibitzer_search::{Analysis, Budget, Thinker};

/// Positions with so many stones in which the game goes on. Most moves avoid what loses at once, so that many stones fit.
fn positions(side: Side, stones: u32, count: usize, seed: u64) -> Vec<Yavalath> {
    let mut stream = SplitMix::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = Yavalath::new(side, false);
        while board.stones() < stones {
            let is_wild = stream.below(8) == 0;
            let chosen = if is_wild { board.random_move(&mut stream) } else { board.decisive_move(&mut stream) };
            let Some(turn) = chosen else { break };
            board.play(turn);
        }
        if board.stones() == stones && board.ended().is_none() {
            found.push(board);
        }
    }
    found
}

/// Whether the side to move wins within so many plies, whatever the other does: by the rules alone.
fn wins(board: &Yavalath, plies: u32) -> bool {
    match board.ended() {
        Some(value) => value == Value::Win,
        None => plies > 0 && board.moves().any(|turn| loses(&board.after(turn), plies - 1)),
    }
}

/// Whether the side to move loses within so many plies, whatever it does: by the rules alone.
fn loses(board: &Yavalath, plies: u32) -> bool {
    match board.ended() {
        Some(value) => value == Value::Loss,
        None => plies > 0 && board.moves().all(|turn| wins(&board.after(turn), plies - 1)),
    }
}

fn cell_of(board: &Yavalath, turn: Turn) -> Cells {
    match turn {
        Turn::Place(cell) => 1 << board.side().bit(cell),
        Turn::Swap => 0,
    }
}

/// Compares the search with the rules; how long the mate is, if there is one.
fn check(board: &Yavalath, plies: u32) -> Option<u32> {
    let position = Position::new(board).expect("the game goes on");
    let length = (0..=plies).find(|length| wins(board, *length));
    let expected = length.map(|length| {
        let fastest = board.moves().filter(|turn| loses(&board.after(*turn), length - 1));
        Mate { plies: length, moves: fastest.fold(0, |cells, turn| cells | cell_of(board, turn)) }
    });
    assert_eq!(mate_within(&position, plies), expected, "{board:?} within {plies}");
    assert_eq!(lost_within(&position, plies), loses(board, plies), "{board:?} within {plies}");
    length
}

/// Checks positions with this many free cells, to these depths, and counts the mates of each length.
fn survey(side: Side, free: u32, count: usize, depths: &[u32]) -> [u32; 8] {
    let stones = u32::try_from(side.size()).expect("61 at most") - free;
    let mut lengths = [0; 8];
    for board in positions(side, stones, count, u64::from(free)) {
        for &plies in depths {
            let length = check(&board, plies);
            if plies == *depths.last().expect("a depth") {
                lengths[length.unwrap_or(0) as usize] += 1;
            }
        }
    }
    lengths
}

#[test]
fn mates_are_those_that_plain_search_finds_on_nearly_full_boards() {
    let mut total = [0; 8];
    for side in Side::ALL {
        for free in 1..=9 {
            let lengths = survey(side, free, 60, &[1, 2, 3, 4, 5, 6, 7]);
            total.iter_mut().zip(lengths).for_each(|(total, more)| *total += more);
        }
    }
    // Zugzwang is there, too: mates of an even length.
    assert!(total[1..7].iter().all(|count| *count > 5), "{total:?}");
}

#[test]
fn mates_are_those_that_plain_search_finds_on_open_boards() {
    let lengths = survey(Side::THREE, 11, 60, &[5, 6, 7]);
    assert!(lengths[1] > 0 && lengths[3] > 0 && lengths[5] > 0 && lengths[7] > 0, "{lengths:?}");
    survey(Side::THREE, 15, 40, &[4, 5]);
    survey(Side::FOUR, 24, 40, &[3, 4]);
    survey(Side::FIVE, 40, 40, &[3, 4]);
}

fn thought(player: &mut Player, board: &Yavalath, playouts: u64) -> Analysis<Turn> {
    let budget = Budget { nodes: Some(playouts), ..Budget::default() };
    let analysis = player.think(board, budget, &mut ()).verdict;
    assert_eq!(analysis.moves.len(), board.moves().count(), "{board}");
    analysis
}

#[test]
fn the_player_wins_as_fast_as_it_can_and_steps_into_no_trap() {
    let (mut wins, mut traps) = (0, 0);
    for stones in 8..28 {
        for board in positions(Side::FIVE, stones, 12, u64::from(stones)) {
            let mut player = Player::new(1);
            let analysis = thought(&mut player, &board, 20);
            let best = analysis.moves[0];
            let position = Position::new(&board).expect("the game goes on");
            if let Some(mate) = mate_within(&position, 7) {
                assert!(mate.moves & cell_of(&board, best.mv) != 0, "{board} {}", best.mv);
                assert_eq!((analysis.proved, best.proved), (Some(Value::Win), Some(Value::Win)));
                wins += 1;
                continue;
            }
            let length = |turn: Turn| match Position::new(&board.after(turn)) {
                Some(next) => mate_within(&next, 5).map_or(u32::MAX, |mate| mate.plies),
                None => 0,
            };
            let lengths: Vec<u32> = board.moves().map(length).collect();
            assert_eq!(Some(length(best.mv)), lengths.iter().max().copied(), "{board} {}", best.mv);
            traps += u32::from(lengths.contains(&u32::MAX) && lengths.iter().any(|length| (2..6).contains(length)));
        }
    }
    assert!(wins > 50 && traps > 20, "{wins} {traps}");
}

#[test]
fn the_player_proves_only_what_is_true() {
    for side in [Side::THREE, Side::FOUR] {
        let free = 9;
        let stones = u32::try_from(side.size()).expect("61 at most") - free;
        for board in positions(side, stones, 60, 4) {
            let analysis = thought(&mut Player::new(2), &board, 3_000);
            let truth = |board: &Yavalath| match (wins(board, free), loses(board, free)) {
                (true, _) => Value::Win,
                (_, true) => Value::Loss,
                _ => Value::Draw,
            };
            assert_eq!(analysis.proved, Some(truth(&board)), "{board}");
            for ranked in analysis.moves.iter().filter(|ranked| ranked.proved.is_some()) {
                assert_eq!(ranked.proved, Some(truth(&board.after(ranked.mv)).reversed()), "{board} {}", ranked.mv);
            }
            assert_eq!(analysis.moves[0].proved, analysis.proved, "{board}");
        }
    }
}

#[test]
fn the_player_knows_the_swap_and_the_end() {
    let offered: Yavalath = "swap=on e5".parse().expect("a position");
    let analysis = thought(&mut Player::new(3), &offered, 3_000);
    let swap = analysis.moves.iter().find(|ranked| ranked.mv == Turn::Swap).expect("the swap is a move");
    assert!(swap.visits > Some(0), "{swap:?}");
    // The middle of side 4 is too good to be left to the first player.
    for seed in 1..=3 {
        let middle = Yavalath::read(Side::FOUR, true, "d4").expect("a position");
        let mut player = Player::new(seed);
        let analysis = thought(&mut player, &middle, 10_000);
        assert_eq!(analysis.moves[0].mv, Turn::Swap, "seed {seed}: {:?}", analysis.moves[0]);
        let swapped = middle.after(Turn::Swap);
        let answer = thought(&mut player, &swapped, 100).moves[0].mv;
        assert!(swapped.moves().any(|turn| turn == answer), "{answer}");
    }
    let empty: Yavalath = "swap=on start".parse().expect("a position");
    assert_eq!(thought(&mut Player::new(3), &empty, 100).proved, None);
    let over: Yavalath = "e5 a1 e6 a2 e7".parse().expect("a position");
    assert_eq!(thought(&mut Player::new(3), &over, 100).proved, Some(Value::Win));
}
