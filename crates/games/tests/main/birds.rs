//! Birds of a Feather.

use kibitzer_core::laws::{self, Walks};
use kibitzer_core::{Game, Heuristic, MoveOrder, Puzzle, SplitMix, perft};
use kibitzer_games::birds::{Birds, BothGraphs, Flight, LinePairs, Remaining, ScoreAndMoves, Size, deal};
use kibitzer_games::cards::{Card, DealNumber};
use proptest::prelude::*;

fn numbered(rows: usize, columns: usize, number: u64) -> Birds {
    deal(Size::new(rows, columns).expect("a size"), DealNumber::try_from(number).expect("a number"))
}

fn board(text: &str) -> Birds {
    text.parse().expect("a position")
}

#[test]
fn birds_obeys_the_laws_on_boards_of_every_size() {
    for rows in 1..=7 {
        for columns in 1..=7 {
            if rows * columns >= 2 {
                let starts = [numbered(rows, columns, 1), numbered(rows, columns, 80_431)];
                let walks = Walks { count: 3, ..Walks::default() };
                laws::check(&starts, walks).unwrap();
                laws::check_puzzle(&starts, walks).unwrap();
                laws::check_symmetry(&starts, walks).unwrap();
                laws::check_payoff(&starts, Walks { count: 1, ..walks }).unwrap();
            }
        }
    }
}

/// The solution printed in Hoshino and Kahn (2019) for the deal they print.
#[test]
fn the_published_solution_wins() {
    let mut state = numbered(4, 4, 80_431);
    let line = "3D-2D 4S-7S 5C-8C 4S-5C 4S-3D QS-KS 8S-QS 4S-TS 7C-8H 6H-JH 9H-5H 8S-9H 7C-6H 8S-7C 4S-8S";
    for flight in line.split(' ') {
        assert!(!state.is_goal());
        state.try_play(flight.parse().unwrap()).unwrap();
    }
    assert!(state.is_goal());
    assert_eq!(state.score(), 256);
}

/// The deal printed at the end of Hoshino and Kahn (2019): a connected card graph, but no move at all.
#[test]
fn the_latin_square_has_no_move() {
    let square = board("2C 4S 6H 8D / 6D 8H 2S 4C / 8S 6C 4D 2H / 4H 2D 8C 6S");
    assert_eq!(square.moves().count(), 0);
    assert!(square.card_graph().is_connected());
    assert_eq!(square.card_graph().pairs_without_common_neighbour(), 0);
    assert!(!square.is_goal());
}

#[test]
fn the_graph_of_the_published_deal_is_counted_by_hand() {
    let row = board("8C 8H 8S 7S");
    assert_eq!(row.card_graph().edges(), 6);
    assert_eq!(row.card_graph().spanning_trees(), Some(16));
    let corner = board("8C 2D / -- 8D");
    // 8C and 8D are compatible but not in line; 8C and 2D are in line but not compatible.
    assert_eq!((corner.card_graph().edges(), corner.rook_graph().edges()), (2, 2));
    assert_eq!(corner.moves().map(|flight| flight.to_string()).collect::<Vec<_>>(), ["2D-8D", "8D-2D"]);
    assert_eq!(corner.card_graph().pairs_without_edge(), 1);
    assert_eq!(corner.card_graph().pairs_without_common_neighbour(), 2);
}

/// Perft numbers, each line `depth count position`; the file says where they come from.
#[test]
fn perft_agrees_with_the_file() {
    for line in include_str!("birds.perft").lines().filter(|line| !line.starts_with('#')) {
        let (depth, rest) = line.split_once(' ').unwrap();
        let (count, position) = rest.split_once(' ').unwrap();
        assert_eq!(perft(&board(position), depth.parse().unwrap()), count.parse().unwrap(), "{line}");
    }
}

#[test]
fn sizes_are_kept_and_shown() {
    let mut state = board("8Cx3 -- / 7Cx2 AD");
    state.try_play("7C-8C".parse().unwrap()).unwrap();
    assert_eq!(state.to_string(), "7Cx5 -- / -- AD");
    assert_eq!(format!("{state:#}"), "7Cx5  --\n--    AD");
    assert_eq!(state.score(), 26);
}

#[test]
fn mistakes_are_named_with_their_place() {
    let says = |text: &str| text.parse::<Birds>().unwrap_err().to_string();
    assert_eq!(says("8C 8H / 6H 1X"), "row 2, column 2: '1X' is not a card");
    assert_eq!(says("8C 8H / 6H 8c"), "row 2, column 2: 8C is already in row 1, column 1");
    assert_eq!(says("8C 8H / 6H"), "row 2 has 1 cells, but row 1 has 2");
    assert_eq!(says("8C"), "a board of 1 x 1 cells is not between 1 x 2 and 7 x 7");
    assert_eq!(says(""), "a board of 1 x 0 cells is not between 1 x 2 and 7 x 7");
    assert_eq!(says("8C 8H 8S 7S 6H JH 5H 9H"), "a board of 1 x 8 cells is not between 1 x 2 and 7 x 7");
    assert_eq!(says("8Cx0 8H"), "row 1, column 1: '0' is not a number of cards from 1 to 49");
    assert_eq!(says("8Cx+3 8H"), "row 1, column 1: '+3' is not a number of cards from 1 to 49");
    assert_eq!(says("-- --"), "there is no card on the board");
    assert_eq!(says("8Cx40 8Hx40"), "the stacks hold 80 cards, but a deck has 52");
    let says = |text: &str| text.parse::<Flight>().unwrap_err().to_string();
    assert_eq!(says("8C8H"), "'8C8H' is not a move: write the bird, a hyphen and where it goes, as in 3D-2D");
    assert_eq!(says("8C-8X"), "in the move '8C-8X', '8X' is not a card");
    let illegal = board("8C 2D").try_play("8C-2D".parse().unwrap()).unwrap_err();
    assert_eq!(illegal.to_string(), "`8C-2D` is not a legal move here");
}

