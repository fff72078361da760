//! Games as files, sheets, generators, grades, days, and bounds on all of them.

use std::time::Duration;

use patience_core::Cancel;
use patience_workbench::find;
use patience_workbench::request::{Caps, Desk, Progress};
use serde_json::{Value, json};

use super::{deal, desk, error, ok, puzzles, text};

/// A small position of a puzzle with some moves, and its name.
fn game(desk: &Desk, puzzle: &str) -> (Value, Vec<String>) {
    let mut scene = deal(desk, puzzle, false)["start"].clone();
    let (start, mut moves) = (scene["position"].clone(), Vec::new());
    for _ in 0..3 {
        let mv = text(&scene["moves"][0], "text").to_owned();
        let play = json!({"do": "play", "puzzle": puzzle, "position": scene["position"], "move": mv, "scene": true});
        scene = ok(desk, &play);
        moves.push(mv);
    }
    (start, moves)
}

#[test]
fn every_puzzle_is_written_in_every_format() {
    for puzzle in puzzles() {
        let desk = desk();
        let about = find(puzzle).expect("a puzzle").about();
        let (start, moves) = game(&desk, puzzle);
        let export = |format: &str, of: Option<&str>| json!({"do": "export", "puzzle": puzzle, "position": start, "moves": moves, "format": format, "of": of, "name": "a game/1"});
        for (format, kind, begins) in [
            ("json", "application/json", "{"),
            ("svg", "image/svg+xml", "<svg"),
            ("animation", "image/svg+xml", "<svg"),
            ("player", "text/html", "<!DOCTYPE html>"),
            ("link", "text/plain", "p1."),
            ("code", "text/plain", "p1."),
        ] {
            let file = ok(&desk, &export(format, None));
            assert_eq!(text(&file, "type"), kind);
            assert!(text(&file, "text").starts_with(begins), "{format} of {puzzle}");
            let name = text(&file, "name");
            assert!(name.starts_with(&format!("{puzzle}-agame1.")), "{name}");
        }
        // What is written is opened again, with its moves.
        for format in ["json", "link"] {
            let file = ok(&desk, &export(format, None));
            let opened = ok(&desk, &json!({"do": "open", "puzzle": puzzle, "text": file["text"]}));
            assert_eq!(opened["start"]["position"], start, "{format} of {puzzle}");
            let played: Vec<&str> = opened["moves"]
                .as_array()
                .expect("moves")
                .iter()
                .map(|mv| text(mv, "text"))
                .collect();
            assert_eq!(played, moves, "{format} of {puzzle}");
        }
        for named in about.formats {
            let answer = super::ask(&desk, &export(named.name, Some("position")));
            // Some formats hold only some positions, and say so.
            assert!(answer["ok"]["text"].is_string() || answer["error"]["message"].is_string());
        }
        for named in about.line_formats {
            assert!(!text(&ok(&desk, &export(named.name, Some("moves"))), "text").is_empty());
        }
        assert!(error(&desk, &export("docx", None)).contains("player"));
        assert!(error(&desk, &export(about.exchange, Some("cards"))).contains("position"));
    }
}

#[test]
fn every_puzzle_is_generated_graded_and_printed() {
    for puzzle in puzzles() {
        let desk = desk();
        let generate = json!({"do": "generate", "puzzle": puzzle, "count": 1, "seed": "3", "settings": settings(puzzle)});
        let made = ok(&desk, &generate);
        assert_eq!(made["complete"], true, "{made}");
        let one = &made["made"][0];
        let opened = ok(&desk, &json!({"do": "open", "puzzle": puzzle, "text": one["code"]}));
        assert_eq!(opened["start"]["text"], one["text"]);
        assert_eq!(ok(&desk, &generate), made, "the same seed makes the same");
        let grade = json!({"do": "grade", "puzzle": puzzle, "position": one["code"], "limits": {"nodes": 200_000}});
        let graded = super::ask(&desk, &grade);
        let known = ["easy", "medium", "hard", "expert"];
        let is_grade = graded["ok"]["grade"].as_str().is_some_and(|grade| known.contains(&grade));
        assert!(is_grade || graded["error"]["message"].is_string(), "{graded}");
        for answers in [true, false] {
            let sheet = json!({"do": "sheet", "puzzle": puzzle, "positions": [one["code"]], "title": "A <title>", "answers": answers, "limits": {"nodes": 20_000}});
            let sheet = ok(&desk, &sheet);
            assert_eq!(text(&sheet, "type"), "text/html");
            let html = text(&sheet, "text");
            assert!(html.contains("A &lt;title&gt;") && html.contains("<article>"));
            assert_eq!(html.contains(">Answers<"), answers);
        }
    }
}

/// Settings that make a generator quick.
fn settings(puzzle: &str) -> Value {
    match puzzle {
        "rushhour" => json!({"size": "4", "slides": "5.."}),
        "tiles" => json!({"columns": 3, "rows": 2}),
        "klondike" => json!({"winnable": true}),
        _ => json!({}),
    }
}

