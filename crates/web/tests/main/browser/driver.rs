//! A driver of Chromium for each test, on a port of its own.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::RwLockReadGuard;

use axum::http::Method;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use url::{ParseError, Url};

use crate::client::share_the_machine;

/// A driver that runs, and ends with its owner.
pub(super) struct Driver {
    process: Child,
    address: String,
    profile: TempDir,
    _share: RwLockReadGuard<'static, ()>,
}

impl Driver {
    pub(super) fn start() -> Driver {
        let share = share_the_machine();
        let program = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_string());
        let mut process = Command::new(&program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|problem| panic!("{program}: {problem}; CHROMEDRIVER names another"));
        let lines = BufReader::new(process.stdout.take().expect("it is piped")).lines();
        let port = lines
            .map_while(Result::ok)
            .find_map(|line| line.split_once("successfully on port ")?.1.trim_end_matches('.').parse::<u16>().ok())
            .expect("it says its port");
        let profile = tempfile::tempdir().expect("a folder");
        Driver { process, address: format!("http://127.0.0.1:{port}"), profile, _share: share }
    }

    /// A browser without a past.
    pub(super) async fn session(&self) -> Client {
        let folder = format!("--user-data-dir={}", self.profile.path().display());
        let arguments = json!([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            folder,
        ]);
        let Value::Object(capabilities) = json!({
            "browserName": "chrome",
            "goog:loggingPrefs": {"browser": "ALL"},
            "goog:chromeOptions": {"args": arguments},
        }) else {
            unreachable!("an object is one")
        };
        ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&self.address)
            .await
            .expect("a browser that starts")
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What the drivers of Chromium can do beyond the standard.
#[derive(Debug)]
pub(super) enum Order {
    /// Gives what the console has said.
    Console,
    /// Passes a command to the browser's own protocol.
    Tell { command: &'static str, parameters: Value },
}

impl WebDriverCompatibleCommand for Order {
    fn endpoint(&self, base_url: &Url, session_id: Option<&str>) -> Result<Url, ParseError> {
        let path = match self {
            Order::Console => "se/log",
            Order::Tell { .. } => "goog/cdp/execute",
        };
        base_url.join(&format!("session/{}/{path}", session_id.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let body = match self {
            Order::Console => json!({"type": "browser"}),
            Order::Tell { command, parameters } => json!({"cmd": command, "params": parameters}),
        };
        (Method::POST, Some(body.to_string()))
    }
}
