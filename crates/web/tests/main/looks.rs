//! The catalog, deals and boards.

use serde_json::{Value, json};

use crate::client::SERVICE;

const DEAL: &str = "8C 8H 8S 7S / 6H JH 5H 9H / 5C 7C KS 4S / 2D TS QS 3D";

fn look(body: &Value) -> Value {
    SERVICE.post("/api/look", body).good()
}

fn refused(path: &str, body: &Value) -> String {
    SERVICE.post(path, body).problem(400)
}

#[test]
fn the_catalog_has_four_games_with_all_that_a_form_needs() {
    let catalog = SERVICE.get("/api/catalog").good();
    let names: Vec<&str> =
        catalog["games"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["birds", "gaps", "connect4", "yavalath"]);
    let game =
        |name: &str| catalog["games"].as_array().unwrap().iter().find(|game| game["name"] == name).unwrap().clone();
    let birds = game("birds");
    assert_eq!((&birds["title"], &birds["kind"]), (&json!("Birds of a Feather"), &json!("puzzle")));
    assert_eq!(birds["levels"], json!(["easy", "medium", "hard", "expert"]));
    assert_eq!(birds["options"][0]["values"], json!({"kind": "whole", "default": 4, "min": 1, "max": 7}));
    let duel = game("connect4");
    assert_eq!((&duel["kind"], &duel["start"]), (&json!("duel"), &json!("start")));
    assert_eq!(duel["engines"][0]["level"], "beginner");
    assert_eq!(duel["searches"][0]["name"], "expert");
    assert!(game("gaps")["redeals"].is_number());
}

#[test]
fn deals_come_by_number_by_luck_by_level_and_winnable() {
    let deal = |body: Value| SERVICE.post("/api/deal", &body).good();
    assert_eq!(
        deal(json!({"game": "birds", "seed": 80431})),
        json!({"game": "birds", "seed": 80431, "position": DEAL})
    );
    let random = deal(json!({"game": "birds"}));
    assert!(random["seed"].as_u64().unwrap() < 1_000_000, "{random}");
    let hard = deal(json!({"game": "birds", "seed": 1, "level": "hard"}));
    assert!(hard["seed"].as_u64().unwrap() >= 1);
    let winnable = deal(json!({"game": "birds", "seed": 100, "solvable": true}));
    let verdict = SERVICE.post("/api/verdict", &json!({"game": "birds", "position": winnable["position"]})).good();
    assert_eq!(verdict["verdict"], "solved");
    assert!(deal(json!({"game": "gaps:rows=2,cols=4", "seed": 7}))["position"].as_str().unwrap().contains("--"));
}

#[test]
fn deals_that_do_not_exist_are_refused() {
    assert!(refused("/api/deal", &json!({"game": "birds", "seed": 9_007_199_254_740_991_u64})).starts_with("seed: "));
    assert!(refused("/api/deal", &json!({"game": "connect4"})).starts_with("game: connect4 is a game for two"));
    assert!(refused("/api/deal", &json!({"game": "chess"})).contains("there is no game 'chess', only birds"));
    assert!(refused("/api/deal", &json!({"game": "birds:rows=5,cols=5", "level": "easy"})).starts_with("level: "));
}

#[test]
fn a_board_of_cards_says_where_moves_go_from_and_to() {
    let seen = look(&json!({"game": "birds", "position": "8c 7s / 2d 8d", "moves": ["8C-7S"]}));
    assert_eq!(seen["start"], "8C 7S / 2D 8D");
    assert_eq!(seen["position"], "-- 8Cx2 / 2D 8D");
    let cells = seen["board"]["cells"].as_array().unwrap();
    assert_eq!(cells[0], json!({"id": "r1c1", "row": 0, "column": 0, "x": 0.0}));
    assert_eq!(cells[1]["card"], json!({"name": "8C", "rank": "8", "suit": "C"}));
    assert_eq!(cells[1]["size"], 2);
    let legal = seen["legal"].as_array().unwrap();
    assert!(legal.contains(&json!({"move": "8D-8C", "from": "r2c2", "to": "r1c2"})), "{seen}");
    assert_eq!(seen["state"], "playing");
    let won = look(&json!({"game": "birds", "position": "8C 7S", "moves": ["8C-7S"]}));
    assert_eq!((&won["state"], &won["legal"]), (&json!("won"), &json!([])));
    let stuck = look(&json!({"game": "birds", "position": "8C 2D"}));
    assert_eq!(stuck["state"], "stuck");
}

