//! The examples of docs/api.md are answered, and with the fields that it shows.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::client::SERVICE;

#[test]
fn every_example_of_the_document_is_answered_with_the_fields_it_shows() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/api.md");
    let text = fs::read_to_string(path).unwrap();
    let blocks: Vec<(&str, &str)> =
        text.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n')).collect();
    let mut asked = 0;
    for pair in blocks.windows(2) {
        let [("http", request), ("json", shown)] = pair else { continue };
        let (line, body) = request.split_once('\n').unwrap();
        let (method, path) = line.split_once(' ').unwrap();
        // Its search has long ended.
        if path.starts_with("/api/jobs/") {
            continue;
        }
        let answer = if method == "POST" {
            SERVICE.post(path, &serde_json::from_str(body).expect(body)).good()
        } else {
            SERVICE.get(path).good()
        };
        let shown: Value = serde_json::from_str(shown).unwrap_or_else(|problem| panic!("{problem}: {shown}"));
        same_fields(&shown, &answer, path);
        asked += 1;
    }
    assert!(asked >= 10, "only {asked} examples were found");
}

/// Whether all that is shown is there, of the same kind.
fn same_fields(shown: &Value, found: &Value, place: &str) {
    match (shown, found) {
        (Value::Object(shown), Value::Object(found)) => {
            for (name, value) in shown {
                let other = found.get(name).unwrap_or_else(|| panic!("{place} has no {name}: {found:?}"));
                same_fields(value, other, &format!("{place}.{name}"));
            }
        }
        (Value::Array(shown), Value::Array(found)) => {
            if let (Some(first), Some(other)) = (shown.first(), found.first()) {
                same_fields(first, other, &format!("{place}[0]"));
            }
        }
        _ => assert_eq!(std::mem::discriminant(shown), std::mem::discriminant(found), "{place}: {shown} and {found}"),
    }
}
