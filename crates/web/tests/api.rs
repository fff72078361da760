//! Requests and their answers.

use patience_web::Options;
use serde_json::{Value, json};

use crate::client::{QUICK, TestServer};

const SEARCH: &str =
    r#"{"do": "hint", "puzzle": "tiles", "position": "1 2 3/4 5 6/7 . 8", "all": true}"#;

#[test]
fn an_answer_is_that_of_the_workbench() {
    let server = TestServer::start(&Options::default());
    let response = server.ask(QUICK);
    assert_eq!(response.status, 200);
    assert_eq!(response.header("content-type"), Some("application/json"));
    assert_eq!(response.header("cache-control"), Some("no-store"));
    assert_eq!(response.json()["ok"]["solved"], false);
    assert_eq!(server.ask(SEARCH).json()["ok"]["best"], "8");
}

#[test]
fn progress_comes_as_events_and_the_answer_is_the_last() {
    let server = TestServer::start(&Options::default());
    // It takes a second on any machine.
    let search = r#"{"do": "solve", "puzzle": "tiles", "position": "15 14 8 12/10 11 13 9/2 6 5 1/3 7 4 .", "limits": {"time": 1.0, "nodes": 100000000000}}"#;
    for (body, least) in [(SEARCH, 0), (search, 1)] {
        let response = server.exchange(server.request(body, "Accept: text/event-stream\r\n"));
        assert_eq!(response.status, 200);
        assert_eq!(response.header("content-type"), Some("text/event-stream"));
        let events: Vec<(&str, Value)> = response
            .body
            .split_terminator("\n\n")
            .map(|event| {
                let (name, data) = event.split_once('\n').expect("two lines");
                let name = name.strip_prefix("event: ").expect("a name");
                let data = data.strip_prefix("data: ").expect("data");
                (name, serde_json::from_str(data).expect("JSON"))
            })
            .collect();
        let (last, before) = events.split_last().expect("events");
        assert_eq!(last.0, "answer");
        assert!(last.1["ok"].is_object(), "{last:?}");
        assert!(least <= before.len() && before.len() <= 20, "{before:?}");
        for (name, data) in before {
            assert_eq!(*name, "progress");
            assert!(0.0 < data["progress"]["seconds"].as_f64().expect("seconds"));
            assert!(0 < data["progress"]["expanded"].as_u64().expect("nodes"));
        }
    }
}

#[test]
fn what_is_no_request_gets_an_error_that_says_why() {
    let server = TestServer::start(&Options::default());
    for (body, expected) in [
        ("", "not a request"),
        ("{", "not a request"),
        ("[]", "not a request"),
        ("null", "not a request"),
        (r#"{"do": "dance"}"#, "unknown variant"),
        (r#"{"do": "read", "puzzle": "chess", "text": "1"}"#, "chess"),
        (r#"{"do": "read", "puzzle": "tiles", "text": "1", "extra": 1}"#, "unknown field"),
        (r#"{"do": "play", "puzzle": "tiles", "position": "1 2/3 .", "move": "\u0000"}"#, ""),
    ] {
        let response = server.ask(body);
        assert_eq!(response.status, 200, "{body}");
        assert!(response.message().contains(expected), "{body}: {response:?}");
        assert!(!response.message().is_empty(), "{body}: {response:?}");
    }
    let deep = "[".repeat(100_000);
    assert!(server.ask(&deep).message().contains("not a request"));
    let host = server.address;
    let mut invalid = format!(
        "POST /api HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 2\r\n\r\n"
    )
    .into_bytes();
    invalid.extend([0xff, 0xfe]);
    let response = server.exchange(invalid);
    assert_eq!((response.status, response.message().contains("UTF-8")), (400, true));
}

#[test]
fn the_engine_answers_posts_only() {
    let server = TestServer::start(&Options::default());
    assert_eq!(server.get("/api", "").status, 405);
    assert_eq!(server.get("/api/none", "").status, 404);
    let about = server.get("/api/server", "").json();
    assert_eq!(about["ok"]["searches"]["running"], 0);
}

#[test]
fn the_description_names_every_route_and_message() {
    let server = TestServer::start(&Options::default());
    let description = server.get("/api/openapi.json", "").json();
    assert_eq!(description["openapi"], "3.1.0");
    for path in ["/api", "/api/server", "/api/runs", "/api/runs/{id}", "/api/runs/{id}/events"] {
        assert!(description["paths"][path].is_object(), "{path}");
    }
    let request = description["components"]["schemas"]["Request"].to_string();
    for message in ["puzzles", "open", "hint", "generate"] {
        assert!(request.contains(&format!("\"{message}\"")), "{message}: {request}");
    }
}

#[test]
fn games_with_hidden_cards_stay_with_the_server() {
    let server = TestServer::start(&Options::default());
    let puzzles = server.ask(r#"{"do": "puzzles"}"#).json();
    let all = puzzles["ok"].as_array().expect("puzzles");
    let hidden: Vec<&str> = all
        .iter()
        .filter(|puzzle| puzzle["hidden"] == true)
        .filter_map(|puzzle| puzzle["name"].as_str())
        .collect();
    assert!(!hidden.is_empty());
    for puzzle in hidden {
        let deal = format!(r#"{{"do": "deal", "puzzle": "{puzzle}", "hidden": true}}"#);
        let start = server.ask(&deal).json()["ok"]["start"].clone();
        let position = start["position"].as_str().expect("a word");
        assert!(position.starts_with("hidden."), "{position}");
        let mv = start["moves"][0]["text"].as_str().expect("a move");
        let play = json!({ "do": "play", "puzzle": puzzle, "position": position, "move": mv, "scene": true });
        let next = server.ask(&play.to_string()).json();
        assert_eq!(next["ok"]["hidden"], true, "{next}");
        let other = TestServer::start(&Options::default());
        assert!(!other.ask(&play.to_string()).message().is_empty(), "another server knows no game");
    }
}
