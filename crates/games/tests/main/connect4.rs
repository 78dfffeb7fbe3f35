//! Connect Four.

use kibitzer_core::laws::{self, Walks};
use kibitzer_core::{Duel, Game, Outcome, Payoff, Player, SplitMix, Symmetric, Transposing, Value};
use kibitzer_games::connect4::{COLUMNS, Column, Connect4, ROWS};
use proptest::prelude::*;

use crate::twins::{check_perft, decisive_moves};

fn board(text: &str) -> Connect4 {
    text.parse().expect("a position")
}

/// The rules in the words of the box: lists of stones, and lines looked for one by one.
#[derive(Default)]
struct Rack {
    columns: [Vec<Player>; COLUMNS],
    played: usize,
}

impl Rack {
    fn drop(&mut self, column: usize) {
        self.columns[column].push(if self.played.is_multiple_of(2) { Player::One } else { Player::Two });
        self.played += 1;
    }

    fn stone(&self, column: isize, row: isize) -> Option<Player> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    fn outcome(&self) -> Option<Outcome> {
        for column in 0..7 {
            for row in 0..6 {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let line: Vec<_> = (0..4).map(|step| self.stone(column + step * right, row + step * up)).collect();
                    if let [Some(first), ..] = line[..]
                        && line.iter().all(|stone| *stone == Some(first))
                    {
                        return Some(Outcome::Win(first));
                    }
                }
            }
        }
        (self.played == ROWS * COLUMNS).then_some(Outcome::Draw)
    }

    fn moves(&self) -> Vec<usize> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        (0..COLUMNS).filter(|&column| self.columns[column].len() < ROWS).collect()
    }
}

#[test]
fn connect_four_obeys_the_laws() {
    let starts = [board("start"), board("4444443"), board("44455554221")];
    laws::check(&starts, Walks::default()).unwrap();
    laws::check_duel(&starts, Walks::default()).unwrap();
    laws::check_symmetry(&starts, Walks::default()).unwrap();
    laws::check_payoff(&starts, Walks::default()).unwrap();
    laws::check_transposing(&starts, Walks::default()).unwrap();
}

/// Two thousand random games, move by move beside the slow twin.
#[test]
fn bits_and_lists_play_the_same_games() {
    let mut stream = SplitMix::new(4);
    let mut ends = [0; 3];
    for _ in 0..2_000 {
        let (mut fast, mut slow) = (Connect4::default(), Rack::default());
        loop {
            let moves: Vec<_> = fast.moves().map(Column::index).collect();
            assert_eq!(moves, slow.moves());
            assert_eq!(fast.outcome(), slow.outcome());
            for (index, column) in slow.columns.iter().enumerate() {
                for row in 0..ROWS {
                    assert_eq!(fast.stone(row, Column::new(index).unwrap()), column.get(row).copied());
                }
            }
            let Some(mv) = fast.random_move(&mut stream) else { break };
            fast.play(mv);
            slow.drop(mv.index());
        }
        ends[match fast.outcome().unwrap() {
            Outcome::Win(Player::One) => 0,
            Outcome::Win(Player::Two) => 1,
            Outcome::Draw => 2,
        }] += 1;
    }
    assert!(ends.iter().all(|&count| count > 0), "every ending is met: {ends:?}");
}

/// Perft numbers, each line `depth count position`; the file says where they come from.
#[test]
fn perft_agrees_with_the_file() {
    check_perft(include_str!("connect4.perft"), board);
}

#[test]
fn decisive_moves_are_drawn_from_all_of_the_best_kind() {
    let mut stream = SplitMix::new(8);
    let mut kinds = [0; 8];
    for _ in 0..300 {
        let mut state = Connect4::default();
        while let Some(mv) = state.random_move(&mut stream) {
            let expected = decisive_moves(&state);
            let mut drawn: Vec<Column> = (0..100).filter_map(|_| state.decisive_move(&mut stream)).collect();
            drawn.sort();
            drawn.dedup();
            assert_eq!(drawn, expected, "{state}");
            kinds[expected.len()] += 1;
            state.play(mv);
        }
        assert_eq!(state.decisive_move(&mut stream), None);
    }
    assert!(kinds[1] > 100 && kinds[2] > 100, "forced moves are met: {kinds:?}");
}

#[test]
fn a_full_column_is_not_a_move() {
    let moves: Vec<_> = board("444444").moves().map(|column| column.to_string()).collect();
    assert_eq!(moves, ["1", "2", "3", "5", "6", "7"]);
}

#[test]
fn a_won_game_is_over_for_both() {
    let won = board("4152637");
    assert_eq!(won.moves().count(), 0);
    assert_eq!((won.ended(), won.outcome()), (Some(Value::Loss), Some(Outcome::Win(Player::One))));
    assert_eq!(won.winning_cells().count_ones(), 4);
    assert_eq!(board("415263").winning_cells(), 0);
    let threatened = board("112233");
    assert_eq!(threatened.threats(Player::One), 1 << 24, "column 4, at the bottom");
    assert_eq!(threatened.threats(Player::Two), 1 << 25, "the cell above, which no stone can reach yet");
}

#[test]
fn a_position_is_written_as_a_game_that_leads_to_it() {
    assert_eq!(board("4453").to_string(), "4354");
    assert_eq!(board("start").to_string(), "start");
    let picture =
        ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . O . . .\n. . O X X . .\n1 2 3 4 5 6 7";
    assert_eq!(format!("{:#}", board("4453")), picture);
}

#[test]
fn mistakes_are_named_with_their_place() {
    let says = |text: &str| text.parse::<Connect4>().unwrap_err().to_string();
    assert_eq!(says("44x"), "move 3: 'x' is not a column from 1 to 7");
    assert_eq!(says("480"), "move 2: '8' is not a column from 1 to 7");
    assert_eq!(says("4444444"), "move 7: column 4 is full");
    assert_eq!(says("41526371"), "move 8: the game was over after move 7, won by the first player");
    assert_eq!(says(" "), "a position is the columns played, as in 4453; the empty board is `start`");
    assert_eq!("44".parse::<Column>().unwrap_err().to_string(), "'44' is not a column from 1 to 7");
    assert_eq!("0".parse::<Column>().unwrap_err().to_string(), "'0' is not a column from 1 to 7");
}

#[test]
fn orders_of_moves_that_meet_have_one_identity() {
    assert_eq!(board("1234").identity(), board("3214").identity());
    assert_ne!(board("1234").identity(), board("2134").identity());
    assert_ne!(board("12").identity(), board("76").identity());
    assert_eq!(board("12").key(), board("76").key());
    assert_eq!(board("12").image(1), board("76"));
}

proptest! {
    #[test]
    fn no_text_breaks_the_parsers(text in "(?s).{0,60}") {
        let _ = text.parse::<Connect4>();
        let _ = text.parse::<Column>();
    }

    #[test]
    fn any_game_reads_back(text in "[1-7]{1,42}") {
        if let Ok(read) = text.parse::<Connect4>() {
            prop_assert_eq!(read.to_string().parse::<Connect4>(), Ok(read));
            prop_assert_eq!(read.plies() as usize, text.len());
        }
    }
}
