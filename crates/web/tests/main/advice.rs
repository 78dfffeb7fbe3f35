//! Verdicts, hints, mistakes, solutions and engines.

use serde_json::{Value, json};

use crate::client::SERVICE;

/// Solvable; half of its moves lose.
const DEAL: &str = "8C 8H 8S 7S / 6H JH 5H 9H / 5C 7C KS 4S / 2D TS QS 3D";

#[expect(clippy::needless_pass_by_value, reason = "bodies are written where they are asked")]
fn ask(path: &str, body: Value) -> Value {
    SERVICE.post(path, &body).good()
}

#[test]
fn a_puzzle_is_judged() {
    let open = ask("/api/verdict", json!({"game": "birds", "position": DEAL}));
    assert_eq!(
        (&open["verdict"], &open["length"], &open["says"]),
        (&json!("solved"), &json!(15), &json!("can still be won"))
    );
    let lost = ask("/api/verdict", json!({"game": "birds", "position": "8C 2D"}));
    assert_eq!((&lost["verdict"], &lost["says"]), (&json!("unsolvable"), &json!("cannot be won")));
    let won = ask("/api/verdict", json!({"game": "birds", "position": "8C 7S", "moves": ["8C-7S"]}));
    assert_eq!(won["says"], "it is won");
    let gaps = ask("/api/verdict", json!({"game": "gaps", "position": "AH 2H -- 3C / 3H AC 2C --"}));
    assert_eq!(gaps["verdict"], "solved");
}

#[test]
fn a_duel_is_judged_for_the_side_to_move() {
    let win = ask("/api/verdict", json!({"game": "connect4", "moves": ["4", "4", "5", "5", "6"]}));
    assert_eq!((&win["verdict"], &win["says"]), (&json!("loss"), &json!("player 1 wins with best play")), "{win}");
    let over = ask("/api/verdict", json!({"game": "connect4", "position": "4455667"}));
    assert_eq!(over["says"], "player 1 has won");
    let unknown = ask("/api/verdict", json!({"game": "yavalath", "moves": ["e5"], "seconds": 0.05}));
    assert_eq!((&unknown["verdict"], &unknown["stopped_by"]), (&json!("unknown"), &json!("time")));
}

#[test]
fn every_move_is_judged() {
    let moves = ask("/api/verdicts", json!({"game": "birds", "position": DEAL, "seconds": 5}));
    let words: Vec<&str> =
        moves["moves"].as_array().unwrap().iter().map(|mv| mv["verdict"].as_str().unwrap()).collect();
    assert!(words.len() > 3 && words.contains(&"solved") && words.is_sorted(), "{moves}");
    let columns = ask("/api/verdicts", json!({"game": "connect4", "position": "445566", "seconds": 2}));
    assert_eq!(columns["moves"].as_array().unwrap().len(), 7);
    assert_eq!(columns["moves"][0]["verdict"], "win", "{columns}");
}

#[test]
fn the_move_that_lost_is_found() {
    // Walk along a solution, then make a losing move, then another.
    let verdicts = ask("/api/verdicts", json!({"game": "birds", "position": DEAL, "seconds": 5}));
    let losing =
        verdicts["moves"].as_array().unwrap().iter().find(|mv| mv["verdict"] == "unsolvable").unwrap()["move"].clone();
    let seen = ask("/api/look", json!({"game": "birds", "position": DEAL, "moves": [losing]}));
    let next = seen["legal"][0]["move"].clone();
    let found = ask("/api/mistake", json!({"game": "birds", "position": DEAL, "moves": [losing, next], "seconds": 5}));
    assert_eq!((&found["found"], &found["number"], &found["move"]), (&json!("mistake"), &json!(1), &losing), "{found}");
    assert!(!found["better"].as_array().unwrap().is_empty());
    assert!(found["says"].as_str().unwrap().starts_with("lost since move 1, "));
    let none = ask("/api/mistake", json!({"game": "birds", "position": DEAL}));
    assert_eq!(none["found"], "none");
    let never = ask("/api/mistake", json!({"game": "birds", "position": "8C 2D"}));
    assert_eq!(never["found"], "from-the-start");
}

