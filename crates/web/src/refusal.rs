//! Why a request is not answered, as it is told to whoever asked: what is wrong and where, and nothing of our insides.

use std::fmt::Display;

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::wire::problem::Problem;
use crate::wire::to_json;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    status: StatusCode,
    detail: String,
}

/// How long to wait before asking again, in seconds, where there are too many searches.
const RETRY: u32 = 2;

impl Refusal {
    /// With this status.
    pub(crate) fn new(status: StatusCode, detail: impl Display) -> Refusal {
        Refusal { status, detail: detail.to_string() }
    }

    /// The request cannot be read, or the game does not allow what it asks for.
    pub(crate) fn bad(detail: impl Display) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, detail)
    }

    /// There is no such thing.
    pub(crate) fn missing(detail: impl Display) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, detail)
    }

    /// There are too many searches.
    pub(crate) fn busy() -> Refusal {
        let detail = format!("too many searches run; try again in {RETRY} seconds");
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }

    /// A promise of ours is broken; standard error has the rest.
    pub(crate) fn broken() -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "something is wrong with the program; please report it")
    }

    /// As it travels.
    pub(crate) fn problem(&self) -> Problem {
        let title = match self.status {
            StatusCode::BAD_REQUEST => "bad input",
            StatusCode::NOT_FOUND => "no such thing",
            StatusCode::FORBIDDEN | StatusCode::MISDIRECTED_REQUEST => "not for this site",
            StatusCode::METHOD_NOT_ALLOWED => "not asked for in this way",
            StatusCode::PAYLOAD_TOO_LARGE => "too large",
            StatusCode::REQUEST_TIMEOUT => "too late",
            StatusCode::UNSUPPORTED_MEDIA_TYPE => "not JSON",
            StatusCode::SERVICE_UNAVAILABLE => "too many searches",
            _ => "something went wrong",
        };
        Problem {
            kind: "about:blank".to_string(),
            title: title.to_string(),
            status: self.status.as_u16(),
            detail: self.detail.clone(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let head = [(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"))];
        let mut response = (self.status, head, to_json(&self.problem())).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(RETRY));
        }
        response
    }
}
