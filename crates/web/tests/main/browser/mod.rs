//! The page in a real browser, used as a person uses it.

mod access;
mod driver;
mod engine;
mod input;
mod kibitz;
mod lab;
mod link;
mod play;
mod reach;
mod screenshots;
mod watch;

use std::time::{Duration, Instant};

use fantoccini::actions::{
    Actions, InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions,
};
use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::client::{SERVICE, Service};
use driver::{Driver, Order};

/// How long anything may take to show.
const PATIENCE: Duration = Duration::from_secs(30);

/// A window of a desk, and one of a phone.
const DESK: (u32, u32) = (1280, 800);
const PHONE: (u32, u32) = (390, 844);

/// A browser with the page open.
struct Browser {
    client: Client,
    runtime: Runtime,
    service: &'static Service,
    // Ends last.
    _driver: Driver,
}

impl Browser {
    /// Opens a place of the page, as in `#/birds?deal=1`, on a desk.
    fn open(place: &str) -> Browser {
        let browser = Browser::start(&SERVICE);
        browser.visit(place);
        browser
    }

    /// A browser that shows nothing yet.
    fn start(service: &'static Service) -> Browser {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let driver = Driver::start();
        let client = runtime.block_on(driver.session());
        let browser = Browser { client, runtime, service, _driver: driver };
        browser.resize(DESK);
        browser
    }

    /// Goes to a place of the page and waits until it is there.
    fn visit(&self, place: &str) {
        let address = format!("http://{}/{place}", self.service.address);
        self.run(self.client.goto(&address));
        if place.starts_with("#/lab") {
            self.wait("document.querySelector('#lab:not([hidden]) .experiments a')");
        } else {
            self.wait("document.querySelector('#play:not([hidden]) .board [data-cell]')");
        }
    }

    /// Goes to a place as to a new page, so that nothing is left of the one before.
    fn visit_anew(&self, place: &str) {
        self.run(self.client.goto("about:blank"));
        self.visit(place);
    }

    fn run<T, E: std::fmt::Debug>(&self, work: impl Future<Output = Result<T, E>>) -> T {
        self.runtime.block_on(work).expect("the driver does it")
    }

    /// What a script gives.
    fn script(&self, script: &str) -> Value {
        self.run(self.client.execute(script, Vec::new()))
    }

    /// The value of an expression.
    fn value(&self, expression: &str) -> Value {
        self.script(&format!("return {expression};"))
    }

    /// How many elements there are of a kind.
    fn count(&self, selector: &str) -> u64 {
        let found = self.value(&format!("document.querySelectorAll({}).length", json!(selector)));
        found.as_u64().expect("a number")
    }

    fn number(&self, expression: &str) -> f64 {
        let value = self.value(expression);
        value.as_f64().unwrap_or_else(|| panic!("{expression} is {value}"))
    }

    /// Waits until an expression holds, and gives its value.
    fn wait(&self, expression: &str) -> Value {
        let until = Instant::now() + PATIENCE;
        let script = format!("const found = {expression}; return found instanceof Node ? true : found;");
        loop {
            let value = self.script(&script);
            let holds = !(value.is_null() || value == false || value == 0 || value == "");
            if holds {
                return value;
            }
            if Instant::now() > until {
                let said = self.value("document.body.innerText.slice(0, 3000)");
                panic!("never came true: {expression}\nat {}\n{}", self.place(), said.as_str().unwrap_or_default());
            }
            // The next look at something that changes by itself; nothing relies on the time.
            std::thread::sleep(Duration::from_millis(25));
        }
    }

    /// Waits until an element has this text in it.
    fn wait_for_text(&self, selector: &str, text: &str) {
        let (selector, text) = (json!(selector), json!(text));
        self.wait(&format!(
            "[...document.querySelectorAll({selector})].some((one) => one.offsetParent !== null && \
             one.textContent.includes({text}))"
        ));
    }

    fn element(&self, selector: &str) -> Element {
        let seen = json!(selector);
        self.wait(&format!("document.querySelector({seen})"));
        self.run(self.client.find(Locator::Css(selector)))
    }

    /// A real click in the middle of an element.
    fn click(&self, selector: &str) {
        self.run(self.element(selector).click());
    }

    /// Clicks the button with this word.
    fn press(&self, word: &str) {
        let word = json!(word);
        let found = format!(
            "[...document.querySelectorAll('button')].find((button) => button.offsetParent !== null && \
             button.textContent.includes({word}))"
        );
        self.wait(&found);
        self.script(&format!(
            "document.querySelector('[data-wanted]')?.removeAttribute('data-wanted'); \
             {found}.setAttribute('data-wanted', '');"
        ));
        self.click("[data-wanted]");
    }

    fn choose(&self, selector: &str, value: &str) {
        self.run(self.element(selector).select_by_value(value));
    }

    /// Types into a field, in place of what is there.
    fn fill(&self, selector: &str, text: &str) {
        let field = self.element(selector);
        self.run(field.clear());
        self.run(field.send_keys(text));
    }

    /// Presses a key, wherever the focus is.
    fn key(&self, key: impl Into<char>) {
        let value = key.into();
        let keys = KeyActions::new("keys".to_string()).then(KeyAction::Down { value }).then(KeyAction::Up { value });
        self.run(self.client.perform_actions(Actions::from(keys)));
    }

