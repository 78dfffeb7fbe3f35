//! Pictures of the page, as the documents show them.

use std::fs;
use std::path::PathBuf;

use super::{Browser, PHONE};

/// The largest picture that a document should load.
const MOST_BYTES: usize = 150_000;

/// Small enough to be read where a document shows two side by side.
const WINDOW: (u32, u32) = (920, 600);

/// The first moves of a solution of the deal that is shown.
const FLIGHTS: &str = "3D-2D+4S-KS+TS-QS+7C-5C+4S-TS";

#[test]
#[ignore = "needs chromium and chromedriver; KIBITZER_SCREENSHOTS names the folder to keep them in"]
fn screenshots_of_every_game_are_made() {
    let kept = std::env::var_os("KIBITZER_SCREENSHOTS").map(PathBuf::from);
    let passing = tempfile::tempdir().expect("a folder");
    // Tests run in the folder of their package; whoever names a folder means one of the clone.
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = kept.map_or_else(|| passing.path().to_path_buf(), |kept| root.join(kept));
    fs::create_dir_all(&folder).expect("a folder");
    let browser = Browser::open("#/birds?deal=80431");
    browser.prefer("light", "reduce");
    browser.resize(WINDOW);
    let picture = |name: &str| {
        browser.put_the_mouse_aside();
        browser.script("document.activeElement?.blur()");
        let bytes = browser.run(browser.client.screenshot());
        assert!(bytes.starts_with(b"\x89PNG") && bytes.len() < MOST_BYTES, "{name}: {} bytes", bytes.len());
        fs::write(folder.join(format!("{name}.png")), bytes).expect("a file");
    };

    browser.visit_anew(&format!("#/birds?deal=80431&moves={FLIGHTS}"));
    browser.wait_for_light("good");
    browser.click("#on-board");
    browser.wait("document.querySelector('.badge')");
    browser.click("#hint");
    browser.wait("document.querySelector('.arrow polygon')");
    picture("birds");

    browser.visit_anew("#/gaps?deal=6");
    browser.wait("!document.querySelector('.lamp.open') || document.querySelector('.finding').textContent");
    browser.click("#hint");
    browser.wait("document.querySelector('.arrow polygon')");
    picture("gaps");

    browser.visit_anew("#/connect4?moves=4+4+4+4+2+4+6+2+3+3");
    browser.wait_for_light("good");
    browser.click("#on-board");
    browser.wait("document.querySelectorAll('.badge').length >= 6");
    picture("connect4");

    browser.visit_anew("#/yavalath?moves=e5+d4+f6+e3+g6+c4");
    browser.wait_for_light("good");
    browser.click("#hint");
    browser.wait("document.querySelector('.cell.hint-to')");
    picture("yavalath");

    browser.visit_anew("#/connect4?moves=4+4");
    browser.click("#tab-search");
    browser.choose(".search-fields select", "mcts");
    browser.click("#watch-start");
    browser.wait("document.querySelectorAll('.tree-row').length > 20");
    browser.click(".tree-row");
    browser.wait("document.querySelector(\".tree-row[aria-expanded='true'] + ul .tree-row\")");
    browser.press("Back to the game");
    browser.wait("document.querySelectorAll('.board .badge').length === 7");
    picture("watch");

    browser.visit_anew("#/lab/roberson2019-table1");
    browser.wait_for_text("td.paper-column", "387.43");
    picture("lab");

    browser.resize(PHONE);
    browser.prefer("dark", "reduce");
    browser.visit_anew(&format!("#/birds?deal=80431&moves={FLIGHTS}"));
    browser.wait_for_light("good");
    picture("phone");
    browser.is_content();
}
