//! Links that restore all, positions as text.

use super::Browser;
use crate::client::SERVICE;

const LABELS: &str = "[...document.querySelectorAll('[data-cell]')].map((cell) => cell.getAttribute('aria-label'))";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_link_restores_position_and_history() {
    let browser = Browser::open("#/connect4?moves=4+4+3+3+5");
    browser.click("#undo");
    browser.wait_for_moves(4);
    let (link, board) = (browser.place(), browser.value(LABELS));
    assert_eq!(browser.count(".move.future"), 1);
    let friend = Browser::start(&SERVICE);
    friend.visit(&link);
    friend.wait_for_moves(4);
    assert_eq!(friend.value(LABELS), board);
    assert_eq!(friend.place(), link);
    friend.click("#redo");
    friend.wait_for_moves(5);
    assert_eq!(friend.moves(), ["4", "4", "3", "3", "5"]);
    // So does the way back of the browser, from game to game.
    friend.click("#games a[data-game='yavalath']");
    friend.wait("location.hash === '#/yavalath'");
    friend.run(friend.client.back());
    friend.wait("location.hash.startsWith('#/connect4')");
    friend.wait_for_moves(5);
    friend.is_content();
    browser.is_content();
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_position_is_typed_pasted_and_taken_along() {
    let browser = Browser::open("#/birds?deal=80431");
    browser.click("#tab-new");
    browser.fill("#position", "8c 7s / 2d 10d");
    browser.press("Set up");
    browser.wait("location.hash.startsWith('#/birds') && location.hash.includes('position=8C')");
    browser.wait("document.querySelectorAll('[data-cell]').length === 4");
    browser.wait("document.querySelector('#position').value === '8C 7S / 2D TD'");
    // Gaps with options of its own, by the form.
    browser.visit("#/gaps:rows=2,cols=4");
    browser.wait("document.querySelectorAll('[data-cell]').length === 8");
    let position = browser.value("document.querySelector('#position').value");
    browser.visit_anew("#/yavalath?position=e5+d4+f6");
    browser.wait("document.querySelectorAll('.stone').length === 3");
    assert!(position.as_str().unwrap().contains("--"), "{position}");
    browser.is_content();
}
