//! The messages as an `OpenAPI` description, which follows from their types.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Value, json};

use super::message::Request;

/// The `OpenAPI` 3.1 description of the messages as a server carries them: `POST /api`.
///
/// ```
/// use patience_workbench::request::openapi;
///
/// assert_eq!(openapi()["openapi"], "3.1.0");
/// // Examples of the types are for programmers.
/// assert!(!openapi().to_string().contains("```"));
/// ```
#[must_use]
pub fn openapi() -> Value {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .with_transform(RecursiveTransform(drop_example));
    let mut generator = settings.into_generator();
    let request = generator.subschema_for::<Request>();
    let mut schemas = generator.take_definitions(true);
    schemas.insert("Answer".to_owned(), answer());
    schemas.insert("Error".to_owned(), error());
    schemas.insert("Progress".to_owned(), progress());
    let answer = json!({ "$ref": "#/components/schemas/Answer" });
    let failure = |description: &str| {
        json!({
            "description": description,
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } },
        })
    };
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Patience",
            "summary": "One-player puzzles: playing, hints, solutions, reviews, generators",
            "description": DESCRIPTION,
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": { "/api": { "post": {
            "operationId": "ask",
            "summary": "Answers a request",
            "requestBody": { "required": true, "content": { "application/json": { "schema": request } } },
            "responses": {
                "200": {
                    "description": "The answer; with `Accept: text/event-stream`, events `progress` and `answer`",
                    "content": {
                        "application/json": { "schema": answer },
                        "text/event-stream": { "schema": { "type": "string" } },
                    },
                },
                "413": failure("The request is too long"),
                "415": failure("The request is not JSON"),
                "503": failure("Too many requests wait: `busy` is true, and `Retry-After` says when to ask again"),
            },
        } } },
        "components": { "schemas": schemas },
    })
}

/// Descriptions are what the documentation of the types says before its example.
fn drop_example(schema: &mut Schema) {
    if let Some(Value::String(description)) = schema.get_mut("description")
        && let Some((sentences, _)) = description.split_once("```")
    {
        *description = sentences.trim_end().to_owned();
    }
}

/// What holds for all messages.
const DESCRIPTION: &str = "\
A request is an object whose `do` says what it asks for. Positions travel as text: a number, a name, a code, a link, or a position in a format \
of the puzzle. Words that begin with `hidden.` stand for positions of games with hidden pieces, which the answering side keeps. Seeds and \
counts above 2^53 travel as text.";

fn answer() -> Value {
    json!({
        "description": "What a request is answered with.",
        "oneOf": [
            { "type": "object", "properties": { "ok": { "description": "The answer." } }, "required": ["ok"] },
            { "$ref": "#/components/schemas/Error" },
        ],
    })
}

fn error() -> Value {
    json!({
        "description": "Why a request cannot be answered.",
        "type": "object",
        "properties": {
            "error": {
                "type": "object",
                "properties": {
                    "message": { "type": "string", "description": "What is wrong, or what was expected." },
                    "line": { "type": "integer", "minimum": 1, "description": "The line of the text that is wrong." },
                    "column": { "type": "integer", "minimum": 1, "description": "The column of the text that is wrong." },
                },
                "required": ["message"],
            },
            "busy": { "type": "boolean", "description": "Whether the same request may be answered later." },
        },
        "required": ["error"],
    })
}

fn progress() -> Value {
    let count =
        |description: &str| json!({ "type": "integer", "minimum": 0, "description": description });
    json!({
        "description": "How far a request has come, a few times a second.",
        "type": "object",
        "properties": { "progress": {
            "type": "object",
            "properties": {
                "seconds": { "type": "number", "minimum": 0, "description": "The time so far." },
                "expanded": count("States, or games, candidates and boards where these are counted."),
                "generated": count("Moves generated."),
                "memory": count("The most bytes held at once."),
            },
            "required": ["seconds", "expanded", "generated", "memory"],
        } },
        "required": ["progress"],
    })
}
