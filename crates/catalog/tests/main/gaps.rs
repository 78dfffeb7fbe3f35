//! The room of Gaps: options, positions, objections, hints and deals.

use kibitzer_catalog::{Answer, Budget, Cancel, Ending, GameSpec, Level, PuzzleRoom};
use proptest::prelude::*;

fn room(game: &str) -> Box<dyn PuzzleRoom> {
    game.parse::<GameSpec>().expect("a game").puzzle().expect("a puzzle")
}

fn written(game: &str) -> Result<String, String> {
    game.parse::<GameSpec>().map(|game| game.to_string()).map_err(|problem| problem.to_string())
}

/// Why a move is illegal.
fn objection(game: &str, position: &str, mv: &str) -> String {
    match room(game).replay(position, mv).expect("a position and a move").ending {
        Ending::Illegal { reason } => reason,
        ending => panic!("{mv} is legal: {ending:?}"),
    }
}

#[test]
fn options_are_written_where_they_are_not_usual() {
    for game in [
        "gaps",
        "gaps:first=any",
        "gaps:first=suit",
        "gaps:rows=4,cols=8",
        "gaps:rows=4,cols=13",
        "gaps:first=any,rows=4,cols=5,shuffle=swaps-20",
        "gaps:removed=highest",
        "gaps:first=any,removed=aces",
        "gaps:shuffle=legal-0,redeals=2",
    ] {
        assert_eq!(written(game), Ok(game.to_string()));
    }
    assert_eq!(written("gaps:first=lowest,removed=aces,shuffle=full,redeals=0"), Ok("gaps".into()));
    assert_eq!(written("gaps:removed=highest,first=any"), Ok("gaps:first=any".into()));
    assert_eq!(written("gaps:cols=5"), Ok("gaps:rows=4,cols=5".into()));
}

#[test]
fn mistakes_in_options_are_named() {
    let says = |game: &str| written(game).unwrap_err();
    assert_eq!(says("gaps:first=none"), "gaps, option 'first': 'none' is not lowest, any or suit");
    assert_eq!(says("gaps:rows=5"), "gaps, option 'rows': '5' is not a whole number from 1 to 4");
    assert_eq!(says("gaps:cols=14"), "gaps, option 'cols': '14' is not a whole number from 1 to 13");
    let shuffles = "full, swaps-N or legal-N, with N from 0 to 1000000";
    for bad in ["swaps", "swaps-", "swaps:20", "swaps-1000001", "legal--1", "full-1", ""] {
        assert_eq!(says(&format!("gaps:shuffle={bad}")), format!("gaps, option 'shuffle': '{bad}' is not {shuffles}"));
    }
    let known = "only first, rows, cols, removed, shuffle and redeals";
    assert_eq!(says("gaps:size=4"), format!("gaps, option 1: there is no 'size', {known}"));
}

#[test]
fn a_shuffle_is_set_by_its_name() {
    let with = |game: &str, shuffle: &str| {
        let game = game.parse::<GameSpec>().expect("a game").with_shuffle(shuffle);
        game.map(|game| game.to_string()).map_err(|problem| problem.to_string())
    };
    assert_eq!(with("gaps:first=any", "swaps:20"), Ok("gaps:first=any,shuffle=swaps-20".into()));
    assert_eq!(with("gaps:shuffle=swaps-20", "full"), Ok("gaps".into()));
    assert_eq!(with("gaps", "legal:7"), Ok("gaps:shuffle=legal-7".into()));
    let says = with("gaps", "swaps-20").unwrap_err();
    assert_eq!(says, "gaps: 'swaps-20' is not a shuffle: it is full, swaps:N or legal:N");
    assert_eq!(with("gaps", "legal:1000001").unwrap_err(), "gaps: 'legal:1000001' is more than 1000000 steps");
    assert_eq!(with("birds", "full").unwrap_err(), "birds: there are no ways to shuffle it; only gaps has them");
}

#[test]
fn positions_are_written_plain_whatever_the_rule() {
    let text = "-- 2C 3C / 3H -- 2H";
    for game in ["gaps", "gaps:first=any", "gaps:first=suit", "gaps:rows=2,cols=3"] {
        assert_eq!(room(game).read(text).expect("a position"), text, "{game}");
        assert_eq!(room(game).replay(text, "").expect("a position").position, text, "{game}");
    }
    let deals = |game: &str| room(game).deal(5).expect("a seed");
    assert_eq!(deals("gaps:first=suit"), deals("gaps"), "the rule does not change the deal");
    assert!(!deals("gaps").contains('A') && deals("gaps:removed=highest").contains('A'));
    assert!(!deals("gaps:first=any").contains('K') && !deals("gaps:first=any").contains("first"));
}

