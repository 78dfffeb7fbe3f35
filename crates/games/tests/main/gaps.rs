//! Gaps.

use kibitzer_core::laws::{self, Walks};
use kibitzer_core::{Game, Puzzle, perft};
use kibitzer_games::cards::Card;
use kibitzer_games::gaps::{Dealer, First, Gaps, Removed, Shift, Shuffle, Size};
use proptest::prelude::*;

fn board(text: &str) -> Gaps {
    text.parse().expect("a position")
}

fn dealers() -> impl Iterator<Item = Dealer> {
    let sizes = (1..=4).flat_map(|rows| (1..=13).filter_map(move |columns| Size::new(rows, columns)));
    sizes.flat_map(|size| {
        First::ALL.into_iter().flat_map(move |first| {
            [(Removed::Aces, Shuffle::Full), (Removed::Highest, Shuffle::Swaps(20)), (Removed::Aces, Shuffle::Legal(9))]
                .map(|(removed, shuffle)| Dealer { size, first, removed, shuffle })
        })
    })
}

#[test]
fn gaps_obeys_the_laws_on_boards_of_every_size_and_rule() {
    for dealer in dealers() {
        let starts = [dealer.deal(0), dealer.deal(7)];
        let walks = Walks { count: 2, length: 40, ..Walks::default() };
        laws::check(&starts, walks).unwrap();
        laws::check_puzzle(&starts, walks).unwrap();
        laws::check_symmetry(&starts, walks).unwrap();
    }
}

/// The rules once more, as they are told: every card, every gap.
fn moves_as_told(board: &Gaps) -> Vec<Shift> {
    let mut moves = Vec::new();
    for (row, column) in board.gaps() {
        for card in board.cards() {
            let may_enter = if column > 0 {
                board
                    .card(row, column - 1)
                    .is_some_and(|left| left.suit() == card.suit() && left.rank() + 1 == card.rank())
            } else {
                match board.first() {
                    First::Any => true,
                    First::Lowest => card.rank() == board.lowest(),
                    First::Suit => card.rank() == board.lowest() && Some(card.suit()) == board.suit_of_row(row),
                }
            };
            if may_enter {
                let narrow = |line: usize| u8::try_from(line).expect("at most 13");
                moves.push(Shift { card, row: narrow(row), column: narrow(column) });
            }
        }
    }
    moves
}

#[test]
fn moves_are_those_of_the_rules() {
    for dealer in dealers() {
        let mut state = dealer.deal(3);
        for step in 0..30 {
            let moves: Vec<Shift> = state.moves().collect();
            assert_eq!(moves, moves_as_told(&state), "{state}");
            let Some(shift) = moves.get(step * 7 % moves.len().max(1)) else { break };
            state.play(*shift);
        }
    }
}

#[test]
fn the_first_column_goes_by_its_rule() {
    let text = "-- 2D 3C / 3D 2C --";
    let entering = |first| {
        let state = Gaps::read(first, text).expect("a position");
        let moves: Vec<String> = state.moves().map(|shift| shift.to_string()).collect();
        moves.join(" ")
    };
    assert_eq!(entering(First::Any), "2C>1,1 2D>1,1 3C>1,1 3D>1,1 3C>2,3");
    assert_eq!(entering(First::Lowest), "2C>1,1 2D>1,1 3C>2,3");
    assert_eq!(entering(First::Suit), "2C>1,1 3C>2,3");
}

#[test]
fn rows_are_tied_to_the_suits_in_play() {
    let state = Gaps::read(First::Suit, "2D -- / 2S --").expect("a position");
    assert_eq!([0, 1, 2].map(|row| state.suit_of_row(row)), [Some(3), Some(1), None]);
    // Which suit a row holds is not asked in the end.
    assert!(state.is_goal());
}

#[test]
fn a_board_is_won_when_every_row_is_one_suit_in_order() {
    for (text, is_won) in [
        ("2C 3C -- / 2H 3H --", true),
        ("2H 3H -- / 2C 3C --", true),
        ("AC 2C -- / AH 2H --", true),
        ("2C -- 3C / 2H 3H --", false),
        ("2C 3H -- / 2H 3C --", false),
        ("-- 2C 3C / 2H 3H --", false),
        ("3C 2C -- / 2H 3H --", false),
        ("-- / --", true),
    ] {
        assert_eq!(board(text).is_goal(), is_won, "{text}");
    }
}