#[test]
fn the_blunder_of_a_duel_is_found() {
    // The first player could win with 4.
    let position = "11533177153361765627152577";
    let found =
        ask("/api/mistake", json!({"game": "connect4", "position": position, "moves": ["3", "4"], "seconds": 5}));
    assert_eq!((&found["found"], &found["number"]), (&json!("mistake"), &json!(1)), "{found}");
    assert_eq!((&found["player"], &found["before"], &found["after"]), (&json!(1), &json!("win"), &json!("loss")));
    assert_eq!(found["better"], json!(["4"]));
    assert_eq!(found["says"], "move 1, 3, by player 1 gives away the win; 4 keeps it");
}

#[test]
fn a_hint_has_a_reason() {
    let hint = ask("/api/hint", json!({"game": "birds", "position": DEAL, "seconds": 5}));
    let mv = hint["move"].as_str().unwrap();
    assert!(hint["reason"].as_str().unwrap().starts_with(mv), "{hint}");
    assert_eq!(hint["line"].as_array().unwrap().len(), 15);
    let lost = ask("/api/hint", json!({"game": "birds", "position": "8C 2D"}));
    assert!(lost["move"].is_null() && lost["reason"].as_str().unwrap().contains("cannot be won"), "{lost}");
    let duel = ask("/api/hint", json!({"game": "yavalath", "moves": ["e5", "a1", "e6", "b1", "e8"], "seconds": 1}));
    assert!(duel["reason"].as_str().unwrap().contains("e7"), "{duel}");
}

#[test]
fn solutions_replay() {
    for game in ["birds", "gaps:rows=2,cols=5"] {
        let deal = ask("/api/deal", json!({"game": game, "seed": 1, "solvable": true}));
        let found = ask("/api/solution", json!({"game": game, "position": deal["position"], "shortest": true}));
        assert_eq!((&found["verdict"], &found["shortest"]), (&json!("solved"), &json!(true)), "{found}");
        let seen = ask("/api/look", json!({"game": game, "position": deal["position"], "moves": found["moves"]}));
        assert_eq!(seen["state"], "won");
    }
    let with = ask("/api/solution", json!({"game": "birds", "position": DEAL, "with": "best-first:moves=3"}));
    assert_eq!((&with["verdict"], &with["with"]), (&json!("solved"), &json!("best-first:moves=3")));
    let duel = ask("/api/solution", json!({"game": "connect4", "position": "445566", "seconds": 1}));
    assert_eq!(duel["verdict"], "win");
}

#[test]
fn engines_reply_at_every_level() {
    for level in ["beginner", "easy", "medium", "hard", "perfect"] {
        let reply = ask("/api/reply", json!({"game": "connect4", "position": "445566", "level": level, "seed": 1}));
        assert!(reply["move"].is_string() && !reply["thought"]["moves"].as_array().unwrap().is_empty(), "{reply}");
    }
    let same =
        || ask("/api/reply", json!({"game": "yavalath", "moves": ["e5"], "level": "easy", "seed": 9}))["move"].clone();
    assert_eq!(same(), same());
    let spec = ask("/api/reply", json!({"game": "connect4", "with": "mcts:iterations=100", "seed": 3}));
    assert!(spec["with"].as_str().unwrap().contains("seed=3"), "{spec}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (path, body, says) in [
        ("/api/reply", json!({"game": "birds", "position": DEAL}), "game: a puzzle"),
        ("/api/reply", json!({"game": "connect4", "level": "godlike"}), "level: there is no 'godlike', only beginner"),
        ("/api/reply", json!({"game": "connect4", "level": "easy", "with": "mcts"}), "level and with"),
        ("/api/reply", json!({"game": "connect4", "position": "4455667"}), "the game is over"),
        ("/api/reply", json!({"game": "connect4", "with": "exact:table=65536"}), "with: table is at most"),
        ("/api/reply", json!({"game": "connect4", "with": "mcts:threads=256"}), "with: threads is at most"),
        ("/api/solution", json!({"game": "birds", "position": DEAL, "with": "magic"}), "with: there is no algorithm"),
        ("/api/solution", json!({"game": "connect4", "shortest": true}), "shortest: "),
    ] {
        let detail = SERVICE.post(path, &body).problem(400);
        assert!(detail.starts_with(says), "{detail}");
    }
    let detail = SERVICE.post("/api/verdict", &json!({"game": "connect4", "seconds": 3600})).problem(400);
    assert!(detail.contains("not a number of seconds from 0.01 to 5"), "{detail}");
}
