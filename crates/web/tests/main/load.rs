//! How long a move takes to be answered while every core searches, and that memory stays where it was.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use kibitzer_web::Limits;

use crate::client::{Service, have_the_machine_alone};

/// Connections that ask at the same time.
const CONNECTIONS: usize = 64;

const UNWINNABLE: &str = "JC+KC+2S+9H+/+AD+AS+6H+QC+/+8H+3S+TH+4S+/+KS+8C+QD+4D";

/// What memory may grow by under load: what the answers of all connections take at once.
const GROWTH: u64 = 32 << 20;

#[test]
#[ignore = "ten seconds of load on every core; KIBITZER_LOAD_SECONDS makes it more"]
fn a_move_is_answered_within_50_milliseconds_while_every_core_searches() {
    let _alone = have_the_machine_alone();
    let service = Service::start(Limits::default());
    // A deal that cannot be won, by a search that remembers nothing: it goes on, and what grows is the service.
    let search = format!("/api/watch?game=birds&position={UNWINNABLE}&with=dfs:closed=off&seconds=60");
    let searches = Limits::default().jobs;
    let seconds = std::env::var("KIBITZER_LOAD_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(10);
    let (is_over, address) = (AtomicBool::new(false), service.address);
    let (mut times, before, after) = thread::scope(|scope| {
        for _ in 0..searches {
            scope.spawn(|| watch(&service, &search, &is_over));
        }
        let askers: Vec<_> = (0..CONNECTIONS).map(|_| scope.spawn(|| ask(address, &is_over))).collect();
        // Buffers have their size once all have been answered for a while.
        thread::sleep(Duration::from_secs(2));
        let before = resident();
        thread::sleep(Duration::from_secs(seconds));
        let after = resident();
        service.wait_for_searches(searches);
        is_over.store(true, Ordering::Relaxed);
        let times: Vec<Duration> = askers.into_iter().flat_map(|asker| asker.join().unwrap()).collect();
        (times, before, after)
    });
    times.sort_unstable();
    let percentile = |share: usize| times[(times.len() - 1) * share / 100];
    println!(
        "{} answers, median {:?}, 99% {:?}, slowest {:?}; memory {} MiB, then {} MiB",
        times.len(),
        percentile(50),
        percentile(99),
        times[times.len() - 1],
        before >> 20,
        after >> 20
    );
    assert!(percentile(99) < Duration::from_millis(50), "{:?}", percentile(99));
    assert!(after < before + GROWTH, "memory grew from {before} to {after} bytes");
}

/// Keeps a search running: where its time is up, another begins.
fn watch(service: &Service, search: &str, is_over: &AtomicBool) {
    while !is_over.load(Ordering::Relaxed) {
        let mut events = service.listen(search);
        while !is_over.load(Ordering::Relaxed) && events.next().is_some() {}
    }
}

/// Asks again and again on one connection, without a pause. Whatever is lost or refused ends the test.
fn ask(address: SocketAddr, is_over: &AtomicBool) -> Vec<Duration> {
    let body = r#"{"game": "yavalath", "moves": ["e5", "d4", "f6", "c3"]}"#;
    let request = format!(
        "POST /api/look HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).expect("it listens");
    let mut lines = BufReader::new(stream.try_clone().expect("a socket"));
    let mut times = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let started = Instant::now();
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut length = 0;
        loop {
            let mut line = String::new();
            lines.read_line(&mut line).expect("a line");
            match line.split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse().expect("a number");
                }
                Some(_) => {}
                None if line.trim().is_empty() => break,
                None => assert!(line.contains(" 200 "), "{line}"),
            }
        }
        lines.read_exact(&mut vec![0; length]).expect("a body");
        times.push(started.elapsed());
    }
    times
}

/// The memory of this process, in bytes; 0 where the system does not say.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = text.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    4096 * pages
}
