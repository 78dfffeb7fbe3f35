//! Games against the engine.

use super::Browser;

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_engine_replies_shows_its_thoughts_and_changes_sides() {
    let browser = Browser::open("#/connect4");
    let levels = browser.value("[...document.querySelector('#opponent').options].map((option) => option.value)");
    let levels: Vec<&str> = levels.as_array().unwrap().iter().filter_map(|level| level.as_str()).collect();
    assert!(levels.contains(&"beginner") && levels.contains(&"perfect"), "{levels:?}");
    browser.choose("#opponent", "medium");
    browser.cell("r1c4");
    browser.wait_for_moves(2);
    browser.wait_for_text("#panel-play", "It played ");
    // What it thinks: bars beside the board, values on it, and the line that it expects.
    browser.click("#thinking");
    browser.wait("document.querySelectorAll('.thinking .move-bars li').length === 7");
    browser.wait("document.querySelector('.thinking .best-line')");
    browser.wait("document.querySelector('.board .badge text')");
    browser.click("#undo");
    browser.wait_for_moves(0);
    browser.press("Change sides");
    // Now it has the first move; it waits to be asked where there are moves that could be redone.
    browser.press("Let it move");
    browser.wait_for_moves(1);
    browser.wait("document.querySelector('#side').value === '2'");
    browser.wait("location.hash.includes('against=medium&side=2')");
    browser.is_content();
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_perfect_engine_proves_what_it_plays() {
    // Blue wins from here by one move alone, and the engine is to move as Blue.
    let browser = Browser::open("#/connect4?position=4444422266&against=perfect&side=2");
    browser.wait_for_moves(1);
    assert_eq!(browser.moves(), ["5"]);
    browser.wait_for_light("bad");
    browser.wait_for_text(".verdict-words", "Blue wins");
    browser.click("#thinking");
    browser.wait("document.querySelector('.thinking .value.bad, .thinking .value.good, .thinking .value.even')");
    browser.is_content();
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn in_yavalath_the_pie_rule_is_a_button() {
    let browser = Browser::open("#/yavalath:swap=on?moves=e5");
    browser.wait("document.querySelector('.toolbar .others button')");
    browser.press("Swap");
    browser.wait_for_moves(2);
    assert_eq!(browser.moves(), ["e5", "swap"]);
    browser.choose("#opponent", "beginner");
    browser.wait("document.querySelector('#opponent').value === 'beginner'");
    browser.is_content();
}
