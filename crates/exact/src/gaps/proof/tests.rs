use kibitzer_games::gaps::{Dealer, Gaps, Size};
use kibitzer_search::Budget;

use super::*;

fn deal(rows: usize, columns: usize, seed: u64) -> Gaps {
    Dealer { size: Size::new(rows, columns).expect("a size"), ..Dealer::default() }.deal(seed)
}

#[test]
fn proofs_of_small_boards_are_accepted() {
    let mut proofs = 0;
    for (rows, columns, deals) in [(1, 6, 20), (2, 5, 60), (3, 5, 60), (4, 4, 40), (4, 6, 30)] {
        for seed in 0..deals {
            let board = deal(rows, columns, seed);
            match prove(&board, Budget::default(), &mut ()) {
                Ok(file) => {
                    let accepted = check(&file).unwrap_or_else(|refused| panic!("{board}: {refused}"));
                    assert_eq!(accepted.position, board.plain().to_string());
                    proofs += 1;
                }
                Err(unproved) => assert_eq!(unproved, Unproved::Winnable),
            }
        }
    }
    assert!(proofs > 50, "{proofs}");
}

/// A lost deal whose proof needs every kind of step.
fn proof() -> Vec<u8> {
    (0..)
        .find_map(|seed| prove(&deal(3, 5, seed), Budget::default(), &mut ()).ok().filter(|file| file.len() > 600))
        .expect("many are lost")
}

#[test]
fn damaged_proofs_are_refused() {
    let file = proof();
    for place in 0..file.len() {
        let mut damaged = file.clone();
        damaged[place] ^= 1 << (place % 8);
        assert!(check(&damaged).is_err(), "byte {place}");
    }
    for length in 0..file.len() {
        assert!(check(&file[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn forged_proofs_do_not_follow() {
    let file = proof();
    let (content, _) = file.split_at(file.len() - 8);
    let start = content.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).expect("two lines").0 + 1;
    let signed = |mut content: Vec<u8>| {
        content.extend(super::check::checksum(&content).to_le_bytes());
        content
    };
    assert!(check(&signed(content.to_vec())).is_ok());
    // Numbers that are changed with a checksum to match: a step may become another one that holds, but few do.
    let accepted = (start..content.len()).filter(|&place| {
        let mut forged = content.to_vec();
        forged[place] ^= 1;
        check(&signed(forged)).is_ok()
    });
    assert!(accepted.count() * 10 < content.len() - start);
    // The same steps do not refute a position that can be won.
    let won = (0..100).map(|seed| deal(3, 5, seed)).find(|board| prove(board, Budget::default(), &mut ()).is_err());
    let position = won.expect("some can be won").plain().to_string();
    let head = format!("{}\n{}{position}\n", super::check::TITLE, super::check::POSITION);
    let moved = [head.as_bytes(), &content[start..]];
    assert!(check(&signed(moved.concat())).is_err());
}
