//! What travels: the JSON of requests, answers and events. Nothing else in this crate knows serde.

pub mod answers;
pub mod board;
pub mod description;
pub mod events;
pub mod laboratory;
pub mod listing;
pub mod problem;
pub mod requests;
pub mod text;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// What can be asked for.
pub trait Request: DeserializeOwned + JsonSchema + Send + 'static {}

impl<T: DeserializeOwned + JsonSchema + Send + 'static> Request for T {}

/// What can be answered.
pub trait Answer: Serialize + JsonSchema + Send + 'static {}

impl<T: Serialize + JsonSchema + Send + 'static> Answer for T {}

/// Reads the body of a request, or says what is wrong and where.
///
/// # Errors
/// If it is not JSON, or not of this kind.
pub fn read_body<T: Request>(body: &[u8]) -> Result<T, String> {
    serde_json::from_slice(body).map_err(|problem| format!("the body is not what is expected: {problem}"))
}

/// Reads the query of a request by the types that its description gives to the fields, or says what is wrong.
///
/// # Errors
/// If a field is given twice, is unknown or not of its kind, or is missing.
pub fn read_query<T: Request>(query: &str) -> Result<T, String> {
    let schema = schemars::schema_for!(T);
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut fields = Map::new();
    for (name, text) in form_urlencoded::parse(query.as_bytes()) {
        let kind = properties.and_then(|properties| properties.get(name.as_ref()));
        let value = if kind.is_some_and(is_text) {
            Value::String(text.into_owned())
        } else {
            let plain =
                serde_json::from_str(&text).ok().filter(|value: &Value| value.is_number() || value.is_boolean());
            plain.unwrap_or_else(|| Value::String(text.into_owned()))
        };
        if fields.insert(name.to_string(), value).is_some() {
            return Err(format!("{name} is given a second time"));
        }
    }
    serde_json::from_value(Value::Object(fields))
        .map_err(|problem| format!("the query is not what is expected: {problem}"))
}

/// Whether a field takes text.
fn is_text(schema: &Value) -> bool {
    match schema.get("type") {
        Some(Value::String(kind)) => kind == "string",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "string"),
        _ => false,
    }
}

/// An answer as JSON.
///
/// # Panics
/// Never: all keys are text, and numbers that JSON has not are written as `null`.
#[must_use]
pub fn to_json(answer: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(answer).expect("answers are plain data")
}

/// An event as JSON, with its name.
pub(crate) fn to_event(event: &impl Serialize) -> (String, String) {
    let value = serde_json::to_value(event).unwrap_or_default();
    let name = value.get("event").and_then(Value::as_str).unwrap_or("message").to_string();
    (name, value.to_string())
}
