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
            // What is legal for the world is what a player can know to be legal.
            let legal =
                ok(&desk, &json!({"do": "moves", "puzzle": puzzle, "position": scene["position"]}));
            let texts = |moves: &Value| -> Vec<String> {
                moves
                    .as_array()
                    .expect("moves")
                    .iter()
                    .map(|mv| text(mv, "text").to_owned())
                    .collect()
            };
            assert_eq!(texts(&legal), texts(&scene["moves"]));
            let all = scene["moves"].as_array().expect("moves");
            assert!(all.iter().all(|mv| !text(mv, "words").is_empty()));
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

#[test]
fn a_hint_on_a_hidden_game_is_a_chance() {
    for puzzle in hidden_puzzles() {
        let desk = desk();
        let open = json!({"do": "open", "puzzle": puzzle, "text": "3", "hidden": true});
        let scene = ok(&desk, &open)["start"].clone();
        let hint = json!({"do": "hint", "puzzle": puzzle, "position": scene["position"], "all": true, "games": 2, "limits": {"nodes": 300}});
        let answer = ok(&desk, &hint);
        assert_eq!(answer["outcome"], "chance", "{answer}");
        let chance = &answer["chance"];
        let number = |field: &str| chance[field].as_f64().expect("a number");
        assert!((0.0..=number("value")).contains(&number("low")), "{chance}");
        assert!((number("value")..=1.0).contains(&number("high")), "{chance}");
        assert_eq!(chance["games"], 2);
        let legal: Vec<&Value> =
            scene["moves"].as_array().expect("moves").iter().map(|mv| &mv["text"]).collect();
        let moves = answer["moves"].as_array().expect("moves");
        assert_eq!(moves.len(), legal.len(), "every legal move, once");
        assert!(moves.iter().all(|mv| legal.contains(&&mv["move"])), "{answer}");
        assert_eq!(moves.iter().filter(|mv| mv["best"] == true).count(), 1);
        assert_eq!(moves[0]["move"], answer["best"]);
        assert!(moves.iter().all(|mv| mv["verdict"] == "unknown"));
        // A desk that does not know the world gives the same hint.
        let portable =
            desk.portable(&hint.to_string()).expect("a kept game").expect("a hidden one");
        assert!(!portable.contains("hidden."));
        let elsewhere =
            super::desk().answer_text(&portable, &patience_core::Cancel::new(), &mut ());
        for field in ["outcome", "chance", "best", "next", "moves", "board"] {
            assert_eq!(elsewhere["ok"][field], answer[field], "{field}");
        }
    }
}

#[test]
fn what_is_certain_for_every_world_is_said() {
    let desk = desk();
    let hint = |position: &str| {
        ok(
            &desk,
            &json!({"do": "hint", "puzzle": "klondike", "position": position, "hidden": true, "all": true, "games": 1}),
        )
    };
    // The ace of diamonds is the only card that can lie below, and it is known once it is turned: everything wins from there.
    let position = "1: | AC\n2: AD | AH\nstock: AS\n";
    let play = json!({"do": "play", "puzzle": "klondike", "position": position, "move": "2-h"});
    let won = hint(text(&ok(&desk, &play), "position"));
    assert_eq!((&won["outcome"], &won["unseen"]), (&json!("solved"), &json!(0)), "{won}");
    assert_eq!(
        (&won["moves"][0]["verdict"], &won["moves"][0]["best"]),
        (&json!("wins"), &json!(true))
    );
    assert_eq!(won["moves"][0]["move"], won["best"]);
    // The only turn leaves the two of spades on the waste. Its ace lies below the two of hearts, whose ace lies below the two of spades.
    let lost = hint("draw 5\npasses 1\n1: | 2C\n2: ?? | 2H\nstock: AC AD AH 2D 2S\n");
    assert_eq!(lost["outcome"], "unsolvable", "{lost}");
    assert!(lost["reason"].is_string());
    assert!(lost["moves"].as_array().expect("moves").iter().all(|mv| mv["verdict"] == "loses"));
}

#[test]
fn games_can_be_hidden_from_the_start_with_moves_and_rules() {
    let desk = desk();
    let open = json!({"do": "open", "puzzle": "klondike", "text": "5/T.T", "hidden": true, "rules": {"draw": 1, "stock": "visible"}});
    let game = ok(&desk, &open);
    assert_eq!(game["moves"].as_array().map(Vec::len), Some(2));
    // The stock can be looked through by this rule: its pieces have ids of cards.
    let stock = &game["start"]["view"]["places"][0]["pieces"];
    assert!(
        stock
            .as_array()
            .expect("pieces")
            .iter()
            .all(|piece| !text(piece, "id").starts_with("stock"))
    );
    let usual = json!({"do": "open", "puzzle": "klondike", "text": "5", "hidden": true});
    let stock = &ok(&desk, &usual)["start"]["view"]["places"][0]["pieces"];
    assert!(
        stock
            .as_array()
            .expect("pieces")
            .iter()
            .all(|piece| text(piece, "id").starts_with("stock"))
    );
    let nothing = json!({"do": "deal", "puzzle": "tiles", "hidden": true});
    assert!(error(&desk, &nothing).contains("nothing is hidden"));
}
