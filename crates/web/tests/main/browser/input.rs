//! Bad input: the person is told what is wrong and where, and the game stays.

use super::Browser;

#[test]
#[ignore = "needs chromium and chromedriver"]
fn bad_input_is_shown_to_the_person() {
    let browser = Browser::open("#/birds?deal=80431");
    browser.click("#tab-new");
    browser.fill("#seed", "eighty");
    browser.press("Deal");
    browser.wait_for_text("#deal-problem", "'eighty' is not the number of a deal");
    browser.fill("#seed", "9007199254740991");
    browser.press("Deal");
    browser.wait_for_text("#deal-problem", "they end at");
    browser.fill("#position", "8C 1X / 2D 8D");
    browser.press("Set up");
    browser.wait_for_text("#position-problem", "row 1, column 2: '1X' is not a card");
    browser.wait("document.querySelector('#position').getAttribute('aria-invalid') === 'true'");
    assert!(browser.place().contains("deal=80431"), "the game stays");
    browser.is_content_but_for_refusals();
    // Links that cannot be read say so, and something can be played.
    for (place, says) in [
        ("#/birds?deal=80431&moves=8C-9D", "8C-9D"),
        ("#/connect4?moves=4+9", "move 2"),
        ("#/yavalath?position=z9", "z9"),
        ("#/chess", "no game called chess"),
        ("#/gaps:first=never", "never"),
    ] {
        browser.visit_anew(place);
        browser.wait_for_text(".toast", says);
        browser.wait("document.querySelector('.board [data-cell]')");
        browser.is_content_but_for_refusals();
    }
    browser.visit_anew("#/lab/magic");
    browser.wait_for_text(".empty-state", "there is no experiment 'magic'");
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_search_with_bad_parameters_says_so() {
    let browser = Browser::open("#/connect4");
    browser.click("#tab-search");
    browser.choose(".search-fields select", "mcts");
    browser.click(".search-fields summary");
    browser.fill(".search-fields input[type='number']", "-5");
    browser.click("#watch-start");
    browser.wait_for_text(".lane-status", "Change the search or its parameters");
    browser.is_content_but_for_refusals();
}
