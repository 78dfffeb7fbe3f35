//! What a move does at sight, so that a person can be told why it is made.

use kibitzer_core::{Game, Payoff};
use kibitzer_games::yavalath::{Cells, Turn, Yavalath, completing, fours, threes, tripling};

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It makes four on these cells, and wins.
    Four(Cells),
    /// It makes three on these cells and no four, and loses.
    Three(Cells),
    /// It takes the last cell, and nobody wins.
    Fills,
    /// It takes over the first stone, which lies here.
    Swap(Cells),
    /// The game goes on.
    GoesOn(Effects),
}

/// What a move does that does not end the game. All are sets of cells, and all may be empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// The cell it takes, where the other side would have made four there.
    pub blocks: Cells,
    /// Where its side now threatens to make four.
    pub threatens: Cells,
    /// Those of them where the other side cannot block without making three.
    pub traps: Cells,
    /// Where its side could have made four instead.
    pub misses: Cells,
    /// Where the other side can make four next.
    pub allows: Cells,
}

/// What a move does; nothing where it is illegal.
#[must_use]
pub fn explain(board: &Yavalath, turn: Turn) -> Option<Reason> {
    let mut after = *board;
    after.try_play(turn).ok()?;
    let Turn::Place(cell) = turn else { return Some(Reason::Swap(board.other())) };
    let cell = 1 << board.side().bit(cell);
    // Whoever moved is the other side now.
    let (mover, other, free) = (after.other(), after.own(), after.free());
    let four = fours(mover);
    Some(match after.ended() {
        Some(_) if four != 0 => Reason::Four(four),
        Some(_) if threes(mover) != 0 => Reason::Three(threes(mover)),
        Some(_) => Reason::Fills,
        None => {
            let (threatens, allows) = (completing(mover) & free, completing(other) & free);
            Reason::GoesOn(Effects {
                blocks: completing(other) & cell,
                threatens,
                traps: threatens & tripling(other) & !allows,
                misses: completing(board.own()) & board.free(),
                allows,
            })
        }
    })
}

#[cfg(test)]
mod tests {
    use kibitzer_core::SplitMix;
    use kibitzer_games::yavalath::Side;

    use super::*;

    fn reason(position: &str, turn: &str) -> Option<Reason> {
        let board: Yavalath = position.parse().expect("a position");
        explain(&board, turn.parse().expect("a move"))
    }

    /// The cells of a text on the standard board.
    fn cells(text: &str) -> Cells {
        text.split_whitespace().fold(0, |cells, word| match word.parse() {
            Ok(Turn::Place(cell)) => cells | 1 << Side::FIVE.bit(cell),
            _ => panic!("'{word}' is not a cell"),
        })
    }

    #[test]
    fn lines_that_end_the_game_are_named() {
        assert_eq!(reason("e5 a1 e6 a2 e8 b1", "e7"), Some(Reason::Four(cells("e5 e6 e7 e8"))));
        assert_eq!(reason("e5 a1 e6 a3", "e7"), Some(Reason::Three(cells("e5 e6 e7"))));
        assert_eq!(reason("e5 a1", "e5"), None, "it is taken");
        assert_eq!(reason("swap=on e5", "swap"), Some(Reason::Swap(cells("e5"))));
    }

    #[test]
    fn blocks_and_threats_are_told() {
        assert_eq!(reason("e5 a1", "c3"), Some(Reason::GoesOn(Effects::default())));
        let effects = Effects { threatens: cells("e7"), ..Effects::default() };
        assert_eq!(reason("e5 a1 e6 b1", "e8"), Some(Reason::GoesOn(effects)));
        let effects = Effects { blocks: cells("e7"), ..Effects::default() };
        assert_eq!(reason("e5 a1 e6 b1 e8", "e7"), Some(Reason::GoesOn(effects)));
        let effects = Effects { allows: cells("e7"), ..Effects::default() };
        assert_eq!(reason("e5 a1 e6 b1 e8", "i1"), Some(Reason::GoesOn(effects)));
        let effects = Effects { misses: cells("e7"), threatens: cells("e7"), ..Effects::default() };
        assert_eq!(reason("e5 a1 e6 b1 e8 i1", "i5"), Some(Reason::GoesOn(effects)));
    }

    #[test]
    fn a_block_that_makes_three_is_a_trap() {
        // The other side has stones on both sides of the gap in another line.
        let effects = Effects { threatens: cells("e7"), traps: cells("e7"), ..Effects::default() };
        assert_eq!(reason("e5 d7 e6 f6", "e8"), Some(Reason::GoesOn(effects)));
    }

    /// The slow twin: plays every stone and looks how the game ends.
    #[test]
    fn effects_are_what_playing_on_shows() {
        let mut stream = SplitMix::new(5);
        let wins = |board: &Yavalath| {
            let is_win = |turn: &Turn| fours(board.after(*turn).other()) != 0;
            board.moves().filter(is_win).map(|turn| turn.to_string()).collect::<Vec<_>>()
        };
        let names = |board: &Yavalath, cells: Cells| {
            let bits = (0..Cells::BITS as usize).filter(|bit| cells >> bit & 1 == 1);
            bits.map(|bit| board.place(bit).to_string()).collect::<Vec<_>>()
        };
        let mut told = [0; 3];
        for _ in 0..300 {
            let mut board = Yavalath::new(Side::FOUR, false);
            while let Some(turn) = board.decisive_move(&mut stream) {
                if let Some(Reason::GoesOn(effects)) = explain(&board, turn) {
                    let after = board.after(turn);
                    assert_eq!(names(&board, effects.misses), wins(&board), "{board}, {turn}");
                    assert_eq!(names(&after, effects.allows), wins(&after), "{board}, {turn}");
                    assert_eq!(effects.traps & !effects.threatens, 0);
                    told[0] += usize::from(effects.blocks != 0);
                    told[1] += usize::from(effects.threatens != 0);
                    told[2] += usize::from(effects.traps != 0);
                }
                board.play(turn);
            }
        }
        assert!(told.iter().all(|count| *count > 10), "{told:?}");
    }
}