#[test]
fn nothing_follows_the_highest_card_or_another_gap() {
    assert_eq!(board("3C -- -- / 2C 2H 3H").moves().count(), 0);
}

#[test]
fn deals_by_legal_moves_can_be_taken_back() {
    for first in First::ALL {
        let size = Size::new(2, 4).expect("a size");
        let dealer = Dealer { size, first, removed: Removed::Highest, shuffle: Shuffle::Legal(12) };
        for seed in 0..20 {
            assert!(can_be_won(&dealer.deal(seed)), "{}", dealer.deal(seed));
        }
    }
}

/// Looks at everything that can be reached.
fn can_be_won(start: &Gaps) -> bool {
    let mut seen = std::collections::HashSet::from([*start]);
    let mut open = vec![*start];
    while let Some(state) = open.pop() {
        if state.is_goal() {
            return true;
        }
        open.extend(state.moves().map(|shift| state.after(shift)).filter(|next| seen.insert(*next)));
    }
    false
}

#[test]
fn the_paper_s_shuffle_may_spoil_a_board() {
    let size = Size::new(2, 4).expect("a size");
    let dealer = Dealer { size, first: First::Lowest, removed: Removed::Highest, shuffle: Shuffle::Swaps(30) };
    let won = (0..100).filter(|seed| can_be_won(&dealer.deal(*seed))).count();
    assert!((1..100).contains(&won), "{won}");
}

/// Deals never change: programs outside rely on their numbers.
#[test]
fn deals_keep_their_numbers() {
    let size = Size::new(2, 5).expect("a size");
    let deal = |removed, shuffle| Dealer { size, first: First::Lowest, removed, shuffle }.deal(1).to_string();
    let deals = [
        deal(Removed::Aces, Shuffle::Full),
        deal(Removed::Highest, Shuffle::Full),
        deal(Removed::Highest, Shuffle::Swaps(5)),
        deal(Removed::Aces, Shuffle::Legal(5)),
        Dealer::default().deal(0).to_string(),
    ];
    let expected = [
        "-- 2C 3C -- 5H / 4C 5C 4H 3H 2H",
        "-- AC 2C -- 4H / 3C 4C 3H 2H AH",
        "AC -- -- 4C 2C / AH 4H 3H 2H 3C",
        "2C -- 5H 5C 4H / -- 3H 2H 3C 4C",
        "-- JS TC JD 4C QD -- KC 4S -- 7H 2H QH / 4D 5C KD 5S 3H QS 2C 6C 6S -- 7D 9S 6D / 9D KH JC 5D 2D 8S 3S 8C KS 6H 8H 2S TH / 9H 7S 5H 3D QC TS 9C 4H 7C TD 3C JH 8D",
    ];
    assert_eq!(deals, expected);
}

#[test]
fn a_full_shuffle_puts_gaps_everywhere_alike() {
    let size = Size::new(1, 4).expect("a size");
    let dealer = Dealer { size, ..Dealer::default() };
    let mut seen = [0_u32; 4];
    for seed in 0..4_000 {
        for (_, column) in dealer.deal(seed).gaps() {
            seen[column] += 1;
        }
    }
    // Binomial with mean 1,000 and deviation 27: five deviations either way.
    assert!(seen.iter().all(|count| (863..=1_137).contains(count)), "{seen:?}");
}

#[test]
fn a_redeal_keeps_what_stands_in_order_and_leaves_a_gap_behind_it() {
    let state = board("2C 3C 5H 4C -- / 3H 2H 4H 5C --");
    assert_eq!([state.settled(0), state.settled(1)], [2, 0]);
    for seed in 0..50 {
        let after = state.redeal(seed);
        assert!(after.to_string().starts_with("2C 3C -- "), "{after}");
        assert_eq!(after.card(1, 0), None);
        assert_eq!(after.gaps().count(), 2);
        assert!(after.cards().eq(state.cards()));
    }
    let solved = Dealer::default().solved();
    assert_eq!(solved.redeal(5), solved);
    assert!((0..50).map(|seed| state.redeal(seed)).collect::<std::collections::HashSet<_>>().len() > 20);
}

