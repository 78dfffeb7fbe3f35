//! What a move does, in words.

use kibitzer_exact::yavalath::{Effects, Reason};
use kibitzer_games::yavalath::{Cells, Side};

use crate::options::list;

/// The letter of a row, counted from 0 at the top.
pub(super) fn row_name(row: usize) -> String {
    ('a'..).nth(row).map(String::from).unwrap_or_default()
}

/// A set of cells as in `c3, d4 and e5`.
pub(super) fn cells(side: Side, cells: Cells) -> String {
    let bits = (0..Cells::BITS as usize).filter(|bit| cells >> bit & 1 == 1);
    let names: Vec<_> = bits.map(|bit| side.cell(bit).to_string()).collect();
    list(names.iter().map(String::as_str))
}

/// What a move does, without its subject and a full stop.
pub(super) fn phrase(side: Side, reason: Reason) -> String {
    let name = |set| cells(side, set);
    match reason {
        Reason::Four(line) => format!("makes four on {} and wins", name(line)),
        Reason::Three(line) => format!("makes three on {} and loses", name(line)),
        Reason::Fills => "takes the last cell: a draw".to_string(),
        Reason::Swap(stone) => format!("takes over the stone on {}", name(stone)),
        Reason::GoesOn(effects) => effect(side, effects),
    }
}

/// As in `blocks e5, then threatens c3 and c6`.
fn effect(side: Side, effects: Effects) -> String {
    let Effects { blocks, threatens, traps, misses, allows } = effects;
    let told = |set: Cells, words: &str| (set != 0).then(|| format!("{words} {}", cells(side, set)));
    // Two threats cannot both be met anyway.
    let is_trap = traps != 0 && threatens.is_power_of_two();
    let threat = told(threatens, "threatens");
    let threat = if is_trap { threat.map(|threat| threat + ", where a block makes three") } else { threat };
    let good = match (told(blocks, "blocks"), threat) {
        (Some(block), Some(threat)) => Some(format!("{block}, then {threat}")),
        (block, threat) => block.or(threat),
    };
    let bad = [told(misses, "misses four at"), told(allows, "lets the other side make four at")];
    let bad = bad.into_iter().flatten().reduce(|first, second| format!("{first} and {second}"));
    match (good, bad) {
        (Some(good), Some(bad)) => format!("{good}, but {bad}"),
        (good, bad) => good.or(bad).unwrap_or_else(|| "a quiet move".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_exact::yavalath::explain;
    use kibitzer_games::yavalath::Yavalath;

    use super::*;

    fn says(position: &str, turn: &str) -> String {
        let board: Yavalath = position.parse().expect("a position");
        phrase(board.side(), explain(&board, turn.parse().expect("a move")).expect("a legal move"))
    }

    #[test]
    fn a_person_understands_why() {
        assert_eq!(says("start", "e5"), "a quiet move");
        assert_eq!(says("e5 a1 e6 a2 e8 b1", "e7"), "makes four on e5, e6, e7 and e8 and wins");
        assert_eq!(says("e5 a1 e6 a3", "e7"), "makes three on e5, e6 and e7 and loses");
        assert_eq!(says("e5 a1 e6 b1", "e8"), "threatens e7");
        assert_eq!(says("e5 a1 e6 b1 e8", "e7"), "blocks e7");
        assert_eq!(says("e5 c7 e6 f6 e8", "e7"), "blocks e7, then threatens d7");
        assert_eq!(says("e5 a1 e6 b1 e8", "i1"), "lets the other side make four at e7");
        assert_eq!(says("e5 d7 e6 f6", "e8"), "threatens e7, where a block makes three");
        assert_eq!(says("e5 a1 e6 b1 e8 a2 a5", "a4"), "threatens a3, but lets the other side make four at e7");
        assert_eq!(says("swap=on c3", "swap"), "takes over the stone on c3");
    }
}
