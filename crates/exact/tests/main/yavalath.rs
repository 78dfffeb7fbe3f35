//! Yavalath: mates and the player.

use kibitzer_core::{Game, Payoff, SplitMix, Value};
use kibitzer_exact::yavalath::{Mate, Position, lost_within, mate_within};
use kibitzer_games::yavalath::{Side, Turn, Yavalath};

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

/// Compares the search with the rules; how long the mate is, if there is one.
fn check(board: &Yavalath, plies: u32) -> Option<u32> {
    let position = Position::new(board).expect("the game goes on");
    let length = (0..=plies).find(|length| wins(board, *length));
    let expected = length.map(|length| {
        let fastest = board.moves().filter(|turn| loses(&board.after(*turn), length - 1));
        let cell = |turn| match turn {
            Turn::Place(cell) => 1 << board.side().bit(cell),
            Turn::Swap => 0,
        };
        Mate { plies: length, moves: fastest.fold(0, |cells, turn| cells | cell(turn)) }
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
