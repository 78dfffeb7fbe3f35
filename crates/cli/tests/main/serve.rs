//! `kibitzer serve`: one line, answers, and an end in peace.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{KIBITZER, kibitzer};

/// Starts the service, and reads its address from the line it prints.
fn start() -> (Child, String) {
    let mut child = Command::new(KIBITZER)
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.strip_prefix("Kibitzer is at http://").and_then(|rest| rest.split_once("/ until"));
    let address = address.unwrap_or_else(|| panic!("{line}")).0.to_string();
    (child, address)
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("text");
    answer
}

#[test]
fn it_answers_on_this_machine_alone() {
    let (mut child, address) = start();
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    assert!(get(&address, "/").starts_with("HTTP/1.1 200 OK"));
    assert!(get(&address, "/api/catalog").contains("Birds of a Feather"));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}

#[cfg(unix)]
#[test]
fn it_ends_in_peace_when_it_is_told_to() {
    use rustix::process::{Pid, Signal, kill_process};
    for signal in [Signal::INT, Signal::TERM] {
        let (mut child, address) = start();
        // Somebody watches a search meanwhile.
        let mut stream = TcpStream::connect(&address).expect("it listens");
        let path = "/api/watch?game=connect4&with=mcts&seconds=60";
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("it reads");
        stream.read_exact(&mut [0; 12]).expect("an answer begins");
        let told = Instant::now();
        let pid = Pid::from_raw(i32::try_from(child.id()).expect("a number of a process")).expect("not 0");
        kill_process(pid, signal).expect("it runs");
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{signal:?}");
        assert!(told.elapsed() < Duration::from_secs(5), "{:?}", told.elapsed());
        let mut rest = String::new();
        stream.read_to_string(&mut rest).expect("the stream ends");
        assert!(rest.contains("event: done"), "{rest}");
    }
}

#[test]
fn a_port_in_use_is_told_in_one_message() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let message = kibitzer(&["serve", "--port", &port]).misused();
    assert!(message.starts_with(&format!("error: --port: 127.0.0.1:{port} is in use by another program")), "{message}");
}

#[test]
fn a_folder_without_a_page_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let message = kibitzer(&["serve", "--port", "0", "--page-dir", folder.path().to_str().expect("text")]).misused();
    assert!(message.starts_with("error: --page-dir: there is no index.html in "), "{message}");
}
