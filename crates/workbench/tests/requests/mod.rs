//! The messages of the page: every request, for every puzzle.

mod files;
mod fuzz;
mod games;
mod hidden;
mod schema;
mod secrets;
mod small;

use patience_core::Cancel;
use patience_workbench::kits;
use patience_workbench::request::Desk;
use serde_json::{Value, json};

/// A desk whose secrets are the same every time.
fn desk() -> Desk {
    Desk::new([7, 11], 100)
}

/// The answer to a request.
fn ask(desk: &Desk, request: &Value) -> Value {
    desk.answer_text(&request.to_string(), &Cancel::new(), &mut ())
}

/// The answer to a request that can be answered.
fn ok(desk: &Desk, request: &Value) -> Value {
    let mut answer = ask(desk, request);
    assert!(answer.get("ok").is_some(), "{request} is answered by {answer}");
    answer["ok"].take()
}

/// The message of the error that answers a request.
fn error(desk: &Desk, request: &Value) -> String {
    let answer = ask(desk, request);
    let message = answer["error"]["message"].as_str();
    message.unwrap_or_else(|| panic!("{request} is answered by {answer}")).to_owned()
}

/// The text at a field.
fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap_or_else(|| panic!("{field} of {value} is no text"))
}

/// The names of all puzzles.
fn puzzles() -> Vec<&'static str> {
    kits().iter().map(|kit| kit.about().name).collect()
}

/// The names of puzzles that can be played with hidden pieces.
fn hidden_puzzles() -> Vec<&'static str> {
    let hidden = kits().iter().filter(|kit| kit.players().is_some());
    hidden.map(|kit| kit.about().name).collect()
}

/// A random game of a puzzle.
fn deal(desk: &Desk, puzzle: &str, hidden: bool) -> Value {
    ok(desk, &json!({"do": "deal", "puzzle": puzzle, "hidden": hidden}))
}
