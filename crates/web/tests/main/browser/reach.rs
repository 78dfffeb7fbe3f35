//! Small screens, fingers, keys alone, less motion, light and dark.

use fantoccini::key::Key;

use super::{Browser, DESK, PHONE};

const GAMES: [&str; 4] = ["birds?deal=80431", "gaps?deal=1", "connect4?moves=4+4", "yavalath?moves=e5+d4"];

/// Whether all of an element can be seen.
fn is_in_sight(browser: &Browser, selector: &str) -> bool {
    browser.value(&format!(
        "(() => {{ const box = document.querySelector(\"{selector}\").getBoundingClientRect(); \
         return box.width > 0 && box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 \
         && box.bottom <= innerHeight + 1; }})()"
    )) == true
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn every_game_fits_a_phone_and_is_played_by_a_finger() {
    let browser = Browser::open("#/birds?deal=80431");
    browser.resize(PHONE);
    for game in GAMES {
        browser.visit(&format!("#/{game}"));
        browser.wait_for_text(".verdict-words", "");
        for part in [".board", "#verdict .lamp", "#undo", "#hint", "#solve", "#renew", "#tab-search"] {
            assert!(is_in_sight(&browser, part), "{game}: {part}");
        }
        let wide = browser.number("document.documentElement.scrollWidth");
        assert!(wide <= 390.0, "{game}: {wide} pixels");
        // A finger needs room.
        assert!(browser.number("document.querySelector('#undo').getBoundingClientRect().height") >= 40.0, "{game}");
    }
    browser.visit("#/connect4");
    browser.tap("r1c4");
    browser.wait_for_moves(1);
    browser.tap("r1c3");
    browser.wait_for_moves(2);
    // The sheet comes up under the board, which stays in sight.
    browser.click("#tab-search");
    browser.wait("document.querySelector('#watch-start').offsetParent !== null");
    assert!(is_in_sight(&browser, ".board") && is_in_sight(&browser, "#undo"));
    browser.visit("#/lab/roberson2019-table1");
    browser.wait_for_text("td.paper-column", "387.43");
    let wide = browser.number("document.documentElement.scrollWidth");
    assert!(wide <= 390.0, "the lab: {wide} pixels");
    browser.is_content();
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn keys_alone_play_a_game_and_reach_all() {
    let browser = Browser::open("#/connect4");
    // The first stop is a way to the board.
    browser.keys(&[Key::Tab]);
    browser.wait("document.activeElement.id === 'skip'");
    browser.keys(&[Key::Enter]);
    browser.wait("document.activeElement.hasAttribute('data-cell')");
    browser.wait("document.activeElement.getAttribute('aria-label').includes('column')");
    for (played, column) in ['1', '2', '1', '2', '1'].into_iter().enumerate() {
        browser.key(column);
        browser.wait_for_moves(played + 1);
    }
    let focused = "document.activeElement.getAttribute('data-cell')";
    let before = browser.value(focused);
    browser.keys(&[Key::Right]);
    browser.wait(&format!("{focused} !== {before}"));
    browser.keys(&[Key::Enter]);
    browser.wait_for_moves(6);
    browser.key('u');
    browser.wait_for_moves(5);
    browser.key('r');
    browser.wait_for_moves(6);
    browser.key('u');
    browser.wait_for_moves(5);
    browser.key('2');
    browser.wait_for_moves(6);
    browser.key('h');
    browser.wait_for_text("#said", "1");
    browser.key('v');
    browser.wait("document.querySelector('.badge.good')");
    browser.key('1');
    browser.wait_for_text(".verdict-words", "Blue has won");
    browser.key('n');
    browser.wait_for_moves(0);
    browser.key('s');
    browser.wait("document.querySelector('#said').textContent.length > 10");
    // Tab by tab to the panels, and along them by arrows.
    browser.script("document.querySelector('#tab-play').focus()");
    browser.keys(&[Key::Right]);
    browser.wait("document.activeElement.id === 'tab-search' && !document.querySelector('#panel-search').hidden");
    browser.is_content();
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn cards_are_moved_by_keys() {
    let browser = Browser::open("#/birds?position=8C+7S+%2F+2D+8D");
    browser.keys(&[Key::Right]);
    browser.wait("document.activeElement.hasAttribute('data-cell')");
    browser.script("document.querySelector(\"[data-cell='r1c1']\").focus()");
    browser.keys(&[Key::Enter]);
    browser.wait("document.querySelector(\".cell.selected[data-cell='r1c1']\")");
    browser.keys(&[Key::Right, Key::Enter]);
    browser.wait_for_moves(1);
    assert_eq!(browser.moves(), ["8C-7S"]);
    browser.is_content();
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn nothing_moves_where_less_motion_is_asked_for() {
    let browser = Browser::open("#/birds?deal=80431");
    browser.script("window.moved = 0; const animate = Element.prototype.animate; \
                    Element.prototype.animate = function (...all) { window.moved += 1; return animate.apply(this, all); };");
    browser.key('s');
    browser.wait("!document.querySelector('#line').hidden");
    browser.press("Step on");
    browser.wait("window.moved > 0");
    browser.prefer("light", "reduce");
    browser.script("window.moved = 0");
    browser.press("Step on");
    browser.wait("document.querySelector('.line-count').textContent.startsWith('2 of')");
    assert_eq!(browser.value("window.moved"), 0);
    browser.is_content();
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn colours_follow_the_system_until_the_person_chooses() {
    let browser = Browser::open("#/birds?deal=80431");
    let ground = "getComputedStyle(document.body).backgroundColor";
    browser.prefer("light", "no-preference");
    let light = browser.value(ground);
    browser.prefer("dark", "no-preference");
    browser.wait(&format!("{ground} !== {light}"));
    // From the system's to light to dark.
    browser.click("#theme");
    browser.wait(&format!("{ground} === {light}"));
    browser.visit_anew("#/yavalath");
    browser.wait(&format!("{ground} === {light}"));
    browser.click("#theme");
    browser.wait(&format!("{ground} !== {light}"));
    browser.resize((1920, 1080));
    assert!(is_in_sight(&browser, ".board"));
    browser.resize(DESK);
    browser.is_content();
}