#[test]
fn the_game_of_a_day_is_the_same_everywhere_and_another_one_tomorrow() {
    for puzzle in puzzles() {
        let day = |date: &str| json!({"do": "daily", "puzzle": puzzle, "date": date});
        let today = ok(&desk(), &day("2026-11-16"));
        let elsewhere = Desk::new([99, 98], 1).with_caps(Caps {
            nodes: Some(1),
            threads: Some(1),
            ..Caps::default()
        });
        assert_eq!(ok(&elsewhere, &day("2026-11-16")), today);
        let others = ["2026-11-17", "2026-11-18", "2026-12-01", "2027-11-16"];
        let others = others.map(|date| ok(&desk(), &day(date))["link"].clone());
        assert!(
            others.iter().any(|other| *other != today["link"]),
            "{puzzle} has one game for all days"
        );
        for wrong in [
            "2026-02-29",
            "2026-13-01",
            "2026-1-1",
            "16.11.2026",
            "",
            "20261-1-01",
            "2026-11-16T00:00",
        ] {
            assert!(error(&desk(), &day(wrong)).contains("2026-11-16"), "{wrong}");
        }
        ok(&desk(), &day("2028-02-29"));
    }
}

#[test]
fn bounds_hold_whatever_is_asked() {
    let caps = Caps {
        time: Some(Duration::from_secs(2)),
        nodes: Some(50),
        memory: Some(1 << 24),
        count: Some(3),
        text: Some(2000),
        moves: Some(5),
        threads: Some(1),
        no_files: true,
    };
    let desk = Desk::new([1, 2], 10).with_caps(caps);
    let ask = |request: Value| error(&desk, &request);
    let long = ask(json!({"do": "read", "puzzle": "tiles", "text": " ".repeat(2000)}));
    assert!(long.contains("2000 bytes"), "{long}");
    let moves = vec!["T"; 6];
    for what in ["review", "export"] {
        let mut request =
            json!({"do": what, "puzzle": "klondike", "position": "1", "moves": moves});
        if what == "export" {
            request["format"] = json!("json");
        }
        assert!(ask(request).contains("at most 5 moves, found 6"));
    }
    let link =
        json!({"do": "open", "puzzle": "klondike", "text": format!("1/{}", moves.join("."))});
    assert!(ask(link).contains("at most 5 moves"));
    assert!(
        ask(json!({"do": "generate", "puzzle": "freecell", "count": 4}))
            .contains("at most 3 deals")
    );
    assert!(
        ask(json!({"do": "sheet", "puzzle": "freecell", "positions": ["1", "2", "3", "4"]}))
            .contains("at most 3 deals")
    );
    let on_files = json!({"do": "solve", "puzzle": "peg", "position": "english", "engine": "shortest", "settings": {"disk": "layers"}});
    assert!(ask(on_files).contains("no file"));
    let solve = json!({"do": "solve", "puzzle": "freecell", "position": "11982", "limits": {"nodes": 1_000_000_000, "time": 1e6}});
    let solved = ok(&desk, &solve);
    assert_eq!((&solved["outcome"], &solved["stop"]), (&json!("limit"), &json!("nodes")));
    assert!(solved["expanded"].as_u64().is_some_and(|count| count <= 50), "{solved}");
}

#[test]
fn progress_is_a_message_a_few_times_a_second() {
    let mut messages = Vec::new();
    let begun = std::time::Instant::now();
    let mut progress = Progress::new(|message| messages.push(message));
    // A proof for this deal takes more than a minute.
    let solve = json!({"do": "solve", "puzzle": "freecell", "position": "27", "engine": "exact", "limits": {"time": 0.9}});
    let answer =
        Desk::new([1, 2], 1).answer_text(&solve.to_string(), &Cancel::new(), &mut progress);
    let most = begun.elapsed().as_secs_f64() / 0.2;
    assert!(answer.get("ok").is_some());
    assert!(
        !messages.is_empty() && messages.len() as f64 <= most,
        "{} in {answer}",
        messages.len()
    );
    for message in messages {
        for field in ["seconds", "expanded", "generated", "memory"] {
            assert!(message["progress"][field].is_number(), "{message}");
        }
    }
}

#[test]
fn graded_and_winnable_games_are_dealt() {
    for (puzzle, hidden) in [("freecell", false), ("klondike", false), ("klondike", true)] {
        let desk = desk();
        let request = json!({"do": "deal", "puzzle": puzzle, "winnable": true, "hidden": hidden});
        let game = ok(&desk, &request);
        assert_eq!(game["hidden"], hidden);
        let start = if hidden {
            assert_eq!(game["name"], Value::Null);
            let at =
                json!({"do": "reveal", "puzzle": puzzle, "position": game["start"]["position"]});
            ok(&desk, &at)["start"].clone()
        } else {
            assert!(text(&game, "name").bytes().all(|byte| byte.is_ascii_digit()));
            game["start"]["position"].clone()
        };
        let hint = ok(&desk, &json!({"do": "hint", "puzzle": puzzle, "position": start}));
        assert_eq!(hint["outcome"], "solved");
    }
    let graded = json!({"do": "deal", "puzzle": "tiles", "grade": "easy", "rules": {"columns": 3, "rows": 2}});
    let game = ok(&desk(), &graded);
    let grade = json!({"do": "grade", "puzzle": "tiles", "position": game["start"]["position"]});
    assert_eq!(ok(&desk(), &grade)["grade"], "easy");
    let wrong = json!({"do": "deal", "puzzle": "tiles", "grade": "murderous"});
    assert!(error(&desk(), &wrong).contains("expert"));
}
