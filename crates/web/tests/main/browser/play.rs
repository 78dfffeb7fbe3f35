//! Every game from its start to a win, by clicks, drags and keys.

use serde_json::{Value, json};

use super::Browser;
use crate::client::SERVICE;

/// Where the moves of a line begin and end on the board.
fn steps(game: &str, position: &str, line: &[Value]) -> Vec<(Option<String>, String)> {
    let text = |value: &Value| value.as_str().map(str::to_string);
    (0..line.len())
        .map(|played| {
            let standing = json!({"game": game, "position": position, "moves": line[..played]});
            let look = SERVICE.post("/api/look", &standing).good();
            let legal = look["legal"].as_array().unwrap();
            let step = legal.iter().find(|legal| legal["move"] == line[played]).expect("a legal move");
            (text(&step["from"]), text(&step["to"]).expect("a place"))
        })
        .collect()
}

/// The deal with this number, and a way to win it.
fn solved(game: &str, seed: u64) -> (String, Vec<Value>) {
    let deal = SERVICE.post("/api/deal", &json!({"game": game, "seed": seed})).good();
    let position = deal["position"].as_str().unwrap().to_string();
    let solution = SERVICE.post("/api/solution", &json!({"game": game, "position": position})).good();
    assert_eq!(solution["verdict"], "solved", "{game} {seed}");
    (position, solution["moves"].as_array().unwrap().clone())
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn birds_is_played_to_a_win() {
    let (position, line) = solved("birds", 80431);
    let browser = Browser::open("#/birds?deal=80431");
    browser.wait_for_light("good");
    for (played, (from, to)) in steps("birds", &position, &line).into_iter().enumerate() {
        let from = from.expect("cards come from somewhere");
        if played % 2 == 0 {
            browser.cell(&from);
            // Where it may go is shown.
            browser.wait(&format!("document.querySelector(\".cell.target[data-cell='{to}']\")"));
            browser.cell(&to);
        } else {
            browser.drag(&from, &to);
        }
        browser.wait_for_moves(played + 1);
        if played == 4 {
            browser.click("#undo");
            browser.wait_for_moves(4);
            browser.click("#undo");
            browser.wait_for_moves(3);
            browser.click("#redo");
            browser.wait_for_moves(4);
            browser.click("#redo");
            browser.wait_for_moves(5);
        }
    }
    browser.wait_for_text(".verdict-words", "won in 15 moves");
    browser.wait_for_light("good");
    browser.wait("document.querySelector('.stack-count text').textContent === '×16'");
    browser.click("#restart");
    browser.wait_for_moves(0);
    browser.is_content();
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn gaps_is_played_to_a_win() {
    let game = "gaps:rows=4,cols=5";
    let (position, line) = (0..).map(|seed| solvable(game, seed)).find_map(|found| found).unwrap();
    let browser = Browser::start(&SERVICE);
    browser.visit(&format!("#/{game}?position={}", position.replace(' ', "+").replace('/', "%2F")));
    for (played, (from, to)) in steps(game, &position, &line).into_iter().enumerate() {
        browser.drag(&from.expect("cards come from somewhere"), &to);
        browser.wait_for_moves(played + 1);
    }
    browser.wait_for_text(".verdict-words", &format!("won in {} moves", line.len()));
    browser.click("#undo");
    browser.wait_for_moves(line.len() - 1);
    // Only one card can go anywhere now, so a click is enough.
    let (from, _) = steps(game, &position, &line).pop().unwrap();
    browser.cell(&from.unwrap());
    browser.wait_for_moves(line.len());
    browser.wait_for_text(".verdict-words", "won in");
    browser.is_content();
}

fn solvable(game: &str, seed: u64) -> Option<(String, Vec<Value>)> {
    let deal = SERVICE.post("/api/deal", &json!({"game": game, "seed": seed})).good();
    let position = deal["position"].as_str().unwrap().to_string();
    let solution = SERVICE.post("/api/solution", &json!({"game": game, "position": position})).good();
    let moves = solution["moves"].as_array().unwrap().clone();
    (solution["verdict"] == "solved" && (6..40).contains(&moves.len())).then_some((position, moves))
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn connect_four_is_played_to_a_win() {
    let browser = Browser::open("#/connect4");
    browser.wait_for_text(".turn", "Blue to move");
    // A click anywhere in a column drops a disc.
    for (played, cell) in ["r1c1", "r6c2", "r3c1", "r2c2", "r1c1", "r1c2"].into_iter().enumerate() {
        browser.cell(cell);
        browser.wait_for_moves(played + 1);
    }
    assert_eq!(browser.moves(), ["1", "2", "1", "2", "1", "2"]);
    browser.wait_for_light("good");
    browser.cell("r1c1");
    browser.wait_for_text(".verdict-words", "Blue has won");
    assert_eq!(browser.count(".stone.winning"), 4);
    browser.click("#undo");
    browser.wait_for_moves(6);
    browser.wait("document.querySelectorAll('.stone.winning').length === 0");
    browser.is_content();
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn yavalath_is_played_to_a_win() {
    let browser = Browser::open("#/yavalath");
    let line = ["e1", "a1", "e2", "a3", "e4", "i1", "e3"].map(Value::from);
    for (played, (_, to)) in steps("yavalath", "start", &line).into_iter().enumerate() {
        browser.cell(&to);
        browser.wait_for_moves(played + 1);
    }
    browser.wait_for_text(".verdict-words", "Blue has won");
    assert_eq!(browser.count(".stone.winning"), 4);
    browser.click("#undo");
    browser.wait_for_moves(6);
    browser.wait_for_light("good");
    browser.is_content();
}