    fn keys(&self, keys: &[Key]) {
        for key in keys {
            self.key(*key);
        }
    }

    fn cell(&self, id: &str) {
        self.click(&format!("[data-cell='{id}']"));
    }

    /// The middle of a cell on the screen.
    fn middle(&self, id: &str) -> (f64, f64) {
        let middle = self.value(&format!(
            "(() => {{ const box = document.querySelector(\"[data-cell='{id}']\").getBoundingClientRect(); \
             return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]; }})()"
        ));
        let coordinate = |index: usize| middle[index].as_f64().expect("a number");
        (coordinate(0), coordinate(1))
    }

    /// Drags from cell to cell with a mouse.
    fn drag(&self, from: &str, to: &str) {
        let (start, end) = (self.middle(from), self.middle(to));
        let to_point = |(x, y), millis| PointerAction::MoveTo { duration: Some(Duration::from_millis(millis)), x, y };
        let mouse = MouseActions::new("mouse".to_string())
            .then(to_point(start, 0))
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(to_point((f64::midpoint(start.0, end.0), f64::midpoint(start.1, end.1)), 20))
            .then(to_point(end, 20))
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.run(self.client.perform_actions(Actions::from(mouse)));
    }

    /// Moves the mouse to where nothing lights up.
    fn put_the_mouse_aside(&self) {
        let aside = PointerAction::MoveTo { duration: None, x: 2.0, y: 2.0 };
        let mouse = MouseActions::new("mouse".to_string()).then(aside);
        self.run(self.client.perform_actions(Actions::from(mouse)));
    }

    /// Taps a cell with a finger.
    fn tap(&self, id: &str) {
        let (x, y) = self.middle(id);
        let finger = TouchActions::new("finger".to_string())
            .then(PointerAction::MoveTo { duration: None, x, y })
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.run(self.client.perform_actions(Actions::from(finger)));
    }

    /// Waits until the light has a tone: `good`, `bad`, `even` or `open`.
    fn wait_for_light(&self, tone: &str) {
        self.wait(&format!("document.querySelector('.lamp.{tone}')"));
    }

    /// The part of the address behind the host.
    fn place(&self) -> String {
        self.value("location.hash").as_str().expect("text").to_string()
    }

    /// The moves that are played: those of the link up to where it stands.
    fn moves(&self) -> Vec<String> {
        let moves = self.value(
            "(() => { const fields = new URLSearchParams(location.hash.split('?')[1]); \
             const moves = (fields.get('moves') ?? '').split(' ').filter(Boolean); \
             return moves.slice(0, fields.get('at') ?? moves.length); })()",
        );
        let word = |word: &Value| word.as_str().expect("text").to_string();
        moves.as_array().expect("moves").iter().map(word).collect()
    }

    /// Waits until so many moves are played and the board agrees.
    fn wait_for_moves(&self, count: usize) {
        self.wait(&format!(
            "(() => {{ const fields = new URLSearchParams(location.hash.split('?')[1]); \
             const moves = (fields.get('moves') ?? '').split(' ').filter(Boolean); \
             return Number(fields.get('at') ?? moves.length) === {count}; }})()"
        ));
    }

    fn resize(&self, (width, height): (u32, u32)) {
        let is_phone = width < 500;
        self.order(
            "Emulation.setDeviceMetricsOverride",
            json!({
                "width": width, "height": height, "deviceScaleFactor": if is_phone { 2 } else { 1 }, "mobile": is_phone,
            }),
        );
        self.order("Emulation.setTouchEmulationEnabled", json!({"enabled": is_phone}));
    }

    /// What the system of the person says about colours and motion.
    fn prefer(&self, scheme: &str, motion: &str) {
        let features = json!([
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": motion},
        ]);
        self.order("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// Tells the browser what no page may.
    fn order(&self, command: &'static str, parameters: Value) -> Value {
        self.run(self.client.issue_cmd(Order::Tell { command, parameters }))
    }

    /// What the console has said since it was asked last, warnings and errors.
    fn console(&self) -> Vec<String> {
        let entries = self.run(self.client.issue_cmd(Order::Console));
        let told = |entry: &Value| entry["level"] == "SEVERE" || entry["level"] == "WARNING";
        let entries = entries.as_array().expect("a list").iter();
        entries.filter(|entry| told(entry)).map(|entry| entry["message"].to_string()).collect()
    }

    /// Whatever the page did, the console has nothing to complain about.
    fn is_content(&self) {
        assert_eq!(self.console(), [""; 0], "at {}", self.place());
    }

    /// The console has complained about refused requests and nothing else.
    fn is_content_but_for_refusals(&self) {
        let others: Vec<String> =
            self.console().into_iter().filter(|message| !message.contains("status of 400")).collect();
        assert_eq!(others, [""; 0], "at {}", self.place());
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A browser outlives a driver that is only killed.
        let client = self.client.clone();
        let farewell = async { tokio::time::timeout(Duration::from_secs(10), client.close()).await };
        drop(self.runtime.block_on(farewell));
    }
}