#[test]
fn mistakes_are_named_with_their_card_and_cell() {
    for (text, message) in [
        ("2C 1X -- / 2H 3H --", "row 1, column 2: '1X' is not a card"),
        ("2C 3C -- / 2H 2C --", "row 2, column 2: 2C is already in row 1, column 1"),
        ("2C 3C -- / 2H --", "row 2 has 2 cells, but row 1 has 3"),
        ("2C -- -- / 2H 3H --", "row 2, column 3: this is gap number 3, but 2 rows have 2 gaps; 3C is missing"),
        ("2C 3C -- / 2H KH --", "row 2, column 2: KH does not fit: 3 columns have the ranks 2 to 3, and 3H is missing"),
        ("2C 3C 4C / 2H 3H --", "row 1, column 3: 4C is a card too many: 2 rows have 2 gaps"),
        ("2C 3C -- / 2H 3D --", "row 2, column 2: 3D is of a suit too many: 2 rows have 2 suits"),
        ("", "a board of 1 x 0 cells is not between 1 x 1 and 4 x 13"),
        ("-- / -- / -- / -- / --", "a board of 5 x 1 cells is not between 1 x 1 and 4 x 13"),
        ("-- --", "row 1, column 2: this is gap number 2, but 1 row has 1 gap; every card is missing"),
        ("first=both 2C --", "'both' is not a rule of the first column: it is any, lowest or suit"),
    ] {
        let found = text.parse::<Gaps>().map_err(|problem| problem.to_string());
        assert_eq!(found, Err(message.to_string()), "{text}");
    }
    let other_rule = Gaps::read(First::Suit, "first=any 2C --").unwrap_err();
    assert_eq!(other_rule.to_string(), "it begins with `first=any`, but the game here has first=suit");
}

#[test]
fn mistakes_in_moves_are_named() {
    for (text, message) in [
        ("7H", "'7H' is not a move: write the card, > and row,column of the gap, as in 7H>2,5"),
        ("7X>1,1", "in the move '7X>1,1', '7X' is not a card"),
        ("7H>5,1", "in the move '7H>5,1', there is no such cell: rows go from 1 to 4, columns from 1 to 13"),
        ("7H>1,999", "in the move '7H>1,999', there is no such cell: rows go from 1 to 4, columns from 1 to 13"),
        ("7H>1,-1", "'7H>1,-1' is not a move: write the card, > and row,column of the gap, as in 7H>2,5"),
    ] {
        assert_eq!(text.parse::<Shift>().map_err(|problem| problem.to_string()), Err(message.to_string()));
    }
}

#[test]
fn shuffles_read_back() {
    for shuffle in [Shuffle::Full, Shuffle::Swaps(20), Shuffle::Legal(0)] {
        assert_eq!(shuffle.to_string().parse(), Ok(shuffle));
    }
    for text in ["", "swaps", "swaps:", "swaps:-1", "legal:x", "Full", "swaps:99999999999"] {
        assert!(text.parse::<Shuffle>().is_err(), "{text}");
    }
}

/// Lines of play counted by the rules as they are told.
#[test]
fn perft_counts_what_the_rules_tell() {
    fn told(state: &Gaps, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        moves_as_told(state).into_iter().map(|shift| told(&state.after(shift), depth - 1)).sum()
    }
    for first in First::ALL {
        let state = Dealer { first, ..Dealer::default() }.deal(1);
        assert_eq!(perft(&state, 4), told(&state, 4));
    }
}

proptest! {
    #[test]
    fn random_text_is_read_or_refused_without_panic(text in "[-A-K2-9TJQKCDHS /1x=afirst]{0,60}") {
        if let Ok(read) = text.parse::<Gaps>() {
            prop_assert_eq!(read.to_string().parse::<Gaps>(), Ok(read));
        }
        let _ = text.parse::<Shift>();
    }

    #[test]
    fn one_card_too_many_or_too_few_is_refused(seed in 0_u64..1_000, cell in 0_usize..52, number in 0_u8..52) {
        let state = Dealer::default().deal(seed);
        let mut cells: Vec<String> = state.to_string().split(" / ").flat_map(|row| row.split(' ')).map(String::from).collect();
        let replaced = Card::new(number).expect("a card").to_string();
        let is_same = cells[cell] == replaced;
        cells[cell] = replaced;
        let text: Vec<String> = cells.chunks(13).map(|row| row.join(" ")).collect();
        let read = text.join(" / ").parse::<Gaps>();
        prop_assert_eq!(read.is_ok(), is_same, "{:?}", read);
    }
}