#[test]
fn positions_of_another_size_or_rule_are_refused() {
    let says = |game: &str, text: &str| room(game).read(text).unwrap_err().to_string();
    let size = "the board has 2 x 3 cells, but gaps:rows=4,cols=5 asks for 4 x 5";
    assert_eq!(says("gaps:cols=5", "-- 2C 3C / 3H -- 2H"), size);
    let rule = "it begins with `first=any`, but the game here has first=lowest";
    assert_eq!(says("gaps", "first=any -- 2C / 2H --"), rule);
    assert_eq!(says("gaps", "2C 3C -- / -- 2H 2C"), "row 2, column 3: 2C is already in row 1, column 1");
}

#[test]
fn objections_say_what_may_be_done() {
    let board = "2C 3C -- 5H 4H / 4C -- -- 3H 5S / 5C 2S 2H 3S 4S";
    let says = |mv: &str| objection("gaps", board, mv);
    assert_eq!(says("7H>1,3"), "7H is not in play: the ranks go from 2 to 5");
    assert_eq!(says("4D>1,3"), "4D is not in play");
    assert_eq!(says("2C>4,5"), "there is no cell 4,5: the board has 3 rows and 5 columns");
    assert_eq!(says("2C>1,1"), "2C lies there already");
    assert_eq!(says("4C>1,4"), "4C cannot go there: 1,4 is not a gap, it holds 5H");
    assert_eq!(says("5C>1,3"), "5C cannot go there: the card left of the gap is 3C, so only 4C may enter");
    assert_eq!(says("4C>2,3"), "4C cannot go there: left of 2,3 is a gap, too, so that nothing may enter");
    let behind = objection("gaps", "3C -- 2H / 2C -- 3H", "2H>1,2");
    assert_eq!(behind, "2H cannot go there: behind 3C, a card of the highest rank, nothing may follow");
}

#[test]
fn objections_to_the_first_column_name_its_rule() {
    let board = "-- 2H 3H / 3C -- 2C";
    let lowest = objection("gaps", board, "3H>1,1");
    assert_eq!(lowest, "3H cannot go there: only twos may enter the first column");
    let suit = objection("gaps:first=suit", board, "2H>1,1");
    assert_eq!(suit, "2H cannot go there: row 1 belongs to one suit, and only 2C may begin it");
    let any = room("gaps:first=any").replay(board, "3H>1,1").expect("a line");
    assert_eq!(any.ending, Ending::Short, "any card may");
}

#[test]
fn moves_may_be_separated_by_commas() {
    let room = room("gaps");
    for moves in ["2H>2,1 3H>2,2", "2H>2,1,3H>2,2", "2H>2,1, 3H>2,2,", " ,2h>2,1 ,3h>2,2"] {
        let replay = room.replay("2C 3C -- / -- 2H 3H", moves).expect("moves");
        assert_eq!((replay.ending, replay.moves.join(" ").as_str()), (Ending::Goal, "2H>2,1 3H>2,2"), "{moves}");
    }
    let says = room.replay("2C 3C -- / -- 2H 3H", "2H>2,1 3H,2>2").unwrap_err().to_string();
    assert!(says.starts_with("move 2: '3H' is not a move"), "{says}");
}

#[test]
fn hints_have_reasons() {
    let why = |game: &str, position: &str, mv: &str| room(game).explain(position, mv).expect("a position");
    let board = "2C 3C -- / -- 2H 3H";
    assert_eq!(why("gaps", board, "2H>2,1").unwrap(), "2H begins row 2, where it can stay; it opens 2,2 for 3H");
    assert_eq!(why("gaps", board, "2C>2,1").unwrap(), "2C begins row 2, where it can stay; it opens 1,1 for the twos");
    assert_eq!(why("gaps:first=any", board, "3H>2,1").unwrap(), "3H begins row 2; only 3H may enter 2,3 again");
    assert_eq!(why("gaps", board, "3H>2,1"), None, "it is not legal");
}

#[test]
fn a_picture_shows_what_fits_each_gap() {
    let picture = |game: &str| room(game).picture("2C 3C -- / -- 2H -- / 3H 2S 3S / 2D -- 3D").expect("a position");
    assert_eq!(
        picture("gaps:first=lowest"),
        "    1   2   3\n1  2C  3C  --\n2 (2?) 2H (3H)\n3  3H  2S  3S\n4  2D (3D) 3D"
    );
    assert!(picture("gaps:first=any").contains("2 (??) 2H"));
    assert!(picture("gaps:first=suit").contains("2 (2H) 2H"));
}

#[test]
fn redeals_keep_what_is_in_order() {
    let room = room("gaps:redeals=2");
    assert_eq!(room.redeals(), 2);
    let before = "2C 3C -- 5H 4H / 4C -- -- 3H 5S / 5C 2S 2H 3S 4S";
    let after = room.redeal(before, 1).expect("a position").expect("a redeal");
    assert!(after.starts_with("2C 3C -- ") && after.matches(" / -- ").count() == 2, "{after}");
    assert_eq!(room.redeal(before, 1).expect("a position"), Some(after), "the luck is all there is to it");
    assert_eq!(self::room("birds").redeal("8C 7S", 1).expect("a position"), None);
}

