//! The `OpenAPI` description: every request, every field.

use patience_workbench::request::{Request, openapi};
use serde_json::{Value, json};

use crate::corpus::targets::hostile::KINDS;

/// The requests of the description.
fn requests() -> Vec<Value> {
    let description = openapi();
    let all = description["components"]["schemas"]["Request"]["oneOf"].as_array();
    all.expect("a list of requests").clone()
}

#[test]
fn every_request_and_every_field_is_described() {
    let requests = requests();
    let names: Vec<&str> =
        requests.iter().filter_map(|it| it["properties"]["do"]["const"].as_str()).collect();
    assert_eq!(names.len(), requests.len());
    for kind in KINDS {
        assert!(names.contains(&kind), "{kind} is not described");
    }
    assert_eq!(names.len(), KINDS.len(), "a request of the description is not fuzzed");
    for request in &requests {
        assert!(request["description"].is_string(), "{request} has no sentence");
        assert_eq!(request["additionalProperties"], false, "{request}");
        let fields = request["properties"].as_object().expect("fields");
        let required = request["required"].as_array().expect("required fields");
        for (name, field) in fields {
            assert!(name == "do" || field["description"].is_string(), "{name} of {request}");
        }
        // The reader and the description agree: a field that is described is read, and one that is required is missed.
        let mut whole = json!({});
        for (name, field) in fields {
            whole[name] = sample(field);
        }
        assert!(read(&whole).is_ok(), "{whole}: {:?}", read(&whole));
        for name in fields.keys().filter(|name| *name != "do") {
            let mut less = whole.clone();
            less.as_object_mut().expect("an object").remove(name);
            assert_eq!(read(&less).is_err(), required.contains(&json!(name)), "{name} of {whole}");
        }
        whole["surprise"] = json!(1);
        assert!(read(&whole).is_err());
    }
}

fn read(request: &Value) -> Result<Request, String> {
    serde_json::from_str(&request.to_string()).map_err(|error| error.to_string())
}

/// A value of a field.
fn sample(field: &Value) -> Value {
    if let Some(value) = field.get("const") {
        return value.clone();
    }
    if field.get("$ref").is_some() || field.get("allOf").is_some() {
        return json!({});
    }
    let kind = match &field["type"] {
        Value::Array(kinds) => kinds[0].as_str(),
        kind => kind.as_str(),
    };
    match kind {
        Some("string") => json!("1"),
        Some("boolean") => json!(true),
        Some("integer") => json!(1),
        Some("array") => json!([]),
        Some("object") => json!({}),
        other => panic!("{other:?}: {field}"),
    }
}

#[test]
fn every_reference_of_the_description_leads_somewhere() {
    let description = openapi();
    let mut count = 0;
    references(&description, &mut |reference| {
        let path = reference.strip_prefix('#').expect("within the description");
        assert!(description.pointer(path).is_some(), "{reference}");
        count += 1;
    });
    assert!(3 < count);
    assert_eq!(description["openapi"], "3.1.0");
}

fn references(value: &Value, each: &mut impl FnMut(&str)) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value.as_str() {
                    Some(text) if name == "$ref" => each(text),
                    _ => references(value, each),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, each)),
        _ => {}
    }
}

#[test]
fn the_book_names_every_request() {
    let book = include_str!("../../../../docs/src/json.md");
    for kind in KINDS {
        assert!(book.contains(&format!("`{kind}`")), "{kind} is not in the book");
    }
}
