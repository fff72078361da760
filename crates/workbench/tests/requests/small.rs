//! Requests of small positions, and errors.

use patience_core::Cancel;
use patience_workbench::request::Desk;
use serde_json::{Value, json};

use super::{desk, error, ok, text};

fn raw(text: &str) -> Value {
    desk().answer_text(text, &Cancel::new(), &mut ())
}

#[test]
fn a_game_is_played_by_messages_alone() {
    let desk = desk();
    let read = json!({"do": "read", "puzzle": "tiles", "text": "1 2 3/4 5 6/7 . 8"});
    let read = ok(&desk, &read);
    let position = text(&read, "position").to_owned();
    let ask_at = |what: &str, more: &str| {
        let position = json!(position);
        raw(&format!(r#"{{"do": "{what}", "puzzle": "tiles", "position": {position}{more}}}"#))
    };
    assert_eq!(ask_at("moves", "")["ok"].as_array().map(Vec::len), Some(3));
    assert_eq!(ask_at("judge", "")["ok"]["best"], "8");
    assert_eq!(ask_at("solve", "")["ok"]["moves"], json!(["8"]));
    assert_eq!(ask_at("play", r#", "move": "8""#)["ok"]["solved"], true);
    let hint = ask_at("hint", r#", "all": true"#);
    assert_eq!(hint["ok"]["best"], "8");
    assert_eq!(hint["ok"]["moves"][0]["verdict"], "wins");
    assert_eq!(hint["ok"]["moves"][0]["distance"], 0);
    let review = ask_at("review", r#", "moves": ["7", "7", "8"]"#);
    assert_eq!(review["ok"]["result"], "won");
    assert_eq!(review["ok"]["wasted"], 2);
    let illegal = ask_at("review", r#", "moves": ["8", "1"]"#);
    let message = illegal["error"]["message"].as_str().unwrap_or("");
    assert!(message.starts_with("move 2 (1) is not allowed"), "{message}");
    assert!(ask_at("svg", "")["ok"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
}

#[test]
fn errors_say_what_was_expected() {
    let message = |text: &str| raw(text)["error"]["message"].as_str().unwrap_or("").to_owned();
    assert!(message(r#"{"do": "read", "puzzle": "chess", "text": "1"}"#).contains("tiles"));
    assert!(message(r#"{"do": "dance"}"#).contains("unknown variant"));
    assert!(message("{").starts_with("not a request"));
    let solve =
        r#"{"do": "solve", "puzzle": "tiles", "position": "1 2/3 .", "limits": {"time": -1}}"#;
    assert!(message(solve).contains("limits.time"));
}

#[test]
fn unknown_rules_are_named() {
    let desk: Desk = desk();
    for hidden in [false, true] {
        let open = json!({"do": "open", "puzzle": "klondike", "text": "1", "hidden": hidden, "rules": {"jokers": 2}});
        let message = error(&desk, &open);
        assert!(message.contains("jokers") && message.contains("draw"), "{message}");
    }
}
