//! Who may ask, and what every answer says to the browser: the page and nobody else's, no script but ours.

use std::any::Any;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::{Request, State};
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// Said with every answer.
const HEADERS: [(HeaderName, &str); 7] = [
    (
        HeaderName::from_static("content-security-policy"),
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (HeaderName::from_static("x-content-type-options"), "nosniff"),
    (HeaderName::from_static("x-frame-options"), "DENY"),
    (HeaderName::from_static("referrer-policy"), "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// By which names the service may be called.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    pub(crate) address: SocketAddr,
    /// Names of hosts beside those of the address.
    pub(crate) names: Vec<String>,
}

impl Door {
    /// Whether a `Host` is ours. On a loopback address only its own names and its port are. On any other, addresses in
    /// numbers are, too: whoever has another site's name point here cannot use those.
    fn is_ours(&self, host: &str) -> bool {
        let (name, port) = split_host(host);
        if self.names.iter().any(|own| own.eq_ignore_ascii_case(name)) {
            return true;
        }
        let number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
        let is_local = name.eq_ignore_ascii_case("localhost") || number.is_some_and(|number| number.is_loopback());
        if self.address.ip().is_loopback() {
            is_local && port.unwrap_or(80) == self.address.port()
        } else {
            is_local || number.is_some()
        }
    }

    fn check(&self, request: &Request) -> Result<(), Refusal> {
        let text = |name: HeaderName| {
            let mut values = request.headers().get_all(name).iter();
            let first = values.next().map(|value| value.to_str().unwrap_or("?"));
            // Two that differ are none that can be trusted.
            if values.next().is_some() { Some("?") } else { first }
        };
        let host = text(HOST).unwrap_or_default();
        if !self.is_ours(host) {
            return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, "Host: the service is not called by this name"));
        }
        if let Some(origin) = text(ORIGIN) {
            let name = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            if !name.is_some_and(|name| name.eq_ignore_ascii_case(host)) {
                return Err(Refusal::new(StatusCode::FORBIDDEN, "Origin: pages of other sites may not ask"));
            }
        }
        let is_api = request.uri().path().starts_with("/api");
        if is_api
            && text(HeaderName::from_static("sec-fetch-site"))
                .is_some_and(|site| site != "same-origin" && site != "none")
        {
            return Err(Refusal::new(StatusCode::FORBIDDEN, "Sec-Fetch-Site: pages of other sites may not ask"));
        }
        Ok(())
    }
}

/// The name and the port of a host; an address of IPv6 is in brackets.
fn split_host(host: &str) -> (&str, Option<u16>) {
    let end = host.rfind(']').map_or(0, |bracket| bracket + 1);
    match host[end..].rfind(':') {
        Some(colon) => (&host[..end + colon], host[end + colon + 1..].parse().ok().or(Some(0))),
        None => (host, None),
    }
}

/// Stands before every request, and after it.
pub(crate) async fn guard(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let response = match door.check(&request) {
        Ok(()) => caught(next.run(request)).await.unwrap_or_else(|_| Refusal::broken().into_response()),
        Err(refusal) => refusal.into_response(),
    };
    polished(response)
}

/// Adds what every answer says, and has whatever the framework refuses told as we do.
fn polished(response: Response) -> Response {
    let status = response.status();
    let is_told = |headers: &HeaderMap| {
        headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/problem+json"))
    };
    let is_refused = status.is_client_error() || status.is_server_error();
    let mut response = if is_refused && !is_told(response.headers()) {
        let detail = match status {
            StatusCode::METHOD_NOT_ALLOWED => "it can only be asked for in the ways that Allow names",
            StatusCode::NOT_FOUND => "there is nothing of this name",
            _ => "the request cannot be read",
        };
        let mut told = Refusal::new(status, detail).into_response();
        if let Some(allow) = response.headers().get(ALLOW) {
            told.headers_mut().insert(ALLOW, allow.clone());
        }
        told
    } else {
        response
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// What a future gives, or what it panicked with.
async fn caught<F: Future>(future: F) -> Result<F::Output, Box<dyn Any + Send>> {
    struct Caught<'a, F>(Pin<&'a mut F>);
    impl<F: Future> Future for Caught<'_, F> {
        type Output = Result<F::Output, Box<dyn Any + Send>>;

        fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
            match catch_unwind(AssertUnwindSafe(|| self.0.as_mut().poll(context))) {
                Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
                Ok(Poll::Pending) => Poll::Pending,
                Err(payload) => Poll::Ready(Err(payload)),
            }
        }
    }
    Caught(pin!(future)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn door(address: &str) -> Door {
        Door { address: address.parse().expect("an address"), names: vec!["games.example".to_string()] }
    }

    #[test]
    fn a_loopback_service_answers_to_its_own_names_and_port() {
        let door = door("127.0.0.1:8080");
        for host in
            ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080", "games.example", "games.example:1"]
        {
            assert!(door.is_ours(host), "{host}");
        }
        for host in [
            "",
            "127.0.0.1",
            "127.0.0.1:81",
            "evil.example:8080",
            "127.0.0.1.evil.example:8080",
            "10.0.0.1:8080",
            "localhost:x",
        ] {
            assert!(!door.is_ours(host), "{host}");
        }
    }

    #[test]
    fn an_open_service_answers_to_numbers_but_not_to_other_names() {
        let door = door("0.0.0.0:8080");
        assert!(door.is_ours("10.0.0.1:9000") && door.is_ours("localhost") && door.is_ours("[2001:db8::1]:80"));
        assert!(!door.is_ours("evil.example:8080"));
    }
}
