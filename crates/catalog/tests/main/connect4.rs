//! Connect Four by text.

use kibitzer_catalog::{BadFile, BadMove, Budget, Cancel, DuelRoom, GameSpec, Player, Value};

fn room() -> Box<dyn DuelRoom> {
    GameSpec::Connect4.duel().expect("a game for two")
}

fn playouts(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), ..Budget::default() }
}

#[test]
fn a_position_is_kept_as_it_was_typed() {
    let room = room();
    assert_eq!(room.read(" 4453\n").unwrap(), "4453");
    assert_eq!(room.read("3544").unwrap(), "3544", "the same stones, another game");
    assert_eq!(room.play("start", "4").unwrap(), "4");
    assert_eq!(room.play("4453", " 7 ").unwrap(), "44537");
}

#[test]
fn moves_that_cannot_be_played_are_told_apart() {
    let room = room();
    assert!(matches!(room.play("444444", "4"), Err(BadMove::Illegal(why)) if why == "column 4 is full"));
    assert!(matches!(room.play("4455667", "4"), Err(BadMove::Illegal(why)) if why == "the game is over"));
    assert!(matches!(room.play("4", "8"), Err(BadMove::Unreadable(_))));
    assert!(matches!(room.play("4444444", "1"), Err(BadMove::Position(_))));
}

#[test]
fn a_board_shows_the_last_stone_the_winning_ones_and_where_stones_fall() {
    let view = room().look("4455667").unwrap();
    assert_eq!((view.moves.len(), view.to_move), (0, Player::Two));
    let squares: Vec<_> = view.board.rows.iter().flat_map(|row| &row.squares).collect();
    assert_eq!(squares.len(), 42);
    assert_eq!(squares.iter().filter(|square| square.is_winning).count(), 4);
    assert!(squares.iter().all(|square| square.target.is_none()), "nothing falls when the game is over");
    let last = &view.board.rows[5].squares[6];
    assert!(last.is_last && last.owner == Some(Player::One));
    let open = room().look("444444").unwrap();
    let targets: Vec<_> = open.board.rows[5].squares.iter().filter_map(|square| square.target.clone()).collect();
    assert_eq!(targets, ["1", "2", "3", "5", "6", "7"]);
    assert_eq!(open.board.labels.concat(), "1234567");
}

#[test]
fn threats_are_marked_whether_a_stone_can_reach_them_or_not() {
    let both = room().look("121212").unwrap();
    assert_eq!(both.board.threats(["X", "O"], both.to_move), "X wins with 1, O wins with 2");
    let view = room().look("112233").unwrap();
    assert_eq!(view.board.threats(["X", "O"], view.to_move), "X wins with 4");
    let text = view.board.text_with_threats(['X', 'O'], view.to_move);
    assert!(text.ends_with("\n O O[O]o . . .\n X X X x . . .\n 1 2 3 4 5 6 7"), "{text}");
    assert_eq!(room().explain("112233", "4").unwrap(), None, "there are no words for it");
}

#[test]
fn every_engine_and_level_can_be_made_and_read_back() {
    let room = room();
    for listing in room.thinkers() {
        let spec = room.thinker_spec(listing.name).unwrap();
        assert_eq!(spec.brief(), listing.name);
        assert_eq!(room.thinker_spec(&spec.to_string()).unwrap(), spec);
        let report = room.thinker(&spec).think("445566", playouts(200), &mut ()).unwrap();
        assert_eq!(report.verdict.moves.len(), 7, "{spec}");
        if listing.name != "random" {
            assert_eq!(report.verdict.moves[0].proved, Some(Value::Win), "{spec}");
        }
    }
    for strength in room.strengths() {
        let spec = room.thinker_spec(&strength.with_luck(7)).unwrap();
        assert!(spec.to_string().ends_with("seed=7"), "{spec}");
        assert_eq!(room.thinker_spec(&spec.brief()).unwrap(), spec);
    }
    assert!(room.thinker_spec("mcts:trees=2,threads=2").is_err());
}

#[test]
fn deciders_agree() {
    let room = room();
    for position in ["445566", "4455667", "422725676216137261336576357113573512", "4227256762161372613365763571"] {
        let words: Vec<_> = room
            .deciders()
            .iter()
            .map(|listing| {
                let spec = room.decider_spec(listing.name).unwrap();
                room.decider(&spec).decide(position, playouts(200_000), &Cancel::default()).unwrap().word()
            })
            .filter(|word| *word != "unknown")
            .collect();
        assert!(!words.is_empty() && words.iter().all(|word| *word == words[0]), "{position}: {words:?}");
    }
}

#[test]
fn a_saved_search_goes_on_or_is_refused_whatever_byte_is_wrong() {
    let room = room();
    let spec = room.thinker_spec("mcts:seed=3").unwrap();
    let mut thinker = room.thinker(&spec);
    assert!(thinker.save("4453").is_none(), "there is nothing yet");
    thinker.think("4453", playouts(30), &mut ()).unwrap();
    let file = thinker.save("4453").unwrap();
    let mut resumed = room.resume(&file).unwrap();
    assert_eq!((resumed.position.as_str(), &resumed.spec), ("4453", &spec));
    let [on, whole] =
        [&mut resumed.thinker, &mut thinker].map(|thinker| thinker.think("4453", playouts(50), &mut ()).unwrap());
    assert_eq!(on.verdict.moves, whole.verdict.moves);
    for place in 0..file.len() {
        let mut bad = file.clone();
        bad[place] ^= 1 << (place % 8);
        assert!(room.resume(&bad).is_err(), "byte {place} is wrong, and nobody sees it");
        assert!(room.resume(&file[..place]).is_err(), "cut to {place} bytes");
    }
    assert!(matches!(room.resume(b"PNG\n"), Err(BadFile::Foreign)));
}
