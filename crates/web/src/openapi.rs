//! `GET /api/openapi.json`: the messages as the workbench describes them, and the routes of the server.

use std::sync::LazyLock;

use axum::response::Response;
use patience_workbench::request::openapi;
use serde_json::{Value, json};

use crate::api::json_text;

/// The description.
pub(crate) async fn answer() -> Response {
    static DESCRIPTION: LazyLock<Value> = LazyLock::new(description);
    json_text(&DESCRIPTION)
}

fn description() -> Value {
    let mut description = openapi();
    let id =
        json!([{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }]);
    let ids = json!([{
        "name": "id",
        "in": "query",
        "required": true,
        "explode": true,
        "schema": { "type": "array", "items": { "type": "string" } },
    }]);
    let none = json!([]);
    let json_kind = "application/json";
    let events = "text/event-stream";
    let routes = [
        ("/api/server", "The version, and how busy the server is", json_kind, &none),
        ("/api/openapi.json", "This description", json_kind, &none),
        ("/api/runs", "The folders that the server follows", json_kind, &none),
        (
            "/api/runs/events",
            "The same at once and after every change, as events `state`",
            events,
            &none,
        ),
        ("/api/runs/compare", "Runs of policies side by side", json_kind, &ids),
        (
            "/api/runs/{id}",
            "A folder: figures, charts, rules, hardest cases, settings",
            json_kind,
            &id,
        ),
        (
            "/api/runs/{id}/events",
            "The same at once and after every change, as events `state`",
            events,
            &id,
        ),
    ];
    for (path, summary, kind, parameters) in routes {
        let schema = if kind == json_kind {
            json!({ "$ref": "#/components/schemas/Answer" })
        } else {
            json!({ "type": "string" })
        };
        description["paths"][path] = json!({
            "get": {
                "summary": summary,
                "parameters": parameters,
                "responses": { "200": { "description": summary, "content": { kind: { "schema": schema } } } },
            },
        });
    }
    description
}
