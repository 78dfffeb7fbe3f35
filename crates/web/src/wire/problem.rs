//! What is said when something is wrong: RFC 9457.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a request was not answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// The kind of problem; always `about:blank`, which says that the status tells it.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind in a few words.
    pub title: String,
    /// The status of the answer.
    pub status: u16,
    /// What exactly is wrong, and where: a sentence without a full stop.
    pub detail: String,
}