#[test]
fn all_searches_agree_on_small_boards() {
    for game in ["gaps:rows=3,cols=4", "gaps:first=any,rows=2,cols=4", "gaps:first=suit,rows=4,cols=4"] {
        let room = room(game);
        let mut lengths = Vec::new();
        for name in ["exact", "dfs", "breadth-first", "shortest"] {
            let mut solver = room.solver(&room.algorithm(name).expect("a search"));
            let solve = |seed| solver.solve(&room.deal(seed).unwrap(), Budget::default(), &Cancel::default()).unwrap();
            lengths.push((0..30).map(solve).collect::<Vec<_>>());
        }
        for ((exact, dfs), shortest) in lengths[0].iter().zip(&lengths[1]).zip(&lengths[2]) {
            assert_eq!((exact.word(), dfs.word()), (shortest.word(), shortest.word()), "{game}");
            assert!(exact.moves().len() >= shortest.moves().len(), "{game}");
        }
        let same = |(one, other): (&Answer, &Answer)| one.moves().len() == other.moves().len() && other.shortest;
        let mut solved = lengths[2].iter().zip(&lengths[3]).filter(|(one, _)| one.word() == "solved");
        assert!(solved.all(same), "{game}");
        assert!(lengths[0].iter().any(|answer| answer.word() == "solved"), "{game}");
    }
}

fn games() -> impl Strategy<Value = String> {
    let first = prop_oneof![Just("any"), Just("lowest"), Just("suit")];
    let shuffle = prop_oneof![
        Just("full".to_string()),
        (0..50).prop_map(|n| format!("swaps-{n}")),
        (0..50).prop_map(|n| format!("legal-{n}"))
    ];
    let removed = prop_oneof![Just(""), Just(",removed=aces"), Just(",removed=highest")];
    (first, 1..=4_usize, 1..=13_usize, shuffle, removed, 0..3).prop_map(
        |(first, rows, columns, shuffle, removed, redeals)| {
            format!("gaps:first={first},rows={rows},cols={columns},shuffle={shuffle},redeals={redeals}{removed}")
        },
    )
}

proptest! {
    #[test]
    fn games_and_their_deals_read_back(text in games(), seed in 0_u64..1 << 53) {
        let game: GameSpec = text.parse().unwrap();
        prop_assert_eq!(game.to_string().parse::<GameSpec>(), Ok(game));
        let room = game.puzzle().unwrap();
        let deal = room.deal(seed).unwrap();
        prop_assert_eq!(room.read(&deal).unwrap(), deal.clone());
        for mv in room.legal_moves(&deal).unwrap() {
            let replay = room.replay(&deal, &mv).unwrap();
            prop_assert_eq!(&replay.moves, &vec![mv.clone()]);
            prop_assert!(room.explain(&deal, &mv).unwrap().is_some());
        }
    }

    #[test]
    fn every_illegal_move_has_an_objection(text in games(), seed in 0_u64..100, card in 0_usize..52, cell in 0_usize..52) {
        let room = room(&text);
        let deal = room.deal(seed).unwrap();
        let name = format!("{}{}", &"A23456789TJQK"[card / 4..=card / 4], &"CDHS"[card % 4..=card % 4]);
        let mv = format!("{name}>{},{}", cell / 13 + 1, cell % 13 + 1);
        let is_legal = room.legal_moves(&deal).unwrap().contains(&mv);
        match room.replay(&deal, &mv).unwrap().ending {
            Ending::Illegal { reason } => prop_assert!(!is_legal && reason.contains(&name) || reason.contains("cell")),
            _ => prop_assert!(is_legal),
        }
    }
}

#[test]
fn asking_for_one_level_gives_what_telling_the_level_gives() {
    let mut found = [false; 4];
    for (game, seeds) in [("gaps:rows=4,cols=6,shuffle=legal-20", [0, 1, 2]), ("gaps:first=any", [16, 15, 5])] {
        let room = room(game);
        let mut leveler = room.leveler().expect("levels");
        for seed in seeds {
            let position = room.deal(seed).expect("a deal");
            let level = leveler.level(&position, &Cancel::default()).expect("nobody ends it");
            for (number, asked) in Level::ALL.into_iter().enumerate() {
                let has = leveler.has_level(&position, asked, &Cancel::default()).expect("nobody ends it");
                assert_eq!(has, level == Some(asked), "{game}, deal {seed}: {level:?} or {asked:?}");
                found[number] |= has;
            }
        }
    }
    assert_eq!(found, [true; 4], "some level was never found");
}
