//! Names, focus and contrast of every view, as axe judges them.

use std::fs;

use serde_json::Value;

use super::{Browser, PHONE};

/// What is looked at: a place, and what to do there first.
const VIEWS: [(&str, &str, &[&str]); 9] = [
    ("birds", "#/birds?deal=80431&moves=8C-8H", &["#on-board", "#hint"]),
    ("gaps", "#/gaps?deal=1", &["#on-board"]),
    ("connect4", "#/connect4?moves=4+4+3&against=easy&side=2", &["#thinking", "#on-board"]),
    ("yavalath", "#/yavalath?moves=e5+d4+f6", &["#on-board", "#hint"]),
    ("solution", "#/birds?deal=80431", &["#solve"]),
    ("new deal", "#/gaps?deal=1", &["#tab-new", "#panel-new summary"]),
    ("watch", "#/connect4?moves=4+4", &["#tab-search", "#rival", "#watch-start"]),
    ("experiment", "#/lab/roberson2019-table1", &[]),
    ("race", "#/lab/race", &["#lab button[type='submit']"]),
];

/// What shows that a view is complete.
fn wait_for(browser: &Browser, view: &str) {
    match view {
        "watch" => drop(browser.wait("document.querySelector('.lane .tree-row, .lane .move-bars')")),
        "experiment" => browser.wait_for_text("td.paper-column", "387.43"),
        "race" => drop(browser.wait("document.querySelector('svg.plot')")),
        "solution" => drop(browser.wait("!document.querySelector('#line').hidden")),
        "birds" | "connect4" => drop(browser.wait("document.querySelector('.badge')")),
        _ => {
            browser.wait("document.querySelector('.verdict-words').textContent");
        }
    }
}

#[test]
#[ignore = "needs chromium, chromedriver and axe-core (npm install axe-core)"]
fn axe_finds_nothing_in_any_view() {
    let path = std::env::var("AXE").expect("AXE names the file axe.min.js of axe-core");
    let axe = fs::read_to_string(&path).unwrap_or_else(|problem| panic!("{path}: {problem}"));
    let browser = Browser::open("#/birds");
    let mut found = Vec::new();
    for (view, place, clicks) in VIEWS {
        browser.visit_anew(place);
        for selector in clicks {
            browser.click(selector);
        }
        wait_for(&browser, view);
        browser.script(&axe);
        for scheme in ["light", "dark"] {
            browser.prefer(scheme, "reduce");
            found.extend(violations(&browser, &format!("{view}, {scheme}")));
        }
    }
    browser.resize(PHONE);
    for (view, place) in [("a phone", "#/birds?deal=80431"), ("the lab on a phone", "#/lab")] {
        browser.visit_anew(place);
        browser.script(&axe);
        found.extend(violations(&browser, view));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// What axe has to say against what is shown, a line for each element.
fn violations(browser: &Browser, view: &str) -> Vec<String> {
    let run = "const done = arguments[arguments.length - 1]; \
               axe.run(document, {resultTypes: ['violations']}).then((results) => done(results.violations), \
               (error) => done([{id: String(error), nodes: [{html: ''}]}]));";
    let violations = browser.run(browser.client.execute_async(run, Vec::new()));
    let line = |rule: &Value, node: &Value| {
        format!("{view}: {}: {} {} {}", rule["id"], node["target"], node["html"], node["failureSummary"])
    };
    let rules = violations.as_array().expect("a list").iter();
    rules.flat_map(|rule| rule["nodes"].as_array().unwrap().iter().map(move |node| line(rule, node))).collect()
}