/// Every card graph edge of the test is found by the rule's own words.
#[test]
fn compatible_cards_share_a_suit_or_are_near_in_rank() {
    let cards: Vec<Card> = (0..52).filter_map(Card::new).collect();
    for &a in &cards {
        for &b in cards.iter().filter(|&&b| b != a) {
            let legal = board(&format!("{a} {b}")).moves().count() == 2;
            assert_eq!(legal, a.suit() == b.suit() || a.rank().abs_diff(b.rank()) <= 1, "{a} {b}");
        }
    }
}

#[test]
fn the_heuristics_know_what_falls_apart() {
    let lost = board("AC KD / -- KH");
    assert_eq!(BothGraphs.estimate(&lost), None);
    assert_eq!(Remaining.estimate(&lost), Some(2));
    let stranded = board("AC 2C -- / -- -- 3C");
    assert_eq!(BothGraphs.estimate(&stranded), None);
    let heuristic = ScoreAndMoves::default();
    let (many, few) = (board("8C 8H 8S"), board("8C 8H 9S"));
    assert!(heuristic.estimate(&many) <= heuristic.estimate(&few), "more moves are better");
    assert!(heuristic.estimate(&board("8Cx5 8H")) < heuristic.estimate(&board("8C 8H")), "more score is better");
}

proptest! {
    #[test]
    fn no_text_breaks_the_parsers(text in "(?s).{0,60}") {
        let _ = text.parse::<Birds>();
        let _ = text.parse::<Flight>();
        let _ = text.parse::<Card>();
    }

    #[test]
    fn near_misses_never_break_the_parser(text in "([2-9TJQKA0-9]{1,2}[CDHSX]?(x[0-9]{0,3})?|--|/| ){0,60}") {
        if let Ok(read) = text.parse::<Birds>() {
            prop_assert_eq!(read.to_string().parse::<Birds>(), Ok(read));
        }
    }

    #[test]
    fn any_deal_reads_back(number in 0..=DealNumber::LAST, rows in 1_usize..=7, columns in 2_usize..=7) {
        let dealt = numbered(rows, columns, u64::from(number));
        prop_assert_eq!(dealt.to_string().parse::<Birds>(), Ok(dealt));
        prop_assert_eq!(dealt.stack_count() as usize, rows * columns);
    }
}

/// The slow twin: the pairs of each row and each column, written out.
#[test]
fn line_pairs_come_row_by_row_and_then_column_by_column() {
    for number in 0..60 {
        let state = numbered(4, 5, number);
        let cells: Vec<Vec<Card>> = (0..4)
            .map(|row| (0..5).map(|column| state.stack(row, column).expect("a full board").top).collect())
            .collect();
        let columns = (0..5).map(|column| cells.iter().map(|row| row[column]).collect::<Vec<_>>());
        let mut pairs = Vec::new();
        for line in cells.clone().into_iter().chain(columns) {
            for (index, &first) in line.iter().enumerate() {
                for &second in &line[index + 1..] {
                    pairs.push(Flight { bird: first, onto: second });
                    pairs.push(Flight { bird: second, onto: first });
                }
            }
        }
        pairs.retain(|flight| state.moves().any(|legal| legal == *flight));
        let mut ranked = Vec::new();
        LinePairs.rank(&state, &mut ranked);
        assert!(ranked.iter().map(|(_, flight)| *flight).eq(state.moves()), "ranks come in the order of the moves");
        ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        assert!(ranked.iter().map(|(_, flight)| *flight).eq(pairs), "deal {number}");
    }
}

#[test]
fn lines_are_won_as_playing_them_tells() {
    let mut stream = SplitMix::new(11);
    let mut counts = [0; 2];
    for number in 0..4000 {
        let start = numbered(2, if number % 2 == 0 { 2 } else { 3 }, number);
        let (mut board, mut flights) = (start, Vec::new());
        loop {
            let legal: Vec<_> = board.moves().collect();
            let Some(&flight) = legal.get(stream.below(legal.len().max(1))) else { break };
            board.play(flight);
            flights.push(flight);
        }
        // Lines that were spoiled, and lines that were not.
        for spoiled in 0..4 {
            let mut line = flights.clone();
            if spoiled > 0 && line.len() > 1 {
                let (one, other) = (stream.below(line.len()), stream.below(line.len()));
                match spoiled {
                    1 => line.swap(one, other),
                    2 => line[one].onto = line[other].bird,
                    _ => drop(line.pop()),
                }
            }
            let mut played = start;
            let won = line.iter().all(|&flight| played.try_play(flight).is_ok()) && played.is_goal();
            assert_eq!(start.is_won_by(&line), won, "{start}: {line:?}");
            counts[usize::from(won)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 200), "{counts:?} are enough of both kinds");
}
