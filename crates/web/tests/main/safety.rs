//! Who may ask, what is refused, and what every answer says to a browser.

use std::fs;
use std::io::Write;
use std::net::TcpStream;

use kibitzer_web::{Limits, Settings};
use serde_json::json;

use crate::client::{SERVICE, Service};

#[test]
fn other_names_and_other_sites_are_turned_away() {
    let ask = |head: &str| SERVICE.raw(&format!("GET /api/catalog HTTP/1.1\r\nConnection: close\r\n{head}\r\n"), b"");
    let own = SERVICE.address;
    let port = own.port();
    assert_eq!(ask(&format!("Host: {own}\r\n")).status, 200);
    assert_eq!(ask(&format!("Host: localhost:{port}\r\n")).status, 200);
    assert!(ask(&format!("Host: evil.example:{port}\r\n")).problem(421).starts_with("Host: "));
    assert_eq!(ask("Host: 127.0.0.1\r\n").status, 421);
    assert_eq!(ask(&format!("Host: {own}\r\nHost: {own}\r\n")).status, 421);
    assert_eq!(ask(&format!("Host: {own}\r\nOrigin: http://{own}\r\n")).status, 200);
    assert!(ask(&format!("Host: {own}\r\nOrigin: http://evil.example\r\n")).problem(403).starts_with("Origin: "));
    assert_eq!(ask(&format!("Host: {own}\r\nOrigin: null\r\n")).status, 403);
    assert_eq!(ask(&format!("Host: {own}\r\nSec-Fetch-Site: cross-site\r\n")).status, 403);
    // Another port of the same host is the same site, and yet another page.
    assert_eq!(ask(&format!("Host: {own}\r\nSec-Fetch-Site: same-site\r\n")).status, 403);
    for site in ["same-origin", "none"] {
        assert_eq!(ask(&format!("Host: {own}\r\nSec-Fetch-Site: {site}\r\n")).status, 200);
    }
    // A link to the page from elsewhere is fine.
    let page = SERVICE.ask("GET", "/", &[("Sec-Fetch-Site", "cross-site")], "");
    assert_eq!(page.status, 200);
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let head = format!(
        "POST /api/look HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n",
        SERVICE.address
    );
    assert_eq!(SERVICE.raw(&head, b"{").problem(408), "the body did not come within 10 seconds");
}

#[test]
fn every_answer_forbids_what_the_page_does_not_need() {
    for answer in [SERVICE.get("/"), SERVICE.get("/api/catalog"), SERVICE.get("/nothing"), SERVICE.get("/api/nothing")]
    {
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert!(answer.header("cache-control").is_some());
    }
}

#[test]
fn the_page_has_no_script_or_style_in_its_markup() {
    let page = SERVICE.get("/");
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let text = page.text();
    assert!(!text.contains("style=") && !text.contains("onclick") && !text.contains("<style"), "{text}");
    assert!(
        text.split("<script").skip(1).all(|script| script.contains("src=") && script.contains("></script>")),
        "{text}"
    );
}

#[test]
fn files_are_asked_for_again_only_if_they_changed() {
    let first = SERVICE.get("/app.js");
    assert_eq!(first.header("content-type"), Some("text/javascript; charset=utf-8"));
    let tag = first.header("etag").expect("a tag");
    let again = SERVICE.ask("GET", "/app.js", &[("If-None-Match", tag)], "");
    assert_eq!((again.status, again.body.len()), (304, 0));
}

#[test]
fn no_path_leads_out_of_the_page() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("page")).unwrap();
    fs::write(folder.path().join("page/index.html"), "inside").unwrap();
    fs::write(folder.path().join("page/.hidden"), "hidden").unwrap();
    fs::write(folder.path().join("secret"), "outside").unwrap();
    let page = Some(folder.path().join("page"));
    let service = Service::with(Settings { page, ..Settings::default() });
    assert_eq!(service.get("/").text(), "inside");
    for service in [&service, &*SERVICE] {
        for path in [
            "/../secret",
            "/..%2fsecret",
            "/%2e%2e/secret",
            "/page/../../secret",
            "//secret",
            "/./index.html",
            "/.hidden",
            "/..\\secret",
            "/etc/passwd",
            "//etc/passwd",
            "/index.html/",
            "/index.html%00",
            "/C:/windows",
        ] {
            let answer = service.get(path);
            assert_eq!(answer.status, 404, "{path}: {}", answer.text());
            assert!(!answer.text().contains("outside"));
        }
    }
}

#[test]
fn large_bodies_and_other_kinds_are_refused() {
    let large = format!("{{\"game\": \"{}\"}}", "x".repeat(100_000));
    let json = [("Content-Type", "application/json")];
    assert!(SERVICE.ask("POST", "/api/look", &json, &large).problem(413).contains("65536"));
    let chunked = format!(
        "POST /api/look HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        SERVICE.address
    );
    let chunk = format!("{:x}\r\n{large}\r\n0\r\n\r\n", large.len());
    SERVICE.raw(&chunked, chunk.as_bytes()).problem(413);
    for kind in ["text/plain", "application/x-www-form-urlencoded", ""] {
        SERVICE.ask("POST", "/api/look", &[("Content-Type", kind)], "{\"game\": \"connect4\"}").problem(415);
    }
    let good = SERVICE.ask(
        "POST",
        "/api/look",
        &[("Content-Type", "Application/JSON; charset=utf-8")],
        "{\"game\": \"connect4\"}",
    );
    assert_eq!(good.status, 200);
}

#[test]
fn other_methods_are_told_which_will_do() {
    for (method, path, allow) in
        [("GET", "/api/look", "POST"), ("DELETE", "/api/catalog", "GET,HEAD"), ("POST", "/", "GET,HEAD")]
    {
        let answer = SERVICE.ask(method, path, &[], "");
        answer.problem(405);
        assert_eq!(answer.header("allow"), Some(allow), "{method} {path}");
    }
    let missing = SERVICE.get("/api/nothing");
    assert!(missing.problem(404).contains("'/api/nothing'"));
}

#[test]
fn nonsense_on_the_wire_does_no_harm() {
    for bytes in [&b"\0\0\0"[..], b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", &[0xff; 4096]] {
        let mut stream = TcpStream::connect(SERVICE.address).unwrap();
        stream.write_all(bytes).unwrap();
    }
    assert_eq!(SERVICE.get("/").status, 200);
}

#[test]
fn a_request_that_is_given_up_ends_its_search() {
    let service = Service::start(Limits::default());
    let body = json!({"game": "yavalath", "seconds": 5}).to_string();
    let head = format!(
        "POST /api/verdict HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        service.address,
        body.len()
    );
    let mut stream = TcpStream::connect(service.address).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    service.wait_for_searches(1);
    let left = std::time::Instant::now();
    drop(stream);
    service.wait_for_searches(0);
    assert!(left.elapsed() < std::time::Duration::from_secs(3), "{:?}", left.elapsed());
}