#[test]
fn gaps_say_what_they_wait_for_and_can_be_dealt_anew() {
    let position = "AH 2H -- 3C / 3H AC 2C --";
    let seen = look(&json!({"game": "gaps:redeals=2", "position": position}));
    let cells = seen["board"]["cells"].as_array().unwrap();
    assert_eq!((&cells[0]["settled"], &cells[2]["wants"]), (&json!(true), &json!("3H")));
    let legal = seen["legal"].as_array().unwrap();
    assert!(legal.contains(&json!({"move": "3H>1,3", "from": "r2c1", "to": "r1c3"})), "{seen}");
    assert_eq!(seen["redeals"], 2);
    let dealt = SERVICE.post("/api/redeal", &json!({"game": "gaps:redeals=2", "position": position, "seed": 5})).good();
    assert!(dealt["position"].as_str().unwrap().starts_with("AH 2H "), "{dealt}");
    assert!(refused("/api/redeal", &json!({"game": "birds", "position": DEAL})).contains("not dealt anew"));
}

#[test]
fn columns_and_hexagons_are_told_with_their_places() {
    let seen = look(&json!({"game": "connect4", "moves": ["4", "4", "5", "5", "6", "6"]}));
    let board = &seen["board"];
    assert_eq!((&board["kind"], &board["rows"], &board["columns"]), (&json!("columns"), &json!(6), &json!(7)));
    assert_eq!(board["column_labels"], json!(["1", "2", "3", "4", "5", "6", "7"]));
    assert_eq!(seen["position"], "445566");
    assert_eq!(seen["to_move"], 1);
    let threat = board["cells"].as_array().unwrap().iter().find(|cell| cell["id"] == "r6c7").unwrap();
    assert_eq!(threat["threat"], "wins");
    assert!(seen["legal"].as_array().unwrap().contains(&json!({"move": "7", "to": "r6c7"})));
    let won = look(&json!({"game": "connect4", "position": "4455667"}));
    assert_eq!((&won["state"], &won["winner"]), (&json!("won"), &json!(1)));
    let seen = look(&json!({"game": "yavalath:swap=on", "moves": ["e5"]}));
    let cells = seen["board"]["cells"].as_array().unwrap();
    assert_eq!((cells.len(), &seen["board"]["kind"]), (61, &json!("hexagons")));
    assert_eq!((&cells[0]["name"], &cells[0]["x"]), (&json!("a1"), &json!(2.0)));
    let stone = cells.iter().find(|cell| cell["name"] == "e5").unwrap();
    assert_eq!((&stone["owner"], &stone["last"], &stone["x"]), (&json!(1), &json!(true), &json!(4.0)));
    assert!(seen["legal"].as_array().unwrap().contains(&json!({"move": "swap"})));
    assert!(seen["remark"].as_str().unwrap().contains("swap"));
}

#[test]
fn what_is_wrong_is_named() {
    for (body, says) in [
        (json!({"game": "birds", "position": "8C 1X"}), "position: row 1, column 2"),
        (json!({"game": "birds"}), "position: none is given"),
        (json!({"game": "birds", "position": "8C 7S", "moves": ["8C-9C"]}), "move 1, 8C-9C: 9C is not on top"),
        (json!({"game": "birds", "position": "8C 7S", "moves": ["8C-7S", "hello"]}), "move 2: "),
        (
            json!({"game": "birds", "position": "8C 7S", "moves": ["8C-7S 7S-8C"]}),
            "move 1: '8C-7S 7S-8C' is not one move",
        ),
        (json!({"game": "birds", "position": "8C 7S", "moves": [""]}), "move 1: '' is not one move"),
        (json!({"game": "connect4", "moves": ["44"]}), "moves: one of them is several moves"),
        (json!({"game": "connect4", "moves": ["9"]}), "move 1: "),
        (json!({"game": "connect4", "position": "4444444"}), "position: "),
        (json!({"game": "yavalath", "moves": ["swap"]}), "move 1, swap: "),
    ] {
        let detail = refused("/api/look", &body);
        assert!(detail.starts_with(says), "{body}: {detail}");
    }
}

#[test]
fn what_cannot_be_read_is_named_too() {
    for (body, says) in [
        (json!({}), "missing field `game`"),
        (json!({"game": 3}), "invalid type: integer `3`"),
        (json!({"game": "birds", "postion": "8C"}), "unknown field `postion`"),
        (json!({"game": "birds", "position": "8".repeat(3000)}), "3000 characters"),
        (json!({"game": "connect4", "moves": vec!["1"; 1001]}), "1001 of them"),
        (json!([]), "the body"),
    ] {
        let detail = SERVICE.post("/api/look", &body).problem(400);
        assert!(detail.contains(says), "{detail}");
    }
    let answer = SERVICE.ask("POST", "/api/look", &[("Content-Type", "application/json")], "{\"game\":");
    assert!(answer.problem(400).contains("EOF"));
}
