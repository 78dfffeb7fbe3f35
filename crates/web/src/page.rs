//! The page: files in the binary, or from a folder while somebody works on them. No other file can be asked for.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// Every file of `page/`, by its path; `build.rs` lists them.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Where the files come from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Page {
    /// A folder in place of the binary.
    pub(crate) folder: Option<PathBuf>,
}

impl Page {
    /// The file at a path, `/` being the page itself.
    pub(crate) fn file(&self, path: &str, headers: &HeaderMap) -> Result<Response, Refusal> {
        let name = match path.trim_start_matches('/') {
            "" => "index.html",
            name => name,
        };
        let missing = || Refusal::missing(format!("there is no page '{}'", path.chars().take(100).collect::<String>()));
        match &self.folder {
            None => {
                let (_, bytes) = FILES.iter().find(|(known, _)| *known == name).ok_or_else(missing)?;
                Ok(served(name, bytes, headers))
            }
            Some(folder) => {
                let is_plain =
                    |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '%']);
                if !name.split('/').all(is_plain) {
                    return Err(missing());
                }
                let bytes = std::fs::read(folder.join(name)).map_err(|_| missing())?;
                Ok(served(name, &bytes, headers))
            }
        }
    }
}

/// A file that is asked for again only if it has changed.
pub(crate) fn served(name: &str, bytes: &[u8], headers: &HeaderMap) -> Response {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let is_known =
        headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok()).is_some_and(|known| known.contains(&tag));
    let head = [(CONTENT_TYPE, kind(name)), (CACHE_CONTROL, "no-cache"), (ETAG, tag.as_str())];
    if is_known {
        (StatusCode::NOT_MODIFIED, head, Body::empty()).into_response()
    } else {
        (head, bytes.to_vec()).into_response()
    }
}

/// The media type of a file by its ending.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json" | "webmanifest") => "application/json",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
