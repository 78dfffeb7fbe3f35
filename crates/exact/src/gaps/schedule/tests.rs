use super::*;
use crate::gaps::layout::tests::random;
use std::collections::HashSet;

/// Whether a board can be won, by looking at everything.
fn is_winnable(layout: &Layout) -> bool {
    let mut seen = HashSet::new();
    let mut waiting = vec![layout.clone()];
    seen.insert(layout.cells.clone());
    while let Some(board) = waiting.pop() {
        if board.is_won() {
            return true;
        }
        let pieces: Vec<_> = board.cells.iter().flatten().copied().collect();
        for row in 0..board.rows {
            for column in 0..board.columns {
                if board.at(row, column).is_some() {
                    continue;
                }
                for &piece in &pieces {
                    let mut after = board.clone();
                    if after.play(Step { piece, row: plan::byte(row), column: plan::byte(column) })
                        && seen.insert(after.cells.clone())
                    {
                        waiting.push(after);
                    }
                }
            }
        }
    }
    false
}

/// Decides boards of these sizes and compares with exhaustive search; how many were lost, and won.
fn compare(sizes: &[(usize, usize, u64)]) -> [u32; 2] {
    let mut counts = [0; 2];
    for &(rows, columns, deals) in sizes {
        for seed in 0..deals {
            let layout = random(rows, columns, seed);
            let winnable = is_winnable(&layout);
            let board: Vec<_> = layout.cells.iter().map(|cell| cell.map(|piece| (piece.suit, piece.rank))).collect();
            match Schedule::new(&layout, false).work(1_000_000) {
                Progress::Won(steps) => assert!(winnable && layout.is_won_by(&steps), "{rows} x {columns}: {board:?}"),
                Progress::Lost => assert!(!winnable, "{rows} x {columns}: {board:?} can be won"),
                Progress::Paused => panic!("{rows} x {columns}: {board:?} is not decided"),
            }
            counts[usize::from(winnable)] += 1;
        }
    }
    counts
}

#[test]
fn agrees_with_exhaustive_search() {
    let [lost, won] = compare(&[(1, 5, 50), (2, 3, 100), (2, 5, 300), (3, 4, 300), (3, 5, 150), (4, 4, 60)]);
    assert!(lost > 300 && won > 500, "{lost} lost, {won} won");
}

#[test]
fn small_pieces_of_work_decide_the_same() {
    for seed in 0..300 {
        let layout = random(4, 5, seed);
        let at_once = Schedule::new(&layout, false).work(1_000_000);
        let mut schedule = Schedule::new(&layout, false);
        let in_pieces = loop {
            match schedule.work(1) {
                Progress::Paused => {}
                progress => break progress,
            }
        };
        assert_eq!(matches!(at_once, Progress::Lost), matches!(in_pieces, Progress::Lost), "seed {seed}");
    }
}

#[test]
#[ignore = "exhaustive search of larger boards takes a while"]
fn agrees_with_exhaustive_search_on_larger_boards() {
    let [lost, won] = compare(&[
        (1, 9, 500),
        (2, 4, 1000),
        (2, 7, 600),
        (3, 4, 2000),
        (3, 5, 1000),
        (3, 6, 1000),
        (4, 4, 2000),
        (4, 5, 500),
    ]);
    println!("{lost} lost, {won} won");
    assert!(lost > 1000 && won > 2000, "{lost} lost, {won} won");
}
