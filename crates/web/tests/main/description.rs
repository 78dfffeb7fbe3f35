//! The description of the service is about what is there.

use serde_json::Value;

use crate::client::SERVICE;

#[test]
fn every_example_of_the_description_is_answered_as_it_says() {
    let description = SERVICE.get("/api/openapi.json").good();
    assert_eq!(description["openapi"], "3.1.0");
    let mut asked = 0;
    for (path, operations) in description["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let responses = operation["responses"].as_object().unwrap();
            let body = &operation["requestBody"]["content"]["application/json"]["example"];
            let empty = Vec::new();
            let parameters = operation["parameters"].as_array().unwrap_or(&empty);
            let query: Vec<String> = parameters
                .iter()
                .filter(|parameter| parameter["in"] == "query")
                .filter(|parameter| !parameter["example"].is_null())
                .map(|parameter| {
                    let value = parameter["example"]
                        .as_str()
                        .map_or_else(|| parameter["example"].to_string(), |text| text.replace(' ', "+"));
                    format!("{}={value}", parameter["name"].as_str().unwrap())
                })
                .collect();
            let path = path.replace("{id}", "roberson2019-table1").replace("{number}", "1");
            let address = if query.is_empty() { path.clone() } else { format!("{path}?{}", query.join("&")) };
            let answer = if method == "post" { SERVICE.post(&address, body) } else { SERVICE.get(&address) };
            let told = &responses[&answer.status.to_string()];
            assert!(!told.is_null(), "{method} {address}: {}", answer.status);
            // There is no search of that name to tell anything.
            assert_eq!(
                answer.status,
                if path.starts_with("/api/jobs") { 404 } else { 200 },
                "{address}: {}",
                answer.text()
            );
            asked += 1;
        }
    }
    assert_eq!(asked, 17);
}

#[test]
fn every_reference_of_the_description_leads_somewhere() {
    let description = SERVICE.get("/api/openapi.json").good();
    check(&description, &description);
}

fn check(value: &Value, whole: &Value) {
    match value {
        Value::Object(fields) => {
            if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
                let pointer = reference.strip_prefix('#').expect("a reference to the same document");
                assert!(whole.pointer(pointer).is_some(), "{reference}");
            }
            fields.values().for_each(|value| check(value, whole));
        }
        Value::Array(items) => items.iter().for_each(|item| check(item, whole)),
        _ => {}
    }
}
