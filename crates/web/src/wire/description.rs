//! The description of the service for programs, in `OpenAPI` 3.1, made from the types that are read and written.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// What is told of one endpoint.
pub struct Told {
    /// `get` or `post`.
    pub method: &'static str,
    /// Its path, with `{name}` for what changes.
    pub path: &'static str,
    /// What it is for, in a line.
    pub summary: &'static str,
    /// What it reads.
    pub reads: Reads,
    /// What it answers.
    pub answers: Answers,
    /// An example of what it reads.
    pub example: Option<&'static str>,
    /// Whether it searches, so that there may be too many.
    pub searches: bool,
}

/// What an endpoint reads.
pub enum Reads {
    /// Nothing but its path.
    Nothing,
    /// A JSON body.
    Body(fn(&mut SchemaGenerator) -> Schema),
    /// A query.
    Query(fn(&mut SchemaGenerator) -> Schema),
}

/// What an endpoint answers.
pub enum Answers {
    /// JSON.
    Json(fn(&mut SchemaGenerator) -> Schema),
    /// A stream of events, each with such data.
    Events(fn(&mut SchemaGenerator) -> Schema),
    /// A drawing.
    Drawing,
    /// This description.
    Itself,
}

/// The schema of a type, or a reference to it.
pub fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// The whole schema of a type, for those whose fields become parameters.
pub fn fields<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    T::json_schema(generator)
}

/// The description.
#[must_use]
pub fn describe(endpoints: &[Told]) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let problem = generator.subschema_for::<super::problem::Problem>();
    let mut paths: Map<String, Value> = Map::new();
    for told in endpoints {
        let operation = operation(told, &mut generator);
        let path = paths.entry(told.path).or_insert_with(|| json!({}));
        path[told.method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Kibitzer",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Games, verdicts and searches. Positions and moves travel as text.",
            "license": {"name": env!("CARGO_PKG_LICENSE"), "identifier": env!("CARGO_PKG_LICENSE")},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "responses": {"Problem": {
                "description": "Why there is no answer.",
                "content": {"application/problem+json": {"schema": problem}},
            }},
        },
    })
}

fn operation(told: &Told, generator: &mut SchemaGenerator) -> Value {
    let mut operation = json!({
        "operationId": name(told),
        "summary": told.summary,
        "responses": responses(told, generator),
    });
    let mut parameters = path_parameters(told.path);
    match &told.reads {
        Reads::Nothing => {}
        Reads::Body(schema) => {
            let mut content = json!({"schema": schema(generator)});
            if let Some(example) = told.example {
                content["example"] = serde_json::from_str(example).expect("examples are JSON");
            }
            operation["requestBody"] = json!({"required": true, "content": {"application/json": content}});
        }
        Reads::Query(schema) => {
            parameters.extend(query_parameters(&schema(generator), told.example.unwrap_or_default()));
        }
    }
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    operation
}

/// `postJobsId` of `POST /api/jobs/{id}`.
fn name(told: &Told) -> String {
    let words = told.path.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty() && *word != "api");
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    format!("{}{}", told.method, words.map(capital).collect::<String>())
}

fn path_parameters(path: &str) -> Vec<Value> {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameter = |name: &str| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}});
    names.map(parameter).collect()
}

/// The fields of a type, each as a parameter.
fn query_parameters(schema: &Schema, example: &str) -> Vec<Value> {
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let parameter = |(name, schema): (&String, &Value)| {
        let mut schema = schema.clone();
        let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
        // What is not in a query is not there: nothing in it is null.
        if let Some(kinds) = schema.get("type").and_then(Value::as_array) {
            schema["type"] = kinds.iter().find(|kind| *kind != "null").cloned().unwrap_or_default();
        }
        let is_required = required.contains(&name.as_str());
        let mut parameter = json!({"name": name, "in": "query", "required": is_required, "schema": schema});
        if let Some(description) = description {
            parameter["description"] = description;
        }
        let given = form_urlencoded::parse(example.as_bytes()).find(|(other, _)| other == name);
        if let Some((_, value)) = given {
            let plain = if super::is_text(&parameter["schema"]) { None } else { serde_json::from_str(&value).ok() };
            parameter["example"] = plain.unwrap_or_else(|| Value::String(value.into_owned()));
        }
        parameter
    };
    properties.map(parameter).collect()
}

fn responses(told: &Told, generator: &mut SchemaGenerator) -> Value {
    let content = match &told.answers {
        Answers::Json(schema) => json!({"application/json": {"schema": schema(generator)}}),
        Answers::Events(schema) => {
            // Each event has a name, and JSON for its data.
            let data =
                json!({"type": "string", "contentMediaType": "application/json", "contentSchema": schema(generator)});
            let fields = json!({"event": {"type": "string"}, "data": data});
            let event = json!({"type": "object", "required": ["event", "data"], "properties": fields});
            json!({"text/event-stream": {"schema": event}})
        }
        Answers::Drawing => json!({"image/svg+xml": {"schema": {"type": "string"}}}),
        Answers::Itself => json!({"application/json": {"schema": {"type": "object"}}}),
    };
    let mut responses = json!({"200": {"description": told.summary, "content": content}});
    let mut add = |status: &str| responses[status] = json!({"$ref": "#/components/responses/Problem"});
    ["403", "421", "500"].into_iter().for_each(&mut add);
    match told.reads {
        Reads::Nothing => {}
        Reads::Body(_) => ["400", "413", "415"].into_iter().for_each(&mut add),
        Reads::Query(_) => add("400"),
    }
    if told.path.contains('{') {
        add("404");
    }
    if told.searches {
        add("503");
    }
    responses
}
