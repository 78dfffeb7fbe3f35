//! Bodies and queries read, answers written.

use std::sync::Arc;
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use crate::refusal::Refusal;
use crate::routes::Service;
use crate::wire::{self, read_body, read_query, to_json};

/// A body that is not there by then is not waited for: whoever sends nothing would keep a connection for ever.
const BODY: Duration = Duration::from_secs(10);

/// The body of a request.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: wire::Request> FromRequest<Arc<Service>> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, service: &Arc<Service>) -> Result<Self, Refusal> {
        let most = service.jobs.limits.body;
        check_head(request.headers(), most)?;
        // A body that ends too early has nobody who waits for an answer.
        let body = timeout(BODY, to_bytes(request.into_body(), most)).await.map_err(|_| too_late())?;
        let body = body.map_err(|_| too_large(most))?;
        read_body(&body).map(Asked).map_err(Refusal::bad)
    }
}

/// Refuses what is not JSON, or too much of it.
fn check_head(headers: &HeaderMap, most: usize) -> Result<(), Refusal> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let kind = text(CONTENT_TYPE).and_then(|kind| kind.split(';').next()).unwrap_or_default();
    if !kind.trim().eq_ignore_ascii_case("application/json") {
        let detail = "Content-Type: only application/json is read";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail));
    }
    let length = text(CONTENT_LENGTH).and_then(|length| length.parse().ok());
    if length.is_some_and(|length: usize| length > most) { Err(too_large(most)) } else { Ok(()) }
}

fn too_late() -> Refusal {
    Refusal::new(StatusCode::REQUEST_TIMEOUT, format!("the body did not come within {} seconds", BODY.as_secs()))
}

fn too_large(most: usize) -> Refusal {
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the body has more than {most} bytes"))
}

/// The query of a request.
pub(crate) struct Queried<T>(pub(crate) T);

impl<T: wire::Request> FromRequestParts<Arc<Service>> for Queried<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<Service>) -> Result<Self, Refusal> {
        read_query(parts.uri.query().unwrap_or_default()).map(Queried).map_err(Refusal::bad)
    }
}

/// An answer.
pub(crate) struct Said<T>(pub(crate) T);

impl<T: wire::Answer> IntoResponse for Said<T> {
    fn into_response(self) -> Response {
        ([(CONTENT_TYPE, "application/json")], to_json(&self.0)).into_response()
    }
}
