//! A service on a port of its own, and a small client to ask it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{LazyLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use kibitzer_web::{Limits, Server, Settings};
use serde_json::Value;
use tokio::sync::oneshot;

/// A service that runs.
pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    searches: Box<dyn Fn() -> usize + Send + Sync>,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// The one that most tests share.
pub(crate) static SERVICE: LazyLock<Service> = LazyLock::new(|| {
    // Tests run side by side, and none of them is about limits.
    Service::start(Limits { asks: 64, jobs: 64, wait: Duration::from_secs(60), ..Limits::default() })
});

/// Browsers share the machine; whoever measures time has it alone.
static MACHINE: RwLock<()> = RwLock::new(());

pub(crate) fn share_the_machine() -> RwLockReadGuard<'static, ()> {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn have_the_machine_alone() -> RwLockWriteGuard<'static, ()> {
    MACHINE.write().unwrap_or_else(PoisonError::into_inner)
}

impl Service {
    pub(crate) fn start(limits: Limits) -> Service {
        Service::with(Settings { limits, ..Settings::default() })
    }

    pub(crate) fn with(settings: Settings) -> Service {
        let (ready, is_ready) = std::sync::mpsc::channel();
        let (end, ended) = oneshot::channel();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let server = Server::bind(settings).await.expect("a free port");
                ready.send((server.address(), server.searches())).expect("somebody waits");
                server.run(async { drop(ended.await) }).await;
            });
        });
        let (address, searches) = is_ready.recv().expect("the service starts");
        Service { address, searches: Box::new(searches), end: Some(end), thread: Some(thread) }
    }

    /// Ends it, and says how long that took.
    pub(crate) fn end(mut self) -> Duration {
        let started = Instant::now();
        self.end.take().expect("it runs").send(()).expect("it listens");
        self.thread.take().expect("it runs").join().expect("it ends well");
        started.elapsed()
    }

    pub(crate) fn searches(&self) -> usize {
        (self.searches)()
    }

    /// Waits until so many searches run.
    #[track_caller]
    pub(crate) fn wait_for_searches(&self, count: usize) {
        let until = Instant::now() + Duration::from_secs(20);
        while self.searches() != count {
            assert!(Instant::now() < until, "{} searches run, not {count}", self.searches());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Sends lines as they are and reads what comes back.
    pub(crate) fn raw(&self, head: &str, body: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.write_all(head.as_bytes()).expect("it reads");
        // Whoever is refused early may not read all of it.
        let _ = stream.write_all(body);
        Answer::read(stream)
    }

    fn head(&self, method: &str, path: &str, more: &str) -> String {
        format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}\r\n", self.address)
    }

    /// Asks with headers of one's own.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut lines = format!("Content-Length: {}\r\n", body.len());
        for (name, value) in headers {
            lines.extend([name, ": ", value, "\r\n"]);
        }
        let head = self.head(method, path, &lines);
        self.raw(&head, body.as_bytes())
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &[("Content-Type", "application/json")], &body.to_string())
    }

    /// Listens to a stream of events.
    pub(crate) fn listen(&self, path: &str) -> Listener {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
        stream.write_all(self.head("GET", path, "Accept: text/event-stream\r\n").as_bytes()).expect("it reads");
        let mut lines = BufReader::new(stream);
        let (status, headers) = read_head(&mut lines);
        assert_eq!(status, 200, "{path}: {headers:?}");
        assert!(headers.iter().any(|(name, value)| name == "content-type" && value == "text/event-stream"));
        Listener { lines, buffer: String::new() }
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    fn read(stream: TcpStream) -> Answer {
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
        let mut lines = BufReader::new(stream);
        let (status, headers) = read_head(&mut lines);
        let mut body = Vec::new();
        let is_chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        if is_chunked {
            while let Some(chunk) = read_chunk(&mut lines) {
                body.extend(chunk);
            }
        } else {
            let length = headers.iter().find(|(name, _)| name == "content-length");
            let length = length.and_then(|(_, value)| value.parse().ok()).unwrap_or(0);
            body.resize(length, 0);
            lines.read_exact(&mut body).expect("a whole body");
        }
        Answer { status, headers, body }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }

    /// The JSON of an answer that is one.
    pub(crate) fn good(&self) -> Value {
        assert_eq!((self.status, self.header("content-type")), (200, Some("application/json")), "{}", self.text());
        serde_json::from_slice(&self.body).expect("JSON")
    }

    /// The detail of a problem with this status.
    pub(crate) fn problem(&self, status: u16) -> String {
        let kind = self.header("content-type");
        assert_eq!((self.status, kind), (status, Some("application/problem+json")), "{}", self.text());
        let problem: Value = serde_json::from_slice(&self.body).expect("JSON");
        assert_eq!(problem["status"], status);
        assert!(problem["title"].is_string() && problem["type"] == "about:blank", "{problem}");
        problem["detail"].as_str().expect("a detail").to_string()
    }
}

fn read_head(lines: &mut BufReader<TcpStream>) -> (u16, Vec<(String, String)>) {
    let mut line = || {
        let mut line = String::new();
        lines.read_line(&mut line).expect("a line");
        line.trim_end().to_string()
    };
    let first = line();
    let status = first.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("'{first}'"));
    let mut headers = Vec::new();
    loop {
        let next = line();
        let Some((name, value)) = next.split_once(':') else { return (status, headers) };
        headers.push((name.to_lowercase(), value.trim().to_string()));
    }
}

fn read_chunk(lines: &mut BufReader<TcpStream>) -> Option<Vec<u8>> {
    let mut size = String::new();
    lines.read_line(&mut size).ok()?;
    let size = usize::from_str_radix(size.trim(), 16).ok().filter(|size| *size > 0)?;
    let mut chunk = vec![0; size + 2];
    lines.read_exact(&mut chunk).ok()?;
    chunk.truncate(size);
    Some(chunk)
}

/// Somebody who listens to events.
pub(crate) struct Listener {
    lines: BufReader<TcpStream>,
    buffer: String,
}

impl Listener {
    /// The next event; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.buffer.find("\n\n") {
                let event: String = self.buffer.drain(..end + 2).collect();
                let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
                let value: Value = serde_json::from_str(field("data:")?).expect("JSON");
                assert_eq!(field("event:"), value["event"].as_str(), "{event}");
                return Some(value);
            }
            let chunk = read_chunk(&mut self.lines)?;
            self.buffer.push_str(std::str::from_utf8(&chunk).expect("text"));
        }
    }

    /// The next event of this name.
    pub(crate) fn wait_for(&mut self, name: &str) -> Value {
        loop {
            let event = self.next().unwrap_or_else(|| panic!("the stream ended before {name}"));
            if event["event"] == name {
                return event;
            }
        }
    }

    /// All events to the end.
    pub(crate) fn all(mut self) -> Vec<Value> {
        std::iter::from_fn(|| self.next()).collect()
    }
}
