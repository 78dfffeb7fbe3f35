//! The lab: papers beside ours, plots, and a race.

use super::Browser;

#[test]
#[ignore = "needs chromium and chromedriver"]
fn an_experiment_has_the_papers_numbers_beside_ours_and_a_plot() {
    let browser = Browser::open("#/lab");
    assert!(browser.count(".experiments a") >= 20);
    browser.visit("#/lab/roberson2019-table1");
    browser.wait_for_text("td.paper-column", "387.43");
    browser.wait("document.querySelector('td .difference')");
    browser.wait_for_text(".command code", "kibitzer reproduce roberson2019-table1");
    browser.script("document.querySelector('img.plot').scrollIntoView()");
    browser.wait("document.querySelector('img.plot').naturalWidth > 100");
    browser.is_content();
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_race_shows_how_far_it_is_and_ends_with_a_table_and_a_plot() {
    let browser = Browser::open("#/lab/race");
    browser.fill("#race-deals", "30");
    browser.choose(".search-fields:nth-child(1) select", "exact");
    browser.choose(".search-fields:nth-child(2) select", "best-first");
    browser.press("Race");
    browser.wait("document.querySelector('#lab progress:not([hidden])') || document.querySelector('svg.plot')");
    browser.wait("document.querySelectorAll('.race-results tbody tr').length === 2");
    browser.wait("document.querySelector('svg.plot').getBoundingClientRect().height > 100");
    browser.wait_for_text(".command code", "kibitzer race birds --seeds 0..30 --with exact --with best-first");
    browser.is_content();
}
