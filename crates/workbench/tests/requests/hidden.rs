//! Hidden games: worlds that stay with the desk.

use patience_workbench::request::Desk;
use serde_json::{Value, json};

use super::{deal, desk, error, hidden_puzzles, ok, text};

/// Plays the first legal moves of a scene; the scenes after them.
fn play_on(desk: &Desk, puzzle: &str, scene: &Value, count: usize) -> Vec<Value> {
    let mut scenes = vec![scene.clone()];
    for turn in 0..count {
        let scene = &scenes[turn];
        let legal = scene["moves"].as_array().expect("moves");
        let Some(mv) = legal.get(turn * 5 % legal.len().max(1)) else { break };
        let play = json!({"do": "play", "puzzle": puzzle, "position": scene["position"], "move": mv["text"], "scene": true});
        scenes.push(ok(desk, &play));
    }
    scenes
}

#[test]
fn undo_is_a_word_of_before() {
    for puzzle in hidden_puzzles() {
        let desk = desk();
        let game = deal(&desk, puzzle, true);
        assert_eq!(game["name"], Value::Null);
        let scenes = play_on(&desk, puzzle, &game["start"], 20);
        assert_eq!(scenes.len(), 21);
        for scene in scenes.iter().rev() {
            assert_eq!(scene["hidden"], true);
            assert!(scene.get("text").is_none() && scene.get("code").is_none());
            let at = json!({"do": "scene", "puzzle": puzzle, "position": scene["position"]});
            assert_eq!(&ok(&desk, &at), scene);
        }
        let last = &scenes[20]["position"];
        let revealed = ok(&desk, &json!({"do": "reveal", "puzzle": puzzle, "position": last}));
        assert_eq!(revealed["moves"].as_array().map(Vec::len), Some(20));
        // Everything is known now, and the game can be reviewed.
        let review = json!({"do": "review", "puzzle": puzzle, "position": revealed["start"], "moves": revealed["moves"], "limits": {"nodes": 1}});
        assert_eq!(ok(&desk, &review)["moves"].as_array().map(Vec::len), Some(20));
    }
}

#[test]
fn what_needs_to_see_everything_says_what_to_ask_instead() {
    for puzzle in hidden_puzzles() {
        let desk = desk();
        let position = deal(&desk, puzzle, true)["start"]["position"].clone();
        for what in ["judge", "solve", "review"] {
            let mut request = json!({"do": what, "puzzle": puzzle, "position": position});
            if what == "review" {
                request["moves"] = json!([]);
            }
            let message = error(&desk, &request);
            assert!(
                message.contains(what) && message.contains("hint") && message.contains("reveal"),
                "{message}"
            );
        }
    }
}

#[test]
fn the_game_that_was_not_used_for_longest_makes_room() {
    let puzzle = hidden_puzzles()[0];
    let desk = Desk::new([1, 2], 2);
    let scene = |position: &Value| json!({"do": "scene", "puzzle": puzzle, "position": position});
    let words: Vec<Value> =
        (0..2).map(|_| deal(&desk, puzzle, true)["start"]["position"].clone()).collect();
    assert_ne!(words[0], words[1]);
    ok(&desk, &scene(&words[0]));
    let third = deal(&desk, puzzle, true)["start"]["position"].clone();
    ok(&desk, &scene(&words[0]));
    ok(&desk, &scene(&third));
    assert!(error(&desk, &scene(&words[1])).contains("no longer kept"));
    assert!(text(&json!({"word": third}), "word").starts_with("hidden."));
    // Another desk knows none of them.
    assert!(error(&super::desk(), &scene(&third)).contains("no longer kept"));
}
