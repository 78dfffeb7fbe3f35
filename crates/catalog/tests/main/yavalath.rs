//! Yavalath by text.

use kibitzer_catalog::{
    BadMove, Budget, Cancel, DuelRoom, GameSpec, NoCertificate, Outcome, Player, Stop, Threat, Value,
};

fn room(name: &str) -> Box<dyn DuelRoom> {
    name.parse::<GameSpec>().expect("a game").duel().expect("for two")
}

fn playouts(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), ..Budget::default() }
}

#[test]
fn a_position_is_kept_as_it_was_typed() {
    let room = room("yavalath");
    assert_eq!(room.read(" e5d4\n").unwrap(), "e5d4");
    assert_eq!(room.play("start", "E5").unwrap(), "e5");
    assert_eq!(room.play("e5d4", " f6 ").unwrap(), "e5d4 f6");
    let small = self::room("yavalath:side=4");
    assert_eq!(small.play("side=4 start", "d4").unwrap(), "side=4 d4");
    assert_eq!(small.look("side=4 d4").unwrap().plies, 1);
}

#[test]
fn positions_are_read_by_the_rules_of_the_name() {
    let says = |name: &str, text: &str| room(name).read(text).unwrap_err().to_string();
    assert_eq!(says("yavalath", "e5 z1"), "move 2: 'z1' is off the board, its rows are a to i");
    assert_eq!(says("yavalath", "a9"), "move 1: 'a9' is off the board, row a has cells 1 to 5");
    assert_eq!(says("yavalath:side=4", "d4 a5"), "move 2: 'a5' is off the board, row a has cells 1 to 4");
    assert_eq!(says("yavalath", "e5 d4 e5"), "move 3: e5 is taken since move 1");
    assert_eq!(says("yavalath", "e5 swap"), "move 2: `swap` is not in the rules here; yavalath:swap=on has it");
    assert_eq!(says("yavalath:swap=on", "e5 d4 swap"), "move 3: only move 2 can be `swap`");
    assert!(room("yavalath:side=4,swap=on").read("d4 swap c3").is_ok());
}

