//! Searches watched at work.

use std::sync::LazyLock;

use super::Browser;
use crate::client::Service;

/// One whose searches are counted.
static COUNTED: LazyLock<Service> = LazyLock::new(|| Service::start(kibitzer_web::Limits::default()));

/// The nodes of the first lane, as a number that only grows.
const NODES: &str = "Number((document.querySelector('.lane-numbers dd')?.textContent ?? '0').replace(/,/g, '')\
                     .replace(' M', 'e6').replace(' G', 'e9'))";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_search_is_watched_paused_stepped_and_stopped() {
    let browser = Browser::start(&COUNTED);
    browser.visit("#/connect4?moves=4+4");
    // The light has looked as long as it may.
    COUNTED.wait_for_searches(0);
    browser.click("#tab-search");
    browser.choose(".search-fields select", "mcts");
    // The catalog's own words beside its parameters.
    browser.wait("document.querySelector('.search-fields .help').textContent.length > 10");
    browser.fill("#watch-seconds", "60");
    browser.click("#watch-start");
    browser.wait(&format!("{NODES} > 1000"));
    COUNTED.wait_for_searches(1);
    browser.wait("document.querySelectorAll('.lane .move-bars li').length === 7");
    browser.wait("document.querySelectorAll('.board .bar').length > 2");
    browser.wait("document.querySelector('.line-button')");
    // The tree opens where one clicks, and keeps open while it grows.
    browser.click(".tree-row");
    browser.wait("document.querySelector(\".tree-row[aria-expanded='true'] + ul .tree-row\")");
    let before = browser.number(NODES);
    browser.press("Back to the game");
    browser.wait(&format!("{NODES} > {before}"));
    browser.click("#watch-pause");
    browser.wait_for_text(".lane-status", "paused");
    browser.wait("document.querySelector('#watch-pause').textContent.includes('Go on')");
    let nodes = browser.wait(&format!(
        "(() => {{ const nodes = {NODES}; const known = window.known; window.known = nodes; return nodes === known && nodes; }})()"
    ));
    browser.fill("#watch-steps", "200000");
    browser.click("#watch-step");
    browser.wait(&format!("{NODES} > {nodes}"));
    browser.click("#watch-stop");
    browser.wait_for_text(".lane-status", "stopped by cancelled");
    COUNTED.wait_for_searches(0);
    assert!(browser.count(".tree-row") >= 7);
    // Whoever leaves ends it.
    browser.click("#watch-start");
    COUNTED.wait_for_searches(1);
    browser.is_content();
    browser.run(browser.client.goto("about:blank"));
    COUNTED.wait_for_searches(0);
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn two_searches_race_on_the_same_deal() {
    let browser = Browser::open("#/birds?deal=80431");
    browser.click("#tab-search");
    browser.click("#rival");
    browser.wait("document.querySelectorAll('.lane').length === 2");
    browser.choose(".lane:nth-child(1) select", "best-first");
    browser.choose(".lane:nth-child(2) select", "dfs");
    browser.click("#watch-start");
    browser.wait("[...document.querySelectorAll('.lane-status')].every((one) => one.textContent.includes('solved'))");
    // Proofs are coloured in, in both trees.
    browser.wait("[...document.querySelectorAll('.lane')].every((lane) => lane.querySelector('.tree-row'))");
    browser.wait_for_text(".line-button", "15 moves");
    browser.click(".line-button");
    browser.wait("location.hash.includes('line-at=15')");
    browser.is_content();
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn proofs_are_coloured_in_the_tree() {
    let browser = Browser::open("#/connect4?moves=1+2+1+2+1+2");
    browser.click("#tab-search");
    browser.choose(".search-fields select", "mcts");
    browser.click("#watch-start");
    browser.wait("document.querySelector('.tree-row.good, .move-bars .value.good')");
    browser.wait("document.querySelector('.lane-status .lamp.good')");
    browser.is_content();
}
