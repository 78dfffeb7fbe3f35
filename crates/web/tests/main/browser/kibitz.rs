//! The light, hints, mistakes, verdicts on the board, and solutions to step through.

use serde_json::{Value, json};

use super::Browser;
use crate::client::SERVICE;

const DEAL: &str = "8C 8H 8S 7S / 6H JH 5H 9H / 5C 7C KS 4S / 2D TS QS 3D";

/// A first move of the deal that leads to this verdict.
fn first_move(verdict: &str) -> String {
    let ask = json!({"game": "birds", "position": DEAL, "seconds": 5});
    let verdicts = SERVICE.post("/api/verdicts", &ask).good();
    let moves = verdicts["moves"].as_array().unwrap();
    let found = moves.iter().find(|weighed| weighed["verdict"] == verdict).expect("such a move");
    found["move"].as_str().unwrap().to_string()
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_light_tells_when_it_is_lost_and_where_it_went_wrong() {
    let wrong = first_move("unsolvable");
    let browser = Browser::open("#/birds?deal=80431");
    browser.wait_for_text(".verdict-words", "can still be won");
    browser.wait_for_light("good");
    browser.visit(&format!("#/birds?deal=80431&moves={wrong}"));
    browser.wait_for_light("bad");
    browser.press("Where did it go wrong?");
    browser.wait_for_text(".finding", "ove 1");
    browser.wait_for_text(".finding", &wrong);
    browser.wait("document.querySelector('.move.mistake')");
    browser.press("Go back to before it");
    browser.wait_for_moves(0);
    browser.wait_for_light("good");
    browser.is_content();
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_hint_has_a_reason_and_can_be_played() {
    let browser = Browser::open("#/birds?deal=80431");
    browser.click("#hint");
    browser.wait_for_text("#said", "still wins");
    browser.wait("document.querySelector('.cell.hint-from') && document.querySelector('.cell.hint-to')");
    browser.wait("document.querySelector('.arrow polygon')");
    browser.press("Play ");
    browser.wait_for_moves(1);
    browser.wait_for_light("good");
    // What each move leads to, on the board, with a shape and in words.
    browser.click("#on-board");
    browser.wait("document.querySelector('.badge.good path')");
    browser.wait("document.querySelector(\"[data-cell][aria-label*='solved']\")");
    browser.visit("#/connect4?moves=4+4+4+4+4+2");
    browser.wait("document.querySelector('.badge text')");
    browser.click("#hint");
    browser.wait_for_text("#said", "");
    browser.is_content();
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_solution_can_be_stepped_through_and_played() {
    let browser = Browser::open("#/birds?deal=80431");
    browser.click("#solve");
    browser.wait_for_text("#said", "Solved in 15 moves");
    browser.wait("!document.querySelector('#line').hidden");
    assert_eq!(browser.value("document.querySelector('#line-slider').max"), "15");
    browser.click("#line-slider");
    let middle = browser.wait("Number(document.querySelector('#line-slider').value)");
    let slider = browser.element("#line-slider");
    browser.run(slider.send_keys("\u{E014}"));
    let next = middle.as_f64().unwrap() + 1.0;
    browser.wait(&format!("document.querySelector('.line-count').textContent.startsWith('{next} of 15: ')"));
    // The light goes on telling the truth along the line.
    browser.wait_for_light("good");
    browser.press("Step back");
    browser.wait(&format!("document.querySelector('.line-count').textContent.startsWith('{middle} of 15: ')"));
    assert!(browser.moves().is_empty(), "a line that is looked at is not played");
    browser.click("#shortest");
    browser.wait_for_text("#said", "proved shortest");
    browser.press("Step on");
    browser.wait("document.querySelector('.line-count').textContent.startsWith('1 of 15')");
    browser.press("Play from here");
    browser.wait_for_moves(1);
    browser.wait("document.querySelector('#line').hidden");
    assert_eq!(browser.count(".move.future"), 14);
    browser.is_content();
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn deals_come_by_number_by_luck_by_level_and_winnable() {
    let browser = Browser::open("#/birds?deal=1163");
    // This one cannot be won, and that is proved.
    browser.wait_for_light("bad");
    browser.click("#tab-new");
    browser.fill("#seed", "80431");
    browser.press("Deal");
    browser.wait("location.hash === '#/birds?deal=80431'");
    assert_eq!(browser.value("document.querySelector('#position').value"), DEAL);
    browser.choose("#level", "hard");
    browser.press("Deal");
    browser.wait("location.hash !== '#/birds?deal=80431'");
    browser.wait_for_light("good");
    let place = browser.place();
    let position = browser.value("document.querySelector('#position').value");
    let again = SERVICE.post("/api/deal", &json!({"game": "birds", "seed": seed(&place), "level": "hard"})).good();
    assert_eq!((&again["seed"], &again["position"]), (&json!(seed(&place)), &position));
    browser.click("#renew");
    browser.wait(&format!("location.hash !== {}", Value::from(place)));
    browser.wait_for_light("good");
    browser.is_content();
}

fn seed(place: &str) -> u64 {
    place.split_once("deal=").and_then(|(_, seed)| seed.parse().ok()).expect("a deal with a number")
}