#[test]
fn moves_that_cannot_be_played_are_told_apart() {
    let (large, small) = (room("yavalath:swap=on"), room("yavalath:side=4"));
    let unreadable = |room: &dyn DuelRoom, mv| match room.play("start", mv) {
        Err(BadMove::Unreadable(why)) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(unreadable(small.as_ref(), "a5"), "'a5' is off the board, row a has cells 1 to 4");
    assert_eq!(unreadable(small.as_ref(), "h1"), "'h1' is off the board, its rows are a to g");
    assert_eq!(unreadable(large.as_ref(), "five"), "'five' is not a cell, such as e5");
    let illegal = |room: &dyn DuelRoom, position, mv| match room.play(position, mv) {
        Err(BadMove::Illegal(why)) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(illegal(large.as_ref(), "e5", "e5"), "e5 is taken");
    assert_eq!(illegal(large.as_ref(), "e5 d4", "swap"), "only the second move of a game can be `swap`");
    assert_eq!(illegal(small.as_ref(), "d4", "swap"), "`swap` is not in the rules here; yavalath:swap=on has it");
    assert_eq!(illegal(large.as_ref(), "c3 a1 c4 a3 c5", "e5"), "the game is over");
    assert!(matches!(large.play("z1", "e5"), Err(BadMove::Position(_))));
}

#[test]
fn a_board_has_rows_that_are_shifted_named_and_counted() {
    let view = room("yavalath:side=3").look("c3 b2 d4").unwrap();
    let rows = &view.board.rows;
    let shape: Vec<_> = rows.iter().map(|row| (row.label.as_str(), row.indent, row.squares.len())).collect();
    assert_eq!(shape, [("a", 2, 3), ("b", 1, 4), ("c", 0, 5), ("d", 1, 4), ("e", 2, 3)]);
    assert_eq!(rows[2].squares[2].owner, Some(Player::One));
    assert!(rows[3].squares[3].is_last && rows[2].squares[4].target.as_deref() == Some("c5"));
    assert_eq!(rows[2].squares[4].label.as_deref(), Some("5"));
    assert_eq!(view.picture, "  a  1 2 3\n b  1 O 3 4\nc  1 2 X 4 5\n d  1 2 3[X]\n  e  1 2 3");
}

#[test]
fn what_ended_the_game_is_marked() {
    let lost = room("yavalath").look("c3 a1 c4 a3 c5").unwrap();
    assert_eq!(lost.outcome, Some(Outcome::Win(Player::Two)));
    let line: Vec<_> = lost.board.rows[2].squares.iter().map(|square| square.is_winning).collect();
    assert_eq!(line, [false, false, true, true, true, false, false]);
    assert!(lost.picture.contains("c  1 2*X*X*X*6 7"), "{}", lost.picture);
    assert_eq!(lost.remark.as_deref(), Some("three in a line without a fourth lose: c3, c4 and c5"));
    let won = room("yavalath").look("e5 a1 e6 a2 e8 b1 e7").unwrap();
    assert_eq!(won.remark.as_deref(), Some("four in a line win: e5, e6, e7 and e8"));
    let squares = || lost.board.rows.iter().flat_map(|row| &row.squares);
    assert!(squares().all(|square| square.target.is_none() && square.at_once == [None, None]));
}

#[test]
fn threats_are_marked_for_who_has_them() {
    let view = room("yavalath").look("e5 a1 e6 b1 e8").unwrap();
    assert_eq!(view.board.threats(["X", "O"], view.to_move), "X wins with e7, O loses with c1");
    let e7 = &view.board.rows[4].squares[6];
    assert_eq!(e7.at_once, [Some(Value::Win), None]);
    assert_eq!(e7.threat(Player::Two), Some(Threat::Wins(Player::One)));
    let text = view.board.text_with_threats(['X', 'O'], view.to_move);
    assert!(text.contains("e  1 2 3 4 X X x[X]9") && text.contains("c  - 2 3"), "{text}");
    assert!(!view.picture.contains('x') && !view.picture.contains('-'), "only on request");
    // A block that makes three, and a cell that both sides want.
    let trap = room("yavalath").look("e5 d7 e6 f6 e8").unwrap();
    assert_eq!(trap.board.rows[4].squares[6].threat(trap.to_move), Some(Threat::Traps));
    let quiet = room("yavalath").look("start").unwrap();
    assert_eq!(quiet.board.threats(["X", "O"], quiet.to_move), "no stone wins or loses at once");
}

#[test]
fn a_stone_that_was_taken_over_changes_its_owner() {
    let room = room("yavalath:swap=on");
    let before = room.look("c3").unwrap();
    assert!(before.moves.contains(&"swap".to_string()) && before.moves.len() == 61);
    assert_eq!(before.remark.as_deref(), Some("swap would take over the stone on c3"));
    assert_eq!(before.board.rows[2].squares[2].owner, Some(Player::One));
    let position = room.play("c3", "swap").unwrap();
    assert_eq!(position, "c3 swap");
    let after = room.look(&position).unwrap();
    let stone = &after.board.rows[2].squares[2];
    assert_eq!((stone.owner, stone.is_last, after.to_move), (Some(Player::Two), true, Player::One));
    assert_eq!(after.remark.as_deref(), Some("the second player took over the stone on c3"));
    assert_eq!(room.look("c3 swap d4").unwrap().remark, None);
    assert_eq!(self::room("yavalath").look("c3").unwrap().remark, None);
}

#[test]
fn moves_are_explained() {
    let room = room("yavalath:swap=on");
    let why = |position, mv| room.explain(position, mv).unwrap().expect("Yavalath has words");
    assert_eq!(why("e5 a1 e6 b1 e8", "e7"), "blocks e7");
    assert_eq!(why("e5 a1 e6 a2 e8 b1", "e7"), "makes four on e5, e6, e7 and e8 and wins");
    assert_eq!(why("c3", "swap"), "takes over the stone on c3");
    assert_eq!(why("start", "a1"), "a quiet move");
    assert!(matches!(room.explain("e5", "e5"), Err(BadMove::Illegal(_))));
}

#[test]
fn every_engine_and_level_can_be_made_and_read_back() {
    for name in ["yavalath", "yavalath:side=3,swap=on"] {
        let room = room(name);
        for listing in room.thinkers() {
            let spec = room.thinker_spec(listing.name).unwrap();
            assert_eq!(spec.brief(), listing.name);
            assert_eq!(room.thinker_spec(&spec.to_string()).unwrap(), spec);
            let report = room.thinker(&spec).think("c3 a1 c4 a3 c1 e3", playouts(500), &mut ()).unwrap();
            if listing.name != "random" {
                assert_eq!(report.verdict.moves[0].mv, "c2", "{spec} of {name} makes four");
            }
        }
        for strength in room.strengths() {
            let spec = room.thinker_spec(&strength.with_luck(7)).unwrap();
            assert!(spec.to_string().ends_with("seed=7"), "{spec}");
        }
    }
}

#[test]
fn the_plain_search_proves_nothing_and_takes_the_highest_mean() {
    let room = room("yavalath");
    let spec = room.thinker_spec("uct").unwrap();
    assert_eq!(spec.to_string(), "uct:iterations=0,share=off,seed=0");
    let analysis = room.thinker(&spec).think("e5 a1 e6 b1 e8", playouts(5_000), &mut ()).unwrap().verdict;
    assert!(analysis.moves.iter().all(|ranked| ranked.proved.is_none()));
    let values: Vec<_> = analysis.moves.iter().filter_map(|ranked| ranked.value).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert_eq!(analysis.moves[0].mv, "e7");
    let shared = room.thinker_spec("uct:share=on,iterations=300").unwrap();
    assert_eq!(room.thinker(&shared).think("start", Budget::default(), &mut ()).unwrap().verdict.playouts, 300);
}

#[test]
fn deciders_agree() {
    let room = room("yavalath:side=3");
    for position in ["c3 a1 c5 e2 a3 c1 e3 b4", "c3 a1 c4 a3 c1 e3", "c3 a1 c4 a3 c5"] {
        let words: Vec<_> = room
            .deciders()
            .iter()
            .map(|listing| {
                let spec = room.decider_spec(listing.name).unwrap();
                room.decider(&spec).decide(position, playouts(200_000), &Cancel::default()).unwrap().word()
            })
            .collect();
        assert!(words.iter().all(|word| *word == words[0] && *word != "unknown"), "{position}: {words:?}");
    }
}

#[test]
fn a_saved_search_knows_its_board() {
    let (small, large) = (room("yavalath:side=4"), room("yavalath"));
    let spec = small.thinker_spec("mcts:seed=3").unwrap();
    let mut thinker = small.thinker(&spec);
    thinker.think("d4 c3", playouts(50), &mut ()).unwrap();
    let file = thinker.save("d4 c3").unwrap();
    assert_eq!(small.resume(&file).unwrap().position, "d4 c3");
    let problem = large.resume(&file).err().expect("another board").to_string();
    assert_eq!(problem, "its game is yavalath:side=4, not yavalath");
}

#[test]
fn proofs_are_made_with_the_options_of_the_solver() {
    let room = room("yavalath:side=3");
    let prove = |name: &str, budget: Budget| {
        let spec = room.decider_spec(name).expect("a search that decides");
        room.certify("c3 a2 b2", &spec, budget, &Cancel::default())
    };
    // Others than `exact` leave no strategies, so it proves for them.
    for name in ["exact", "exact:table=1", "alpha-beta"] {
        let file = prove(name, Budget::default()).expect("a proof");
        let proved = room.check_certificate(&file).expect("it holds");
        assert_eq!(proved.position, "c3 a2 b2", "{name}");
    }
    assert!(matches!(prove("exact", playouts(1)), Err(NoCertificate::Stopped(Stop::Nodes))));
}
